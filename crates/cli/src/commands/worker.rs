//! `grandline worker`

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use grandline_arena::Speed;
use grandline_arena::report::words::scaled;
use grandline_dispatch::{VERSION, WorkerEvent, WorkerOptions, work};

use crate::external::{ExternalArguments, parse_size};
use crate::nats::BrokerArguments;
use crate::{agent, output};

/// How often the number of games is told.
const EVERY: Duration = Duration::from_secs(10);

/// Play games for matches, tournaments, tunings and trainings of other machines
///
/// Takes jobs from a NATS broker until it is stopped. Ctrl-C or SIGTERM returns jobs that are under
/// way to the broker; a worker that is killed loses nothing either, since another one gets its jobs.
/// It must have the same version as the program that started the match or tournament.
///
/// At the start it measures its speed. Games with clocks get more or less time here, so that a search
/// sees about as many nodes as on the machine that started the run. A machine whose speed varies by
/// more than 10 % takes no such games.
///
/// Files of agents travel with the jobs. Python files run confined. External commands run only if
/// --allow names them.
///
/// Examples:
///   grandline worker --nats nats://broker.example:4222
///   grandline worker --nats tls://me@broker.example --cores 4 --name lab-7 --allow stockfish
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Worker {
    /// The address of the broker
    #[arg(long, value_name = "URL")]
    nats: String,
    /// Games played at once [default: the number of cores]
    #[arg(long, value_name = "N")]
    cores: Option<std::num::NonZeroUsize>,
    /// Its name in messages [default: host name and process id]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Its speed in nodes per second of one core [default: measured at the start]
    #[arg(long, value_name = "N")]
    speed: Option<std::num::NonZeroU64>,
    /// Memory for all games together, such as 8G; games that need more are refused [default: no limit]
    ///
    /// Counts, for each game played at once, the tables of its two largest agents (`table` and `tree`, see `grandline
    /// agents NAME`) and one process with --agent-memory for each Python or external agent, which gets 4G where nothing
    /// else is said. The program itself, weights, books and endgame tables are not counted; nor are processes that an
    /// external engine starts and that are not confined.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// Serve metrics in Prometheus' text format at this address, such as 127.0.0.1:9464
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,
    /// An external command that agents may run, by its name; may be given several times
    #[arg(long, value_name = "PROGRAM")]
    allow: Vec<String>,
    #[command(flatten)]
    broker: BrokerArguments,
    #[command(flatten)]
    external: ExternalArguments,
}

impl Worker {
    pub(crate) fn run(&self) -> Result<()> {
        let folder = std::env::temp_dir().join(format!("grandline-worker-{}", std::process::id()));
        let cores = self.cores.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        let options = WorkerOptions {
            broker: self.broker.broker(&self.nats),
            name: self.name.clone().unwrap_or_else(name),
            cores,
            version: VERSION.to_owned(),
            speed: self.speed.map(|nodes| Speed { nodes: nodes.get(), noise: 0 }),
            metrics: self.metrics,
            allowed: self.allow.clone(),
            external: self.external.options(),
            memory: self.memory,
            folder: folder.clone(),
            stop: agent::stop_on_interrupt(),
        };
        let (mut games, mut told) = (0, Instant::now());
        let worked = work(&options, &mut |event| match event {
            WorkerEvent::Ready(speed) => {
                let many = if cores == 1 { "1 game".to_owned() } else { format!("{cores} games") };
                let nodes = scaled(speed.nodes as f64);
                let WorkerOptions { name, broker, .. } = &options;
                output::note(&format!("worker {name} waits for jobs at {broker}, {many} at once"));
                output::note(&format!("version {VERSION}, {nodes} nodes per second, varying by {} %", speed.noise));
            }
            WorkerEvent::Run(name) => output::note(&format!("takes part in '{name}'")),
            WorkerEvent::Played(count) => {
                games += count;
                if told.elapsed() >= EVERY {
                    told = Instant::now();
                    output::note(&format!("{games} games"));
                }
            }
            WorkerEvent::Refused(reason) => output::complain(&format!("does not take part: {reason}")),
            WorkerEvent::Trouble(reason) => output::complain(reason),
        });
        // What is left there belongs to runs that have ended.
        let _ = std::fs::remove_dir_all(folder);
        worked.context("the worker ended")?;
        output::note(&format!("{games} games played"));
        Ok(())
    }
}

/// The name of the machine with the number of the process.
fn name() -> String {
    let host = rustix::system::uname();
    format!("{}-{}", host.nodename().to_string_lossy(), std::process::id())
}
