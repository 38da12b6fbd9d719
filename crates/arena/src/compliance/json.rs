//! Checks of engines that speak JSON lines.

use std::time::Duration;

use grandline_games::random::seeded;
use grandline_games::{AnyPosition, GameId, MoveId, Side};
use grandline_search::Limits;
use grandline_search::time::format_duration;

use super::Check;
use super::bench::{Problem, clock, fail, turn};
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
            self.transcript =
                failure.evidence.iter().flat_map(|evidence| evidence.lines()).map(str::to_owned).collect();
            failure.into()
        })
    }

    /// Asks one process about positions, if the game has such positions.
    fn ask_all(&mut self, positions: &[AnyPosition], limits: &Limits) -> Result<(), Problem> {
        if positions.is_empty() {
            return Err(Problem::Skip("random games have no such position".to_owned()));
        }
        let mut player = self.player();
        positions.iter().try_for_each(|position| self.ask(&mut player, position, limits).map(|_| ()))
    }
}

pub(crate) fn checks() -> Vec<Check<JsonBench>> {
    vec![
        Check {
            name: "answers",
            expects: "a question about the start is answered by one line, an object with the key `move` and a legal move",
            fix: "read a line, print {\"move\": \"...\"} with one of the texts under `legal`, and flush standard output (in Python: print(..., flush=True))",
            run: |bench| bench.ask_all(&[bench.samples.start()], &Limits::default()),
        },
        Check {
            name: "answers-for-both-sides",
            expects: "its moves are legal for the second player, too",
            fix: "choose among `legal`, which is for the player under `player`",
            run: |bench| {
                let second = |position: &AnyPosition| position.to_move() == Side::Second;
                // Two shares, because a game of a fixed length has the same side to move at each.
                let positions = bench.samples.cut(0.3, 12).chain(bench.samples.cut(0.33, 12));
                let positions: Vec<_> = positions.filter(second).take(3).collect();
                bench.ask_all(&positions, &Limits::default())
            },
        },
        Check {
            name: "answers-in-the-middle",
            expects: "its moves are legal in the middle of games",
            fix: "choose among `legal`; `position` is the position now, `moves` are those that led to it",
            run: |bench| {
                let positions: Vec<_> = bench.samples.cut(0.5, 4).collect();
                bench.ask_all(&positions, &Limits::default())
            },
        },
        Check {
            name: "answers-near-the-end",
            expects: "its moves are legal when the game is nearly over",
            fix: "choose among `legal`",
            run: |bench| {
                let positions: Vec<_> = bench.samples.endings(1, 3).collect();
                bench.ask_all(&positions, &Limits::default())
            },
        },
        Check {
            name: "answers-when-forced",
            expects: "if only one move is legal, it plays that move",
            fix: "answer also when `legal` has one entry",
            run: |bench| {
                let positions: Vec<_> = bench.samples.forced(3).collect();
                bench.ask_all(&positions, &Limits::default())
            },
        },
        Check {
            name: "takes-clocks",
            expects: "`clock_ms` may be null, or two numbers of milliseconds",
            fix: "look whether `clock_ms` is null before you use it; its first number belongs to the first player",
            run: |bench| {
                let start = [bench.samples.start()];
                bench.ask_all(&start, &Limits::default())?;
                bench.ask_all(&start, &clock(Duration::from_secs(10), Duration::ZERO, None))
            },
        },
        Check {
            name: "remembers-nothing",
            expects: "each question is complete: questions may jump from game to game",
            fix: "keep nothing from the last question; everything is in the present one",
            run: |bench| {
                let positions: Vec<_> = bench.samples.endings(1, 2).chain(bench.samples.cut(0.2, 2)).collect();
                bench.ask_all(&positions, &Limits::default())
            },
        },
        Check {
            name: "answers-a-question-once",
            expects: "one question gets one line, so that nothing is left when the next one comes",
            fix: "print one line per question; notes belong on standard error",
            run: once,
        },
        Check {
            name: "plays-a-game",
            expects: "it plays a whole game, going on after its answer or being started again",
            fix: "read questions in a loop until standard input ends, or end with exit status 0 after one answer",
            run: game,
        },
        Check {
            name: "ends-with-its-host",
            expects: "the end of standard input ends the process within 10 s",
            fix: "leave the loop when there is no next line (in Python: for line in sys.stdin)",
            run: ends,
        },
    ]
}

fn once(bench: &mut JsonBench) -> Result<(), Problem> {
    let mut player = bench.player();
    let start = bench.samples.start();
    for _ in 0..5 {
        bench.ask(&mut player, &start, &Limits::default())?;
    }
    Ok(())
}

fn game(bench: &mut JsonBench) -> Result<(), Problem> {
    let mut player = bench.player();
    let mut random = seeded(1);
    let mut position = bench.samples.start();
    while position.plies() < 300
        && let Some(random_move) = position.random_move(&mut random)
    {
        let asked = position.to_move() == Side::First;
        position.play(if asked { bench.ask(&mut player, &position, &Limits::default())? } else { random_move });
    }
    Ok(())
}

fn ends(bench: &mut JsonBench) -> Result<(), Problem> {
    let mut process = match Process::start(&bench.command, &bench.options) {
        Ok(process) => process,
        Err(error) => return fail(error.to_string()),
    };
    process.close_input();
    let until = process.now() + bench.options.start;
    while let Ok(Some(_)) = process.receive(until) {}
    // An engine that gets no question may end with any status.
    match process.wait_for_end(until) {
        Some(_) => Ok(()),
        None => fail(format!("it was still running after {}", format_duration(bench.options.start))),
    }
}
