//! `cargo xtask fuzz`: the targets of `crates/fuzz` under libFuzzer, which looks for inputs that reach new code, or with many
//! more of the inputs that the tests have.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::machine::{ensure_debian, root, say, target, text};

/// The files of tests; each test is a target.
const FILES: [&str; 4] = ["games", "agents", "arena", "server"];

/// What makes the compiler report coverage to libFuzzer.
const FLAGS: [&str; 8] = [
    "--cfg=fuzzing",
    "--cfg=fuzzing_libfuzzer",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
];

/// How long each target runs, and which ones.
pub(crate) struct Plan<'a> {
    pub(crate) seconds: u64,
    pub(crate) inputs: u64,
    /// Without libFuzzer: the inputs of the tests, only more of them.
    pub(crate) is_plain: bool,
    /// Only targets with this in their names.
    pub(crate) only: Option<&'a str>,
}

pub(crate) fn run(plan: &Plan<'_>) -> Result<()> {
    if !plan.is_plain {
        // libFuzzer is C++ that is compiled for it.
        ensure_debian(&[("g++", "g++")])?;
    }
    let host = host()?;
    let mut found = 0;
    for file in FILES {
        for name in names(&host, file, plan)? {
            if plan.only.is_none_or(|only| format!("{file}::{name}").contains(only)) {
                fuzz(&host, file, &name, plan)?;
                found += 1;
            }
        }
    }
    if found == 0 {
        bail!("no target has '{}' in its name", plan.only.unwrap_or_default());
    }
    Ok(())
}

/// The machine that programs are compiled for. It is named so that build scripts are compiled without the flags.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned).context("rustc does not name its host")
}

/// `cargo test` of one file.
fn cargo(host: &str, file: &str, plan: &Plan<'_>, arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new("cargo");
    command.args(["test", "--quiet", "--locked", "--package", "grandline-fuzz", "--test", file]).current_dir(root());
    if plan.is_plain {
        // The profile of the tests is fast enough and checks every sum.
        command.env("GRANDLINE_FUZZ_INPUTS", plan.inputs.to_string());
        command.env("GRANDLINE_FUZZ_SECONDS", plan.seconds.to_string());
    } else {
        command.args(["--target", host, "--target-dir", text(&target().join("fuzz"))?]);
        command.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"));
    }
    command.arg("--").args(arguments);
    Ok(command)
}

/// The targets of a file.
fn names(host: &str, file: &str, plan: &Plan<'_>) -> Result<Vec<String>> {
    let output = cargo(host, file, plan, &["--list", "--format", "terse"])?
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the targets of {file} cannot be built");
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(lines.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Runs one target to the end of its plan, and says how many inputs it had.
fn fuzz(host: &str, file: &str, name: &str, plan: &Plan<'_>) -> Result<()> {
    let mut command = cargo(host, file, plan, &[name, "--exact", "--nocapture", "--test-threads", "1"])?;
    if !plan.is_plain {
        let folder = |kind: &str| target().join("fuzz").join(kind).join(format!("{file}-{name}"));
        let (corpus, failures) = (folder("corpus"), folder("failures"));
        for folder in [&corpus, &failures] {
            std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        command.env("BOLERO_LIBFUZZER_ARGS", options(&corpus, &failures, plan)?);
    }
    let start = Instant::now();
    let output = command.output().context("cannot start cargo")?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        say(&words);
        bail!("{file}::{name} fails; the input is above, and with libFuzzer in target/fuzz/failures");
    }
    let inputs = words.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units: "));
    let inputs = inputs.map_or("an unknown number of", str::trim);
    say(&format!("{file}::{name}: {inputs} inputs in {:.0} s", start.elapsed().as_secs_f64()));
    Ok(())
}

/// The arguments of libFuzzer.
fn options(corpus: &Path, failures: &Path, plan: &Plan<'_>) -> Result<String> {
    let (corpus, failures) = (text(corpus)?, text(failures)?);
    let limits = format!("-max_total_time={} -runs={} -max_len=512", plan.seconds, plan.inputs);
    Ok(format!("{corpus} -artifact_prefix={failures}/ {limits} -print_final_stats=1"))
}
