//! All that a report says about a tournament, computed from its games in one pass.

use std::collections::HashMap;

use grandline_games::random::mix;

use super::copies::Copies;
use super::endings::Lengths;
use super::judged::Judged;
use super::movers::movers;
use super::series::Series;
use super::standings::{Row, Standings};
use super::workers::Workers;
use crate::accuracy::Judge;
use crate::played::Played;
use crate::rating::Ratings;
use crate::store::{Entry, Store, StoreError};
use crate::tournament::Tournament;

/// How many games a report lists, and how many failures it explains; the store has all of them.
const LISTED: usize = 200;
const EXPLAINED: usize = 20;

/// A tournament and what its games say.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What the store knows of it.
    pub entry: Entry,
    /// What was played; `None` if the definition is one this program cannot read.
    pub definition: Option<Tournament>,
    /// Results by agent.
    pub standings: Standings,
    /// What each agent did at each ply, by its number.
    pub series: Vec<Series>,
    /// How long games were.
    pub lengths: Lengths,
    /// Games that repeat another.
    pub copies: Copies,
    /// The first games.
    pub listed: Vec<Listed>,
    /// The first forfeited games, with the evidence.
    pub explained: Vec<Played>,
    /// The machines that played it, if there were several.
    pub workers: Option<Workers>,
    largest: f64,
}

/// A game that a report lists.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The game.
    pub game: Played,
    /// Whether it repeats an earlier one.
    pub copy: bool,
}

/// The table of a summary with the ratings it shows, computed once for all who show it.
#[derive(Clone, Debug)]
pub struct RankedTable {
    /// The ratings, by number of agent.
    pub ratings: Ratings,
    /// The agents, the best first.
    pub rows: Vec<Row>,
}

impl Summary {
    /// The summary of a tournament without games.
    pub fn new(entry: Entry) -> Self {
        let game = entry.entered.game;
        let definition: Option<Tournament> = serde_json::from_str(&entry.entered.definition).ok();
        let standings = definition.as_ref().map_or_else(|| Standings::new(game), Standings::of);
        let series = standings.names().map(|_| Series::default()).collect();
        Summary {
            series,
            largest: f64::from(game.max_margin()),
            entry,
            definition,
            standings,
            lengths: Lengths::default(),
            copies: Copies::default(),
            listed: Vec::new(),
            explained: Vec::new(),
            workers: None,
        }
    }

    /// The summary of all games that a store has of a tournament.
    pub fn gather(store: &mut dyn Store, entry: Entry) -> Result<Self, StoreError> {
        let (key, mut summary) = (entry.key, Summary::new(entry));
        store.games(key, &mut |game| summary.add(game))?;
        summary.workers = Workers::read(store, key)?;
        Ok(summary)
    }

    /// Adds a game.
    pub fn add(&mut self, game: Played) {
        self.standings.add(&game);
        self.series.resize_with(self.standings.names().len(), Series::default);
        let numbers = [0, 1].map(|side| self.standings.enter(&game.players[side], None));
        let before = game.opening.moves.len();
        for (index, (mover, ply)) in movers(self.standings.game(), &game).into_iter().zip(&game.plies).enumerate() {
            self.series[numbers[mover.index()]].add(before + index, ply, self.largest);
        }
        self.lengths.add(&game);
        let copy = self.copies.add(&game);
        if game.ending.is_forfeit() && self.explained.len() < EXPLAINED {
            self.explained.push(game.clone());
        }
        if self.listed.len() < LISTED {
            self.listed.push(Listed { game, copy });
        }
    }

    /// Judges moves of the games by exact knowledge: about `most` of each agent, always the same ones.
    pub fn judge(&mut self, store: &mut dyn Store, judge: &mut Judge, most: u64) -> Result<(), StoreError> {
        let (game, mut judged) = (self.standings.game(), Judged::default());
        let moves: HashMap<&str, u64> =
            self.standings.names().zip(&self.series).map(|(name, series)| (name, series.total().moves())).collect();
        store.games(self.entry.key, &mut |played| {
            judged.add(judge, game, &played, |name, index| {
                let draw = mix(played.number.wrapping_mul(4096).wrapping_add(index as u64));
                draw % moves.get(name).copied().unwrap_or(1).max(1) < most
            });
        })?;
        self.adopt(&judged);
        Ok(())
    }

    /// Adds moves that were judged.
    pub fn adopt(&mut self, judged: &Judged) {
        for (name, plies) in judged.plies() {
            let number = self.standings.enter(name, None);
            self.series.resize_with(self.standings.names().len(), Series::default);
            for (before, accuracy) in plies.iter().enumerate().filter(|(_, accuracy)| accuracy.moves > 0) {
                self.series[number].at(before).accuracy.merge(accuracy);
            }
        }
    }

    /// Ratings and the table, sorted as [`Standings::rows`] says.
    pub fn table(&self) -> RankedTable {
        let ratings = self.standings.ratings();
        let rows = self.standings.rows(&ratings);
        RankedTable { ratings, rows }
    }
}

impl RankedTable {
    /// Whether ratings are on a given scale; otherwise their mean is 0, and a sign says on which side of it an agent is.
    pub fn is_anchored(&self) -> bool {
        self.rows.iter().any(|row| row.rating.anchored)
    }
}
