//! The coordinator's side: jobs go out, results come in, and what is in the store is acknowledged.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::Message as Delivery;
use futures_util::StreamExt;
use futures_util::future::join_all;
use grandline_arena::tournament::{Dispatch, Job, Message, RunError, Workshop};
use grandline_arena::{Event, Played, Tournament};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{interval, sleep};

use crate::broker::{ACK_WAIT, Broker, Line, run_subject};
use crate::error::DispatchError;
use crate::message::{JobMessage, ResultMessage, RunMessage, VERSION};
use crate::outstanding::{Arrival, Outstanding};

/// The most games that are under way at once.
const MOST: usize = 20_000;
/// How many results are asked for at once, and for how long.
const BATCH: usize = 500;
const ASK: Duration = Duration::from_secs(1);
/// How often the broker is asked what became of jobs.
const LOOK: Duration = Duration::from_secs(1);
/// How often it is looked whether the run was stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(300);
/// Results per message are at most about so many bytes; brokers take a megabyte.
pub(crate) const MOST_BYTES: usize = 400_000;

/// Plays the games of a run on the workers of a broker.
#[derive(Debug)]
pub struct Nats {
    broker: Broker,
    /// Where games are named that are in the store.
    stored: Mutex<Option<UnboundedSender<Vec<u64>>>>,
}

impl Nats {
    /// A dispatch over a broker, which must answer now.
    pub fn new(broker: Broker) -> Result<Self, DispatchError> {
        runtime(&broker)?.block_on(broker.connect("grandline"))?;
        Ok(Nats { broker, stored: Mutex::new(None) })
    }
}

/// The threads of a connection.
pub(crate) fn runtime(broker: &Broker) -> Result<tokio::runtime::Runtime, DispatchError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| DispatchError::Broker(broker.to_string(), error.to_string()))
}

impl Dispatch for Nats {
    fn at_once(&self) -> usize {
        MOST / 100
    }

    fn most(&self) -> usize {
        MOST
    }

    fn play(&self, workshop: &Workshop<'_>, jobs: Receiver<Job>, outbox: &Sender<Message>) -> Result<(), RunError> {
        let failed = |error: DispatchError| RunError::Dispatch(error.to_string());
        let runtime = runtime(&self.broker).map_err(failed)?;
        let (asked, wanted) = unbounded_channel();
        let (sender, stored) = unbounded_channel();
        *self.stored.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        // Jobs come over a channel that only a thread can wait for.
        let forward = std::thread::spawn(move || jobs.into_iter().try_for_each(|job| asked.send(job)));
        let tournament = workshop.packed().map_err(|error| RunError::Dispatch(error.to_string()))?;
        let done = runtime.block_on(async {
            let line = self.broker.connect(&format!("grandline {}", tournament.0.name)).await?;
            let id = id_of(&tournament.0);
            let run = format!("{id}-{}", fresh(&line));
            let consumer = line.recorder(&id).await?;
            let run = Run {
                line,
                run,
                id,
                tournament: &tournament.0,
                stop: workshop.options.stop.clone(),
                outbox,
                outstanding: Outstanding::default(),
                held: HashMap::new(),
                held_in: HashMap::new(),
                safe: HashSet::new(),
                taken: 0,
                idle: 0,
                warned: false,
                published: 0,
            };
            run.all(wanted, stored, consumer, &tournament.1).await
        });
        *self.stored.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // It ends when the runner drops its end of the channel.
        drop(forward);
        done.map_err(failed)
    }

    fn stored(&self, games: &[Played]) {
        if let Some(stored) = self.stored.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            // A run that has ended needs no acknowledgements.
            let _ = stored.send(games.iter().map(|game| game.number).collect());
        }
    }
}

/// What names a tournament at the broker: a hash of its definition, so that results of an earlier run fit.
fn id_of(tournament: &Tournament) -> String {
    Sha256::digest(tournament.to_json().as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A text that no other run has.
fn fresh(line: &Line) -> String {
    let inbox = line.context.client().new_inbox();
    inbox.rsplit('.').next().unwrap_or_default().to_owned()
}

/// A delivery whose games are not all in the store yet.
struct Held {
    delivery: Delivery,
    left: HashSet<u64>,
}

struct Run<'a> {
    line: Line,
    run: String,
    id: String,
    tournament: &'a Tournament,
    /// Set when no more games are needed.
    stop: Arc<AtomicBool>,
    outbox: &'a Sender<Message>,
    outstanding: Outstanding,
    /// Deliveries by a number of ours, and in which of them each game is.
    held: HashMap<u64, Held>,
    held_in: HashMap<u64, u64>,
    /// Games that are in the store.
    safe: HashSet<u64>,
    /// Deliveries so far.
    taken: u64,
    /// How many times in a row the broker had no job of ours, although some have no result.
    idle: u32,
    /// Whether it was said that there are no workers.
    warned: bool,
    /// Messages so far, which makes their ids different.
    published: u64,
}

impl Run<'_> {
    async fn all(
        mut self,
        mut wanted: UnboundedReceiver<Job>,
        mut stored: UnboundedReceiver<Vec<u64>>,
        mut consumer: PullConsumer,
        files: &BTreeMap<String, Vec<u8>>,
    ) -> Result<(), DispatchError> {
        self.line.put_files(files).await?;
        self.announce(false, files).await?;
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut glances = interval(GLANCE);
        glances.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut results = None;
        loop {
            if results.is_none() {
                match consumer.batch().max_messages(BATCH).expires(ASK).messages().await {
                    Ok(batch) => results = Some(batch),
                    Err(_) => {
                        sleep(PAUSE).await;
                        // A broker that lost its streams gets new ones.
                        if self.line.streams().await.is_ok()
                            && let Ok(again) = self.line.recorder(&self.id).await
                        {
                            consumer = again;
                        }
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
                    }
                    None => results = None,
                },
                _ = looks.tick() => self.look().await,
                _ = glances.tick() => self.abandon_if_stopped(),
            }
        }
        // What was committed last.
        while let Ok(games) = stored.try_recv() {
            self.acknowledge(&games).await;
        }
        for (_, held) in std::mem::take(&mut self.held) {
            let _ = held.delivery.ack().await;
        }
        let late = self.outstanding.unasked();
        if late > 0 {
            self.warn(format!("{late} results came after the end of the run or beyond it and are not counted"));
        }
        // Workers that miss this play jobs in vain, no more.
        let _ = self.announce(true, &BTreeMap::new()).await;
        let _ = self.line.context.client().flush().await;
        Ok(())
    }

    /// Says what the run is, or that it has ended.
    async fn announce(&self, ended: bool, files: &BTreeMap<String, Vec<u8>>) -> Result<(), DispatchError> {
        let message = RunMessage {
            version: VERSION.to_owned(),
            ended,
            tournament: (!ended).then(|| self.tournament.clone()),
            files: files.iter().map(|(hash, bytes)| (hash.clone(), bytes.len() as u64)).collect(),
        };
        let id = format!("{}-{}", self.run, if ended { "end" } else { "begin" });
        let payload = serde_json::to_vec(&message).unwrap_or_default();
        self.line.publish(run_subject(&self.run), &id, payload).await
    }

    fn tell(&self, message: Message) {
        // A runner that is gone hears nothing, and needs to hear nothing.
        let _ = self.outbox.send(message);
    }

    fn warn(&self, text: String) {
        self.tell(Message::Event(Event::Warning { text }));
    }

    fn ask(&mut self, job: Job) {
        if let Some(played) = self.outstanding.ask(job, self.tournament) {
            self.tell(Message::Finished(vec![*played]));
        }
    }

    /// Answers all jobs if no more games are needed.
    fn abandon_if_stopped(&mut self) {
        if self.stop.load(Ordering::Relaxed) {
            for _ in 0..self.outstanding.abandon() {
                self.tell(Message::Abandoned);
            }
        }
    }

    /// Publishes the jobs that are due. What the broker does not take is due again.
    async fn publish(&mut self) {
        let chunks = self.outstanding.due();
        let mut is_away = false;
        for some in chunks.chunks(64) {
            // A broker that is away is not asked again for each of them.
            if is_away {
                some.iter().for_each(|jobs| self.outstanding.unsent(jobs));
                continue;
            }
            let sent = join_all(some.iter().map(|jobs| {
                self.published += 1;
                let id = format!("{}-{}", self.run, self.published);
                let message = JobMessage { run: self.run.clone(), jobs: jobs.clone() };
                let payload = serde_json::to_vec(&message).unwrap_or_default();
                let (line, subject) = (self.line.clone(), format!("grandline.job.{}", self.id));
                async move { line.publish(subject, &id, payload).await }
            }));
            for (jobs, sent) in some.iter().zip(sent.await) {
                if sent.is_err() {
                    is_away = true;
                    self.outstanding.unsent(jobs);
                }
            }
        }
    }

    /// Takes a delivery of results; it is acknowledged when its games are in the store.
    async fn take(&mut self, delivery: Delivery) {
        let Ok(message) = serde_json::from_slice::<ResultMessage>(&delivery.payload) else {
            // The message is not one of ours, and delivering it again would not change that.
            let _ = delivery.ack().await;
            return;
        };
        let mut left = HashSet::new();
        let mut finished = Vec::new();
        for game in message.games {
            let number = game.number;
            match self.outstanding.arrive(game, self.tournament) {
                Arrival::Wanted(played) => {
                    left.insert(number);
                    finished.push(*played);
                }
                Arrival::Known if self.safe.contains(&number) => {}
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
            self.tell(Message::Finished(finished));
            self.publish().await;
        }
        let mut dead = HashMap::new();
        for number in message.failed {
            if self.outstanding.fail(number) {
                dead.insert(number, message.reason.clone());
            }
        }
        for (number, reason) in dead {
            self.tell(Message::Dead(number, format!("worker {}: {reason}", message.worker)));
        }
        if left.is_empty() {
            let _ = delivery.ack().await;
        } else {
            self.taken += 1;
            self.held_in.extend(left.iter().map(|&number| (number, self.taken)));
            self.held.insert(self.taken, Held { delivery, left });
        }
    }

    async fn acknowledge(&mut self, games: &[u64]) {
        for number in games {
            self.safe.insert(*number);
            let Some(id) = self.held_in.remove(number) else { continue };
            let Some(held) = self.held.get_mut(&id) else { continue };
            held.left.remove(number);
            if held.left.is_empty()
                && let Some(done) = self.held.remove(&id)
            {
                // An acknowledgement that is lost costs a second delivery.
                let _ = done.delivery.ack().await;
            }
        }
    }

    /// Looks for jobs that got lost: the broker has nothing to deliver, and yet results are missing.
    async fn look(&mut self) {
        self.publish().await;
        if self.outstanding.len() == 0 {
            self.idle = 0;
            return;
        }
        // Whatever happened, after so long a job is tried again; the store takes only one result.
        self.outstanding.repeat(20 * ACK_WAIT);
        let Ok(mut workers) = self.line.workers().await else { return };
        let Ok(info) = workers.info().await else { return };
        if info.num_pending > 0 || info.num_ack_pending > 0 {
            self.idle = 0;
            if info.num_ack_pending == 0 && info.num_waiting == 0 && !self.warned {
                self.warned = true;
                self.warn(format!(
                    "jobs wait at {}, but no worker asks for them; start one with `grandline worker --nats ...`",
                    self.line.place
                ));
            }
            return;
        }
        self.idle += 1;
        // The last results may still be on their way.
        if self.idle >= 3 {
            self.idle = 0;
            self.outstanding.repeat(Duration::ZERO);
            self.publish().await;
        }
    }
}
