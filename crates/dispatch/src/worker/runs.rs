//! The runs that a worker takes part in: their agents, made of files that travelled by hash, and whether they have ended.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::StreamExt;
use grandline_arena::external::SandboxMode;
use grandline_arena::{Agent, ExternalOptions, Tournament};

use super::{Shared, WorkerEvent, WorkerOptions};
use crate::broker::Line;
use crate::message::{RunMessage, VERSION};

/// A run that this worker can play.
pub(super) struct Run {
    pub(super) tournament: Tournament,
    pub(super) agents: Vec<Agent>,
    pub(super) external: ExternalOptions,
    pub(super) stop: Arc<AtomicBool>,
}

/// What is known of a run.
#[derive(Clone)]
pub(super) enum Known {
    Run(Arc<Run>),
    Ended,
    /// It cannot be played here, with the reason.
    Refused(String),
    /// The broker did not say.
    Later,
}

/// All runs that this worker has heard of.
pub(crate) struct Runs {
    line: Line,
    options: WorkerOptions,
    known: Mutex<HashMap<String, Known>>,
    /// One task at a time prepares a run.
    preparing: tokio::sync::Mutex<()>,
}

impl Runs {
    pub(super) fn new(line: Line, options: &WorkerOptions) -> Self {
        Runs { line, options: options.clone(), known: Mutex::default(), preparing: tokio::sync::Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a run; the broker is asked about a new one.
    pub(super) async fn get(&self, shared: &Shared, run: &str) -> Known {
        let _one = self.preparing.lock().await;
        if let Some(known) = self.known().get(run) {
            return known.clone();
        }
        let known = self.prepare(run).await;
        match &known {
            Known::Run(run) => shared.tell(WorkerEvent::Run(run.tournament.name.clone())),
            Known::Refused(reason) => shared.tell(WorkerEvent::Refused(reason.clone())),
            Known::Ended => {}
            Known::Later => return known,
        }
        self.known().insert(run.to_owned(), known.clone());
        known
    }

    async fn prepare(&self, run: &str) -> Known {
        let Ok(text) = self.line.run(run).await else { return Known::Later };
        let Ok(message) = serde_json::from_slice::<RunMessage>(&text) else {
            return Known::Refused(format!("worker {} cannot read the definition of the run", self.options.name));
        };
        if message.ended {
            return Known::Ended;
        }
        if message.version != VERSION {
            let theirs = &message.version;
            return Known::Refused(format!(
                "the coordinator is grandline {theirs} and worker {} is {VERSION}: both must have the same version",
                self.options.name
            ));
        }
        let Some(tournament) = message.tournament else { return Known::Ended };
        let mut contents = BTreeMap::new();
        for hash in message.files.keys() {
            match self.line.get_file(hash).await {
                Ok(bytes) => drop(contents.insert(hash.clone(), bytes)),
                Err(_) => return Known::Later,
            }
        }
        match self.agents(run, &tournament, &contents) {
            Ok(agents) => {
                let mut external = self.options.external.clone();
                // Files of others run confined or not at all.
                external.sandbox.mode = SandboxMode::Require;
                external.sandbox.hidden.extend(agents.iter().filter_map(Agent::own_file).map(PathBuf::from));
                Known::Run(Arc::new(Run { tournament, agents, external, stop: Arc::new(AtomicBool::new(false)) }))
            }
            Err(reason) => Known::Refused(format!("worker {}: {reason}", self.options.name)),
        }
    }

    /// The agents of a tournament, made of their files, if this worker may run them.
    fn agents(
        &self,
        run: &str,
        tournament: &Tournament,
        contents: &BTreeMap<String, Vec<u8>>,
    ) -> Result<Vec<Agent>, String> {
        let mut agents = Vec::new();
        for (number, spec) in tournament.agents.iter().enumerate() {
            let folder = self.options.folder.join(run).join(number.to_string());
            let spec = spec.unpack(&folder, |hash| contents.get(hash).cloned()).map_err(|error| error.to_string())?;
            let agent = Agent::resolve(tournament.game, &spec.agent).map_err(|error| error.to_string())?;
            if let Agent::Ugi(command) | Agent::Json(command) = &agent
                && !self.options.allowed.iter().any(|allowed| allowed == command.program())
            {
                let program = command.program();
                return Err(format!(
                    "the command '{program}' is not allowed here; its owner can add --allow {program}"
                ));
            }
            agents.push(agent);
        }
        Ok(agents)
    }

    /// Ends the games of all runs.
    pub(super) fn stop_all(&self) {
        for known in self.known().values() {
            if let Known::Run(run) = known {
                run.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn end(&self, run: &str) {
        if let Some(Known::Run(run)) = self.known().insert(run.to_owned(), Known::Ended) {
            run.stop.store(true, Ordering::Relaxed);
        }
        let _ = std::fs::remove_dir_all(self.options.folder.join(run));
    }
}

/// Hears of runs that end, so that nobody plays for them any more.
pub(super) async fn hear_ends(shared: Arc<Shared>) {
    let Ok(mut words) = shared.line.context.client().subscribe("grandline.run.*").await else { return };
    while let Some(word) = words.next().await {
        let ended = serde_json::from_slice::<RunMessage>(&word.payload).is_ok_and(|message| message.ended);
        if let (true, Some(run)) = (ended, word.subject.strip_prefix("grandline.run.")) {
            shared.runs.end(run);
        }
    }
}
