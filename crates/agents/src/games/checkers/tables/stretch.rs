//! How long a win by the tables of English draughts may go without a capture or a man's move, which is what the draw rule counts.
//!
//! The winner plays quickest moves, and among those a capture or a man's move if there is one; the loser plays anything. A
//! win is safe from the draw rule if no stretch of quiet plies reaches its limit.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use grandline_games::Game;
use grandline_games::checkers::{Board, Checkers, Colour, English};

use super::code::Code;
use super::error::TableError;
use super::lower::{Lower, Resident};
use super::material::Material;
use super::parallel::for_shares;
use super::rules::Tabled;

/// The most plies in a row without a capture or a man's move with which wins of a slice begin.
pub fn longest_stretch(folder: &Path, material: Material, threads: usize, stop: &AtomicBool) -> Result<u8, TableError> {
    let mut lower = Lower::<English>::new();
    for needed in material.conversions().into_iter().chain([material, material.swapped()]) {
        lower.read(folder, needed)?;
    }
    let Some(slice) = lower.get(material) else { return Ok(0) };
    let stretches: Vec<AtomicU8> = (0..slice.index.size()).map(|_| AtomicU8::new(0)).collect();
    let stretches = Stretches { slice, lower: &lower, stretches };
    let longest = AtomicU8::new(0);
    // A quick win is known when a slower one asks for it.
    for win in (2..Code::MAX).step_by(2) {
        for_shares(slice.index.size(), threads, stop, |range| {
            for number in range.filter(|&number| slice.codes[number as usize] == win) {
                let stretch = stretches.begun(&slice.index.board(number), win);
                stretches.stretches[number as usize].store(stretch, Relaxed);
                longest.fetch_max(stretch, Relaxed);
            }
        });
    }
    if stop.load(Relaxed) { Err(TableError::Stopped) } else { Ok(longest.into_inner()) }
}

struct Stretches<'a> {
    slice: &'a Resident,
    lower: &'a Lower<English>,
    stretches: Vec<AtomicU8>,
}

impl Stretches<'_> {
    /// The quiet plies in a row with which a win begins at most, whichever of several quickest moves is played.
    fn begun(&self, board: &Board, win: Code) -> u8 {
        let position = Checkers::<English>::from_board(*board, Colour::Black);
        let mut longest = 0;
        for mv in position.moves() {
            let child = position.child(mv);
            if self.lower.code(&child.board().turned()) == win - 1 {
                if English::is_progress(&position, mv) {
                    return 0;
                }
                longest = longest.max(1 + self.answered(&child));
            }
        }
        longest
    }

    /// The same for the loser's answer and what follows.
    fn answered(&self, position: &Checkers<English>) -> u8 {
        let quiet = position.moves().filter(|&mv| !English::is_progress(position, mv));
        let after = quiet.map(|mv| self.slice.index.rank(position.child(mv).board()));
        after.map(|number| 1 + self.stretches[number as usize].load(Relaxed)).max().unwrap_or(0)
    }
}
