//! `cargo xtask pictures` and `cargo xtask screenshots`: the pictures of README and docs, made by grandline itself.

use std::path::Path;

use anyhow::{Result, bail};

use crate::machine::{binary, ensure_debian, root, run, run_with, text};

/// A picture: its file in `docs/pictures`, and the arguments of `grandline show` that draw it.
const PICTURES: [(&str, &[&str]); 5] = [
    (
        "divercite.svg",
        &[
            "divercite",
            "--moves",
            "BR22 RR57 GR26 GC41 YR35 YR04 RC32 YC34 YC14 GR44 RC43 YR73 RR31 GC56 BC23 GR40 YR84 BC54 BC36 YR62 BR46 RC45",
        ],
    ),
    ("connect4.svg", &["connect4", "--moves", "4 4 3 5 5 3 4 2 2 4 6 3 3"]),
    ("checkers.svg", &["checkers", "--position", "B:W18,K21,23,24,26-32:B1-10,K12", "--moves", "9-14"]),
    ("hand-of-the-king.svg", &["hand-of-the-king/companions", "--position", "seed:5"]),
    ("othello.svg", &["othello", "--position", "f5d6c3d3c4f4f6f3e6e7d7c6d8"]),
];

/// Draws all pictures; with `check` it only says whether those in the repository are the ones the binary draws.
pub(crate) fn pictures(check: bool, is_built: bool) -> Result<()> {
    let binary = binary(is_built)?;
    let folder = root().join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    for (name, arguments) in PICTURES {
        let kept = folder.join(name);
        let drawn = if check {
            std::env::temp_dir().join(format!("grandline-{}-{name}", std::process::id()))
        } else {
            kept.clone()
        };
        draw(&binary, arguments, &drawn)?;
        if check {
            let same = std::fs::read(&drawn)? == std::fs::read(&kept).unwrap_or_default();
            std::fs::remove_file(&drawn)?;
            if !same {
                bail!("docs/pictures/{name} is not what grandline draws; run `cargo xtask pictures`");
            }
        }
    }
    Ok(())
}

fn draw(binary: &str, arguments: &[&str], file: &Path) -> Result<()> {
    run(binary, &[&["show"], arguments, &["--svg", text(file)?]].concat())
}

/// Takes pictures of the page in a browser. They differ a little from machine to machine, so nothing compares them.
pub(crate) fn screenshots() -> Result<()> {
    ensure_debian(&[("chromium", "chromium"), ("chromedriver", "chromium-driver")])?;
    let folder = root().join("docs/pictures");
    let test = ["test", "--package", "grandline-server", "--test", "browser", "pictures"];
    run_with("cargo", &test, &[("GRANDLINE_PICTURES", text(&folder)?)])
}
