//! `GET /games`: what can be played.

use std::sync::OnceLock;

use axum::extract::Path;
use grandline_games::random::seeded;
use grandline_games::{Erased, GameId, Notation, Side, with_game};
use serde_json::{Value, json};

use crate::agents::champion;
use crate::error::{Answer, ApiError, answer};
use crate::view::Both;

pub(super) async fn list() -> Answer {
    answer(json!({ "games": described().iter().map(|(_, game)| game).collect::<Vec<_>>() }))
}

pub(super) async fn one(Path(name): Path<String>) -> Answer {
    let id = parse(&name)?;
    let found = described().iter().find(|(known, _)| *known == id);
    answer(found.map(|(_, game)| game.clone()).unwrap_or_default())
}

/// The game of a name in an address.
pub(super) fn parse(name: &str) -> Result<GameId, ApiError> {
    name.parse().map_err(|error: grandline_games::UnknownGame| ApiError::not_found(error.to_string()))
}

/// Everything about the games, drawn once.
fn described() -> &'static [(GameId, Value)] {
    static GAMES: OnceLock<Vec<(GameId, Value)>> = OnceLock::new();
    GAMES.get_or_init(|| GameId::ALL.iter().map(|&id| (id, with_game!(id, G => describe::<G>(id)))).collect())
}

fn describe<G: Notation>(id: GameId) -> Value {
    let family = G::NAME.split('/').next().unwrap_or(G::NAME);
    json!({
        "name": G::NAME,
        "title": G::TITLE,
        "summary": G::SUMMARY,
        "family": family,
        "players": Both::of(|player: Side| G::side_name(player)),
        "paints": Both::of(|player: Side| G::side_paint(player).class()),
        "random_setup": G::start(0) != G::start(1),
        "champion": champion(id).ok().map(|preset| preset.name),
        "formats": super::records::formats_of(id),
        "picture": middle_game::<G>(),
    })
}

/// A picture of a middle game: half of a random one.
fn middle_game<G: Notation>() -> String {
    let play = |plies: usize| {
        let mut game = Erased::new(G::start(SEED));
        let mut rng = seeded(SEED);
        while game.0.moves().len() < plies && game.0.outcome().is_none() {
            let Some(mv) = game.0.position().random_move(&mut rng) else { break };
            game.0.play(mv);
        }
        game
    };
    let length = play(200).0.moves().len();
    let game = play(length / 2);
    game.0.position().scene(game.0.last_move()).to_bare_svg()
}

/// Its random games look lively in all games.
const SEED: u64 = 5;
