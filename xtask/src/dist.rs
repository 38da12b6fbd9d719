//! `cargo xtask dist`: what a release consists of, made for this kind of machine and tried: a static binary, the wheel with the
//! same binary, the sources, the list of what is built in (SBOM), and checksums.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::machine::{ensure_debian, root, run, run_in, run_with, say, target, text};
use crate::metadata::{Metadata, Package};
use crate::python::create;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The most bytes of the binary.
const LARGEST: u64 = 25_000_000;

/// Makes everything; with `is_tried`, the sources and the wheel are also installed and used as a user would.
pub(crate) fn run_all(is_tried: bool) -> Result<()> {
    ensure_debian(&[("cc", "gcc"), ("git", "git"), ("python3", "python3")])?;
    let folder = target().join("dist-files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let binary = binary()?;
    archive(&folder, &binary)?;
    let wheel = wheel(&folder, &binary)?;
    let sources = sources(&folder)?;
    fs::write(folder.join("sbom.cdx.json"), serde_json::to_string_pretty(&sbom(&Metadata::read()?))?)?;
    checksums(&folder)?;
    if is_tried {
        try_wheel(&wheel)?;
        try_sources(&sources)?;
    }
    say(&format!("the files of release {VERSION} are in {}", folder.display()));
    Ok(())
}

/// What the compiler calls this kind of machine.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let output = String::from_utf8(output.stdout)?;
    let host = output.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    Ok(host.to_owned())
}

/// The binary, linked with its own C library so that it runs on any Linux.
fn binary() -> Result<PathBuf> {
    let host = host()?;
    let flags = [("RUSTFLAGS", "-C target-cpu=x86-64-v2 -C target-feature=+crt-static")];
    run_with(
        "cargo",
        &["build", "--profile", "dist", "--locked", "--package", "grandline", "--target", &host],
        &flags,
    )?;
    let binary = target().join(host).join("dist/grandline");
    let size = fs::metadata(&binary)?.len();
    if size > LARGEST {
        bail!("the binary has {size} bytes; at most {LARGEST} are allowed");
    }
    let linked = Command::new("ldd").arg(&binary).output().context("cannot start ldd")?;
    let linked = [linked.stdout, linked.stderr].map(|output| String::from_utf8_lossy(&output).into_owned()).concat();
    if !linked.contains("statically linked") && !linked.contains("not a dynamic executable") {
        bail!("the binary needs libraries of the system:\n{linked}");
    }
    check_version(&binary)?;
    say(&format!("the binary has {:.1} MB and needs no libraries", size as f64 / 1e6));
    Ok(binary)
}

/// Whether a binary runs and says the version of this release.
fn check_version(binary: &Path) -> Result<()> {
    let output = Command::new(binary).arg("--version").output().context("cannot start the binary")?;
    let said = String::from_utf8_lossy(&output.stdout);
    if said.trim() != format!("grandline {VERSION}") {
        bail!("{} --version says '{}'", binary.display(), said.trim());
    }
    Ok(())
}

/// The binary with what people should have beside it.
fn archive(folder: &Path, binary: &Path) -> Result<()> {
    let name = format!("grandline-{VERSION}-{}", host()?);
    let inside = folder.join(&name);
    fs::create_dir(&inside)?;
    fs::copy(binary, inside.join("grandline"))?;
    for file in ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(file), inside.join(file))?;
    }
    run_in(folder, "tar", &["czf", &format!("{name}.tar.gz"), &name], &[])?;
    Ok(fs::remove_dir_all(inside)?)
}

/// The Python package with the binary, so that `pip install` brings the command and the page as well.
fn wheel(folder: &Path, binary: &Path) -> Result<PathBuf> {
    let environment = target().join("dist-python");
    if !environment.join("bin/pip").exists() {
        create(text(&environment)?)?;
    }
    let program = |name: &str| text(&environment.join("bin").join(name)).map(str::to_owned);
    run(&program("pip")?, &["install", "--quiet", "--disable-pip-version-check", "maturin", "wheel"])?;
    let place = target().join("dist-wheel");
    let _ = fs::remove_dir_all(&place);
    let out = text(&place)?;
    let build = ["build", "--manifest-path", "python/Cargo.toml", "--profile", "dist", "--locked", "--out", out];
    run(&program("maturin")?, &build)?;
    // Programs of a wheel go where the system looks for commands.
    run(&program("wheel")?, &["unpack", text(&only_wheel(&place)?)?, "--dest", out])?;
    let package = place.join(format!("grandline-{VERSION}"));
    let scripts = package.join(format!("grandline-{VERSION}.data/scripts"));
    fs::create_dir_all(&scripts)?;
    fs::copy(binary, scripts.join("grandline"))?;
    run(&program("wheel")?, &["pack", text(&package)?, "--dest-dir", text(folder)?])?;
    only_wheel(folder)
}

/// The wheel in a folder.
fn only_wheel(folder: &Path) -> Result<PathBuf> {
    let files = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "whl");
    files.iter().map(fs::DirEntry::path).find(is_wheel).context("there is no wheel")
}

/// The sources of the last commit.
fn sources(folder: &Path) -> Result<PathBuf> {
    let name = format!("grandline-{VERSION}");
    let file = folder.join(format!("{name}-source.tar.gz"));
    let (prefix, output) = (format!("--prefix={name}/"), format!("--output={}", file.display()));
    run("git", &["archive", "--format=tar.gz", &prefix, &output, "HEAD"])?;
    Ok(file)
}

/// What is built into the binary, in the format of CycloneDX.
fn sbom(metadata: &Metadata) -> Value {
    let address = |package: &Package| format!("pkg:cargo/{}@{}", package.name, package.version);
    let component = |package: &&Package| {
        json!({
            "type": "library",
            "bom-ref": address(package),
            "name": package.name,
            "version": package.version,
            "purl": address(package),
            "licenses": package.license.iter().map(|licence| json!({ "expression": licence.replace('/', " OR ") })).collect::<Vec<_>>(),
        })
    };
    let built_in = metadata.built_in();
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "grandline", "version": VERSION } },
        "components": built_in.iter().filter(|package| package.source.is_some()).map(component).collect::<Vec<_>>(),
    })
}

fn checksums(folder: &Path) -> Result<()> {
    let mut names = fs::read_dir(folder)?
        .map(|entry| Ok(text(Path::new(&entry?.file_name()))?.to_owned()))
        .collect::<Result<Vec<String>>>()?;
    names.sort();
    let output =
        Command::new("sha256sum").args(&names).current_dir(folder).output().context("cannot start sha256sum")?;
    if !output.status.success() {
        bail!("sha256sum failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(fs::write(folder.join("SHA256SUMS"), output.stdout)?)
}

/// Installs the wheel into a new environment, and uses the package and the command.
fn try_wheel(wheel: &Path) -> Result<()> {
    let environment = target().join("dist-try");
    let _ = fs::remove_dir_all(&environment);
    create(text(&environment)?)?;
    let program = |name: &str| text(&environment.join("bin").join(name)).map(str::to_owned);
    run(&program("pip")?, &["install", "--quiet", "--disable-pip-version-check", text(wheel)?])?;
    check_version(Path::new(&program("grandline")?))?;
    run(
        &program("python")?,
        &["-c", "import grandline; print(grandline.match('greedy', 'random', game='connect4', games=10))"],
    )
}

/// Builds and installs the binary from the sources as they are packed.
fn try_sources(sources: &Path) -> Result<()> {
    let place = target().join("dist-sources");
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place)?;
    run_in(&place, "tar", &["xzf", text(sources)?], &[])?;
    let path = place.join(format!("grandline-{VERSION}/crates/cli"));
    let built = target().join("dist-sources-target");
    let environment = [("CARGO_TARGET_DIR", text(&built)?)];
    run_in(&place, "cargo", &["install", "--locked", "--path", text(&path)?, "--root", text(&place)?], &environment)?;
    check_version(&place.join("bin/grandline"))
}
