//! An external engine that answers questions in JSON: one line in, one line out, no state in between.

use std::time::Duration;

use grandline_games::{AnyPosition, GameId, MoveId};
use grandline_search::Watch;
use serde::Serialize;
use serde_json::Value as Json;

use super::command::{CommandLine, StartError};
use super::deadline::{Deadline, Received};
use super::process::Process;
use super::python::{self, PythonAgent};
use super::session::{NEVER, is_not_found};
use super::transcript::shortened;
use super::{ExternalOptions, clocks};
use crate::agent::{Answer, Failure, Player, Said, Turn};
use crate::played::Ending;

/// An external engine that speaks JSON lines. After an answer it may keep running, or end and be started again for the next
/// question.
pub struct JsonPlayer {
    command: CommandLine,
    options: ExternalOptions,
    /// Whether it is a Python agent, which gets a new process for each game and more in each question.
    is_python: bool,
    running: Option<Running>,
}

/// A process and its state since it was started.
struct Running {
    process: Process,
    /// Whether it is known to be loaded: it has answered, or has said that it is ready, as Python agents do.
    is_loaded: bool,
}

/// A question.
#[derive(Serialize)]
struct Question {
    game: GameId,
    position: String,
    moves: Vec<String>,
    legal: Vec<String>,
    player: &'static str,
    clock_ms: Option<[u64; 2]>,
    detail: Json,
    #[serde(flatten)]
    context: Option<Json>,
}

/// The question of a turn as one line. Where there is a time per move, both clocks show that.
fn question(turn: &Turn<'_>, context: Option<Json>) -> String {
    let position = turn.position;
    let clocks = clocks(turn).map(|clocks| clocks.map(|clock| millis(clock.left)));
    let question = Question {
        game: position.game(),
        position: position.text(),
        moves: position.played(),
        legal: position.legal_moves(),
        player: position.to_move().name(),
        clock_ms: clocks.or_else(|| turn.limits.time.map(|time| [millis(time); 2])),
        detail: position.detail(),
        context,
    };
    serde_json::to_string(&question).unwrap_or_else(|error| unreachable!("plain data: {error}"))
}

/// A duration in the unit of questions.
pub(super) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// How long to wait for an exit status that says that there was nothing to run.
const PREFLIGHT: Duration = Duration::from_secs(2);

/// Starts a program and closes its input without a question, to see whether it can be started.
pub fn check(command: &CommandLine, options: &ExternalOptions) -> Result<(), StartError> {
    let mut process = Process::start(command, options)?;
    match process.run_out(PREFLIGHT.min(options.start)) {
        Some(status) if is_not_found(status.code()) => {
            Err(StartError::CouldNotRun(command.to_string(), process.describe_exit(status)))
        }
        _ => Ok(()),
    }
}

impl JsonPlayer {
    /// The engine of a command, which is not started yet.
    pub fn new(command: CommandLine, options: ExternalOptions) -> Self {
        JsonPlayer { command, options, is_python: false, running: None }
    }

    /// A Python agent.
    pub fn python(agent: &PythonAgent, options: ExternalOptions) -> Self {
        JsonPlayer { is_python: true, ..JsonPlayer::new(agent.command(&options), options) }
    }

    /// The running process, started if there is none.
    fn ensure_running(&mut self) -> Result<&mut Running, Failure> {
        let running = self.running.take().filter(|running| running.process.ended().is_none());
        let running = match running {
            Some(running) => running,
            None => {
                let process = Process::start(&self.command, &self.options);
                let process =
                    process.map_err(|error| Failure::new(Ending::Crash, format!("could not be started: {error}")))?;
                let mut running = Running { process, is_loaded: false };
                if self.is_python {
                    running.wait_until_ready(&self.options)?;
                }
                running
            }
        };
        Ok(self.running.insert(running))
    }
}

impl Player for JsonPlayer {
    fn begin(&mut self, _game: GameId, _seed: u64) -> Result<(), Failure> {
        if self.is_python {
            // What an agent leaves behind in its process must not reach the next game.
            self.running = None;
        }
        // Started now, it can load what it needs while the other side thinks.
        self.ensure_running().map(|_| ())
    }

    fn choose(&mut self, turn: &Turn<'_>, _watch: Watch<'_, MoveId>) -> Result<Answer, Failure> {
        let question = question(turn, self.is_python.then(|| python::context(turn)));
        let (options, is_python) = (self.options.clone(), self.is_python);
        loop {
            let running = self.ensure_running()?;
            match running.ask(&question, turn, &options) {
                Ok(answer) => {
                    running.is_loaded = true;
                    return Ok(answer);
                }
                // It ended regularly after its last answer, just when it was asked again.
                Err(_)
                    if !is_python
                        && running.is_loaded
                        && running.process.ended().is_some_and(|status| status.success()) => {}
                Err(failure) => {
                    self.running = None;
                    return Err(failure);
                }
            }
        }
    }
}

impl Running {
    /// Waits until a Python agent is loaded, which does not count as time of its first move.
    fn wait_until_ready(&mut self, options: &ExternalOptions) -> Result<(), Failure> {
        self.process.expect_answer();
        let mut deadline = Deadline::of(&self.process, options.start, &NEVER);
        self.is_loaded = true;
        match deadline.next_line(&mut self.process)? {
            Received::Line(_) | Received::Stop => Ok(()),
            Received::Late(ending, within) => Err(self.process.failure(ending, format!("was not loaded {within}"))),
        }
    }

    fn ask(&mut self, question: &str, turn: &Turn<'_>, options: &ExternalOptions) -> Result<Answer, Failure> {
        let process = &mut self.process;
        if let Ok(Some(line)) = process.receive(Duration::ZERO) {
            let said = shortened(&line, 100);
            let reason =
                format!("said '{said}' without being asked: one line is one answer, and notes belong on stderr");
            return Err(process.failure(Ending::Protocol, reason));
        }
        process.expect_answer();
        // There is no handshake: a program that was just started may still be loading.
        let extra = if self.is_loaded { Duration::ZERO } else { options.start };
        let mut deadline = Deadline::of_turn(process, turn, options, extra);
        process.send(question);
        loop {
            match deadline.next_line(process)? {
                Received::Line(line) if line.trim().is_empty() => {}
                Received::Line(line) => {
                    let time = deadline.elapsed(process, turn.clock);
                    return parse_answer(process, turn.position, &line, time);
                }
                Received::Stop => return Err(process.failure(Ending::Silence, "was stopped before its move")),
                Received::Late(ending, within) => {
                    return Err(process.failure(ending, format!("did not answer {within}")));
                }
            }
        }
    }
}

/// The text of a move. Many programs write columns and squares as numbers.
fn move_text(mv: &Json) -> Option<String> {
    match mv {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The answer of an engine: its move as a text, and what it says of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonAnswer {
    /// The move, which may not be legal.
    pub text: String,
    /// The number of positions searched.
    pub nodes: u64,
    /// Everything else about the search.
    pub said: Said,
}

impl JsonAnswer {
    /// Reads a line; nothing if it is not an object with a move. Other fields that make no sense count as absent.
    pub fn parse(line: &str) -> Option<Self> {
        let answer: Json = serde_json::from_str(line).ok()?;
        let text = move_text(answer.get("move")?)?;
        let count = |key: &str| answer.get(key).and_then(Json::as_u64).unwrap_or(0);
        let line = answer.get("line").and_then(Json::as_array).into_iter().flatten();
        let said = Said {
            depth: u32::try_from(count("depth")).ok(),
            value: answer.get("value").and_then(Json::as_f64),
            line: line.map_while(move_text).collect(),
        };
        Some(JsonAnswer { text, nodes: count("nodes"), said })
    }
}

/// The move of an answer, and what it says of the search.
fn parse_answer(process: &Process, position: &AnyPosition, line: &str, time: Duration) -> Result<Answer, Failure> {
    let Some(JsonAnswer { text, nodes, said }) = JsonAnswer::parse(line) else {
        let said = shortened(line, 100);
        let reason = format!("answered '{said}' instead of a line like {{\"move\": \"...\"}}; notes belong on stderr");
        return Err(process.failure(Ending::Protocol, reason));
    };
    let mv = position.parse_move(text.trim()).map_err(|error| process.illegal(position, &error))?;
    let report = said.report(position, mv, nodes, time);
    Ok(Answer { mv, report, time })
}
