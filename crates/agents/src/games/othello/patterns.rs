//! Patterns of discs along edges, corners, lines and diagonals, and the number of moves of each side.

use std::sync::OnceLock;

use grandline_games::Side;
use grandline_games::othello::{Move, Othello};

use crate::learned::{Features, Table, Terms};

/// The squares of a pattern, as row and column. Its images under the symmetries of the board share a table.
struct Pattern {
    name: &'static str,
    squares: &'static [(u8, u8)],
}

const PATTERNS: [Pattern; 9] = [
    Pattern {
        name: "edge with X squares",
        squares: &[(1, 1), (0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (1, 6)],
    },
    Pattern {
        name: "corner",
        squares: &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)],
    },
    Pattern { name: "second line", squares: &[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7)] },
    Pattern { name: "third line", squares: &[(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7)] },
    Pattern { name: "fourth line", squares: &[(3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (3, 7)] },
    Pattern { name: "diagonal of 8", squares: &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)] },
    Pattern { name: "diagonal of 7", squares: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)] },
    Pattern { name: "diagonal of 6", squares: &[(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7)] },
    Pattern { name: "diagonal of 5", squares: &[(0, 3), (1, 4), (2, 5), (3, 6), (4, 7)] },
];

/// Numbers of moves are told apart up to this one.
const MOST_MOVES: u32 = 31;
/// A phase has this many plies.
const PHASE: u32 = 5;
/// The terms that are patterns: four images of each, and two of the long diagonal.
const PLACES: usize = 34;
const TERMS: usize = PLACES + 2;

/// Where the terms are, and what a disc on a square changes.
struct Board {
    /// The first index of each table, of the two tables of moves too, and the end of all.
    starts: Vec<u32>,
    /// The table of each place.
    table_of: [u8; PLACES],
    /// For each table the orders of its squares that are mirror images of the pattern itself.
    mirrors: Vec<Vec<Vec<u8>>>,
    /// For each square the places it is part of, and by how much a disc of the first player raises the index there.
    parts: Vec<Vec<(u8, u32)>>,
}

fn board() -> &'static Board {
    static BOARD: OnceLock<Board> = OnceLock::new();
    BOARD.get_or_init(|| {
        let mut starts = vec![0];
        let mut table_of = [0; PLACES];
        let mut parts = vec![Vec::new(); 64];
        let mut mirrors = Vec::new();
        let mut place = 0;
        for (table, pattern) in PATTERNS.iter().enumerate() {
            let mut seen: Vec<Vec<u8>> = Vec::new();
            let own: Vec<u8> = pattern.squares.iter().map(|&square| image(square, 0)).collect();
            let order = |squares: &[u8]| -> Option<Vec<u8>> {
                squares.iter().map(|square| own.iter().position(|other| other == square).map(|at| at as u8)).collect()
            };
            mirrors.push(Vec::new());
            for symmetry in 0..8 {
                let squares: Vec<u8> = pattern.squares.iter().map(|&square| image(square, symmetry)).collect();
                mirrors[table].extend(order(&squares));
                let mut sorted = squares.clone();
                sorted.sort_unstable();
                if seen.contains(&sorted) {
                    continue;
                }
                seen.push(sorted);
                for (digit, &square) in squares.iter().enumerate() {
                    parts[usize::from(square)].push((place as u8, 3_u32.pow(digit as u32)));
                }
                table_of[place] = table as u8;
                place += 1;
            }
            starts.push(starts[table] + 3_u32.pow(pattern.squares.len() as u32));
        }
        for _ in Side::BOTH {
            starts.push(starts[starts.len() - 1] + MOST_MOVES + 1);
        }
        debug_assert_eq!(place, PLACES);
        Board { starts, table_of, mirrors, parts }
    })
}

/// The image of a square under a symmetry of the board, as its number.
fn image((row, column): (u8, u8), symmetry: u8) -> u8 {
    let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
    let row = if symmetry & 2 == 0 { row } else { 7 - row };
    let column = if symmetry & 4 == 0 { column } else { 7 - column };
    8 * row + column
}

/// Edges, corners, lines and diagonals, and the moves of each side.
pub struct Patterns;

impl Patterns {
    /// The two terms that count moves.
    fn count_moves(position: &Othello, trace: &mut Terms<TERMS>) {
        let starts = &board().starts;
        for side in Side::BOTH {
            let moves = position.mobility(side).count_ones().min(MOST_MOVES);
            trace.0[PLACES + side.index()] = starts[PATTERNS.len() + side.index()] + moves;
        }
    }
}

impl Features<Othello> for Patterns {
    const NAME: &'static str = "patterns";
    const VERSION: u32 = 1;
    const PHASES: usize = 60_usize.div_ceil(PHASE as usize);

    type Trace = Terms<TERMS>;

    fn tables() -> Vec<Table> {
        let patterns = PATTERNS.iter().map(|pattern| Table {
            name: pattern.name,
            size: 3_usize.pow(pattern.squares.len() as u32),
        });
        let moves = ["own moves", "moves of the opponent"].map(|name| Table { name, size: MOST_MOVES as usize + 1 });
        patterns.chain(moves).collect()
    }

    #[inline]
    fn phase(position: &Othello) -> usize {
        (60_u32.saturating_sub(position.empties()) / PHASE).min(Self::PHASES as u32 - 1) as usize
    }

    fn trace(position: &Othello, trace: &mut Terms<TERMS>) {
        let board = board();
        for (term, &table) in trace.0.iter_mut().zip(&board.table_of) {
            *term = board.starts[usize::from(table)];
        }
        for (side, disc) in Side::BOTH.into_iter().zip([1, 2]) {
            let mut discs = position.discs(side);
            while discs != 0 {
                for &(place, power) in &board.parts[discs.trailing_zeros() as usize] {
                    trace.0[usize::from(place)] += disc * power;
                }
                discs &= discs - 1;
            }
        }
        Self::count_moves(position, trace);
    }

    #[inline]
    fn follow(before: &Terms<TERMS>, trace: &mut Terms<TERMS>, position: &Othello, _: Move, after: &Othello) {
        let board = board();
        *trace = *before;
        for (side, disc) in Side::BOTH.into_iter().zip([1_u32, 2]) {
            let (old, new) = (position.discs(side), after.discs(side));
            let mut changed = old ^ new;
            while changed != 0 {
                let square = changed.trailing_zeros();
                let change = if new >> square & 1 == 1 { disc } else { disc.wrapping_neg() };
                for &(place, power) in &board.parts[square as usize] {
                    let term = &mut trace.0[usize::from(place)];
                    *term = term.wrapping_add(change.wrapping_mul(power));
                }
                changed &= changed - 1;
            }
        }
        Self::count_moves(after, trace);
    }

    fn indices(trace: &Terms<TERMS>) -> &[u32] {
        &trace.0
    }

    fn turned(index: u32) -> u32 {
        let starts = &board().starts;
        let table = table_of(index);
        let local = index - starts[table];
        match table.checked_sub(PATTERNS.len()) {
            // A disc becomes one of the other player: 1 and 2 change places.
            None => starts[table] + digits(local, PATTERNS[table].squares.len()).map(|(digit, power)| (3 - digit) % 3 * power).sum::<u32>(),
            Some(0) => starts[table + 1] + local,
            Some(_) => starts[table - 1] + local,
        }
    }

    /// Mirror images of a pattern share a parameter.
    fn parameters(index: u32) -> Vec<(u64, i16)> {
        let board = board();
        let table = table_of(index);
        let Some(mirrors) = board.mirrors.get(table) else { return vec![(index.into(), 1)] };
        let local = index - board.starts[table];
        let mirrored = |order: &Vec<u8>| -> u32 {
            digits(local, order.len()).zip(order).map(|((digit, _), &place)| digit * 3_u32.pow(place.into())).sum()
        };
        let least = mirrors.iter().map(mirrored).min().unwrap_or(local);
        vec![(u64::from(board.starts[table] + least), 1)]
    }
}

/// The table of an index.
fn table_of(index: u32) -> usize {
    board().starts.partition_point(|&start| start <= index) - 1
}

/// The digits of an index in base 3 with their powers, the lowest first.
fn digits(index: u32, count: usize) -> impl Iterator<Item = (u32, u32)> {
    (0..count as u32).map(move |place| 3_u32.pow(place)).map(move |power| (index / power % 3, power))
}
