//! How fast the rules are.

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use grandline_games::GameId;
use grandline_games::random::seeded;

use super::rate;

/// The speeds by name, per second of a thread's CPU time.
pub(super) fn measure(game: GameId, time: Duration) -> Result<[(&'static str, f64); 3]> {
    let playouts = move |seed: u64| {
        // Never the same games twice: a processor learns the branches of a few hundred games by heart.
        let mut rng = seeded(seed);
        let mut games = 0_u64;
        rate(time, || {
            let begin = seed << 32 | games;
            black_box(game.random_games(begin..begin + 256, &mut rng));
            games += 256;
            256
        })
    };
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let playouts_all = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|seed| scope.spawn(move || playouts(seed))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).sum()
    });
    let start = game.set_up("-")?;
    // The deepest perft that is still short enough to be repeated.
    let depth = (1..).find(|&depth| start.perft(depth) > 2_000_000).unwrap_or(1);
    Ok([
        ("playouts_per_s", playouts(0)),
        ("playouts_per_s_all_threads", playouts_all),
        ("perft_leaves_per_s", rate(time, || black_box(start.perft(depth)))),
    ])
}
