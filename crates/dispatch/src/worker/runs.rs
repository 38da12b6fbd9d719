//! The runs that a worker takes part in: their agents, made of files that travelled by hash, and whether they have ended.

use std::collections::{BTreeMap, HashMap};
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
use crate::broker::{Line, is_run};
use crate::message::{Refusal, RunMessage, SelfPlayMessage};

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

impl Run {
    /// Whether every agent can be started here. One that cannot would lose games that another machine plays as they should be.
    fn check(&self) -> Result<(), String> {
        for (spec, agent) in self.tournament.agents.iter().zip(&self.agents) {
            let checked = agent.check(&self.tournament.limits, &self.external);
            checked.map_err(|reason| format!("agent '{}' cannot play here: {reason}", spec.name))?;
        }
        Ok(())
    }
}

/// What is known of a run.
#[derive(Clone)]
pub(super) enum Known {
    Run(Arc<Run>),
    Ended,
    /// It cannot be played here.
    Refused,
    /// The broker did not say, or it cannot be played here for now.
    Later,
}

/// All runs that this worker has heard of.
pub(crate) struct Runs {
    line: Line,
    options: WorkerOptions,
    known: Mutex<HashMap<String, Known>>,
    /// The runs that this worker does not take part in.
    refused: Mutex<BTreeMap<String, Refusal>>,
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
        let known = match self.prepare(shared, run).await {
            Ok(known) => known,
            Err(refusal) => {
                let known = if refusal.for_now { Known::Later } else { Known::Refused };
                self.refuse(shared, run, refusal).await;
                known
            }
        };
        match &known {
            Known::Run(prepared) => {
                self.refusals().remove(run);
                shared.tell(WorkerEvent::Run(prepared.tournament.name.clone()));
            }
            Known::Refused | Known::Ended => {}
            Known::Later => return known,
        }
        self.known().insert(run.to_owned(), known.clone());
        known
    }

    fn refusals(&self) -> MutexGuard<'_, BTreeMap<String, Refusal>> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The runs that this worker does not take part in.
    pub(super) fn refused(&self) -> BTreeMap<String, Refusal> {
        self.refusals().clone()
    }

    /// Says once why this worker does not take part in a run.
    async fn refuse(&self, shared: &Shared, run: &str, refusal: Refusal) {
        if self.refusals().insert(run.to_owned(), refusal.clone()).is_none() {
            shared.tell(WorkerEvent::Refused(refusal.reason));
            shared.say_status().await;
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

    /// Finds out what a run is; otherwise why it cannot be played here.
    async fn prepare(&self, shared: &Shared, run: &str) -> Result<Known, Refusal> {
        let Ok(text) = self.line.run(run).await else { return Ok(Known::Later) };
        let refuse = |reason| Refusal { reason, for_now: false };
        let Ok(message) = serde_json::from_slice::<RunMessage>(&text) else {
            return Err(refuse("the definition of the run cannot be read".to_owned()));
        };
        if message.ended {
            return Ok(Known::Ended);
        }
        if let Some(reason) = self.other_version(&message) {
            return Err(refuse(reason));
        }
        let Some(mut tournament) = message.tournament else { return Ok(Known::Ended) };
        let mut slowness = 1.0;
        if let Some(reference) = message.speed.filter(|_| tournament.limits.is_timed()) {
            let speed = self.slowness(shared, reference).await;
            slowness = speed.map_err(|reason| Refusal { reason, for_now: true })?;
            tournament.limits = tournament.limits.scaled(slowness);
        }
        let mut contents = BTreeMap::new();
        for hash in &message.files {
            match self.line.get_file(hash).await {
                Ok(bytes) => drop(contents.insert(hash.clone(), bytes)),
                Err(_) => return Ok(Known::Later),
            }
        }
        let self_play = message.self_play.map(|work| self_play(work, &contents)).transpose().map_err(refuse)?;
        let agents = self.agents(run, &tournament, &contents).map_err(refuse)?;
        let mut external = self.options.external.clone();
        // Files of others run confined or not at all.
        external.sandbox.mode = SandboxMode::Require;
        external.sandbox.hidden.extend(agents.iter().filter_map(Agent::own_file).map(PathBuf::from));
        self.fits(&tournament, &agents, self_play.as_ref(), &mut external).map_err(refuse)?;
        let run = Run { tournament, agents, external, slowness, self_play, stop: Arc::default() };
        // Starting an agent takes time, in which the broker must hear of this worker.
        match tokio::task::spawn_blocking(|| run.check().map(|()| run)).await {
            Ok(checked) => Ok(Known::Run(Arc::new(checked.map_err(refuse)?))),
            Err(_) => Ok(Known::Later),
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
        self.refusals().remove(run);
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
        // The name of a run is also the name of a folder.
        let Some(run) = word.subject.strip_prefix("grandline.run.").filter(|run| is_run(run)) else { continue };
        if message.ended {
            shared.runs.end(run);
            continue;
        }
        // Also a short run knows its workers.
        shared.say_status().await;
        if let Some(reason) = shared.runs.other_version(&message) {
            shared.runs.refuse(&shared, run, Refusal { reason, for_now: false }).await;
        }
    }
}
