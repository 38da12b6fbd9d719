//! One run: jobs that have no result are published, results are handed over, and deliveries are acknowledged once stored.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Message as Delivery;
use futures_util::StreamExt;
use futures_util::future::join_all;
use grandline_arena::store::{Note, NoteKind};
use grandline_arena::tournament::{Job, Message};
use grandline_arena::{Event, Played, Tournament};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::broker::{Line, WORKER_SUBJECT, job_subject, run_subject};
use crate::error::DispatchError;
use crate::held::Held;
use crate::message::{JobMessage, ResultMessage, RunMessage, SelfPlayMessage, VERSION, WorkerStatus};
use crate::outstanding::{Arrival, Outstanding};
use crate::watch::{Queue, Watch};

/// How many results are asked for at once, and for how long.
const BATCH: usize = 500;
const ASK: Duration = Duration::from_secs(1);
/// How often the broker is asked what became of jobs.
const LOOK: Duration = Duration::from_secs(1);
/// How often it is looked whether the run was stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(300);
/// How long late results may take to be stored. After that they stay at the broker.
const LATE: Duration = Duration::from_secs(10);

pub(super) struct Run<'a> {
    pub(super) line: Line,
    pub(super) run: String,
    pub(super) id: String,
    tournament: &'a Tournament,
    self_play: Option<SelfPlayMessage>,
    /// Where results come from.
    pub(super) consumer: PullConsumer,
    /// The files of agents, by hash.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// The speed that clocks are meant for.
    speed: Option<u64>,
    /// Set when no more games are needed.
    stop: Arc<AtomicBool>,
    outbox: &'a Sender<Message>,
    pub(super) outstanding: Outstanding,
    held: Held<Delivery>,
    pub(super) watch: Watch,
    pub(super) queue: Queue,
    /// How many times in a row the broker had no job of ours, although some have no result.
    pub(super) idle: u32,
    /// How many times in a row all workers refused the run.
    pub(super) refused: u32,
    /// Whether it was said that there are no workers.
    pub(super) warned: bool,
    /// Whether it was said that the broker is in trouble.
    is_away: bool,
    /// Messages so far, which makes their ids different.
    published: u64,
}

impl<'a> Run<'a> {
    #[expect(clippy::too_many_arguments, reason = "everything that a run is made of, once")]
    pub(super) fn new(
        line: Line,
        run: String,
        id: String,
        tournament: &'a Tournament,
        self_play: Option<SelfPlayMessage>,
        consumer: PullConsumer,
        files: BTreeMap<String, Vec<u8>>,
        speed: Option<u64>,
        stop: Arc<AtomicBool>,
        outbox: &'a Sender<Message>,
    ) -> Self {
        Run {
            line,
            run,
            id,
            tournament,
            self_play,
            consumer,
            files,
            speed,
            stop,
            outbox,
            outstanding: Outstanding::default(),
            held: Held::default(),
            watch: Watch::default(),
            queue: Queue::default(),
            idle: 0,
            refused: 0,
            warned: false,
            is_away: false,
            published: 0,
        }
    }

    /// Answers jobs until no more come.
    pub(super) async fn all(
        mut self,
        mut wanted: UnboundedReceiver<Job>,
        mut stored: UnboundedReceiver<Vec<u64>>,
    ) -> Result<(), DispatchError> {
        let statuses = self.line.context.client().subscribe(WORKER_SUBJECT).await;
        let mut statuses = statuses.map_err(|error| self.line.failed(&error))?;
        self.announce(false).await?;
        let ticks = |every| {
            let mut ticks = interval(every);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            ticks
        };
        let (mut looks, mut glances) = (ticks(LOOK), ticks(GLANCE));
        let mut results = None;
        loop {
            if results.is_none() {
                match self.consumer.batch().max_messages(BATCH).expires(ASK).messages().await {
                    Ok(batch) => results = Some(batch),
                    Err(error) => {
                        self.trouble(&self.line.failed(&error));
                        sleep(PAUSE).await;
                        self.restore().await;
                    }
                }
            }
            let arrival = async {
                match results.as_mut() {
                    Some(batch) => batch.next().await,
                    None => None,
                }
            };
            tokio::select! {
                job = wanted.recv() => {
                    let Some(job) = job else { break };
                    self.ask(job);
                    while let Ok(job) = wanted.try_recv() {
                        self.ask(job);
                    }
                    self.publish().await;
                }
                games = stored.recv() => {
                    if let Some(games) = games {
                        self.acknowledge(&games).await;
                    }
                }
                delivery = arrival => match delivery {
                    Some(Ok(delivery)) => self.take(delivery).await,
                    Some(Err(_)) => {
                        results = None;
                        sleep(PAUSE).await;
                        self.restore().await;
                    }
                    None => results = None,
                },
                Some(status) = statuses.next() => self.hear(&status.payload).await,
                _ = looks.tick() => self.look().await,
                _ = glances.tick() => self.abandon_if_stopped(),
            }
        }
        drop(results);
        self.end(&mut stored).await;
        Ok(())
    }

    /// Says that the run has ended, and hands over what came too late.
    async fn end(mut self, stored: &mut UnboundedReceiver<Vec<u64>>) {
        // Workers that miss this play jobs in vain, no more.
        let _ = self.announce(true).await;
        while let Ok(games) = stored.try_recv() {
            self.acknowledge(&games).await;
        }
        // What is there already is not left for the next run.
        while let Ok(mut batch) = self.consumer.fetch().max_messages(BATCH).messages().await {
            let mut count = 0;
            while let Some(Ok(delivery)) = batch.next().await {
                count += 1;
                self.take(delivery).await;
            }
            if count == 0 {
                break;
            }
        }
        let notes = self.watch.notes(Queue { waiting: 0, running: 0, ..self.queue });
        self.tell(Message::Noted(notes));
        let late = self.outstanding.take_early();
        let mut left = late.len();
        if left > 0 && self.outbox.send(Message::Late(late)).is_ok() {
            while let (true, Ok(Some(games))) = (left > 0, timeout(LATE, stored.recv()).await) {
                self.acknowledge(&games).await;
                // Nothing means that the next run takes them.
                left = if games.is_empty() { 0 } else { left.saturating_sub(games.len()) };
            }
        }
        let rest = std::mem::take(&mut self.held).rest();
        // A run whose jobs all have results needs its consumer no more. Without it, later results come to the next run.
        if rest.is_empty() && !self.stop.load(Ordering::Relaxed) {
            self.line.forget_recorder(&self.id).await;
        }
        for delivery in rest {
            let _ = delivery.ack_with(AckKind::Nak(None)).await;
        }
        self.line.flush().await;
    }

    /// Says what the run is, or that it has ended.
    pub(super) async fn announce(&mut self, ended: bool) -> Result<(), DispatchError> {
        let message = RunMessage {
            version: VERSION.to_owned(),
            ended,
            tournament: (!ended).then(|| self.tournament.clone()),
            files: if ended { Vec::new() } else { self.files.keys().cloned().collect() },
            speed: self.speed,
            self_play: if ended { None } else { self.self_play.clone() },
        };
        self.published += 1;
        let id = format!("{}-run-{}", self.run, self.published);
        let payload = serde_json::to_vec(&message).unwrap_or_default();
        self.line.publish(run_subject(&self.run), &id, payload).await
    }

    /// Hears what a worker says about itself.
    async fn hear(&mut self, payload: &[u8]) {
        let Ok(status) = serde_json::from_slice::<WorkerStatus>(payload) else { return };
        let (name, version) = (status.name.clone(), status.version.clone());
        let (is_new, trouble) = self.watch.hear(status);
        if let Some(trouble) = trouble {
            self.warn(format!("worker {name} keeps its results: {trouble}"));
        }
        if is_new && version != VERSION {
            self.warn(format!(
                "worker {name} has version {version} and takes no job of this run; it needs grandline {VERSION}"
            ));
            // It may have missed the first announcement, and says why it does not take part when it hears one.
            let _ = self.announce(false).await;
        }
    }

    pub(super) fn tell(&self, message: Message) {
        // A runner that is gone hears nothing, and needs to hear nothing.
        let _ = self.outbox.send(message);
    }

    pub(super) fn warn(&self, text: String) {
        self.tell(Message::Event(Event::Warning { text }));
    }

    /// Tells of a broker that fails, once until it is back.
    pub(super) fn trouble(&mut self, error: &DispatchError) {
        if !std::mem::replace(&mut self.is_away, true) {
            self.warn(format!("{error}; the run continues when the broker is back"));
        }
    }

    fn ask(&mut self, job: Job) {
        if let Some((worker, played)) = self.outstanding.ask(job, self.tournament) {
            self.hand_over(&worker, vec![*played]);
        }
    }

    fn hand_over(&mut self, worker: &str, games: Vec<Played>) {
        self.watch.finish(games.len());
        self.tell(Message::Noted(games.iter().map(|game| Note::played(game.number, worker)).collect()));
        self.tell(Message::Finished(games));
    }

    /// Answers all jobs if no more games are needed.
    fn abandon_if_stopped(&mut self) {
        if self.stop.load(Ordering::Relaxed) {
            for _ in self.outstanding.abandon() {
                self.tell(Message::Abandoned);
            }
        }
    }

    /// Publishes the jobs that are due. What the broker does not take is due again.
    pub(super) async fn publish(&mut self) {
        let chunks = self.outstanding.due();
        let mut failure = None;
        for some in chunks.chunks(64) {
            // A broker that is away is not asked again for each of them.
            if failure.is_some() {
                some.iter().for_each(|jobs| self.outstanding.unsent(jobs));
                continue;
            }
            let sent = join_all(some.iter().map(|jobs| {
                self.published += 1;
                let id = format!("{}-{}", self.run, self.published);
                let message = JobMessage { run: self.run.clone(), jobs: jobs.clone() };
                let payload = serde_json::to_vec(&message).unwrap_or_default();
                let (line, subject) = (self.line.clone(), job_subject(VERSION, &self.id));
                async move { line.publish(subject, &id, payload).await }
            }));
            for (jobs, sent) in some.iter().zip(sent.await) {
                if let Err(error) = sent {
                    failure = Some(error);
                    self.outstanding.unsent(jobs);
                }
            }
        }
        match failure {
            Some(error) => self.trouble(&error),
            None if chunks.is_empty() => {}
            None => self.is_away = false,
        }
    }

    /// Takes a delivery of results; it is acknowledged when its games are in the store.
    async fn take(&mut self, delivery: Delivery) {
        let Ok(message) = serde_json::from_slice::<ResultMessage>(&delivery.payload) else {
            // The message is not one of ours, and delivering it again would not change that.
            let _ = delivery.ack().await;
            return;
        };
        let (mut left, mut finished) = (HashSet::new(), Vec::new());
        for game in message.games {
            let number = game.number;
            match self.outstanding.arrive(&message.worker, game, self.tournament) {
                Arrival::Wanted(played) => {
                    left.insert(number);
                    finished.push(*played);
                }
                // A result before its job, or a second delivery before the commit of the first.
                Arrival::Early | Arrival::Known => {
                    left.insert(number);
                }
                Arrival::Wrong => self
                    .warn(format!("worker {} sent another game for number {number}, which is ignored", message.worker)),
            }
        }
        if !finished.is_empty() {
            self.idle = 0;
            self.hand_over(&message.worker, finished);
            self.publish().await;
        }
        // Failures of an earlier run say nothing about this one: since then a worker may have been given what it lacked.
        if message.run == self.run {
            self.outstanding.refuse(&message.refused);
            self.watch.fail(&message.worker, message.failed.len());
            let (worker, reason) = (message.worker.clone(), format!("worker {}: {}", message.worker, message.reason));
            let dead = message.failed.into_iter().filter(|&number| self.outstanding.fail(number)).collect();
            self.bury(dead, &worker, &reason);
        }
        if let Some(done) = self.held.hold(delivery, left) {
            let _ = done.ack().await;
        }
    }

    /// Says that games cannot be played.
    pub(super) fn bury(&mut self, games: Vec<u64>, worker: &str, reason: &str) {
        if games.is_empty() {
            return;
        }
        self.queue.dead += games.len() as u64;
        let note = |number| Note { kind: NoteKind::Dead, number, worker: worker.to_owned(), text: reason.to_owned() };
        self.tell(Message::Dead(games.into_iter().map(note).collect()));
    }

    /// Acknowledges what is in the store. An acknowledgement that is lost costs a second delivery.
    async fn acknowledge(&mut self, games: &[u64]) {
        for delivery in self.held.stored(games) {
            let _ = delivery.ack().await;
        }
    }
}
