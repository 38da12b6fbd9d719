//! `Report`: the findings of a search so far.

use grandline_agents::{AnalysedLine, Analysis, Score};
use pyo3::prelude::*;

/// The findings of a search so far, and its cost. Values are seen by the player to move.
#[pyclass(frozen, get_all, module = "grandline")]
#[derive(Clone)]
pub(crate) struct Report {
    /// The move to play; `None` before there is one.
    r#move: Option<String>,
    /// The value of the position, in the units of the agent's evaluation.
    value: f64,
    /// Whether the value is a proven result.
    exact: bool,
    /// The value in words: "+1.40", "wins in 12", "draw".
    words: String,
    /// The winning chances of the first player, from 0 to 1.
    chance: f64,
    /// The principal variation.
    pv: Vec<String>,
    /// The depth completed in plies, or the mean depth of a tree search.
    depth: u32,
    /// The deepest ply visited.
    selective_depth: u32,
    /// Nodes visited, or simulations made.
    nodes: u64,
    /// How long it took, in seconds.
    time: f64,
    /// The best lines, as many as were requested.
    lines: Vec<Line>,
}

/// One of several best lines.
#[pyclass(frozen, get_all, from_py_object, module = "grandline")]
#[derive(Clone)]
pub(crate) struct Line {
    /// The value of its first move.
    value: f64,
    /// Whether the value is a proven result.
    exact: bool,
    /// The value in words.
    words: String,
    /// Its moves.
    pv: Vec<String>,
}

impl Report {
    /// The report of an analysis.
    pub(super) fn of(analysis: Analysis) -> Self {
        let Score { value, exact, words, chance, .. } = analysis.score;
        Report {
            r#move: analysis.best,
            value,
            exact,
            words,
            chance,
            pv: analysis.pv,
            depth: analysis.depth,
            selective_depth: analysis.selective_depth,
            nodes: analysis.nodes,
            time: analysis.time_ms / 1000.0,
            lines: analysis.lines.into_iter().map(Line::from).collect(),
        }
    }
}

impl From<AnalysedLine> for Line {
    fn from(line: AnalysedLine) -> Self {
        let Score { value, exact, words, .. } = line.score;
        Line { value, exact, words, pv: line.pv }
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
