//! The transposition table: lock-free, shared by threads, two entries per bucket.

use crate::atomics::{AtomicU64, Ordering};

/// What the value of an entry says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true value is at least this.
    Lower = 1,
    /// The true value is at most this.
    Upper = 2,
    /// This is the value.
    Exact = 3,
}

/// What the table remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value for the player to move, distances counted from the position.
    pub value: i32,
    /// The code of the best move, see [`move_code`](crate::order::move_code).
    pub code: u16,
    /// The plies it was searched.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
}

impl Entry {
    /// Value in the low 32 bits, then 16 bits of move, 8 of depth, 6 of generation, 2 of bound.
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.code) << 32
            | u64::from(self.depth) << 48
            | u64::from(generation & 0x3f) << 56
            | (self.bound as u64) << 62
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 62 {
            0 => return None,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Some(Entry { value: data as u32 as i32, code: (data >> 32) as u16, depth: (data >> 48) as u8, bound })
    }
}

const fn depth_of(data: u64) -> u8 {
    (data >> 48) as u8
}

const fn generation_of(data: u64) -> u8 {
    (data >> 56) as u8 & 0x3f
}

/// Two words that are written without a lock. The first is the key xor the second, so that an entry torn
/// by two writers fails its check and is not found (Hyatt's technique).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    fn store(&self, key: u64, data: u64) {
        self.check.store(key ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// A bucket keeps the deepest entry of the present search in its first slot and the latest in its second.
/// Aligned, so that it never lies across two cache lines.
#[derive(Default)]
#[repr(align(32))]
struct Bucket {
    deep: Slot,
    recent: Slot,
}

/// A table of positions and what was found out about them.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
}

impl Table {
    /// A table of about this many megabytes; at least one bucket.
    pub fn new(megabytes: usize) -> Self {
        let count = (megabytes.max(1) << 20) / size_of::<Bucket>();
        Table { buckets: std::iter::repeat_with(Bucket::default).take(count).collect(), generation: 0 }
    }

    /// Begins a new search: entries of earlier ones remain but may be replaced, however deep.
    pub fn age(&mut self) {
        self.generation = (self.generation + 1) & 0x3f;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = 0;
    }

    /// Keys need not be well mixed (a game may use a perfect numbering): the multiplication spreads them, and the high
    /// half of a product with the length is an index without a division.
    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let spread = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let spread = spread ^ (spread >> 32);
        let spread = spread.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        &self.buckets[((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// What is known about a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = self.bucket(key);
        let (deep, data) = bucket.deep.load();
        if deep == key
            && let Some(entry) = Entry::unpack(data)
        {
            return Some(entry);
        }
        let (recent, data) = bucket.recent.load();
        if recent == key { Entry::unpack(data) } else { None }
    }

    /// Remembers a position. The deep slot is taken if it holds the same position, an earlier search's, or
    /// a shallower one, which then moves to the other slot.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let bucket = self.bucket(key);
        let data = entry.pack(self.generation);
        let (old_key, old) = bucket.deep.load();
        if old_key == key {
            bucket.deep.store(key, data);
        } else if generation_of(old) != self.generation || depth_of(old) <= entry.depth {
            if old != 0 {
                bucket.recent.store(old_key, old);
            }
            bucket.deep.store(key, data);
        } else {
            bucket.recent.store(key, data);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, code: 0xBEEF, depth, bound: Bound::Lower }
    }

    #[test]
    fn entries_round_trip() {
        let table = Table::new(1);
        for (key, value) in [(0, -1), (1, i32::MIN), (u64::MAX, i32::MAX), (12345, 0)] {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(value, 7));
            assert_eq!(table.probe(key), Some(entry(value, 7)));
        }
    }

    #[test]
    fn a_bucket_keeps_the_deepest_and_the_latest() {
        let mut table = Table { buckets: vec![Bucket::default()], generation: 0 };
        table.store(1, entry(1, 9));
        table.store(2, entry(2, 3));
        table.store(3, entry(3, 4));
        assert_eq!(table.probe(1), Some(entry(1, 9)));
        assert_eq!(table.probe(2), None);
        assert_eq!(table.probe(3), Some(entry(3, 4)));
        table.age();
        table.store(4, entry(4, 1));
        assert_eq!(table.probe(4), Some(entry(4, 1)), "an old entry gives way, however deep");
    }

    /// Miri is some thousand times slower.
    const ROUNDS: i32 = if cfg!(miri) { 300 } else { 200_000 };

    /// Writers disagree about every word of a few buckets; a reader must only ever see whole entries.
    #[test]
    fn torn_writes_are_not_found() {
        let table = Table { buckets: std::iter::repeat_with(Bucket::default).take(2).collect(), generation: 0 };
        let value_of = |key: u64, round: i32| (key as i32).wrapping_mul(31).wrapping_add(round & 1);
        std::thread::scope(|scope| {
            for writer in 0..2_u64 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..ROUNDS {
                        let key = 1 + (round as u64 * 7 + writer) % 16;
                        table.store(key, entry(value_of(key, round), (round % 64) as u8));
                    }
                });
            }
            for round in 0..ROUNDS as u64 {
                let key = 1 + round % 16;
                if let Some(found) = table.probe(key) {
                    assert!(found.value == value_of(key, 0) || found.value == value_of(key, 1));
                    assert_eq!(found.code, 0xBEEF);
                }
            }
        });
    }
}

/// Every order in which two threads can read and write, and every value that memory may show them.
#[cfg(all(test, loom))]
mod models {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, code: 7, depth, bound: Bound::Exact }
    }

    #[test]
    fn an_entry_torn_by_two_writers_is_not_found() {
        loom::model(|| {
            let table = Arc::new(Table { buckets: vec![Bucket::default()], generation: 0 });
            let writer = {
                let table = Arc::clone(&table);
                thread::spawn(move || table.store(1, entry(10, 4)))
            };
            table.store(2, entry(20, 3));
            for (key, value) in [(1, 10), (2, 20)] {
                assert!(table.probe(key).is_none_or(|found| found.value == value));
            }
            writer.join().expect("the writer ends");
            for (key, value) in [(1, 10), (2, 20)] {
                assert!(table.probe(key).is_none_or(|found| found.value == value));
            }
        });
    }
}
