//! Compresses the files of the page into a table, `FILES`, with a hash of all of them, `HASH`. A debug build reads the
//! files from disk, so that a change shows after a reload, and has an empty table.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name| env::var(name).map(PathBuf::from).map_err(io::Error::other);
    let (folder, out) = (variable("CARGO_MANIFEST_DIR")?.join("assets"), variable("OUT_DIR")?);
    let mut table = String::new();
    let mut hash = Sha256::new();
    if env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none() {
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, &mut files)?;
        files.sort();
        for (index, file) in files.iter().enumerate() {
            let data = fs::read(file)?;
            let parts = file.strip_prefix(&folder).map_err(io::Error::other)?.iter().map(|part| part.to_string_lossy());
            let name = parts.collect::<Vec<_>>().join("/");
            hash.update(name.as_bytes());
            hash.update(&data);
            let packed = out.join(format!("{index}.gz"));
            let mut encoder = GzEncoder::new(fs::File::create(&packed)?, Compression::best());
            encoder.write_all(&data)?;
            encoder.finish()?;
            let _ = writeln!(table, "    ({name:?}, include_bytes!({packed:?})),");
        }
    }
    let hash: String = hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let source = format!(
        "/// The files of the page by name, compressed.\nstatic FILES: &[(&str, &[u8])] = &[\n{table}];\n\
         /// The hash of their contents.\nconst HASH: &str = {hash:?};\n"
    );
    fs::write(out.join("files.rs"), source)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
