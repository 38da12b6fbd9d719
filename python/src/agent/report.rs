//! `Report`: what a search has found so far.

use grandline_agents::{LineThought, Thought};
use pyo3::prelude::*;

/// What a search has found so far, and what it cost. Values are seen by the player to move.
#[pyclass(frozen, get_all, module = "grandline")]
#[derive(Clone)]
pub(crate) struct Report {
    /// The move to play; `None` before there is one.
    r#move: Option<String>,
    /// What the position is worth, in the units of the agent's evaluation.
    value: f64,
    /// Whether the value is a proven result.
    exact: bool,
    /// The value in words: "+1.40", "wins in 12", "draw".
    words: String,
    /// What the first player can expect, from 0 to 1.
    chance: f64,
    /// Best play of both sides as far as it is known.
    pv: Vec<String>,
    /// The depth completed in plies, or the mean depth of a tree search.
    depth: u32,
    /// The deepest ply visited.
    selective_depth: u32,
    /// States visited, or simulations made.
    nodes: u64,
    /// How long it took, in seconds.
    time: f64,
    /// The best lines asked for.
    lines: Vec<Line>,
}

/// One of several best lines.
#[pyclass(frozen, get_all, from_py_object, module = "grandline")]
#[derive(Clone)]
pub(crate) struct Line {
    /// What its first move is worth.
    value: f64,
    /// Whether the value is a proven result.
    exact: bool,
    /// The value in words.
    words: String,
    /// Its moves.
    pv: Vec<String>,
}

impl Report {
    /// The report of a thought.
    pub(super) fn of(thought: &Thought) -> Self {
        Report {
            r#move: thought.best.clone(),
            value: thought.worth.value,
            exact: thought.worth.exact,
            words: thought.worth.words.clone(),
            chance: thought.worth.chance,
            pv: thought.pv.clone(),
            depth: thought.depth,
            selective_depth: thought.selective_depth,
            nodes: thought.nodes,
            time: thought.time_ms / 1000.0,
            lines: thought.lines.iter().map(Line::of).collect(),
        }
    }
}

impl Line {
    fn of(line: &LineThought) -> Self {
        let (worth, pv) = (&line.worth, line.pv.clone());
        Line { value: worth.value, exact: worth.exact, words: worth.words.clone(), pv }
    }
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let best = self.r#move.as_deref().unwrap_or("None");
        format!(
            "Report(move='{best}', words='{}', depth={}, nodes={}, pv='{}')",
            self.words,
            self.depth,
            self.nodes,
            self.pv.join(" ")
        )
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("Line(words='{}', pv='{}')", self.words, self.pv.join(" "))
    }
}
