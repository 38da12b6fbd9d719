//! One game between two contestants, with the referee in between.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use grandline_games::{Margin, Notation, PositionError, Record, Side};
use thiserror::Error;

use crate::adjudication::{Adjudication, Adjudicator};
use crate::allowance::{Allowance, format_span};
use crate::clock::{GameClock, charge};
use crate::contestant::{Contestant, Failure, Turn};
use crate::played::{Ending, Opening, Ply};

/// The terms of a game.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// What each side may spend.
    pub allowance: &'a Allowance,
    /// When it may end early.
    pub adjudication: &'a Adjudication,
    /// Set from outside when it is to be given up.
    pub stop: &'a Arc<AtomicBool>,
}

/// How a game went; who played it and under which number is for the caller to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
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
    /// Its set-up is none.
    #[error("opening '{0}': {1}")]
    Setup(String, PositionError),
    /// One of its moves cannot be made.
    #[error("opening '{opening}': move {ply}: {reason}")]
    Move {
        /// The set-up and the moves.
        opening: String,
        /// The number of the move, from 1.
        ply: usize,
        /// What is wrong with it.
        reason: String,
    },
}

impl Opening {
    /// The game at the end of the opening.
    pub fn record<G: Notation>(&self) -> Result<Record<G>, OpeningError> {
        let start = G::set_up(&self.setup).map_err(|error| OpeningError::Setup(self.setup.clone(), error))?;
        read_moves(Record::new(start), &self.moves).map_err(|MoveAt { ply, reason }| OpeningError::Move {
            opening: self.to_string(),
            ply,
            reason,
        })
    }
}

/// A move of a list that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {ply}: {reason}")]
pub struct MoveAt {
    /// Its number, from 1.
    pub ply: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Makes a list of moves.
pub fn read_moves<G: Notation>(mut record: Record<G>, moves: &[String]) -> Result<Record<G>, MoveAt> {
    for (index, text) in moves.iter().enumerate() {
        let wrong = |reason: String| MoveAt { ply: index + 1, reason };
        if record.outcome().is_some() {
            return Err(wrong(format!("the game is over before it ({})", record.reason())));
        }
        let mv = record.position().parse_move(text).map_err(|error| wrong(error.to_string()))?;
        record.play(mv);
    }
    Ok(record)
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

/// Plays a game from the end of an opening; `None` if it was given up. `watch` sees every ply as it is made.
pub fn play<G: Notation>(
    mut record: Record<G>,
    contestants: [&mut dyn Contestant<G>; 2],
    seed: u64,
    terms: Terms<'_>,
    watch: &mut dyn FnMut(&Ply),
) -> Option<Contest> {
    let mut clock = terms.allowance.tc.map(GameClock::new);
    let mut adjudicator = Adjudicator::<G>::new(terms.adjudication);
    let mut plies = Vec::new();
    let [first, second] = contestants;
    for (side, contestant) in Side::BOTH.into_iter().zip([&mut *first, &mut *second]) {
        // Two agents of one name must not make the same random choices.
        let seed = grandline_games::random::mix(seed.wrapping_mul(2).wrapping_add(side.index() as u64));
        if let Err(failure) = contestant.begin(seed) {
            return Some(forfeit(&record, plies, side, failure));
        }
    }
    loop {
        let ended = match record.outcome() {
            Some(margin) => Some((margin, Ending::Rules, record.reason())),
            None => adjudicator.decide(&record).map(|decided| (decided.margin, decided.ending, decided.reason)),
        };
        if let Some((margin, ending, reason)) = ended {
            let detail = record.position().detail();
            return Some(Contest { plies, margin, ending, reason, detail, evidence: None });
        }
        let side = record.position().to_move();
        let turn = Turn {
            record: &record,
            allowance: terms.allowance,
            clocks: clock.map(|clock| Side::BOTH.map(|side| clock.remaining(side))),
            stop: terms.stop,
        };
        let answer = match side {
            Side::First => first.choose(&turn, &mut |_| {}),
            Side::Second => second.choose(&turn, &mut |_| {}),
        };
        if terms.stop.load(Ordering::Relaxed) {
            return None;
        }
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return Some(forfeit(&record, plies, side, failure)),
        };
        if let Err(overdrawn) = charge(&mut clock, terms.allowance, side, answer.time) {
            // Whole milliseconds, upwards: a person wants to know how late, and never that it was late by nothing.
            let late = Duration::from_millis(overdrawn.0.as_micros().div_ceil(1000).try_into().unwrap_or(u64::MAX));
            let reason = format!("lost on time: its move took {} more than it had", format_span(late));
            return Some(forfeit(&record, plies, side, Failure::new(Ending::Time, reason)));
        }
        adjudicator.hear(side, &answer.thought);
        let mv = record.position().format_move(answer.mv);
        let micros = answer.time.as_micros().try_into().unwrap_or(u64::MAX);
        let ply = Ply { mv, micros, thought: answer.thought };
        watch(&ply);
        plies.push(ply);
        record.play(answer.mv);
    }
}

/// The loss of a side that failed.
fn forfeit<G: Notation>(record: &Record<G>, plies: Vec<Ply>, side: Side, failure: Failure) -> Contest {
    let detail = record.position().detail();
    let position = format!("position: {}", G::text_of(record));
    let evidence = failure.evidence.map_or_else(|| position.clone(), |evidence| format!("{position}\n{evidence}"));
    Contest {
        plies,
        margin: Margin::win(!side, 1),
        ending: failure.ending,
        reason: format!("{{{}}} {}", side.name(), failure.reason),
        detail,
        evidence: Some(evidence),
    }
}
