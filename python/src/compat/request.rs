//! A request that came over a pipe, as the arguments of an agent.

use pyo3::prelude::*;

use crate::arena::Clock;
use crate::game::GameArgument;
use crate::position::{Position, Tally};

/// The position of a game in progress, with its nodes counted, and a clock that starts now. Times are in seconds.
#[pyfunction]
#[pyo3(signature = (
    game, start, moves, *, time = None, nodes = None, depth = None, remaining = None, opponent = None, increment = 0.0,
))]
#[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
pub(crate) fn turn(
    game: GameArgument,
    start: &str,
    moves: Vec<String>,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    remaining: Option<f64>,
    opponent: Option<f64>,
    increment: f64,
) -> PyResult<(Position, Clock)> {
    let position = Position::begin(game.resolve()?, start, &moves)?;
    let counted = Position { tally: Some(Tally::default()), ..position };
    let clock = Clock::new(counted.inner.clone(), [time, remaining, opponent], increment, nodes, depth);
    Ok((counted, clock))
}
