//! Games whose type is not known at compile time: what the page, Python and the command line hold.

use std::any::Any;
use std::fmt::Debug;

use serde_json::{Map, Value};

use crate::game::{Margin, Side};
use crate::notation::{MoveError, Notation};
use crate::record::Record;
use crate::scene::{Paint, Scene};

/// A game in progress behind texts alone. It remembers its moves, so that repetition counts and moves can be taken back.
pub trait AnyPosition: Debug + Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The position as text.
    fn text(&self) -> String;
    /// The first position as text.
    fn start_text(&self) -> String;
    /// Whose turn it is.
    fn to_move(&self) -> Side;
    /// What a player is called in this game.
    fn side_name(&self, player: Side) -> &'static str;
    /// The colour of a player's pieces.
    fn side_paint(&self, player: Side) -> Paint;
    /// The legal moves as texts; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;
    /// How many legal moves there are.
    fn legal_count(&self) -> usize;
    /// What a replay says of the moves beside their number.
    fn move_counts(&self) -> Map<String, Value>;
    /// Every legal move with the cells to touch for it.
    fn paths(&self) -> Vec<(String, Vec<String>)>;
    /// Makes a move and returns its full text.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;
    /// The texts of the moves made so far.
    fn played(&self) -> Vec<String>;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Margin>;
    /// Why the finished game ended as it did.
    fn reason(&self) -> String;
    /// The hash of the position.
    fn key(&self) -> u64;
    /// Scores and the like.
    fn detail(&self) -> Value;
    /// The picture, with the last move marked.
    fn scene(&self) -> Scene;
    /// An independent copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
    /// The [`Erased`] behind it, for engines, which need the type of their game back.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// The bridge from a typed game to [`AnyPosition`].
#[derive(Clone, Debug)]
pub struct Erased<G: Notation>(pub Record<G>);

impl<G: Notation> Erased<G> {
    /// A game that begins at `start`.
    pub fn new(start: G) -> Self {
        Erased(Record::new(start))
    }

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        let over = self.0.outcome().is_some();
        self.0.position().moves().filter(move |_| !over)
    }
}

impl<G: Notation> AnyPosition for Erased<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn text(&self) -> String {
        G::text_of(&self.0)
    }

    fn start_text(&self) -> String {
        self.0.start().to_string()
    }

    fn to_move(&self) -> Side {
        self.0.position().to_move()
    }

    fn side_name(&self, player: Side) -> &'static str {
        G::side_name(player)
    }

    fn side_paint(&self, player: Side) -> Paint {
        G::side_paint(player)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.moves().map(|mv| self.0.position().format_move(mv)).collect()
    }

    fn legal_count(&self) -> usize {
        if self.0.outcome().is_some() { 0 } else { self.0.position().count_moves() }
    }

    fn move_counts(&self) -> Map<String, Value> {
        self.0.position().move_counts()
    }

    fn paths(&self) -> Vec<(String, Vec<String>)> {
        let position = self.0.position();
        self.moves().map(|mv| (position.format_move(mv), position.path(mv))).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        if self.0.outcome().is_some() {
            return Err(MoveError::Over { text: text.to_owned(), reason: self.0.reason() });
        }
        let mv = self.0.position().parse_move(text)?;
        let full = self.0.position().format_move(mv);
        self.0.play(mv);
        Ok(full)
    }

    fn undo(&mut self) -> bool {
        self.0.undo().is_some()
    }

    fn played(&self) -> Vec<String> {
        self.0.positions().iter().zip(self.0.moves()).map(|(position, &mv)| position.format_move(mv)).collect()
    }

    fn outcome(&self) -> Option<Margin> {
        self.0.outcome()
    }

    fn reason(&self) -> String {
        self.0.reason()
    }

    fn key(&self) -> u64 {
        self.0.position().key()
    }

    fn detail(&self) -> Value {
        self.0.position().detail()
    }

    fn scene(&self) -> Scene {
        self.0.position().scene(self.0.last_move())
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
