//! For tests: positions of random play and a search too simple to be wrong.

use super::bits::{BOARD, BOTTOM, has_four, playable, winning};
use super::score::win_with;

/// A position: discs of the player to move, discs of both, empty cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    pub(super) own: u64,
    pub(super) filled: u64,
    pub(super) empty: i32,
}

impl Plain {
    pub(super) const START: Plain = Plain { own: 0, filled: 0, empty: 42 };

    pub(super) fn play(self, cell: u64) -> Self {
        Plain { own: self.own ^ self.filled, filled: self.filled | cell, empty: self.empty - 1 }
    }

    pub(super) fn cells(self) -> impl Iterator<Item = u64> {
        let playable = (self.filled + BOTTOM) & BOARD;
        (0..49).map(|bit| 1 << bit).filter(move |cell| playable & cell != 0)
    }

    /// The score by alpha-beta with nothing else.
    pub(super) fn score(self, mut alpha: i32, beta: i32) -> i32 {
        if self.cells().any(|cell| has_four(self.own | cell)) {
            return win_with(self.empty);
        }
        if self.empty < 2 {
            return 0;
        }
        let mut best = -18;
        for cell in self.cells() {
            best = best.max(-self.play(cell).score(-beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Pseudo-random numbers (SplitMix64).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) % limit
    }

    /// A position with this many empty cells in which nobody has four and the player to move cannot complete one.
    /// Most moves are those that do not lose at once, so that threats stay on the board.
    pub(super) fn position(&mut self, empty: i32) -> Plain {
        'games: loop {
            let mut position = Plain::START;
            while position.empty > empty {
                let open = playable(position.filled);
                let danger = winning(position.own ^ position.filled, position.filled);
                let forced = if danger & open == 0 { open } else { danger & open };
                let safe = forced & !(danger >> 1);
                let moves: Vec<u64> = position.cells().filter(|cell| safe & cell != 0).collect();
                let Some(&cell) = moves.get(self.below(7) as usize % moves.len().max(1)) else { continue 'games };
                if winning(position.own, position.filled) & cell != 0 {
                    continue 'games;
                }
                position = position.play(cell);
            }
            if winning(position.own, position.filled) & playable(position.filled) == 0 {
                return position;
            }
        }
    }
}
