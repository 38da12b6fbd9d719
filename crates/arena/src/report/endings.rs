//! How games ended, and how long they were.

use serde::Serialize;

use crate::played::{Ending, Played};
use grandline_games::Side;

/// Counts by [`Ending`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EndingCounts([u64; Ending::ALL.len()]);

impl EndingCounts {
    /// How many games ended like this.
    pub fn of(&self, ending: Ending) -> u64 {
        self.0[ending as usize]
    }

    fn add(&mut self, ending: Ending) {
        self.0[ending as usize] += 1;
    }

    /// How many games were forfeited.
    pub fn forfeits(&self) -> u64 {
        Ending::ALL.into_iter().filter(|ending| ending.is_forfeit()).map(|ending| self.of(ending)).sum()
    }
}

/// How the games of an agent ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Endings {
    /// Games it won.
    pub won: EndingCounts,
    /// Games it drew.
    pub drawn: EndingCounts,
    /// Games it lost, forfeits included.
    pub lost: EndingCounts,
}

impl Endings {
    /// Counts a game from the side of an agent.
    pub fn add(&mut self, winner: Option<Side>, ending: Ending, side: Side) {
        match winner {
            None => self.drawn.add(ending),
            Some(winner) if winner == side => self.won.add(ending),
            Some(_) => self.lost.add(ending),
        }
    }

    /// All games that ended like this.
    pub fn of(&self, ending: Ending) -> u64 {
        self.won.of(ending) + self.drawn.of(ending) + self.lost.of(ending)
    }
}

/// How long games were, in plies, the moves of the opening included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lengths {
    /// How many games had each length.
    counts: Vec<u64>,
}

impl Lengths {
    /// Counts a game.
    pub fn add(&mut self, game: &Played) {
        let length = game.opening.moves.len() + game.plies.len();
        if self.counts.len() <= length {
            self.counts.resize(length + 1, 0);
        }
        self.counts[length] += 1;
    }

    /// The shortest; `None` without games.
    pub fn shortest(&self) -> Option<usize> {
        self.counts.iter().position(|&count| count > 0)
    }

    /// The longest; `None` without games.
    pub fn longest(&self) -> Option<usize> {
        self.counts.iter().rposition(|&count| count > 0)
    }

    /// The mean; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        let games: u64 = self.counts.iter().sum();
        let plies: f64 = self.counts.iter().enumerate().map(|(length, &count)| length as f64 * count as f64).sum();
        (games > 0).then(|| plies / games as f64)
    }

    /// The length that half of the games do not exceed; `None` without games.
    pub fn median(&self) -> Option<usize> {
        let games: u64 = self.counts.iter().sum();
        let mut seen = 0;
        self.counts.iter().position(|&count| {
            seen += count;
            games > 0 && seen * 2 >= games
        })
    }
}
