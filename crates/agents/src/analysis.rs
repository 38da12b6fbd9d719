//! Reports with moves as text: the form in which they leave the program.

use grandline_games::{AnyPosition, MoveId, Side};
use grandline_search::{Counts, Report, Scale, Value};
use serde::Serialize;

use crate::tables::{self, TableResult};

/// A report of a search as text and numbers; values are from the point of view of the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Analysis {
    /// The move to play; `None` only if the game is over.
    pub best: Option<String>,
    /// The value of the position.
    #[serde(flatten)]
    pub score: Score,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The depth completed in plies, or the mean depth of a tree search.
    pub depth: u32,
    /// The deepest ply visited.
    pub selective_depth: u32,
    /// Nodes searched, or simulations run.
    pub nodes: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Look-ups in the transposition table.
    pub table_probes: u64,
    /// Look-ups that found their position.
    pub table_hits: u64,
    /// Cut-offs by the index of the move that made them.
    pub cutoffs: [u64; 9],
    /// Time used, in milliseconds.
    pub time_ms: f64,
    /// The best lines, as many as the limits asked for.
    pub lines: Vec<AnalysedLine>,
    /// The moves of the root, the best first.
    pub moves: Vec<AnalysedMove>,
    /// What an endgame table says about the position, where one is open that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableResult>,
    /// Whether the value comes from a search or a proof.
    #[serde(skip)]
    pub is_founded: bool,
}

/// A value as number, text, proven result and winning chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// One number for tables and charts, in the evaluation's own units.
    pub value: f64,
    /// Whether it was proven.
    pub exact: bool,
    /// `+1.40`, `wins by 3`, `wins in 12`, `draw`.
    pub words: String,
    /// The proven result.
    pub result: Option<ExactResult>,
    /// The winning chances of the first side, from 0 to 1: the same scale for every evaluation.
    pub chance: f64,
}

/// A proven result as data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExactResult {
    /// `win`, `draw` or `loss`.
    pub verdict: &'static str,
    /// By how much, where that was proven too.
    pub margin: Option<i16>,
    /// After how many plies the game ends, where that is known.
    pub plies: Option<u32>,
}

/// One of several best lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedLine {
    /// The value of its first move.
    #[serde(flatten)]
    pub score: Score,
    /// Its moves.
    pub pv: Vec<String>,
    /// The cells of its first move, to highlight them.
    pub path: Vec<String>,
}

/// A move of the root.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value.
    pub value: f64,
    /// Whether the value was proven.
    pub exact: bool,
    /// Whether the value is only an upper bound.
    pub bound: bool,
    /// Nodes or simulations spent below it.
    pub visits: u64,
    /// Its prior probability, in searches that use priors.
    pub prior: Option<f64>,
}

impl Score {
    /// The score of a value from the point of view of `mover`.
    pub fn of(value: &Value, mover: Side, scale: &Scale) -> Self {
        let result = match value {
            Value::Exact(exact) => {
                Some(ExactResult { verdict: exact.verdict.name(), margin: exact.margin, plies: exact.plies })
            }
            Value::Heuristic(_) => None,
        };
        let chance = scale.chance(value);
        Score {
            value: value.number(),
            exact: value.is_exact(),
            words: value.to_string(),
            result,
            chance: if mover == Side::First { chance } else { 1.0 - chance },
        }
    }
}

impl Analysis {
    /// The report of a search of this position.
    pub fn of(position: &AnyPosition, report: &Report<MoveId>) -> Self {
        let score = |value: &Value| Score::of(value, position.to_move(), &report.scale);
        let Counts { nodes, evaluations, probes, hits, cutoffs } = report.counts;
        let lines = report.lines.iter().map(|line| AnalysedLine {
            score: score(&line.value),
            pv: position.line_texts(&line.pv),
            path: line.pv.first().and_then(|&mv| position.path(mv)).unwrap_or_default(),
        });
        let moves = report.root_moves.iter().map(|root| AnalysedMove {
            text: position.move_text(root.mv).unwrap_or_default(),
            value: root.value.number(),
            exact: root.value.is_exact() && !root.is_bound,
            bound: root.is_bound,
            visits: root.visits,
            prior: root.prior,
        });
        Analysis {
            best: report.best().and_then(|mv| position.move_text(mv)),
            score: score(&report.value()),
            pv: position.line_texts(report.pv()),
            depth: report.depth,
            selective_depth: report.selective_depth,
            nodes,
            evaluations,
            table_probes: probes,
            table_hits: hits,
            cutoffs,
            time_ms: report.time.as_secs_f64() * 1000.0,
            lines: lines.collect(),
            moves: moves.collect(),
            table: tables::glance(position),
            is_founded: report.is_founded(),
        }
    }

    /// Nodes per second.
    pub fn nodes_per_s(&self) -> f64 {
        self.nodes as f64 * 1000.0 / self.time_ms.max(0.001)
    }
}
