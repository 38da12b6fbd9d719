//! The limits of a search as visitors give them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grandline_search::{Limits, WallClock};
use serde::{Deserialize, Serialize};

use crate::error::{ApiError, check_range};

/// The limits a visitor asks for. A limit that is absent does not bind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsRequest {
    /// Milliseconds per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) time_ms: Option<u64>,
    /// Nodes to visit, or simulations to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
}

/// The largest value of each limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Maximum {
    pub(crate) time: Duration,
    pub(crate) nodes: u64,
    pub(crate) depth: u32,
}

impl Maximum {
    /// For a move of a game.
    pub(crate) const MOVE: Maximum = Maximum { time: Duration::from_secs(60), nodes: 1_000_000_000, depth: 60 };
    /// For a position under analysis.
    pub(crate) const ANALYSIS: Maximum = Maximum { time: Duration::from_secs(600), nodes: 10_000_000_000, depth: 60 };
    /// For each position of a game under review.
    pub(crate) const REVIEW: Maximum = Maximum { time: Duration::from_secs(30), nodes: 1_000_000_000, depth: 60 };
}

impl LimitsRequest {
    /// Returns the request if every limit is in its range.
    pub(crate) fn checked(self, most: &Maximum) -> Result<Self, ApiError> {
        check_range("time_ms", self.time_ms, 10..=most.time.as_millis() as u64)?;
        check_range("nodes", self.nodes, 1..=most.nodes)?;
        check_range("depth", self.depth, 1..=most.depth)?;
        Ok(self)
    }

    /// The same, or a time where nothing else is limited.
    #[must_use]
    pub(crate) fn or_time(self, time: Duration) -> Self {
        if self == LimitsRequest::default() {
            LimitsRequest { time_ms: Some(time.as_millis() as u64), ..self }
        } else {
            self
        }
    }

    /// The limits of a search that ends when `stop` is set.
    pub(crate) fn limits(&self, stop: Arc<AtomicBool>) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time_ms.map(Duration::from_millis),
            stop,
            clock: Arc::new(WallClock::start()),
            ..Limits::default()
        }
    }
}
