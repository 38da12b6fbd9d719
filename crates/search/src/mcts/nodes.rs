//! The nodes of a tree, side by side in memory, shared by threads without locks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What is proven about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Proof {
    None = 0,
    FirstWins = 1,
    Draw = 2,
    SecondWins = 3,
}

impl Proof {
    /// The proof of a margin seen by the first player.
    pub(super) fn of(margin: i32) -> Self {
        match margin.signum() {
            1 => Proof::FirstWins,
            0 => Proof::Draw,
            _ => Proof::SecondWins,
        }
    }

    /// 1, 0 or -1 as seen by the first player; `None` if nothing is proven.
    pub(super) fn sign(self) -> Option<i32> {
        match self {
            Proof::None => None,
            Proof::FirstWins => Some(1),
            Proof::Draw => Some(0),
            Proof::SecondWins => Some(-1),
        }
    }
}

/// A node in 16 bytes. Its move is stored as its place among the moves of the parent.
#[derive(Default)]
#[repr(align(16))]
pub(super) struct Node {
    /// Visits in the low half; in the high half the bits of the mean value, an `f32`, for the player who moved here.
    /// One word, so that a selection reads both at once and threads change both together.
    stats: AtomicU64,
    /// The index of the first child, or one of the marks below.
    first: AtomicU32,
    /// The place of the move ([`PLACE`]), what is proven (2 bits from [`PROOF`]), and the prior (16 bits from [`PRIOR`]).
    /// In the head of a family, the number of children that are there and, where the prior would be, of those to come.
    shape: AtomicU32,
}

/// No children yet.
const NONE: u32 = 0;
/// A thread is making the children.
const GROWING: u32 = u32::MAX;
/// The bits of the place of a move.
const PLACE: u32 = (1 << 14) - 1;
const PROOF: u32 = 14;
const PRIOR: u32 = 16;

/// What a node has learned.
#[derive(Clone, Copy)]
pub(super) struct Stats {
    pub(super) visits: u32,
    /// The mean value from -1 to 1 for the player who moved here.
    pub(super) mean: f32,
}

impl Stats {
    #[inline]
    fn unpack(word: u64) -> Self {
        Stats { visits: word as u32, mean: f32::from_bits((word >> 32) as u32) }
    }

    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.mean.to_bits()) << 32 | u64::from(self.visits)
    }

    /// With one more visit of this value.
    #[inline]
    fn visited(self, value: f32) -> Self {
        let visits = self.visits.saturating_add(1);
        Stats { visits, mean: self.mean + (value - self.mean) / visits as f32 }
    }

    /// With the value of an earlier visit raised by so much.
    #[inline]
    fn corrected(self, by: f32) -> Self {
        Stats { mean: self.mean + by / self.visits.max(1) as f32, ..self }
    }
}

impl Node {
    #[inline]
    pub(super) fn stats(&self) -> Stats {
        Stats::unpack(self.stats.load(Ordering::Relaxed))
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.stats().visits
    }

    /// The prior as a share of 1.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        (self.shape.load(Ordering::Relaxed) >> PRIOR) as f32 / 65535.0
    }

    /// The place of its move among the moves of its parent.
    #[inline]
    pub(super) fn place(&self) -> usize {
        (self.shape.load(Ordering::Relaxed) & PLACE) as usize
    }

    /// Makes a child that nobody has visited of a node that nobody sees yet.
    #[inline]
    fn start(&self, seed: Seed) {
        let share = (seed.prior.clamp(0.0, 1.0) * 65535.0) as u32;
        self.stats.store(0, Ordering::Relaxed);
        self.first.store(NONE, Ordering::Relaxed);
        self.shape.store(share.max(1) << PRIOR | u32::from(seed.place), Ordering::Relaxed);
    }

    /// Adds a visit in a tree that no other thread uses: a plain read and write are several times faster than an atomic
    /// update.
    #[inline]
    pub(super) fn visit(&self, value: f32) {
        self.stats.store(self.stats().visited(value).pack(), Ordering::Relaxed);
    }

    /// Adds a visit that counts as lost until it is corrected.
    pub(super) fn visit_as_lost(&self) {
        self.change(|stats| stats.visited(-1.0));
    }

    /// Turns a visit that counted as lost into one of this value.
    pub(super) fn correct(&self, value: f32) {
        self.change(|stats| stats.corrected(value + 1.0));
    }

    fn change(&self, change: impl Fn(Stats) -> Stats) {
        let mut old = self.stats.load(Ordering::Relaxed);
        loop {
            let new = change(Stats::unpack(old)).pack();
            match self.stats.compare_exchange_weak(old, new, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => old = now,
            }
        }
    }

    #[inline]
    pub(super) fn proof(&self) -> Proof {
        match self.shape.load(Ordering::Relaxed) >> PROOF & 3 {
            0 => Proof::None,
            1 => Proof::FirstWins,
            2 => Proof::Draw,
            _ => Proof::SecondWins,
        }
    }

    pub(super) fn prove(&self, proof: Proof) {
        // Two threads prove the same, or their bits would mix; nothing is proven twice differently.
        self.shape.fetch_or((proof as u32) << PROOF, Ordering::Relaxed);
    }

    /// The index of the first child, if there are any.
    #[inline]
    fn first(&self) -> Option<u32> {
        Some(self.first.load(Ordering::Acquire)).filter(|&first| first != NONE && first != GROWING)
    }

    fn copy_from(&self, other: &Node) {
        self.stats.store(other.stats.load(Ordering::Relaxed), Ordering::Relaxed);
        self.shape.store(other.shape.load(Ordering::Relaxed), Ordering::Relaxed);
        self.first.store(NONE, Ordering::Relaxed);
    }
}

/// Nodes side by side.
#[derive(Clone, Copy)]
struct Block<'a> {
    /// The index of the first.
    first: u32,
    nodes: &'a [Node],
}

/// The children of a node: the likely ones, and the rest once they are needed. Before the first child is the head of the
/// family, whose own children are the rest.
#[derive(Clone, Copy)]
pub(super) struct Family<'a> {
    pub(super) head: &'a Node,
    likely: Block<'a>,
    rest: Block<'a>,
}

impl<'a> Family<'a> {
    /// The children there are, the likely ones first, each with its index.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = (u32, &'a Node)> {
        let numbered = |block: Block<'a>| (block.first..).zip(block.nodes);
        numbered(self.likely).chain(numbered(self.rest))
    }

    /// The most likely child with its index.
    #[inline]
    pub(super) fn first(self) -> (u32, &'a Node) {
        (self.likely.first, &self.likely.nodes[0])
    }

    /// How many children there are besides the likely ones, made or not.
    #[inline]
    fn pending(self) -> usize {
        (self.head.shape.load(Ordering::Relaxed) >> PRIOR) as usize
    }

    /// Whether all children have been made.
    #[inline]
    pub(super) fn is_complete(self) -> bool {
        self.rest.nodes.len() == self.pending()
    }

    /// Whether all likely children were visited.
    #[inline]
    pub(super) fn is_tried(self) -> bool {
        self.likely.nodes.last().is_some_and(|child| child.visits() > 0)
    }
}

/// A child before its first visit.
#[derive(Clone, Copy)]
pub(super) struct Seed {
    /// The place of its move among the moves of the parent.
    pub(super) place: u16,
    pub(super) prior: f32,
}

/// Nodes per block of memory; blocks are allocated when needed.
const PIECE: usize = 1 << 16;

/// All nodes; number 0 is the root.
pub(super) struct Nodes {
    pieces: Vec<OnceLock<Box<[Node]>>>,
    /// The number of the next free node.
    next: AtomicU32,
}

impl Nodes {
    /// A tree of only a root, limited to about this many megabytes.
    pub(super) fn new(megabytes: usize) -> Self {
        let pieces = ((megabytes.max(1) << 20) / (PIECE * size_of::<Node>())).clamp(2, (1 << 15) - 1);
        let nodes =
            Nodes { pieces: std::iter::repeat_with(OnceLock::new).take(pieces).collect(), next: AtomicU32::new(1) };
        nodes.piece(0);
        nodes
    }

    #[inline]
    fn piece(&self, number: usize) -> &[Node] {
        self.pieces[number].get_or_init(|| std::iter::repeat_with(Node::default).take(PIECE).collect())
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.piece(index as usize / PIECE)[index as usize % PIECE]
    }

    /// The nodes of a family from the first on.
    #[inline]
    fn block(&self, first: u32) -> Block<'_> {
        let piece = self.piece(first as usize / PIECE);
        let at = first as usize % PIECE;
        Block { first, nodes: &piece[at..at + piece[at - 1].place()] }
    }

    /// The children of a node.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> Option<Family<'_>> {
        let likely = self.block(node.first()?);
        let head = self.node(likely.first - 1);
        let rest = head.first().map_or(Block { first: 0, nodes: &[] }, |first| self.block(first));
        Some(Family { head, likely, rest })
    }

    /// Gives a node `count` children, prepared by `prepare` before anybody sees them, with `pending` ones to come.
    /// `None` if there is no room or another thread is at it.
    fn grow(&self, node: &Node, count: usize, pending: usize, prepare: impl FnOnce(&[Node])) -> Option<u32> {
        if count == 0 || count > PLACE as usize {
            return None;
        }
        node.first.compare_exchange(NONE, GROWING, Ordering::Acquire, Ordering::Relaxed).ok()?;
        let Some(head) = self.reserve(count as u32 + 1) else {
            node.first.store(NONE, Ordering::Relaxed);
            return None;
        };
        let at = head as usize % PIECE;
        let nodes = &self.piece(head as usize / PIECE)[at..=at + count];
        nodes[0].first.store(NONE, Ordering::Relaxed);
        nodes[0].shape.store((pending as u32) << PRIOR | count as u32, Ordering::Relaxed);
        prepare(&nodes[1..]);
        node.first.store(head + 1, Ordering::Release);
        Some(head + 1)
    }

    /// Gives a node children, with `pending` ones to come; nothing happens if there is no room or another thread is at it.
    pub(super) fn sow(&self, node: &Node, seeds: &[Seed], pending: usize) {
        self.grow(node, seeds.len(), pending, |children| {
            children.iter().zip(seeds).for_each(|(child, &seed)| child.start(seed));
        });
    }

    /// The number of `count` free nodes in one piece.
    fn reserve(&self, count: u32) -> Option<u32> {
        let piece = PIECE as u32;
        let limit = (self.pieces.len() * PIECE) as u32;
        let mut taken = self.next.load(Ordering::Relaxed);
        loop {
            let first = if taken % piece + count > piece { (taken / piece + 1) * piece } else { taken };
            let end = first.checked_add(count).filter(|&end| end <= limit)?;
            match self.next.compare_exchange_weak(taken, end, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(first),
                Err(now) => taken = now,
            }
        }
    }

    /// Back to only a root; the memory is kept.
    pub(super) fn clear(&mut self) {
        self.next = AtomicU32::new(1);
        self.node(0).copy_from(&Node::default());
    }

    /// Copies what is below a node of another tree and makes that node the root, level by level.
    pub(super) fn take_from(&mut self, other: &Nodes, index: u32) {
        self.clear();
        self.node(0).copy_from(other.node(index));
        let mut queue = std::collections::VecDeque::from([(index, 0)]);
        while let Some((old, new)) = queue.pop_front() {
            let Some(family) = other.children(other.node(old)) else {
                continue;
            };
            let mut copy = |parent: &Node, block: Block<'_>, pending: usize| {
                let first = self.grow(parent, block.nodes.len(), pending, |copies| {
                    copies.iter().zip(block.nodes).for_each(|(copy, child)| copy.copy_from(child));
                })?;
                queue.extend((0..block.nodes.len() as u32).map(|number| (block.first + number, first + number)));
                Some(first)
            };
            if let Some(first) = copy(self.node(new), family.likely, family.pending()) {
                copy(self.node(first - 1), family.rest, 0);
            }
        }
    }
}
