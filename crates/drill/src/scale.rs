//! Throughput by number of workers, compared with one machine, and what broker and database cost.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use grandline_fixtures::{Nats, Postgres};
use tempfile::TempDir;

use crate::cost::cpu_time;
use crate::processes::{Program, Running, define};

/// The numbers of workers that are compared.
const WORKERS: [usize; 3] = [1, 2, 4];

/// What is measured.
pub struct Measurement {
    /// The program.
    pub binary: PathBuf,
    /// Short games of each run.
    pub games: u64,
    /// Nodes per move of the longer games.
    pub nodes: u64,
}

/// Measures short games, where dispatch costs most, and longer ones, and returns the figures as a table.
pub fn scale(measurement: &Measurement, say: &dyn Fn(&str)) -> Result<Vec<(String, String)>> {
    let mut rows = Vec::new();
    let long = measurement.games.div_ceil(50).next_multiple_of(2);
    let kinds = [
        ("short games", measurement.games, 20, "'greedy', 'random'"),
        ("longer games", long, measurement.nodes, "'mcts', 'mcts:exploration=1'"),
    ];
    for (kind, games, nodes, agents) in kinds {
        let folder = TempDir::with_prefix("grandline-scale-").context("no temporary folder")?;
        let program = Program { binary: measurement.binary.clone(), folder: folder.path().to_owned() };
        define(folder.path(), games, nodes, agents)?;
        let mut local = Vec::new();
        for threads in [1, 2] {
            say(&format!("{kind}: {games} on this machine, {threads} at once"));
            let (begin, database) = (Instant::now(), format!("local-{threads}.db"));
            let threads = threads.to_string();
            program.run(&["tournament", "t.toml", "--db", &database, "--concurrency", &threads, "--force"])?;
            let per_second = games as f64 / begin.elapsed().as_secs_f64();
            local.push(per_second);
            rows.push((format!("{kind}, local, {threads} at once"), format!("{per_second:.1} games/s")));
        }
        for workers in WORKERS {
            let some = if workers == 1 { "1 worker".to_owned() } else { format!("{workers} workers") };
            say(&format!("{kind}: {games} on {some}"));
            let run = Dispatched::run(&program, games, workers)?;
            let share = |local: f64| format!("{:.0} %", 100.0 * run.per_second / local);
            let against = match workers {
                1 => format!(", {} of local with 1 at once", share(local[0])),
                2 => format!(", {} of local with 2 at once", share(local[1])),
                _ => String::new(),
            };
            rows.push((format!("{kind}, {some}"), format!("{:.1} games/s{against}", run.per_second)));
            let per_thousand = |time: Duration| format!("{:.0} ms", 1e6 * time.as_secs_f64() / games as f64);
            let costs = format!("broker {}, database {}", per_thousand(run.broker), per_thousand(run.database));
            rows.push((format!("{kind}, {some}, processor time per 1,000 games"), costs));
            rows.push((format!("{kind}, {some}, database"), format!("{:.0} bytes per game", run.bytes)));
        }
    }
    Ok(rows)
}

/// A run on workers of this machine.
struct Dispatched {
    per_second: f64,
    broker: Duration,
    database: Duration,
    /// Bytes of the database per game.
    bytes: f64,
}

impl Dispatched {
    fn run(program: &Program, games: u64, workers: usize) -> Result<Self> {
        let (nats, postgres) = (Nats::start(), Postgres::start());
        let (name, broker) = (postgres.database(), nats.address());
        let start = |number: usize| program.worker(&broker, &format!("worker-{number}"));
        let _workers = (0..workers).map(start).collect::<Result<Vec<Running>>>()?;
        let (broker_id, database_id) = (nats.id().context("no broker")?, postgres.id().context("no database")?);
        let before = [broker_id, database_id].map(cpu_time);
        let begin = Instant::now();
        let mut run = program.coordinator(&postgres.address(&name), &broker, &Arc::new(AtomicU64::new(0)))?;
        let status = run.0.wait()?;
        if !status.success() {
            bail!("the run failed ({status}): {}", program.log());
        }
        let time = begin.elapsed();
        let after = [broker_id, database_id].map(cpu_time);
        let bytes: f64 = postgres.sql(&name, "SELECT pg_database_size(current_database())").trim().parse()?;
        let empty: f64 = postgres.sql("postgres", "SELECT pg_database_size(current_database())").trim().parse()?;
        Ok(Dispatched {
            per_second: games as f64 / time.as_secs_f64(),
            broker: after[0].saturating_sub(before[0]),
            database: after[1].saturating_sub(before[1]),
            bytes: (bytes - empty) / games as f64,
        })
    }
}
