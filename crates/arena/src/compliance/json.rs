//! Checks of engines that speak JSON lines.

use std::time::Duration;

use grandline_games::{AnyPosition, GameId, MoveId, Side};
use grandline_search::Limits;
use grandline_search::time::format_duration;

use super::Check;
use super::bench::{Problem, clock, fail, play_random, skip, turn};
use super::samples::Samples;
use crate::agent::Player;
use crate::external::process::Process;
use crate::external::{CommandLine, ExternalOptions, JsonPlayer};

/// The engine that is checked.
pub(crate) struct JsonBench {
    command: CommandLine,
    options: ExternalOptions,
    samples: Samples,
    transcript: Vec<String>,
}

impl JsonBench {
    pub(crate) fn new(game: GameId, command: CommandLine, options: ExternalOptions) -> Self {
        JsonBench { command, options, samples: Samples::new(game), transcript: Vec::new() }
    }

    /// Ends a check and returns its transcript, if it has failed.
    pub(crate) fn end(&mut self) -> Vec<String> {
        std::mem::take(&mut self.transcript)
    }

    fn player(&self) -> JsonPlayer {
        JsonPlayer::new(self.command.clone(), self.options.clone())
    }

    fn ask(&mut self, player: &mut JsonPlayer, position: &AnyPosition, limits: &Limits) -> Result<MoveId, Problem> {
        player.choose(&turn(position, limits), &mut |_| {}).map(|answer| answer.mv).map_err(|failure| {
            self.transcript = failure.evidence_lines();
            failure.into()
        })
    }

    /// Asks one process about positions, if the game has such positions.
    fn ask_all(&mut self, positions: Vec<AnyPosition>) -> Result<(), Problem> {
        if positions.is_empty() {
            return skip("random games have no such position");
        }
        let mut player = self.player();
        positions.into_iter().try_for_each(|position| self.ask(&mut player, &position, &Limits::default()).map(|_| ()))
    }
}

pub(crate) const CHECKS: &[Check<JsonBench>] = &[
    ("answers", |bench| bench.ask_all(vec![bench.samples.start()])),
    ("answers-for-both-sides", |bench| {
        let second = |position: &AnyPosition| position.to_move() == Side::Second;
        // Two shares, because a game of a fixed length has the same side to move at each.
        let positions = bench.samples.cut(0.3, 12).chain(bench.samples.cut(0.33, 12));
        bench.ask_all(positions.filter(second).take(3).collect())
    }),
    ("answers-in-the-middle", |bench| bench.ask_all(bench.samples.cut(0.5, 4).collect())),
    ("answers-near-the-end", |bench| bench.ask_all(bench.samples.endings(1, 3).collect())),
    ("answers-when-forced", |bench| bench.ask_all(bench.samples.forced(3).collect())),
    ("takes-clocks", |bench| {
        let start = bench.samples.start();
        bench.ask_all(vec![start.clone()])?;
        let limits = clock(Duration::from_secs(10), Duration::ZERO, None);
        bench.ask(&mut bench.player(), &start, &limits).map(|_| ())
    }),
    ("remembers-nothing", |bench| {
        bench.ask_all(bench.samples.endings(1, 2).chain(bench.samples.cut(0.2, 2)).collect())
    }),
    ("answers-a-question-once", |bench| bench.ask_all(vec![bench.samples.start(); 5])),
    ("plays-a-game", game),
    ("ends-with-its-host", ends),
];

fn game(bench: &mut JsonBench) -> Result<(), Problem> {
    let mut player = bench.player();
    play_random(bench.samples.start(), Side::First, 1, |position| bench.ask(&mut player, position, &Limits::default()))
}

fn ends(bench: &mut JsonBench) -> Result<(), Problem> {
    let started = Process::start(&bench.command, &bench.options);
    let mut process = started.map_err(|error| Problem::Fail(error.to_string()))?;
    // An engine that gets no question may end with any status.
    match process.run_out(bench.options.start) {
        Some(_) => Ok(()),
        None => fail(format!("it was still running after {}", format_duration(bench.options.start))),
    }
}
