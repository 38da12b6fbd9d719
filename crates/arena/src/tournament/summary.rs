//! What a match of two agents has come to.

use serde_json::{Value, json};

use super::definition::Tournament;
use crate::report::Standings;
use crate::statistics::{MatchScore, Phase, SprtState, block, verdict};

/// The standings of a match, seen by the first-named agent.
#[derive(Clone, Copy, Debug)]
pub struct MatchSummary<'a> {
    standings: &'a Standings,
    phase: Phase,
}

impl<'a> MatchSummary<'a> {
    /// The summary of the first two agents of some standings; the phase says whether more games are to come.
    pub fn new(standings: &'a Standings, phase: Phase) -> Self {
        MatchSummary { standings, phase }
    }

    fn names(&self) -> [&'a str; 2] {
        let mut names = self.standings.names();
        [names.next().unwrap_or_default(), names.next().unwrap_or_default()]
    }

    /// The score of the first-named agent, games without their twin included.
    pub fn score(&self) -> MatchScore {
        self.standings.between(0, 1)
    }

    /// Where the test stands, if there is one.
    pub fn sprt(&self) -> Option<SprtState> {
        self.standings.sprt()
    }

    /// The conclusion in a sentence.
    pub fn words(&self) -> String {
        let [a, b] = self.names();
        verdict(a, b, &self.score(), self.sprt().as_ref(), self.phase).text
    }

    /// The block of numbers that users of fastchess know.
    pub fn block(&self, tournament: &Tournament) -> String {
        let [a, b] = self.names();
        let openings = tournament.openings.as_ref().map(ToString::to_string);
        let setting = [Some(tournament.limits.to_string()), openings];
        let setting = setting.into_iter().flatten().collect::<Vec<_>>().join(", ");
        block::block(a, b, &setting, &self.score(), self.sprt().as_ref())
    }

    /// All of it as JSON.
    pub fn to_json(&self) -> Value {
        let ([a, b], score, sprt) = (self.names(), self.score(), self.sprt());
        let (tally, estimates) = (score.tally(), score.estimates());
        json!({
            "a": a,
            "b": b,
            "games": tally.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "points": tally.points(),
            "elo": estimates.elo.map(|elo| elo.estimate),
            "elo_error": estimates.elo.and_then(|elo| elo.error),
            "nelo": estimates.normalized.map(|elo| elo.estimate),
            "nelo_error": estimates.normalized.and_then(|elo| elo.error),
            "los": estimates.los,
            "pentanomial": score.pairs.0,
            "llr": sprt.map(|state| state.llr),
            "sprt": sprt,
            "forfeits": { "a": self.standings.forfeits_of(0), "b": self.standings.forfeits_of(1) },
            "verdict": self.words(),
        })
    }
}
