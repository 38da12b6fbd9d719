//! What is sent: the definition of a run, its jobs, their results, and what workers say about themselves, all as JSON.

use std::collections::BTreeMap;

use grandline_arena::tournament::Job;
use grandline_arena::train::Training;
use grandline_arena::{Played, Tournament};
use serde::{Deserialize, Serialize};

/// The version of the program. A worker plays only for coordinators of its own version, since the games depend on it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A run: everything that its jobs share.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RunMessage {
    /// The version of the coordinator.
    pub(crate) version: String,
    /// Whether it has ended, so that its jobs need not be played.
    pub(crate) ended: bool,
    /// The tournament; its agents name their files by content hash.
    pub(crate) tournament: Option<Tournament>,
    /// The files that its agents need, by hash; they are in the object store.
    #[serde(default)]
    pub(crate) files: Vec<String>,
    /// The speed of the machine that clocks are meant for, in nodes per second, where games have clocks.
    #[serde(default)]
    pub(crate) speed: Option<u64>,
    /// What is played instead of the games of the tournament, if it stands for self-play.
    #[serde(default)]
    pub(crate) self_play: Option<SelfPlayMessage>,
}

/// The self-play of a round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SelfPlayMessage {
    pub(crate) training: Training,
    pub(crate) round: u32,
    /// The file of weights, by hash.
    pub(crate) weights: Option<String>,
}

/// Some games of a run: pairs that share an opening each.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JobMessage {
    pub(crate) run: String,
    pub(crate) jobs: Vec<Job>,
}

/// What became of jobs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ResultMessage {
    pub(crate) run: String,
    /// The name of the worker.
    pub(crate) worker: String,
    /// Games that were played.
    #[serde(default)]
    pub(crate) games: Vec<Played>,
    /// Games that failed there.
    #[serde(default)]
    pub(crate) failed: Vec<u64>,
    /// Games of a run that this worker does not take part in; another one may play them.
    #[serde(default)]
    pub(crate) refused: Vec<u64>,
    /// Why games failed.
    #[serde(default)]
    pub(crate) reason: String,
}

/// What a worker says about itself every few seconds. These messages are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Its name.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// How many games it plays at once.
    pub cores: usize,
    /// Its measured speed in nodes per second of one core.
    pub speed: u64,
    /// How much that measurement varied, in percent of the speed.
    pub noise: u32,
    /// Games played since it started.
    pub games: u64,
    /// Jobs that failed since it started.
    pub errors: u64,
    /// The runs that it does not take part in, and why.
    #[serde(default)]
    pub refuses: BTreeMap<String, Refusal>,
    /// Why the broker does not take its results, if that is so.
    #[serde(default)]
    pub trouble: Option<String>,
}

/// Why a worker does not take part in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The reason.
    pub reason: String,
    /// Whether it tries again by itself.
    pub for_now: bool,
}
