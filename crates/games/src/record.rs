//! A game as it was played: the start, the moves, and the rule that needs the past.

use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Margin};
use crate::notation::Notation;

/// A start and the moves made from it.
///
/// Records share their past: a clone is one more pointer, a move one small allocation, and taking a move back is free.
/// Repetition lives here, because a position does not know its past.
pub struct Record<G: Game>(pub(crate) Arc<Node<G>>);

/// A position and the way it was reached.
pub(crate) struct Node<G: Game> {
    pub(crate) position: G,
    /// The result, the draw by repetition included.
    pub(crate) outcome: Option<Margin>,
    pub(crate) plies: usize,
    pub(crate) before: Option<(G::Move, Record<G>)>,
}

/// How far a game has come: what the depth schedules of agents look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Plies played.
    pub step: u32,
    /// Pieces, cards or free places left, as the game counts them.
    pub left: u32,
}

impl<G: Game> Record<G> {
    /// A game that begins at `start`.
    pub fn new(start: G) -> Self {
        Record(Arc::new(Node { outcome: start.outcome(), position: start, plies: 0, before: None }))
    }

    /// The position after all moves.
    #[inline]
    pub fn position(&self) -> &G {
        &self.0.position
    }

    /// The first position.
    pub fn start(&self) -> &G {
        self.backwards().last().unwrap_or_else(|| self.position())
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.0.plies
    }

    /// The moves in order.
    pub fn moves(&self) -> Vec<G::Move> {
        let mut moves: Vec<G::Move> =
            self.0.line().filter_map(|node| node.before.as_ref()).map(|&(mv, _)| mv).collect();
        moves.reverse();
        moves
    }

    /// Each move with the position it was made in, in order.
    pub fn steps(&self) -> Vec<(&G, G::Move)> {
        self.0.steps()
    }

    /// Every position, the last one first.
    pub fn backwards(&self) -> impl Iterator<Item = &G> {
        self.0.line().map(|node| &node.position)
    }

    /// The record before the last move, and that move.
    pub fn before(&self) -> Option<(&Record<G>, G::Move)> {
        self.0.before.as_ref().map(|(mv, before)| (before, *mv))
    }

    /// The last move, to be marked in a picture.
    pub fn last_move(&self) -> Option<G::Move> {
        self.0.before.as_ref().map(|&(mv, _)| mv)
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: G::Move) {
        *self = Record(Arc::new(self.child(mv)));
    }

    /// The node after a legal move.
    pub(crate) fn child(&self, mv: G::Move) -> Node<G> {
        let position = self.position().child(mv);
        let outcome = position.outcome();
        let mut child = Node { position, outcome, plies: self.plies() + 1, before: Some((mv, self.clone())) };
        if G::RECURS && outcome.is_none() && child.occurrences() >= 3 {
            child.outcome = Some(Margin::DRAW);
        }
        child
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (mv, before) = self.0.before.as_ref().map(|(mv, before)| (*mv, before.clone()))?;
        *self = before;
        Some(mv)
    }

    /// How often the present position has occurred, itself included.
    pub fn occurrences(&self) -> usize {
        self.0.occurrences()
    }

    /// The result: that of the position, or a draw at its third occurrence.
    #[inline]
    pub fn outcome(&self) -> Option<Margin> {
        self.0.outcome
    }

    /// Whether the game ended by the third occurrence of a position.
    pub fn is_repetition(&self) -> bool {
        self.0.is_repetition()
    }

    /// How far the game has come.
    pub fn stage(&self) -> Stage {
        let step = self.position().plies_played().unwrap_or(self.plies() as u32);
        Stage { step, left: self.position().left() }
    }
}

impl<G: Game> Node<G> {
    /// This node and all before it.
    fn line(&self) -> impl Iterator<Item = &Node<G>> {
        std::iter::successors(Some(self), |node| node.before.as_ref().map(|(_, before)| &*before.0))
    }

    /// Each move with the position it was made in, in order.
    pub(crate) fn steps(&self) -> Vec<(&G, G::Move)> {
        let steps = self.line().filter_map(|node| node.before.as_ref());
        let mut steps: Vec<(&G, G::Move)> = steps.map(|(mv, before)| (before.position(), *mv)).collect();
        steps.reverse();
        steps
    }

    fn occurrences(&self) -> usize {
        if !G::RECURS {
            return 1;
        }
        let within = self.line().take(self.position.recurs_within().saturating_add(1));
        within.filter(|earlier| self.position.recurs(&earlier.position)).count()
    }

    pub(crate) fn is_repetition(&self) -> bool {
        self.outcome.is_some() && self.position.outcome().is_none()
    }
}

impl<G: Notation> Record<G> {
    /// Why the finished game ended as it did, in words.
    pub fn reason(&self) -> String {
        self.0.reason()
    }
}

impl<G: Notation> Node<G> {
    pub(crate) fn reason(&self) -> String {
        if self.is_repetition() {
            "draw by the third occurrence of a position".to_owned()
        } else {
            self.position.reason()
        }
    }
}

/// A long game must not be freed by a recursion as long as the game.
impl<G: Game> Drop for Node<G> {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some((_, record)) = next {
            next = Arc::into_inner(record.0).and_then(|mut node| node.before.take());
        }
    }
}

impl<G: Game> Clone for Record<G> {
    fn clone(&self) -> Self {
        Record(Arc::clone(&self.0))
    }
}

/// Records are equal that begin alike and have the same moves.
impl<G: Game> PartialEq for Record<G> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.plies() == other.plies() && self.moves() == other.moves() && self.start() == other.start()
    }
}

impl<G: Game> Eq for Record<G> {}

impl<G: Game> fmt::Debug for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record").field("start", self.start()).field("moves", &self.moves()).finish()
    }
}
