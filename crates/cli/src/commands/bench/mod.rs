//! `grandline bench`

mod arena;
mod rules;
mod scaling;
mod search;
mod server;
mod signature;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use grandline_arena::report::words::scaled;
use grandline_games::GameId;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value, json};

use crate::output;

/// Measure the rules and the searches on this machine
///
/// For every game, per second of CPU time: uniformly random games from the start, set-up included;
/// leaves of the game tree, the last ply counted in bulk; nodes visited by the game's alpha-beta
/// champion; simulations of its tree search from the start. The signature is the number of nodes
/// each agent visits on fixed positions under fixed limits: it changes when a search changes.
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
    /// Only the signature, one line per agent: its nodes, and a checksum of its lines and root moves
    #[arg(long)]
    signature: bool,
    /// Only the speed-up of this many threads over one to the same depth, on middle games of
    /// Divercité and checkers
    #[arg(long, value_name = "THREADS", num_args = 0..=1, default_missing_value = "2")]
    scaling: Option<usize>,
    /// Only the response times of the page while a hundred visitors play and a hundred analyse
    #[arg(long)]
    server: bool,
    /// Only the cost of the arena itself: random games played and stored per second, milliseconds
    /// per move of an external engine, and what confining a process costs
    #[arg(long)]
    arena: bool,
    /// Time to measure each figure, in milliseconds
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
        let agents = signature::of(&games);
        let signature: u64 = agents.iter().map(|agent| agent.nodes).sum();
        if self.signature {
            if self.json {
                return output::json(&json!({ "signature": signature }));
            }
            for agent in agents {
                output::line(&format!("{} {} {} {:08x}", agent.game, agent.agent, agent.nodes, agent.checksum))?;
            }
            return output::line(&format!("total {signature}"));
        }
        let time = Duration::from_millis(self.time);
        let (mut rules, mut search) = (Map::new(), Map::new());
        let mut rows = vec![HEADINGS.map(String::from).to_vec()];
        for game in games {
            let speeds = rules::measure(game, time)?;
            let (agent, searches) = search::measure(game, time)?;
            let cells = speeds.iter().chain(&searches).map(|&(_, number)| scaled(number));
            rows.push([game.name().to_owned()].into_iter().chain(cells).collect());
            rules.insert(game.name().to_owned(), speeds.map(rounded).into_iter().collect());
            let figures = [("agent".to_owned(), Value::from(agent))].into_iter().chain(searches.map(rounded));
            search.insert(game.name().to_owned(), figures.collect());
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
    ["per second", "playouts", "all threads", "perft leaves", "nodes", "all threads", "simulations"];

/// Does something with a database in a new folder, which is removed afterwards.
fn with_database<T>(work: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let folder = std::env::temp_dir().join(format!("grandline-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let result = work(&folder.join("bench.db"));
    // A folder that cannot be removed is left to the system.
    let _ = std::fs::remove_dir_all(&folder);
    result
}

/// A figure for JSON.
fn rounded((name, number): (&str, f64)) -> (String, Value) {
    (name.to_owned(), number.round().into())
}

/// How much of something a thread does per second of its own CPU time.
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

/// CPU time of this thread, which other processes do not stretch.
fn processor_time() -> Duration {
    time_of(ClockId::ThreadCPUTime)
}

fn time_of(clock: ClockId) -> Duration {
    let now = clock_gettime(clock);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}
