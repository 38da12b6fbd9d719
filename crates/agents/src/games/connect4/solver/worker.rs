//! The search of one null window: moves that do not lose at once, and children settled before they are entered.

use grandline_search::Busy;

use super::control::Control;
use super::node::{Children, Expansion, Node};
use super::parity::{Glance, View, glance};
use super::score::most;
use super::table::{Bounds, Spread, Table};

/// Positions with fewer empty cells are not noted for other threads: searching them is cheaper.
const NOTED_EMPTY: i32 = 14;

/// With fewer empty cells than this the table costs more than it saves.
const TABLE_EMPTY: i32 = 9;
/// A search from fewer empty cells than this does without the table: it is over before the table is in the cache.
const TABLE_ROOT_EMPTY: i32 = 14;

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

/// The children that are still open, in the order in which they are searched.
struct Open {
    count: usize,
    indices: [u8; 7],
    spreads: [Spread; 7],
    bounds: [Bounds; 7],
}

impl Open {
    #[inline(always)]
    fn insert(&mut self, children: &Children, index: usize) {
        let order = children.order(index);
        let mut place = self.count;
        while place > 0 && children.order(usize::from(self.indices[place - 1])) < order {
            self.indices[place] = self.indices[place - 1];
            place -= 1;
        }
        self.indices[place] = index as u8;
        self.count += 1;
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

    /// Compares the score of the root with a bound between its bounds: a score above it is a lower bound of the true one,
    /// any other an upper bound. `None` if a limit came first.
    pub(super) fn ask(&mut self, root: &Node, empty: i32, bounds: Bounds, bound: i32) -> Option<i32> {
        self.root_empty = empty;
        let spread = root.spread(empty);
        let score = if empty >= TABLE_ROOT_EMPTY {
            self.search::<true>(root, spread, bounds, empty, bound)
        } else {
            self.search::<false>(root, spread, bounds, empty, bound)
        };
        (!self.is_stopped).then_some(score)
    }

    /// Counts the nodes since the last look, and returns the number of children settled without being entered.
    pub(super) fn finish(self) -> u64 {
        self.control.add(self.nodes - self.last_look);
        self.settled
    }

    /// The parent has made sure that the bound lies between the known bounds.
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
        if self.nodes >= self.next_look && self.look() {
            return 0;
        }
        let children = match Children::of(node) {
            Expansion::Children(children) => children,
            Expansion::Win(cell) => {
                self.settled += 1;
                self.note(empty, cell);
                return most(empty);
            }
        };
        // Since no move wins at once, nor makes the opponent lose at once, a win takes two discs more.
        let limit = known.high.min(most(empty - 2));
        if limit <= bound {
            return limit;
        }
        let below = empty - 1;
        if below <= 2 {
            self.settled += children.count as u64;
            self.note(empty, children.cell(0));
            return 0;
        }
        let wanted = -bound - 1;
        let mut best = -18;
        let mut open = Open {
            count: 0,
            indices: [0; 7],
            spreads: [Spread::new(0); 7],
            bounds: [Bounds { low: 0, high: 0 }; 7],
        };
        for index in 0..children.count {
            let child = children.node(node, index);
            let mut bounds = Node::possible(below);
            if TABLE && below >= TABLE_EMPTY {
                let spread = child.spread(below);
                open.spreads[index] = spread;
                bounds = self.table.probe(spread).unwrap_or(bounds);
            }
            if bounds.high > wanted && bounds.low <= wanted {
                match glance(View::of(&child), below, wanted) {
                    Glance::AtMost(score) => bounds.high = score,
                    Glance::AtLeast(score) => bounds.low = score,
                    Glance::Open => {}
                }
            }
            if bounds.high <= wanted {
                self.settled += 1;
                self.note(empty, children.cell(index));
                return self.found::<TABLE>(spread, Bounds { low: -bounds.high, high: known.high }, before, -bounds.high);
            }
            if bounds.low > wanted {
                self.settled += 1;
                best = best.max(-bounds.low);
            } else {
                open.bounds[index] = bounds;
                open.insert(&children, index);
            }
        }
        let shared = if TABLE && below >= NOTED_EMPTY { self.busy } else { None };
        let mut pending = (1_u32 << open.count) - 1;
        let mut deferred = 0;
        let mut is_last_round = false;
        while pending != 0 {
            let place = pending.trailing_zeros();
            pending &= pending - 1;
            let index = usize::from(open.indices[place as usize]);
            let (child_spread, mut bounds) = (open.spreads[index], open.bounds[index]);
            if let Some(busy) = shared {
                if place > 0 && !is_last_round && busy.contains(child_spread.word()) {
                    deferred |= 1 << place;
                    if pending == 0 {
                        (pending, deferred, is_last_round) = (deferred, 0, true);
                    }
                    continue;
                }
                // Another thread may have searched it in the meantime.
                bounds = self.table.probe(child_spread).unwrap_or(bounds);
                busy.enter(child_spread.word());
            }
            let score = if bounds.high <= wanted {
                -bounds.high
            } else if bounds.low > wanted {
                -bounds.low
            } else if TABLE && below >= TABLE_EMPTY {
                -self.search::<true>(&children.node(node, index), child_spread, bounds, below, wanted)
            } else {
                -self.search::<false>(&children.node(node, index), child_spread, bounds, below, wanted)
            };
            if let Some(busy) = shared {
                busy.leave(child_spread.word());
            }
            if self.is_stopped {
                return 0;
            }
            if score > bound {
                self.note(empty, children.cell(index));
                return self.found::<TABLE>(spread, Bounds { low: score, high: known.high }, before, score);
            }
            best = best.max(score);
            if pending == 0 {
                (pending, deferred, is_last_round) = (deferred, 0, true);
            }
        }
        let best = best.min(limit);
        self.found::<TABLE>(spread, Bounds { low: known.low, high: best }, before, best)
    }

    /// Stores what was found and returns the score.
    #[inline(always)]
    fn found<const TABLE: bool>(&self, spread: Spread, bounds: Bounds, before: u64, score: i32) -> i32 {
        if TABLE {
            self.table.store(spread, bounds, self.nodes - before);
        }
        score
    }

    /// Notes the move that raised the score of the root.
    #[inline(always)]
    fn note(&mut self, empty: i32, cell: u64) {
        if empty == self.root_empty {
            self.root_move = cell;
        }
    }

    /// Looks at the limits; returns whether to stop.
    #[cold]
    fn look(&mut self) -> bool {
        let done = self.nodes - self.last_look;
        self.last_look = self.nodes;
        match self.control.look(done) {
            Some(more) => self.next_look = self.nodes + more,
            None => self.is_stopped = true,
        }
        self.is_stopped
    }
}
