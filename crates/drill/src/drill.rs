//! A tournament while everything is killed, compared with the same tournament on one machine.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use grandline_fixtures::{Nats, Postgres};
use rustix::process::Signal;
use tempfile::TempDir;

use crate::games;
use crate::processes::{Program, Running, define};

/// How often progress is looked at.
pub(crate) const LOOK: Duration = Duration::from_millis(50);
/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(180);
/// How long a worker stays without its broker: longer than the broker waits for a sign of life.
const PARTITION: Duration = Duration::from_secs(12);

/// What a drill does.
pub struct Plan {
    /// The program.
    pub binary: PathBuf,
    /// Games of the tournament.
    pub games: u64,
    /// Workers, each with one core.
    pub workers: usize,
}

/// Something that is broken on purpose.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// A worker is killed and started again.
    Worker(usize),
    /// The broker crashes and comes back.
    Broker,
    /// The database crashes and comes back.
    Database,
    /// The coordinator, which records results, is killed and started again.
    Coordinator,
    /// A worker is cut off from the broker for a while.
    Partition(usize),
}

/// All faults of a drill: every worker once, and the rest twice.
fn faults(workers: usize) -> Vec<Fault> {
    let rest = [Fault::Broker, Fault::Database, Fault::Coordinator];
    let mut faults = vec![Fault::Partition(0)];
    faults.extend(rest);
    faults.extend((0..workers).map(Fault::Worker));
    faults.extend(rest);
    faults
}

struct Drill<'a> {
    plan: &'a Plan,
    program: Program,
    nats: Nats,
    postgres: Postgres,
    database: String,
    workers: Vec<Running>,
    coordinator: Running,
    finished: Arc<AtomicU64>,
    /// The worker that is cut off, and since when.
    partitioned: Option<(usize, Instant)>,
    counts: BTreeMap<&'static str, u64>,
}

/// Runs a drill and returns what came of it as a table. It fails if a game is missing or differs.
pub fn drill(plan: &Plan, say: &dyn Fn(&str)) -> Result<Vec<(String, String)>> {
    let folder = TempDir::with_prefix("grandline-drill-").context("no temporary folder")?;
    let program = Program { binary: plan.binary.clone(), folder: folder.path().to_owned() };
    define(folder.path(), plan.games, 20, "'greedy', 'random'")?;
    say("one machine plays first");
    program.run(&["tournament", "t.toml", "--db", "one.db", "--record", "one.jsonl"])?;
    let (nats, postgres) = (Nats::start(), Postgres::start());
    let (database, broker) = (postgres.new_address(), nats.address());
    let start = |number: usize| program.worker(&broker, &format!("worker-{number}"));
    let workers = (0..plan.workers).map(start).collect::<Result<Vec<_>>>()?;
    let finished = Arc::new(AtomicU64::new(0));
    let coordinator = program.coordinator(&database, &broker, &finished)?;
    let (partitioned, counts) = (None, BTreeMap::new());
    let mut drill =
        Drill { plan, program, nats, postgres, database, workers, coordinator, finished, partitioned, counts };
    let begin = Instant::now();
    drill.run(say)?;
    drill.compare(begin.elapsed())
}

impl Drill<'_> {
    /// Breaks one thing after the other while games are played, and waits for the end.
    fn run(&mut self, say: &dyn Fn(&str)) -> Result<()> {
        let faults = faults(self.plan.workers);
        let steps = faults.len() as u64 + 1;
        for (index, &fault) in faults.iter().enumerate() {
            if !self.wait_for(self.plan.games * (index as u64 + 1) / steps)? {
                say(&format!("the run has ended before {fault:?}"));
                continue;
            }
            say(&format!("{:>6} games: {fault:?}", self.finished.load(Ordering::Relaxed)));
            self.break_it(fault)?;
        }
        while self.wait_for(u64::MAX)? {}
        self.heal();
        Ok(())
    }

    /// Waits until this many games are in the store; false if the run has ended.
    fn wait_for(&mut self, games: u64) -> Result<bool> {
        let (mut seen, mut since) = (0, Instant::now());
        loop {
            if self.partitioned.is_some_and(|(_, since)| since.elapsed() >= PARTITION) {
                self.heal();
            }
            if let Some(status) = self.coordinator.0.try_wait()? {
                if status.success() {
                    return Ok(false);
                }
                bail!("the coordinator failed ({status}): {}", self.program.log());
            }
            let finished = self.finished.load(Ordering::Relaxed);
            if finished >= games {
                return Ok(true);
            }
            if finished != seen {
                (seen, since) = (finished, Instant::now());
            }
            if since.elapsed() > PATIENCE {
                bail!("nothing happens after {finished} games: {}", self.program.log());
            }
            sleep(LOOK);
        }
    }

    fn break_it(&mut self, fault: Fault) -> Result<()> {
        let broker = self.nats.address();
        let what = match fault {
            Fault::Worker(number) => {
                self.workers[number].crash();
                self.workers[number] = self.program.worker(&broker, &format!("worker-{number}"))?;
                "workers killed"
            }
            Fault::Broker => {
                self.nats.kill();
                self.nats.resume();
                "broker restarts"
            }
            Fault::Database => {
                self.postgres.kill();
                self.postgres.resume();
                "database restarts"
            }
            Fault::Coordinator => {
                self.coordinator.crash();
                self.coordinator = self.program.coordinator(&self.database, &broker, &self.finished)?;
                "coordinators killed"
            }
            Fault::Partition(number) => {
                self.workers[number].signal(Signal::STOP);
                self.partitioned = Some((number, Instant::now()));
                "workers cut off"
            }
        };
        *self.counts.entry(what).or_default() += 1;
        Ok(())
    }

    /// Connects the worker again that was cut off.
    fn heal(&mut self) {
        if let Some((number, _)) = self.partitioned.take() {
            self.workers[number].signal(Signal::CONT);
        }
    }

    /// Compares the games in the store with those of one machine.
    fn compare(&self, time: Duration) -> Result<Vec<(String, String)>> {
        let folder = &self.program.folder;
        let database = &self.database;
        self.program.run(&["tournament", "t.toml", "--db", database, "--record", "many.jsonl"])?;
        self.program.run(&["verify", "--db", database])?;
        let (one, _) = games::read(&folder.join("one.jsonl"))?;
        let (many, rows) = games::read(&folder.join("many.jsonl"))?;
        let same = many.iter().filter(|(number, game)| one.get(number) == Some(game)).count() as u64;
        let mut table = vec![
            ("games defined".to_owned(), self.plan.games.to_string()),
            ("rows in the database".to_owned(), rows.to_string()),
            ("rows equal to the game of one machine".to_owned(), same.to_string()),
        ];
        table.extend(self.counts.iter().map(|(what, count)| ((*what).to_owned(), count.to_string())));
        table.push(("time with all faults".to_owned(), format!("{:.1} s", time.as_secs_f64())));
        if (rows, same) != (self.plan.games, self.plan.games) {
            bail!("the games differ from those of one machine:\n{}", crate::table(&table));
        }
        Ok(table)
    }
}
