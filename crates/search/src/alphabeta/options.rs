//! Everything about alpha-beta that a preset can switch.

use crate::path::Repetition;
use crate::time::TimeOptions;

/// The parts of an alpha-beta search. [`Options::plain`] switches everything off, [`Options::default`] is strong.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The depth if the limits give none.
    pub depth: u32,
    /// How moves are sorted.
    pub order: Order,
    /// Only nodes with more moves than this are sorted by an evaluation.
    pub order_above: usize,
    /// The number of best-ordered moves searched at every node; this may change the value.
    pub child_bound: Option<usize>,
    /// The transposition table, in megabytes; 0 for none.
    pub table_megabytes: usize,
    /// Nodes of less depth are neither looked up nor kept: searching them costs less than a cache miss.
    pub table_depth: u32,
    /// Which entries of the table may stand for a search.
    pub reuse: Reuse,
    /// Where symmetric positions share one entry of the table.
    pub symmetry: SymmetryUse,
    /// Iterative deepening from this depth; `None` searches the full depth at once.
    pub deepen_from: Option<u32>,
    /// The radius of the aspiration window in units of the evaluation; `None` for full windows.
    pub aspiration: Option<i32>,
    /// Principal variation search: null windows after the first move.
    pub pvs: bool,
    /// Late move reductions; they may change the value.
    pub reductions: Option<Reductions>,
    /// Static pruning of quiet nodes near the horizon; it may change the value.
    pub pruning: Option<Pruning>,
    /// Two killer moves per ply.
    pub killers: bool,
    /// The history heuristic, where moves are not sorted by an evaluation.
    pub history: bool,
    /// Counter-moves: what refuted the previous move elsewhere is tried early.
    pub counter_moves: bool,
    /// Enhanced transposition cut-offs: children are looked up before any is searched, from this depth on.
    pub etc_depth: Option<u32>,
    /// Moves that win at once are looked for before any other is searched. Pays in games that end suddenly.
    pub immediate_wins: bool,
    /// Forced-reply extensions: a position with a single legal move is searched a ply deeper; this changes the value.
    pub extend_forced: bool,
    /// Quiescence search of at most this many plies beyond the horizon; it may change the value.
    pub quiescence: Option<u32>,
    /// How repeated positions are valued.
    pub repetition: Repetition,
    /// How many threads search; only one is deterministic.
    pub threads: usize,
    /// How time is shared out.
    pub time: TimeOptions,
}

/// How moves are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As the game generates them, after killers and history where those are on.
    Generated,
    /// By the value at the horizon of the position after each move, best for the player to move first.
    Evaluation,
    /// The same by the ordering evaluation given to the engine.
    Separate,
}

/// Which entries of the table may stand for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// Those searched exactly as deep as is needed: the values are those of plain minimax.
    EqualDepth,
    /// Those searched at least as deep: stronger.
    AtLeastDepth,
    /// All: for values that do not depend on depth, such as exact results.
    Always,
}

/// Where symmetric positions share one entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryUse {
    /// Nowhere.
    Never,
    /// In positions before this ply of the game; later hardly any two are symmetric.
    Before(u32),
    /// Everywhere.
    Always,
}

/// Late move reductions: moves late in the order are first searched less deep with a null window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// The depth from which on moves are reduced.
    pub from_depth: u32,
    /// The number of moves of a node that are searched in full.
    pub after: usize,
    /// Plies taken off.
    pub plies: u32,
    /// One more ply is taken off for every `step` further moves; 0 for never.
    pub step: usize,
}

impl Reductions {
    /// The plies to take off the child of the move tried as number `index`, from 0.
    #[inline]
    pub(super) fn at(&self, depth: u32, index: usize) -> u32 {
        if depth < self.from_depth || index < self.after {
            return 0;
        }
        let more = (index - self.after).checked_div(self.step).unwrap_or(0);
        (self.plies + more as u32).min(depth.saturating_sub(2))
    }
}

/// Static pruning (reverse futility): a quiet node near the horizon whose evaluation is beyond a null window by a margin for
/// each ply left is not searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pruning {
    /// The largest depth of such a node.
    pub depth: u32,
    /// The margin above the window, in units of the evaluation.
    pub above: i32,
    /// The margin below the window; `None` to prune nothing there.
    pub below: Option<i32>,
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions { from_depth: 3, after: 4, plies: 1, step: 12 }
    }
}

impl Options {
    /// Alpha-beta as in a textbook: fixed depth, moves as generated, nothing else.
    pub fn plain(depth: u32) -> Self {
        Options {
            depth,
            order: Order::Generated,
            order_above: 0,
            child_bound: None,
            table_megabytes: 0,
            table_depth: 3,
            reuse: Reuse::EqualDepth,
            symmetry: SymmetryUse::Never,
            deepen_from: None,
            aspiration: None,
            pvs: false,
            reductions: None,
            pruning: None,
            killers: false,
            history: false,
            counter_moves: false,
            extend_forced: false,
            etc_depth: None,
            immediate_wins: false,
            quiescence: None,
            repetition: Repetition::default(),
            threads: 1,
            time: TimeOptions::default(),
        }
    }
}

impl Default for Options {
    /// All that strengthens a search without risk; reductions and quiescence are left to presets that tested them.
    fn default() -> Self {
        Options {
            table_megabytes: 64,
            reuse: Reuse::AtLeastDepth,
            deepen_from: Some(1),
            pvs: true,
            killers: true,
            history: true,
            etc_depth: Some(4),
            immediate_wins: true,
            ..Options::plain(64)
        }
    }
}
