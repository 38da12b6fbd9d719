//! A sequential test that takes pairs in their order and keeps its first decision.

use crate::statistics::{Decision, Pentanomial, Score, SprtState, SprtTerms};

/// A test under way. Pairs are fed in the order of their numbers, not as they finish: quick games are not like slow ones,
/// and whoever finishes first must not decide.
#[derive(Clone, Debug)]
pub(crate) struct SequentialTest {
    terms: SprtTerms,
    pairs: Pentanomial,
    state: SprtState,
}

impl SequentialTest {
    pub(crate) fn new(terms: SprtTerms) -> Self {
        let pairs = Pentanomial::default();
        SequentialTest { terms, pairs, state: terms.state(&pairs) }
    }

    /// Takes in the next pair, unless the test has decided.
    pub(crate) fn feed(&mut self, first: Score, second: Score) {
        if !self.is_decided() {
            self.pairs.record(first, second);
            self.state = self.terms.state(&self.pairs);
        }
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.state.decision != Decision::Continue
    }

    pub(crate) fn state(&self) -> &SprtState {
        &self.state
    }
}
