//! A tournament as people write it: a TOML file, checked before anything is played.

use std::collections::HashSet;
use std::fmt;

use grandline_games::GameId;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::adjudication::Adjudication;
use crate::agent::AgentSpec;
use crate::openings::OpeningSource;
use crate::statistics::SprtTerms;
use crate::time_control::TimeControl;

/// Everything that decides which games are played. Two runs of the same tournament play the same games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// What it is called in the store.
    pub name: String,
    /// A line about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The game played.
    pub game: GameId,
    /// Who meets whom.
    #[serde(default)]
    pub format: Format,
    /// Games of each pairing, or of each match of a round: an even number, since openings are played from both sides.
    #[serde(default = "two")]
    pub games: u64,
    /// How many rounds a Swiss tournament has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Where games begin; each game has a custom of its own.
    #[serde(default, with = "crate::texts::optional", skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningSource>,
    /// What everything random comes from.
    #[serde(default)]
    pub seed: u64,
    /// What each agent may spend.
    #[serde(default)]
    pub limits: TimeControl,
    /// When games end early.
    #[serde(default, skip_serializing_if = "is_default")]
    pub adjudicate: Adjudication,
    /// A test that ends a match of two agents as soon as it knows.
    #[serde(default, with = "crate::texts::optional", skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtTerms>,
    /// Who takes part; the first one runs the gauntlet.
    pub agents: Vec<AgentSpec>,
}

fn two() -> u64 {
    2
}

fn is_default(adjudication: &Adjudication) -> bool {
    *adjudication == Adjudication::default()
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first agent meets each of the others.
    Gauntlet,
    /// In each round, agents of like score meet.
    Swiss,
    /// Who loses a match is out.
    Knockout,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::RoundRobin => "round robin",
            Format::Gauntlet => "gauntlet",
            Format::Swiss => "Swiss",
            Format::Knockout => "knockout",
        })
    }
}

/// Why a file is not a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DefinitionError {
    /// The text cannot be read as a tournament. Fields: the file; the line, from 1; what is wrong there.
    #[error("{0}:{1}: {2}")]
    Text(String, usize, String),
    /// It can be read, but cannot be played. Fields: its name; what is wrong with it.
    #[error("tournament '{0}': {1}")]
    Impossible(String, String),
}

impl Tournament {
    /// A match of two agents.
    pub fn between(game: GameId, a: AgentSpec, b: AgentSpec) -> Self {
        Tournament {
            name: format!("{} - {}", a.name, b.name),
            description: String::new(),
            game,
            format: Format::RoundRobin,
            games: 2,
            rounds: None,
            openings: None,
            seed: 0,
            limits: TimeControl::default(),
            adjudicate: Adjudication::default(),
            sprt: None,
            agents: vec![a, b],
        }
    }

    /// Reads and checks a tournament; `file` is what errors call the text.
    pub fn read(text: &str, file: &str) -> Result<Self, DefinitionError> {
        let tournament: Tournament = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = text.get(..before).map_or(1, |before| before.matches('\n').count() + 1);
            let reason = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
            DefinitionError::Text(file.to_owned(), line, reason)
        })?;
        tournament.check()?;
        Ok(tournament)
    }

    /// Whether it can be played, as far as that shows without its agents.
    pub fn check(&self) -> Result<(), DefinitionError> {
        let impossible = |reason: String| Err(DefinitionError::Impossible(self.name.clone(), reason));
        if self.name.trim().is_empty() {
            return impossible("the name is empty; give it one".to_owned());
        }
        if self.agents.len() < 2 {
            return impossible(format!("it has {} agents; at least two are needed", self.agents.len()));
        }
        let mut names = HashSet::new();
        if let Some(twice) = self.agents.iter().find(|spec| !names.insert(spec.name.as_str())) {
            return impossible(format!(
                "two agents are called '{}'; write {{ agent = \"{}\", name = \"...\" }} to tell them apart",
                twice.name, twice.agent
            ));
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return impossible(format!(
                "games = {} is not an even number from 2: openings are played from both sides",
                self.games
            ));
        }
        if self.sprt.is_some() && self.agents.len() != 2 {
            return impossible(format!("sprt tests two agents, and there are {}", self.agents.len()));
        }
        match (self.format, self.rounds) {
            (Format::Swiss, None | Some(0)) => impossible("a Swiss tournament needs rounds = N, N from 1".to_owned()),
            (Format::RoundRobin | Format::Gauntlet | Format::Knockout, Some(_)) => {
                impossible(format!("rounds are for a Swiss tournament; a {} has games = N per pairing", self.format))
            }
            _ => Ok(()),
        }
    }

    /// The definition as the store keeps it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("plain data: {error}"))
    }
}
