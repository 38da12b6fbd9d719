//! The runs that a worker takes part in: their agents, made of files that travelled by hash, and whether they have ended.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::StreamExt;
use grandline_agents::Preset;
use grandline_arena::external::SandboxMode;
use grandline_arena::speed::MOST_NOISE;
use grandline_arena::train::SelfPlay;
use grandline_arena::{Agent, ExternalOptions, Tournament};

use super::memory::Budget;
use super::{Shared, WorkerEvent, WorkerOptions};
use crate::broker::Line;
use crate::message::{RunMessage, SelfPlayMessage};

/// A run that this worker can play.
pub(super) struct Run {
    pub(super) tournament: Tournament,
    pub(super) agents: Vec<Agent>,
    pub(super) external: ExternalOptions,
    /// How many times as long everything takes here as on the machine that clocks are meant for.
    pub(super) slowness: f64,
    /// What is played instead of the games of the tournament, with its agent.
    pub(super) self_play: Option<(SelfPlay, Preset)>,
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
    /// Runs that this worker said it cannot play.
    refused: Mutex<HashSet<String>>,
    /// One task at a time prepares a run.
    preparing: tokio::sync::Mutex<()>,
}

impl Runs {
    pub(super) fn new(line: Line, options: &WorkerOptions) -> Self {
        Runs {
            line,
            options: options.clone(),
            known: Mutex::default(),
            refused: Mutex::default(),
            preparing: tokio::sync::Mutex::default(),
        }
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
        let known = self.prepare(shared, run).await;
        match &known {
            Known::Run(run) => shared.tell(WorkerEvent::Run(run.tournament.name.clone())),
            Known::Refused(reason) => self.refuse(shared, run, reason),
            Known::Ended => {}
            Known::Later => return known,
        }
        self.known().insert(run.to_owned(), known.clone());
        known
    }

    /// Says once why this worker does not take part in a run.
    fn refuse(&self, shared: &Shared, run: &str, reason: &str) {
        let is_new = self.refused.lock().unwrap_or_else(PoisonError::into_inner).insert(run.to_owned());
        if is_new {
            shared.tell(WorkerEvent::Refused(reason.to_owned()));
        }
    }

    /// How many times as long everything takes here, for a run whose clocks are meant for a machine of a speed.
    async fn slowness(&self, shared: &Shared, reference: u64) -> Result<f64, String> {
        let speed = shared.steady_speed().await.map_err(|noise| {
            format!(
                "the games have clocks, and the speed of this machine varies by {noise} %, more than {MOST_NOISE} %; \
                 its jobs go to other workers until it is steady"
            )
        })?;
        Ok(reference as f64 / speed.nodes as f64)
    }

    async fn prepare(&self, shared: &Shared, run: &str) -> Known {
        let Ok(text) = self.line.run(run).await else { return Known::Later };
        let Ok(message) = serde_json::from_slice::<RunMessage>(&text) else {
            return Known::Refused(format!("worker {} cannot read the definition of the run", self.options.name));
        };
        if message.ended {
            return Known::Ended;
        }
        if let Some(reason) = self.other_version(&message) {
            return Known::Refused(reason);
        }
        let Some(mut tournament) = message.tournament else { return Known::Ended };
        let mut slowness = 1.0;
        if let Some(reference) = message.speed.filter(|_| tournament.limits.is_timed()) {
            slowness = match self.slowness(shared, reference).await {
                Ok(slowness) => slowness,
                Err(reason) => {
                    self.refuse(shared, run, &reason);
                    return Known::Later;
                }
            };
            tournament.limits = tournament.limits.scaled(slowness);
        }
        let mut contents = BTreeMap::new();
        for hash in message.files.keys() {
            match self.line.get_file(hash).await {
                Ok(bytes) => drop(contents.insert(hash.clone(), bytes)),
                Err(_) => return Known::Later,
            }
        }
        let self_play = match message.self_play.map(|work| self_play(work, &contents)).transpose() {
            Ok(self_play) => self_play,
            Err(reason) => return Known::Refused(format!("worker {}: {reason}", self.options.name)),
        };
        match self.agents(run, &tournament, &contents) {
            Ok(agents) => {
                let mut external = self.options.external.clone();
                // Files of others run confined or not at all.
                external.sandbox.mode = SandboxMode::Require;
                external.sandbox.hidden.extend(agents.iter().filter_map(Agent::own_file).map(PathBuf::from));
                if let Err(reason) = self.fits(&tournament, &agents, self_play.as_ref(), &mut external) {
                    return Known::Refused(format!("worker {}: {reason}", self.options.name));
                }
                let stop = Arc::new(AtomicBool::new(false));
                Known::Run(Arc::new(Run { tournament, agents, external, slowness, self_play, stop }))
            }
            Err(reason) => Known::Refused(format!("worker {}: {reason}", self.options.name)),
        }
    }

    /// Why a run of another version is not played, if it is one.
    fn other_version(&self, message: &RunMessage) -> Option<String> {
        let WorkerOptions { name, version, .. } = &self.options;
        (message.version != *version).then(|| {
            format!(
                "the coordinator is grandline {} and worker {name} is {version}: both must have the same version",
                message.version
            )
        })
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

    /// Whether the games of a run fit into the memory that this worker may use, if that is limited.
    fn fits(
        &self,
        tournament: &Tournament,
        agents: &[Agent],
        self_play: Option<&(SelfPlay, Preset)>,
        external: &mut ExternalOptions,
    ) -> Result<(), String> {
        let Some(bytes) = self.options.memory else { return Ok(()) };
        let budget = Budget { bytes, games: self.options.cores.max(1) };
        match self_play {
            Some((_, preset)) => budget.check_self_play(preset),
            None => budget.check(tournament, agents, external),
        }
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

/// The self-play of a message, with its agent.
fn self_play(work: SelfPlayMessage, contents: &BTreeMap<String, Vec<u8>>) -> Result<(SelfPlay, Preset), String> {
    let SelfPlayMessage { training, round, weights } = work;
    training.check().map_err(|error| error.to_string())?;
    let weights = match weights {
        None => None,
        Some(hash) => Some(contents.get(&hash).cloned().ok_or("the weights of the training are missing")?),
    };
    let work = SelfPlay { training, round, weights };
    let preset = work.preset().map_err(|error| error.to_string())?;
    Ok((work, preset))
}

/// Hears of runs that end, so that nobody plays for them any more, and of runs of other versions, which are refused.
pub(super) async fn hear_runs(shared: Arc<Shared>) {
    let Ok(mut words) = shared.line.context.client().subscribe("grandline.run.*").await else { return };
    while let Some(word) = words.next().await {
        let Ok(message) = serde_json::from_slice::<RunMessage>(&word.payload) else { continue };
        let Some(run) = word.subject.strip_prefix("grandline.run.") else { continue };
        if message.ended {
            shared.runs.end(run);
            continue;
        }
        // Also a short run knows its workers.
        shared.say_status().await;
        if let Some(reason) = shared.runs.other_version(&message) {
            shared.runs.refuse(&shared, run, &reason);
        }
    }
}
