//! Random games to the end, without the work that only a position someone looks at needs.

use rand_core::Rng;

use super::moves::{Choice, Placement};
use super::{Divercite, LAST_STEP, MOVE_KEYS, Variant};
use crate::bits::Bits;
use crate::game::Margin;

impl<V: Variant> Divercite<V> {
    /// Plays uniformly random moves to the end. Empty cells are kept as two lists, from which a random one is
    /// taken by moving the last into its place; points are counted once, at the end.
    pub(super) fn finish_at_random(&mut self, rng: &mut impl Rng) -> Margin {
        // Cities from 0, resources from 32, as cells are numbered; so are the planes.
        let mut lists = [0u8; 64];
        for (slot, cell) in Bits(u64::from(self.empty_cities())).enumerate() {
            lists[slot & 31] = cell;
        }
        for (slot, cell) in Bits(u64::from(self.empty_resources())).enumerate() {
            lists[32 + (slot & 31)] = cell + 32;
        }
        let mut left = [u32::from(16 - self.placed), u32::from(25 + self.placed - self.step)];
        let mut planes = [0u64; 4];
        let mut moved = [0u64; 2];
        let mut stocks = self.stocks;
        let mut key = self.key;
        for step in self.step..LAST_STEP {
            let player = usize::from(step & 1);
            let (kind, colour, rank) = Choice::new(stocks[player], left[0], left[1]).pick(rng);
            left[kind] -= 1;
            let base = 32 * kind;
            let slot = (base + rank as usize) & 63;
            let cell = lists[slot];
            lists[slot] = lists[(base + left[kind] as usize) & 63];
            let mv = Placement(colour << 6 | cell);
            stocks[player] -= 1 << (2 * mv.piece_index());
            planes[usize::from(colour & 3)] |= 1 << (cell & 63);
            moved[player] |= 1 << (cell & 63);
            key = key.wrapping_add(MOVE_KEYS[player][mv.index()]);
        }
        for (colour, plane) in planes.into_iter().enumerate() {
            self.cities[colour] |= plane as u32;
            self.resources[colour] |= (plane >> 32) as u32;
        }
        for (owned, moved) in self.owned.iter_mut().zip(moved) {
            *owned |= moved as u32;
        }
        self.stocks = stocks;
        self.key = key;
        self.placed = 16;
        self.step = LAST_STEP;
        self.points = self.counted_points();
        self.margin()
    }
}
