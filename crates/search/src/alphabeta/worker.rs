//! The search function itself: fail-soft negamax, one worker per thread.

use grandline_games::{Game, Margin, Record, Side, Symmetry};

use super::known::Draws;
use super::options::{Options, Reuse, SymmetryUse};
use super::pv::Variation;
use crate::engine::{Counts, Limits};
use crate::evaluate::{Evaluation, Scorer, sign};
use crate::knowledge::Knowledge;
use crate::order::{CounterMoves, History, Killers, Ranked, move_code};
use crate::parallel::{Busy, NOTED_DEPTH};
use crate::path::Path;
use crate::table::{Bound, Entry, Table};
use crate::time::Meter;
use crate::value::{INFINITY, from_table, to_table, win_in};
use crate::window::Window;

/// What all threads of a search share.
pub(crate) struct Shared<'a, G: Game> {
    pub(crate) evaluation: &'a dyn Evaluation<G>,
    /// What moves are ordered by, if not by the evaluation.
    pub(crate) ordering: Option<&'a dyn Evaluation<G>>,
    pub(crate) options: &'a Options,
    pub(crate) table: Option<&'a Table>,
    pub(crate) busy: Option<&'a Busy>,
    pub(crate) knowledge: Option<&'a dyn Knowledge<G>>,
}

/// One thread's part of a search.
pub(crate) struct Worker<'a, G: Game> {
    pub(super) shared: &'a Shared<'a, G>,
    pub(super) scorer: Box<dyn Scorer<G> + 'a>,
    pub(super) ordering: Option<Box<dyn Scorer<G> + 'a>>,
    /// Whether a scorer keeps states that must follow the path.
    is_stateful: bool,
    pub(super) viewpoint: Side,
    pub(super) root: G,
    pub(super) path: Path<G>,
    pub(super) counts: Counts,
    pub(super) meter: Meter<'a>,
    pub(super) selective_depth: u32,
    pub(super) variation: Variation<G::Move>,
    /// The moves of all nodes on the path, each node's after its parent's.
    pub(super) list: Vec<Ranked<G::Move>>,
    pub(super) killers: Killers,
    pub(super) history: History,
    pub(super) counter_moves: CounterMoves,
    /// Extensions end at this ply.
    pub(super) extended_until: u32,
    /// How known draws are valued.
    pub(super) draws: Draws,
    /// Keeps the values of evaluations that are not antisymmetric apart by viewpoint, and those of drawn roots from others.
    salt: u64,
    /// Plies from the root in which symmetric positions share a key.
    symmetric_plies: u32,
    /// Whether children at the horizon can be valued without being visited.
    simple_horizon: bool,
}

/// The key of a position in the table, and how its moves are written there.
#[derive(Clone, Copy)]
pub(super) struct TableKey {
    pub(super) key: u64,
    symmetry: Symmetry,
}

impl TableKey {
    /// The code of a move of the position, as the table knows it.
    #[inline]
    pub(super) fn code<G: Game>(self, mv: G::Move) -> u16 {
        if self.symmetry == Symmetry::IDENTITY { move_code(mv) } else { move_code(G::map_move(mv, self.symmetry)) }
    }
}

impl<'a, G: Game> Worker<'a, G> {
    /// Nodes between two looks at the clock. Where the same player may move again, as with companions, a node can have
    /// hundreds of moves that are all evaluated to be ordered.
    const INTERVAL: u64 = if G::ALTERNATES { 1024 } else { 4 };

    pub(crate) fn new(shared: &'a Shared<'a, G>, record: &Record<G>, limits: &'a Limits) -> Self {
        let options = shared.options;
        let root = record.position().clone();
        let viewpoint = root.to_move();
        let path = Path::new(record, options.repetition);
        let played = record.plies() as u32;
        let scorer = shared.evaluation.scorer(&root);
        let ordering = shared.ordering.map(|ordering| ordering.scorer(&root));
        let draws = Draws::at(&root, shared.knowledge, limits);
        let own_view =
            if shared.evaluation.is_antisymmetric() { 0 } else { [0, 0xA5A5_5A5A_C3C3_3C3C][viewpoint.index()] };
        Worker {
            shared,
            is_stateful: scorer.is_stateful() || ordering.as_ref().is_some_and(|ordering| ordering.is_stateful()),
            scorer,
            ordering,
            viewpoint,
            draws,
            salt: own_view ^ if draws == Draws::Open { 0x3C96_A5F0_695A_0FC3 } else { 0 },
            symmetric_plies: match options.symmetry {
                _ if G::SYMMETRIES <= 1 => 0,
                SymmetryUse::Never => 0,
                SymmetryUse::Before(plies) => plies.saturating_sub(played),
                SymmetryUse::Always => u32::MAX,
            },
            simple_horizon: options.quiescence.is_none() && !options.extend_forced && !path.is_active(),
            root,
            path,
            counts: Counts::default(),
            meter: Meter::new(limits, &options.time, Self::INTERVAL).until(shared.busy.map(Busy::answered)),
            selective_depth: 0,
            variation: Variation::new(),
            list: Vec::new(),
            killers: Killers::default(),
            history: History::new(),
            counter_moves: CounterMoves::new(options.counter_moves),
            extended_until: 0,
        }
    }

    /// The key of a position `ply` plies after the root.
    #[inline]
    pub(super) fn key(&self, position: &G, ply: u32) -> TableKey {
        if ply < self.symmetric_plies {
            let (image, symmetry) = position.canonical();
            TableKey { key: image.key() ^ self.salt, symmetry }
        } else {
            TableKey { key: position.key() ^ self.salt, symmetry: Symmetry::IDENTITY }
        }
    }

    /// The entry of a key, and the value it proves to lie outside the window or to be exact.
    #[inline]
    pub(super) fn look_up(&mut self, key: TableKey, depth: u32, ply: u32, window: Window) -> (Option<i32>, u16) {
        let Some(table) = self.shared.table else { return (None, 0) };
        self.counts.probes += 1;
        let Some(entry) = table.probe(key.key) else { return (None, 0) };
        self.counts.hits += 1;
        let usable = match self.shared.options.reuse {
            Reuse::EqualDepth => u32::from(entry.depth) == depth,
            Reuse::AtLeastDepth => u32::from(entry.depth) >= depth,
            Reuse::Always => true,
        };
        let value = from_table(entry.value, ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => window.fails_high(value),
            Bound::Upper => window.fails_low(value),
        };
        ((usable && decides).then_some(value), entry.code)
    }

    /// The value of a position for its player to move: exact inside the window, a bound outside (fail-soft).
    pub(super) fn search(&mut self, position: &G, depth: u32, ply: u32, mut window: Window) -> i32 {
        self.counts.nodes += 1;
        if self.meter.is_over(self.counts.nodes) {
            return 0;
        }
        if let Some(known) = self.known(position, depth)
            && let Some(value) = self.decided(known, position, ply, window)
        {
            if !window.is_null() {
                self.variation.clear(ply);
            }
            self.selective_depth = self.selective_depth.max(ply);
            return value;
        }
        if depth == 1 && self.simple_horizon && !self.sorts_horizon() {
            return self.horizon(position, ply, window);
        }
        if !window.is_null() {
            self.variation.clear(ply);
        }
        self.selective_depth = self.selective_depth.max(ply);

        // Near the horizon the children cost less than a look into the table.
        let tabled = depth >= self.shared.options.table_depth && self.shared.table.is_some();
        let key = if tabled { Some(self.key(position, ply)) } else { None };
        let mut table_code = 0;
        if let Some(key) = key {
            let (value, code) = self.look_up(key, depth, ply, window);
            if let Some(value) = value {
                return value;
            }
            table_code = code;
        }

        if let Some(value) = self.pruned(position, depth, window) {
            return value;
        }
        let first = self.list.len();
        if let Some(value) = self.list_moves(position, depth, ply, window, key, table_code) {
            self.list.truncate(first);
            return value;
        }
        let count = (self.list.len() - first).min(self.shared.options.child_bound.unwrap_or(usize::MAX));
        // A forced reply takes nothing from the depth.
        let searched = depth;
        let is_forced = self.shared.options.extend_forced && count == 1 && ply < self.extended_until;
        let depth = depth + u32::from(is_forced);

        let sure = window.alpha;
        let mut best = -INFINITY;
        let mut best_move = None;
        // Moves put off keep their place in the order, by which they are reduced: the other thread left its answer at
        // that depth.
        let mut postponed: Vec<(usize, G::Move)> = Vec::new();
        let mut turn = 0;
        while turn < count + postponed.len() {
            let again = turn >= count;
            let (index, mv) = match turn.checked_sub(count) {
                None => (turn, crate::order::select(&mut self.list[first..], turn)),
                Some(put_off) => postponed[put_off],
            };
            turn += 1;
            let child = position.child(mv);
            // ABDADA: a move that another thread is searching is put off, the first one excepted.
            let noted = match self.shared.busy {
                Some(busy) if depth >= NOTED_DEPTH && index > 0 => Some((busy, child.key() ^ u64::from(depth))),
                _ => None,
            };
            if let Some((busy, key)) = noted {
                if !again && busy.contains(key) {
                    postponed.push((index, mv));
                    continue;
                }
                busy.enter(key);
            }
            let value = self.try_move(position, mv, &child, depth, ply, index, best > -INFINITY, window);
            if let Some((busy, key)) = noted {
                busy.leave(key);
            }
            if self.meter.is_stopped() {
                self.list.truncate(first);
                return 0;
            }
            if value > best {
                best = value;
                best_move = Some(mv);
                if value > window.alpha {
                    if !window.is_null() {
                        self.variation.set(ply, mv);
                    }
                    if window.fails_high(value) {
                        self.note_cutoff(position, mv, depth, ply, index);
                        break;
                    }
                    window.alpha = value;
                }
            }
        }
        self.list.truncate(first);

        if let Some(key) = key {
            self.remember(key, best, best_move, searched, ply, Window { alpha: sure, ..window });
        }
        best
    }

    /// Keeps what a search found in the table; the window is the one it began with.
    #[inline]
    pub(super) fn remember(
        &self,
        key: TableKey,
        best: i32,
        best_move: Option<G::Move>,
        depth: u32,
        ply: u32,
        window: Window,
    ) {
        let Some(table) = self.shared.table else { return };
        let bound = if window.fails_high(best) {
            Bound::Lower
        } else if window.fails_low(best) {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let code = best_move.map_or(0, |mv| key.code::<G>(mv));
        table.store(key.key, Entry { value: to_table(best, ply), code, depth: depth.min(255) as u8, bound });
    }

    /// Searches one child with the reductions and windows of its place in the order. The value is the mover's.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "the innermost step needs all that describes the node")]
    pub(super) fn try_move(
        &mut self,
        position: &G,
        mv: G::Move,
        child: &G,
        depth: u32,
        ply: u32,
        index: usize,
        has_best: bool,
        window: Window,
    ) -> i32 {
        let options = self.shared.options;
        // Exact values do not depend on depth: such a search continues to the end and has no horizon.
        let full = if options.reuse == Reuse::Always { (depth - 1).max(options.table_depth.max(2)) } else { depth - 1 };
        if !has_best || window.alpha <= -INFINITY {
            return self.descend(position, mv, child, full, ply + 1, window);
        }
        // Late move reductions: a move that was ordered late has to show at less depth that it matters.
        if let Some(reductions) = options.reductions {
            let less = reductions.at(depth, index);
            if less > 0 {
                let glance = Window::above(window.alpha);
                let value = self.descend(position, mv, child, full - less, ply + 1, glance);
                if glance.fails_low(value) || self.meter.is_stopped() {
                    return value;
                }
            }
        }
        // Principal variation search: the first move is probably best, so first ask only whether this one is better.
        if options.pvs && !window.is_null() && full > 0 {
            let value = self.descend(position, mv, child, full, ply + 1, Window::above(window.alpha));
            if window.fails_low(value) || window.fails_high(value) || self.meter.is_stopped() {
                self.variation.clear(ply + 1);
                return value;
            }
        }
        self.descend(position, mv, child, full, ply + 1, window)
    }

    /// The value of a child for the player who moved there; `depth` and `ply` are the child's.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "the innermost step needs all that describes the node")]
    fn descend(&mut self, position: &G, mv: G::Move, child: &G, depth: u32, ply: u32, window: Window) -> i32 {
        let mover = position.to_move();
        let turn = sign(mover, self.viewpoint);
        let outcome = child.outcome();
        let repeats = outcome.is_none() && self.path.repeats(child);
        if depth > 0 && outcome.is_none() && !repeats {
            if self.shared.options.counter_moves {
                self.counter_moves.enter(ply, move_code(mv));
            }
            self.enter(position, mv, child);
            let value = self.turned(mover, child, window, |worker, window| worker.search(child, depth, ply, window));
            self.leave();
            return value;
        }
        if !window.is_null() {
            self.variation.clear(ply);
        }
        self.counts.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if repeats {
            return turn * self.scorer.terminal_of(position, mv, child, Margin::DRAW, ply, self.viewpoint);
        }
        match (outcome, self.shared.options.quiescence) {
            (Some(margin), _) if depth > 0 => {
                turn * self.scorer.terminal_of(position, mv, child, margin, ply, self.viewpoint)
            }
            (None, Some(plies)) => {
                self.push_states(position, mv, child);
                let value =
                    self.turned(mover, child, window, |worker, window| worker.quiesce(child, plies, ply, window));
                self.pop_states();
                value
            }
            _ => {
                self.counts.evaluations += 1;
                turn * self.scorer.leaf_of(position, mv, child, ply, self.viewpoint)
            }
        }
    }

    /// Enters a child: updates the path and the states of the evaluation.
    #[inline]
    pub(super) fn enter(&mut self, position: &G, mv: G::Move, child: &G) {
        self.push_states(position, mv, child);
        self.path.push(child);
    }

    /// Leaves a child.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.path.pop();
        self.pop_states();
    }

    #[inline]
    fn push_states(&mut self, position: &G, mv: G::Move, child: &G) {
        if self.is_stateful {
            self.scorer.push(position, mv, child);
            if let Some(ordering) = &mut self.ordering {
                ordering.push(position, mv, child);
            }
        }
    }

    #[inline]
    fn pop_states(&mut self) {
        if self.is_stateful {
            self.scorer.pop();
            if let Some(ordering) = &mut self.ordering {
                ordering.pop();
            }
        }
    }

    /// Searches a child with the window as its player to move sees it, and turns the value back.
    #[inline]
    pub(super) fn turned(
        &mut self,
        mover: Side,
        child: &G,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> i32,
    ) -> i32 {
        if !G::ALTERNATES && child.to_move() == mover { search(self, window) } else { -search(self, -window) }
    }

    #[inline]
    fn note_cutoff(&mut self, position: &G, mv: G::Move, depth: u32, ply: u32, index: usize) {
        self.counts.cut(index);
        let options = self.shared.options;
        if options.killers || options.history || options.counter_moves {
            let code = move_code(mv);
            self.killers.add(ply, code);
            self.history.add(position.to_move().index(), code, depth);
            if options.counter_moves {
                self.counter_moves.add(ply, code);
            }
        }
    }

    /// The most that the player to move can still get: to win with the next move.
    #[inline]
    pub(super) fn best_possible(ply: u32) -> i32 {
        win_in(ply + 1)
    }
}
