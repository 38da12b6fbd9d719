//! Agents that whoever starts the server offers beside the catalogue: programs, Python files, changed presets.
//!
//! Over HTTP they are names and nothing more. What a name stands for was said on the command line, so that no visitor can
//! make the server start a program or read a file that its operator did not mean.

use std::sync::Arc;

use grandline_arena::external::CommandLine;
use grandline_arena::tournament::Registered;
use grandline_arena::{Allowance, Contender, ContenderError, ExternalOptions};
use grandline_games::{GameId, UnknownGame};
use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::agents::in_catalogue;

/// The most letters of a name.
const LONGEST_NAME: usize = 64;
/// How many programs may wait for the next move of a person; others are started anew for each move.
const MOST_WAITING: usize = 16;

/// The agents of a server's own, each checked.
#[derive(Clone)]
pub struct OwnAgents {
    agents: Vec<OwnAgent>,
    /// What those that are programs may take.
    options: ExternalOptions,
    waiting: Arc<Semaphore>,
}

/// An agent of the server's own, in one of its games.
#[derive(Clone)]
pub(crate) struct OwnAgent {
    pub(crate) game: GameId,
    pub(crate) name: String,
    /// A line about it that tells nothing about the machine but the name of its file.
    pub(crate) description: String,
    pub(crate) contender: Contender,
}

/// Why an agent cannot be offered.
#[derive(Debug, Error)]
#[error("--agent {agent}: {reason}")]
pub struct OwnAgentError {
    /// The agent as it was given.
    pub agent: String,
    /// What is wrong with it.
    pub reason: Box<WrongAgent>,
}

/// What is wrong with an agent of one's own.
#[derive(Debug, Error)]
pub enum WrongAgent {
    /// It is not of the form.
    #[error("write NAME=AGENT or GAME:NAME=AGENT, such as mine=seahorse:my_player.py")]
    Form,
    /// The name has other characters.
    #[error(
        "'{0}' is not a name: it may have letters, digits, '-', '_' and '.', {LONGEST_NAME} at most, and begins with a letter or a digit"
    )]
    Name(String),
    /// The name means another agent.
    #[error("{game} has an agent '{name}' already; choose another name")]
    Taken {
        /// The game.
        game: GameId,
        /// The name.
        name: String,
    },
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The program could play anything.
    #[error("such an agent may play any game; say which one, as in connect4:{name}={agent}")]
    AnyGame {
        /// The name.
        name: String,
        /// The agent.
        agent: String,
    },
    /// The engine plays other games.
    #[error("this engine does not play {game}; it says that it plays {}", listed(games))]
    OtherGame {
        /// The game.
        game: GameId,
        /// What it plays.
        games: Vec<GameId>,
    },
    /// The engine does not speak as engines do.
    #[error("this engine {0}")]
    Engine(String),
    /// There is no such agent, or it cannot be started.
    #[error(transparent)]
    Contender(#[from] ContenderError),
}

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
            waiting: Arc::new(Semaphore::new(MOST_WAITING)),
        }
    }
}

impl OwnAgents {
    /// Reads agents such as `mine=seahorse:my_player.py` and `connect4:minimum=python:agent.py`, and starts those that are
    /// programs once, so that what is wrong with them is known before anybody plays.
    pub fn read(texts: &[String], options: ExternalOptions) -> Result<Self, OwnAgentError> {
        let mut own = OwnAgents { options, ..OwnAgents::default() };
        for text in texts {
            own.add(text).map_err(|reason| OwnAgentError { agent: text.clone(), reason: Box::new(reason) })?;
        }
        Ok(own)
    }

    fn add(&mut self, text: &str) -> Result<(), WrongAgent> {
        let (left, agent) = text.split_once('=').ok_or(WrongAgent::Form)?;
        let (game, name) = left.rsplit_once(':').map_or((None, left), |(game, name)| (Some(game), name));
        let (name, agent) = (name.trim(), agent.trim());
        if agent.is_empty() {
            return Err(WrongAgent::Form);
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
        if !begins_well || name.len() > LONGEST_NAME || !name.chars().all(is_plain) {
            return Err(WrongAgent::Name(name.to_owned()));
        }
        let contenders = match game {
            Some(game) => vec![contender(game.trim().parse()?, agent)?],
            None => everywhere(agent)?,
        };
        let games = self.check(&contenders, game.is_some(), name, agent)?;
        for (game, contender) in contenders.into_iter().filter(|(game, _)| games.contains(game)) {
            if self.get(game, name).is_some() || in_catalogue(game, name) {
                return Err(WrongAgent::Taken { game, name: name.to_owned() });
            }
            let description = description(&contender, agent);
            self.agents.push(OwnAgent { game, name: name.to_owned(), description, contender });
        }
        Ok(())
    }

    /// The games in which an agent is offered, once it has shown that it can be started.
    fn check(
        &self,
        contenders: &[(GameId, Contender)],
        is_given: bool,
        name: &str,
        agent: &str,
    ) -> Result<Vec<GameId>, WrongAgent> {
        let games: Vec<GameId> = contenders.iter().map(|(game, _)| *game).collect();
        let Some((_, contender)) = contenders.first() else { return Ok(games) };
        let knows_all = contender.is_external() && games.len() == GameId::ALL.len();
        let any_game = || WrongAgent::AnyGame { name: name.to_owned(), agent: agent.to_owned() };
        if knows_all && !matches!(contender, Contender::Ugi(_)) {
            return Err(any_game());
        }
        let identity = contender.check(&Allowance::default(), &self.options)?;
        if let Some(remark) = identity.remark {
            return Err(WrongAgent::Engine(remark));
        }
        match (identity.games(), games.as_slice()) {
            (Some(plays), [game]) if is_given && !plays.contains(game) => {
                Err(WrongAgent::OtherGame { game: *game, games: plays })
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

    /// Everyone for a game.
    pub(crate) fn of(&self, game: GameId) -> impl Iterator<Item = &OwnAgent> {
        self.agents.iter().filter(move |agent| agent.game == game)
    }

    /// What programs may take.
    pub(crate) fn options(&self) -> &ExternalOptions {
        &self.options
    }

    /// The right of a program to wait for its next move, as long as there are few.
    pub(crate) fn place_to_wait(&self) -> Option<OwnedSemaphorePermit> {
        self.waiting.clone().try_acquire_owned().ok()
    }

    /// Everyone for a game, as those who run tournaments know them.
    pub(crate) fn registered(&self, game: GameId) -> Vec<Registered> {
        let registered = |agent: &OwnAgent| Registered { name: agent.name.clone(), contender: agent.contender.clone() };
        self.of(game).map(registered).collect()
    }
}

fn contender(game: GameId, agent: &str) -> Result<(GameId, Contender), ContenderError> {
    Ok((game, Contender::resolve(game, agent)?))
}

/// An agent in every game that it can play.
fn everywhere(agent: &str) -> Result<Vec<(GameId, Contender)>, ContenderError> {
    let found: Vec<_> = GameId::ALL.iter().filter_map(|&game| contender(game, agent).ok()).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    // What is wrong is best said by a game that has such an agent at all.
    let name = agent.split(':').next().unwrap_or_default();
    let has = |game: &&GameId| in_catalogue(**game, name);
    let game = GameId::ALL.iter().find(has).or(GameId::ALL.first());
    game.map_or(Ok(Vec::new()), |&game| contender(game, agent).map(|found| vec![found]))
}

/// A line about an agent for those who choose.
fn description(contender: &Contender, agent: &str) -> String {
    let file = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    // What stands behind a program may be anybody's business; that an interpreter runs a file is what one wants to know.
    let command = |command: &CommandLine| {
        let script = command.words().first().filter(|word| !word.starts_with('-'));
        std::iter::once(command.program()).chain(script.map(String::as_str)).map(file).collect::<Vec<_>>().join(" ")
    };
    let shown = match contender {
        Contender::Preset(preset) => {
            let shown = file(agent);
            let about = preset.description.as_str();
            return if about.is_empty() { shown } else { format!("{shown}: {about}") };
        }
        Contender::Ugi(line) => format!("ugi:{}", command(line)),
        Contender::Json(line) => format!("json:{}", command(line)),
        Contender::Python(_) | Contender::Guest(_) => {
            let (form, source) = agent.split_once(':').unwrap_or(("", agent));
            format!("{form}:{}", file(source))
        }
    };
    format!("a program of this machine: {shown}")
}
