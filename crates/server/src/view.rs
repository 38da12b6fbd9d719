//! A position as the page sees it: the same shape wherever one is answered.

use grandline_games::{AnyPosition, Side};
use serde::Serialize;
use serde_json::Value;

use crate::error::ApiError;
use crate::text::{MoveTexts, SetupText};
use grandline_games::GameId;

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
    game: &'static str,
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
    size: Place,
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
struct Place {
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
    pub(crate) fn of(position: &dyn AnyPosition) -> Option<Self> {
        let margin = position.outcome()?;
        let winner = margin.winner().map_or("draw", Side::name);
        Some(OutcomeView { winner, margin: margin.0, reason: position.reason() })
    }
}

impl PositionView {
    /// The last position of a game; `turned` turns the board by half a circle.
    pub(crate) fn of(position: &dyn AnyPosition, turned: bool) -> Self {
        let moves = position.played();
        let scene = position.scene();
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
        let last_path = moves.last().map(|last| path_of_last(position, last)).unwrap_or_default();
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
            size: Place { x: rounded(scene.size.x), y: rounded(scene.size.y) },
            cells: cells.collect(),
            detail: position.detail(),
            outcome: OutcomeView::of(position),
            last: moves.last().cloned(),
            last_path,
            movers: movers(position),
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
fn movers(position: &dyn AnyPosition) -> Vec<&'static str> {
    let mut before = position.boxed();
    let mut movers = Vec::new();
    while before.undo() {
        movers.push(before.to_move().name());
    }
    movers.reverse();
    movers
}

/// The cells of the last move, which only the position before it knows.
fn path_of_last(position: &dyn AnyPosition, last: &str) -> Vec<String> {
    let mut before = position.boxed();
    before.undo();
    before.paths().into_iter().find(|(text, _)| text == last).map(|(_, path)| path).unwrap_or_default()
}

/// The game in progress that a request means.
pub(crate) fn play_out(game: GameId, setup: &SetupText, moves: &MoveTexts) -> Result<Box<dyn AnyPosition>, ApiError> {
    let mut position =
        game.set_up(setup.as_str()).map_err(|error| ApiError::wrong(error.to_string()).with("field", "setup"))?;
    for (index, text) in moves.iter().enumerate() {
        let ply = index + 1;
        position.play(text).map_err(|error| ApiError::wrong(format!("move {ply}: {error}")).with("ply", ply))?;
    }
    Ok(position)
}
