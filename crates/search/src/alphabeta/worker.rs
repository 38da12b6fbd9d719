//! The search function itself: fail-soft negamax, one worker a thread.

use grandline_games::{Game, Margin, Record, Side, Symmetry};

use super::options::{Fold, Options, Reuse};
use super::pv::Variation;
use crate::engine::{Counts, Limits};
use crate::evaluate::{Evaluator, sign};
use crate::order::{History, Killers, Ranked, move_code};
use crate::parallel::{Busy, NOTED_DEPTH};
use crate::path::Path;
use crate::table::{Bound, Entry, Table};
use crate::time::Meter;
use crate::value::{INFINITY, from_table, to_table, win_in};
use crate::window::Window;

/// What all threads of a search share.
pub(crate) struct Shared<'a, E, O> {
    pub(crate) evaluator: &'a E,
    pub(crate) ordering: &'a O,
    pub(crate) options: &'a Options,
    pub(crate) table: Option<&'a Table>,
    pub(crate) busy: Option<&'a Busy>,
}

/// The incremental states of the evaluation and of the ordering.
pub(super) struct States<A, B> {
    pub(super) leaf: A,
    pub(super) order: B,
}

/// One thread's part of a search.
pub(crate) struct Worker<'a, G: Game, E: Evaluator<G>, O: Evaluator<G>> {
    pub(super) shared: &'a Shared<'a, E, O>,
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
    /// Keeps the values of evaluations that are not antisymmetric apart by viewpoint.
    salt: u64,
    /// Plies of the root in which keys are folded.
    fold_plies: u32,
    /// Whether children at the horizon can be valued without being visited.
    simple_horizon: bool,
}

/// Where a position is kept in the table, and how its moves are written there.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) key: u64,
    symmetry: Symmetry,
}

impl Place {
    /// The code of a move of the position, as the table knows it.
    #[inline]
    pub(super) fn code<G: Game>(self, mv: G::Move) -> u16 {
        if self.symmetry == Symmetry::IDENTITY { move_code(mv) } else { move_code(G::map_move(mv, self.symmetry)) }
    }
}

impl<'a, G: Game, E: Evaluator<G>, O: Evaluator<G>> Worker<'a, G, E, O> {
    pub(crate) fn new(shared: &'a Shared<'a, E, O>, record: &Record<G>, limits: &'a Limits) -> Self {
        let options = shared.options;
        let root = record.position().clone();
        let viewpoint = root.to_move();
        let path = Path::new(record, options.repetition);
        let played = record.moves().len() as u32;
        Worker {
            shared,
            viewpoint,
            salt: if shared.evaluator.is_antisymmetric() { 0 } else { [0, 0xA5A5_5A5A_C3C3_3C3C][viewpoint.index()] },
            fold_plies: match options.fold {
                _ if G::SYMMETRIES <= 1 => 0,
                Fold::Never => 0,
                Fold::Before(plies) => plies.saturating_sub(played),
                Fold::Always => u32::MAX,
            },
            simple_horizon: options.quiescence.is_none() && !path.is_active(),
            root,
            path,
            counts: Counts::default(),
            meter: Meter::new(limits, &options.time, 1024).until(shared.busy.map(Busy::answered)),
            selective_depth: 0,
            variation: Variation::new(),
            list: Vec::new(),
            killers: Killers::default(),
            history: History::new(),
        }
    }

    pub(super) fn root_states(&self) -> States<E::State, O::State> {
        States { leaf: self.shared.evaluator.root(&self.root), order: self.shared.ordering.root(&self.root) }
    }

    /// Where a position `ply` plies after the root is kept.
    #[inline]
    pub(super) fn place(&self, position: &G, ply: u32) -> Place {
        if ply < self.fold_plies {
            let (image, symmetry) = position.canonical();
            Place { key: image.key() ^ self.salt, symmetry }
        } else {
            Place { key: position.key() ^ self.salt, symmetry: Symmetry::IDENTITY }
        }
    }

    /// The entry of a place, and the value it proves to lie outside the window or to be exact.
    #[inline]
    pub(super) fn look_up(&mut self, place: Place, depth: u32, ply: u32, window: Window) -> (Option<i32>, u16) {
        let Some(table) = self.shared.table else { return (None, 0) };
        self.counts.probes += 1;
        let Some(entry) = table.probe(place.key) else { return (None, 0) };
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
    pub(super) fn search(
        &mut self,
        position: &G,
        states: &States<E::State, O::State>,
        depth: u32,
        ply: u32,
        mut window: Window,
    ) -> i32 {
        self.counts.nodes += 1;
        if self.meter.is_over(self.counts.nodes) {
            return 0;
        }
        if depth == 1 && self.simple_horizon && !self.sorts_horizon() {
            return self.horizon(position, states, ply, window);
        }
        if !window.is_null() {
            self.variation.clear(ply);
        }
        self.selective_depth = self.selective_depth.max(ply);

        // Near the horizon the children cost less than a look into the table.
        let tabled = depth >= self.shared.options.table_depth && self.shared.table.is_some();
        let place = if tabled { Some(self.place(position, ply)) } else { None };
        let mut table_code = 0;
        if let Some(place) = place {
            let (value, code) = self.look_up(place, depth, ply, window);
            if let Some(value) = value {
                return value;
            }
            table_code = code;
        }

        let first = self.list.len();
        if let Some(value) = self.list_moves(position, states, depth, ply, window, place, table_code) {
            self.list.truncate(first);
            return value;
        }
        let count = (self.list.len() - first).min(self.shared.options.child_bound.unwrap_or(usize::MAX));

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
            let value = self.try_move(position, states, mv, &child, depth, ply, index, best > -INFINITY, window);
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

        if let Some(place) = place {
            self.remember(place, best, best_move, depth, ply, Window { alpha: sure, ..window });
        }
        best
    }

    /// Keeps what a search found in the table; the window is the one it began with.
    #[inline]
    pub(super) fn remember(
        &self,
        place: Place,
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
        let code = best_move.map_or(0, |mv| place.code::<G>(mv));
        table.store(place.key, Entry { value: to_table(best, ply), code, depth: depth.min(255) as u8, bound });
    }

    /// Searches one child as its place in the order deserves. The value is the mover's.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "the innermost step needs all that describes the node")]
    pub(super) fn try_move(
        &mut self,
        position: &G,
        states: &States<E::State, O::State>,
        mv: G::Move,
        child: &G,
        depth: u32,
        ply: u32,
        index: usize,
        has_best: bool,
        window: Window,
    ) -> i32 {
        let options = self.shared.options;
        // Exact values do not depend on depth: such a search goes on to the end and never meets a horizon.
        let full = if options.reuse == Reuse::Always { (depth - 1).max(options.table_depth.max(2)) } else { depth - 1 };
        if !has_best || window.alpha <= -INFINITY {
            return self.descend(position, states, mv, child, full, ply + 1, window);
        }
        // Late move reductions: a move that was ordered late has to show at less depth that it matters.
        if let Some(reductions) = options.reductions {
            let less = reductions.at(depth, index);
            if less > 0 {
                let glance = Window::above(window.alpha);
                let value = self.descend(position, states, mv, child, full - less, ply + 1, glance);
                if glance.fails_low(value) || self.meter.is_stopped() {
                    return value;
                }
            }
        }
        // Principal variation search: the first move is probably best, so first ask only whether this one is better.
        if options.pvs && !window.is_null() && full > 0 {
            let value = self.descend(position, states, mv, child, full, ply + 1, Window::above(window.alpha));
            if window.fails_low(value) || window.fails_high(value) || self.meter.is_stopped() {
                self.variation.clear(ply + 1);
                return value;
            }
        }
        self.descend(position, states, mv, child, full, ply + 1, window)
    }

    /// The value of a child for the player who moved there; `depth` and `ply` are the child's.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "the innermost step needs all that describes the node")]
    fn descend(
        &mut self,
        position: &G,
        states: &States<E::State, O::State>,
        mv: G::Move,
        child: &G,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> i32 {
        let mover = position.to_move();
        let turn = sign(mover, self.viewpoint);
        let evaluator = self.shared.evaluator;
        let outcome = child.outcome();
        if depth > 0 && outcome.is_none() && !self.path.repeats(child) {
            let states = self.advance(states, position, mv, child);
            self.path.push(child);
            let value =
                self.turned(mover, child, window, |worker, window| worker.search(child, &states, depth, ply, window));
            self.path.pop();
            return value;
        }
        if !window.is_null() {
            self.variation.clear(ply);
        }
        self.counts.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        let leaf = evaluator.advance(&states.leaf, position, mv, child);
        if outcome.is_none() && self.path.repeats(child) {
            return turn * evaluator.terminal(&leaf, child, Margin::DRAW, ply, self.viewpoint);
        }
        match (outcome, self.shared.options.quiescence) {
            (Some(margin), _) if depth > 0 => turn * evaluator.terminal(&leaf, child, margin, ply, self.viewpoint),
            (None, Some(plies)) => {
                self.turned(mover, child, window, |worker, window| worker.quiesce(child, &leaf, plies, ply, window))
            }
            _ => {
                self.counts.evaluations += 1;
                turn * evaluator.leaf(&leaf, child, ply, self.viewpoint)
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
    fn advance(
        &self,
        states: &States<E::State, O::State>,
        before: &G,
        mv: G::Move,
        after: &G,
    ) -> States<E::State, O::State> {
        States {
            leaf: self.shared.evaluator.advance(&states.leaf, before, mv, after),
            order: self.shared.ordering.advance(&states.order, before, mv, after),
        }
    }

    #[inline]
    fn note_cutoff(&mut self, position: &G, mv: G::Move, depth: u32, ply: u32, index: usize) {
        self.counts.cut(index);
        let options = self.shared.options;
        if options.killers || options.history {
            let code = move_code(mv);
            self.killers.add(ply, code);
            self.history.add(position.to_move().index(), code, depth);
        }
    }

    /// The most that the player to move can still get: to win with the next move.
    #[inline]
    pub(super) fn best_possible(ply: u32) -> i32 {
        win_in(ply + 1)
    }
}
