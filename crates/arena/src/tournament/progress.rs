//! Where a tournament stands, counted from the games that are in the store.

use grandline_games::Side;

use super::definition::{Format, Tournament};
use super::schedule::{Done, Round};
use super::sequential::SequentialTest;
use crate::event::Event;
use crate::played::Played;
use crate::report::Copies;
use crate::report::words::points;
use crate::statistics::{MatchScore, Phase, Score, verdict};

/// What the runner must know of the games so far.
pub(super) struct Progress {
    names: Vec<String>,
    format: Format,
    test: Option<SequentialTest>,
    /// The half points of the first player, by the number of the game.
    halves: Vec<Option<u8>>,
    /// How many games there are.
    games: u64,
    /// Rounds that are over.
    rounds: Vec<Done>,
    /// How many pairs the test has seen: it takes them in their order, whichever finish first.
    tested: u64,
    half_points: Vec<u64>,
    copies: Copies,
}

impl Progress {
    pub(super) fn new(tournament: &Tournament) -> Self {
        Progress {
            names: tournament.agents.iter().map(|entrant| entrant.name.clone()).collect(),
            format: tournament.format,
            test: tournament.sprt.map(SequentialTest::new),
            halves: Vec::new(),
            games: 0,
            rounds: Vec::new(),
            tested: 0,
            half_points: vec![0; tournament.agents.len()],
            copies: Copies::default(),
        }
    }

    pub(super) fn add(&mut self, game: &Played) {
        let index = game.number as usize;
        if self.halves.len() <= index {
            self.halves.resize(index + 1, None);
        }
        if self.halves[index].replace(game.half_points(Side::First) as u8).is_some() {
            return;
        }
        self.games += 1;
        for side in Side::BOTH {
            if let Some(agent) = self.names.iter().position(|name| *name == game.players[side.index()]) {
                self.half_points[agent] += u64::from(game.half_points(side));
            }
        }
        self.copies.add(game);
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }

    pub(super) fn has(&self, number: u64) -> bool {
        self.halves.get(number as usize).copied().flatten().is_some()
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

    /// How many games there will be, as far as that is known when the first round has so many.
    pub(super) fn expected(&self, first_round: u64) -> u64 {
        first_round.max(self.games)
    }

    /// Counts a round that was played; false if some of it is missing.
    pub(super) fn close(&mut self, round: Round) -> bool {
        let base = self.base();
        let mut points = vec![[0; 2]; round.pairings.len()];
        for place in 0..round.total() {
            let Some(&Some(half)) = self.halves.get((base + place) as usize) else { return false };
            let (_, _, swapped) = round.place(place);
            let of_pairing = &mut points[((place / 2) % round.pairings.len() as u64) as usize];
            let halves = [u64::from(half), u64::from(2 - half)];
            of_pairing[0] += halves[usize::from(swapped)];
            of_pairing[1] += halves[usize::from(!swapped)];
        }
        self.rounds.push(Done { round, points });
        true
    }

    /// Where the test stands after the pairs that are there without a gap; `None` if nothing is new.
    pub(super) fn test(&mut self) -> Option<Event> {
        let test = self.test.as_mut()?;
        let before = self.tested;
        while !test.is_decided() {
            let half = |swapped: u64| self.halves.get((2 * self.tested + swapped) as usize).copied().flatten();
            let (Some(as_first), Some(as_second)) = (half(0), half(1)) else { break };
            test.feed(score(as_first), score(2 - as_second));
            self.tested += 1;
        }
        if self.tested == before {
            return None;
        }
        let state = *test.state();
        let words = self.words(Phase::Running);
        Some(Event::Sprt { llr: state.llr, lower: state.lower, upper: state.upper, words })
    }

    /// The first game that the test did not need.
    pub(super) fn first_untested(&self) -> u64 {
        2 * self.tested
    }

    /// Whether a test has decided.
    pub(super) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(SequentialTest::is_decided)
    }

    /// What came of it so far, in words.
    pub(super) fn verdict(&self, complete: bool) -> String {
        if self.names.len() == 2 && self.format != Format::Knockout {
            return self.words(if complete { Phase::Finished } else { Phase::Running });
        }
        if let (true, Format::Knockout, Some(last)) = (complete, self.format, self.rounds.last()) {
            let (&[a, b], &[of_a, of_b]) = match (last.round.pairings.last(), last.points.last()) {
                (Some(pairing), Some(points)) => (pairing, points),
                _ => return "nothing was played".to_owned(),
            };
            return format!("{} wins the knockout", self.names[if of_b > of_a { b } else { a }]);
        }
        let best = self.half_points.iter().copied().max().unwrap_or(0);
        let leaders: Vec<&str> = (0..self.names.len())
            .filter(|&agent| self.half_points[agent] == best)
            .map(|agent| self.names[agent].as_str())
            .collect();
        let verb = match (complete, leaders.len()) {
            (true, 1) => "wins",
            (true, _) => "share the first place",
            (false, 1) => "leads",
            (false, _) => "share the lead",
        };
        format!("{} {verb} with {} points after {} games", leaders.join(" and "), points(best), self.games)
    }

    /// The sentence about a match of two.
    fn words(&self, phase: Phase) -> String {
        let mut score = MatchScore::default();
        let pairs = self.halves.chunks(2);
        for pair in pairs {
            match *pair {
                [Some(as_first), Some(as_second)] => {
                    score.record_pair(self::score(as_first), self::score(2 - as_second));
                }
                [Some(as_first), None] | [Some(as_first)] => score.record_single(self::score(as_first)),
                [None, Some(as_second)] => score.record_single(self::score(2 - as_second)),
                _ => {}
            }
        }
        let state = self.test.as_ref().map(SequentialTest::state);
        verdict(&self.names[0], &self.names[1], &score, state, phase).text
    }

    /// What to say where many games are copies of others.
    pub(super) fn copies_warning(&self) -> Option<String> {
        let copies = self.copies.count();
        let share = copies as f64 / self.games.max(1) as f64;
        (share > 0.05).then(|| {
            format!(
                "{} of {} games are copies of others and say nothing new, so that errors are larger than shown: use more \
                 random opening plies or openings with more variety",
                copies, self.games
            )
        })
    }
}

fn score(half: u8) -> Score {
    match half {
        0 => Score::Loss,
        1 => Score::Draw,
        _ => Score::Win,
    }
}
