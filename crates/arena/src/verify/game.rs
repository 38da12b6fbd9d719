//! One stored game, by the rules and the referee.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_games::{AnyPosition, Margin, Side};

use crate::adjudication::{Adjudication, Adjudicator};
use crate::clock::{GameClock, charge};
use crate::played::{Ending, Played};
use crate::tournament::Tournament;

/// Replays a game; the error says what does not fit.
pub(super) fn check(definition: &Tournament, played: &Played, ask_solver: bool) -> Result<(), String> {
    let mut position = played.opening.position(definition.game).map_err(|error| format!("its opening: {error}"))?;
    let rules = &definition.adjudicate;
    // Without the solver, the other rules can be followed all the same.
    let rules = if ask_solver { rules.clone() } else { Adjudication { solver: None, ..rules.clone() } };
    let mut referee = Adjudicator::new(definition.game, &rules);
    let stop = Arc::new(AtomicBool::new(false));
    let mut clock = definition.limits.tc.map(GameClock::new);
    for (ply, number) in played.plies.iter().zip(played.opening.moves.len() + 1..) {
        if position.outcome().is_some() {
            return Err(format!("move {number}: the game is over before it ({})", position.reason()));
        }
        if let Some((.., reason)) = referee.decide(&position, &stop) {
            return Err(format!("move {number}: the referee ends the game before it ({reason})"));
        }
        let side = position.to_move();
        position.play_text(&ply.mv).map_err(|error| format!("move {number}: {error}"))?;
        if charge(&mut clock, &definition.limits, side, Duration::from_micros(ply.micros)).is_err() {
            return Err(format!("move {number}: it took longer than the clock allowed, and the game went on"));
        }
        referee.hear(side, &ply.search);
    }
    check_end(definition, played, &position, &mut referee, ask_solver)
}

/// Compares the end of a game with what is stored of it.
fn check_end(
    definition: &Tournament,
    played: &Played,
    position: &AnyPosition,
    referee: &mut Adjudicator,
    ask_solver: bool,
) -> Result<(), String> {
    let stop = Arc::new(AtomicBool::new(false));
    if position.detail() != played.detail {
        return Err("what is stored of its last position is not what its moves lead to".to_owned());
    }
    let by_rules = position.outcome().map(|margin| (margin, Ending::Rules));
    let ended = by_rules.or_else(|| referee.decide(position, &stop).map(|(margin, ending, _)| (margin, ending)));
    let (margin, ending) = match ended {
        Some(ended) => ended,
        None if played.ending.is_forfeit() => return check_forfeit(played, position),
        None if played.ending == Ending::Solver && !ask_solver && definition.adjudicate.solver.is_some() => {
            return Ok(());
        }
        None => return Err(format!("it is stored as ended by {}, and is not over", played.ending.name())),
    };
    if ending != played.ending {
        return Err(format!("it was ended by {}, and is stored as ended by {}", ending.name(), played.ending.name()));
    }
    if (margin.winner(), margin.0) != (played.winner, played.margin) {
        let stored = described(played.winner, played.margin);
        return Err(format!("the result is {}, and {stored} is stored", described(margin.winner(), margin.0)));
    }
    Ok(())
}

/// A forfeit is lost by the side to move, or by a side that failed before the first move.
fn check_forfeit(played: &Played, position: &AnyPosition) -> Result<(), String> {
    match played.winner {
        None => Err("it is stored as a forfeit and a draw".to_owned()),
        Some(winner) if winner == position.to_move() && !played.plies.is_empty() => {
            Err(format!("it is stored as forfeited by the {} player, who was not to move", (!winner).name()))
        }
        Some(_) if played.margin != Margin::DRAW.0 => Err("it is stored as a forfeit with a margin".to_owned()),
        Some(_) => Ok(()),
    }
}

fn described(winner: Option<Side>, margin: i16) -> String {
    match winner {
        None => "a draw".to_owned(),
        Some(winner) => format!("a win of the {} player by {}", winner.name(), margin.unsigned_abs()),
    }
}
