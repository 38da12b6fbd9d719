//! The transposition table: bounds of what the player to move can still gain, shared by threads without locks.
//!
//! An entry is two words, the data and the key combined with it: an entry torn by two threads has no valid key (Hyatt and
//! Mann, A lock-less transposition table implementation, 2002). Four entries share a cache line.

use std::sync::atomic::{AtomicU64, Ordering};

use super::node::Code;

/// Bounds of the gain of the player to move over the other, from a position to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Bounds {
    /// More than any gain.
    const MOST: i32 = 20_000;

    /// Nothing is known.
    pub(super) const UNKNOWN: Bounds = Bounds { low: -Self::MOST, high: Self::MOST };

    /// The bound that tells whether a gain of at least `need` is possible, if one does.
    #[inline]
    pub(super) const fn answer(self, need: i32) -> Option<i32> {
        if self.low >= need {
            Some(self.low)
        } else if self.high < need {
            Some(self.high)
        } else {
            None
        }
    }
}

/// What the table knows of a position: bounds, and the move that last reached its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) bounds: Bounds,
    pub(super) best: Option<Code>,
}

// The data from the lowest bit: 16 bits for each bound, 8 for the move, 1 if there is one, 6 for the effort.
const HIGH: u32 = 16;
const MOVE: u32 = 32;
const HAS_MOVE: u64 = 1 << 40;
const EFFORT: u32 = 41;

#[inline]
const fn unpack(data: u64) -> Entry {
    let bounds = Bounds { low: data as i16 as i32, high: (data >> HIGH) as i16 as i32 };
    let best = if data & HAS_MOVE != 0 { Some(Code((data >> MOVE) as u8)) } else { None };
    Entry { bounds, best }
}

/// Four entries: their combined keys, and their data.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([[AtomicU64; 2]; 4]);

/// Two tables: most positions have few plies left, and a table for them that fits into the processor's caches answers sooner
/// than a large one would.
pub(super) struct Tables {
    few: Table,
    many: Table,
}

impl Tables {
    /// Positions with at least this many plies left go to the large table.
    const MANY: u8 = 6;
    /// The most megabytes of the other.
    const FEW: usize = 8;

    /// Tables of at most this many megabytes together, but at least two.
    pub(super) fn new(megabytes: usize) -> Self {
        let few = Self::FEW.min(megabytes / 2);
        Tables { few: Table::new(few), many: Table::new(megabytes.saturating_sub(few)) }
    }

    /// The table for positions with so many plies left.
    #[inline]
    pub(super) fn of(&self, left: u8) -> &Table {
        if left < Self::MANY { &self.few } else { &self.many }
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
    shift: u32,
}

impl Table {
    /// A table of at most this many megabytes, but at least one: a power of two.
    fn new(megabytes: usize) -> Self {
        let bits = (megabytes.clamp(1, 1 << 20) << 20 >> 6).ilog2();
        Table { buckets: std::iter::repeat_with(Bucket::default).take(1 << bits).collect(), shift: 64 - bits }
    }

    fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]; 4] {
        &self.buckets[(key >> self.shift) as usize].0
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        for [name, data] in self.bucket(key) {
            let data = data.load(Ordering::Relaxed);
            if name.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Notes a bound that was found in so many nodes, in place of the cheapest entry: a lower one if it is at least `need`,
    /// otherwise an upper one.
    #[inline]
    pub(super) fn store(&self, key: u64, need: i32, bound: i32, best: Option<Code>, nodes: u64) {
        let bucket = self.bucket(key);
        let (mut place, mut least) = (0, u64::MAX);
        let mut known = Entry { bounds: Bounds::UNKNOWN, best: None };
        for (index, [name, data]) in bucket.iter().enumerate() {
            let data = data.load(Ordering::Relaxed);
            if name.load(Ordering::Relaxed) ^ data == key && data != 0 {
                (place, known) = (index, unpack(data));
                break;
            }
            let effort = data >> EFFORT;
            if effort < least {
                (place, least) = (index, effort);
            }
        }
        let Bounds { low, high } = known.bounds;
        let (low, high) = if bound >= need { (low.max(bound), high) } else { (low, high.min(bound)) };
        let effort = u64::from((nodes | 1).ilog2() + 1).min(63);
        let best = best.or(known.best).map_or(0, |Code(code)| u64::from(code) << MOVE | HAS_MOVE);
        let data = u64::from(low as u16) | u64::from(high as u16) << HIGH | best | effort << EFFORT;
        let [name, slot] = &bucket[place];
        name.store(key ^ data, Ordering::Relaxed);
        slot.store(data, Ordering::Relaxed);
    }
}
