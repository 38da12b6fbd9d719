//! A training as people write it.

use grandline_agents::learned::{Model, feature_set, feature_sets};
use grandline_games::GameId;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::agent::AgentError;
use crate::report::ChartError;
use crate::statistics::{EloModel, SprtTerms};
use crate::store::StoreError;
use crate::tournament::RunError;

/// Everything that decides which weights come out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Training {
    /// The game.
    pub game: GameId,
    /// The features to learn from, by name.
    pub features: String,
    /// What turns them into a value.
    #[serde(with = "crate::texts::plain")]
    pub model: Model,
    /// The agent whose search plays the games. In the first round it plays with its own evaluation.
    pub agent: String,
    /// How many times games are played and weights fitted.
    pub rounds: u32,
    /// Games of each round.
    pub games: u64,
    /// Nodes of each search.
    pub nodes: u64,
    /// A game begins with random moves: at least and at most how many.
    pub opening_plies: [u32; 2],
    /// The share of moves that are random instead of the agent's, so that positions after mistakes are seen too.
    pub slips: f64,
    /// From this many plies left on, a solver tries to label positions with their exact result.
    pub solve_plies: u32,
    /// The nodes it may take each time.
    pub solve_nodes: u64,
    /// The share of the game's result in a label; the rest is the value of the search.
    pub result_share: f64,
    /// The share of games that are kept back for validation.
    pub validation: f64,
    /// At most how often the examples are gone through.
    pub epochs: u32,
    /// The test of new weights against those before.
    #[serde(with = "crate::texts::plain")]
    pub sprt: SprtTerms,
    /// Games of a test at most.
    pub test_games: u64,
    /// What everything random comes from.
    pub seed: u64,
}

/// Why weights cannot be trained.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// The definition is wrong. Fields: what is wrong and what would be right.
    #[error("{0}")]
    Definition(String),
    /// The agent does not exist.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// A file cannot be read or written. Fields: the file; what the system said.
    #[error("{0}: {1}")]
    File(String, String),
    /// The folder has another training. Fields: the folder; what differs.
    #[error("{0} already has a training that differs in {1}; give this one another folder")]
    Different(String, String),
    /// A file of games is damaged. Fields: the file; the line, from 1; what is wrong.
    #[error("{0}, line {1}: {2}; delete the file to play its games again")]
    Games(String, usize, String),
    /// There is nothing to learn from.
    #[error("the games have no position to learn from")]
    NoExamples,
    /// The test cannot be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The store of the test failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A learning curve cannot be drawn.
    #[error(transparent)]
    Chart(#[from] ChartError),
    /// A thread panicked.
    #[error("a game ended in a panic, which is a bug in grandline; please report it. Finished games are kept")]
    Panicked,
}

impl Training {
    /// The training of a game with everything at its default.
    pub fn new(game: GameId) -> Result<Self, TrainingError> {
        let sets = feature_sets(game);
        let Some(first) = sets.first() else {
            let able = GameId::ALL.iter().filter(|game| !feature_sets(**game).is_empty()).map(ToString::to_string);
            return Err(TrainingError::Definition(format!(
                "{game} declares no features to learn from; games that do are {}",
                able.collect::<Vec<_>>().join(", ")
            )));
        };
        let sprt = SprtTerms::new(0.0, 10.0, 0.05, 0.05, EloModel::default());
        let sprt = sprt.map_err(|error| TrainingError::Definition(error.to_string()))?;
        Ok(Training {
            game,
            features: first.layout().name.to_owned(),
            model: Model::Tables,
            agent: "alphabeta".to_owned(),
            rounds: 3,
            games: 10_000,
            nodes: 1000,
            opening_plies: [4, 12],
            slips: 0.02,
            solve_plies: 10,
            solve_nodes: 20_000,
            result_share: 0.75,
            validation: 0.05,
            epochs: 60,
            sprt,
            test_games: 1000,
            seed: 1,
        })
    }

    /// Checks what can be checked before anything is played.
    pub fn check(&self) -> Result<(), TrainingError> {
        let wrong = |reason: String| Err(TrainingError::Definition(reason));
        if feature_set(self.game, &self.features).is_none() {
            let known: Vec<&str> = feature_sets(self.game).iter().map(|set| set.layout().name).collect();
            return wrong(format!("{} has no features '{}'; it has {}", self.game, self.features, known.join(", ")));
        }
        let [least, most] = self.opening_plies;
        if least > most {
            return wrong(format!("openings of {least} to {most} plies: the first number is the larger one"));
        }
        let longest = self.game.set_up("-").ok().and_then(|start| start.plies_left());
        if let Some(longest) = longest.filter(|&longest| most >= longest) {
            return wrong(format!("openings of up to {most} plies: a game has at most {longest}"));
        }
        if !(0.0..=0.5).contains(&self.slips) {
            return wrong(format!("the share of slips is {}, but is a number from 0 to 0.5", self.slips));
        }
        if !(0.0..=1.0).contains(&self.result_share) {
            return wrong(format!("the share of the result is {}, but is a number from 0 to 1", self.result_share));
        }
        if !(0.01..=0.5).contains(&self.validation) {
            return wrong(format!("the share for validation is {}, but is a number from 0.01 to 0.5", self.validation));
        }
        for (what, number) in [
            ("rounds", u64::from(self.rounds)),
            ("games", self.games),
            ("nodes", self.nodes),
            ("epochs", u64::from(self.epochs)),
        ] {
            if number == 0 {
                return wrong(format!("0 {what}: at least one is needed"));
            }
        }
        if self.test_games < 2 || !self.test_games.is_multiple_of(2) {
            return wrong(format!("{} test games: an even number from 2 is needed", self.test_games));
        }
        Ok(())
    }

    /// What differs from another training, apart from the number of rounds.
    pub(super) fn difference(&self, other: &Training) -> Vec<String> {
        let object = |training: &Training| serde_json::to_value(training).unwrap_or_default();
        let (own, other) = (object(self), object(other));
        let keys = own.as_object().into_iter().flatten().map(|(key, _)| key.clone());
        keys.filter(|key| key != "rounds" && own[key] != other[key]).collect()
    }
}
