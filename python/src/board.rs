//! A game in progress whose rules are not known at compile time, made for copying: positions are nodes of a tree that
//! point back to where they came from, so that a copy is one more pointer and a move one more node.

use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;

use grandline_agents::Family;
use grandline_games::random::seeded;
use grandline_games::scene::Scene;
use grandline_games::{AnyPosition, Erased, GameId, Margin, MoveError, Numbered, Planes, Record, Side, with_game};
use serde_json::Value;

/// A position with its past. What Python needs often goes by numbers; texts are for people.
pub(crate) trait Board: Send + Sync {
    /// The game it belongs to.
    fn game(&self) -> GameId;
    /// Whose turn it is.
    fn to_move(&self) -> Side;
    /// The result, the draw by repetition included.
    fn outcome(&self) -> Option<Margin>;
    /// Why the finished game ended as it did.
    fn reason(&self) -> String;
    /// The hash of the position.
    fn key(&self) -> u64;
    /// The position as text.
    fn text(&self) -> String;
    /// The first position as text.
    fn start_text(&self) -> String;
    /// What the game says of it: scores and the like.
    fn detail(&self) -> Value;
    /// Visits the legal moves with their numbers and what makes their texts.
    fn list_moves(&self, visit: &mut dyn FnMut(usize, &dyn Fn() -> String));
    /// Writes the legal moves as numbers, ascending, into a list that is empty.
    fn list_actions(&self, into: &mut Vec<u32>);
    /// How many legal moves there are.
    fn legal_count(&self) -> usize;
    /// The position after a move given as text.
    fn after(self: Arc<Self>, text: &str) -> Result<Arc<dyn Board>, MoveError>;
    /// The position after a move given as number; `None` if it is not legal.
    fn after_action(self: Arc<Self>, action: usize) -> Option<Arc<dyn Board>>;
    /// The position before the last move, and the number of that move.
    fn before(&self) -> Option<(usize, Arc<dyn Board>)>;
    /// How many moves led here.
    fn plies(&self) -> usize;
    /// The texts of the moves that led here.
    fn played(&self) -> Vec<String>;
    /// The numbers of the moves that led here.
    fn history(&self) -> Vec<u32>;
    /// The number of a legal move given as text.
    fn action_of(&self, text: &str) -> Result<usize, MoveError>;
    /// The text of a legal move given as number.
    fn text_of(&self, action: usize) -> Option<String>;
    /// The cells of the picture that a legal move touches.
    fn path(&self, text: &str) -> Result<Vec<String>, MoveError>;
    /// The position as planes of numbers.
    fn observation(&self, player: Side) -> Vec<f32>;
    /// The picture, with the last move marked or not.
    fn scene(&self, mark_last: bool) -> Scene;
    /// Random games from here: how many the first player won, were drawn, and the second player won.
    fn playouts(&self, count: u64, generator: &mut grandline_games::random::Random) -> [u64; 3];
    /// The same game for engines, which ask for it by type.
    fn erased(&self) -> Box<dyn AnyPosition>;
    /// Whether another is the same position of the same game, whatever led to it.
    fn equals(&self, other: &dyn Board) -> bool;
    /// The typed node behind it.
    fn as_any(&self) -> &dyn Any;
}

/// The start of a game from a set-up text.
pub(crate) fn set_up(game: GameId, text: &str) -> Result<Arc<dyn Board>, grandline_games::PositionError> {
    use grandline_games::Notation;
    with_game!(game, G => Ok(Arc::new(Node::start(game, G::set_up(text)?))))
}

/// A typed record as a board.
pub(crate) fn of_record<G: Family + Numbered>(game: GameId, record: &Record<G>) -> Arc<dyn Board> {
    let start = Arc::new(Node::start(game, record.start().clone()));
    let last: Arc<Node<G>> = record.moves().iter().fold(start, |node, &mv| Arc::new(node.child(mv)));
    last
}

/// A position and the way it was reached.
struct Node<G: Family> {
    game: GameId,
    position: G,
    outcome: Option<Margin>,
    plies: usize,
    before: Option<(G::Move, Arc<Node<G>>)>,
}

impl<G: Family> Node<G> {
    fn start(game: GameId, position: G) -> Self {
        Node { game, outcome: position.outcome(), position, plies: 0, before: None }
    }

    fn child(self: &Arc<Self>, mv: G::Move) -> Self {
        let position = self.position.child(mv);
        let outcome = position.outcome();
        let before = Some((mv, Arc::clone(self)));
        let mut child = Node { game: self.game, position, outcome, plies: self.plies + 1, before };
        if G::RECURS && outcome.is_none() && child.is_repetition() {
            child.outcome = Some(Margin::DRAW);
        }
        child
    }

    /// This node and all before it.
    fn line(&self) -> impl Iterator<Item = &Node<G>> {
        std::iter::successors(Some(self), |node| node.before.as_ref().map(|(_, before)| &**before))
    }

    fn is_repetition(&self) -> bool {
        let within = self.line().take(self.position.recurs_within().saturating_add(1));
        within.filter(|earlier| self.position.recurs(&earlier.position)).nth(2).is_some()
    }

    fn record(&self) -> Record<G> {
        let mut line: Vec<&Node<G>> = self.line().collect();
        line.reverse();
        let start = line.first().map_or(&self.position, |start| &start.position);
        let mut record = Record::new(start.clone());
        for (mv, _) in line.iter().filter_map(|node| node.before.as_ref()) {
            record.play(*mv);
        }
        record
    }

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        let over = self.outcome.is_some();
        self.position.moves().filter(move |_| !over)
    }

    fn parse(&self, text: &str) -> Result<G::Move, MoveError> {
        // The position does not know of a draw by repetition.
        if self.outcome.is_some() && self.position.outcome().is_none() {
            return Err(MoveError::Over { text: text.to_owned(), reason: self.record().reason() });
        }
        self.position.parse_move(text)
    }
}

/// A long game must not be freed by a recursion as long as the game.
impl<G: Family> Drop for Node<G> {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some((_, node)) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.before.take());
        }
    }
}

impl<G: Family + Numbered> Board for Node<G> {
    fn game(&self) -> GameId {
        self.game
    }

    fn to_move(&self) -> Side {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Margin> {
        self.outcome
    }

    fn reason(&self) -> String {
        self.record().reason()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn text(&self) -> String {
        G::text_of(&self.record())
    }

    fn start_text(&self) -> String {
        self.line().last().map_or_else(String::new, |start| start.position.to_string())
    }

    fn detail(&self) -> Value {
        self.position.detail()
    }

    fn list_moves(&self, visit: &mut dyn FnMut(usize, &dyn Fn() -> String)) {
        self.moves().for_each(|mv| visit(G::action(mv), &|| self.position.format_move(mv)));
    }

    fn list_actions(&self, into: &mut Vec<u32>) {
        if self.outcome.is_some() {
            return;
        }
        self.position.moves().for_each(|mv| into.push(G::action(mv) as u32));
        if !into.is_sorted() {
            into.sort_unstable();
        }
    }

    fn legal_count(&self) -> usize {
        if self.outcome.is_some() { 0 } else { self.position.count_moves() }
    }

    fn after(self: Arc<Self>, text: &str) -> Result<Arc<dyn Board>, MoveError> {
        let mv = self.parse(text)?;
        Ok(Arc::new(self.child(mv)))
    }

    fn after_action(self: Arc<Self>, action: usize) -> Option<Arc<dyn Board>> {
        if self.outcome.is_some() {
            return None;
        }
        let mv = self.position.move_of(action)?;
        Some(Arc::new(self.child(mv)))
    }

    fn before(&self) -> Option<(usize, Arc<dyn Board>)> {
        let (mv, before) = self.before.as_ref()?;
        let before: Arc<dyn Board> = before.clone();
        Some((G::action(*mv), before))
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn played(&self) -> Vec<String> {
        let steps = self.line().filter_map(|node| node.before.as_ref());
        let mut texts: Vec<String> = steps.map(|(mv, before)| before.position.format_move(*mv)).collect();
        texts.reverse();
        texts
    }

    fn history(&self) -> Vec<u32> {
        let steps = self.line().filter_map(|node| node.before.as_ref());
        let mut actions: Vec<u32> = steps.map(|(mv, _)| G::action(*mv) as u32).collect();
        actions.reverse();
        actions
    }

    fn action_of(&self, text: &str) -> Result<usize, MoveError> {
        self.parse(text).map(G::action)
    }

    fn text_of(&self, action: usize) -> Option<String> {
        self.position.move_of(action).filter(|_| self.outcome.is_none()).map(|mv| self.position.format_move(mv))
    }

    fn path(&self, text: &str) -> Result<Vec<String>, MoveError> {
        Ok(self.position.path(self.parse(text)?))
    }

    fn observation(&self, player: Side) -> Vec<f32> {
        Planes::of(&self.position, player)
    }

    fn scene(&self, mark_last: bool) -> Scene {
        let last = self.before.as_ref().map(|(mv, _)| *mv);
        self.position.scene(last.filter(|_| mark_last))
    }

    fn playouts(&self, count: u64, generator: &mut grandline_games::random::Random) -> [u64; 3] {
        let mut results = [0; 3];
        let place = |margin: Margin| (1 - margin.0.signum()) as usize;
        match self.outcome {
            Some(margin) => results[place(margin)] = count,
            None => (0..count).for_each(|_| results[place(self.position.clone().playout(generator))] += 1),
        }
        results
    }

    fn erased(&self) -> Box<dyn AnyPosition> {
        Box::new(Erased(self.record()))
    }

    fn equals(&self, other: &dyn Board) -> bool {
        other.as_any().downcast_ref::<Node<G>>().is_some_and(|other| other.position == self.position)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

thread_local! {
    /// The list that is handed around by [`with_actions`].
    static ACTIONS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Does something with the legal actions of a board. The list is kept for the next time, since asking for the legal moves
/// is what Python does most.
pub(crate) fn with_actions<R>(board: &dyn Board, then: impl FnOnce(&[u32]) -> R) -> R {
    // It is taken out, so that nothing can find it in use.
    let mut actions = ACTIONS.take();
    actions.clear();
    board.list_actions(&mut actions);
    let result = then(&actions);
    ACTIONS.set(actions);
    result
}

/// The numbers a seed stands for, for games that Python plays at random.
pub(crate) fn generator(seed: u64) -> grandline_games::random::Random {
    seeded(seed)
}
