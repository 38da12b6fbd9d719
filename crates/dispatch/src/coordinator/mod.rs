//! The coordinator's side: jobs go out, results come in, and what is in the store is acknowledged.

mod look;
mod run;

use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, OnceLock, PoisonError};

use grandline_arena::speed::MOST_NOISE;
use grandline_arena::tournament::{Dispatch, Job, Message, RunError, Workshop};
use grandline_arena::{Speed, Tournament};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::broker::{Broker, Line};
use crate::error::DispatchError;
use crate::message::{SelfPlayMessage, VERSION};
use run::Run;

/// The most games that are under way at once.
const MOST: usize = 20_000;
/// How often a noisy machine measures its speed before it gives up.
const MEASUREMENTS: usize = 3;

/// Plays the games of a run on the workers of a broker.
#[derive(Debug)]
pub struct Nats {
    broker: Broker,
    /// The speed that clocks are meant for, in nodes per second; this machine is measured if nothing is said.
    speed: Option<u64>,
    /// The speed of this machine, once it was measured.
    measured: OnceLock<u64>,
    /// Where games are named that are in the store.
    stored: Mutex<Option<UnboundedSender<Vec<u64>>>>,
}

impl Nats {
    /// A dispatch over a broker, which must answer now.
    pub fn new(broker: Broker) -> Result<Self, DispatchError> {
        runtime(&broker)?.block_on(broker.connect("grandline"))?;
        Ok(Nats { broker, speed: None, measured: OnceLock::new(), stored: Mutex::new(None) })
    }

    /// The same with clocks that are meant for a machine of this speed, in nodes per second.
    pub fn for_speed(self, speed: Option<u64>) -> Self {
        Nats { speed, ..self }
    }

    /// The speed that the clocks of a tournament are meant for, if it has clocks.
    fn reference(&self, tournament: &Tournament) -> Result<Option<u64>, RunError> {
        if !tournament.limits.is_timed() || self.speed.is_some() {
            return Ok(self.speed);
        }
        if let Some(&measured) = self.measured.get() {
            return Ok(Some(measured));
        }
        let measured = steady_speed();
        if measured.is_steady() {
            return Ok(Some(*self.measured.get_or_init(|| measured.nodes)));
        }
        Err(RunError::Dispatch(format!(
            "the speed of this machine varies by {} %, more than {MOST_NOISE} %, so that the clocks of workers cannot be \
             scaled to it: wait until it is less busy, name a speed with --nats-speed, or limit nodes instead of time",
            measured.noise
        )))
    }
}

/// The speed of this machine, measured again a few times if it varies.
pub(crate) fn steady_speed() -> Speed {
    let mut measured = Speed::measure();
    for _ in 1..MEASUREMENTS {
        if measured.is_steady() {
            break;
        }
        measured = Speed::measure();
    }
    measured
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
        let speed = self.reference(workshop.tournament)?;
        let (asked, wanted) = unbounded_channel();
        let (sender, stored) = unbounded_channel();
        *self.stored.lock().unwrap_or_else(PoisonError::into_inner) = Some(sender);
        // Jobs come over a channel that only a thread can wait for.
        let forward = std::thread::spawn(move || jobs.into_iter().try_for_each(|job| asked.send(job)));
        let (tournament, mut files) = workshop.packed().map_err(|error| RunError::Dispatch(error.to_string()))?;
        let self_play = workshop.self_play.map(|work| {
            let weights = work.weights.as_ref().map(|bytes| {
                let hash = hex(&Sha256::digest(bytes));
                files.insert(hash.clone(), bytes.clone());
                hash
            });
            SelfPlayMessage { training: work.training.clone(), round: work.round, weights }
        });
        let stop = workshop.options.stop.clone();
        let done = runtime.block_on(async {
            let line = self.broker.connect(&format!("grandline {}", tournament.name)).await?;
            let id = id_of(&tournament, self_play.as_ref());
            line.put_files(&files).await?;
            let consumer = line.recorder(&id).await?;
            let name = format!("{id}-{}", fresh(&line));
            let run = Run::new(line, name, id, &tournament, self_play, consumer, files, speed, stop, outbox);
            run.all(wanted, stored).await
        });
        *self.stored.lock().unwrap_or_else(PoisonError::into_inner) = None;
        // It ends when the runner drops its end of the channel.
        drop(forward);
        done.map_err(failed)
    }

    fn stored(&self, games: &[u64]) {
        if let Some(stored) = self.stored.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            // A run that has ended needs no acknowledgements.
            let _ = stored.send(games.to_vec());
        }
    }
}

/// What names a tournament at the broker: a hash of its definition, so that results of an earlier run fit. Results of other
/// versions do not.
fn id_of(tournament: &Tournament, self_play: Option<&SelfPlayMessage>) -> String {
    // What is sent is plain data, which JSON can always hold.
    let self_play = serde_json::to_string(&self_play).unwrap_or_default();
    let text = format!("{VERSION}\n{}\n{self_play}", tournament.to_json());
    hex(&Sha256::digest(text.as_bytes())[..8])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A text that no other run has.
fn fresh(line: &Line) -> String {
    let inbox = line.context.client().new_inbox();
    inbox.rsplit('.').next().unwrap_or_default().to_owned()
}
