//! Who stands where: results, ratings and the game's own measures of every agent. Games are added one by one, so that a
//! terminal can show the table while they are played.

use std::collections::HashMap;

use grandline_games::{GameId, Measure, Side};
use serde::Serialize;

use super::endings::Endings;
use crate::played::{Ending, Played};
use crate::rating::{Anchor, CrossTable, PlayerRating, Ratings, rate};
use crate::statistics::{MatchScore, Score, SprtState, Tally};
use crate::store::{Entry, Store, StoreError};
use crate::tournament::{Sequence, Tournament};

/// The results of all agents so far: the one place where games are counted.
#[derive(Clone, Debug)]
pub struct Standings {
    game: GameId,
    agents: Vec<Agent>,
    numbers: HashMap<String, usize>,
    table: CrossTable,
    /// The score of each pairing from the view of the agent with the smaller number, without games that wait for their twin.
    matches: HashMap<(usize, usize), MatchScore>,
    /// Games whose twin is not there yet, by the number of their pair: the pairing and the score as in `matches`.
    waiting: HashMap<u64, ((usize, usize), Score)>,
    /// The games of a tournament in their order, which its schedule and its test go by.
    sequence: Option<Sequence>,
}

/// What is counted for one agent.
#[derive(Clone, Debug)]
struct Agent {
    name: String,
    anchor: Option<f64>,
    endings: Endings,
    measures: Vec<Measured>,
}

/// One of the game's measures, summed over the games of an agent that the rules ended: before that, it is not yet final.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Measured {
    /// How many games are in it.
    pub games: u64,
    /// The agent's own numbers.
    pub own: f64,
    /// Those of its opponents.
    pub other: f64,
}

impl Measured {
    /// Its own number per game; `None` without games.
    pub fn per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.own / self.games as f64)
    }

    /// Its own number divided by that of its opponents; `None` where that is 0.
    pub fn ratio(&self) -> Option<f64> {
        (self.other > 0.0).then(|| self.own / self.other)
    }
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The place, from 1.
    pub rank: usize,
    /// The number of the agent, in the order they were entered.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its rating in the pool.
    pub rating: PlayerRating,
    /// Its games as the first player.
    pub as_first: Tally,
    /// Its games as the second player.
    pub as_second: Tally,
    /// How they ended.
    pub endings: Endings,
    /// The game's own measures, in the order of the game.
    pub measures: Vec<Measured>,
}

impl Row {
    /// All games.
    pub fn tally(&self) -> Tally {
        self.as_first + self.as_second
    }

    /// Games it forfeited.
    pub fn forfeits(&self) -> u64 {
        self.endings.lost.forfeits()
    }
}

impl Standings {
    /// A table without games. Agents that turn up later are added.
    pub fn new(game: GameId) -> Self {
        Standings {
            game,
            agents: Vec::new(),
            numbers: HashMap::new(),
            table: CrossTable::new(0),
            matches: HashMap::new(),
            waiting: HashMap::new(),
            sequence: None,
        }
    }

    /// The table of a tournament without games.
    pub fn of(tournament: &Tournament) -> Self {
        let mut standings = Standings::new(tournament.game);
        for spec in &tournament.agents {
            standings.enter(&spec.name, spec.elo);
        }
        standings.sequence = Some(Sequence::new(tournament.sprt));
        standings
    }

    /// The table of a tournament with the games that a store has.
    pub fn read(tournament: &Tournament, entry: &Entry, store: &mut dyn Store) -> Result<Self, StoreError> {
        let mut standings = Standings::of(tournament);
        store.results(entry.key, &mut |game| standings.add(&game))?;
        Ok(standings)
    }

    /// Enters an agent, with the Elo it is known to have if there is one; returns its number.
    pub fn enter(&mut self, name: &str, elo: Option<f64>) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.agents.len();
        let measures = vec![Measured::default(); self.measures().len()];
        let anchor = elo.filter(|elo| elo.is_finite());
        self.agents.push(Agent { name: name.to_owned(), anchor, endings: Endings::default(), measures });
        self.numbers.insert(name.to_owned(), number);
        self.table.add_player();
        number
    }

    /// Counts a game. A game of a tournament counts once, by its number.
    pub fn add(&mut self, game: &Played) {
        if self.sequence.as_mut().is_some_and(|sequence| !sequence.add(game)) {
            return;
        }
        let numbers = [0, 1].map(|side| self.enter(&game.players[side], None));
        let [first, second] = numbers;
        let score = game.score(Side::First);
        self.table.record(first, second, score);
        for side in Side::BOTH {
            self.agents[numbers[side.index()]].endings.add(game.winner, game.ending, side);
        }
        if first != second {
            self.pair(game.pair, (first, second), score);
        }
        if game.ending == Ending::Rules {
            self.measure(game, numbers);
        }
    }

    fn measure(&mut self, game: &Played, numbers: [usize; 2]) {
        for (index, measure) in self.measures().iter().enumerate() {
            let Some(read) = (measure.read)(&game.detail) else { continue };
            for (side, number) in numbers.into_iter().enumerate() {
                let measured = &mut self.agents[number].measures[index];
                measured.games += 1;
                measured.own += read[side];
                measured.other += read[1 - side];
            }
        }
    }

    fn pair(&mut self, pair: u64, (first, second): (usize, usize), score: Score) {
        let (pairing, score) =
            if first < second { ((first, second), score) } else { ((second, first), score.reversed()) };
        match self.waiting.remove(&pair) {
            Some((same, twin)) if same == pairing => {
                self.matches.entry(pairing).or_default().record_pair(twin, score);
            }
            other => {
                // Two games of one pair should be of one pairing; otherwise each counts alone.
                if let Some((pairing, alone)) = other {
                    self.matches.entry(pairing).or_default().record_single(alone);
                }
                self.waiting.insert(pair, (pairing, score));
            }
        }
    }

    /// The games of the tournament in their order; `None` for a table over several tournaments.
    pub(crate) fn sequence(&self) -> Option<&Sequence> {
        self.sequence.as_ref()
    }

    /// Where the sequential test of the tournament stands, if it has one.
    pub fn sprt(&self) -> Option<SprtState> {
        self.sequence.as_ref().and_then(Sequence::sprt)
    }

    /// The game played.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The columns that the game itself asks for.
    pub fn measures(&self) -> &'static [Measure] {
        self.game.measures()
    }

    /// The names of the agents by number.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.agents.iter().map(|agent| agent.name.as_str())
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.table.first_side().games()
    }

    /// How many games were forfeited.
    pub fn forfeits(&self) -> u64 {
        self.agents.iter().map(|agent| agent.endings.lost.forfeits()).sum()
    }

    /// How many games an agent forfeited, by its number.
    pub fn forfeits_of(&self, agent: usize) -> u64 {
        self.agents.get(agent).map_or(0, |agent| agent.endings.lost.forfeits())
    }

    /// Who scored what against whom.
    pub fn cross_table(&self) -> &CrossTable {
        &self.table
    }

    /// The games between two agents by their numbers, pair by pair, seen by the first-named.
    pub fn between(&self, agent: usize, opponent: usize) -> MatchScore {
        let pairing = (agent.min(opponent), agent.max(opponent));
        let mut score = self.matches.get(&pairing).copied().unwrap_or_default();
        let alone = self.waiting.values().filter(|(other, _)| *other == pairing);
        alone.for_each(|&(_, alone)| score.record_single(alone));
        if agent <= opponent { score } else { score.reversed() }
    }

    /// The probability that one agent is stronger than another, by their numbers; `None` if nothing connects them. It comes
    /// from the ratings, except where the games do not bound one of these. There the curve at the maximum says too little
    /// after many games and too much after few, and the games between the two are the cautious answer.
    pub fn superiority(&self, ratings: &Ratings, agent: usize, opponent: usize) -> Option<f64> {
        let is_unbounded = |number: usize| ratings.players[number].unbounded;
        let direct = self.between(agent, opponent);
        if agent != opponent && (is_unbounded(agent) || is_unbounded(opponent)) && direct.games() > 0 {
            return direct.los();
        }
        ratings.los(agent, opponent)
    }

    /// The ratings of all agents by number.
    pub fn ratings(&self) -> Ratings {
        let anchors = self.agents.iter().enumerate();
        let anchors: Vec<Anchor> =
            anchors.filter_map(|(player, agent)| Some(Anchor { player, elo: agent.anchor? })).collect();
        rate(self.agents.len(), &self.table.results(), &anchors)
            .unwrap_or_else(|error| unreachable!("agents are numbered and anchored here: {error}"))
    }

    /// The table, the best agent first: by points where all have as many games, as a tournament is won, and otherwise by
    /// rating.
    pub fn rows(&self, ratings: &Ratings) -> Vec<Row> {
        let line = |(index, number): (usize, usize)| {
            let agent = &self.agents[number];
            Row {
                rank: index + 1,
                number,
                name: agent.name.clone(),
                rating: ratings.players[number],
                as_first: self.table.moving_first(number),
                as_second: self.table.moving_second(number),
                endings: agent.endings,
                measures: agent.measures.clone(),
            }
        };
        let mut order = ratings.ranking();
        let total = |&number: &usize| self.table.total(number);
        if order.windows(2).all(|pair| total(&pair[0]).games() == total(&pair[1]).games()) {
            order.sort_by(|a, b| total(b).points().total_cmp(&total(a).points()));
        }
        order.into_iter().enumerate().map(line).collect()
    }
}
