//! Bit sets of the board: where a disc can be placed, and which discs it turns.
//!
//! Squares are bits in reading order: index 0 is a1 in the upper left corner, 7 is h1, 63 is h8.

/// How many squares an edge of the board has.
pub(super) const SIDE: u8 = 8;

/// Columns b to g: a line that does not run up or down ends before columns a and h, so it turns no disc there.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// Returns the empty squares where `own` can place a disc: those behind a line of `other` that starts next to `own`.
#[inline]
pub(super) const fn placements(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    // To the right the carry of an addition runs through the line.
    let right = (inner + (own << 1 & inner)) & !inner;
    let left = ends_below::<1>(own, inner, inner & inner >> 1);
    (right | left | ends::<7>(own, inner) | ends::<8>(own, other) | ends::<9>(own, inner)) & !(own | other)
}

/// Returns the squares one `STEP` behind lines of `line` that start one `STEP` from `own`, in both directions.
#[inline]
const fn ends<const STEP: u32>(own: u64, line: u64) -> u64 {
    let pairs = line & line << STEP;
    ends_above::<STEP>(own, line, pairs) | ends_below::<STEP>(own, line, pairs >> STEP)
}

/// Returns the ends of lines towards higher bits. Lines of up to six are followed by doubling (parallel prefix, Kogge and
/// Stone 1973); `pairs` are the squares of `line` that come after another one.
#[inline]
const fn ends_above<const STEP: u32>(own: u64, line: u64, pairs: u64) -> u64 {
    let mut reached = line & own << STEP;
    reached |= line & reached << STEP;
    reached |= pairs & reached << (2 * STEP);
    reached |= pairs & reached << (2 * STEP);
    reached << STEP
}

/// The same towards lower bits.
#[inline]
const fn ends_below<const STEP: u32>(own: u64, line: u64, pairs: u64) -> u64 {
    let mut reached = line & own >> STEP;
    reached |= line & reached >> STEP;
    reached |= pairs & reached >> (2 * STEP);
    reached |= pairs & reached >> (2 * STEP);
    reached >> STEP
}

/// The squares from each square to the rim, without the square itself.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rays {
    /// Towards higher bits: right, down left, down, down right.
    above: [u64; 4],
    /// Up left, up, up right, with the rows in reverse order, so that they run towards higher bits too.
    up: [u64; 3],
    /// Left.
    left: u64,
}

static RAYS: [Rays; 64] = {
    let mut table = [Rays { above: [0; 4], up: [0; 3], left: 0 }; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = ((square / 8) as i8, (square % 8) as i8);
        table[square] = Rays {
            above: [ray(row, column, 0, 1), ray(row, column, 1, -1), ray(row, column, 1, 0), ray(row, column, 1, 1)],
            up: [
                ray(row, column, -1, -1).swap_bytes(),
                ray(row, column, -1, 0).swap_bytes(),
                ray(row, column, -1, 1).swap_bytes(),
            ],
            left: ray(row, column, 0, -1),
        };
        square += 1;
    }
    table
};

/// Returns the squares from one in a direction, to the rim.
const fn ray(mut row: i8, mut column: i8, down: i8, right: i8) -> u64 {
    let mut squares = 0;
    loop {
        row += down;
        column += right;
        if row < 0 || row > 7 || column < 0 || column > 7 {
            return squares;
        }
        squares |= 1 << (8 * row + column);
    }
}

/// Returns the discs of `other` that a disc of `own` on an empty square turns.
#[inline]
pub(super) fn turned(own: u64, other: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut turned = 0;
    for ray in rays.above {
        turned |= turned_above(own, other, ray);
    }
    let (own_around, other_around) = (own.swap_bytes(), other.swap_bytes());
    let mut turned_around = 0;
    for ray in rays.up {
        turned_around |= turned_above(own_around, other_around, ray);
    }
    turned | turned_around.swap_bytes() | turned_below(own, other, rays.left)
}

/// Returns the discs turned along a ray towards higher bits.
#[inline]
const fn turned_above(own: u64, other: u64, ray: u64) -> u64 {
    // The carry runs through the line and all that is not on the ray, and stops behind the line.
    let end = (other | !ray).wrapping_add(1) & own & ray;
    end.saturating_sub(1) & ray
}

/// Returns the discs turned along a ray towards lower bits.
#[inline]
const fn turned_below(own: u64, other: u64, ray: u64) -> u64 {
    // The highest square of the ray without a disc of the other; bit 0 stands in if there is none.
    let stop = 1 << 63 >> (ray & !other | 1).leading_zeros();
    let end = stop & own & ray;
    end.wrapping_neg() << 1 & ray
}
