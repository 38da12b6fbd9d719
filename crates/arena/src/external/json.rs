//! A program that answers questions in JSON: one line in, one line out, and nothing to remember in between.

use std::marker::PhantomData;
use std::time::Duration;

use grandline_games::{Notation, Record};
use grandline_search::Report;
use serde::Serialize;
use serde_json::Value as Json;

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::patience::{Heard, Patience};
use super::process::Process;
use super::python::{PythonAgent, Surroundings};
use super::session::{NEVER, could_not_run};
use super::transcript::shortened;
use crate::contestant::{Answer, Contestant, Failure, Turn};
use crate::played::{Ending, Thought};

/// A program that speaks JSON lines. It may go on after its answer, or end and be started again for the next question.
pub struct JsonContestant<G: Notation> {
    command: CommandLine,
    options: ExternalOptions,
    /// Whether it is an agent in Python, which gets a new process for each game and hears more about it.
    is_python: bool,
    running: Option<Running>,
    game: PhantomData<fn() -> G>,
}

/// A program, and what it has shown since it was started.
struct Running {
    process: Process,
    /// Whether it has said that it is ready, which only agents in Python do.
    is_ready: bool,
    has_answered: bool,
}

/// A question.
#[derive(Serialize)]
struct Question<'a> {
    game: &'a str,
    position: String,
    moves: Vec<String>,
    legal: Vec<String>,
    player: &'a str,
    clock_ms: Option<[u64; 2]>,
    detail: Json,
    #[serde(flatten)]
    surroundings: Option<Surroundings>,
}

/// The question of a turn as one line. Where each move has a time of its own, that is what the clocks show.
pub(crate) fn question<G: Notation>(turn: &Turn<'_, G>, surroundings: Option<Surroundings>) -> String {
    let record: &Record<G> = turn.record;
    let position = record.position();
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let clocks = turn.clocks.map(|clocks| clocks.map(|clock| millis(clock.left)));
    let question = Question {
        game: G::NAME,
        position: G::text_of(record),
        moves: record.positions().iter().zip(record.moves()).map(|(at, &mv)| at.format_move(mv)).collect(),
        legal: position.moves().map(|mv| position.format_move(mv)).collect(),
        player: position.to_move().name(),
        clock_ms: clocks.or_else(|| turn.allowance.movetime.map(|time| [millis(time); 2])),
        detail: position.detail(),
        surroundings,
    };
    serde_json::to_string(&question).unwrap_or_else(|error| unreachable!("plain data: {error}"))
}

/// How long a program has to show by its exit status that there was nothing to run.
const PREFLIGHT: Duration = Duration::from_secs(2);

/// Starts a program and ends its input, which asks nothing of it, to see whether it can be started.
pub fn check(command: &CommandLine, options: &ExternalOptions) -> Result<(), StartError> {
    let mut process = Process::start(command, options)?;
    process.close_input();
    let until = process.now() + PREFLIGHT.min(options.start);
    // Its output is heard so that it cannot be held up by it.
    while let Ok(Some(_)) = process.hear(until) {}
    match process.wait_for_end(until) {
        Some(status) if could_not_run(status.code()) => {
            Err(StartError::CouldNotRun { command: command.to_string(), said: process.death(status) })
        }
        _ => Ok(()),
    }
}

impl<G: Notation> JsonContestant<G> {
    /// The program of a command, which is not started yet.
    pub fn new(command: CommandLine, options: ExternalOptions) -> Self {
        JsonContestant { command, options, is_python: false, running: None, game: PhantomData }
    }

    /// An agent in Python.
    pub fn python(agent: &PythonAgent, options: ExternalOptions) -> Self {
        JsonContestant { is_python: true, ..JsonContestant::new(agent.command(&options), options) }
    }

    /// The program, started if it is not there.
    fn ensure_running(&mut self) -> Result<&mut Running, Failure> {
        let running = self.running.take().filter(|running| running.process.ended().is_none());
        let running = match running {
            Some(running) => running,
            None => {
                let process = Process::start(&self.command, &self.options);
                let process =
                    process.map_err(|error| Failure::new(Ending::Crash, format!("could not be started: {error}")))?;
                let mut running = Running { process, is_ready: false, has_answered: false };
                if self.is_python {
                    running.wait_until_ready(&self.options)?;
                }
                running
            }
        };
        Ok(self.running.insert(running))
    }
}

impl<G: Notation> Contestant<G> for JsonContestant<G> {
    fn begin(&mut self, _seed: u64) -> Result<(), Failure> {
        if self.is_python {
            // What an agent leaves behind in its process, be it good or bad, is not for the next game.
            self.running = None;
        }
        // Started now, it can load what it needs while the other side thinks.
        self.ensure_running().map(|_| ())
    }

    fn choose(&mut self, turn: &Turn<'_, G>, _watch: &mut dyn FnMut(&Report<G>)) -> Result<Answer<G>, Failure> {
        let question = question(turn, self.is_python.then(|| Surroundings::of(turn)));
        let (options, is_python) = (self.options.clone(), self.is_python);
        loop {
            let running = self.ensure_running()?;
            match running.ask(&question, turn, &options) {
                Ok(answer) => {
                    running.has_answered = true;
                    return Ok(answer);
                }
                // It has ended in peace after its last answer, just when it was asked again.
                Err(_)
                    if !is_python
                        && running.has_answered
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
    /// Waits until an agent in Python is loaded: what that takes is not the time of its first move.
    fn wait_until_ready(&mut self, options: &ExternalOptions) -> Result<(), Failure> {
        self.process.expect_answer();
        let mut patience = Patience::of(&self.process, options.start, &NEVER);
        self.is_ready = true;
        match patience.listen(&mut self.process)? {
            Heard::Line(_) | Heard::Stop => Ok(()),
            Heard::Late(ending, within) => Err(self.process.failure(ending, format!("was not loaded {within}"))),
        }
    }

    fn ask<G: Notation>(
        &mut self,
        question: &str,
        turn: &Turn<'_, G>,
        options: &ExternalOptions,
    ) -> Result<Answer<G>, Failure> {
        let process = &mut self.process;
        if let Ok(Some(line)) = process.hear(Duration::ZERO) {
            let said = shortened(&line, 100);
            let words =
                format!("said '{said}' without being asked: one line is one answer, and notes belong on stderr");
            return Err(process.failure(Ending::Protocol, words));
        }
        process.expect_answer();
        // There is no handshake: a program that was just started may still be loading.
        let extra = if self.has_answered || self.is_ready { Duration::ZERO } else { options.start };
        let mut patience = Patience::of_turn(process, turn, options, extra);
        process.tell(question);
        loop {
            match patience.listen(process)? {
                Heard::Line(line) if line.trim().is_empty() => {}
                Heard::Line(line) => {
                    let time = patience.spent(process, turn.allowance.clock);
                    return understand(process, turn.record.position(), &line, time);
                }
                Heard::Stop => return Err(process.failure(Ending::Silence, "was stopped before its move")),
                Heard::Late(ending, within) => {
                    return Err(process.failure(ending, format!("did not answer {within}")));
                }
            }
        }
    }
}

/// The move of an answer, and what else it says.
fn understand<G: Notation>(process: &Process, position: &G, line: &str, time: Duration) -> Result<Answer<G>, Failure> {
    let answer: Option<Json> = serde_json::from_str(line).ok();
    let text = answer.as_ref().and_then(|answer| match answer.get("move")? {
        Json::String(text) => Some(text.clone()),
        // Columns and squares are numbers to many a program.
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    });
    let (Some(answer), Some(text)) = (answer, text) else {
        let said = shortened(line, 100);
        let words = format!("answered '{said}', and not a line like {{\"move\": \"...\"}}; notes belong on stderr");
        return Err(process.failure(Ending::Protocol, words));
    };
    let mv = position.parse_move(text.trim()).map_err(|error| process.illegal(position, &error))?;
    let thought = Thought {
        depth: answer.get("depth").and_then(Json::as_u64).and_then(|depth| depth.try_into().ok()),
        nodes: answer.get("nodes").and_then(Json::as_u64),
        value: answer.get("value").and_then(Json::as_f64),
        ..Thought::default()
    };
    Ok(Answer { mv, thought, time })
}
