//! The engine's side of UGI: the agents of Grandline for every host that speaks it.

use std::io::{self, BufRead, Read, Write};

use grandline_agents::{Catalogue, Group};
use grandline_games::GameId;

use super::command::{Command, Dialect};
use super::engine_side::EngineSide;
use super::option::EngineOption;
use super::output::Output;
use crate::agent::{Agent, AgentError};
use crate::external::ExternalOptions;

/// Maximum length of a line of the host.
const LONGEST_LINE: u64 = 1 << 20;
/// The largest seed, which hosts of chess engines can keep in 32 bits.
const LARGEST_SEED: i64 = i32::MAX as i64;
const MOST_LINES: i64 = 256;
const MOST_THREADS: i64 = 256;
const MOST_MEGABYTES: i64 = 65536;

/// Speaks UGI until the host sends `quit` or closes its end. The options are those of agents that are external engines
/// themselves.
pub fn serve(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    game: GameId,
    agent: Option<&str>,
    options: &ExternalOptions,
) -> Result<(), ServeError> {
    let mut engine = UgiEngine::new(game, agent, options, Output::new(output))?;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            // A host that has written all commands at once into a pipe still wants the answer.
            engine.side.finish();
            return Ok(());
        }
        match Command::parse(&String::from_utf8_lossy(&line)) {
            Some(Command::Quit) => {
                engine.output.close();
                engine.side.finish();
                return Ok(());
            }
            Some(command) => engine.obey(command),
            None => {}
        }
    }
}

/// Why an engine could not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The agent does not exist.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The game has no agents.
    #[error("{0} has no agents")]
    NoAgents(GameId),
    /// Standard input cannot be read.
    #[error("cannot read the input: {0}")]
    Input(#[from] io::Error),
}

/// The options that a host has set, and the game.
struct UgiEngine {
    agent: String,
    threads: Option<i64>,
    megabytes: Option<i64>,
    side: EngineSide,
    output: Output,
}

/// The strongest agent of a game.
fn champion(game: GameId) -> Result<String, ServeError> {
    let agents = Catalogue::of(game).list();
    let champion = agents.iter().find(|preset| preset.group == Group::Champion).or(agents.first());
    champion.map(|preset| preset.name.clone()).ok_or(ServeError::NoAgents(game))
}

impl UgiEngine {
    fn new(game: GameId, agent: Option<&str>, external: &ExternalOptions, output: Output) -> Result<Self, ServeError> {
        let agent = agent.map_or_else(|| champion(game), |agent| Ok(agent.to_owned()))?;
        let side = EngineSide::new(game, Agent::resolve(game, &agent)?, external.clone(), output.clone());
        Ok(UgiEngine { agent, threads: None, megabytes: None, side, output })
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Hello(dialect) => self.greet(dialect),
            Command::SetOption { name, value } => {
                if let Err(reason) = self.set(&name, &value) {
                    self.output.note(reason);
                }
            }
            Command::IsReady => {
                if let Err(failure) = self.side.prepare() {
                    self.output.note(format!("{} {}", self.agent, failure.reason));
                }
                self.output.send("readyok");
            }
            Command::NewGame => {
                // A new player, so that a game depends on its seed alone.
                if let Err(error) = self.replace_agent() {
                    self.output.note(error.to_string());
                }
            }
            Command::Position { start, moves } => self.set_up(Some(&start), &moves),
            Command::Moves(moves) => self.set_up(None, &moves),
            Command::Search(command) => self.side.search(command),
            Command::Stop => self.side.stop(),
            Command::Query(query) => {
                let answer = self.side.answer(&query);
                self.output.send(format!("response {answer}").trim_end());
            }
            Command::Quit => {}
            Command::Unknown(line) => {
                let line: String = line.chars().take(100).collect();
                self.output.note(format!("ignored '{line}', which is not a command"));
            }
        }
    }

    fn set_up(&mut self, start: Option<&str>, moves: &[String]) {
        self.side.finish();
        if let Err(reason) = self.side.set_up(start, moves) {
            self.output.note(format!("the position is unchanged: {reason}"));
        }
    }

    fn greet(&self, dialect: Dialect) {
        self.output.send(&format!("id name Grandline {} {}", env!("CARGO_PKG_VERSION"), self.agent));
        self.output.send(&format!("id author {}", env!("CARGO_PKG_AUTHORS")));
        for option in self.options() {
            self.output.send(&option.to_string());
        }
        self.output.send(match dialect {
            Dialect::Ugi => "ugiok",
            Dialect::Uci => "uciok",
        });
    }

    /// The options; threads and memory only where the agent uses them.
    fn options(&self) -> Vec<EngineOption> {
        let games = GameId::ALL.iter().map(|game| game.name().to_owned());
        let mut options = vec![
            EngineOption::combo("UGI_Game", self.side.game().name(), games),
            EngineOption::text("Agent", &self.agent),
            EngineOption::spin("Seed", 0, 0, LARGEST_SEED),
            EngineOption::spin("MultiPV", 1, 1, MOST_LINES),
        ];
        if let Some((_, megabytes)) = self.memory() {
            let threads = self.setting("threads").unwrap_or(1);
            options.push(EngineOption::spin("Threads", threads, 1, MOST_THREADS));
            options.push(EngineOption::spin("Hash", megabytes, 1, MOST_MEGABYTES));
        }
        options
    }

    /// The number under a key of the agent's preset.
    fn setting(&self, key: &str) -> Option<i64> {
        let Ok(Agent::Preset(preset)) = Agent::resolve(self.side.game(), &self.agent) else { return None };
        preset.settings().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok())
    }

    /// The key for the size of the agent's table or tree, and its megabytes. An agent in a file cannot be changed this way.
    fn memory(&self) -> Option<(&'static str, i64)> {
        let keys = ["table", "tree"].into_iter().filter(|_| !self.agent.ends_with(".toml"));
        keys.filter_map(|key| Some((key, self.setting(key)?))).next()
    }

    /// The agent with the options that the host has set.
    fn configured_agent(&self) -> Result<Agent, AgentError> {
        let mut text = self.agent.clone();
        let memory = self.memory().map(|(key, _)| key);
        let changes = [(memory.map(|_| "threads"), self.threads), (memory, self.megabytes)];
        for (key, number) in changes {
            if let (Some(key), Some(number)) = (key, number) {
                let mark = if text.contains(':') { ',' } else { ':' };
                text.push_str(&format!("{mark}{key}={number}"));
            }
        }
        Agent::resolve(self.side.game(), &text)
    }

    fn replace_agent(&mut self) -> Result<(), AgentError> {
        let agent = self.configured_agent()?;
        self.side.replace_agent(agent);
        Ok(())
    }

    /// Sets an option.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least: i64, most: i64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("option {name} must be between {least} and {most}, not '{value}'"))
        };
        match name.to_ascii_lowercase().as_str() {
            "ugi_game" => return self.change_game(value),
            "agent" => {
                let before = std::mem::replace(&mut self.agent, value.to_owned());
                if let Err(error) = self.configured_agent() {
                    self.agent = before;
                    return Err(error.to_string());
                }
            }
            "seed" => self.side.seed = number(0, LARGEST_SEED)?.unsigned_abs(),
            "multipv" => self.side.options.lines = usize::try_from(number(1, MOST_LINES)?).unwrap_or(1),
            "threads" => self.threads = Some(number(1, MOST_THREADS)?),
            "hash" => self.megabytes = Some(number(1, MOST_MEGABYTES)?),
            _ => {
                let names: Vec<String> = self.options().into_iter().map(|option| option.name).collect();
                return Err(format!("option '{name}' does not exist; the options are {}", names.join(", ")));
            }
        }
        self.replace_agent().map_err(|error| error.to_string())
    }

    fn change_game(&mut self, name: &str) -> Result<(), String> {
        let game: GameId = name.parse().map_err(|error: grandline_games::UnknownGame| error.to_string())?;
        if game == self.side.game() {
            return Ok(());
        }
        self.side.finish();
        // An agent that does not play the new game is replaced by one that does.
        if Agent::resolve(game, &self.agent).is_err() {
            self.agent = champion(game).map_err(|error| error.to_string())?;
            self.output.note(format!("the agent is now {}", self.agent));
        }
        self.side.change_game(game);
        self.replace_agent().map_err(|error| error.to_string())
    }
}
