//! Solves a slice and the one with the sides exchanged, by retrograde analysis.
//!
//! A first pass gives every position what its captures and crownings are worth, which lead to slices that are solved, and
//! counts its other moves. Then results spread backwards, one ply of distance after the other: a loss makes every position
//! before it a win, and a position all of whose moves are known to lose is a loss. What remains is a draw.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use grandline_games::Game;
use grandline_games::checkers::{Board, Checkers, Colour};

use super::code::{Choice, Code, DRAW, LONGEST, LOST, is_loss};
use super::index::Index;
use super::lower::Lower;
use super::material::Material;
use super::parallel::for_shares;
use super::rules::Tabled;

/// The counter of a position that cannot be lost: no position has that many moves.
const NEVER: u8 = u8::MAX;

/// Why a slice was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unsolved {
    /// It was to stop.
    Stopped,
    /// A win takes more plies than a byte can say.
    TooLong,
}

/// One of the two slices.
struct Half {
    index: Index,
    /// The result as far as it is known. One that lies further ahead than the current distance may still become quicker.
    codes: Vec<AtomicU8>,
    /// How many moves that stay in the pair are not known to lose.
    open: Vec<AtomicU8>,
}

/// How slices are solved.
pub(super) struct Work<'a, V> {
    pub(super) lower: &'a Lower<V>,
    pub(super) threads: usize,
    pub(super) stop: &'a AtomicBool,
}

/// The bytes of a slice and of the slice with the sides exchanged; the second is empty if that is the same.
pub(super) fn solve<V: Tabled>(material: Material, work: &Work<'_, V>) -> Result<[Vec<Code>; 2], Unsolved> {
    let mut halves = vec![Half::new(material)];
    if material.swapped() != material {
        halves.push(Half::new(material.swapped()));
    }
    let mut pair = Pair { halves, work, longest: AtomicU8::new(LOST) };
    pair.in_parallel(Pair::begin)?;
    let mut code = LOST;
    while code <= pair.longest.load(Relaxed) {
        if code == LONGEST {
            return Err(Unsolved::TooLong);
        }
        // From further away than the draw rule allows, the position before is a draw.
        if V::before(code) != DRAW {
            pair.in_parallel(|pair, half, range| pair.spread(half, range, code))?;
        }
        code += 1;
    }
    let mut solved = pair.halves.drain(..).map(|half| half.codes.into_iter().map(AtomicU8::into_inner).collect());
    Ok([solved.next().unwrap_or_default(), solved.next().unwrap_or_default()])
}

impl Half {
    fn new(material: Material) -> Self {
        let index = Index::new(material);
        let zeros = || (0..index.size()).map(|_| AtomicU8::new(0)).collect();
        Half { codes: zeros(), open: zeros(), index }
    }
}

struct Pair<'a, V> {
    halves: Vec<Half>,
    work: &'a Work<'a, V>,
    /// The largest byte so far.
    longest: AtomicU8,
}

impl<V: Tabled> Pair<'_, V> {
    /// Calls `f` for shares of both halves in all threads.
    fn in_parallel(&self, f: impl Fn(&Self, usize, Range<u64>) + Sync) -> Result<(), Unsolved> {
        for (number, half) in self.halves.iter().enumerate() {
            for_shares(half.index.size(), self.work.threads, self.work.stop, |range| f(self, number, range));
        }
        if self.work.stop.load(Relaxed) { Err(Unsolved::Stopped) } else { Ok(()) }
    }

    fn set(&self, half: &Half, number: u64, code: Code) {
        half.codes[number as usize].store(code, Relaxed);
        self.longest.fetch_max(code, Relaxed);
    }

    /// What captures and crownings are worth, and how many other moves there are.
    fn begin(&self, half: usize, range: Range<u64>) {
        let half = &self.halves[half];
        half.index.for_each(range, |number, board| {
            let (conversions, steps) = self.conversions(board);
            let code = if steps == 0 { conversions.code() } else { conversions.win().unwrap_or(DRAW) };
            if code != DRAW {
                self.set(half, number, code);
            }
            let open = if conversions.is_lost() { steps } else { NEVER };
            half.open[number as usize].store(open, Relaxed);
        });
    }

    /// The moves that lead to other slices, and how many moves do not.
    fn conversions(&self, board: &Board) -> (Choice, u8) {
        let position = Checkers::<V>::from_board(*board, Colour::Black);
        let men = board.black & !board.kings;
        let (mut conversions, mut steps) = (Choice::NONE, 0);
        position.moves().for_each(|mv| {
            let crowns = mv.to() >= 28 && men >> mv.from() & 1 == 1;
            if mv.is_capture() || crowns {
                conversions.add(self.work.lower.by(&position, mv));
            } else {
                steps += 1;
            }
        });
        (conversions, steps)
    }

    /// Tells the positions before those with this byte.
    fn spread(&self, half: usize, range: Range<u64>, code: Code) {
        let (from, to) = (&self.halves[half], &self.halves[(half + 1) % self.halves.len()]);
        for number in range {
            if from.codes[number as usize].load(Relaxed) == code {
                let turned = from.index.board(number).turned();
                for before in turned.before_steps(Colour::Black) {
                    if !before.can_capture(Colour::Black) {
                        self.tell(to, &before, code);
                    }
                }
            }
        }
    }

    /// Takes note that a move of a position leads to one with this byte.
    fn tell(&self, half: &Half, board: &Board, child: Code) {
        let number = half.index.rank(board);
        let known = &half.codes[number as usize];
        if is_loss(child) {
            let win = V::before(child);
            let improve = |code: Code| (code == DRAW || code > win).then_some(win);
            if known.fetch_update(Relaxed, Relaxed, improve).is_ok() {
                self.longest.fetch_max(win, Relaxed);
            }
        } else if known.load(Relaxed) == DRAW && half.open[number as usize].fetch_sub(1, Relaxed) == 1 {
            let (mut all, _) = self.conversions(board);
            // The moves within the pair became known in the order of their distance: this one is the slowest.
            all.add(V::before(child));
            self.set(half, number, all.code());
        }
    }
}
