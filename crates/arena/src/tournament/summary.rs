//! What a match of two agents has come to, from the rows of the store.

use std::collections::BTreeMap;

use grandline_games::Side;
use serde::Serialize;

use super::definition::Tournament;
use super::sequential::SequentialTest;
use crate::played::Played;
use crate::statistics::{MatchScore, Phase, Score, SprtState, block, verdict};
use crate::store::{Entry, Store, StoreError};

/// The games of a match, counted from the first-named agent's view. They are added one by one, in any order.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// The first-named agent.
    pub a: String,
    /// The other one.
    pub b: String,
    /// How many games each lost by its own conduct.
    pub forfeits: [u64; 2],
    /// What they scored in pairs that are complete.
    complete: MatchScore,
    /// The scores of pairs that are not, or that the test has not seen: it takes pairs in their order.
    waiting: BTreeMap<u64, [Option<Score>; 2]>,
    test: Option<SequentialTest>,
    /// The pair that the test takes next.
    next: u64,
    setting: String,
    /// Whether more games are to come.
    pub phase: Phase,
}

/// The last line of a match as JSON, field by field as the description of interfaces has it.
#[derive(Serialize)]
struct Row<'a> {
    a: &'a str,
    b: &'a str,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
    elo: Option<f64>,
    elo_error: Option<f64>,
    nelo: Option<f64>,
    nelo_error: Option<f64>,
    los: Option<f64>,
    pentanomial: [u64; 5],
    llr: Option<f64>,
    sprt: Option<&'a SprtState>,
    forfeits: Forfeits,
    verdict: String,
}

#[derive(Serialize)]
struct Forfeits {
    a: u64,
    b: u64,
}

impl MatchSummary {
    /// A match without games.
    pub fn new(tournament: &Tournament) -> Self {
        let name = |index: usize| tournament.agents.get(index).map_or_else(String::new, |agent| agent.name.clone());
        let openings = tournament.openings.as_ref().map(ToString::to_string);
        let setting =
            [Some(tournament.limits.to_string()), openings].into_iter().flatten().collect::<Vec<_>>().join(", ");
        MatchSummary {
            a: name(0),
            b: name(1),
            forfeits: [0; 2],
            complete: MatchScore::default(),
            waiting: BTreeMap::new(),
            test: tournament.sprt.map(SequentialTest::new),
            next: 0,
            setting,
            phase: Phase::Running,
        }
    }

    /// Counts the games of a match in a store.
    pub fn read(tournament: &Tournament, entry: &Entry, store: &mut dyn Store) -> Result<Self, StoreError> {
        let mut summary = MatchSummary::new(tournament);
        store.results(entry.key, &mut |game| summary.add(&game))?;
        if entry.verdict.is_some() {
            summary.phase = Phase::Finished;
        }
        Ok(summary)
    }

    /// Counts a game; it must not have been counted before.
    pub fn add(&mut self, game: &Played) {
        let side = game.side_of(&self.a).unwrap_or(Side::First);
        if let Some(loser) = game.forfeited_by() {
            self.forfeits[usize::from(loser != side)] += 1;
        }
        let pair = self.waiting.entry(game.pair).or_default();
        pair[game.number.saturating_sub(game.pair).min(1) as usize] = Some(score_of(game, side));
        if let [Some(first), Some(second)] = *pair {
            self.complete.record_pair(first, second);
            if self.test.is_none() {
                self.waiting.remove(&game.pair);
            }
        }
        self.feed();
    }

    /// Gives the test the pairs that are there without a gap.
    fn feed(&mut self) {
        let Some(test) = &mut self.test else { return };
        while let Some(&[Some(first), Some(second)]) = self.waiting.get(&self.next) {
            test.feed(first, second);
            self.waiting.remove(&self.next);
            self.next += 2;
        }
    }

    /// What they scored, games without their twin included.
    pub fn score(&self) -> MatchScore {
        let mut score = self.complete;
        for pair in self.waiting.values() {
            if let [Some(single), None] | [None, Some(single)] = *pair {
                score.record_single(single);
            }
        }
        score
    }

    /// Where the test stands, if there is one.
    pub fn sprt(&self) -> Option<SprtState> {
        self.test.as_ref().map(|test| *test.state())
    }

    /// What it says, in a sentence.
    pub fn words(&self) -> String {
        verdict(&self.a, &self.b, &self.score(), self.sprt().as_ref(), self.phase).text
    }

    /// The block of numbers that users of fastchess know.
    pub fn block(&self) -> String {
        block::block(&self.a, &self.b, &self.setting, &self.score(), self.sprt().as_ref())
    }

    /// All of it as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let (score, sprt) = (self.score(), self.sprt());
        let (tally, estimates) = (score.tally(), score.estimates());
        let row = Row {
            a: &self.a,
            b: &self.b,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            elo: estimates.elo.map(|elo| elo.estimate),
            elo_error: estimates.elo.and_then(|elo| elo.error),
            nelo: estimates.normalized.map(|elo| elo.estimate),
            nelo_error: estimates.normalized.and_then(|elo| elo.error),
            los: estimates.los,
            pentanomial: score.pairs.0,
            llr: sprt.map(|state| state.llr),
            sprt: sprt.as_ref(),
            forfeits: Forfeits { a: self.forfeits[0], b: self.forfeits[1] },
            verdict: self.words(),
        };
        serde_json::to_value(row).unwrap_or_default()
    }
}

fn score_of(game: &Played, side: Side) -> Score {
    match game.winner {
        None => Score::Draw,
        Some(winner) if winner == side => Score::Win,
        Some(_) => Score::Loss,
    }
}
