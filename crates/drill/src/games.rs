//! Games of a file of JSON lines, which has no times and so can be compared as it is.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

/// The games of a file by number; and how many lines there were.
pub(crate) fn read(file: &Path) -> Result<(BTreeMap<u64, Value>, u64)> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let (mut games, mut lines) = (BTreeMap::new(), 0);
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).context("a line that is not JSON")?;
        games.insert(number(&game).context("a game without a number")?, game);
        lines += 1;
    }
    Ok((games, lines))
}

/// The number of a game, which is one of its tags.
fn number(game: &Value) -> Option<u64> {
    let tag = game["tags"].as_array()?.iter().find(|tag| tag[0] == "number")?;
    tag[1].as_str()?.parse().ok()
}
