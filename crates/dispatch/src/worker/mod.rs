//! A worker: takes jobs, plays them, publishes the results, and only then acknowledges the jobs.

mod runs;
mod slots;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Message as Delivery;
use futures_util::StreamExt;
use grandline_arena::{ExternalOptions, Played};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};

use crate::broker::{ACK_WAIT, Broker, Line};
use crate::coordinator::{MOST_BYTES, runtime};
use crate::error::DispatchError;
use crate::message::{JobMessage, ResultMessage};
use runs::{Known, Runs};
use slots::{Outcome, Slots};

/// How long a request for jobs waits at the broker.
const ASK: Duration = Duration::from_secs(1);
/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(300);
/// How long a job waits that this worker cannot play, so that another one gets it.
const LATER: Duration = Duration::from_secs(5);
/// How often a result is sent again that the broker did not take.
const MOST_TRIES: u32 = 1000;

/// How a worker runs.
#[derive(Clone)]
pub struct WorkerOptions {
    /// Where its jobs come from.
    pub broker: Broker,
    /// Its name in reports.
    pub name: String,
    /// How many games it plays at once.
    pub cores: usize,
    /// The external commands that it may run, by name.
    pub allowed: Vec<String>,
    /// What external engines may take.
    pub external: ExternalOptions,
    /// Where files of agents are kept.
    pub folder: PathBuf,
    /// Set from outside to stop: jobs are returned.
    pub stop: Arc<AtomicBool>,
}

/// What happens at a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEvent {
    /// It is connected and waits for jobs.
    Ready,
    /// It takes part in a run, by the name of the tournament.
    Run(String),
    /// So many games were played and their results accepted.
    Played(u64),
    /// It cannot take part in a run, with the reason.
    Refused(String),
    /// The broker failed; the worker goes on when it is back.
    Trouble(String),
}

/// Works until it is stopped.
pub fn work(options: &WorkerOptions, listen: &mut dyn FnMut(&WorkerEvent)) -> Result<(), DispatchError> {
    let runtime = runtime(&options.broker)?;
    runtime.block_on(async {
        let line = options.broker.connect(&format!("grandline worker {}", options.name)).await?;
        let mut consumer = line.workers().await?;
        let (events, mut news) = unbounded_channel();
        let slots = Slots::start(options.cores.max(1)).map_err(|reason| line.failed(&reason))?;
        let shared =
            Arc::new(Shared { runs: Runs::new(line.clone(), options), slots, options: options.clone(), line, events });
        let ends = tokio::spawn(runs::hear_ends(shared.clone()));
        listen(&WorkerEvent::Ready);
        let mut tasks = JoinSet::new();
        // Some more than are played, so that no core waits for the next.
        let most = 2 * options.cores.max(1);
        while !options.stop.load(Ordering::Relaxed) {
            while let Ok(event) = news.try_recv() {
                listen(&event);
            }
            if tasks.len() >= most {
                tokio::select! {
                    _ = tasks.join_next() => {}
                    () = sleep(ASK) => {}
                }
                continue;
            }
            if let Err(error) = take(&shared, &consumer, &mut tasks, most).await {
                listen(&WorkerEvent::Trouble(error.to_string()));
                sleep(PAUSE).await;
                // A broker that lost its streams gets new ones.
                if shared.line.streams().await.is_ok()
                    && let Ok(again) = shared.line.workers().await
                {
                    consumer = again;
                }
            }
        }
        // Games under way end at once, and their jobs go back.
        shared.runs.stop_all();
        while tasks.join_next().await.is_some() {}
        ends.abort();
        while let Ok(event) = news.try_recv() {
            listen(&event);
        }
        let _ = shared.line.context.client().flush().await;
        Ok(())
    })
}

/// What all tasks of a worker share.
pub(crate) struct Shared {
    pub(crate) line: Line,
    pub(crate) options: WorkerOptions,
    pub(crate) runs: Runs,
    slots: Slots,
    events: UnboundedSender<WorkerEvent>,
}

impl Shared {
    pub(crate) fn tell(&self, event: WorkerEvent) {
        // A worker that has ended tells nobody.
        let _ = self.events.send(event);
    }
}

/// Takes jobs from the broker as long as there is room for them.
async fn take(
    shared: &Arc<Shared>,
    consumer: &PullConsumer,
    tasks: &mut JoinSet<()>,
    most: usize,
) -> Result<(), DispatchError> {
    let failed = |error: &dyn std::fmt::Display| shared.line.failed(&error);
    let room = most - tasks.len();
    let mut batch =
        consumer.batch().max_messages(room).expires(ASK).messages().await.map_err(|error| failed(&error))?;
    loop {
        tokio::select! {
            delivery = batch.next() => match delivery {
                Some(delivery) => {
                    let delivery = delivery.map_err(|error| failed(&error))?;
                    tasks.spawn(handle(shared.clone(), delivery));
                }
                None => return Ok(()),
            },
            // The room of finished jobs is used by the next request.
            Some(_) = tasks.join_next() => {}
        }
    }
}

/// Plays the jobs of a delivery and tells what became of them.
async fn handle(shared: Arc<Shared>, delivery: Delivery) {
    let Ok(message) = serde_json::from_slice::<JobMessage>(&delivery.payload) else {
        // The message is not one of ours, and delivering it again would not change that.
        let _ = delivery.ack().await;
        return;
    };
    let run = match shared.runs.get(&shared, &message.run).await {
        Known::Run(run) => run,
        Known::Ended => {
            let _ = delivery.ack().await;
            return;
        }
        Known::Refused(reason) => {
            let numbers = message.jobs.iter().map(|job| job.number).collect();
            publish(&shared, &delivery, &message.run, Vec::new(), numbers, &reason).await;
            return;
        }
        Known::Later => {
            let _ = delivery.ack_with(AckKind::Nak(Some(LATER))).await;
            return;
        }
    };
    let mut playing = shared.slots.play(run.clone(), message.jobs);
    let mut progress = interval(ACK_WAIT / 3);
    progress.tick().await;
    let outcome = loop {
        tokio::select! {
            outcome = &mut playing => break outcome.unwrap_or(Outcome::Stopped),
            _ = progress.tick() => drop(delivery.ack_with(AckKind::Progress).await),
        }
    };
    match outcome {
        Outcome::Played(games) => {
            let count = games.len() as u64;
            if publish(&shared, &delivery, &message.run, games, Vec::new(), "").await {
                shared.tell(WorkerEvent::Played(count));
            }
        }
        Outcome::Failed(games, numbers, reason) => {
            shared.tell(WorkerEvent::Trouble(reason.clone()));
            publish(&shared, &delivery, &message.run, games, numbers, &reason).await;
        }
        // The run has ended, or this worker has: then another one gets the job.
        Outcome::Stopped if shared.options.stop.load(Ordering::Relaxed) => {
            drop(delivery.ack_with(AckKind::Nak(None)).await);
        }
        Outcome::Stopped => drop(delivery.ack().await),
    }
}

/// Publishes results, waits until the stream has them, and acknowledges the job. False if the broker never took them.
async fn publish(
    shared: &Shared,
    delivery: &Delivery,
    run: &str,
    games: Vec<Played>,
    failed: Vec<u64>,
    reason: &str,
) -> bool {
    let sequence = delivery.info().map_or(0, |info| info.stream_sequence);
    let tournament = run.split('-').next().unwrap_or_default();
    let worker = shared.options.name.clone();
    let empty =
        ResultMessage { run: run.to_owned(), worker, games: Vec::new(), failed: Vec::new(), reason: String::new() };
    let mut messages = Vec::new();
    let (mut part, mut bytes) = (Vec::new(), 0);
    for game in games {
        // Each ply takes about so much, and texts of engines may be long.
        let size = 300 + 80 * game.plies.len() + game.evidence.as_ref().map_or(0, String::len);
        if bytes + size > MOST_BYTES && !part.is_empty() {
            messages.push(ResultMessage { games: std::mem::take(&mut part), ..empty.clone() });
            bytes = 0;
        }
        bytes += size;
        part.push(game);
    }
    if !part.is_empty() || !failed.is_empty() {
        messages.push(ResultMessage { games: part, failed, reason: reason.to_owned(), ..empty });
    }
    for (index, message) in messages.iter().enumerate() {
        // The same job gives the same id, so that the broker drops a second result.
        let id = format!("{run}-result-{sequence}-{index}");
        let payload = serde_json::to_vec(message).unwrap_or_default();
        let mut tries = 0;
        while let Err(error) =
            shared.line.publish(format!("grandline.result.{tournament}.game"), &id, payload.clone()).await
        {
            tries += 1;
            if tries == 1 {
                shared.tell(WorkerEvent::Trouble(error.to_string()));
            }
            if tries >= MOST_TRIES || shared.options.stop.load(Ordering::Relaxed) {
                return false;
            }
            let _ = delivery.ack_with(AckKind::Progress).await;
            sleep(PAUSE).await;
        }
    }
    delivery.ack().await.is_ok()
}
