//! What a rated pool says.

use std::f64::consts::LN_10;

use serde::Serialize;

use super::fit::Task;
use super::matrix::Matrix;
use crate::statistics::normal::{Z95, cdf};
use crate::statistics::{Interval, Tally};

/// Elo points in one natural unit, in which the odds grow by e.
pub(super) const ELO: f64 = 400.0 / LN_10;

/// The ratings of a pool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ratings {
    /// The players, in the order they were given.
    pub players: Vec<PlayerRating>,
    /// Who can be compared: ratings of different components have nothing to do with each other. More than one component
    /// (players without games aside) should be said to the reader.
    pub components: Vec<Component>,
    /// The advantage of moving first, in Elo; `None` without games.
    pub first_move: Option<Interval>,
    /// The share of draws between equals without the advantage of moving first, between 0 and 1; `None` without games.
    /// Without any draws it is 0, and its error is unknown.
    pub draw_rate: Option<Interval>,
    #[serde(skip)]
    pub(super) covariance: Matrix,
    /// The log-likelihood of the ratings, and what they were computed from: for likelihoods of superiority that the
    /// covariance cannot give.
    #[serde(skip)]
    pub(super) height: f64,
    #[serde(skip)]
    pub(super) task: Task,
}

/// One player of a rated pool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PlayerRating {
    /// The rating and its 95 % interval; `None` for a player without games or anchor.
    pub rating: Option<Interval>,
    /// All its games against others.
    pub tally: Tally,
    /// The rating was given, not estimated.
    pub anchored: bool,
    /// The games alone put this player infinitely far above or below most of its component (it won or lost everything,
    /// or is in a group that did); its rating and error are finite thanks to the prior and say little more than a
    /// direction.
    pub unbounded: bool,
}

/// Players connected by games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// Its players, sorted.
    pub players: Vec<usize>,
    /// Whether anchors give its scale; otherwise the mean of its ratings is 0.
    pub anchored: bool,
}

impl Ratings {
    /// How many Elo `player` is ahead of `opponent`, with the error of the difference; `None` if games do not connect
    /// them.
    pub fn difference(&self, player: usize, opponent: usize) -> Option<Interval> {
        if player == opponent || !self.connected(player, opponent) {
            return None;
        }
        let lead = self.players[player].rating?.estimate - self.players[opponent].rating?.estimate;
        Some(Interval::around(lead, Z95 * self.deviation(player, opponent)))
    }

    /// The probability that `player` is stronger than `opponent`; `None` if games do not connect them, for a player and
    /// itself, and for two anchors, which are not estimated.
    ///
    /// It comes from the difference and its deviation. Far out on the scale, where a player is
    /// [`unbounded`](PlayerRating::unbounded), the likelihood is nothing like a normal curve and the deviation is far
    /// too large (twenty wins of twenty would give 96 %); there the ratings are computed again with both players equal,
    /// and the likelihood that this costs decides.
    pub fn los(&self, player: usize, opponent: usize) -> Option<f64> {
        let lead = self.difference(player, opponent)?.estimate;
        let deviation = self.deviation(player, opponent);
        if deviation <= 0.0 {
            return None;
        }
        if self.players[player].unbounded || self.players[opponent].unbounded {
            let cost = (self.height - self.task.height_if_equal(player, opponent)).max(0.0);
            return Some(cdf(lead.signum() * (2.0 * cost).sqrt()));
        }
        Some(cdf(lead / deviation))
    }

    /// The players from the strongest to the weakest, unrated ones last; equals in the order they were given.
    pub fn ranking(&self) -> Vec<usize> {
        let elo = |player: usize| self.players[player].rating.map_or(f64::NEG_INFINITY, |rating| rating.estimate);
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)));
        order
    }

    /// Whether games connect two players, directly or through others.
    pub fn connected(&self, player: usize, opponent: usize) -> bool {
        self.components
            .iter()
            .any(|component| component.players.contains(&player) && component.players.contains(&opponent))
    }

    /// The standard deviation of a difference.
    fn deviation(&self, player: usize, opponent: usize) -> f64 {
        let covariance = |a, b| self.covariance.at(a, b);
        let variance = covariance(player, player) + covariance(opponent, opponent) - 2.0 * covariance(player, opponent);
        variance.max(0.0).sqrt()
    }
}
