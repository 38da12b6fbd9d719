//! How accurately agents play: which of their moves keep the result that exact knowledge of the game proves.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_agents::{AnyKnowledge, knowledge};
use grandline_games::{AnyPosition, GameId};
use grandline_search::{Limits, Question, Verdict};
use serde::Serialize;

/// The size of the solver's table in megabytes.
const TABLE: usize = 64;

/// The nodes that a solver visits per position when it judges games in bulk: about 50 ms.
pub const NODES: u64 = 500_000;

/// Proves results of positions, each of them once.
pub struct Judge {
    knowledge: Box<dyn AnyKnowledge>,
    limits: Limits,
    /// Proven results by position text, for the player to move; `None` where the limits came first.
    known: HashMap<String, Option<Verdict>>,
}

impl Judge {
    /// A judge who visits at most `nodes` nodes per position; `None` if the game cannot be solved.
    pub fn new(game: GameId, nodes: u64) -> Option<Self> {
        let knowledge = knowledge(game, TABLE, 1)?;
        Some(Judge { knowledge, limits: Limits::nodes(nodes), known: HashMap::new() })
    }

    /// The same judge, who proves nothing more once `stop` is set.
    #[must_use]
    pub fn until(mut self, stop: Arc<AtomicBool>) -> Self {
        self.limits.stop = stop;
        self
    }

    /// What a move does to the result, for its player: the result before it and after it. `None` if one of them cannot
    /// be proven within the limits, or the move is not legal.
    pub fn judge(&mut self, position: &AnyPosition, mv: &str) -> Option<(Verdict, Verdict)> {
        let before = self.verdict(position)?;
        let mut after = position.clone();
        after.play_text(mv).ok()?;
        let result = self.verdict(&after)?;
        let turned = after.to_move() != position.to_move();
        Some((before, if turned { result.reversed() } else { result }))
    }

    fn verdict(&mut self, position: &AnyPosition) -> Option<Verdict> {
        if let Some(&known) = self.known.get(&position.text()) {
            return known;
        }
        let is_near = position.plies_left().is_none_or(|left| left <= self.knowledge.reach(&self.limits));
        let solution = is_near.then(|| self.knowledge.solve(position, Question::default(), &self.limits)).flatten();
        let verdict = solution.map(|solution| solution.exact.verdict);
        self.known.insert(position.text(), verdict);
        verdict
    }
}

/// What the moves of an agent did to results that were proven. Moves in lost positions do not count: nothing can be
/// thrown away there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accuracy {
    /// Moves in positions that were won or drawn.
    pub moves: u64,
    /// Moves that turned a win into a draw.
    pub win_to_draw: u64,
    /// Moves that turned a win into a loss.
    pub win_to_loss: u64,
    /// Moves that turned a draw into a loss.
    pub draw_to_loss: u64,
}

impl Accuracy {
    /// Counts a move by the results before and after it.
    pub fn add(&mut self, before: Verdict, after: Verdict) {
        self.moves += u64::from(before != Verdict::Loss);
        match (before, after) {
            (Verdict::Win, Verdict::Draw) => self.win_to_draw += 1,
            (Verdict::Win, Verdict::Loss) => self.win_to_loss += 1,
            (Verdict::Draw, Verdict::Loss) => self.draw_to_loss += 1,
            _ => {}
        }
    }

    /// Adds the moves of another count.
    pub fn merge(&mut self, other: &Accuracy) {
        self.moves += other.moves;
        self.win_to_draw += other.win_to_draw;
        self.win_to_loss += other.win_to_loss;
        self.draw_to_loss += other.draw_to_loss;
    }

    /// Moves that kept the result.
    pub fn kept(&self) -> u64 {
        self.moves - self.win_to_draw - self.win_to_loss - self.draw_to_loss
    }

    /// The share of moves that kept the result; `None` without moves.
    pub fn share(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.kept() as f64 / self.moves as f64)
    }

    /// Half the width of Wilson's 95 % interval of the share; `None` without moves.
    pub fn error(&self) -> Option<f64> {
        let (share, count) = (self.share()?, self.moves as f64);
        let z = 1.959_963_984_540_054;
        let spread = share * (1.0 - share) / count + z * z / (4.0 * count * count);
        Some(z * spread.sqrt() / (1.0 + z * z / count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_judged_by_the_result_they_keep() {
        let mut judge = Judge::new(GameId::Connect4, 1_000_000).expect("a solver");
        let position = |text: &str| GameId::Connect4.set_up(text).expect("a position");
        // Both sides have three in their column: the first to move wins at once, or lets the other win.
        let three = position("313131");
        assert_eq!(judge.judge(&three, "3"), Some((Verdict::Win, Verdict::Win)));
        assert_eq!(judge.judge(&three, "5"), Some((Verdict::Win, Verdict::Loss)));
        assert_eq!(judge.judge(&three, "9"), None);
        // One node proves nothing beyond the book, and a judge who is stopped proves nothing at all.
        let open = position("4444435222");
        let stopped = Judge::new(GameId::Connect4, 1_000_000).expect("a solver").until(Arc::new(true.into()));
        assert_eq!({ stopped }.judge(&open, "4"), None);
        assert_eq!(Judge::new(GameId::Connect4, 1).expect("a solver").judge(&open, "4"), None);
        let start = GameId::Checkers.set_up("-").expect("the start");
        let mut judge = Judge::new(GameId::Checkers, 1).expect("tables");
        assert_eq!(judge.judge(&start, "11-15"), None, "tables know positions of few pieces only");
        let mut accuracy = Accuracy::default();
        accuracy.add(Verdict::Win, Verdict::Win);
        accuracy.add(Verdict::Win, Verdict::Draw);
        accuracy.add(Verdict::Draw, Verdict::Loss);
        accuracy.add(Verdict::Loss, Verdict::Loss);
        assert_eq!((accuracy.moves, accuracy.kept()), (3, 1));
        assert!((accuracy.share().expect("moves") - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn the_error_is_wilsons() {
        let accuracy = Accuracy { moves: 10, draw_to_loss: 2, ..Accuracy::default() };
        // 8 of 10: from 0.4902 to 0.9433.
        assert!((accuracy.error().expect("moves") - (0.943_3 - 0.490_2) / 2.0).abs() < 1e-4, "{:?}", accuracy.error());
        assert_eq!(Accuracy::default().error(), None);
    }
}
