//! Checks of legal moves in all kinds of positions.

use grandline_games::{AnyPosition, Side};

use super::Check;
use super::bench::{Bench, Problem, QUICK, fail, forbid, is_bestmove, movetime, play_random, skip};
use crate::external::transcript::shortened;
use crate::ugi::{position_command, start};

pub(crate) const CHECKS: &[Check<Bench>] = &[
    ("moves-from-the-start", |bench| {
        let start = bench.samples.start();
        bench.plays_at([&start])
    }),
    ("answers-in-two-words", two_words),
    ("answers-once", |bench| {
        let start = bench.samples.start();
        let session = bench.send_at(&start, "go movetime 50")?;
        session.await_word("bestmove")?;
        let after = session.lines_until_ready()?;
        forbid(&after, "after its move it also said", |line| !line.trim().is_empty())
    }),
    ("waits-for-go", |bench| {
        let start = bench.samples.start();
        let session = bench.ready()?;
        session.process.send(&position_command(&start));
        forbid(&session.lines_until_ready()?, "it said", is_bestmove)
    }),
    ("follows-moves", |bench| all_of(bench, bench.samples.cut(0.15, 4).collect())),
    ("moves-for-both-sides", both_sides),
    ("reads-positions", |bench| {
        all_of(bench, bench.samples.cut(0.4, 3).filter_map(|position| alone(&position)).collect())
    }),
    ("reads-positions-and-moves", |bench| {
        all_of(bench, bench.samples.cut(0.5, 3).filter_map(|position| halved(&position)).collect())
    }),
    ("moves-in-the-middle", |bench| all_of(bench, bench.samples.cut(0.5, 6).collect())),
    ("moves-near-the-end", |bench| {
        all_of(bench, bench.samples.endings(1, 4).chain(bench.samples.endings(2, 4)).collect())
    }),
    ("moves-when-forced", |bench| all_of(bench, bench.samples.forced(4).collect())),
    ("reads-long-games", |bench| all_of(bench, bench.samples.longest().into_iter().collect())),
    ("forgets-positions", |bench| {
        bench.ready()?;
        let mut positions: Vec<_> = bench.samples.endings(1, 2).chain(bench.samples.cut(0.3, 2)).collect();
        positions.push(bench.samples.start());
        bench.plays_at(positions.iter().chain(positions.iter().rev()))
    }),
    ("plays-a-game", |bench| game(bench, Side::First, 1)),
    ("plays-a-game-as-second", |bench| game(bench, Side::Second, 2)),
    ("plays-several-games", |bench| (3..6).try_for_each(|seed| game(bench, Side::from_parity(seed as usize), seed))),
];

/// Asks about positions, if the game has such positions.
fn all_of(bench: &mut Bench, positions: Vec<AnyPosition>) -> Result<(), Problem> {
    if positions.is_empty() {
        return skip("random games have no such position");
    }
    bench.ready()?;
    positions.into_iter().try_for_each(|position| bench.plays_at([&position]))
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
    let start = bench.samples.start();
    let rest = bench.send_at(&start, "go movetime 50")?.await_word("bestmove")?;
    let words = 1 + rest.split_whitespace().count();
    if words == 2 { Ok(()) } else { fail(format!("'bestmove {}' has {words} words", shortened(&rest, 100))) }
}

fn both_sides(bench: &mut Bench) -> Result<(), Problem> {
    bench.ready()?;
    let positions: Vec<AnyPosition> =
        [0.2, 0.33, 0.6].into_iter().flat_map(|share| bench.samples.cut(share, 6)).collect();
    Side::BOTH
        .into_iter()
        .try_for_each(|side| bench.plays_at(positions.iter().filter(|position| position.to_move() == side).take(3)))
}

fn game(bench: &mut Bench, side: Side, seed: u64) -> Result<(), Problem> {
    bench.ready()?;
    play_random(start(bench.game, seed), side, seed, |position| Ok(bench.ask(position, &movetime(QUICK / 5))?.mv))
}
