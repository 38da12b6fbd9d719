//! The nodes of a tree, side by side in memory, shared by threads without locks.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use super::simulate::ONE;

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

/// A node in 24 bytes. Its move is not stored: the children of a node are in the order of its moves.
#[derive(Default)]
pub(super) struct Node {
    /// The sum of values seen by the player who moved here, in units of [`ONE`].
    sum: AtomicI64,
    visits: AtomicU32,
    /// The index of the first child, or one of the marks below.
    first: AtomicU32,
    /// The share of the prior as the bits of an `f32`.
    prior: AtomicU32,
    /// How many children (16 bits), then what is proven.
    shape: AtomicU32,
}

/// No children yet.
const NONE: u32 = 0;
/// A thread is making the children.
const GROWING: u32 = u32::MAX;

impl Node {
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn sum(&self) -> i64 {
        self.sum.load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    pub(super) fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Adds a result. Alone, a plain read and write do, which are several times faster than an atomic addition.
    #[inline]
    pub(super) fn add<const SHARED: bool>(&self, visits: u32, value: i64) {
        if SHARED {
            self.visits.fetch_add(visits, Ordering::Relaxed);
            self.sum.fetch_add(value, Ordering::Relaxed);
        } else {
            self.visits.store(self.visits() + visits, Ordering::Relaxed);
            self.sum.store(self.sum() + value, Ordering::Relaxed);
        }
    }

    #[inline]
    pub(super) fn proof(&self) -> Proof {
        match self.shape.load(Ordering::Relaxed) >> 16 {
            0 => Proof::None,
            1 => Proof::FirstWins,
            2 => Proof::Draw,
            _ => Proof::SecondWins,
        }
    }

    pub(super) fn prove(&self, proof: Proof) {
        self.shape.fetch_or((proof as u32) << 16, Ordering::Relaxed);
    }

    /// Where the children are, if there are any.
    #[inline]
    fn children(&self) -> Option<(u32, usize)> {
        match self.first.load(Ordering::Acquire) {
            NONE | GROWING => None,
            first => Some((first, (self.shape.load(Ordering::Relaxed) & 0xffff) as usize)),
        }
    }

    /// The mean value for the player who moved here.
    pub(super) fn mean(&self) -> f64 {
        self.sum() as f64 / (f64::from(self.visits().max(1)) * ONE as f64)
    }

    fn copy_from(&self, other: &Node) {
        self.sum.store(other.sum(), Ordering::Relaxed);
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.prior.store(other.prior.load(Ordering::Relaxed), Ordering::Relaxed);
        self.shape.store(other.shape.load(Ordering::Relaxed), Ordering::Relaxed);
        self.first.store(NONE, Ordering::Relaxed);
    }
}

/// Memory is taken in pieces of so many nodes, when they are needed.
const PIECE: usize = 1 << 16;

/// All nodes; number 0 is the root.
pub(super) struct Arena {
    pieces: Vec<OnceLock<Box<[Node]>>>,
    /// The number of the next free node.
    next: AtomicU32,
}

impl Arena {
    /// A tree of only a root, which will take at most about so many megabytes.
    pub(super) fn new(megabytes: usize) -> Self {
        let pieces = ((megabytes.max(1) << 20) / (PIECE * size_of::<Node>())).clamp(2, (1 << 15) - 1);
        let arena =
            Arena { pieces: std::iter::repeat_with(OnceLock::new).take(pieces).collect(), next: AtomicU32::new(1) };
        arena.piece(0);
        arena
    }

    #[inline]
    fn piece(&self, number: usize) -> &[Node] {
        self.pieces[number].get_or_init(|| std::iter::repeat_with(Node::default).take(PIECE).collect())
    }

    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.piece(index as usize / PIECE)[index as usize % PIECE]
    }

    /// The number of the first child of a node, and its children in the order of its moves.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> Option<(u32, &[Node])> {
        let (first, count) = node.children()?;
        let at = first as usize % PIECE;
        Some((first, &self.piece(first as usize / PIECE)[at..at + count]))
    }

    /// Gives a node `count` children, prepared by `prepare` before anybody sees them. `None` if there is no room or
    /// another thread is at it.
    pub(super) fn grow(&self, node: &Node, count: usize, prepare: impl FnOnce(&[Node])) -> Option<()> {
        if count == 0 || count > 0xffff.min(PIECE) {
            return None;
        }
        node.first.compare_exchange(NONE, GROWING, Ordering::Acquire, Ordering::Relaxed).ok()?;
        let Some(first) = self.reserve(count as u32) else {
            node.first.store(NONE, Ordering::Relaxed);
            return None;
        };
        let at = first as usize % PIECE;
        let children = &self.piece(first as usize / PIECE)[at..at + count];
        children.iter().for_each(|child| child.copy_from(&Node::default()));
        prepare(children);
        node.shape.fetch_or(count as u32, Ordering::Relaxed);
        node.first.store(first, Ordering::Release);
        Some(())
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
    pub(super) fn take_from(&mut self, other: &Arena, index: u32) {
        self.clear();
        self.node(0).copy_from(other.node(index));
        let mut queue = std::collections::VecDeque::from([(index, 0)]);
        while let Some((old, new)) = queue.pop_front() {
            let Some((first, children)) = other.children(other.node(old)) else {
                continue;
            };
            let node = self.node(new);
            // The number of children comes back with them.
            node.shape.fetch_and(!0xffff, Ordering::Relaxed);
            let grown = self.grow(node, children.len(), |copies| {
                copies.iter().zip(children).for_each(|(copy, child)| copy.copy_from(child));
            });
            if grown.is_some()
                && let Some((new_first, _)) = node.children()
            {
                let numbers = 0..children.len() as u32;
                queue.extend(numbers.map(|number| (first + number, new_first + number)));
            }
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }
}
