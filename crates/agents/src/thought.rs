//! What an engine found, as texts: the form in which reports leave the program.

use grandline_games::{Notation, Side};
use grandline_search::{Counts, Report, Value};
use serde::Serialize;

use crate::chance::Yardstick;

/// A report of a search in words and numbers any program can read; values are seen by the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought {
    /// The move to play; `None` only if the game is over.
    pub best: Option<String>,
    /// What the position is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// Best play of both sides as far as it is known.
    pub pv: Vec<String>,
    /// The depth completed in plies, or the mean depth of a tree search.
    pub depth: u32,
    /// The deepest ply visited.
    pub selective_depth: u32,
    /// States visited, or simulations made.
    pub nodes: u64,
    /// Calls of the evaluation.
    pub evaluations: u64,
    /// Look-ups in the transposition table.
    pub table_probes: u64,
    /// Look-ups that found their position.
    pub table_hits: u64,
    /// Cut-offs by the index of the move that made them.
    pub cutoffs: [u64; 9],
    /// How long it took.
    pub time_ms: f64,
    /// The best lines asked for.
    pub lines: Vec<LineThought>,
    /// The moves of the root, the best first.
    pub moves: Vec<MoveThought>,
}

/// What something is worth, said in every way there is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// One number for tables and charts, in the evaluation's own units.
    pub value: f64,
    /// Whether it was proven.
    pub exact: bool,
    /// `+1.40`, `wins by 3`, `wins in 12`, `draw`.
    pub words: String,
    /// The proven result.
    pub result: Option<ExactResult>,
    /// What the first player can expect, from 0 to 1: the same scale for every evaluation.
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
pub struct LineThought {
    /// What its first move is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// Its moves.
    pub pv: Vec<String>,
    /// The cells to touch for its first move, to point at them.
    pub path: Vec<String>,
}

/// A move of the root.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveThought {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value.
    pub value: f64,
    /// Whether the value is only an upper bound.
    pub bound: bool,
    /// States or simulations spent below it.
    pub visits: u64,
    /// The share of attention it was given beforehand, where there is one.
    pub prior: Option<f64>,
}

impl Worth {
    /// The words and numbers of a value, seen by `mover`.
    pub fn of(value: &Value, mover: Side, yardstick: &Yardstick) -> Self {
        let result = match value {
            Value::Exact(exact) => {
                Some(ExactResult { verdict: exact.verdict.name(), margin: exact.margin, plies: exact.plies })
            }
            Value::Heuristic(_) => None,
        };
        let chance = yardstick.chance(value);
        Worth {
            value: value.number(),
            exact: value.is_exact(),
            words: value.to_string(),
            result,
            chance: if mover == Side::First { chance } else { 1.0 - chance },
        }
    }
}

impl Thought {
    /// The report of a search of this position.
    pub fn of<G: Notation>(position: &G, report: &Report<G>, yardstick: &Yardstick) -> Self {
        let mover = position.to_move();
        let Counts { nodes, evaluations, probes, hits, cutoffs } = report.counts;
        let lines = report.lines.iter().map(|line| LineThought {
            worth: Worth::of(&line.value, mover, yardstick),
            pv: line_texts(position, &line.pv),
            path: line.pv.first().map(|&mv| position.path(mv)).unwrap_or_default(),
        });
        let moves = report.root_moves.iter().map(|root| MoveThought {
            text: position.format_move(root.mv),
            value: root.value.number(),
            bound: root.is_bound,
            visits: root.visits,
            prior: root.prior,
        });
        Thought {
            best: report.best.map(|mv| position.format_move(mv)),
            worth: Worth::of(&report.value, mover, yardstick),
            pv: line_texts(position, &report.pv),
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
        }
    }

    /// Whether a search stands behind the value: a program that says nothing about its thinking has none to show.
    pub fn is_founded(&self) -> bool {
        self.depth > 0 || self.nodes > 0 || self.worth.exact
    }

    /// States a second.
    pub fn nodes_per_s(&self) -> f64 {
        self.nodes as f64 * 1000.0 / self.time_ms.max(0.001)
    }
}

/// The moves of a line as texts.
pub fn line_texts<G: Notation>(position: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        texts.push(position.format_move(mv));
        position.play(mv);
    }
    texts
}
