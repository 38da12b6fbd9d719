//! Results of pairs: two games on one opening with sides swapped, which belong together.
//!
//! The two games of a pair are not independent: an opening that favours one side gives each player one good game.
//! Counting pairs instead of games takes that into account, and usually makes the error smaller.

use serde::{Deserialize, Serialize};

use super::tally::{Score, Tally};

/// The mean scores a game that a pair can end with, in the order of [`Pentanomial`].
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs gave 0, ½, 1, 1½ and 2 points: the index is twice the points of the pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    pub fn record(&mut self, first: Score, second: Score) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    /// The number of pairs; each is two games.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The points of all pairs.
    pub fn points(&self) -> f64 {
        self.0.iter().enumerate().map(|(half_points, &count)| half_points as f64 / 2.0 * count as f64).sum()
    }

    /// Points per game, between 0 and 1; `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.points() / (2 * self.pairs()) as f64)
    }

    /// The variance of a pair's mean score a game (of these pairs, not of a larger population); `None` without pairs.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let sum: f64 =
            PAIR_SCORES.iter().zip(&self.0).map(|(score, &count)| count as f64 * (score - mean).powi(2)).sum();
        Some(sum / self.pairs() as f64)
    }

    /// The variance that a single game would have if games were independent and pairs had the variance they have. It is
    /// twice [`variance`](Self::variance), since the mean of two independent games has half the variance of one.
    pub fn variance_per_game(&self) -> Option<f64> {
        Some(2.0 * self.variance()?)
    }

    /// Pairs with more than one point.
    pub fn won(&self) -> u64 {
        self.0[3] + self.0[4]
    }

    /// Pairs with exactly one point: two draws, or a win each.
    pub fn level(&self) -> u64 {
        self.0[2]
    }

    /// Pairs with less than one point.
    pub fn lost(&self) -> u64 {
        self.0[0] + self.0[1]
    }

    /// The share of pairs that ended level; `None` without pairs.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.level() as f64 / self.pairs() as f64)
    }

    /// The same pairs for the other side.
    pub fn reversed(&self) -> Pentanomial {
        let mut counts = self.0;
        counts.reverse();
        Pentanomial(counts)
    }
}

/// Everything a match has given so far, from the first-named player's view: pairs, and games still waiting for their
/// twin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchScore {
    /// The finished pairs.
    pub pairs: Pentanomial,
    /// The games of the finished pairs.
    pub paired: Tally,
    /// The games whose twin is not finished.
    pub single: Tally,
}

impl MatchScore {
    /// Counts one more pair.
    pub fn record_pair(&mut self, first: Score, second: Score) {
        self.pairs.record(first, second);
        self.paired.record(first);
        self.paired.record(second);
    }

    /// Counts one more game without a twin.
    pub fn record_single(&mut self, score: Score) {
        self.single.record(score);
    }

    /// All games.
    pub fn tally(&self) -> Tally {
        self.paired + self.single
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.tally().games()
    }

    /// The number of results that are independent of each other: pairs, and games without a twin.
    pub fn units(&self) -> u64 {
        self.pairs.pairs() + self.single.games()
    }

    /// Points per game; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        self.tally().mean()
    }

    /// The variance of a game, such that the mean of all games has this variance divided by their number; `None`
    /// without games. Pairs count by their own variance, single games by that of all games.
    pub fn variance_per_game(&self) -> Option<f64> {
        let of_pairs = self.pairs.variance_per_game().unwrap_or(0.0) * self.paired.games() as f64;
        let of_singles = self.tally().variance()? * self.single.games() as f64;
        Some((of_pairs + of_singles) / self.games() as f64)
    }

    /// How many of the level pairs were two draws; the other level pairs were a win each.
    pub fn drawn_pairs(&self) -> u64 {
        self.paired.draws.saturating_sub(self.pairs.0[1] + self.pairs.0[3]) / 2
    }

    /// The same match for the other player.
    pub fn reversed(&self) -> MatchScore {
        MatchScore { pairs: self.pairs.reversed(), paired: self.paired.reversed(), single: self.single.reversed() }
    }
}
