//! What all positions of a game share: the players, and Python objects that are created once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use grandline_games::Side;
use grandline_games::divercite::{Cell, Piece as PieceKind, Placement};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::{History, Piece, Rules};

/// The players and their pieces.
pub(super) struct Participants {
    /// The list of players of the game: White, then Black.
    pub(super) players: Py<PyList>,
    ids: [Py<PyAny>; 2],
    /// By player, in the order of `PieceKind::ALL`.
    pieces: [Vec<Py<Piece>>; 2],
    /// Cached dictionaries: copying one is much faster than building it.
    templates: Mutex<HashMap<u32, Py<PyDict>>>,
}

/// How many states were created in this process, which runs one agent.
static STATES: AtomicU64 = AtomicU64::new(0);

/// Counts a state that was created.
pub(super) fn count_state() {
    STATES.fetch_add(1, Ordering::Relaxed);
}

/// How many states were created in this process so far.
#[pyfunction]
pub(crate) fn seahorse_states() -> u64 {
    STATES.load(Ordering::Relaxed)
}

impl Participants {
    /// The table of two players.
    pub(super) fn new(players: &Bound<'_, PyList>) -> PyResult<Self> {
        let py = players.py();
        let [first, second] = players.iter().collect::<Vec<_>>().try_into().map_err(|players: Vec<_>| {
            PyValueError::new_err(format!("Divercité has two players, not {}", players.len()))
        })?;
        let id = |player: &Bound<'_, PyAny>| player.call_method0("get_id").map(Bound::unbind);
        let ids = [id(&first)?, id(&second)?];
        let piece = |player: Side, kind: PieceKind| {
            let name = format!("{kind}{}", LETTERS[player.index()]);
            Py::new(
                py,
                Piece { piece_type: PyString::new(py, &name).unbind(), owner_id: ids[player.index()].clone_ref(py) },
            )
        };
        let set = |player| PieceKind::ALL.into_iter().map(|kind| piece(player, kind)).collect::<PyResult<Vec<_>>>();
        let pieces = [set(Side::First)?, set(Side::Second)?];
        Ok(Participants { players: players.clone().unbind(), ids, pieces, templates: Mutex::default() })
    }

    /// A player's object.
    pub(super) fn player<'py>(&self, py: Python<'py>, player: Side) -> PyResult<Bound<'py, PyAny>> {
        self.players.bind(py).get_item(player.index())
    }

    /// A player's id.
    pub(super) fn id<'py>(&self, py: Python<'py>, player: Side) -> &Bound<'py, PyAny> {
        self.ids[player.index()].bind(py)
    }

    /// The player of an id.
    pub(super) fn player_of(&self, id: &Bound<'_, PyAny>) -> PyResult<Option<Side>> {
        for player in Side::BOTH {
            if self.id(id.py(), player).eq(id)? {
                return Ok(Some(player));
            }
        }
        Ok(None)
    }

    /// The object of a piece on the board.
    pub(super) fn piece<'py>(&self, py: Python<'py>, owner: Side, mv: Placement) -> &Bound<'py, Piece> {
        self.pieces[owner.index()][mv.piece().index()].bind(py)
    }

    /// Points by id.
    pub(super) fn scores<'py>(&self, py: Python<'py>, points: [i64; 2]) -> PyResult<Bound<'py, PyDict>> {
        // Scores fit into 8 bits each. Bit 24 separates these keys from those of stocks.
        let key = 1 << 24 | (points[0] as u32 & 0xFF) << 8 | points[1] as u32 & 0xFF;
        self.template(py, key, || {
            let scores = PyDict::new(py);
            for player in Side::BOTH {
                scores.set_item(self.id(py, player), points[player.index()])?;
            }
            Ok(scores)
        })
    }

    /// The pieces left by id.
    pub(super) fn pieces_left<'py>(&self, py: Python<'py>, rules: &Rules) -> PyResult<Bound<'py, PyDict>> {
        let left = PyDict::new(py);
        for player in Side::BOTH {
            let counts = PieceKind::ALL.map(|kind| rules.stock(player, kind));
            let key = counts.iter().fold(0, |key, &count| key << 2 | u32::from(count));
            let own = self.template(py, key, || {
                let own = PyDict::new(py);
                for (name, count) in words(py).pieces.iter().zip(counts) {
                    own.set_item(name, count)?;
                }
                Ok(own)
            });
            left.set_item(self.id(py, player), own?)?;
        }
        Ok(left)
    }

    /// A copy of the dictionary of a key, which is built on first use.
    fn template<'py>(
        &self,
        py: Python<'py>,
        key: u32,
        make: impl FnOnce() -> PyResult<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        // No Python code runs while this is locked, so that threads cannot deadlock.
        let templates = || self.templates.lock().unwrap_or_else(PoisonError::into_inner);
        let known = templates().get(&key).map(|template| template.clone_ref(py));
        if let Some(template) = known {
            return template.bind(py).copy();
        }
        let made = make()?;
        templates().insert(key, made.clone().unbind());
        made.copy()
    }

    /// The pieces on the board by cell, in order of play.
    pub(super) fn env<'py>(&self, py: Python<'py>, line: &History) -> PyResult<Bound<'py, PyDict>> {
        let env = PyDict::new(py);
        for (ply, mv) in line.moves().enumerate() {
            env.set_item(words(py).cell(py, mv.cell()), self.piece(py, Side::from_parity(ply), mv))?;
        }
        Ok(env)
    }
}

/// The letters of the players on pieces.
pub(super) const LETTERS: [char; 2] = ['W', 'B'];

/// Texts and pairs of numbers that never change.
pub(super) struct Words {
    pub(super) pieces: [Py<PyString>; 8],
    cells: Vec<Py<PyTuple>>,
}

impl Words {
    /// The pair of row and column.
    pub(super) fn cell<'py>(&self, py: Python<'py>, cell: Cell) -> &Bound<'py, PyTuple> {
        self.cells[usize::from(cell.row()) * 9 + usize::from(cell.column())].bind(py)
    }
}

/// The texts, made once.
pub(super) fn words(py: Python<'_>) -> &Words {
    static WORDS: PyOnceLock<Words> = PyOnceLock::new();
    WORDS.get_or_init(py, || {
        let pair = |index: i64| PyTuple::new(py, [index / 9, index % 9]).map(Bound::unbind);
        Words {
            pieces: PieceKind::ALL.map(|kind| PyString::intern(py, &kind.to_string()).unbind()),
            // Creating a pair of numbers cannot fail.
            cells: (0..81).filter_map(|index| pair(index).ok()).collect(),
        }
    })
}
