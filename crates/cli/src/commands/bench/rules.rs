//! How fast the rules are.

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use grandline_games::random::seeded;
use grandline_games::{Notation, perft};

use super::rate;

/// Per second of a thread's processor time.
pub(super) struct Speed {
    pub(super) playouts: f64,
    pub(super) playouts_all: f64,
    pub(super) leaves: f64,
}

pub(super) fn measure<G: Notation>(time: Duration) -> Speed {
    let playouts = move |seed: u64| {
        // Never the same games twice: a processor learns the branches of a few hundred games by heart.
        let mut rng = seeded(seed);
        let mut games = 0;
        rate(time, || {
            for game in games..games + 256 {
                black_box(G::start(seed ^ game).playout(&mut rng));
            }
            games += 256;
            256
        })
    };
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
    let playouts_all = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|seed| scope.spawn(move || playouts(seed))).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok()).sum()
    });
    let start = G::start(0);
    // The deepest perft that is still short enough to be repeated.
    let depth = (1..).find(|&depth| perft(&start, depth) > 2_000_000).unwrap_or(1);
    Speed { playouts: playouts(0), playouts_all, leaves: rate(time, || black_box(perft(&start, depth))) }
}
