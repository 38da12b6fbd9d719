//! The transposition table: one word per position, shared by threads without locks.
//!
//! A key has 49 bits. The high bits of its product with an odd number choose a bucket, and an entry keeps the low 38 bits
//! of it; together they are the whole product, so an entry never answers for another position. A word is read and written
//! at once, so it is never torn.

use std::sync::atomic::{AtomicU64, Ordering};

/// Known bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: i32,
    pub(super) high: i32,
}

/// A key spread over the 49 high bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread(u64);

impl Spread {
    #[inline(always)]
    pub(super) const fn new(key: u64) -> Self {
        Spread((key << KEY_SHIFT).wrapping_mul(MULTIPLIER))
    }

    /// All of it, as a number.
    #[inline(always)]
    pub(super) const fn word(self) -> u64 {
        self.0
    }

    /// The part that an entry keeps, in its place.
    #[inline(always)]
    const fn kept(self) -> u64 {
        self.0 << (TAG_SHIFT - KEY_SHIFT)
    }
}

const KEY_SHIFT: u32 = 64 - 49;
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

// A word: 38 bits of the key, 8 of the generation, 6 of the work and 6 for each bound.
const TAG_SHIFT: u32 = 26;
const GENERATION_SHIFT: u32 = 18;
const WORK_SHIFT: u32 = 12;
const HIGH_SHIFT: u32 = 6;
const BOUND: u64 = 0x3F;
/// Added to scores, so that they are positive.
const OFFSET: i32 = 20;
const LAST_GENERATION: u64 = (1 << (TAG_SHIFT - GENERATION_SHIFT)) - 1;

/// 4,096 buckets are 64 kB. Fewer than 2,048 would need more bits of the key in an entry.
const FIRST_BITS: u32 = 12;
/// The logarithm of the growth, and how often a table can grow.
const GROWTH: u32 = 3;
const MOST_GROWTHS: u64 = 16;
/// Buckets that are made or moved at once; it takes less than a millisecond.
const PIECE: usize = 1 << 14;

/// Two entries. Aligned, so that a bucket never lies across two cache lines.
#[derive(Default)]
#[repr(align(16))]
struct Bucket([AtomicU64; 2]);

/// A table of positions and the bounds of their scores.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// The logarithm of the number of buckets in use. A small problem uses few, which stay in the processor's cache.
    bits: u32,
    most_bits: u32,
    /// Entries of other generations are not found. Never 0, which is the generation of empty entries.
    generation: u64,
}

impl Table {
    /// A table that grows to at most this many megabytes.
    pub(super) fn new(megabytes: usize) -> Self {
        let most_bits = ((megabytes.max(1) << 20) / size_of::<Bucket>()).ilog2().min(32);
        let buckets = std::iter::repeat_with(Bucket::default).take(1 << FIRST_BITS).collect();
        Table { buckets, bits: FIRST_BITS, most_bits, generation: 1 }
    }

    /// Forgets everything and starts small again.
    pub(super) fn forget(&mut self) {
        self.bits = FIRST_BITS;
        self.generation += 1;
        if self.generation + MOST_GROWTHS > LAST_GENERATION {
            self.buckets.fill_with(Bucket::default);
            self.generation = 1;
        }
    }

    /// Whether it has not grown yet.
    pub(super) fn is_small(&self) -> bool {
        self.bits == FIRST_BITS
    }

    /// The number of entries in use.
    pub(super) fn capacity(&self) -> u64 {
        2 << self.bits
    }

    /// Uses eight times as many buckets and keeps all entries; `false` if the table has its full size. This takes a while
    /// for a large table: if the caller no longer wants to wait, entries are lost.
    pub(super) fn grow(&mut self, is_over: impl Fn() -> bool) -> bool {
        if self.bits >= self.most_bits {
            return false;
        }
        let (old_bits, old_generation) = (self.bits, self.generation);
        let new_bits = (old_bits + GROWTH).min(self.most_bits);
        self.buckets.reserve_exact((1_usize << new_bits).saturating_sub(self.buckets.len()));
        while self.buckets.len() < 1 << new_bits {
            if is_over() {
                return true;
            }
            self.buckets.resize_with((self.buckets.len() + PIECE).min(1 << new_bits), Bucket::default);
        }
        self.bits = new_bits;
        self.generation += 1;
        // A bucket's entries move to buckets that are not before it: from the last to the first, none is overwritten.
        for index in (0..1_usize << old_bits).rev() {
            if index % PIECE == 0 && is_over() {
                break;
            }
            let words = self.buckets[index].0.each_ref().map(|entry| entry.load(Ordering::Relaxed));
            for word in words.into_iter().filter(|word| word >> GENERATION_SHIFT & LAST_GENERATION == old_generation) {
                let high = (index as u64) << (64 - old_bits);
                let low = word >> TAG_SHIFT << KEY_SHIFT;
                self.insert(Spread(high | low), word & ((1 << GENERATION_SHIFT) - 1));
            }
        }
        true
    }

    #[inline(always)]
    fn bucket(&self, spread: Spread) -> &Bucket {
        &self.buckets[(spread.0 >> (64 - self.bits)) as usize]
    }

    #[inline(always)]
    fn name(&self, spread: Spread) -> u64 {
        spread.kept() | self.generation << GENERATION_SHIFT
    }

    /// What is known about a position.
    #[inline(always)]
    pub(super) fn probe(&self, spread: Spread) -> Option<Bounds> {
        let [first, second] = &self.bucket(spread).0;
        let name = self.name(spread);
        let mut data = first.load(Ordering::Relaxed) ^ name;
        if data >> GENERATION_SHIFT != 0 {
            data = second.load(Ordering::Relaxed) ^ name;
            if data >> GENERATION_SHIFT != 0 {
                return None;
            }
        }
        let low = (data & BOUND) as i32 - OFFSET;
        let high = (data >> HIGH_SHIFT & BOUND) as i32 - OFFSET;
        Some(Bounds { low, high })
    }

    /// Remembers bounds that took this many nodes to find.
    #[inline(always)]
    pub(super) fn store(&self, spread: Spread, bounds: Bounds, nodes: u64) {
        let work = u64::from(64 - nodes.leading_zeros());
        let low = (bounds.low + OFFSET) as u64;
        let high = (bounds.high + OFFSET) as u64;
        self.insert(spread, low | high << HIGH_SHIFT | work << WORK_SHIFT);
    }

    /// Replaces the entry of the same position, or of another generation, or the one that took less work.
    #[inline(always)]
    fn insert(&self, spread: Spread, data: u64) {
        let [first, second] = &self.bucket(spread).0;
        let name = self.name(spread);
        let (one, two) = (first.load(Ordering::Relaxed), second.load(Ordering::Relaxed));
        let slot = if (one ^ name) >> GENERATION_SHIFT == 0 {
            first
        } else if (two ^ name) >> GENERATION_SHIFT == 0 {
            second
        } else if self.rank(one) <= self.rank(two) {
            first
        } else {
            second
        };
        slot.store(name | data, Ordering::Relaxed);
    }

    /// The work behind an entry, 0 for one of another generation.
    #[inline(always)]
    fn rank(&self, word: u64) -> u64 {
        if word >> GENERATION_SHIFT & LAST_GENERATION == self.generation { word >> WORK_SHIFT & BOUND } else { 0 }
    }
}


#[cfg(test)]
mod tests {
    use super::super::plain::Random;
    use super::*;

    /// Keys and bounds that differ from each other.
    fn entries(count: u64) -> impl Iterator<Item = (Spread, Bounds)> {
        let mut random = Random(7);
        (0..count).map(move |_| {
            let key = random.below(1 << 49);
            (Spread::new(key), bounds(key))
        })
    }

    fn bounds(key: u64) -> Bounds {
        Bounds { low: (key % 19) as i32 - 18, high: (key / 19 % 19) as i32 }
    }

    /// The entries that are found, all with their own bounds.
    fn found(table: &Table, count: u64) -> usize {
        let is_right = |(spread, bounds)| table.probe(spread).inspect(|&found| assert_eq!(found, bounds)).is_some();
        entries(count).map(is_right).filter(|&is_found| is_found).count()
    }

    #[test]
    fn entries_survive_growth_and_never_answer_for_others() {
        let mut table = Table::new(4);
        let count = table.capacity() / 4;
        entries(count).for_each(|(spread, bounds)| table.store(spread, bounds, 5));
        let kept = found(&table, count);
        assert!(kept > count as usize * 3 / 4, "{kept} of {count}");
        assert!(table.grow(|| false) && table.grow(|| false));
        assert_eq!(found(&table, count), kept, "none is lost");
        assert!(!table.grow(|| false), "four megabytes are 262,144 buckets");
        let mut others = Random(8);
        assert!((0..1_000_000).all(|_| table.probe(Spread::new(others.below(1 << 49))).is_none()), "all have other keys");
    }

    #[test]
    fn work_decides_which_entry_is_replaced() {
        let table = Table::new(1);
        // Keys that share a bucket: their spread keys differ in the low bits only.
        let [one, two, three] = [1, 2, 3].map(|number| Spread(number << KEY_SHIFT));
        for (spread, nodes) in [(one, 100), (two, 1), (three, 10)] {
            table.store(spread, Bounds { low: -18, high: 18 }, nodes);
        }
        assert_eq!([one, two, three].map(|spread| table.probe(spread).is_some()), [true, false, true]);
    }

    #[test]
    fn nothing_is_found_after_forgetting_however_often() {
        let mut table = Table::new(1);
        for _ in 0..600 {
            let (spread, bounds) = entries(1).next().expect("an entry");
            assert_eq!(table.probe(spread), None);
            table.store(spread, bounds, 1);
            assert_eq!(table.probe(spread), Some(bounds));
            table.forget();
        }
    }
}
