//! Limits shared by several questions about one position.

use std::time::Duration;

use crate::engine::Limits;
use crate::time::TimeOptions;

/// What several questions that share the limits of one search have used of them.
pub struct Spending<'a> {
    limits: &'a Limits,
    started: Duration,
    /// The time for all questions; a share of the clock where the limits name the time left in the game.
    time: Option<Duration>,
    nodes: u64,
}

impl<'a> Spending<'a> {
    /// Nothing used yet; the time runs from now on.
    pub fn new(limits: &'a Limits) -> Self {
        let shared = limits.remaining.and_then(|_| TimeOptions::default().budget(limits)).map(|budget| budget.soft);
        Spending { limits, started: limits.clock.now(), time: shared.or(limits.time), nodes: 0 }
    }

    /// Counts nodes of a question.
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Nodes of all questions so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the first question.
    pub fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.started)
    }

    /// Half of what is left.
    pub(crate) fn half(&self) -> Limits {
        let left = self.left();
        Limits { nodes: left.nodes.map(|nodes| nodes / 2), time: left.time.map(|time| time / 2), ..left }
    }

    /// The limits of the next question.
    pub fn left(&self) -> Limits {
        Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            time: self.time.map(|time| time.saturating_sub(self.elapsed())),
            remaining: None,
            ..self.limits.clone()
        }
    }
}
