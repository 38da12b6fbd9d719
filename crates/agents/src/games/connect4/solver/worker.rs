//! The search: null windows, moves that do not lose at once, and children settled before they are entered.

use super::bits::{CENTRE_FIRST, is_several, mirror, playable, winning};
use super::busy::{Busy, NOTED_EMPTY};
use super::control::Control;
use super::parity::{Glance, View, glance};
use super::score::{least, most};
use super::table::{Bounds, Spread, Table};

/// With fewer empty cells than this the table costs more than it saves.
const TABLE_EMPTY: i32 = 10;
/// With more empty cells than this a position shares its entry with its mirror image.
const MIRROR_EMPTY: i32 = 26;

/// A position whose player to move neither wins at once nor has to lose at once.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Discs of the player to move.
    pub(super) own: u64,
    /// Discs of both.
    pub(super) filled: u64,
    /// Empty cells that complete four for the player to move; none of them is playable.
    pub(super) threats: u64,
    /// Empty cells that complete four for the opponent.
    pub(super) danger: u64,
    /// The moves after which the opponent does not win at once.
    pub(super) moves: u64,
}

/// A child that is still open.
#[derive(Clone, Copy)]
struct Child {
    node: Node,
    spread: Spread,
    bounds: Bounds,
    order: u32,
}

/// One thread of the search.
pub(super) struct Worker<'a> {
    table: &'a Table,
    control: &'a Control<'a>,
    /// What other threads search, if there are any.
    busy: Option<&'a Busy>,
    /// Entries of the search function.
    nodes: u64,
    /// Children that were settled without being entered.
    settled: u64,
    /// The number of nodes at which the limits are looked at again.
    next_look: u64,
    last_look: u64,
    is_stopped: bool,
    /// The empty cells of the root, and the move that raised its score last.
    root_empty: i32,
    pub(super) root_move: u64,
}

impl Node {
    /// The key of the table; early in the game a position and its mirror image have the same.
    #[inline(always)]
    fn spread(&self, empty: i32) -> Spread {
        let key = self.own + self.filled;
        Spread::new(if empty > MIRROR_EMPTY { key.min(mirror(key)) } else { key })
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(table: &'a Table, control: &'a Control<'a>, busy: Option<&'a Busy>) -> Self {
        Worker {
            table,
            control,
            busy,
            nodes: 0,
            settled: 0,
            next_look: 0,
            last_look: 0,
            is_stopped: false,
            root_empty: 0,
            root_move: 0,
        }
    }

    /// Compares the score of the root with a bound: a score above it is a lower bound of the true one, any other an
    /// upper bound. `None` if a limit came first.
    pub(super) fn ask(&mut self, root: Node, empty: i32, bounds: Bounds, bound: i32) -> Option<i32> {
        self.root_empty = empty;
        let spread = root.spread(empty);
        let score = if empty >= TABLE_EMPTY {
            self.search::<true>(&root, spread, bounds, empty, bound)
        } else {
            self.search::<false>(&root, spread, bounds, empty, bound)
        };
        (!self.is_stopped).then_some(score)
    }

    fn search<const TABLE: bool>(
        &mut self,
        node: &Node,
        spread: Spread,
        known: Bounds,
        empty: i32,
        bound: i32,
    ) -> i32 {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
            if self.is_stopped {
                return 0;
            }
        }
        let mut children = [Child::NONE; 7];
        let mut count = 0;
        for column in CENTRE_FIRST {
            let cell = node.moves & column;
            if cell == 0 {
                continue;
            }
            let own = node.own | cell;
            let filled = node.filled | cell;
            let danger = winning(own, filled);
            let playable = playable(filled);
            let forced = danger & playable;
            let open = if forced != 0 { forced } else { playable };
            let moves = open & !(danger >> 1);
            if moves == 0 || is_several(forced) {
                self.settled += 1;
                self.raised(empty, cell);
                return most(empty);
            }
            let child = Node { own: own ^ filled, filled, threats: node.danger & !cell, danger, moves };
            // A threat above a cell that wins for the opponent is never carried out.
            let mut created = danger & !node.threats & !(child.threats << 1);
            let mut order = if (cell << 1) & node.threats != 0 { 0 } else { 4 };
            while created != 0 {
                created &= created - 1;
                order += 2;
            }
            children[count] = Child { node: child, spread: Spread::new(0), bounds: possible(empty - 1), order };
            count += 1;
        }
        // Nobody wins with the disc after the next one: it takes two discs more.
        let limit = known.high.min(if empty < 4 { 0 } else { most(empty - 2) });
        if limit <= bound {
            return limit;
        }
        let below = empty - 1;
        let wanted = -bound - 1;
        if below <= 2 {
            // Nobody wins any more.
            self.settled += count as u64;
            self.raised(empty, children[0].node.filled ^ node.filled);
            return 0;
        }
        let mut best = -18;
        let mut kept = 0;
        for index in 0..count {
            let child = &mut children[index];
            let node_below = &child.node;
            if TABLE && below >= TABLE_EMPTY {
                child.spread = node_below.spread(below);
                if let Some(bounds) = self.table.probe(child.spread) {
                    child.bounds = bounds;
                }
            }
            let view = View { own: node_below.own, other: node_below.own ^ node_below.filled, threats: node_below.threats, danger: node_below.danger };
            if child.bounds.high > wanted && child.bounds.low <= wanted {
                match glance(view, below % 2 == 0, wanted) {
                    Glance::AtMost(score) => child.bounds.high = score,
                    Glance::AtLeast(score) => child.bounds.low = score,
                    Glance::Open => {}
                }
            }
            if child.bounds.high <= wanted {
                self.settled += 1;
                let score = -child.bounds.high;
                self.raised(empty, child.node.filled ^ node.filled);
                if TABLE {
                    self.table.store(spread, Bounds { low: score, high: known.high }, self.nodes - before);
                }
                return score;
            }
            if child.bounds.low > wanted {
                self.settled += 1;
                best = best.max(-child.bounds.low);
                continue;
            }
            let child = *child;
            let mut place = kept;
            while place > 0 && children[place - 1].order < child.order {
                children[place] = children[place - 1];
                place -= 1;
            }
            children[place] = child;
            kept += 1;
        }
        let shared = self.busy.filter(|_| TABLE && below >= NOTED_EMPTY);
        let mut pending = (1_u32 << kept) - 1;
        let mut deferred = 0;
        let mut is_last_round = shared.is_none();
        let mut is_first = true;
        loop {
            if pending == 0 {
                if deferred == 0 {
                    break;
                }
                (pending, deferred, is_last_round) = (deferred, 0, true);
            }
            let index = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            let child = &mut children[index];
            let mut score = None;
            if let Some(busy) = shared {
                if !is_first && !is_last_round && busy.contains(child.spread) {
                    deferred |= 1 << index;
                    continue;
                }
                // Another thread may have settled it in the meantime.
                if let Some(bounds) = self.table.probe(child.spread) {
                    if bounds.high <= wanted {
                        score = Some(-bounds.high);
                    } else if bounds.low > wanted {
                        score = Some(-bounds.low);
                    } else {
                        child.bounds = bounds;
                    }
                }
                if score.is_none() {
                    busy.enter(child.spread);
                }
            }
            is_first = false;
            let child = &children[index];
            let score = score.unwrap_or_else(|| {
                let score = if TABLE && below >= TABLE_EMPTY {
                    -self.search::<true>(&child.node, child.spread, child.bounds, below, wanted)
                } else {
                    -self.search::<false>(&child.node, child.spread, child.bounds, below, wanted)
                };
                if let Some(busy) = shared {
                    busy.leave(child.spread);
                }
                score
            });
            if self.is_stopped {
                return 0;
            }
            if score > bound {
                self.raised(empty, child.node.filled ^ node.filled);
                if TABLE {
                    self.table.store(spread, Bounds { low: score, high: known.high }, self.nodes - before);
                }
                return score;
            }
            best = best.max(score);
        }
        let best = best.min(limit);
        if TABLE {
            self.table.store(spread, Bounds { low: known.low, high: best }, self.nodes - before);
        }
        best
    }

    /// Counts the nodes since the last look, and returns the number of children settled without being entered.
    pub(super) fn finish(self) -> u64 {
        self.control.add(self.nodes - self.last_look);
        self.settled
    }

    /// Notes the move that raised the score of the root.
    #[inline(always)]
    fn raised(&mut self, empty: i32, cell: u64) {
        if empty == self.root_empty {
            self.root_move = cell;
        }
    }

    #[cold]
    fn look(&mut self) {
        let done = self.nodes - self.last_look;
        self.last_look = self.nodes;
        match self.control.look(done) {
            Some(more) => self.next_look = self.nodes + more,
            None => self.is_stopped = true,
        }
    }
}

impl Child {
    const NONE: Child = Child {
        node: Node { own: 0, filled: 0, threats: 0, danger: 0, moves: 0 },
        spread: Spread::new(0),
        bounds: Bounds::NONE,
        order: 0,
    };
}

/// The bounds of every score that a search can find.
pub(super) fn possible(empty: i32) -> Bounds {
    Bounds { low: least(empty), high: most(empty) }
}
