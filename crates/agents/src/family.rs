//! What each game adds to the agents: its evaluations, its presets, and how far a game has come.

use grandline_games::{Game, Notation, Record};
use grandline_search::Evaluator;

use crate::call::{Chosen, Declaration};
use crate::opening::Play;
use crate::schedule::Stage;

/// Something to do with an evaluation, whichever it is: each is a type of its own, so that searches stay fast.
pub trait Visitor<G: Game> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<E: Evaluator<G, State = ()> + 'static>(self, evaluator: E) -> Self::Output;
}

/// A game that has agents. All variants of a game share evaluations and presets.
pub trait Family: Notation {
    /// The file of presets that comes with the program, and its text.
    const PRESETS: (&'static str, &'static str);
    /// The evaluations presets can name.
    const EVALUATIONS: &'static [Declaration];

    /// Hands an evaluation to a visitor.
    fn with_evaluation<V: Visitor<Self>>(chosen: &Chosen, visitor: V) -> V::Output;

    /// How far a game has come.
    fn stage(record: &Record<Self>) -> Stage;

    /// Whether the game has a scripted opening.
    fn knows_opening(play: Play) -> bool {
        matches!(play, Play::Random | Play::First)
    }

    /// Whether a move fits a scripted opening.
    fn fits_opening(&self, play: Play, mv: Self::Move) -> bool {
        play != Play::First || self.moves().next() == Some(mv)
    }
}

/// The evaluation every game has: nothing but the result counts.
pub(crate) const RESULT: Declaration =
    Declaration { name: "result", description: "0 until the game is over; then who won", parameters: &[] };
