//! Results of games, counted from one side's view.

use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Serialize};

/// The result of one game for one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// The other side won: no point.
    Loss,
    /// Nobody won: half a point.
    Draw,
    /// This side won: one point.
    Win,
}

impl Score {
    /// Twice the points, a whole number.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// The points: 0, a half or 1.
    pub fn points(self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// The same game for the other side.
    pub fn reversed(self) -> Score {
        match self {
            Score::Loss => Score::Win,
            Score::Draw => Score::Draw,
            Score::Win => Score::Loss,
        }
    }
}

/// How many games one side won, drew and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// The tally of these counts.
    pub fn new(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    /// Counts one more game.
    pub fn record(&mut self, score: Score) {
        match score {
            Score::Win => self.wins += 1,
            Score::Draw => self.draws += 1,
            Score::Loss => self.losses += 1,
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Twice the points, a whole number.
    pub fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The points: one for a win, half for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, between 0 and 1; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The variance of the points of one game (of these games, not of a larger population); `None` without games.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let sum = self.wins as f64 * (1.0 - mean).powi(2)
            + self.draws as f64 * (0.5 - mean).powi(2)
            + self.losses as f64 * mean.powi(2);
        Some(sum / self.games() as f64)
    }

    /// The same games for the other side.
    pub fn reversed(&self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Add for Tally {
    type Output = Tally;
    fn add(self, other: Tally) -> Tally {
        Tally::new(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Add::add)
    }
}

impl FromIterator<Score> for Tally {
    fn from_iter<I: IntoIterator<Item = Score>>(scores: I) -> Tally {
        let mut tally = Tally::default();
        scores.into_iter().for_each(|score| tally.record(score));
        tally
    }
}
