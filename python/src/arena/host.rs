//! The thread that started a match: while the games run in threads of the arena, it runs the Python agents.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grandline_arena::store::{Sqlite, Store};
use grandline_arena::tournament::{self, RunOptions};
use grandline_arena::{Agent, CustomAgent, Ending, Event, ExternalOptions, Failure, Player, Tournament};
use grandline_games::AnyPosition;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use super::clock::Clock;
use super::player::{Choice, PythonPlayer, Request, stopped};
use super::results::Results;
use super::spec::PythonAgent;
use crate::arguments::{MOVE, read_move};
use crate::error::wrong;
use crate::position::Position;

/// How often Python's signals are checked, so that Ctrl-C works.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Agents in Python files run with the current interpreter, which has the package; another one may not.
fn external(py: Python<'_>) -> PyResult<ExternalOptions> {
    let python: Option<String> = py.import("sys")?.getattr("executable")?.extract()?;
    let default = ExternalOptions::default();
    Ok(ExternalOptions { python: python.filter(|path| !path.is_empty()).unwrap_or(default.python), ..default })
}

/// A Python agent for the arena. Its players send their requests to the host.
fn custom(index: usize, agent: &PythonAgent, requests: &Sender<Request>, players: &Arc<AtomicU64>) -> (String, Agent) {
    let (requests, players) = (requests.clone(), Arc::clone(players));
    let player = move || -> Box<dyn Player> {
        let player = players.fetch_add(1, Ordering::Relaxed);
        Box::new(PythonPlayer { agent: index, player, requests: requests.clone() })
    };
    let name = agent.text.clone();
    (name.clone(), Agent::Custom(CustomAgent { name, player: Arc::new(player) }))
}

/// Runs a tournament with these Python agents.
pub(super) fn run(
    py: Python<'_>,
    tournament: Tournament,
    agents: Vec<PythonAgent>,
    concurrency: usize,
) -> PyResult<Results> {
    let (requests, mut inbox) = channel();
    let (stop, players) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let customs = agents.iter().enumerate().map(|(index, agent)| custom(index, agent, &requests, &players));
    let options = RunOptions {
        concurrency,
        stop: Arc::clone(&stop),
        agents: customs.collect(),
        external: external(py)?,
        ..RunOptions::default()
    };
    let mut host = Host { agents, players: HashMap::new(), stop, interrupt: None, checked: Instant::now() };
    let mut store: Box<dyn Store> =
        Box::new(Sqlite::in_memory().map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    let mut warnings = Vec::new();
    let entry = py.detach(|| {
        std::thread::scope(|scope| {
            let runner = scope.spawn(|| {
                let entry = tournament::run(&tournament, &mut *store, &options, &mut |event| {
                    if let Event::Warning { text } = event {
                        warnings.push(text.clone());
                    }
                });
                // The host waits for this. If it is gone, nothing is left to tell it.
                let _ = requests.send(Request::Done);
                entry
            });
            host.serve(&mut inbox, &|| runner.is_finished());
            runner.join()
        })
    });
    if let Some(interrupt) = host.interrupt {
        return Err(interrupt);
    }
    let entry = entry.map_err(|_| PyRuntimeError::new_err("the match panicked, which is a bug in grandline"))?;
    Ok(Results { tournament, entry: entry.map_err(wrong)?, store: Mutex::new(store), warnings })
}

/// Answers the requests of the arena's threads.
struct Host {
    agents: Vec<PythonAgent>,
    /// The Python object of each player in its current game.
    players: HashMap<u64, Py<PyAny>>,
    stop: Arc<AtomicBool>,
    /// The exception that ends the tournament early.
    interrupt: Option<PyErr>,
    /// When signals were last checked.
    checked: Instant,
}

impl Host {
    /// Answers requests until all games are over.
    fn serve(&mut self, inbox: &mut Receiver<Request>, is_over: &dyn Fn() -> bool) {
        loop {
            match inbox.recv_timeout(SIGNAL_INTERVAL) {
                Ok(Request::Done) => return,
                Ok(Request::Begin { agent, player, seed, reply }) => {
                    let begun = Python::attach(|py| self.begin(py, agent, player, seed));
                    let _ = reply.send(begun);
                }
                Ok(Request::Choose { player, position, clock, reply }) => {
                    let choice = Python::attach(|py| self.choose(py, player, position, *clock));
                    let _ = reply.send(choice);
                }
                // A runner that panicked does not send `Done`.
                Err(_) if is_over() => return,
                Err(_) => {}
            }
            if self.checked.elapsed() > SIGNAL_INTERVAL && self.interrupt.is_none() {
                self.checked = Instant::now();
                // The method itself is not general enough in its lifetime to be passed here.
                let checked: PyResult<()> = Python::attach(|py| {
                    py.check_signals()?;
                    Ok(())
                });
                if let Err(interrupt) = checked {
                    self.end(interrupt);
                }
            }
        }
    }

    /// Ends the tournament early.
    fn end(&mut self, interrupt: PyErr) {
        self.interrupt = Some(interrupt);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn begin(&mut self, py: Python<'_>, agent: usize, player: u64, seed: u64) -> Result<(), Failure> {
        let PythonAgent { object, is_class, .. } = &self.agents[agent];
        let object = if *is_class { object.call0(py) } else { Ok(object.clone_ref(py)) };
        let begun = object.and_then(|object| {
            if object.bind(py).hasattr("begin")? {
                object.call_method1(py, "begin", (seed,))?;
            }
            Ok(object)
        });
        match begun {
            Ok(object) => {
                self.players.insert(player, object);
                Ok(())
            }
            Err(error) => Err(self.failure(py, error)),
        }
    }

    fn choose(&mut self, py: Python<'_>, player: u64, position: AnyPosition, clock: Clock) -> Result<Choice, Failure> {
        let Some(object) = self.players.get(&player).filter(|_| self.interrupt.is_none()) else {
            return Err(stopped());
        };
        // The position that the agent is given counts as visited.
        let tally = Arc::new(AtomicU64::new(1));
        let position = Position { inner: position, tally: Some(Arc::clone(&tally)) };
        let (object, watch, said) = (object.bind(py).clone(), Arc::clone(&clock.watch), Arc::clone(&clock.said));
        let start = watch.now();
        let arguments = (position, clock.started());
        let chosen = match object.hasattr("choose") {
            Ok(true) => object.call_method1("choose", arguments),
            _ => object.call1(arguments),
        };
        let time = watch.now().saturating_sub(start);
        let chosen = chosen.map_err(|error| self.failure(py, error))?;
        let text = read_move(&chosen).map_err(|found| {
            Failure::new(Ending::Protocol, format!("returned {found}, which is not a move: {MOVE}"))
        })?;
        let said = said.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Choice { text, said, nodes: tally.load(Ordering::Relaxed), time })
    }

    /// The failure of an agent that raised an exception, with its traceback. `KeyboardInterrupt` ends the tournament.
    fn failure(&mut self, py: Python<'_>, error: PyErr) -> Failure {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            self.end(error);
            return stopped();
        }
        let (words, trace) = describe(py, &error);
        Failure { ending: Ending::Crash, reason: format!("raised {words}"), evidence: Some(trace) }
    }
}

/// An exception in one line with the place it was raised, and its whole traceback.
fn describe(py: Python<'_>, error: &PyErr) -> (String, String) {
    let words = error.to_string();
    let traced = || -> PyResult<(Option<String>, String)> {
        let arguments = (error.value(py), error.traceback(py));
        py.import("grandline.run.trouble")?.call_method1("traced", arguments)?.extract()
    };
    match traced() {
        Ok((Some(place), trace)) => (format!("{words} ({place})"), trace),
        Ok((None, trace)) => (words, trace),
        Err(_) => (words.clone(), words),
    }
}
