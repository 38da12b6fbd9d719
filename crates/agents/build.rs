//! Finds what games add to the agents: every folder of `src/games` is a module with a function `register`, and its file
//! `presets.toml`, where there is one, lists the game's agents. Another TOML file lists agents that differ in the variant
//! of its name. So a game needs no line in a list here.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&root).join("src/games");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        if entry.path().join("mod.rs").exists() || entry.path().join("presets.toml").exists() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    let (mut modules, mut calls, mut presets) = (String::new(), String::new(), String::new());
    for name in names {
        let path = folder.join(&name);
        if path.join("mod.rs").exists() {
            let _ = writeln!(modules, "#[path = {:?}]\npub mod {name};", path.join("mod.rs"));
            let _ = writeln!(calls, "    {name}::register(all);");
        }
        let mut files: Vec<_> = fs::read_dir(&path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
        files.sort();
        for file in files {
            let variant = file.file_stem().and_then(|stem| stem.to_str()).filter(|&stem| stem != "presets");
            let _ = writeln!(presets, "    ({name:?}, {variant:?}, include_str!({file:?})),");
        }
    }
    let code = format!(
        "{modules}\n/// Collects what every game adds.\nfn register_all(all: &mut Extras) {{\n{calls}}}\n\n\
         /// The presets of each game that has some, by the name of its folder and of the variant they are for.\n\
         const PRESETS: &[(&str, Option<&str>, &str)] = &[\n{presets}];\n"
    );
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("games.rs"), code)
}
