//! Finds what games add to the agents: every folder of `src/games` is a module with a function `register`, and its file
//! `presets.toml`, where there is one, lists the game's agents. Another TOML file lists agents that differ in the variant
//! of its name, a file `NAME.weights` has the learned weights of that name, and `NAME.book` a book; `NAME-VARIANT.weights`
//! are those of a variant that has its own. So a game needs no line in a list here.

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
    let [mut modules, mut calls, mut presets, mut weights, mut books] = [const { String::new() }; 5];
    for name in names {
        let path = folder.join(&name);
        if path.join("mod.rs").exists() {
            let _ = writeln!(modules, "#[path = {:?}]\npub mod {name};", path.join("mod.rs"));
            let _ = writeln!(calls, "    {name}::register(all);");
        }
        let mut files: Vec<_> = fs::read_dir(&path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
        files.sort();
        for file in files {
            let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            match file.extension().and_then(|extension| extension.to_str()) {
                Some("toml") => {
                    let variant = Some(stem).filter(|&stem| stem != "presets");
                    let _ = writeln!(presets, "    ({name:?}, {variant:?}, include_str!({file:?})),");
                }
                Some("weights") => {
                    let _ = writeln!(weights, "    ({name:?}, {stem:?}, include_bytes!({file:?})),");
                }
                Some("book") => {
                    let _ = writeln!(books, "    ({name:?}, {stem:?}, include_str!({file:?})),");
                }
                _ => {}
            }
        }
    }
    let code = format!(
        "{modules}\n/// Collects what every game adds.\nfn register_all(all: &mut Extras) {{\n{calls}}}\n\n\
         /// The presets of each game that has some, by the name of its folder and of the variant they are for.\n\
         const PRESETS: &[(&str, Option<&str>, &str)] = &[\n{presets}];\n\n\
         /// Learned weights, by the name of the game's folder and their own.\n\
         const WEIGHTS: &[(&str, &str, &[u8])] = &[\n{weights}];\n\n\
         /// Books, by the name of the game's folder and their own.\n\
         const BOOKS: &[(&str, &str, &str)] = &[\n{books}];\n"
    );
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("games.rs"), code)
}
