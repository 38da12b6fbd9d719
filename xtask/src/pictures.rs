//! `cargo xtask pictures` and `cargo xtask screenshots`: the pictures of README and docs, made by the program.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::machine::{ensure_debian, root, run, run_with};

/// A picture: its file in `docs/pictures`, and the arguments of `grandline show` that draw it.
const PICTURES: [(&str, &[&str]); 4] = [
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
];

/// Draws all pictures; with `check` it only says whether those in the repository are the ones the program draws.
pub(crate) fn pictures(check: bool) -> Result<()> {
    let folder = root().join("docs/pictures");
    std::fs::create_dir_all(&folder)?;
    for (name, arguments) in PICTURES {
        let kept = folder.join(name);
        let drawn = if check {
            std::env::temp_dir().join(format!("grandline-{}-{name}", std::process::id()))
        } else {
            kept.clone()
        };
        draw(arguments, &drawn)?;
        if check {
            let same = std::fs::read(&drawn)? == std::fs::read(&kept).unwrap_or_default();
            std::fs::remove_file(&drawn)?;
            if !same {
                bail!("docs/pictures/{name} is not what the program draws; run `cargo xtask pictures`");
            }
        }
    }
    Ok(())
}

fn draw(arguments: &[&str], file: &Path) -> Result<()> {
    let file = file.to_str().context("a path that is not text")?;
    let show = ["run", "--quiet", "--locked", "--package", "grandline", "--", "show"];
    run("cargo", &[&show, arguments, &["--svg", file]].concat())
}

/// Takes pictures of the page in a browser. They differ a little from machine to machine, so nothing compares them.
pub(crate) fn screenshots() -> Result<()> {
    ensure_debian(&[("chromium", "chromium"), ("chromedriver", "chromium-driver")])?;
    let folder = root().join("docs/pictures");
    let folder = folder.to_str().context("a path that is not text")?;
    let test = ["test", "--package", "grandline-server", "--test", "browser", "pictures"];
    run_with("cargo", &test, &[("GRANDLINE_PICTURES", folder)])
}
