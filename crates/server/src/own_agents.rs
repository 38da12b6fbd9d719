//! Agents that the operator of the server offers beside the catalogue: external engines, Python files, changed presets.
//!
//! Over HTTP they are names and nothing more. The command line says what a name stands for, so that no visitor can
//! make the server start a program or read a file that its operator did not choose.

use std::path::PathBuf;
use std::sync::Arc;

use grandline_arena::external::CommandLine;
use grandline_arena::{Agent, ExternalOptions, TimeControl};
use grandline_games::{GameId, UnknownGame};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::agents::in_catalogue;

/// The longest name, in bytes.
const LONGEST_NAME: usize = 64;
/// How many external engines are kept between two of their moves; others are started again for each move.
const MOST_KEPT: usize = 16;
/// The memory of all presets that are kept between two of their moves, in megabytes; others are built again for each move.
const KEPT_MEGABYTES: usize = 1024;

/// The server's own agents, each checked.
#[derive(Clone)]
pub struct OwnAgents {
    agents: Vec<OwnAgent>,
    /// What external engines may take.
    pub(crate) options: ExternalOptions,
    kept: Arc<Semaphore>,
    kept_megabytes: Arc<Semaphore>,
}

/// One of the server's own agents, in one of its games.
#[derive(Clone)]
pub(crate) struct OwnAgent {
    pub(crate) game: GameId,
    pub(crate) name: String,
    /// A line about it that reveals nothing about the machine but the name of its file.
    pub(crate) description: String,
    pub(crate) agent: Agent,
}

/// Why an agent cannot be offered.
#[derive(Debug, Error)]
#[error("--agent {agent}: {reason}")]
pub struct OwnAgentError {
    /// The agent as it was given.
    pub agent: String,
    /// What is wrong with it.
    pub reason: String,
}

/// What an agent of the command line looks like.
const FORM: &str = "write NAME=AGENT or GAME:NAME=AGENT, such as mine=seahorse:my_player.py";

fn listed(games: &[GameId]) -> String {
    if games.is_empty() {
        "no game known here".to_owned()
    } else {
        games.iter().map(|game| game.name()).collect::<Vec<_>>().join(", ")
    }
}

impl Default for OwnAgents {
    fn default() -> Self {
        OwnAgents {
            agents: Vec::new(),
            options: ExternalOptions::default(),
            kept: Arc::new(Semaphore::new(MOST_KEPT)),
            kept_megabytes: Arc::new(Semaphore::new(KEPT_MEGABYTES)),
        }
    }
}

impl OwnAgents {
    /// Reads agents such as `mine=seahorse:my_player.py` and `connect4:minimum=python:agent.py`, and starts external
    /// engines once, so that errors are reported before anyone plays.
    pub fn read(texts: &[String], options: ExternalOptions) -> Result<Self, OwnAgentError> {
        let mut own = OwnAgents { options, ..OwnAgents::default() };
        for text in texts {
            own.add(text).map_err(|reason| OwnAgentError { agent: text.clone(), reason })?;
        }
        // No agent sees another's file.
        let files = own.agents.iter().filter_map(|own| own.agent.own_file()).map(PathBuf::from).collect::<Vec<_>>();
        own.options.sandbox.hidden.extend(files);
        Ok(own)
    }

    /// Whether an agent is written in Python.
    pub fn have_python(&self) -> bool {
        self.agents.iter().any(|own| own.agent.own_file().is_some())
    }

    fn add(&mut self, text: &str) -> Result<(), String> {
        let (left, agent) = text.split_once('=').ok_or(FORM)?;
        let (game, name) = left.rsplit_once(':').map_or((None, left), |(game, name)| (Some(game), name));
        let (name, agent) = (name.trim(), agent.trim());
        if agent.is_empty() {
            return Err(FORM.to_owned());
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !begins_well || name.len() > LONGEST_NAME || !name.chars().all(is_plain) {
            return Err(format!(
                "'{name}' is not a name: write at most {LONGEST_NAME} letters, digits, '-', '_' and '.', beginning with a letter or a digit"
            ));
        }
        let agents = match game {
            Some(game) => vec![resolve(game.trim().parse().map_err(|error: UnknownGame| error.to_string())?, agent)?],
            None => everywhere(agent)?,
        };
        let games = self.check(&agents, game.is_some(), name, agent)?;
        for (game, resolved) in agents.into_iter().filter(|(game, _)| games.contains(game)) {
            if self.get(game, name).is_some() || in_catalogue(game, name) {
                return Err(format!("{game} has an agent '{name}' already; choose another name"));
            }
            let description = description(&resolved, agent);
            self.agents.push(OwnAgent { game, name: name.to_owned(), description, agent: resolved });
        }
        Ok(())
    }

    /// The games in which an agent is offered, once it has shown that it can be started.
    fn check(&self, agents: &[(GameId, Agent)], is_given: bool, name: &str, text: &str) -> Result<Vec<GameId>, String> {
        let games: Vec<GameId> = agents.iter().map(|(game, _)| *game).collect();
        let Some((_, agent)) = agents.first() else { return Ok(games) };
        let knows_all = agent.is_external() && games.len() == GameId::ALL.len();
        let any_game = || format!("this agent may play any game; name one, such as {}:{name}={text}", GameId::ALL[0]);
        if knows_all && !matches!(agent, Agent::Ugi(_)) {
            return Err(any_game());
        }
        let identity = agent.check(&TimeControl::default(), &self.options).map_err(|error| error.to_string())?;
        if let Some(remark) = identity.remark {
            return Err(format!("this engine {remark}"));
        }
        match (identity.games(), games.as_slice()) {
            (Some(plays), [game]) if is_given && !plays.contains(game) => {
                Err(format!("this engine does not play {game}; it says that it plays {}", listed(&plays)))
            }
            (Some(plays), _) if knows_all && !plays.is_empty() => Ok(plays),
            _ if knows_all => Err(any_game()),
            _ => Ok(games),
        }
    }

    /// The agent of a name.
    pub(crate) fn get(&self, game: GameId, name: &str) -> Option<&OwnAgent> {
        self.of(game).find(|agent| agent.name == name.trim())
    }

    /// The agents of a game.
    pub(crate) fn of(&self, game: GameId) -> impl Iterator<Item = &OwnAgent> {
        self.agents.iter().filter(move |agent| agent.game == game)
    }

    /// The right of a player to be kept between two of its moves; `None` if too many are kept already.
    pub(crate) fn permit_to_keep(&self, agent: &Agent) -> Option<OwnedSemaphorePermit> {
        match agent {
            Agent::Preset(preset) => {
                let megabytes = preset.cost().megabytes.max(1).try_into().ok()?;
                self.kept_megabytes.clone().try_acquire_many_owned(megabytes).ok()
            }
            _ => self.kept.clone().try_acquire_owned().ok(),
        }
    }

    /// The agents of a game by name, as the runner of a tournament takes them.
    pub(crate) fn by_name(&self, game: GameId) -> Vec<(String, Agent)> {
        self.of(game).map(|own| (own.name.clone(), own.agent.clone())).collect()
    }
}

fn resolve(game: GameId, agent: &str) -> Result<(GameId, Agent), String> {
    Ok((game, Agent::resolve(game, agent).map_err(|error| error.to_string())?))
}

/// An agent in every game that it can play.
fn everywhere(agent: &str) -> Result<Vec<(GameId, Agent)>, String> {
    let found: Vec<_> = GameId::ALL.iter().filter_map(|&game| resolve(game, agent).ok()).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    // A game that has an agent of that name reports best what is wrong.
    let name = agent.split(':').next().unwrap_or_default();
    let has = |game: &&GameId| in_catalogue(**game, name);
    let game = GameId::ALL.iter().find(has).unwrap_or(&GameId::ALL[0]);
    Ok(vec![resolve(*game, agent)?])
}

/// A line about an agent for the visitors who choose one.
fn description(resolved: &Agent, agent: &str) -> String {
    let file = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    // The arguments of a program stay private, except for the file that an interpreter runs.
    let command = |command: &CommandLine| {
        let script = command.words().first().filter(|word| !word.starts_with('-'));
        std::iter::once(command.program()).chain(script.map(String::as_str)).map(file).collect::<Vec<_>>().join(" ")
    };
    let shown = match resolved {
        Agent::Preset(preset) => {
            let shown = file(agent);
            let about = preset.description.as_str();
            return if about.is_empty() { shown } else { format!("{shown}: {about}") };
        }
        Agent::Ugi(line) => format!("ugi:{}", command(line)),
        Agent::Json(line) => format!("json:{}", command(line)),
        Agent::Python(_) | Agent::Custom(_) => {
            let (form, source) = agent.split_once(':').unwrap_or(("", agent));
            format!("{form}:{}", file(source))
        }
    };
    format!("external engine: {shown}")
}
