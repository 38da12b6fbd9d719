//! One game between two players, with the referee in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_games::random::mix;
use grandline_games::{AnyPosition, GameId, LineError, Margin, PositionError, Side};
use grandline_search::time::readable_duration;
use thiserror::Error;

use crate::adjudication::{Adjudication, Adjudicator};
use crate::agent::{Answer, Failure, Player, Turn};
use crate::clock::{GameClock, charge, clock_of_this_thread, waited_for_processor};
use crate::played::{Ending, Opening, Ply, SearchSummary};
use crate::time_control::{ClockKind, TimeControl};

/// Under which conditions a game is played.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// What each side may spend.
    pub control: &'a TimeControl,
    /// When the game may end early.
    pub adjudication: &'a Adjudication,
    /// Set from outside to abandon the game.
    pub stop: &'a Arc<AtomicBool>,
}

/// How a game went; the caller knows who played it and under which number.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOutcome {
    /// What was played after the opening.
    pub plies: Vec<Ply>,
    /// The result, seen by the first player. A forfeit is a margin of one.
    pub margin: Margin,
    /// What ended it.
    pub ending: Ending,
    /// How it ended, in words; an agent is named by `{first}` or `{second}`.
    pub reason: String,
    /// What the game says of its last position.
    pub detail: serde_json::Value,
    /// What is needed to understand a failure.
    pub evidence: Option<String>,
}

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// Its set-up is not a position.
    #[error("opening '{0}': {1}")]
    Setup(String, PositionError),
    /// One of its moves cannot be made. Fields: the set-up and the moves; the move, and what is wrong with it.
    #[error("opening '{0}': {1}")]
    Move(String, LineError),
}

impl Opening {
    /// The game at the end of the opening.
    pub fn position(&self, game: GameId) -> Result<AnyPosition, OpeningError> {
        let setup = game.set_up(&self.setup);
        let mut position = setup.map_err(|error| OpeningError::Setup(self.setup.clone(), error))?;
        let played = position.play_all(&self.moves);
        played.map_err(|error| OpeningError::Move(self.to_string(), error))?;
        Ok(position)
    }
}

impl std::fmt::Display for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.setup.as_str(), self.moves.as_slice()) {
            ("-", []) => f.write_str("the start"),
            ("-", moves) => f.write_str(&moves.join(" ")),
            (setup, []) => f.write_str(setup),
            (setup, moves) => write!(f, "{setup} {}", moves.join(" ")),
        }
    }
}

/// Plays a game from the end of an opening; `None` if it was abandoned. `watch` sees every ply as it is made, with the side
/// that made it.
pub fn play(
    mut position: AnyPosition,
    players: [&mut dyn Player; 2],
    seed: u64,
    conditions: Conditions<'_>,
    watch: &mut dyn FnMut(Side, &Ply),
) -> Option<GameOutcome> {
    let Conditions { control, adjudication, stop } = conditions;
    let mut clock = control.tc.map(GameClock::new);
    let time = clock_of_this_thread(control.clock);
    let mut adjudicator = Adjudicator::new(position.game(), adjudication);
    let mut plies = Vec::new();
    let [first, second] = players;
    for (side, player) in Side::BOTH.into_iter().zip([&mut *first, &mut *second]) {
        // Two agents of one name must not make the same random choices.
        let seed = mix(seed.wrapping_mul(2).wrapping_add(side.index() as u64));
        if let Err(failure) = player.begin(position.game(), seed) {
            return Some(forfeit(&position, plies, side, failure));
        }
    }
    loop {
        let ended = match position.outcome() {
            Some(margin) => Some((margin, Ending::Rules, position.reason())),
            None => adjudicator.decide(&position, stop),
        };
        if ended.is_none() && stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some((margin, ending, reason)) = ended {
            let detail = position.detail();
            return Some(GameOutcome { plies, margin, ending, reason, detail, evidence: None });
        }
        let side = position.to_move();
        let clocks = clock.map(|clock| clock.both());
        let remaining = clocks.map(|clocks| clocks[side.index()]);
        let limits = control.limits(remaining, stop, time.clone());
        let (kind, margin) = (control.clock, control.margin);
        let turn = Turn { position: &position, limits: &limits, clocks, clock: kind, margin };
        // On a busy machine this thread waits for a processor, and the search in it, or the answer for it, waits with it.
        let is_by_wall = control.is_timed() && kind == ClockKind::Wall;
        let waited = is_by_wall.then(waited_for_processor).flatten();
        let answer = match side {
            Side::First => first.choose(&turn, &mut |_| {}),
            Side::Second => second.choose(&turn, &mut |_| {}),
        };
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let answer = match answer {
            Ok(answer) => {
                let delay = waited.and_then(|before| Some(waited_for_processor()?.saturating_sub(before)));
                Answer { time: answer.time.saturating_sub(delay.unwrap_or_default()), ..answer }
            }
            Err(failure) => return Some(forfeit(&position, plies, side, failure)),
        };
        if let Err(overdrawn) = charge(&mut clock, control, side, answer.time) {
            // Whole milliseconds, upwards: a person wants to know how late, and never that it was late by nothing.
            let late = Duration::from_millis(overdrawn.0.as_micros().div_ceil(1000).try_into().unwrap_or(u64::MAX));
            let reason = format!("lost on time: its move took {} more than it had", readable_duration(late));
            return Some(forfeit(&position, plies, side, Failure::new(Ending::Time, reason)));
        }
        let search = SearchSummary::of(&answer.report);
        adjudicator.hear(side, &search);
        let Some(mv) = position.move_text(answer.mv) else {
            let failure = Failure::new(Ending::Illegal, "played a move that is not legal");
            return Some(forfeit(&position, plies, side, failure));
        };
        let micros = answer.time.as_micros().try_into().unwrap_or(u64::MAX);
        let ply = Ply { mv, micros, search };
        watch(side, &ply);
        plies.push(ply);
        position.play(answer.mv);
    }
}

/// The loss of a side that failed.
fn forfeit(position: &AnyPosition, plies: Vec<Ply>, side: Side, failure: Failure) -> GameOutcome {
    let at = format!("position: {}", position.text());
    let evidence = failure.evidence.map_or_else(|| at.clone(), |evidence| format!("{at}\n{evidence}"));
    GameOutcome {
        plies,
        margin: Margin::win(!side, 1),
        ending: failure.ending,
        reason: format!("{{{}}} {}", side.name(), failure.reason),
        detail: position.detail(),
        evidence: Some(evidence),
    }
}
