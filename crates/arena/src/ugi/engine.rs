//! The engine's side of UGI: agents of ours for every host that speaks it.

use std::io::{self, BufRead, Read, Write};

use grandline_agents::{Catalogue, Group};
use grandline_games::{GameId, with_game};

use super::command::{Command, Dialect};
use super::option::EngineOption;
use super::seat::{GameSeat, Seat, Voice};
use crate::contender::{Contender, ContenderError};
use crate::external::ExternalOptions;

/// Lines that are longer come from nobody who speaks UGI.
const LONGEST_LINE: u64 = 1 << 20;
/// Seeds up to this one fit into what hosts of chess engines keep numbers in.
const LARGEST_SEED: i64 = i32::MAX as i64;
const MOST_LINES: i64 = 256;
const MOST_THREADS: i64 = 256;
const MOST_MEGABYTES: i64 = 65536;

/// Speaks UGI until the host says `quit` or goes away. The options are those of agents that are programs themselves.
pub fn serve(
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
    game: GameId,
    agent: Option<&str>,
    options: &ExternalOptions,
) -> Result<(), ServeError> {
    let voice = Voice::new(Box::new(output));
    let mut engine = UgiEngine::new(game, agent, options, voice)?;
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            // Whoever wrote all commands at once into a pipe still wants the answer.
            engine.seat.finish();
            return Ok(());
        }
        match Command::parse(&String::from_utf8_lossy(&line)) {
            Some(Command::Quit) => {
                engine.voice.fall_silent();
                engine.seat.finish();
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
    /// There is no such agent.
    #[error(transparent)]
    Contender(#[from] ContenderError),
    /// The game has no agents.
    #[error("{0} has no agents")]
    NoAgents(GameId),
    /// Standard input cannot be read.
    #[error("cannot read what the host says: {0}")]
    Input(#[from] io::Error),
}

/// What a host has set.
struct UgiEngine {
    external: ExternalOptions,
    game: GameId,
    agent: String,
    seed: u64,
    lines: usize,
    threads: Option<i64>,
    megabytes: Option<i64>,
    seat: Box<dyn Seat>,
    voice: Voice,
}

/// The strongest agent of a game.
fn champion(game: GameId) -> Result<String, ServeError> {
    let agents = Catalogue::of(game).list();
    let champion = agents.iter().find(|preset| preset.group == Group::Champion).or(agents.first());
    champion.map(|preset| preset.name.clone()).ok_or(ServeError::NoAgents(game))
}

fn seat_of(game: GameId, contender: Contender, options: &ExternalOptions, voice: Voice) -> Box<dyn Seat> {
    with_game!(game, G => Box::new(GameSeat::<G>::new(contender, options.clone(), voice)))
}

impl UgiEngine {
    fn new(game: GameId, agent: Option<&str>, external: &ExternalOptions, voice: Voice) -> Result<Self, ServeError> {
        let agent = agent.map_or_else(|| champion(game), |agent| Ok(agent.to_owned()))?;
        let contender = Contender::resolve(game, &agent)?;
        let seat = seat_of(game, contender, external, voice.clone());
        Ok(UgiEngine {
            external: external.clone(),
            game,
            agent,
            seed: 0,
            lines: 1,
            threads: None,
            megabytes: None,
            seat,
            voice,
        })
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Hello(dialect) => self.greet(dialect),
            Command::SetOption { name, value } => {
                if let Err(reason) = self.set(&name, &value) {
                    self.voice.note(reason);
                }
            }
            Command::IsReady => {
                if let Err(failure) = self.seat.prepare() {
                    self.voice.note(format!("{} {}", self.agent, failure.reason));
                }
                self.voice.say("readyok");
            }
            Command::NewGame => {
                // Whoever is asked next starts afresh, so that a game depends on its seed alone.
                if let Err(error) = self.seat_contender() {
                    self.voice.note(error.to_string());
                }
            }
            Command::Position { start, moves } => {
                self.seat.finish();
                if let Err(reason) = self.seat.set_up(&start, &moves) {
                    self.voice.note(format!("the position stays as it was: {reason}"));
                }
            }
            Command::Moves(moves) => {
                self.seat.finish();
                if let Err(reason) = self.seat.advance(&moves) {
                    self.voice.note(format!("the position stays as it was: {reason}"));
                }
            }
            Command::Go(go) => self.seat.go(go),
            Command::Stop => self.seat.stop(),
            Command::Query(query) => {
                let answer = self.seat.answer(&query);
                self.voice.say(format!("response {answer}").trim_end());
            }
            Command::Quit => {}
            Command::Unknown(line) => {
                let line: String = line.chars().take(100).collect();
                self.voice.note(format!("'{line}' is not understood and ignored"));
            }
        }
    }

    fn greet(&self, dialect: Dialect) {
        self.voice.say(&format!("id name Grandline {} {}", env!("CARGO_PKG_VERSION"), self.agent));
        self.voice.say(&format!("id author {}", env!("CARGO_PKG_AUTHORS")));
        for option in self.options() {
            self.voice.say(&option.to_string());
        }
        self.voice.say(match dialect {
            Dialect::Ugi => "ugiok",
            Dialect::Uci => "uciok",
        });
    }

    /// What can be set; threads and memory where the agent has use for them.
    fn options(&self) -> Vec<EngineOption> {
        let games = GameId::ALL.iter().map(|game| game.name().to_owned());
        let mut options = vec![
            EngineOption::combo("UGI_Game", self.game.name(), games),
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

    /// The number that a key of the agent has.
    fn setting(&self, key: &str) -> Option<i64> {
        let Ok(Contender::Preset(preset)) = Contender::resolve(self.game, &self.agent) else { return None };
        preset.settings().find(|(name, _)| *name == key).and_then(|(_, value)| value.parse().ok())
    }

    /// The key under which the agent keeps what it has seen, and its megabytes. The changes would be lost on a file.
    fn memory(&self) -> Option<(&'static str, i64)> {
        let keys = ["table", "tree"].into_iter().filter(|_| !self.agent.ends_with(".toml"));
        keys.filter_map(|key| Some((key, self.setting(key)?))).next()
    }

    /// The agent with what the host has set.
    fn contender(&self) -> Result<Contender, ContenderError> {
        let mut text = self.agent.clone();
        let memory = self.memory().map(|(key, _)| key);
        let changes = [(memory.map(|_| "threads"), self.threads), (memory, self.megabytes)];
        for (key, number) in changes {
            if let (Some(key), Some(number)) = (key, number) {
                let mark = if text.contains(':') { ',' } else { ':' };
                text.push_str(&format!("{mark}{key}={number}"));
            }
        }
        Contender::resolve(self.game, &text)
    }

    fn seat_contender(&mut self) -> Result<(), ContenderError> {
        let contender = self.contender()?;
        self.seat.replace(contender, self.seed, self.lines);
        Ok(())
    }

    /// Sets an option, or says why not.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let number = |least: i64, most: i64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("option {name} takes a number from {least} to {most}, not '{value}'"))
        };
        match name.to_ascii_lowercase().as_str() {
            "ugi_game" => return self.change_game(value),
            "agent" => {
                let before = std::mem::replace(&mut self.agent, value.to_owned());
                if let Err(error) = self.contender() {
                    self.agent = before;
                    return Err(error.to_string());
                }
            }
            "seed" => self.seed = number(0, LARGEST_SEED)?.unsigned_abs(),
            "multipv" => self.lines = usize::try_from(number(1, MOST_LINES)?).unwrap_or(1),
            "threads" => self.threads = Some(number(1, MOST_THREADS)?),
            "hash" => self.megabytes = Some(number(1, MOST_MEGABYTES)?),
            _ => {
                let names: Vec<String> = self.options().into_iter().map(|option| option.name).collect();
                return Err(format!("there is no option '{name}'; the options are {}", names.join(", ")));
            }
        }
        self.seat_contender().map_err(|error| error.to_string())
    }

    fn change_game(&mut self, name: &str) -> Result<(), String> {
        let game: GameId = name.parse().map_err(|error: grandline_games::UnknownGame| error.to_string())?;
        if game == self.game {
            return Ok(());
        }
        self.seat.finish();
        // An agent that does not play the new game makes room for one that does.
        if Contender::resolve(game, &self.agent).is_err() {
            self.agent = champion(game).map_err(|error| error.to_string())?;
            self.voice.note(format!("the agent is now {}", self.agent));
        }
        self.game = game;
        let contender = self.contender().map_err(|error| error.to_string())?;
        self.seat = seat_of(game, contender, &self.external, self.voice.clone());
        self.seat_contender().map_err(|error| error.to_string())
    }
}
