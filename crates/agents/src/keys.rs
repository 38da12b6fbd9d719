//! The keys of a preset: the one list of what can be set, what each takes and what it does.

use std::time::Duration;

use grandline_search::time::parse_duration;
use grandline_search::{LeafValue, Order, Playouts, Prior, Reductions, Repetition, Reuse, Selection, SymmetryUse};

use crate::evaluation::Call;
use crate::experience::Choice;
use crate::parameters::{Margins, Ordering, Parameters, Search};
use crate::schedule::{self, Schedule};
use crate::script::{self, Script};
use crate::setting::{Section, Setting};

/// A key of a preset.
pub struct Key {
    /// The key.
    pub name: &'static str,
    /// What it takes, in words.
    pub takes: &'static str,
    /// Applies a value; `None` if the key does not take it.
    pub(crate) set: fn(&mut Draft, &Setting) -> Option<()>,
}

type Draft = Parameters<Call>;

pub(crate) const WEIGHTS: &str =
    "the name of weights that come with the program, or a file that `grandline train` made";
const SWITCH: &str = "true or false";
const PLIES: &str = "a number of plies, or false";
const COUNT: &str = "a whole number from 1 on";
const SEARCHES: &str = "one of random, greedy, greedy-course, minimax, alphabeta, flat, uct, mcts, hybrid";
const REDUCTIONS: &str = "true, false or a table of from-depth, after, plies and step";
const PRUNING: &str =
    "a table of depth, above and optionally below (margins per ply as the evaluation counts), or false";
const TIME: &str = "a time such as \"90 s\" or \"500 ms\", or false";

/// Every key that sets a parameter, in the order in which people read about an agent.
pub const KEYS: &[Key] = &[
    Key { name: "search", takes: SEARCHES, set: |draft, value| put(&mut draft.search, search(value)) },
    Key {
        name: "evaluation",
        takes: "an evaluation of the game, such as \"score\" or \"stock(24, 24)\"",
        set: |draft, value| put(&mut draft.evaluation, call(value)),
    },
    Key {
        name: "ordering",
        takes: "\"generated\", \"evaluation\", or an evaluation of its own",
        set: |draft, value| {
            put(&mut draft.ordering, ordering(value))?;
            draft.options.order = match draft.ordering {
                Ordering::Generated => Order::Generated,
                Ordering::Evaluation => Order::Evaluation,
                Ordering::Separate(_) => Order::Separate,
            };
            Some(())
        },
    },
    Key { name: "depth", takes: schedule::FORM, set: |draft, value| put(&mut draft.depth, depths(value)) },
    Key {
        name: "deepen-from",
        takes: "false, or as depth: the depth iterative deepening begins with",
        set: |draft, value| put(&mut draft.deepen_from, maybe(value, depths)),
    },
    Key {
        name: "mistakes",
        takes: "the winning chances, up to 1, that a move may lose and still be played half as often as the best, or false",
        set: |draft, value| put(&mut draft.mistakes, maybe(value, |value| share(value).filter(|share| *share > 0.0))),
    },
    Key { name: "time", takes: TIME, set: |draft, value| put(&mut draft.time, maybe(value, time)) },
    Key {
        name: "opening",
        takes: script::FORM,
        set: |draft, value| put(&mut draft.opening, maybe(value, Script::from_setting)),
    },
    Key { name: "weights", takes: WEIGHTS, set: |draft, value| put(&mut draft.weights, maybe(value, text)) },
    Key {
        name: "experience",
        takes: "the name of a book that `grandline experience` made, or false",
        set: |draft, value| put(&mut draft.experience.source, maybe(value, text)),
    },
    Key {
        name: "experience-choice",
        takes: "\"thompson\" to try what is uncertain, or \"lower-bound\" to avoid it",
        set: |draft, value| put(&mut draft.experience.choice, one_of(value, &Choice::ALL)),
    },
    Key {
        name: "experience-min",
        takes: "the games a move needs to be chosen from the book, from 0 on",
        set: |draft, value| {
            let games = integer(value, 0, i64::from(u32::MAX)).map(|games| games as u32);
            put(&mut draft.experience.games, games)
        },
    },
    Key {
        name: "experience-until",
        takes: "the ply from which on the book is not asked, or false",
        set: |draft, value| {
            put(&mut draft.experience.until, maybe(value, plies).map(|until| until.unwrap_or(u32::MAX)))
        },
    },
    Key {
        name: "experience-above",
        takes: "the share of the points, from 0 to 1, that a move of the book must promise",
        set: |draft, value| put(&mut draft.experience.above, share(value)),
    },
    Key {
        name: "order-above",
        takes: "a number of moves: only nodes with more are sorted by an evaluation",
        set: |draft, value| put(&mut draft.options.order_above, integer(value, 0, 1000).map(|moves| moves as usize)),
    },
    Key {
        name: "child-bound",
        takes: "a number of moves to search at each node, or false",
        set: |draft, value| put(&mut draft.options.child_bound, maybe(value, |value| size(value, 1000))),
    },
    Key {
        name: "table",
        takes: "the megabytes of the transposition table, from 1 to 65536, or false",
        set: |draft, value| {
            put(
                &mut draft.options.table_megabytes,
                maybe(value, |value| size(value, 65536)).map(Option::unwrap_or_default),
            )
        },
    },
    Key {
        name: "table-depth",
        takes: "the least depth of the nodes that are kept in the table",
        set: |draft, value| put(&mut draft.options.table_depth, plies(value)),
    },
    Key {
        name: "reuse",
        takes: "\"equal-depth\" or \"at-least-depth\": which entries of the table may stand for a search",
        set: |draft, value| {
            let choices = [("equal-depth", Reuse::EqualDepth), ("at-least-depth", Reuse::AtLeastDepth)];
            put(&mut draft.options.reuse, one_of(value, &choices))
        },
    },
    Key {
        name: "fold",
        takes: "true, false, or a number of plies: where symmetric positions share an entry of the table",
        set: |draft, value| {
            let symmetry = match value {
                Setting::Switch(true) => Some(SymmetryUse::Always),
                Setting::Switch(false) => Some(SymmetryUse::Never),
                _ => plies(value).map(SymmetryUse::Before),
            };
            put(&mut draft.options.symmetry, symmetry)
        },
    },
    Key {
        name: "aspiration",
        takes: "the radius of the aspiration window as the evaluation counts, or false",
        set: |draft, value| put(&mut draft.aspiration, maybe(value, positive)),
    },
    Key { name: "pvs", takes: SWITCH, set: |draft, value| put(&mut draft.options.pvs, switch(value)) },
    Key {
        name: "reductions",
        takes: REDUCTIONS,
        set: |draft, value| put(&mut draft.options.reductions, reductions(value)),
    },
    Key { name: "pruning", takes: PRUNING, set: |draft, value| put(&mut draft.pruning, pruning(value)) },
    Key { name: "killers", takes: SWITCH, set: |draft, value| put(&mut draft.options.killers, switch(value)) },
    Key { name: "history", takes: SWITCH, set: |draft, value| put(&mut draft.options.history, switch(value)) },
    Key {
        name: "counter-moves",
        takes: SWITCH,
        set: |draft, value| put(&mut draft.options.counter_moves, switch(value)),
    },
    Key {
        name: "extend-forced",
        takes: SWITCH,
        set: |draft, value| put(&mut draft.options.extend_forced, switch(value)),
    },
    Key {
        name: "etc-depth",
        takes: "the depth from which on children are looked up before any is searched, or false",
        set: |draft, value| put(&mut draft.options.etc_depth, maybe(value, plies)),
    },
    Key {
        name: "immediate-wins",
        takes: SWITCH,
        set: |draft, value| put(&mut draft.options.immediate_wins, switch(value)),
    },
    Key {
        name: "quiescence",
        takes: PLIES,
        set: |draft, value| put(&mut draft.options.quiescence, maybe(value, plies)),
    },
    Key { name: "endgame", takes: PLIES, set: |draft, value| put(&mut draft.proof.plies, maybe(value, plies)) },
    Key {
        name: "knowledge",
        takes: "\"generic\" or \"own\"",
        set: |draft, value| put(&mut draft.proof.own, one_of(value, &[("generic", false), ("own", true)])),
    },
    Key { name: "hardest", takes: SWITCH, set: |draft, value| put(&mut draft.proof.hardest, switch(value)) },
    Key {
        name: "repetition",
        takes: "\"draw\" or \"ignored\"",
        set: |draft, value| {
            let choices = [("draw", Repetition::Draw), ("ignored", Repetition::Ignored)];
            put(&mut draft.options.repetition, one_of(value, &choices))
        },
    },
    Key {
        name: "interrupt",
        takes: "true, or false to read the clock only between iterations",
        set: |draft, value| put(&mut draft.options.time.between_iterations, switch(value).map(|interrupt| !interrupt)),
    },
    Key {
        name: "time-margin",
        takes: "a time kept back at each move, such as \"20 ms\"",
        set: |draft, value| put(&mut draft.options.time.margin, time(value)),
    },
    Key {
        name: "time-horizon",
        takes: "in how many moves the time left is assumed to be used up, from 1 to 1000",
        set: |draft, value| put(&mut draft.options.time.horizon, integer(value, 1, 1000).map(|moves| moves as u32)),
    },
    Key {
        name: "time-stretch",
        takes: "how many times its share a move may take, from 1 on",
        set: |draft, value| put(&mut draft.options.time.stretch, positive(value).filter(|&stretch| stretch >= 1.0)),
    },
    Key {
        name: "threads",
        takes: "a number from 1 to 256",
        set: |draft, value| {
            put(&mut draft.options.threads, size(value, 256))?;
            draft.tree.threads = draft.options.threads;
            Some(())
        },
    },
    Key {
        name: "seed",
        takes: "a whole number from 0 on",
        set: |draft, value| put(&mut draft.seed, integer(value, 0, i64::MAX).map(|seed| Some(seed as u64))),
    },
    Key {
        name: "simulations",
        takes: COUNT,
        set: |draft, value| {
            let simulations = integer(value, 1, i64::MAX)? as u64;
            (draft.simulations, draft.tree.simulations, draft.uct.simulations) =
                (Some(simulations), simulations, simulations);
            Some(())
        },
    },
    Key {
        name: "exploration",
        takes: "a positive number",
        set: |draft, value| {
            put(&mut draft.tree.exploration, positive(value))?;
            draft.uct.exploration = draft.tree.exploration;
            Some(())
        },
    },
    Key {
        name: "root-moves",
        takes: "how many moves of the root, best by the evaluation, uct considers, or false",
        set: |draft, value| put(&mut draft.uct.root_children, maybe(value, |value| size(value, 1000))),
    },
    Key {
        name: "playouts",
        takes: "\"uniform\" or \"guided\", for uct",
        set: |draft, value| {
            let choices = [("uniform", Playouts::Uniform), ("guided", Playouts::Guided)];
            put(&mut draft.uct.playouts, one_of(value, &choices))
        },
    },
    Key { name: "by-result", takes: SWITCH, set: |draft, value| put(&mut draft.uct.by_result, switch(value)) },
    Key {
        name: "selection",
        takes: "\"uct\" or \"puct\", for mcts",
        set: |draft, value| {
            let choices = [("uct", Selection::Uct), ("puct", Selection::Puct)];
            put(&mut draft.tree.selection, one_of(value, &choices))
        },
    },
    Key {
        name: "prior",
        takes: "false, or the temperature at which mcts takes priors from the evaluation",
        set: |draft, value| {
            let prior = maybe(value, positive);
            let prior =
                prior.map(|prior| prior.map_or(Prior::Uniform, |temperature| Prior::Evaluation { temperature }));
            put(&mut draft.tree.prior, prior)
        },
    },
    Key {
        name: "leaf",
        takes: "\"playout\", or the value of the evaluation that mcts counts as half a win",
        set: |draft, value| {
            let playout = one_of(value, &[("playout", LeafValue::Playout)]);
            put(&mut draft.tree.leaf, playout.or_else(|| positive(value).map(|width| LeafValue::Evaluation { width })))
        },
    },
    Key { name: "solver", takes: SWITCH, set: |draft, value| put(&mut draft.tree.solver, switch(value)) },
    Key { name: "keep-tree", takes: SWITCH, set: |draft, value| put(&mut draft.tree.reuse, switch(value)) },
    Key {
        name: "expand-after",
        takes: COUNT,
        set: |draft, value| put(&mut draft.tree.expand_after, integer(value, 1, 1 << 20).map(|visits| visits as u32)),
    },
    Key {
        name: "tree",
        takes: "the megabytes of the tree of mcts, from 1 to 65536",
        set: |draft, value| put(&mut draft.tree.megabytes, size(value, 65536)),
    },
];

fn put<T>(slot: &mut T, value: Option<T>) -> Option<()> {
    *slot = value?;
    Some(())
}

/// `false` switches off; anything else has to be what the reader takes.
fn maybe<T>(value: &Setting, read: impl Fn(&Setting) -> Option<T>) -> Option<Option<T>> {
    if *value == Setting::Switch(false) { Some(None) } else { read(value).map(Some) }
}

fn switch(value: &Setting) -> Option<bool> {
    if let Setting::Switch(switch) = value { Some(*switch) } else { None }
}

fn integer(value: &Setting, least: i64, most: i64) -> Option<i64> {
    if let Setting::Integer(number) = value { Some(*number).filter(|n| (least..=most).contains(n)) } else { None }
}

fn size(value: &Setting, most: i64) -> Option<usize> {
    integer(value, 1, most).map(|number| number as usize)
}

pub(crate) fn plies(value: &Setting) -> Option<u32> {
    integer(value, 1, 255).map(|number| number as u32)
}

fn number(value: &Setting) -> Option<f64> {
    match value {
        Setting::Integer(number) => Some(*number as f64),
        Setting::Number(number) => Some(*number),
        _ => None,
    }
}

fn positive(value: &Setting) -> Option<f64> {
    number(value).filter(|number| *number > 0.0 && number.is_finite())
}

fn share(value: &Setting) -> Option<f64> {
    number(value).filter(|number| (0.0..=1.0).contains(number))
}

fn text(value: &Setting) -> Option<String> {
    if let Setting::Text(text) = value { Some(text.clone()).filter(|text| !text.is_empty()) } else { None }
}

fn one_of<T: Copy>(value: &Setting, choices: &[(&str, T)]) -> Option<T> {
    let Setting::Text(text) = value else { return None };
    choices.iter().find(|(name, _)| name == text).map(|&(_, choice)| choice)
}

fn search(value: &Setting) -> Option<Search> {
    one_of(value, &Search::ALL)
}

fn call(value: &Setting) -> Option<Call> {
    if let Setting::Text(text) = value { text.parse().ok() } else { None }
}

fn ordering(value: &Setting) -> Option<Ordering<Call>> {
    let plain = one_of(value, &[("generated", false), ("evaluation", true)]);
    match plain {
        Some(false) => Some(Ordering::Generated),
        Some(true) => Some(Ordering::Evaluation),
        None => call(value).map(Ordering::Separate),
    }
}

fn depths(value: &Setting) -> Option<Schedule> {
    match value {
        Setting::Integer(_) => plies(value).map(Schedule::fixed),
        Setting::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// `90 s`, `1.5 s` or `20 ms`.
fn time(value: &Setting) -> Option<Duration> {
    let Setting::Text(text) = value else { return None };
    // A day is more than any game takes.
    parse_duration(text).ok().filter(|time| *time <= Duration::from_secs(86_400))
}

fn pruning(value: &Setting) -> Option<Option<Margins>> {
    let Setting::Table(Section(lines)) = value else {
        return switch(value).filter(|&on| !on).map(|_| None);
    };
    let (mut depth, mut above, mut below) = (None, None, None);
    for line in lines {
        match line.key.as_str() {
            "depth" => depth = Some(plies(&line.value)?),
            "above" => above = Some(positive(&line.value)?),
            "below" => below = Some(positive(&line.value)?),
            _ => return None,
        }
    }
    Some(Some(Margins { depth: depth?, above: above?, below }))
}

fn reductions(value: &Setting) -> Option<Option<Reductions>> {
    let Setting::Table(Section(lines)) = value else {
        return switch(value).map(|on| on.then(Reductions::default));
    };
    let mut reductions = Reductions::default();
    for line in lines {
        match line.key.as_str() {
            "from-depth" => reductions.from_depth = plies(&line.value)?,
            "after" => reductions.after = size(&line.value, 1000)?,
            "plies" => reductions.plies = plies(&line.value)?,
            "step" => reductions.step = integer(&line.value, 0, 1000)? as usize,
            _ => return None,
        }
    }
    Some(Some(reductions))
}
