//! Whether a program answers questions in JSON as it should.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_agents::Family;
use grandline_games::random::{pick, seeded};
use grandline_games::{Notation, Record, Side};

use super::Check;
use super::bench::{Problem, Terms, fail};
use super::samples::Samples;
use crate::allowance::{Allowance, format_span};
use crate::contestant::{Contestant, Turn};
use crate::external::process::Process;
use crate::external::{CommandLine, ExternalOptions, JsonContestant};

/// A program on the bench.
pub(crate) struct JsonBench<G: Notation> {
    command: CommandLine,
    options: ExternalOptions,
    samples: Samples<G>,
    said: Vec<String>,
}

impl<G: Family> JsonBench<G> {
    pub(crate) fn new(command: CommandLine, options: ExternalOptions) -> Self {
        JsonBench { command, options, samples: Samples::new(), said: Vec::new() }
    }

    /// What was said in a check that failed.
    pub(crate) fn end(&mut self) -> Vec<String> {
        std::mem::take(&mut self.said)
    }

    fn contestant(&self) -> JsonContestant<G> {
        JsonContestant::new(self.command.clone(), self.options.clone())
    }

    fn ask(&mut self, program: &mut JsonContestant<G>, record: &Record<G>, terms: &Terms) -> Result<G::Move, Problem> {
        let stop = Arc::new(AtomicBool::new(false));
        let turn = Turn { record, allowance: &terms.allowance, clocks: terms.clocks, stop: &stop };
        program.choose(&turn, &mut |_| {}).map(|answer| answer.mv).map_err(|failure| {
            self.said = failure.evidence.iter().flat_map(|evidence| evidence.lines()).map(str::to_owned).collect();
            failure.into()
        })
    }

    /// Asks one process about positions, if there are such positions in this game.
    fn ask_all(&mut self, records: &[Record<G>], terms: &Terms) -> Result<(), Problem> {
        if records.is_empty() {
            return Err(Problem::Skip("random games of this kind have no such position".to_owned()));
        }
        let mut program = self.contestant();
        records.iter().try_for_each(|record| self.ask(&mut program, record, terms).map(|_| ()))
    }
}

fn untimed() -> Terms {
    Terms { allowance: Allowance::default(), clocks: None }
}

pub(crate) fn checks<G: Family>() -> Vec<Check<JsonBench<G>>> {
    vec![
        Check {
            name: "answers",
            expects: "a question about the start is answered by one line, an object with the key `move` and a legal move",
            mend: "read a line, print {\"move\": \"...\"} with one of the texts under `legal`, and flush standard output (in Python: print(..., flush=True))",
            run: |bench| bench.ask_all(&[bench.samples.start()], &untimed()),
        },
        Check {
            name: "answers-for-both-sides",
            expects: "its moves are legal for the second player, too",
            mend: "choose among `legal`, which is for the player under `player`",
            run: |bench| {
                let second = |record: &Record<G>| record.position().to_move() == Side::Second;
                let records: Vec<_> = bench.samples.cut(0.3, 12).filter(second).take(3).collect();
                bench.ask_all(&records, &untimed())
            },
        },
        Check {
            name: "answers-in-the-middle",
            expects: "its moves are legal in the middle of games",
            mend: "choose among `legal`; `position` is the position now, `moves` are those that led to it",
            run: |bench| {
                let records: Vec<_> = bench.samples.cut(0.5, 4).collect();
                bench.ask_all(&records, &untimed())
            },
        },
        Check {
            name: "answers-near-the-end",
            expects: "its moves are legal when the game is nearly over",
            mend: "choose among `legal`",
            run: |bench| {
                let records: Vec<_> = bench.samples.endings(1, 3).collect();
                bench.ask_all(&records, &untimed())
            },
        },
        Check {
            name: "answers-when-forced",
            expects: "where one move is legal, it plays that",
            mend: "answer also when `legal` has one entry",
            run: |bench| {
                let records: Vec<_> = bench.samples.forced(3).collect();
                bench.ask_all(&records, &untimed())
            },
        },
        Check {
            name: "takes-clocks",
            expects: "`clock_ms` may be null, or two numbers of milliseconds",
            mend: "look whether `clock_ms` is null before you use it; its first number belongs to the first player",
            run: |bench| {
                let start = [bench.samples.start()];
                bench.ask_all(&start, &untimed())?;
                bench.ask_all(&start, &Terms::clock(Duration::from_secs(10), Duration::ZERO, None))
            },
        },
        Check {
            name: "remembers-nothing",
            expects: "each question stands for itself: questions may jump from game to game",
            mend: "keep nothing from the last question; everything is in the present one",
            run: |bench| {
                let records: Vec<_> = bench.samples.endings(1, 2).chain(bench.samples.cut(0.2, 2)).collect();
                bench.ask_all(&records, &untimed())
            },
        },
        Check {
            name: "answers-a-question-once",
            expects: "one question gets one line, so that nothing is left when the next one comes",
            mend: "print one line a question; notes belong on standard error",
            run: once,
        },
        Check {
            name: "plays-a-game",
            expects: "it plays a whole game, going on after its answer or being started again",
            mend: "read questions in a loop until standard input ends, or end with exit status 0 after one answer",
            run: game,
        },
        Check {
            name: "ends-with-its-host",
            expects: "the end of standard input ends the process within 10 s",
            mend: "leave the loop when there is no next line (in Python: for line in sys.stdin)",
            run: ends,
        },
    ]
}

fn once<G: Family>(bench: &mut JsonBench<G>) -> Result<(), Problem> {
    let mut program = bench.contestant();
    let start = bench.samples.start();
    for _ in 0..5 {
        bench.ask(&mut program, &start, &untimed())?;
    }
    Ok(())
}

fn game<G: Family>(bench: &mut JsonBench<G>) -> Result<(), Problem> {
    let mut program = bench.contestant();
    let mut random = seeded(1);
    let mut record = bench.samples.start();
    while record.outcome().is_none() && record.moves().len() < 300 {
        let mv = match record.position().to_move() {
            Side::First => bench.ask(&mut program, &record, &untimed())?,
            Side::Second => {
                let moves: Vec<G::Move> = record.position().moves().collect();
                moves[pick(&mut random, moves.len() as u32) as usize]
            }
        };
        record.play(mv);
    }
    Ok(())
}

fn ends<G: Family>(bench: &mut JsonBench<G>) -> Result<(), Problem> {
    let mut process = match Process::start(&bench.command, &bench.options) {
        Ok(process) => process,
        Err(error) => return fail(error.to_string()),
    };
    process.close_input();
    let until = process.now() + bench.options.start;
    while let Ok(Some(_)) = process.hear(until) {}
    // A program that expects a question may be surprised that there is none, and say so by its status.
    match process.wait_for_end(until) {
        Some(_) => Ok(()),
        None => fail(format!("it was still there after {}", format_span(bench.options.start))),
    }
}
