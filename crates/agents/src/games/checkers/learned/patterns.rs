//! Men by blocks of eight squares, kings by rows, material, the move, mobility, and pieces that can be captured.

use std::sync::OnceLock;

use grandline_games::checkers::{Board, Checkers, Colour, Move, Variant};
use grandline_search::Noise;

use super::{PHASES, phase, pieces, seen_by_first};
use crate::learned::{Features, Table, Terms};

/// Blocks of four rows and four columns, two rows or columns apart: nine, of eight dark squares each.
const BLOCKS: usize = 9;
const BLOCK_SQUARES: u32 = 8;
const BLOCK_SIZE: u32 = 3_u32.pow(BLOCK_SQUARES);
/// Rows of four dark squares.
const ROWS: usize = 8;
const ROW_SQUARES: u32 = 4;
const ROW_SIZE: u32 = 3_u32.pow(ROW_SQUARES);
/// A side has up to twelve men, and as many kings.
const COUNTS: u32 = 13;
/// Numbers of steps are told apart up to this one, and numbers of pieces that can be captured up to the next.
const MOST_STEPS: u32 = 23;
const MOST_HANGING: u32 = 5;

/// The terms in order: blocks, rows, material, the move, steps of both, pieces of both that can be captured.
const MATERIAL: usize = BLOCKS + ROWS;
const THE_MOVE: usize = MATERIAL + 1;
const STEPS: usize = THE_MOVE + 1;
const HANGING: usize = STEPS + 2;
const TERMS: usize = HANGING + 2;

/// The sizes of the tables, one for each term.
const SIZES: [u32; TERMS] = {
    let mut sizes = [0; TERMS];
    let mut term = 0;
    while term < TERMS {
        sizes[term] = match term {
            _ if term < BLOCKS => BLOCK_SIZE,
            _ if term < MATERIAL => ROW_SIZE,
            MATERIAL => COUNTS.pow(4),
            THE_MOVE => 4 * 25 * 2,
            _ if term < HANGING => MOST_STEPS + 1,
            _ => MOST_HANGING + 1,
        };
        term += 1;
    }
    sizes
};

/// The first index of each table, and the end of all.
const STARTS: [u32; TERMS + 1] = {
    let mut starts = [0; TERMS + 1];
    let mut term = 0;
    while term < TERMS {
        starts[term + 1] = starts[term] + SIZES[term];
        term += 1;
    }
    starts
};

/// By how much a man, and a king, on a square raises the index of each block or row it is part of. Those of the second
/// player count twice.
struct Parts {
    men: [Vec<(u8, u32)>; 32],
    kings: [(u8, u32); 32],
}

fn parts() -> &'static Parts {
    static PARTS: OnceLock<Parts> = OnceLock::new();
    PARTS.get_or_init(|| {
        let mut men: [Vec<(u8, u32)>; 32] = std::array::from_fn(|_| Vec::new());
        for block in 0..BLOCKS {
            let (top, left) = (block / 3 * 2, block % 3 * 2);
            let squares = (0..32).filter(|square| {
                let (row, column) = (square / 4, 2 * (square % 4) + (1 - square / 4 % 2));
                (top..top + 4).contains(&row) && (left..left + 4).contains(&column)
            });
            for (place, square) in squares.enumerate() {
                men[square].push((block as u8, 3_u32.pow(place as u32)));
            }
        }
        let kings = std::array::from_fn(|square| ((BLOCKS + square / 4) as u8, 3_u32.pow(square as u32 % 4)));
        Parts { men, kings }
    })
}

/// Patterns of men and kings, and counts.
pub struct Patterns;

/// Adds pieces to the terms, or takes them away.
#[inline]
fn change(trace: &mut Terms<TERMS>, kind: usize, mut squares: u32, sign: u32) {
    let parts = parts();
    let disc = sign.wrapping_mul(kind as u32 % 2 + 1);
    while squares != 0 {
        let square = squares.trailing_zeros() as usize;
        let mut add = |place: u8, power: u32| {
            let term = &mut trace.0[usize::from(place)];
            *term = term.wrapping_add(disc.wrapping_mul(power));
        };
        if kind < 2 {
            parts.men[square].iter().for_each(|&(place, power)| add(place, power));
        } else {
            let (place, power) = parts.kings[square];
            add(place, power);
        }
        let material = &mut trace.0[MATERIAL];
        *material = material.wrapping_add(sign.wrapping_mul(COUNTS.pow(kind as u32)));
        squares &= squares - 1;
    }
}

/// The terms that are counted anew for every position.
#[inline]
fn count(board: &Board, trace: &mut Terms<TERMS>) {
    const EVEN_ROWS: u32 = 0x0F0F_0F0F;
    let all = board.black | board.white;
    let (black, white) = (board.black.count_ones(), board.white.count_ones());
    let parity = |set: u32| set.count_ones() & 1;
    let systems = parity(all & EVEN_ROWS) | parity(all & !EVEN_ROWS) << 1;
    trace.0[THE_MOVE] = STARTS[THE_MOVE] + systems + 4 * ((black + white) + 25 * u32::from(black == white));
    for (side, colour) in Colour::BOTH.into_iter().enumerate() {
        trace.0[STEPS + side] = STARTS[STEPS + side] + board.count_steps(colour).min(MOST_STEPS);
        trace.0[HANGING + side] = STARTS[HANGING + side] + board.capturable(colour).count_ones().min(MOST_HANGING);
    }
}

/// The digits of an index in base 3, the last square first.
fn digits(index: u32, count: u32) -> impl Iterator<Item = u32> {
    (0..count).rev().map(move |place| index / 3_u32.pow(place) % 3)
}

/// The table of an index and the index in it.
fn table_of(index: u32) -> (usize, u32) {
    let table = STARTS.partition_point(|&start| start <= index) - 1;
    (table, index - STARTS[table])
}

/// The numbers of men of the first player, of the second, and of kings of each.
fn counts(material: u32) -> [u32; 4] {
    std::array::from_fn(|kind| material / COUNTS.pow(kind as u32) % COUNTS)
}

impl<V: Variant> Features<Checkers<V>> for Patterns {
    const NAME: &'static str = "patterns";
    const VERSION: u32 = 1;
    const PHASES: usize = PHASES;

    type Trace = Terms<TERMS>;

    fn tables() -> Vec<Table> {
        let name = |term: usize| match term {
            _ if term < BLOCKS => "block of men",
            _ if term < MATERIAL => "row of kings",
            MATERIAL => "material",
            THE_MOVE => "the move",
            STEPS => "own steps",
            HANGING => "own pieces that can be captured",
            _ if term < HANGING => "steps of the opponent",
            _ => "pieces of the opponent that can be captured",
        };
        SIZES.iter().enumerate().map(|(term, &size)| Table { name: name(term), size: size as usize }).collect()
    }

    #[inline]
    fn phase(position: &Checkers<V>) -> usize {
        phase(position)
    }

    fn trace(position: &Checkers<V>, trace: &mut Terms<TERMS>) {
        trace.0.copy_from_slice(&STARTS[..TERMS]);
        let board = seen_by_first(position);
        for (kind, set) in pieces(&board).into_iter().enumerate() {
            change(trace, kind, set, 1);
        }
        count(&board, trace);
    }

    #[inline]
    fn follow(before: &Terms<TERMS>, trace: &mut Terms<TERMS>, position: &Checkers<V>, _: Move, after: &Checkers<V>) {
        *trace = *before;
        let (old, new) = (seen_by_first(position), seen_by_first(after));
        for (kind, (old, new)) in pieces(&old).into_iter().zip(pieces(&new)).enumerate() {
            change(trace, kind, old & !new, 1_u32.wrapping_neg());
            change(trace, kind, new & !old, 1);
        }
        count(&new, trace);
    }

    fn indices(trace: &Terms<TERMS>) -> &[u32] {
        &trace.0
    }

    /// The board is turned by half a turn: the last square becomes the first, and the pieces change hands.
    fn turned(index: u32) -> u32 {
        let (table, local) = table_of(index);
        let turned = |count: u32| digits(local, count).zip(0..).map(|(digit, place)| (3 - digit) % 3 * 3_u32.pow(place)).sum();
        let (table, local): (usize, u32) = match table {
            _ if table < BLOCKS => (BLOCKS - 1 - table, turned(BLOCK_SQUARES)),
            _ if table < MATERIAL => (BLOCKS + MATERIAL - 1 - table, turned(ROW_SQUARES)),
            MATERIAL => {
                let [men, other_men, kings, other_kings] = counts(local);
                (table, [other_men, men, other_kings, kings].iter().rev().fold(0, |sum, count| sum * COUNTS + count))
            }
            THE_MOVE => (table, (local & !3) | (local & 1) << 1 | (local >> 1 & 1)),
            STEPS | HANGING => (table + 1, local),
            _ => (table - 1, local),
        };
        STARTS[table] + local
    }

    /// Material has a parameter for each kind of piece beside one for each combination, which are rare.
    fn parameters(index: u32) -> Vec<(u64, i16)> {
        let (table, local) = table_of(index);
        let own = (u64::from(index), 1);
        if table != MATERIAL {
            return vec![own];
        }
        let kinds = (0..).zip(counts(local)).map(|(kind, count)| (u64::from(STARTS[TERMS]) + kind, count as i16));
        std::iter::once(own).chain(kinds).collect()
    }

    #[inline]
    fn noise(position: &Checkers<V>) -> Noise {
        super::noise(position)
    }
}
