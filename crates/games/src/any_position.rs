//! Games whose type is not known at compile time: what the arena, the page, Python and the command line hold.

use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde_json::{Map, Value};
use thiserror::Error;

use crate::GameId;
use crate::game::{Margin, Side, perft};
use crate::game_id::ListedGame;
use crate::notation::MoveError;
use crate::numbered::{MoveId, Planes};
use crate::random::Random;
use crate::record::{Node, Record};
use crate::scene::{Ending, Paint, Scene};

/// A game in progress behind numbers and texts: the position, and the moves that led to it.
///
/// Positions share their past, so that a clone is cheap. What can be asked of one is [`Position`]'s.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Position>);

impl AnyPosition {
    /// The game of a typed record.
    pub fn new<G: ListedGame>(record: Record<G>) -> Self {
        AnyPosition(record.0)
    }

    /// The typed record behind it, for engines; `None` if the game is another one.
    pub fn record<G: ListedGame>(&self) -> Option<Record<G>> {
        Arc::clone(&self.0).as_any().downcast().ok().map(Record)
    }

    /// Makes a move; false, and nothing happens, if it is not legal.
    pub fn play(&mut self, mv: MoveId) -> bool {
        let after = Arc::clone(&self.0).after(mv);
        after.map(|after| self.0 = after).is_some()
    }

    /// Makes a move given as text.
    pub fn play_text(&mut self, text: &str) -> Result<MoveId, MoveError> {
        let mv = self.parse_move(text)?;
        self.play(mv);
        Ok(mv)
    }

    /// Makes a list of moves given as texts. Those before one that is wrong are made.
    pub fn play_all<T: AsRef<str>>(&mut self, texts: impl IntoIterator<Item = T>) -> Result<(), LineError> {
        for (index, text) in texts.into_iter().enumerate() {
            self.play_text(text.as_ref()).map_err(|error| LineError { ply: index + 1, error })?;
        }
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<MoveId> {
        let (mv, before) = self.before()?;
        *self = before;
        Some(mv)
    }

    /// The texts of moves that are made one after the other from here; they end where one is not legal.
    pub fn line_texts(&self, moves: &[MoveId]) -> Vec<String> {
        let mut position = self.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &mv in moves {
            let Some(text) = position.move_text(mv) else { break };
            texts.push(text);
            position.play(mv);
        }
        texts
    }
}

/// A move of a list that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {ply}: {error}")]
pub struct LineError {
    /// The number of the move, from 1.
    pub ply: usize,
    /// What is wrong with it.
    pub error: MoveError,
}

impl Deref for AnyPosition {
    type Target = dyn Position;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.text())
    }
}

/// Positions are equal that are the same position of the same game, whatever led to them.
impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

/// What can be asked of a position whose game is not known at compile time.
pub trait Position: Send + Sync {
    /// The game.
    fn game(&self) -> GameId;
    /// The position as text.
    fn text(&self) -> String;
    /// The first position as text.
    fn start_text(&self) -> String;
    /// Whether the game began at its only start, which needs no text.
    fn is_usual_start(&self) -> bool;
    /// Whose turn it is; of no meaning once the game is over.
    fn to_move(&self) -> Side;
    /// What a side is called in this game.
    fn side_name(&self, side: Side) -> &'static str;
    /// The colour of a side's pieces.
    fn side_paint(&self, side: Side) -> Paint;
    /// The result, the draw by repetition included.
    fn outcome(&self) -> Option<Margin>;
    /// Why the finished game ended as it did.
    fn reason(&self) -> String;
    /// At most how many plies the game still lasts, where that is known.
    fn plies_left(&self) -> Option<u32>;
    /// The hash of the position.
    fn key(&self) -> u64;
    /// A hash that positions share which are equal up to symmetry.
    fn canonical_key(&self) -> u64;
    /// Scores and the like.
    fn detail(&self) -> Value;
    /// What a replay says of the moves beside their number.
    fn move_counts(&self) -> Map<String, Value>;
    /// The picture, with the last move marked or not.
    fn scene(&self, mark_last: bool) -> Scene;
    /// The picture of a game that ended here otherwise than by its rules, with the last move marked.
    fn scene_at_end(&self, ending: &Ending) -> Scene;
    /// The position as planes of numbers, as a side sees it.
    fn observation(&self, side: Side) -> Vec<f32>;

    /// How many legal moves there are; none when the game is over.
    fn legal_count(&self) -> usize;
    /// Appends the legal moves in the order in which the game generates them.
    fn list_moves(&self, into: &mut Vec<MoveId>);
    /// Visits the legal moves with what makes their texts.
    fn visit_moves(&self, visit: &mut dyn FnMut(MoveId, &dyn Fn() -> String));
    /// The texts of the legal moves.
    fn legal_moves(&self) -> Vec<String>;
    /// Every legal move as text, with the cells to touch for it; once for each order in which they may be touched.
    fn paths(&self) -> Vec<(String, Vec<String>)>;
    /// The legal move that a text means, or the rule it breaks.
    fn parse_move(&self, text: &str) -> Result<MoveId, MoveError>;
    /// The text of a legal move.
    fn move_text(&self, mv: MoveId) -> Option<String>;
    /// The cells to touch for a legal move.
    fn path(&self, mv: MoveId) -> Option<Vec<String>>;
    /// A legal move in a few words.
    fn move_words(&self, mv: MoveId) -> Option<String>;
    /// The piece that a legal move is about as SVG, if there is one.
    fn move_icon(&self, mv: MoveId) -> Option<String>;
    /// The rule that keeps a cell from being touched next: see [`Notation::why_not`](crate::Notation::why_not).
    fn why_not(&self, touched: &[String], cell: &str) -> Option<String>;
    /// What to touch next: see [`Notation::prompt`](crate::Notation::prompt).
    fn prompt(&self, first: Option<&str>, touched: usize) -> Option<String>;
    /// A uniformly random legal move.
    fn random_move(&self, random: &mut Random) -> Option<MoveId>;
    /// Random games from here: how many the first side won, were drawn, and the second side won.
    fn playouts(&self, count: u64, random: &mut Random) -> [u64; 3];

    /// The leaves of the game tree at a depth: see [`perft`].
    fn perft(&self, depth: u32) -> u64;

    /// How many moves led here.
    fn plies(&self) -> usize;
    /// The moves that led here.
    fn history(&self) -> Vec<MoveId>;
    /// The texts of the moves that led here.
    fn played(&self) -> Vec<String>;
    /// The last move, and the position before it.
    fn before(&self) -> Option<(MoveId, AnyPosition)>;

    /// The position after a move; `None` if it is not legal.
    #[doc(hidden)]
    fn after(self: Arc<Self>, mv: MoveId) -> Option<Arc<dyn Position>>;
    /// Whether another is the same position of the same game.
    #[doc(hidden)]
    fn equals(&self, other: &dyn Position) -> bool;
    /// The typed node behind it.
    #[doc(hidden)]
    fn as_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync>;
    /// The same by reference.
    #[doc(hidden)]
    fn as_any_ref(&self) -> &dyn Any;
}

impl<G: ListedGame> Node<G> {
    fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        let over = self.is_over();
        self.position.moves().filter(move |_| !over)
    }

    fn find(&self, mv: MoveId) -> Option<G::Move> {
        if self.is_over() { None } else { self.position.move_of(mv.index()) }
    }

    fn start(&self) -> &G {
        self.before.as_ref().map_or(&self.position, |(_, before)| before.start())
    }
}

impl<G: ListedGame> Position for Node<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn text(&self) -> String {
        self.position.text_after(self.start(), &self.steps())
    }

    fn start_text(&self) -> String {
        self.start().to_string()
    }

    fn is_usual_start(&self) -> bool {
        *self.start() == G::start(0) && !G::ID.has_random_setups()
    }

    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn side_name(&self, side: Side) -> &'static str {
        G::side_name(side)
    }

    fn side_paint(&self, side: Side) -> Paint {
        G::side_paint(side)
    }

    fn outcome(&self) -> Option<Margin> {
        self.outcome
    }

    fn reason(&self) -> String {
        Node::reason(self)
    }

    fn plies_left(&self) -> Option<u32> {
        self.position.plies_left()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn canonical_key(&self) -> u64 {
        self.position.canonical().0.key()
    }

    fn detail(&self) -> Value {
        self.position.detail()
    }

    fn move_counts(&self) -> Map<String, Value> {
        self.position.move_counts()
    }

    fn scene(&self, mark_last: bool) -> Scene {
        let last = self.before.as_ref().map(|&(mv, _)| mv);
        self.position.scene(last.filter(|_| mark_last))
    }

    fn scene_at_end(&self, ending: &Ending) -> Scene {
        self.position.scene_at_end(self.before.as_ref().map(|&(mv, _)| mv), ending)
    }

    fn observation(&self, side: Side) -> Vec<f32> {
        Planes::of(&self.position, side)
    }

    fn legal_count(&self) -> usize {
        if self.is_over() { 0 } else { self.position.count_moves() }
    }

    fn list_moves(&self, into: &mut Vec<MoveId>) {
        if !self.is_over() {
            self.position.moves().for_each(|mv| into.push(G::id(mv)));
        }
    }

    fn visit_moves(&self, visit: &mut dyn FnMut(MoveId, &dyn Fn() -> String)) {
        self.moves().for_each(|mv| visit(G::id(mv), &|| self.position.format_move(mv)));
    }

    fn legal_moves(&self) -> Vec<String> {
        self.moves().map(|mv| self.position.format_move(mv)).collect()
    }

    fn paths(&self) -> Vec<(String, Vec<String>)> {
        let paths = |mv| {
            let text = self.position.format_move(mv);
            self.position.paths(mv).into_iter().map(move |path| (text.clone(), path))
        };
        self.moves().flat_map(paths).collect()
    }

    fn parse_move(&self, text: &str) -> Result<MoveId, MoveError> {
        // The position does not know of a draw by repetition.
        if self.is_over() {
            return Err(MoveError::Over { text: text.to_owned(), reason: Node::reason(self) });
        }
        self.position.parse_move(text).map(G::id)
    }

    fn move_text(&self, mv: MoveId) -> Option<String> {
        self.find(mv).map(|mv| self.position.format_move(mv))
    }

    fn path(&self, mv: MoveId) -> Option<Vec<String>> {
        self.find(mv).map(|mv| self.position.path(mv))
    }

    fn move_words(&self, mv: MoveId) -> Option<String> {
        self.find(mv).map(|mv| self.position.move_words(mv))
    }

    fn move_icon(&self, mv: MoveId) -> Option<String> {
        let shapes = self.position.move_icon(self.find(mv)?);
        (!shapes.is_empty()).then(|| Scene::icon(&shapes))
    }

    fn why_not(&self, touched: &[String], cell: &str) -> Option<String> {
        if self.is_over() { None } else { self.position.why_not(touched, cell) }
    }

    fn prompt(&self, first: Option<&str>, touched: usize) -> Option<String> {
        if self.is_over() { None } else { self.position.prompt(first, touched) }
    }

    fn random_move(&self, random: &mut Random) -> Option<MoveId> {
        if self.is_over() { None } else { self.position.random_move(random).map(G::id) }
    }

    fn playouts(&self, count: u64, random: &mut Random) -> [u64; 3] {
        let mut results = [0; 3];
        let place = |margin: Margin| (1 - margin.0.signum()) as usize;
        match self.outcome {
            Some(margin) => results[place(margin)] = count,
            None => (0..count).for_each(|_| results[place(self.position.clone().playout(random))] += 1),
        }
        results
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.position, depth)
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn history(&self) -> Vec<MoveId> {
        self.steps().into_iter().map(|(_, mv)| G::id(mv)).collect()
    }

    fn played(&self) -> Vec<String> {
        self.steps().into_iter().map(|(position, mv)| position.format_move(mv)).collect()
    }

    fn before(&self) -> Option<(MoveId, AnyPosition)> {
        self.before.as_ref().map(|(mv, before)| (G::id(*mv), AnyPosition::new(before.clone())))
    }

    fn after(self: Arc<Self>, mv: MoveId) -> Option<Arc<dyn Position>> {
        let mv = self.find(mv)?;
        Some(Arc::new(Record(self).child(mv)))
    }

    fn equals(&self, other: &dyn Position) -> bool {
        other.as_any_ref().downcast_ref::<Self>().is_some_and(|other| other.position == self.position)
    }

    fn as_any(self: Arc<Self>) -> Arc<dyn Any + Send + Sync> {
        self
    }

    fn as_any_ref(&self) -> &dyn Any {
        self
    }
}
