//! Tournaments that come with the program: the agents of the reports against each other, and our champions.

use super::definition::{DefinitionError, Tournament};

/// The name and the text of every tournament that comes with the program.
pub const PRESETS: [(&str, &str); 5] = [
    ("divercite-reports", include_str!("presets/divercite-reports.toml")),
    ("divercite-champions", include_str!("presets/divercite-champions.toml")),
    ("in104-connect4", include_str!("presets/in104-connect4.toml")),
    ("in104-checkers", include_str!("presets/in104-checkers.toml")),
    ("hotk-reports", include_str!("presets/hotk-reports.toml")),
];

/// The tournament of a name.
pub fn preset(name: &str) -> Option<Result<Tournament, DefinitionError>> {
    let (name, text) = PRESETS.into_iter().find(|(known, _)| *known == name)?;
    Some(Tournament::read(text, &format!("{name}.toml")))
}
