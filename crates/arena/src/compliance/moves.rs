//! Checks of legal moves in all kinds of positions.

use grandline_games::random::seeded;
use grandline_games::{AnyPosition, Side};

use super::Check;
use super::bench::{Bench, Problem, QUICK, await_word, fail, lines_until_ready, movetime};
use crate::external::transcript::shortened;
use crate::ugi::{first_word, position_command, start};

pub(crate) fn checks() -> Vec<Check<Bench>> {
    vec![
        Check {
            name: "moves-from-the-start",
            expects: "`position startpos` and `go movetime 50` are answered with `bestmove` and a legal move",
            fix: "print `bestmove` and a move in the notation of the game, which `grandline show GAME` lists",
            run: |bench| {
                let start = bench.samples.start();
                bench.plays_at(&start).map(|_| ())
            },
        },
        Check {
            name: "answers-in-two-words",
            expects: "the answer is `bestmove` and the move, and nothing else",
            fix: "print exactly two words; there is no pondering in UGI",
            run: two_words,
        },
        Check {
            name: "answers-once",
            expects: "one `go` gets one `bestmove`",
            fix: "print `bestmove` in one place only, and return after it",
            run: once,
        },
        Check {
            name: "waits-for-go",
            expects: "`position` alone is not answered",
            fix: "only remember the position; think when `go` comes",
            run: waits_for_go,
        },
        Check {
            name: "follows-moves",
            expects: "moves after `position startpos moves` are played before the search",
            fix: "begin with the start at each `position` line, then make all its moves",
            run: |bench| all_of(bench, |bench| bench.samples.cut(0.15, 4).collect()),
        },
        Check {
            name: "moves-for-both-sides",
            expects: "it plays for whoever is to move, the second player too",
            fix: "derive whose turn it is from the position and its moves",
            run: both_sides,
        },
        Check {
            name: "reads-positions",
            expects: "`position fen TEXT` sets up any position",
            fix: "read the text of a position as docs/engines.md describes it for your game",
            run: |bench| {
                all_of(bench, |bench| bench.samples.cut(0.4, 3).filter_map(|position| alone(&position)).collect())
            },
        },
        Check {
            name: "reads-positions-and-moves",
            expects: "moves may follow `position fen TEXT`, too",
            fix: "look for the word `moves` behind the text, and make what follows it",
            run: |bench| {
                all_of(bench, |bench| bench.samples.cut(0.5, 3).filter_map(|position| halved(&position)).collect())
            },
        },
        Check {
            name: "moves-in-the-middle",
            expects: "its moves are legal in the middle of games",
            fix: "compare your legal moves with those of `grandline show GAME --moves \"...\"` at the position in the transcript",
            run: |bench| all_of(bench, |bench| bench.samples.cut(0.5, 6).collect()),
        },
        Check {
            name: "moves-near-the-end",
            expects: "its moves are legal when the game is nearly over",
            fix: "compare your legal moves with those of `grandline show GAME --moves \"...\"`; near the end special rules apply more often",
            run: |bench| {
                all_of(bench, |bench| bench.samples.endings(1, 4).chain(bench.samples.endings(2, 4)).collect())
            },
        },
        Check {
            name: "moves-when-forced",
            expects: "if only one move is legal, it plays that move",
            fix: "answer also when there is nothing to choose; a search that skips such positions still has to print its move",
            run: |bench| all_of(bench, |bench| bench.samples.forced(4).collect()),
        },
        Check {
            name: "reads-long-games",
            expects: "a `position` line with hundreds of moves is read whole",
            fix: "do not limit the length of a line, and make moves fast enough",
            run: |bench| all_of(bench, |bench| bench.samples.longest().into_iter().collect()),
        },
        Check {
            name: "forgets-positions",
            expects: "each `position` line is complete: nothing earlier matters",
            fix: "do not add to the last position: begin anew at each `position` line, with or without `uginewgame`",
            run: forgets,
        },
        Check {
            name: "plays-a-game",
            expects: "it plays a whole game as the first player",
            fix: "look at the last position in the transcript: `grandline show GAME --moves \"...\"` draws it",
            run: |bench| game(bench, Side::First, 1),
        },
        Check {
            name: "plays-a-game-as-second",
            expects: "it plays a whole game as the second player",
            fix: "look at the last position in the transcript: `grandline show GAME --moves \"...\"` draws it",
            run: |bench| game(bench, Side::Second, 2),
        },
        Check {
            name: "plays-several-games",
            expects: "one process plays game after game, with `uginewgame` before each",
            fix: "forget everything about the last game at `uginewgame`, and do not end when a game does",
            run: |bench| (3..6).try_for_each(|seed| game(bench, Side::from_parity(seed as usize), seed)),
        },
    ]
}

/// Asks about positions, if the game has such positions.
fn all_of(bench: &mut Bench, positions: fn(&Bench) -> Vec<AnyPosition>) -> Result<(), Problem> {
    let positions = positions(bench);
    if positions.is_empty() {
        return Err(Problem::Skip("random games have no such position".to_owned()));
    }
    bench.ready()?;
    positions.iter().try_for_each(|position| bench.plays_at(position).map(|_| ()))
}

/// The same position without its past.
fn alone(position: &AnyPosition) -> Option<AnyPosition> {
    position.game().set_up(&position.text()).ok()
}

/// The same game, begun two moves before.
fn halved(position: &AnyPosition) -> Option<AnyPosition> {
    let (last, before) = position.before()?;
    let (first, before) = before.before()?;
    let mut later = alone(&before)?;
    (later.play(first) && later.play(last)).then_some(later)
}

fn two_words(bench: &mut Bench) -> Result<(), Problem> {
    let (start, limit) = (bench.samples.start(), bench.options.answer);
    let process = &mut bench.send_at(&start, "go movetime 50")?.process;
    let rest = await_word(process, "bestmove", limit)?;
    let words = 1 + rest.split_whitespace().count();
    if words == 2 { Ok(()) } else { fail(format!("'bestmove {}' has {words} words", shortened(&rest, 100))) }
}

fn once(bench: &mut Bench) -> Result<(), Problem> {
    let (start, limit, ready) = (bench.samples.start(), bench.options.answer, bench.options.start);
    let process = &mut bench.send_at(&start, "go movetime 50")?.process;
    await_word(process, "bestmove", limit)?;
    let after = lines_until_ready(process, ready)?;
    match after.iter().find(|line| !line.trim().is_empty()) {
        Some(line) => fail(format!("after its move it also said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

fn waits_for_go(bench: &mut Bench) -> Result<(), Problem> {
    let (start, ready) = (bench.samples.start(), bench.options.start);
    let process = &mut bench.ready()?.process;
    process.send(&position_command(&start));
    let said = lines_until_ready(process, ready)?;
    match said.iter().find(|line| first_word(line).0 == "bestmove") {
        Some(line) => fail(format!("it said '{}'", shortened(line, 100))),
        None => Ok(()),
    }
}

fn both_sides(bench: &mut Bench) -> Result<(), Problem> {
    bench.ready()?;
    let positions: Vec<AnyPosition> =
        [0.2, 0.33, 0.6].into_iter().flat_map(|share| bench.samples.cut(share, 6)).collect();
    for side in Side::BOTH {
        for position in positions.iter().filter(|position| position.to_move() == side).take(3) {
            bench.plays_at(position)?;
        }
    }
    Ok(())
}

fn forgets(bench: &mut Bench) -> Result<(), Problem> {
    bench.ready()?;
    let mut positions: Vec<AnyPosition> = bench.samples.endings(1, 2).chain(bench.samples.cut(0.3, 2)).collect();
    positions.push(bench.samples.start());
    positions.iter().chain(positions.iter().rev()).try_for_each(|position| bench.plays_at(position).map(|_| ()))
}

/// Plays a game against random moves.
fn game(bench: &mut Bench, side: Side, seed: u64) -> Result<(), Problem> {
    const LONGEST: usize = 300;
    bench.ready()?;
    let mut random = seeded(seed);
    let mut position = start(bench.game, seed);
    while position.plies() < LONGEST
        && let Some(random_move) = position.random_move(&mut random)
    {
        let asked = position.to_move() == side;
        position.play(if asked { bench.ask(&position, &movetime(QUICK / 5))?.mv } else { random_move });
    }
    Ok(())
}
