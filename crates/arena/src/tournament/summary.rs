//! What a match of two agents has come to, from the rows of the store.

use std::collections::BTreeMap;

use grandline_games::Player;
use serde::Serialize;

use super::definition::Tournament;
use super::sequential::SequentialTest;
use crate::played::Played;
use crate::statistics::{MatchScore, Phase, Score, SprtState, block, verdict};
use crate::store::{Entry, Store, StoreError};

/// The games of a match, counted from the first-named agent's view.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// The first-named agent.
    pub a: String,
    /// The other one.
    pub b: String,
    /// What they scored.
    pub score: MatchScore,
    /// How many games each lost by its own conduct.
    pub forfeits: [u64; 2],
    /// Where the test stands, if there is one.
    pub sprt: Option<SprtState>,
    setting: String,
    phase: Phase,
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
    /// Counts the games of a match in a store.
    pub fn read(tournament: &Tournament, entry: &Entry, store: &mut dyn Store) -> Result<Self, StoreError> {
        let name = |index: usize| tournament.agents.get(index).map_or_else(String::new, |agent| agent.name.clone());
        let (a, b) = (name(0), name(1));
        let mut forfeits = [0; 2];
        let mut waiting: BTreeMap<u64, [Option<Score>; 2]> = BTreeMap::new();
        store.games(entry.key, &mut |game| {
            let side = game.side_of(&a).unwrap_or(Player::First);
            if let Some(loser) = game.forfeited_by() {
                forfeits[usize::from(loser != side)] += 1;
            }
            waiting.entry(game.pair).or_default()[(game.number - game.pair).min(1) as usize] =
                Some(score_of(&game, side));
        })?;
        let mut score = MatchScore::default();
        let mut test = tournament.sprt.map(SequentialTest::new);
        let mut unbroken = true;
        for pair in waiting.values() {
            match *pair {
                [Some(first), Some(second)] => {
                    score.record_pair(first, second);
                    if let Some(test) = test.as_mut().filter(|_| unbroken) {
                        test.feed(first, second);
                    }
                }
                [Some(single), None] | [None, Some(single)] => {
                    score.record_single(single);
                    unbroken = false;
                }
                [None, None] => {}
            }
        }
        let openings = tournament.openings.as_ref().map(ToString::to_string);
        let setting =
            [Some(tournament.limits.to_string()), openings].into_iter().flatten().collect::<Vec<_>>().join(", ");
        let phase = if entry.verdict.is_some() { Phase::Finished } else { Phase::Running };
        Ok(MatchSummary { a, b, score, forfeits, sprt: test.map(|test| *test.state()), setting, phase })
    }

    /// What it says, in a sentence.
    pub fn words(&self) -> String {
        verdict(&self.a, &self.b, &self.score, self.sprt.as_ref(), self.phase).text
    }

    /// The block of numbers that users of fastchess know.
    pub fn block(&self) -> String {
        block::block(&self.a, &self.b, &self.setting, &self.score, self.sprt.as_ref())
    }

    /// All of it as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        let (tally, estimates) = (self.score.tally(), self.score.estimates());
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
            pentanomial: self.score.pairs.0,
            llr: self.sprt.map(|state| state.llr),
            sprt: self.sprt.as_ref(),
            forfeits: Forfeits { a: self.forfeits[0], b: self.forfeits[1] },
            verdict: self.words(),
        };
        serde_json::to_value(row).unwrap_or_default()
    }
}

fn score_of(game: &Played, side: Player) -> Score {
    match game.winner {
        None => Score::Draw,
        Some(winner) if winner == side => Score::Win,
        Some(_) => Score::Loss,
    }
}
