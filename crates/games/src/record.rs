//! A game as it was played: the start, the moves, and the rule that needs the past.

use crate::game::{Game, Margin};
use crate::notation::Notation;

/// A start and the moves made from it. Repetition lives here, because a position does not know its past.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Game> {
    positions: Vec<G>,
    moves: Vec<G::Move>,
}

impl<G: Game> Record<G> {
    /// A game that begins at `start`.
    pub fn new(start: G) -> Self {
        Record { positions: vec![start], moves: Vec::new() }
    }

    /// The first position.
    pub fn start(&self) -> &G {
        &self.positions[0]
    }

    /// The position after all moves.
    pub fn position(&self) -> &G {
        self.positions.last().unwrap_or_else(|| unreachable!("a record always has its start"))
    }

    /// Every position, the start first: one more than there are moves.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The moves in order.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The last move, to be marked in a picture.
    pub fn last_move(&self) -> Option<G::Move> {
        self.moves.last().copied()
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: G::Move) {
        self.positions.push(self.position().child(mv));
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let undone = self.moves.pop();
        if undone.is_some() {
            self.positions.pop();
        }
        undone
    }

    /// How often the present position has occurred, itself included.
    pub fn occurrences(&self) -> usize {
        if !G::RECURS {
            return 1;
        }
        let present = self.position();
        let within = self.positions.iter().rev().take(present.recurs_within().saturating_add(1));
        within.filter(|earlier| present.recurs(earlier)).count()
    }

    /// The result: that of the position, or a draw at its third occurrence.
    pub fn outcome(&self) -> Option<Margin> {
        self.position().outcome().or_else(|| self.is_repetition().then_some(Margin::DRAW))
    }

    /// Whether the game ended by the third occurrence of a position.
    pub fn is_repetition(&self) -> bool {
        G::RECURS && self.occurrences() >= 3
    }
}

impl<G: Notation> Record<G> {
    /// Why the finished game ended as it did, in words.
    pub fn reason(&self) -> String {
        if self.position().outcome().is_none() && self.is_repetition() {
            "draw by the third occurrence of a position".to_owned()
        } else {
            self.position().reason()
        }
    }
}
