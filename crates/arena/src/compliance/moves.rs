//! Whether an engine plays legal moves, wherever it is asked.

use grandline_games::random::{pick, seeded};
use grandline_games::{Notation, Record, Side};

use super::Check;
use super::bench::{Bench, Problem, QUICK, await_word, fail, lines_until_ready};
use crate::external::transcript::shortened;
use crate::ugi::{first_word, position_command};

pub(crate) fn checks<G: Notation>() -> Vec<Check<Bench<G>>> {
    vec![
        Check {
            name: "moves-from-the-start",
            expects: "`position startpos` and `go movetime 50` are answered with `bestmove` and a legal move",
            mend: "print `bestmove` and a move in the notation of the game, which `grandline show GAME` lists",
            run: |bench| {
                let start = bench.samples.start();
                bench.plays_at(&start).map(|_| ())
            },
        },
        Check {
            name: "answers-in-two-words",
            expects: "the answer is `bestmove` and the move, and nothing behind them",
            mend: "print exactly two words; there is no pondering in UGI",
            run: two_words,
        },
        Check {
            name: "answers-once",
            expects: "one `go` gets one `bestmove`",
            mend: "print `bestmove` in one place only, and return after it",
            run: once,
        },
        Check {
            name: "waits-for-go",
            expects: "`position` alone is not answered",
            mend: "only remember the position; think when `go` comes",
            run: waits_for_go,
        },
        Check {
            name: "follows-moves",
            expects: "moves behind `position startpos moves` are made before it thinks",
            mend: "begin with the start at each `position` line, then make all its moves",
            run: |bench| all_of(bench, |bench| bench.samples.cut(0.15, 4).collect()),
        },
        Check {
            name: "moves-for-both-sides",
            expects: "it plays for whoever is to move, the second player too",
            mend: "derive whose turn it is from the position and its moves",
            run: both_sides,
        },
        Check {
            name: "reads-positions",
            expects: "`position fen TEXT` sets up any position",
            mend: "read the text of a position as docs/engines.md describes it for your game",
            run: |bench| all_of(bench, |bench| bench.samples.cut(0.4, 3).map(|record| alone(&record)).collect()),
        },
        Check {
            name: "reads-positions-and-moves",
            expects: "moves may follow `position fen TEXT`, too",
            mend: "look for the word `moves` behind the text, and make what follows it",
            run: |bench| {
                all_of(bench, |bench| bench.samples.cut(0.5, 3).filter_map(|record| halved(&record)).collect())
            },
        },
        Check {
            name: "moves-in-the-middle",
            expects: "its moves are legal in the middle of games",
            mend: "compare your legal moves with those of `grandline show GAME --moves \"...\"` at the position in the transcript",
            run: |bench| all_of(bench, |bench| bench.samples.cut(0.5, 6).collect()),
        },
        Check {
            name: "moves-near-the-end",
            expects: "its moves are legal when the game is nearly over",
            mend: "compare your legal moves with those of `grandline show GAME --moves \"...\"`; near the end boards are full and rules bite",
            run: |bench| {
                all_of(bench, |bench| bench.samples.endings(1, 4).chain(bench.samples.endings(2, 4)).collect())
            },
        },
        Check {
            name: "moves-when-forced",
            expects: "where one move is legal, it plays that",
            mend: "answer also when there is nothing to choose; a search that skips such positions still has to print its move",
            run: |bench| all_of(bench, |bench| bench.samples.forced(4).collect()),
        },
        Check {
            name: "reads-long-games",
            expects: "a `position` line with hundreds of moves is read whole",
            mend: "do not limit the length of a line, and make moves fast enough",
            run: |bench| all_of(bench, |bench| bench.samples.longest().into_iter().collect()),
        },
        Check {
            name: "forgets-positions",
            expects: "each `position` line stands for itself, whatever came before",
            mend: "do not add to the last position: begin anew at each `position` line, with or without `uginewgame`",
            run: forgets,
        },
        Check {
            name: "plays-a-game",
            expects: "it plays a whole game as the first player",
            mend: "look at the last position in the transcript: `grandline show GAME --moves \"...\"` draws it",
            run: |bench| game(bench, Side::First, 1),
        },
        Check {
            name: "plays-a-game-as-second",
            expects: "it plays a whole game as the second player",
            mend: "look at the last position in the transcript: `grandline show GAME --moves \"...\"` draws it",
            run: |bench| game(bench, Side::Second, 2),
        },
        Check {
            name: "plays-several-games",
            expects: "one process plays game after game, with `uginewgame` before each",
            mend: "forget everything about the last game at `uginewgame`, and do not end when a game does",
            run: |bench| (3..6).try_for_each(|seed| game(bench, Side::from_parity(seed as usize), seed)),
        },
    ]
}

/// Asks about positions, if there are such positions in this game.
fn all_of<G: Notation>(bench: &mut Bench<G>, records: fn(&Bench<G>) -> Vec<Record<G>>) -> Result<(), Problem> {
    let records = records(bench);
    if records.is_empty() {
        return Err(Problem::Skip("random games of this kind have no such position".to_owned()));
    }
    bench.ready()?;
    records.iter().try_for_each(|record| bench.plays_at(record).map(|_| ()))
}

/// The same position without its past.
fn alone<G: Notation>(record: &Record<G>) -> Record<G> {
    Record::new(record.position().clone())
}

/// The same game begun two moves earlier.
fn halved<G: Notation>(record: &Record<G>) -> Option<Record<G>> {
    let place = record.moves().len().checked_sub(2)?;
    let mut later = Record::new(record.positions()[place].clone());
    record.moves()[place..].iter().for_each(|&mv| later.play(mv));
    Some(later)
}

fn two_words<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let (start, limit) = (bench.samples.start(), bench.options.answer);
    let process = &mut bench.tell_at(&start, "go movetime 50")?.process;
    let rest = await_word(process, "bestmove", limit)?;
    let words = 1 + rest.split_whitespace().count();
    if words == 2 { Ok(()) } else { fail(format!("'bestmove {}' has {words} words", shortened(&rest, 100))) }
}

fn once<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let (start, limit, ready) = (bench.samples.start(), bench.options.answer, bench.options.start);
    let process = &mut bench.tell_at(&start, "go movetime 50")?.process;
    await_word(process, "bestmove", limit)?;
    let after = lines_until_ready(process, ready)?;
    match after.iter().find(|line| !line.trim().is_empty()) {
        Some(line) => fail(format!("after its move it also said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

fn waits_for_go<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    let (start, ready) = (bench.samples.start(), bench.options.start);
    let process = &mut bench.ready()?.process;
    process.tell(&position_command(&start));
    let said = lines_until_ready(process, ready)?;
    match said.iter().find(|line| first_word(line).0 == "bestmove") {
        Some(line) => fail(format!("it said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

fn both_sides<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    bench.ready()?;
    let records: Vec<Record<G>> = [0.2, 0.3, 0.6].into_iter().flat_map(|share| bench.samples.cut(share, 6)).collect();
    for side in Side::BOTH {
        for record in records.iter().filter(|record| record.position().to_move() == side).take(3) {
            bench.plays_at(record)?;
        }
    }
    Ok(())
}

fn forgets<G: Notation>(bench: &mut Bench<G>) -> Result<(), Problem> {
    bench.ready()?;
    let mut records: Vec<Record<G>> = bench.samples.endings(1, 2).chain(bench.samples.cut(0.3, 2)).collect();
    records.push(bench.samples.start());
    records.iter().chain(records.iter().rev()).try_for_each(|record| bench.plays_at(record).map(|_| ()))
}

/// A game against random moves.
fn game<G: Notation>(bench: &mut Bench<G>, side: Side, seed: u64) -> Result<(), Problem> {
    const LONGEST: usize = 300;
    bench.ready()?;
    let mut random = seeded(seed);
    let mut record = Record::new(G::start(seed));
    while record.outcome().is_none() && record.moves().len() < LONGEST {
        let mv = if record.position().to_move() == side {
            bench.ask(&record, &super::bench::Terms::movetime(QUICK / 5))?.mv
        } else {
            let moves: Vec<G::Move> = record.position().moves().collect();
            moves[pick(&mut random, moves.len() as u32) as usize]
        };
        record.play(mv);
    }
    Ok(())
}
