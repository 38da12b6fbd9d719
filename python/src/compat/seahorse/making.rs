//! States made from Python objects: by the arena from a game, and by agents with the constructor.

use std::collections::VecDeque;
use std::sync::Arc;

use grandline_games::divercite::{Cell, Colour, Kind, Placement};
use grandline_games::{Game, Notation, Side};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple, PyType};

use super::table::{LETTERS, Participants, count_state};
use super::{CLASSES, GameStateDivercite, History, Piece, Rules, given, items};
use crate::error::wrong;

/// The state of a game between two players, White first, after some moves from a setup.
#[pyfunction]
pub(crate) fn seahorse_state(
    players: &Bound<'_, PyList>,
    start: &str,
    moves: Vec<String>,
) -> PyResult<GameStateDivercite> {
    let start = Rules::set_up(start).map_err(wrong)?;
    let mut line = in_turns(pieces_of(&start))?;
    for text in moves {
        let mv = line.rules.parse_move(&text).map_err(wrong)?;
        line = line.child(mv);
    }
    Ok(GameStateDivercite::of(line, Arc::new(Participants::new(players)?)))
}

/// The pieces of a position by player. Only the number of resources in each stock is known, so their owners are assigned
/// arbitrarily.
fn pieces_of(rules: &Rules) -> [VecDeque<Placement>; 2] {
    let mut pieces = [VecDeque::new(), VecDeque::new()];
    let mut used = Colour::ALL.map(|colour| {
        let resource = grandline_games::divercite::Piece { colour, kind: Kind::Resource };
        Kind::Resource.supply() - rules.stock(Side::First, resource)
    });
    for cell in Cell::all() {
        if let Some((owner, colour)) = rules.city_at(cell) {
            pieces[owner.index()].push_back(Placement::new(colour, cell));
        } else if let Some(colour) = rules.resource_at(cell) {
            let of_first = used[colour.index()] > 0;
            used[colour.index()] -= u8::from(of_first);
            pieces[usize::from(!of_first)].push_back(Placement::new(colour, cell));
        }
    }
    pieces
}

/// The line in which two players place their pieces in turns.
fn in_turns(mut pieces: [VecDeque<Placement>; 2]) -> PyResult<History> {
    let [white, black] = [pieces[0].len(), pieces[1].len()];
    if white != black && white != black + 1 {
        let words = format!("W has placed {white} pieces and B {black}; they play in turns, and W starts");
        return Err(wrong(words));
    }
    let mut line = History::start();
    while let Some(mv) = pieces[line.rules.to_move().index()].pop_front() {
        if !line.allows(mv) {
            let (row, column) = (mv.cell().row(), mv.cell().column());
            return Err(wrong(format!("there cannot be another {} on ({row}, {column})", mv.piece())));
        }
        line = line.child(mv);
        if line.rules.is_over() {
            break;
        }
    }
    Ok(line)
}

/// The pieces of a board's dictionary by player, in its order.
fn pieces_on(board: &Bound<'_, PyAny>) -> PyResult<[VecDeque<Placement>; 2]> {
    let mut pieces = [VecDeque::new(), VecDeque::new()];
    for (place, piece) in items(&board.call_method0("get_env")?)? {
        let name = piece.cast::<Piece>()?.get().piece_type.bind(board.py());
        let owner = name.to_cow()?.chars().nth(2).and_then(|letter| LETTERS.iter().position(|&own| own == letter));
        let owner = owner.ok_or_else(|| wrong(format!("'{name}' is not a piece on the board such as RCW")))?;
        pieces[owner].push_back(super::action::placement(name.as_any(), &place)?);
    }
    Ok(pieces)
}

#[pymethods]
impl GameStateDivercite {
    #[new]
    #[pyo3(signature = (
        scores, next_player = None, players = None, rep = None, step = None, players_pieces_left = None, *_arguments, **_more,
    ))]
    #[allow(clippy::too_many_arguments, reason = "it is seahorse's constructor")]
    fn new(
        py: Python<'_>,
        scores: Py<PyAny>,
        next_player: Option<Bound<'_, PyAny>>,
        players: Option<Bound<'_, PyAny>>,
        rep: Option<Bound<'_, PyAny>>,
        step: Option<u8>,
        players_pieces_left: Option<Bound<'_, PyAny>>,
        _arguments: &Bound<'_, PyTuple>,
        _more: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (Some(players), Some(rep)) = (players, rep) else {
            return Err(wrong(
                "a state has players and a board: GameStateDivercite(scores, next_player, players, rep, ...)",
            ));
        };
        let players = PyList::new(py, players.try_iter()?.collect::<PyResult<Vec<_>>>()?)?;
        let line = in_turns(pieces_on(&rep)?)?;
        let table = Arc::new(Participants::new(&players)?);
        let state = GameStateDivercite {
            scores: given(py, scores),
            rep: given(py, rep.unbind()),
            ..GameStateDivercite::of(line, table)
        };
        state.agree(py, next_player, step, players_pieces_left)?;
        count_state();
        Ok(state)
    }

    /// The state of a text that `to_json` would give.
    #[classmethod]
    #[pyo3(signature = (data, *, next_player = None))]
    fn from_json<'py>(
        class: &Bound<'py, PyType>,
        data: &Bound<'py, PyAny>,
        next_player: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import(CLASSES)?.call_method1("read_state", (class, data, next_player))
    }
}

impl GameStateDivercite {
    /// Checks that the arguments agree with the board, which determines the turn, the step and the pieces left.
    fn agree(
        &self,
        py: Python<'_>,
        next_player: Option<Bound<'_, PyAny>>,
        step: Option<u8>,
        left: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let own = self.its_step();
        if let Some(step) = step.filter(|&step| step != own) {
            return Err(wrong(format!("step is {step}, but the board has {own} pieces")));
        }
        if let Some(player) = next_player {
            let (given, own) = (player.call_method0("get_id")?, self.table.id(py, self.mover()));
            if !given.eq(own)? {
                return Err(wrong(format!("next_player has the id {given}, but by the board it is the turn of {own}")));
            }
        }
        let Some(left) = left else { return Ok(()) };
        for (id, pieces) in items(&left)? {
            let id = py.get_type::<PyInt>().call1((id,))?;
            let player = self.table.player_of(&id)?.ok_or_else(|| wrong(format!("no player has the id {id}")))?;
            for piece in grandline_games::divercite::Piece::ALL {
                let (given, own): (i64, u8) =
                    (pieces.get_item(piece.to_string())?.extract()?, self.line.rules.stock(player, piece));
                if given != i64::from(own) {
                    let words =
                        format!("{given} {piece} of {id} are left in players_pieces_left, but {own} by the board");
                    return Err(wrong(words));
                }
            }
        }
        Ok(())
    }
}
