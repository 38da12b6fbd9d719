//! Checkers in numbers. A step is its square and direction; a capture is the path of its jumps.
//!
//! All jumps of a chain lie on a coarse lattice whose meshes are jumped once at most, so there are few paths: all of them
//! are listed, and a capture has the number of its path in the list. That makes numbers independent of the position.

use super::captures::jump;
use super::moves::Move;
use super::{Checkers, Variant};
use crate::bits::Bits;
use crate::game::{Game, Side};
use crate::numbered::{Numbered, Planes};

/// Steps come first: four directions from each of 32 squares.
const STEPS: usize = 4 * 32;
/// How many paths of jumps there are.
const PATHS: usize = 1328;

/// Every path of jumps: those from square 0 first, and of each square in the order in which they branch.
struct Paths {
    /// The end in the lowest five bits, above it two bits for the direction of each jump.
    paths: [u32; PATHS],
    /// Where the paths of each square begin.
    begin: [u16; 33],
}

static LIST: Paths = {
    let mut list = Paths { paths: [0; PATHS], begin: [0; 33] };
    let (mut square, mut count) = (0, 0);
    while square < 32 {
        list.begin[square] = count as u16;
        count = branch(&mut list.paths, count, square as i8, 0, 0, 0);
        square += 1;
    }
    list.begin[32] = count as u16;
    assert!(count == PATHS, "all paths are in the list");
    list
};

/// Lists all paths that go on from a square and returns how many are in the list then.
const fn branch(
    paths: &mut [u32; PATHS],
    mut count: usize,
    square: i8,
    jumps: u32,
    directions: u32,
    jumped: u32,
) -> usize {
    let mut direction = 0;
    while direction < 4 {
        if let Some((over, end)) = jump(square, direction)
            && jumped & 1 << over == 0
        {
            let directions = directions | (direction as u32) << (2 * jumps);
            paths[count] = directions << 5 | end as u32;
            count = branch(paths, count + 1, end, jumps + 1, directions, jumped | 1 << over);
        }
        direction += 1;
    }
    count
}

impl<V: Variant> Numbered for Checkers<V> {
    const ACTIONS: usize = STEPS + PATHS;
    /// Own men and kings, the other's, then facts about the whole: whose turn, whether the player started, and how near
    /// the draw without progress is.
    const PLANES: [usize; 3] = [7, 8, 8];

    #[inline]
    fn action(mv: Move) -> usize {
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        if !mv.is_capture() {
            // Rows are of four squares, so the parity of the row says which of two steps goes to the right.
            let straight = from.abs_diff(to) == 4;
            let right = straight == (from / 4 % 2 == 1);
            return 4 * from + 2 * usize::from(to < from) + usize::from(right);
        }
        let [begin, end] = [LIST.begin[from], LIST.begin[from + 1]].map(usize::from);
        let path = mv.directions() << 5 | u32::from(mv.to());
        let rank = LIST.paths[begin..end].iter().position(|&listed| listed == path);
        debug_assert!(rank.is_some(), "{mv:?} is not in the list of paths");
        STEPS + begin + rank.unwrap_or(0)
    }

    fn observe(&self, player: Side, planes: &mut Planes<'_>) {
        let place = |square: u8| {
            let row = usize::from(square / 4);
            (row, 2 * usize::from(square % 4) + 1 - row % 2)
        };
        let colours = [player, !player].map(Self::colour_of);
        for colour in colours {
            planes.cells(Bits(u64::from(self.men(colour))).map(place));
            planes.cells(Bits(u64::from(self.kings(colour))).map(place));
        }
        planes.flag(player == self.to_move());
        planes.flag(colours[0] == V::STARTS);
        planes.all(f32::from(self.counter()) / f32::from(V::DRAW_AFTER));
    }
}
