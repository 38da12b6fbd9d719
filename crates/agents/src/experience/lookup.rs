//! What a book says of a position: results of its moves, whichever way the board is turned.

use std::collections::HashMap;

use grandline_games::{AnyPosition, Game, MoveId, Notation, Numbered, Symmetry, with_game};

use super::book::{Book, MoveTally};

/// Moves of a position that are equal up to symmetry, and how games went with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known<M> {
    /// The moves, at least one, in the order in which the game generates them.
    pub moves: Vec<M>,
    /// Their results taken together.
    pub tally: MoveTally,
    /// Whether the book has one of them, if only as a move to study and without games.
    pub listed: bool,
}

impl Book {
    /// Every legal move of a position with its results, untried moves included; nothing if the position is not in the book.
    pub fn look_up(&self, position: &AnyPosition) -> Vec<Known<MoveId>> {
        with_game!(self.game(), G => {
            let Some(record) = position.record::<G>() else { return Vec::new() };
            let numbered = |Known { moves, tally, listed }: Known<<G as Game>::Move>| {
                let moves = moves.into_iter().map(<G as Numbered>::id).collect();
                Known { moves, tally, listed }
            };
            self.look_up_typed(record.position()).into_iter().map(numbered).collect()
        })
    }

    /// Every legal move of a position with its results, those that nobody tried included; nothing if the position is not
    /// in the book.
    pub(crate) fn look_up_typed<G: Notation>(&self, position: &G) -> Vec<Known<G::Move>> {
        if G::NAME != self.game().name() {
            return Vec::new();
        }
        let (image, symmetry) = position.canonical();
        let Some(page) = self.pages.get(&image.key()) else { return Vec::new() };
        // A symmetric position has moves that are each other's images, such as the outer columns of an empty board.
        let own: Vec<Symmetry> =
            Symmetry::all::<G>().filter(|&symmetry| image.mapped(symmetry).key() == image.key()).collect();
        let mut places: HashMap<G::Move, usize> = HashMap::new();
        let mut known: Vec<Known<G::Move>> = Vec::new();
        for mv in position.moves() {
            let mapped = G::map_move(mv, symmetry);
            if let Some(&place) = places.get(&mapped) {
                known[place].moves.push(mv);
                continue;
            }
            let (mut tally, mut listed) = (MoveTally::default(), false);
            for &symmetry in &own {
                let equal = G::map_move(mapped, symmetry);
                if places.insert(equal, known.len()).is_none()
                    && let Some(&results) = page.moves.get(&image.format_move(equal))
                {
                    tally += results;
                    listed = true;
                }
            }
            known.push(Known { moves: vec![mv], tally, listed });
        }
        known
    }
}
