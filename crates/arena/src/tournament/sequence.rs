//! The games of a tournament in the order of their numbers, and the sequential test that goes by it.

use grandline_games::Side;

use super::sequential::SequentialTest;
use crate::played::Played;
use crate::statistics::{Score, SprtState, SprtTerms};

/// The results of a tournament by game number.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    /// The score of the first player, by the number of the game.
    scores: Vec<Option<Score>>,
    test: Option<SequentialTest>,
    /// How many pairs the test has seen: it takes them in their order, whichever finish first.
    tested: u64,
}

impl Sequence {
    pub(crate) fn new(sprt: Option<SprtTerms>) -> Self {
        Sequence { scores: Vec::new(), test: sprt.map(SequentialTest::new), tested: 0 }
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
        while let Some(test) = self.test.as_mut().filter(|test| !test.is_decided()) {
            let score = |swapped: u64| self.scores.get((2 * self.tested + swapped) as usize).copied().flatten();
            let (Some(as_first), Some(as_second)) = (score(0), score(1)) else { return };
            test.feed(as_first, as_second.reversed());
            self.tested += 1;
        }
    }

    /// The score of the first player of a game.
    pub(crate) fn score(&self, number: u64) -> Option<Score> {
        self.scores.get(number as usize).copied().flatten()
    }

    /// How many pairs the test has seen.
    pub(crate) fn tested(&self) -> u64 {
        self.tested
    }

    /// Where the test stands, if there is one.
    pub(crate) fn sprt(&self) -> Option<SprtState> {
        self.test.as_ref().map(|test| *test.state())
    }

    /// Whether a test has decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(SequentialTest::is_decided)
    }
}
