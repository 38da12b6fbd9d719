//! `grandline bench`

mod arena;
mod rules;
mod scaling;
mod search;
mod server;
mod signature;

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use grandline_games::{GameId, with_game};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value, json};

use crate::output;

/// Measure the rules and the searches on this machine
///
/// For every game, per second of processor time: uniformly random games from the start, set-up
/// included; leaves of the game tree, the last ply counted in bulk; states visited by the game's
/// alpha-beta champion; simulations of its tree search from the start. The signature is the number of
/// states all agents visit on fixed positions under fixed limits: it changes exactly when a
/// search does.
///
/// Example: grandline bench --game divercite
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Bench {
    /// One JSON object with all figures
    #[arg(long)]
    json: bool,
    /// Only this game
    #[arg(long, value_name = "GAME")]
    game: Option<GameId>,
    /// Only the signature
    #[arg(long)]
    signature: bool,
    /// Only how much sooner so many threads reach the same depth than one, on middle games of
    /// Divercité and checkers
    #[arg(long, value_name = "THREADS", num_args = 0..=1, default_missing_value = "2")]
    scaling: Option<usize>,
    /// Only what the answers of the page take while ten visitors analyse
    #[arg(long)]
    server: bool,
    /// Only what the arena itself costs: random games a second played and stored, and milliseconds for
    /// a move of another program
    #[arg(long)]
    arena: bool,
    /// How long to measure each figure, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    time: u64,
}

impl Bench {
    pub(crate) fn run(&self) -> Result<()> {
        if let Some(threads) = self.scaling {
            return scaling::print(threads.max(1));
        }
        if self.arena {
            return arena::print(self.json);
        }
        if self.server {
            return server::print(self.json);
        }
        let games: Vec<GameId> = self.game.map_or_else(|| GameId::ALL.to_vec(), |game| vec![game]);
        let signature = signature::of(&games)?;
        if self.signature {
            return if self.json {
                output::json(&json!({ "signature": signature }))
            } else {
                output::line(&signature.to_string())
            };
        }
        let time = Duration::from_millis(self.time);
        let (mut rules, mut search) = (Map::new(), Map::new());
        let mut rows = vec![HEADINGS.map(String::from).to_vec()];
        for game in games {
            let speed = with_game!(game, G => rules::measure::<G>(time));
            let thinking = with_game!(game, G => search::measure::<G>(game, time))?;
            let figures = json!({
                "playouts_per_s": speed.playouts.round(),
                "playouts_per_s_all_threads": speed.playouts_all.round(),
                "perft_leaves_per_s": speed.leaves.round(),
            });
            rules.insert(game.name().to_owned(), figures);
            let figures = json!({
                "agent": thinking.agent,
                "nodes_per_s": thinking.nodes.round(),
                "nodes_per_s_all_threads": thinking.nodes_all.round(),
                "simulations_per_s": thinking.simulations.round(),
            });
            search.insert(game.name().to_owned(), figures);
            let numbers = [
                speed.playouts,
                speed.playouts_all,
                speed.leaves,
                thinking.nodes,
                thinking.nodes_all,
                thinking.simulations,
            ];
            rows.push([vec![game.name().to_owned()], numbers.map(output::human).to_vec()].concat());
        }
        if self.json {
            return output::json(&json!({
                "signature": signature,
                "rules": Value::Object(rules),
                "search": Value::Object(search),
                "peers": { "command": "cargo run --release -p peers" },
            }));
        }
        output::table(&rows)?;
        output::line(&format!("\nsignature {signature}"))
    }
}

const HEADINGS: [&str; 7] =
    ["per second", "playouts", "all threads", "perft leaves", "states", "all threads", "simulations"];

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
    time_of(ClockId::ThreadCPUTime)
}

fn time_of(clock: ClockId) -> Duration {
    let now = clock_gettime(clock);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
