//! The tables of proven results: lock-free, shared by threads, eight entries in a cache line.
//!
//! An entry says that on a board, with Varys at a place, one side reaches its goal from these ranks and all higher ones. The
//! address and the entry together hold all 46 bits of the key, so that no two boards are ever confused. An entry is one
//! word, so that no write can be torn.

use std::sync::atomic::{AtomicU64, Ordering};

use super::board::Places;
use super::ranks::{self, Ranks};

/// A board, Varys' place and the goal, numbered without gaps that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u64);

impl Key {
    const BITS: u32 = 46;

    /// The key of a board; the goal is below 16.
    #[inline]
    pub(super) fn new(cards: u64, varys: u8, goal: u8) -> Self {
        const MASK: u64 = (1 << Key::BITS) - 1;
        let mut key = cards | u64::from(varys) << 36 | u64::from(goal) << 42;
        // Each step is a bijection of 46 bits: the halves are mixed, and a product with an odd number can be undone.
        key ^= key >> 23;
        key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & MASK;
        key ^= key >> 23;
        key = key.wrapping_mul(0xD6E8_FEB8_6659_FD93) & MASK;
        key ^= key >> 23;
        Key(key)
    }

    /// A word for threads to note what they search.
    #[inline]
    pub(super) fn word(self) -> u64 {
        self.0
    }
}

/// A proven result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proof {
    /// Whether the side to move reaches its goal; otherwise the other side does.
    pub(super) mover: bool,
    /// The lowest ranks, seen by the side that reaches it, for which this was proven.
    pub(super) least: Ranks,
}

impl Proof {
    /// Whether the proof covers these ranks, seen by the side to move and by the other.
    #[inline]
    pub(super) fn covers(self, own: Ranks, other: Ranks) -> bool {
        ranks::reach(if self.mover { own } else { other }, self.least)
    }
}

// From the lowest bit: 28 bits of ranks, the side, 6 bits of effort, the rest of the key.
const MOVER: u64 = 1 << 28;
const EFFORT: u32 = 29;
const REST: u32 = 35;

#[inline]
fn unpack(entry: u64) -> Proof {
    Proof { mover: entry & MOVER != 0, least: ranks::unpack(entry as u32) }
}

#[inline]
fn effort(entry: u64) -> u64 {
    entry >> EFFORT & 0x3F
}

/// Eight entries that share an address.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; 8]);

/// Two tables: most positions have few cards left, and a table for them that fits into the processor's caches answers sooner
/// than a large one would.
pub(super) struct Tables {
    few: Table,
    many: Table,
}

impl Tables {
    /// Positions with at least this many cards go to the large table.
    const MANY: u32 = 14;
    /// The size of the other.
    const MEGABYTES: usize = 8;

    /// Tables of at most this many megabytes together, but at least sixteen.
    pub(super) fn new(megabytes: usize) -> Self {
        Tables { few: Table::new(Self::MEGABYTES), many: Table::new(megabytes.saturating_sub(Self::MEGABYTES)) }
    }

    /// The table for positions with so many cards.
    #[inline]
    pub(super) fn of(&self, cards: Places) -> &Table {
        if cards.count_ones() < Self::MANY { &self.few } else { &self.many }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }
}

/// One table.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The bits of a key that are not its address.
    rest_bits: u32,
}

impl Table {
    /// A table of at most this many megabytes, but at least eight: a power of two.
    fn new(megabytes: usize) -> Self {
        let bits = (megabytes.clamp(8, 1 << 20) << 20 >> 6).ilog2();
        let buckets = std::iter::repeat_with(Bucket::default).take(1 << bits).collect();
        Table { buckets, rest_bits: Key::BITS - bits }
    }

    fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64; 8] {
        &self.buckets[(key.0 >> self.rest_bits) as usize].0
    }

    #[inline]
    fn rest(&self, key: Key) -> u64 {
        key.0 & ((1 << self.rest_bits) - 1)
    }

    /// Loads a word of a bucket, so that a probe soon after finds it in the cache.
    #[inline]
    pub(super) fn touch(&self, key: Key) -> u64 {
        self.bucket(key)[0].load(Ordering::Relaxed)
    }

    /// A proof that covers these ranks, seen by the side to move.
    #[inline]
    pub(super) fn probe(&self, key: Key, own: Ranks) -> Option<Proof> {
        let other = ranks::turned(own);
        let rest = self.rest(key);
        for slot in self.bucket(key) {
            let entry = slot.load(Ordering::Relaxed);
            if entry >> REST == rest && effort(entry) != 0 {
                let proof = unpack(entry);
                if proof.covers(own, other) {
                    return Some(proof);
                }
            }
        }
        None
    }

    /// Keeps a proof that took this many nodes in place of one that it makes superfluous, or of the cheapest.
    #[inline]
    pub(super) fn store(&self, key: Key, proof: Proof, nodes: u64) {
        let rest = self.rest(key);
        let cost = u64::from((nodes | 1).ilog2() + 1).min(0x3F);
        let bucket = self.bucket(key);
        let mut place = &bucket[0];
        let mut least = u64::MAX;
        for slot in bucket {
            let entry = slot.load(Ordering::Relaxed);
            let weight = effort(entry);
            if entry >> REST == rest && weight != 0 {
                let old = unpack(entry);
                if old.mover == proof.mover && ranks::reach(old.least, proof.least) {
                    place = slot;
                    break;
                }
            }
            if weight < least {
                (place, least) = (slot, weight);
            }
        }
        let side = if proof.mover { MOVER } else { 0 };
        let entry = u64::from(ranks::pack(proof.least)) | side | cost << EFFORT | rest << REST;
        place.store(entry, Ordering::Relaxed);
    }
}
