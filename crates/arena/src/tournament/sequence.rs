//! The games of a tournament in the order of their numbers, and the sequential test that goes by it.

use grandline_games::Side;

use crate::played::Played;
use crate::statistics::{Decision, Pentanomial, Score, SprtState, SprtTerms};

/// The results of a tournament by game number.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    /// The score of the first player, by the number of the game.
    scores: Vec<Option<Score>>,
    /// The state of the test, if there is one. The first decision is final.
    sprt: Option<SprtState>,
    /// The pairs that the test has seen. It takes them by number, not as they finish: short games differ from long ones,
    /// and the fastest must not decide.
    tested: Pentanomial,
}

impl Sequence {
    pub(crate) fn new(sprt: Option<SprtTerms>) -> Self {
        let tested = Pentanomial::default();
        Sequence { scores: Vec::new(), sprt: sprt.map(|terms| terms.state(&tested)), tested }
    }

    /// Takes in a game; false if its number was there already.
    pub(crate) fn add(&mut self, game: &Played) -> bool {
        let index = game.number as usize;
        if self.scores.len() <= index {
            self.scores.resize(index + 1, None);
        }
        let is_new = self.scores[index].replace(game.score(Side::First)).is_none();
        self.feed();
        is_new
    }

    /// Gives the test the pairs that are there without a gap.
    fn feed(&mut self) {
        while let Some(state) = self.sprt.filter(|state| state.decision == Decision::Continue) {
            let number = 2 * self.tested.pairs();
            let (Some(as_first), Some(as_second)) = (self.score(number), self.score(number + 1)) else { return };
            self.tested.record(as_first, as_second.reversed());
            self.sprt = Some(state.terms.state(&self.tested));
        }
    }

    /// The score of the first player of a game.
    pub(crate) fn score(&self, number: u64) -> Option<Score> {
        self.scores.get(number as usize).copied().flatten()
    }

    /// How many pairs the test has seen.
    pub(crate) fn tested(&self) -> u64 {
        self.tested.pairs()
    }

    /// The state of the test, if there is one.
    pub(crate) fn sprt(&self) -> Option<SprtState> {
        self.sprt
    }

    /// Whether a test has decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|state| state.decision != Decision::Continue)
    }
}
