//! A position as the page sees it: the same shape wherever one is answered.

use grandline_agents::Score;
use grandline_games::{AnyPosition, GameId, LineError, Side};
use grandline_search::{Exact, Scale, Value as SearchValue};
use serde::Serialize;
use serde_json::Value;

use crate::error::ApiError;
use crate::text::{MoveTexts, SetupText};

/// Something for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, serde::Deserialize)]
pub(crate) struct Both<T> {
    pub(crate) first: T,
    pub(crate) second: T,
}

impl<T> Both<T> {
    pub(crate) fn of(mut make: impl FnMut(Side) -> T) -> Self {
        Both { first: make(Side::First), second: make(Side::Second) }
    }

    pub(crate) fn get(&self, player: Side) -> &T {
        match player {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }

    pub(crate) fn get_mut(&mut self, player: Side) -> &mut T {
        match player {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

/// All the page needs to show a position and to let a person move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionView {
    game: GameId,
    start: String,
    moves: Vec<String>,
    movers: Vec<&'static str>,
    text: String,
    ply: usize,
    to_move: &'static str,
    players: Both<&'static str>,
    paints: Both<&'static str>,
    near: Option<&'static str>,
    legal: Vec<LegalMove>,
    svg: String,
    size: Point,
    cells: Vec<CellView>,
    detail: Value,
    outcome: Option<OutcomeView>,
    last: Option<String>,
    last_path: Vec<String>,
    description: String,
}

/// A legal move and the cells to touch for it.
#[derive(Clone, Debug, Serialize)]
struct LegalMove {
    #[serde(rename = "move")]
    text: String,
    path: Vec<String>,
}

/// A cell, with its centre so that keys can move a focus in space.
#[derive(Clone, Debug, Serialize)]
struct CellView {
    id: String,
    label: String,
    x: f64,
    y: f64,
}

/// A place or size in the units of the picture.
#[derive(Clone, Copy, Debug, Serialize)]
struct Point {
    x: f64,
    y: f64,
}

/// How a game ended by its rules.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct OutcomeView {
    pub(crate) winner: &'static str,
    pub(crate) margin: i16,
    pub(crate) reason: String,
}

impl OutcomeView {
    pub(crate) fn of(position: &AnyPosition) -> Option<Self> {
        let margin = position.outcome()?;
        let winner = margin.winner().map_or("draw", Side::name);
        Some(OutcomeView { winner, margin: margin.0, reason: position.reason() })
    }
}

impl PositionView {
    /// The last position of a game; `turned` turns the board by half a circle.
    pub(crate) fn of(position: &AnyPosition, turned: bool) -> Self {
        let moves = position.played();
        let scene = position.scene(true);
        let scene = if turned { scene.turned() } else { scene };
        let cells = scene.items.iter().filter_map(|item| {
            let cell = item.cell.as_ref()?;
            Some(CellView {
                id: cell.id.clone(),
                label: cell.label.clone(),
                x: rounded(item.at.x),
                y: rounded(item.at.y),
            })
        });
        // Only the position before a move knows its cells.
        let last_path = position.before().and_then(|(mv, before)| before.path(mv)).unwrap_or_default();
        PositionView {
            game: position.game(),
            start: position.start_text(),
            text: position.text(),
            ply: moves.len(),
            to_move: position.to_move().name(),
            players: Both::of(|player| position.side_name(player)),
            paints: Both::of(|player| position.side_paint(player).class()),
            near: scene.near.map(Side::name),
            legal: position.paths().into_iter().map(|(text, path)| LegalMove { text, path }).collect(),
            svg: scene.to_bare_svg(),
            size: Point { x: rounded(scene.size.x), y: rounded(scene.size.y) },
            cells: cells.collect(),
            detail: position.detail(),
            outcome: OutcomeView::of(position),
            last: moves.last().cloned(),
            last_path,
            movers: movers(position).into_iter().map(Side::name).collect(),
            description: scene.description,
            moves,
        }
    }
}

/// Three decimals, as the picture has them.
fn rounded(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}

/// Who made each move; in some games a player moves twice.
pub(crate) fn movers(position: &AnyPosition) -> Vec<Side> {
    let mut before = position.clone();
    let mut movers = Vec::with_capacity(before.plies());
    while before.undo().is_some() {
        movers.push(before.to_move());
    }
    movers.reverse();
    movers
}

/// The score of a value that was stored as a number, seen by the player who moved.
pub(crate) fn stored_score(number: f64, exact: bool, mover: Side, scale: &Scale) -> Score {
    let value = match SearchValue::from_number(number, exact) {
        // The number of a win at an unknown distance reads as a distance of 0, at which nobody moves.
        SearchValue::Exact(exact @ Exact { plies: Some(0), .. }) => SearchValue::Exact(Exact { plies: None, ..exact }),
        value => value,
    };
    Score::of(&value, mover, scale)
}

/// The game in progress that a request means.
pub(crate) fn play_out(game: GameId, setup: &SetupText, moves: &MoveTexts) -> Result<AnyPosition, ApiError> {
    let mut position =
        game.set_up(setup.as_str()).map_err(|error| ApiError::wrong(error.to_string()).with("field", "setup"))?;
    position
        .play_all(moves.iter())
        .map_err(|error: LineError| ApiError::wrong(error.to_string()).with("ply", error.ply))?;
    Ok(position)
}
