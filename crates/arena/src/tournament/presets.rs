//! Tournaments that come with the program: the agents of the reports against each other, our champions, and the levels of
//! every game.

use std::sync::LazyLock;

use grandline_agents::{Catalogue, Group};
use grandline_games::GameId;

use super::definition::{DefinitionError, Tournament};

/// The name and the text of every tournament that comes with the program.
pub static PRESETS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let written = [
        ("divercite-reports", include_str!("presets/divercite-reports.toml")),
        ("divercite-champions", include_str!("presets/divercite-champions.toml")),
        ("in104-connect4", include_str!("presets/in104-connect4.toml")),
        ("in104-checkers", include_str!("presets/in104-checkers.toml")),
        ("hotk-reports", include_str!("presets/hotk-reports.toml")),
    ];
    let written = written.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
    written.chain(GameId::ALL.iter().map(|&game| levels(game))).collect()
});

/// The tournament that gives the levels of a game their Elo: champions, levels and random play.
fn levels(game: GameId) -> (String, String) {
    let name = format!("levels-{}", game.name().replace('/', "-"));
    let presets = Catalogue::of(game).list();
    let rated = presets.iter().filter(|preset| matches!(preset.group, Group::Champion | Group::Level));
    let agents: Vec<String> = rated
        .map(|preset| match preset.name.as_str() {
            // The scale of every game.
            "easy" => "    { agent = \"easy\", elo = 1000 },\n".to_owned(),
            name => format!("    \"{name}\",\n"),
        })
        .collect();
    let text = format!(
        "name = \"{name}\"\ndescription = \"every level and champion of the game, and random play, 20 ms of CPU per move at most\"\n\
         game = \"{game}\"\nformat = \"round-robin\"\ngames = 20\nseed = 5\nagents = [\n{}    \"random\",\n]\n\n\
         [limits]\nmovetime = \"20ms\"\nclock = \"cpu\"\n",
        agents.concat()
    );
    (name, text)
}

/// The tournament of a name.
pub fn preset(name: &str) -> Option<Result<Tournament, DefinitionError>> {
    let (name, text) = PRESETS.iter().find(|(known, _)| known == name)?;
    Some(Tournament::read(text, &format!("{name}.toml")))
}
