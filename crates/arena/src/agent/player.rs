//! An agent in one game: the trait of every player, and the native player.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use grandline_agents::{AnyEngine, Preset, build};
use grandline_games::{AnyPosition, GameId, MoveId};
use grandline_search::{Limits, Line, Remaining, Report, Watch};

use crate::played::Ending;
use crate::time_control::{ClockKind, TimeControl};

/// An agent in one game: native, a child process, or an object of the program that runs the arena. One player plays one game
/// at a time.
pub trait Player: Send {
    /// A new game begins; all randomness comes from the seed.
    fn begin(&mut self, game: GameId, seed: u64) -> Result<(), Failure>;

    /// Its game is over: what only a game needs may go. A tournament has many players, and few of them play at a time.
    fn rest(&mut self) {}

    /// The move for the side whose turn it is. `watch` sees what is found on the way, where that is known.
    fn choose(&mut self, turn: &Turn<'_>, watch: Watch<'_, MoveId>) -> Result<Answer, Failure>;
}

/// What a player is told when it is its turn.
pub struct Turn<'a> {
    /// The game so far.
    pub position: &'a AnyPosition,
    /// The limits of the search, its clock and its stop flag.
    pub limits: &'a Limits,
    /// What the clocks of both sides show, where the game has clocks.
    pub clocks: Option<[Remaining; 2]>,
    /// Which time counts.
    pub clock: ClockKind,
    /// By how much a clock may be overdrawn before the game is lost.
    pub margin: Duration,
}

impl<'a> Turn<'a> {
    /// A question outside of a game: limits for one search and no clocks but those given.
    pub fn alone(position: &'a AnyPosition, limits: &'a Limits, clocks: Option<[Remaining; 2]>) -> Self {
        let TimeControl { clock, margin, .. } = TimeControl::default();
        Turn { position, limits, clocks, clock, margin }
    }
}

/// A move and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move; legal by contract, since texts are checked where they enter.
    pub mv: MoveId,
    /// What the search found.
    pub report: Report<MoveId>,
    /// The time it took by the clock of the turn.
    pub time: Duration,
}

impl Answer {
    /// The report, with the move that was played as the best one.
    pub fn into_report(self) -> Report<MoveId> {
        let Answer { mv, mut report, time } = self;
        if report.best() != Some(mv) {
            let value = report.value();
            report.lines = vec![Line::single(mv, value)];
        }
        report.time = time;
        report
    }
}

/// Why there is no answer: the game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure; one for which [`Ending::is_forfeit`] holds.
    pub ending: Ending,
    /// What happened, as the end of a sentence that begins with the name of the agent: `did not answer within 5s`.
    pub reason: String,
    /// The last output, the transcript: what is needed to understand it.
    pub evidence: Option<String>,
}

impl Failure {
    /// A failure without evidence.
    pub fn new(ending: Ending, reason: impl Into<String>) -> Self {
        Failure { ending, reason: reason.into(), evidence: None }
    }

    /// The lines of the evidence.
    pub(crate) fn evidence_lines(&self) -> Vec<String> {
        self.evidence.iter().flat_map(|evidence| evidence.lines()).map(str::to_owned).collect()
    }

    /// A move was asked for before the game began.
    pub(crate) fn too_early() -> Self {
        Failure::new(Ending::Crash, "was asked for a move before its game began")
    }
}

/// A preset that searches in the thread that asks it. Its engine is built when a game begins, so that a game depends on its
/// seed alone.
pub(super) struct NativePlayer {
    preset: Preset,
    engine: Option<Box<dyn AnyEngine>>,
}

impl NativePlayer {
    pub(super) fn new(preset: Preset) -> Self {
        NativePlayer { preset, engine: None }
    }
}

impl Player for NativePlayer {
    fn begin(&mut self, game: GameId, seed: u64) -> Result<(), Failure> {
        if game != self.preset.game {
            let reason = format!("plays {}, not {game}", self.preset.game);
            return Err(Failure::new(Ending::Protocol, reason));
        }
        self.engine = Some(build(&self.preset, seed));
        Ok(())
    }

    fn rest(&mut self) {
        self.engine = None;
    }

    fn choose(&mut self, turn: &Turn<'_>, watch: Watch<'_, MoveId>) -> Result<Answer, Failure> {
        let engine = self.engine.as_mut().ok_or_else(Failure::too_early)?;
        let clock = &turn.limits.clock;
        let start = clock.now();
        // A bug in one agent must not take the other games with it.
        let report = catch_unwind(AssertUnwindSafe(|| engine.search(turn.position, turn.limits, watch)));
        let time = clock.now().saturating_sub(start);
        let report = report.map_err(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
            Failure::new(Ending::Crash, format!("panicked: {words}"))
        })?;
        match report.and_then(|report| Some((report.best()?, report))) {
            Some((mv, report)) => Ok(Answer { mv, report, time }),
            None => Err(Failure::new(Ending::Silence, "found no move in a game that is not over")),
        }
    }
}
