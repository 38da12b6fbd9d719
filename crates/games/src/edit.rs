//! Positions that a person arranges piece by piece.
//!
//! On the way to a position there are others that play could not lead to. A game's type can hold those that obey the supply
//! of pieces; an [`Editor`] reads and writes them as texts, which are called sketches, and checks the rest in words.

use crate::GameId;
use crate::game::Side;
use crate::notation::{Notation, PositionError};
use crate::scene::{Canvas, Scene, Shape, at};

/// What a game offers to those who arrange its positions.
pub struct Editor<G> {
    /// What can be put on a cell. The empty tool, which takes a piece away, is not among them.
    pub tools: fn() -> Vec<Tool>,
    /// Whether pieces can be taken away without saying where they go.
    pub erases: bool,
    /// Chooses whose turn it is, if the pieces do not say it.
    pub turn: Option<fn(&mut G, Side)>,
    /// The position without the pieces that need not be there.
    pub cleared: fn() -> G,
    /// Reads a sketch.
    pub read: fn(&str) -> Result<G, PositionError>,
    /// Writes a sketch.
    pub write: fn(&G) -> String,
    /// Says why play cannot lead to a sketch.
    pub check: fn(&G) -> Result<(), PositionError>,
    /// Uses a tool on a cell, the empty one to take a piece away, or says why it cannot be used there.
    pub put: fn(&mut G, &str, &str) -> Result<(), String>,
}

/// Something to put on a cell.
pub struct Tool {
    /// Its name in requests.
    pub code: String,
    /// What a person calls it.
    pub label: String,
    /// What it looks like.
    pub picture: Scene,
}

impl Tool {
    /// A tool that looks like a piece around the middle of a square cell.
    pub(crate) fn new(code: impl Into<String>, label: impl Into<String>, shapes: Vec<Shape>) -> Self {
        let label = label.into();
        let mut picture = Scene::new(at(1.24, 1.24), label.clone(), Canvas::new());
        picture.decorate(at(0.62, 0.62), shapes);
        Tool { code: code.into(), label, picture }
    }
}

/// A change of a sketch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Uses a tool on a cell.
    Put {
        /// The id of the cell in the scene.
        cell: String,
        /// The code of the tool; empty to take a piece away.
        tool: String,
    },
    /// Says whose turn it is.
    Turn(Side),
    /// Takes all pieces away.
    Clear,
}

/// A sketch after a change.
pub struct Sketched {
    /// Its text.
    pub sketch: String,
    /// Its picture.
    pub scene: Scene,
    /// Whose turn it is.
    pub to_move: Side,
    /// The text of the position, or why play cannot lead to it.
    pub position: Result<String, PositionError>,
    /// Why the change was not made.
    pub refused: Option<String>,
    /// Whether whose turn it is can be chosen.
    pub chooses_turn: bool,
    /// Whether pieces can be taken away.
    pub erases: bool,
}

impl GameId {
    /// What can be put on the board when a position is arranged; `None` if positions come only as texts.
    pub fn tools(self) -> Option<Vec<Tool>> {
        with_game!(self, G => Some((G::EDITOR?.tools)()))
    }

    /// A sketch, after a change if there is one; `None` if positions of the game come only as texts.
    pub fn sketch(self, text: &str, change: Option<&Change>) -> Option<Result<Sketched, PositionError>> {
        with_game!(self, G => Some(changed::<G>(&G::EDITOR?, text, change)))
    }
}

fn changed<G: Notation>(editor: &Editor<G>, text: &str, change: Option<&Change>) -> Result<Sketched, PositionError> {
    let is_setup = text.is_empty() || text == "-" || text.starts_with("seed:");
    let before = if is_setup { G::set_up(text)? } else { (editor.read)(text)? };
    let mut position = before.clone();
    let refused = match change {
        None => None,
        Some(Change::Clear) => {
            position = (editor.cleared)();
            None
        }
        Some(Change::Turn(side)) => match editor.turn {
            Some(turn) => {
                turn(&mut position, *side);
                None
            }
            None => Some("the pieces on the board say whose turn it is".to_owned()),
        },
        Some(Change::Put { cell, tool }) => (editor.put)(&mut position, cell, tool).err(),
    };
    if refused.is_some() {
        position = before;
    }
    Ok(Sketched {
        sketch: (editor.write)(&position),
        scene: position.scene(None),
        to_move: position.to_move(),
        position: (editor.check)(&position).map(|()| position.to_string()),
        refused,
        chooses_turn: editor.turn.is_some(),
        erases: editor.erases,
    })
}
