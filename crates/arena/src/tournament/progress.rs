//! Where a tournament stands, for its runner: rounds, and what is to be said of the games so far.

use super::definition::{Format, Tournament};
use super::schedule::{Done, Round};
use super::sequence::Sequence;
use super::summary::MatchSummary;
use crate::event::Event;
use crate::played::Played;
use crate::report::words::points;
use crate::report::{Copies, Standings};
use crate::statistics::Phase;
use crate::store::{Entry, Store, StoreError};

/// What the runner must know of the games so far.
pub(super) struct Progress {
    format: Format,
    standings: Standings,
    /// Rounds that are over.
    rounds: Vec<Done>,
    copies: Copies,
    /// How many pairs the test had seen when it was last asked.
    told: u64,
}

impl Progress {
    /// The progress of the games that a store has.
    pub(super) fn read(tournament: &Tournament, entry: &Entry, store: &mut dyn Store) -> Result<Self, StoreError> {
        let (standings, copies) = (Standings::of(tournament), Copies::default());
        let mut progress = Progress { format: tournament.format, standings, rounds: Vec::new(), copies, told: 0 };
        store.games(entry.key, &mut |game| progress.add(&game))?;
        Ok(progress)
    }

    pub(super) fn add(&mut self, game: &Played) {
        if !self.has(game.number) {
            self.standings.add(game);
            self.copies.add(game);
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.standings.games()
    }

    fn sequence(&self) -> &Sequence {
        self.standings.sequence().unwrap_or_else(|| unreachable!("these are the standings of a tournament"))
    }

    pub(super) fn has(&self, number: u64) -> bool {
        self.sequence().score(number).is_some()
    }

    pub(super) fn rounds(&self) -> &[Done] {
        &self.rounds
    }

    /// The number of the first game of the present round.
    pub(super) fn base(&self) -> u64 {
        self.rounds.iter().map(|done| done.round.total()).sum()
    }

    /// How many openings earlier rounds have used.
    pub(super) fn pairs_before(&self) -> u64 {
        self.rounds.iter().map(|done| done.round.games / 2).sum()
    }

    /// Counts a round that was played; false if some of it is missing.
    pub(super) fn close(&mut self, round: Round) -> bool {
        let base = self.base();
        let mut points = vec![[0; 2]; round.pairings.len()];
        for place in 0..round.total() {
            let Some(score) = self.sequence().score(base + place) else { return false };
            let (_, _, swapped) = round.place(place);
            let of_pairing = &mut points[((place / 2) % round.pairings.len() as u64) as usize];
            let halves = [score.half_points() as u64, score.reversed().half_points() as u64];
            of_pairing[0] += halves[usize::from(swapped)];
            of_pairing[1] += halves[usize::from(!swapped)];
        }
        self.rounds.push(Done { round, points });
        true
    }

    /// Where the test stands after the pairs that are there without a gap; `None` if nothing is new.
    pub(super) fn test(&mut self) -> Option<Event> {
        let state = self.sequence().sprt()?;
        let tested = self.sequence().tested();
        if std::mem::replace(&mut self.told, tested) == tested {
            return None;
        }
        let words = MatchSummary::new(&self.standings, Phase::Running).words();
        Some(Event::Sprt { llr: state.llr, lower: state.lower, upper: state.upper, words })
    }

    /// The first game that the test did not need.
    pub(super) fn first_untested(&self) -> u64 {
        2 * self.sequence().tested()
    }

    /// Whether a test has decided.
    pub(super) fn is_decided(&self) -> bool {
        self.sequence().is_decided()
    }

    /// What came of it so far, in words.
    pub(super) fn verdict(&self, complete: bool) -> String {
        let names: Vec<&str> = self.standings.names().collect();
        if names.len() == 2 && self.format != Format::Knockout {
            let phase = if complete { Phase::Finished } else { Phase::Running };
            return MatchSummary::new(&self.standings, phase).words();
        }
        if let (true, Format::Knockout, Some(last)) = (complete, self.format, self.rounds.last()) {
            let (&[a, b], &[of_a, of_b]) = match (last.round.pairings.last(), last.points.last()) {
                (Some(pairing), Some(points)) => (pairing, points),
                _ => return "nothing was played".to_owned(),
            };
            return format!("{} wins the knockout", names[if of_b > of_a { b } else { a }]);
        }
        let half_points = |agent: usize| self.standings.cross_table().total(agent).half_points();
        let best = (0..names.len()).map(half_points).max().unwrap_or(0);
        let leaders: Vec<&str> =
            (0..names.len()).filter(|&agent| half_points(agent) == best).map(|agent| names[agent]).collect();
        let verb = match (complete, leaders.len()) {
            (true, 1) => "wins",
            (true, _) => "share the first place",
            (false, 1) => "leads",
            (false, _) => "share the lead",
        };
        format!("{} {verb} with {} points after {} games", leaders.join(" and "), points(best), self.games())
    }

    /// A warning where many games are copies of others.
    pub(super) fn copies_warning(&self) -> Option<String> {
        let (copies, games) = (self.copies.count(), self.games());
        let share = copies as f64 / games.max(1) as f64;
        (share > 0.05).then(|| {
            format!(
                "{copies} of {games} games are copies of others and say nothing new, so that errors are larger than \
                 shown: use more random opening plies or openings with more variety"
            )
        })
    }
}
