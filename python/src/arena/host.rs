//! The thread that asked for a match: while the arena's threads play, it answers for the Python agents.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use grandline_arena::guest::{GuestAnswer, Invited};
use grandline_arena::store::{Memory, Store};
use grandline_arena::tournament::{RunOptions, run};
use grandline_arena::{Ending, Event, ExternalOptions, Failure, Thought, Tournament};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

use super::clock::Clock;
use super::entrant::PythonAgent;
use super::guest::{Letter, PythonGuest};
use super::results::Results;
use crate::arguments::{MOVE, read_move};
use crate::board::Board;
use crate::error::wrong;
use crate::position::Position;

/// How often Python is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

/// Agents that are files of Python run with the interpreter that runs us, which has the package; another may not.
fn external(py: Python<'_>) -> PyResult<ExternalOptions> {
    let python: Option<String> = py.import("sys")?.getattr("executable")?.extract()?;
    let usual = ExternalOptions::default();
    Ok(ExternalOptions { python: python.filter(|path| !path.is_empty()).unwrap_or(usual.python), ..usual })
}

/// Plays a tournament with these Python agents among its own.
pub(super) fn host(
    py: Python<'_>,
    tournament: Tournament,
    agents: Vec<PythonAgent>,
    concurrency: usize,
) -> PyResult<Results> {
    let (letters, mut inbox) = channel();
    let (stop, seats) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let guests = agents.iter().enumerate().map(|(agent, PythonAgent { name, .. })| {
        let (game, letters, seats) = (tournament.game, letters.clone(), Arc::clone(&seats));
        Invited { name: name.clone(), guest: Arc::new(PythonGuest { agent, game, letters, seats }) }
    });
    let options = RunOptions {
        concurrency,
        stop: Arc::clone(&stop),
        guests: guests.collect(),
        external: external(py)?,
        ..RunOptions::default()
    };
    let mut desk = Desk { agents, seats: HashMap::new(), stop, interrupt: None, looked: Instant::now() };
    let mut store: Box<dyn Store> = Box::new(Memory::default());
    let mut warnings = Vec::new();
    let entry = py.detach(|| {
        std::thread::scope(|scope| {
            let runner = scope.spawn(|| {
                let entry = run(&tournament, &mut *store, &options, &mut |event| {
                    if let Event::Warning { text } = event {
                        warnings.push(text.clone());
                    }
                });
                // The host waits for this; if it is gone there is nobody to tell.
                let _ = letters.send(Letter::Done);
                entry
            });
            desk.attend(&mut inbox, &|| runner.is_finished());
            runner.join()
        })
    });
    if let Some(interrupt) = desk.interrupt {
        return Err(interrupt);
    }
    let entry = entry.map_err(|_| PyRuntimeError::new_err("the match panicked, which is a mistake of grandline"))?;
    Ok(Results::new(tournament, entry.map_err(wrong)?, store, warnings))
}

/// Where the letters of the arena's threads arrive.
struct Desk {
    agents: Vec<PythonAgent>,
    /// Who plays at each seat, in the present game.
    seats: HashMap<u64, Py<PyAny>>,
    stop: Arc<AtomicBool>,
    /// Why it all ends early.
    interrupt: Option<PyErr>,
    /// When Python was last asked for signals.
    looked: Instant,
}

impl Desk {
    /// Answers letters until all games are over.
    fn attend(&mut self, inbox: &mut Receiver<Letter>, is_over: &dyn Fn() -> bool) {
        loop {
            match inbox.recv_timeout(PATIENCE) {
                Ok(Letter::Done) => return,
                Ok(Letter::Begin { agent, seat, seed, reply }) => {
                    let begun = Python::attach(|py| self.begin(py, agent, seat, seed));
                    let _ = reply.send(begun);
                }
                Ok(Letter::Choose { seat, board, clock, reply }) => {
                    let answer = Python::attach(|py| self.choose(py, seat, board, *clock));
                    let _ = reply.send(answer);
                }
                // A runner that panicked does not say that it is done.
                Err(_) if is_over() => return,
                Err(_) => {}
            }
            if self.looked.elapsed() > PATIENCE && self.interrupt.is_none() {
                self.looked = Instant::now();
                let looked: PyResult<()> = Python::attach(|py| {
                    py.check_signals()?;
                    Ok(())
                });
                if let Err(interrupt) = looked {
                    self.end(interrupt);
                }
            }
        }
    }

    /// Ends everything early.
    fn end(&mut self, interrupt: PyErr) {
        self.interrupt = Some(interrupt);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn begin(&mut self, py: Python<'_>, agent: usize, seat: u64, seed: u64) -> Result<(), Failure> {
        let PythonAgent { object, is_class, .. } = &self.agents[agent];
        let player = if *is_class { object.call0(py) } else { Ok(object.clone_ref(py)) };
        let begun = player.and_then(|player| {
            if player.bind(py).hasattr("begin")? {
                player.call_method1(py, "begin", (seed,))?;
            }
            Ok(player)
        });
        match begun {
            Ok(player) => {
                self.seats.insert(seat, player);
                Ok(())
            }
            Err(error) => Err(self.failure(py, error)),
        }
    }

    fn choose(
        &mut self,
        py: Python<'_>,
        seat: u64,
        board: Arc<dyn Board>,
        clock: Clock,
    ) -> Result<GuestAnswer, Failure> {
        let Some(player) = self.seats.get(&seat).filter(|_| self.interrupt.is_none()) else {
            return Err(Failure::new(Ending::Silence, "was stopped before its move"));
        };
        // The position that is handed over is the first one visited.
        let tally = Arc::new(AtomicU64::new(1));
        let position = Position::of(board, Some(Arc::clone(&tally)));
        let (player, watch) = (player.bind(py).clone(), clock.watch());
        let start = watch.now();
        let arguments = (position, clock.started());
        let chosen = match player.hasattr("choose") {
            Ok(true) => player.call_method1("choose", arguments),
            _ => player.call1(arguments),
        };
        let time = watch.now().saturating_sub(start);
        let chosen = chosen.map_err(|error| self.failure(py, error))?;
        let text = read_move(&chosen).map_err(|found| {
            Failure::new(Ending::Protocol, format!("returned {found}, which is not a move: {MOVE}"))
        })?;
        let thought = Thought { nodes: Some(tally.load(Ordering::Relaxed)), ..Thought::default() };
        Ok(GuestAnswer { text, thought, time })
    }

    /// An exception of an agent loses its game, with all a student needs to find it. Ctrl-C is meant for us.
    fn failure(&mut self, py: Python<'_>, error: PyErr) -> Failure {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            self.end(error);
            return Failure::new(Ending::Silence, "was stopped before its move");
        }
        let (words, trace) = describe(py, &error);
        Failure { ending: Ending::Crash, reason: format!("raised {words}"), evidence: Some(trace) }
    }
}

/// An exception in a line with the place it comes from, and its whole traceback.
fn describe(py: Python<'_>, error: &PyErr) -> (String, String) {
    let words = error.to_string();
    let traced = || -> PyResult<(Option<String>, String)> {
        let traceback = py.import("traceback")?;
        let lines: Vec<String> = traceback
            .call_method1("format_exception", (error.get_type(py), error.value(py), error.traceback(py)))?
            .extract()?;
        let frames = traceback.call_method1("extract_tb", (error.traceback(py),))?;
        let last = frames.try_iter()?.last().transpose()?;
        let place = last.map(|frame| -> PyResult<String> {
            let (file, line, name) = (frame.getattr("filename")?, frame.getattr("lineno")?, frame.getattr("name")?);
            Ok(format!("{file}, line {line}, in {name}"))
        });
        Ok((place.transpose()?, lines.concat()))
    };
    match traced() {
        Ok((Some(place), trace)) => (format!("{words} ({place})"), trace),
        Ok((None, trace)) => (words, trace),
        Err(_) => (words.clone(), words),
    }
}
