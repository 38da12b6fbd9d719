//! Who scored what against whom, kept by side so that the advantage of moving first can be seen.

use super::pool::PoolResult;
use crate::statistics::{Score, Tally};

/// The results of all pairings of a pool. Players are numbers from 0; names belong to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossTable {
    players: usize,
    /// The tally of the row's player moving first against the column's player, row by row.
    as_first: Vec<Tally>,
}

impl CrossTable {
    /// A table without games.
    pub fn new(players: usize) -> CrossTable {
        CrossTable { players, as_first: vec![Tally::default(); players * players] }
    }

    /// Counts one more game; `score` is that of `first`.
    pub fn record(&mut self, first: usize, second: usize, score: Score) {
        self.as_first[first * self.players + second].record(score);
    }

    /// Makes room for one more player, who has the last number.
    pub fn add_player(&mut self) {
        let mut table = CrossTable::new(self.players + 1);
        for result in self.results() {
            table.as_first[result.first * table.players + result.second] = result.tally;
        }
        *self = table;
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The games in which `first` moved first against `second`, seen by `first`.
    pub fn by_side(&self, first: usize, second: usize) -> Tally {
        self.as_first[first * self.players + second]
    }

    /// All games between two players, seen by `player`.
    pub fn between(&self, player: usize, opponent: usize) -> Tally {
        self.by_side(player, opponent) + self.by_side(opponent, player).reversed()
    }

    /// The games `player` began.
    pub fn moving_first(&self, player: usize) -> Tally {
        self.opponents(player).map(|opponent| self.by_side(player, opponent)).sum()
    }

    /// The games `player` did not begin.
    pub fn moving_second(&self, player: usize) -> Tally {
        self.opponents(player).map(|opponent| self.by_side(opponent, player).reversed()).sum()
    }

    /// All games of `player`.
    pub fn total(&self, player: usize) -> Tally {
        self.moving_first(player) + self.moving_second(player)
    }

    /// All games, seen by the side that moved first.
    pub fn first_side(&self) -> Tally {
        self.as_first.iter().copied().sum()
    }

    /// The pairings that were played, as [`rate`](super::rate) takes them.
    pub fn results(&self) -> Vec<PoolResult> {
        let cells = (0..self.players).flat_map(|first| (0..self.players).map(move |second| (first, second)));
        cells
            .map(|(first, second)| PoolResult { first, second, tally: self.by_side(first, second) })
            .filter(|result| result.tally.games() > 0)
            .collect()
    }

    /// A game of a player against itself says nothing about it.
    fn opponents(&self, player: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.players).filter(move |&opponent| opponent != player)
    }
}
