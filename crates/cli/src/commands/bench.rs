//! `grandline bench`

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use grandline_games::random::seeded;
use grandline_games::{GameId, Notation, perft, with_game};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value, json};

use crate::output;

/// Measure the speed of the rules on this machine
///
/// Random playouts and perft leaves per second of processor time, for every game, with one
/// thread and with all. A playout begins at the start of the game, set-up included, and
/// chooses uniformly among the legal moves; a perft counts its last ply in bulk.
///
/// Example: grandline bench --json
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Bench {
    /// One JSON object with all figures
    #[arg(long)]
    json: bool,
    /// Only this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// How long to measure each figure, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u64,
}

/// What one thread does for each game.
struct Speed {
    playouts: f64,
    playouts_all: f64,
    leaves: f64,
}

impl Bench {
    pub(crate) fn run(&self) -> Result<()> {
        let mut rules = Map::new();
        let mut rows = vec![["game", "playouts/s", "all threads", "perft leaves/s"].map(String::from).to_vec()];
        for &id in GameId::ALL.iter().filter(|&&id| self.game.is_none_or(|game| game == id)) {
            let speed = with_game!(id, G => self.measure::<G>());
            let figures = json!({
                "playouts_per_s": speed.playouts.round(),
                "playouts_per_s_all_threads": speed.playouts_all.round(),
                "perft_leaves_per_s": speed.leaves.round(),
            });
            rules.insert(id.name().to_owned(), figures);
            let human = [speed.playouts, speed.playouts_all, speed.leaves].map(output::human);
            rows.push([vec![id.name().to_owned()], human.to_vec()].concat());
        }
        if self.json {
            return output::json(&json!({ "rules": Value::Object(rules) }));
        }
        output::table(&rows)
    }

    fn measure<G: Notation>(&self) -> Speed {
        let time = Duration::from_millis(self.time);
        let playouts = move |seed: u64| {
            rate(time, || {
                let mut rng = seeded(seed);
                (0..256)
                    .map(|game| {
                        let mut position = G::start(seed ^ game);
                        black_box(position.playout(&mut rng));
                        1
                    })
                    .sum()
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
}

/// How much of something a thread does in a second of its own processor time.
fn rate(at_least: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let start = processor_time();
    let mut done = 0;
    loop {
        done += work();
        let spent = processor_time() - start;
        if spent >= at_least {
            return done as f64 / spent.as_secs_f64();
        }
    }
}

/// Processor time of this thread, which other programs on the machine do not stretch.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
