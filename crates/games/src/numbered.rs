//! A game in numbers: what programs that learn need beside the rules.

use serde::{Deserialize, Serialize};

use crate::game::{Game, Side};

/// A move of some game by its number, for code that does not know the game: see [`Numbered::action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoveId(pub u32);

impl MoveId {
    /// The number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Moves as small whole numbers and positions as planes of numbers. Both are the same in every position and in every
/// version, so that what was learned from them stays true.
pub trait Numbered: Game {
    /// How many numbers of moves there are; every one is below it.
    const ACTIONS: usize;

    /// How many planes [`observe`](Self::observe) fills, and their rows and columns.
    const PLANES: [usize; 3];

    /// The number of a move, which no other move has.
    fn action(mv: Self::Move) -> usize;

    /// The number of a move for code that does not know the game.
    #[inline]
    fn id(mv: Self::Move) -> MoveId {
        MoveId(Self::action(mv) as u32)
    }

    /// The legal move of a number; `None` if it is not legal here, or no move at all.
    fn move_of(&self, action: usize) -> Option<Self::Move> {
        self.moves().find(|&mv| Self::action(mv) == action)
    }

    /// Writes the position as a player sees it, own pieces before the other's, into planes that are all zero. Numbers are
    /// from -1 to 1, and the board is not turned, so that a cell has the same place as in the numbers of moves.
    fn observe(&self, player: Side, planes: &mut Planes<'_>);
}

/// Planes of numbers to be filled one after the other: the tensor that [`Numbered::observe`] describes.
pub struct Planes<'a> {
    numbers: std::slice::ChunksExactMut<'a, f32>,
    columns: usize,
}

impl<'a> Planes<'a> {
    /// The position of a game as numbers, plane by plane and row by row.
    pub fn of<G: Numbered>(position: &G, player: Side) -> Vec<f32> {
        let [_, rows, columns] = G::PLANES;
        let mut numbers = vec![0.0; G::PLANES.iter().product()];
        let mut planes = Planes { numbers: numbers.chunks_exact_mut(rows * columns), columns };
        position.observe(player, &mut planes);
        debug_assert_eq!(planes.numbers.len(), 0, "a plane of {position:?} was left out");
        numbers
    }

    /// Marks cells of the next plane, given as row and column.
    pub fn cells(&mut self, cells: impl IntoIterator<Item = (usize, usize)>) {
        if let Some(plane) = self.next_plane() {
            for (row, column) in cells {
                plane.0[row * plane.1 + column] = 1.0;
            }
        }
    }

    /// Fills the next plane with one number that holds for the whole position.
    pub fn all(&mut self, number: f32) {
        if let Some(plane) = self.next_plane() {
            plane.0.fill(number);
        }
    }

    /// Fills the next plane with a fact about the whole position.
    pub fn flag(&mut self, fact: bool) {
        self.all(f32::from(u8::from(fact)));
    }

    fn next_plane(&mut self) -> Option<(&'a mut [f32], usize)> {
        let plane = self.numbers.next();
        debug_assert!(plane.is_some(), "more planes than the game has");
        plane.map(|plane| (plane, self.columns))
    }
}
