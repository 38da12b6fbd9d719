//! A worker: takes jobs, plays them, publishes the results, and only then acknowledges the jobs.

mod counters;
mod memory;
mod metrics;
mod runs;
mod slots;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Message as Delivery;
use futures_util::StreamExt;
use grandline_arena::{ExternalOptions, Speed};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use crate::broker::{ACK_WAIT, Broker, Line, WORKER_SUBJECT, is_run};
use crate::coordinator::{runtime, steady_speed};
use crate::error::DispatchError;
use crate::message::{JobMessage, ResultMessage, WorkerStatus};
use counters::Counters;
use runs::{Known, Runs};
use slots::{Outcome, Slots};

/// How long a request for jobs waits at the broker.
const ASK: Duration = Duration::from_secs(1);
/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(300);
/// How long a stopped worker waits until its jobs have gone back.
const LEAVE: Duration = Duration::from_secs(5);
/// How long a job waits that this worker cannot play, so that another one gets it.
const LATER: Duration = Duration::from_secs(5);
/// How often coordinators hear of this worker.
const TELL: Duration = Duration::from_secs(2);
/// Results per message are at most about so many bytes; brokers take a megabyte.
const MOST_BYTES: usize = 400_000;
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
    /// The version whose jobs it takes: [`VERSION`](crate::VERSION).
    pub version: String,
    /// Its speed, where it is not to be measured.
    pub speed: Option<Speed>,
    /// Where its metrics are served, if anywhere.
    pub metrics: Option<SocketAddr>,
    /// The external commands that it may run, by name.
    pub allowed: Vec<String>,
    /// What external engines may take.
    pub external: ExternalOptions,
    /// The bytes that the tables and engines of all its games may take together, if that is limited.
    pub memory: Option<u64>,
    /// Where files of agents are kept.
    pub folder: PathBuf,
    /// Set from outside to stop: jobs are returned.
    pub stop: Arc<AtomicBool>,
}

/// What happens at a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkerEvent {
    /// It is connected and waits for jobs. Its speed was measured.
    Ready(Speed),
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
        let consumer = line.workers(&options.version).await?;
        let listener = match options.metrics {
            Some(address) => Some(metrics::listen(address).await?),
            None => None,
        };
        let (events, mut news) = unbounded_channel();
        let slots = Slots::start(options.cores.max(1)).map_err(|reason| line.failed(&reason))?;
        let speed = options.speed.unwrap_or_else(steady_speed);
        let shared = Arc::new(Shared {
            runs: Runs::new(line.clone(), options),
            slots,
            options: options.clone(),
            line,
            events,
            speed: Mutex::new(speed),
            counters: Counters::default(),
            refuses: AtomicBool::new(false),
            trouble: Mutex::new(None),
        });
        let mut others = JoinSet::new();
        others.spawn(runs::hear_runs(shared.clone()));
        others.spawn(tell_status(shared.clone()));
        if let Some(listener) = listener {
            others.spawn(metrics::serve(listener, shared.clone()));
        }
        listen(&WorkerEvent::Ready(speed));
        let mut tasks = JoinSet::new();
        tokio::select! {
            () = take_all(&shared, consumer, &mut tasks, &mut news, listen) => {}
            () = long_stopped(&options.stop) => {}
        }
        // Games under way end at once, and their jobs go back. A broker that is away gives them to others later.
        shared.runs.stop_all();
        let _ = timeout(LEAVE, async { while tasks.join_next().await.is_some() {} }).await;
        others.abort_all();
        while let Ok(event) = news.try_recv() {
            listen(&event);
        }
        shared.line.flush().await;
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
    speed: Mutex<Speed>,
    counters: Counters,
    /// Whether the last job was one that this worker does not play.
    refuses: AtomicBool,
    /// Why the broker does not take results, if that is so.
    trouble: Mutex<Option<String>>,
}

impl Shared {
    pub(crate) fn tell(&self, event: WorkerEvent) {
        // A worker that has ended tells nobody.
        let _ = self.events.send(event);
    }

    /// The speed as it was last measured.
    fn speed(&self) -> Speed {
        *self.speed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A speed that clocks can be scaled by, measured again if the last one was noisy; otherwise how noisy it is.
    async fn steady_speed(&self) -> Result<Speed, u32> {
        let mut speed = self.speed();
        if !speed.is_steady() && self.options.speed.is_none() {
            speed = tokio::task::spawn_blocking(steady_speed).await.unwrap_or(speed);
            *self.speed.lock().unwrap_or_else(PoisonError::into_inner) = speed;
        }
        if speed.is_steady() { Ok(speed) } else { Err(speed.noise) }
    }

    /// Says how this worker is.
    async fn say_status(&self) {
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let status = self.counters.status(&self.options, self.speed());
        let status = WorkerStatus { refuses: self.runs.refused(), trouble, ..status };
        let payload = serde_json::to_vec(&status).unwrap_or_default();
        // A broker that is away hears it the next time.
        let _ = self.line.context.client().publish(WORKER_SUBJECT, payload.into()).await;
    }

    /// The result of a job of a run, without games yet.
    fn result(&self, run: &str) -> ResultMessage {
        let worker = self.options.name.clone();
        ResultMessage { run: run.to_owned(), worker, ..ResultMessage::default() }
    }

    fn metrics(&self) -> String {
        self.counters.metrics(&self.options, self.speed())
    }
}

/// Says every few seconds how this worker is.
async fn tell_status(shared: Arc<Shared>) {
    let mut ticks = interval(TELL);
    loop {
        ticks.tick().await;
        shared.say_status().await;
    }
}

/// Takes jobs until the worker is stopped.
async fn take_all(
    shared: &Arc<Shared>,
    mut consumer: PullConsumer,
    tasks: &mut JoinSet<()>,
    news: &mut UnboundedReceiver<WorkerEvent>,
    listen: &mut dyn FnMut(&WorkerEvent),
) {
    let options = &shared.options;
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
        // Where others can play what this worker cannot, it leaves them most of the jobs.
        let mut room = most - tasks.len();
        if shared.refuses.load(Ordering::Relaxed) {
            room = 1;
            sleep(PAUSE).await;
        }
        if let Err(error) = take(shared, &consumer, tasks, room).await {
            shared.counters.troubles.fetch_add(1, Ordering::Relaxed);
            listen(&WorkerEvent::Trouble(error.to_string()));
            sleep(PAUSE).await;
            // A broker that lost its streams gets new ones.
            if shared.line.streams().await.is_ok()
                && let Ok(again) = shared.line.workers(&options.version).await
            {
                consumer = again;
            }
        }
    }
}

/// Returns when a broker that is there would have answered since the worker was stopped.
async fn long_stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        sleep(PAUSE).await;
    }
    sleep(2 * ASK).await;
}

/// Takes so many jobs from the broker at most.
async fn take(
    shared: &Arc<Shared>,
    consumer: &PullConsumer,
    tasks: &mut JoinSet<()>,
    room: usize,
) -> Result<(), DispatchError> {
    let failed = |error: &dyn std::fmt::Display| shared.line.failed(&error);
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
    let message = serde_json::from_slice::<JobMessage>(&delivery.payload).ok();
    let Some(message) = message.filter(|message| is_run(&message.run)) else {
        // The message is not one of ours, and delivering it again would not change that.
        let _ = delivery.ack().await;
        return;
    };
    let known = shared.runs.get(&shared, &message.run).await;
    shared.refuses.store(matches!(known, Known::Refused | Known::Later), Ordering::Relaxed);
    let run = match known {
        Known::Run(run) => run,
        Known::Ended => {
            let _ = delivery.ack().await;
            return;
        }
        Known::Refused => {
            let refused = message.jobs.iter().map(|job| job.number).collect();
            publish(&shared, &delivery, ResultMessage { refused, ..shared.result(&message.run) }).await;
            return;
        }
        Known::Later => {
            let _ = delivery.ack_with(AckKind::Nak(Some(LATER))).await;
            return;
        }
    };
    shared.counters.jobs.fetch_add(1, Ordering::Relaxed);
    shared.counters.running.fetch_add(1, Ordering::Relaxed);
    let mut playing = shared.slots.play(run.clone(), message.jobs);
    let mut progress = interval(ACK_WAIT / 3);
    progress.tick().await;
    let outcome = loop {
        tokio::select! {
            outcome = &mut playing => break outcome.unwrap_or(Outcome::Stopped),
            _ = progress.tick() => drop(delivery.ack_with(AckKind::Progress).await),
        }
    };
    shared.counters.running.fetch_sub(1, Ordering::Relaxed);
    match outcome {
        Outcome::Played(games) => {
            let count = games.len() as u64;
            if publish(&shared, &delivery, ResultMessage { games, ..shared.result(&message.run) }).await {
                shared.counters.games.fetch_add(count, Ordering::Relaxed);
                shared.tell(WorkerEvent::Played(count));
            }
        }
        Outcome::Failed(games, failed, reason) => {
            shared.counters.errors.fetch_add(1, Ordering::Relaxed);
            shared.tell(WorkerEvent::Trouble(reason.clone()));
            let result = ResultMessage { games, failed, reason, ..shared.result(&message.run) };
            publish(&shared, &delivery, result).await;
        }
        // The run has ended, or this worker has: then another one gets the job.
        Outcome::Stopped if shared.options.stop.load(Ordering::Relaxed) => {
            drop(delivery.ack_with(AckKind::Nak(None)).await);
        }
        Outcome::Stopped => drop(delivery.ack().await),
    }
}

/// Publishes what became of a job, waits until the stream has it, and acknowledges the job. False if the broker never took it.
async fn publish(shared: &Shared, delivery: &Delivery, mut result: ResultMessage) -> bool {
    let sequence = delivery.info().map_or(0, |info| info.stream_sequence);
    let run = result.run.clone();
    let tournament = run.split('-').next().unwrap_or_default();
    // A refusal must not keep the result of another worker out.
    let kind = if result.refused.is_empty() { "result" } else { "refusal" };
    let mut messages = Vec::new();
    let (mut part, mut bytes) = (Vec::new(), 0);
    for game in std::mem::take(&mut result.games) {
        // Each ply takes about so much, and texts of engines may be long.
        let size = 300 + 80 * game.plies.len() + game.evidence.as_ref().map_or(0, String::len);
        if bytes + size > MOST_BYTES && !part.is_empty() {
            messages.push(ResultMessage { games: std::mem::take(&mut part), ..shared.result(&run) });
            bytes = 0;
        }
        bytes += size;
        part.push(game);
    }
    messages.push(ResultMessage { games: part, ..result });
    for (index, message) in messages.iter().enumerate() {
        // The same job gives the same id, so that the broker drops a second result.
        let id = format!("{run}-{kind}-{sequence}-{index}");
        let payload = serde_json::to_vec(message).unwrap_or_default();
        let mut tries = 0;
        while let Err(error) =
            shared.line.publish(format!("grandline.result.{tournament}.game"), &id, payload.clone()).await
        {
            tries += 1;
            shared.counters.troubles.fetch_add(1, Ordering::Relaxed);
            if tries == 1 {
                // A broker that keeps nothing may still carry this to coordinators.
                *shared.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
                shared.tell(WorkerEvent::Trouble(error.to_string()));
            }
            if tries >= MOST_TRIES || shared.options.stop.load(Ordering::Relaxed) {
                return false;
            }
            let _ = delivery.ack_with(AckKind::Progress).await;
            sleep(PAUSE).await;
        }
    }
    *shared.trouble.lock().unwrap_or_else(PoisonError::into_inner) = None;
    delivery.ack().await.is_ok()
}
