//! Divercité as the framework seahorse shows it to the agents of the course INF8175: the same classes, attributes and
//! methods, over our rules. What a Python object would cost to build is built when somebody looks at it.
//!
//! - `table`: who plays, and the objects that all positions of a game share
//! - `state`: `GameStateDivercite`; `answers`: what it is asked, `making`: how it is made from Python objects
//! - `board`: `BoardDivercite`
//! - `piece`: `Piece`
//! - `action`: `LightAction`, `HeavyAction` and the iterator over them
//!
//! `grandline/compat/seahorse` puts them where an agent looks for them.

mod action;
mod answers;
mod board;
mod making;
mod piece;
mod state;
mod table;

use grandline_games::divercite::seahorse::write_recording;
use grandline_games::divercite::{Course, Divercite, Placement};
use grandline_games::{Game, Notation, Record};
use pyo3::prelude::*;
use pyo3::types::PyType;

pub(crate) use action::{ActionIterator, HeavyAction, LightAction};
pub(crate) use board::BoardDivercite;
pub(crate) use making::seahorse_state;
pub(crate) use piece::Piece;
pub(crate) use state::GameStateDivercite;
pub(crate) use table::seahorse_states;

use crate::error::wrong;

/// What pickle asks an object for: its class, and what to call it with to have the object again.
type Reduced<'py, Arguments> = (Bound<'py, PyType>, Arguments);

/// The course's rules.
type Rules = Divercite<Course>;

/// A position and the moves that led to it, in turns from the empty board: what a board of seahorse remembers.
#[derive(Clone, Copy)]
struct Line {
    rules: Rules,
    /// As many as the position has pieces; what follows means nothing.
    moves: [Option<Placement>; 40],
}

impl Line {
    fn start() -> Self {
        Line { rules: Rules::start(0), moves: [None; 40] }
    }

    /// The line after a legal move.
    fn child(&self, mv: Placement) -> Self {
        let mut child = *self;
        child.moves[usize::from(self.rules.plies())] = Some(mv);
        child.rules.play(mv);
        child
    }

    /// The moves so far.
    fn moves(&self) -> impl Iterator<Item = Placement> {
        self.moves.into_iter().take(usize::from(self.rules.plies())).flatten()
    }

    /// Whether a move is legal.
    fn allows(&self, mv: Placement) -> bool {
        !self.rules.is_over()
            && self.rules.is_empty(mv.cell())
            && self.rules.stock(self.rules.to_move(), mv.piece()) > 0
    }
}

/// A game as seahorse records it, from its moves and the names of its players.
#[pyfunction]
pub(crate) fn seahorse_recording(moves: Vec<String>, names: (String, String)) -> PyResult<String> {
    let mut record = Record::new(Rules::start(0));
    for text in moves {
        let mv = record.position().parse_move(&text).map_err(wrong)?;
        record.play(mv);
    }
    Ok(write_recording(&record, [&names.0, &names.1]))
}
