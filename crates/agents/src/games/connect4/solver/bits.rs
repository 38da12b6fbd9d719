//! Sets of cells as bits, in the layout of [`Connect4`](grandline_games::connect4::Connect4): seven bits per column, the
//! seventh always empty. Rows are counted from 1, as in the literature.

/// The lowest cell of every column.
pub(super) const BOTTOM: u64 = row(1);
/// All cells.
pub(super) const BOARD: u64 = BOTTOM * 0x3F;
/// The cells on rows 1, 3 and 5, which belong to the first player when the second one follows up.
pub(super) const ODD: u64 = BOTTOM * 0b01_0101;
/// The cells on rows 2, 4 and 6.
pub(super) const EVEN: u64 = BOTTOM * 0b10_1010;

/// Columns from the centre to the edges: more lines run through the centre.
pub(super) const CENTRE_FIRST: [u64; 7] = [column(3), column(2), column(4), column(1), column(5), column(0), column(6)];

/// The cells of a row.
pub(super) const fn row(number: u32) -> u64 {
    let (mut cells, mut index) = (0, 0);
    while index < 7 {
        cells |= 1 << (7 * index + number - 1);
        index += 1;
    }
    cells
}

/// The cells of a column, 0 on the left.
pub(super) const fn column(index: u32) -> u64 {
    0x3F << (7 * index)
}

/// The lowest empty cell of every column that is not full.
#[inline(always)]
pub(super) const fn playable(filled: u64) -> u64 {
    (filled + BOTTOM) & BOARD
}

/// The empty cells that complete four of these discs.
#[inline(always)]
pub(super) const fn winning(discs: u64, filled: u64) -> u64 {
    let upright = (discs << 1) & (discs << 2) & (discs << 3);
    (upright | completing::<7>(discs) | completing::<6>(discs) | completing::<8>(discs)) & (BOARD ^ filled)
}

/// The cells with three discs on the line of one direction: on one side, or two and one.
#[inline(always)]
const fn completing<const STEP: u32>(discs: u64) -> u64 {
    let pairs = discs & (discs << STEP);
    let below = (pairs << STEP) & ((discs << (3 * STEP)) | (discs >> STEP));
    let above = (pairs >> (2 * STEP)) & ((discs >> (3 * STEP)) | (discs << STEP));
    below | above
}

/// Whether a set holds four cells in line.
#[inline(always)]
pub(super) const fn has_four(cells: u64) -> bool {
    (fours::<1>(cells) | fours::<6>(cells) | fours::<7>(cells) | fours::<8>(cells)) != 0
}

#[inline(always)]
const fn fours<const STEP: u32>(cells: u64) -> u64 {
    let pairs = cells & (cells >> STEP);
    pairs & (pairs >> (2 * STEP))
}

/// Whether a set has more than one cell.
#[inline(always)]
pub(super) const fn is_several(cells: u64) -> bool {
    cells & cells.wrapping_sub(1) != 0
}

/// The set with its columns in reverse order. The columns are swapped in pairs around the centre.
#[inline]
pub(super) const fn mirror(cells: u64) -> u64 {
    const FULL: u64 = 0x7F;
    (cells & FULL) << 42
        | (cells & FULL << 7) << 28
        | (cells & FULL << 14) << 14
        | (cells & FULL << 21)
        | (cells >> 14 & FULL << 14)
        | (cells >> 28 & FULL << 7)
        | (cells >> 42 & FULL)
}
