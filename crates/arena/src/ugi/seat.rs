//! The engine's side of one game: a position, somebody who thinks about it, and the thread in which that happens.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use grandline_agents::Family;
use grandline_games::{AnyPosition, Erased, Margin, Record, Side};
use grandline_search::{Limits, Remaining, Report, WallClock};

use super::command::{QUERIES, Query};
use super::go::Go;
use super::info::{Info, Score};
use crate::contender::Contender;
use crate::contest::read_moves;
use crate::contestant::Failure;
use crate::external::ExternalOptions;
use crate::thinker::Thinker;

/// Where an engine speaks; its search and its answers share it line by line.
#[derive(Clone)]
pub(crate) struct Voice(Arc<Mutex<Option<Box<dyn Write + Send>>>>);

impl Voice {
    pub(crate) fn new(output: Box<dyn Write + Send>) -> Self {
        Voice(Arc::new(Mutex::new(Some(output))))
    }

    /// Says a line. A host that does not listen will be found gone when its next line is read.
    pub(crate) fn say(&self, line: &str) {
        if let Some(output) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            let _ = writeln!(output, "{line}").and_then(|()| output.flush());
        }
    }

    /// Tells people something.
    pub(crate) fn note(&self, words: impl Into<String>) {
        self.say(&Info::note(words).to_string());
    }

    /// Says nothing more.
    pub(crate) fn fall_silent(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// What can be done with a game whose type is not known.
pub(crate) trait Seat {
    /// Goes to a position; stays if there is none.
    fn set_up(&mut self, start: &str, moves: &[String]) -> Result<(), String>;
    /// Makes moves.
    fn advance(&mut self, moves: &[String]) -> Result<(), String>;
    /// What the rules say.
    fn answer(&self, query: &Query) -> String;
    /// Whoever thinks is replaced before the next search.
    fn replace(&mut self, contender: Contender, seed: u64, lines: usize);
    /// Gets ready to think, unless that is going on already.
    fn prepare(&mut self) -> Result<(), Failure>;
    /// Thinks, and answers with `bestmove` when it is done.
    fn go(&mut self, go: Go);
    /// Asks for the answer.
    fn stop(&mut self);
    /// Waits for the answer, if one is to come.
    fn finish(&mut self);
}

/// A game of a known type.
pub(crate) struct GameSeat<G: Family> {
    record: Record<G>,
    contender: Contender,
    seed: u64,
    options: ExternalOptions,
    thinker: Option<Thinker<G>>,
    search: Option<Search<G>>,
    voice: Voice,
}

/// A search under way; the thread gives the one who thinks back.
struct Search<G: Family> {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Option<Thinker<G>>>,
}

impl<G: Family> GameSeat<G> {
    pub(crate) fn new(contender: Contender, options: ExternalOptions, voice: Voice) -> Self {
        let record = Record::new(G::start(0));
        GameSeat { record, contender, seed: 0, options, thinker: None, search: None, voice }
    }

    fn ready(&mut self) -> Result<Thinker<G>, Failure> {
        match self.thinker.take() {
            Some(thinker) => Ok(thinker),
            None => Thinker::new(&self.contender, self.seed, &self.options),
        }
    }
}

impl<G: Family> Seat for GameSeat<G> {
    fn set_up(&mut self, start: &str, moves: &[String]) -> Result<(), String> {
        let start = G::set_up(start).map_err(|error| error.to_string())?;
        self.record = read_moves(Record::new(start), moves).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn advance(&mut self, moves: &[String]) -> Result<(), String> {
        self.record = read_moves(self.record.clone(), moves).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn answer(&self, query: &Query) -> String {
        let game = Erased(self.record.clone());
        match query {
            Query::FirstToMove => (game.to_move() == Side::First).to_string(),
            Query::GameOver => game.outcome().is_some().to_string(),
            Query::Result => match game.outcome().map(Margin::winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(Side::First)) => "p1win",
                Some(Some(Side::Second)) => "p2win",
            }
            .to_owned(),
            Query::Game => G::NAME.to_owned(),
            Query::Fen => game.text(),
            Query::LegalMoves => game.legal_moves().join(" "),
            Query::IsLegal(text) => game.clone().play(text).is_ok().to_string(),
            Query::Score => game.detail().to_string(),
            Query::Unknown(word) => {
                self.voice.note(format!("there is no query '{word}'; the queries are {QUERIES}"));
                "none".to_owned()
            }
        }
    }

    fn replace(&mut self, contender: Contender, seed: u64, lines: usize) {
        self.finish();
        (self.contender, self.seed, self.options.lines, self.thinker) = (contender, seed, lines, None);
    }

    fn prepare(&mut self) -> Result<(), Failure> {
        if self.search.is_none() {
            self.thinker = Some(self.ready()?);
        }
        Ok(())
    }

    fn go(&mut self, go: Go) {
        self.finish();
        if self.record.outcome().is_some() {
            self.voice.note(format!("the game is over: {}", self.record.reason()));
            return self.voice.say("bestmove none");
        }
        let thinker = match self.ready() {
            Ok(thinker) => thinker,
            Err(failure) => {
                self.voice.note(format!("{} {}", self.contender.name(), failure.reason));
                return self.voice.say("bestmove none");
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            record: self.record.clone(),
            go,
            lines: self.options.lines,
            stop: stop.clone(),
            voice: self.voice.clone(),
        };
        let name = self.contender.name();
        self.search = Some(Search { stop, thread: thread::spawn(move || job.run(thinker, &name)) });
    }

    fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
            search.thread.thread().unpark();
        }
    }

    fn finish(&mut self) {
        self.stop();
        if let Some(search) = self.search.take() {
            self.thinker = search.thread.join().ok().flatten();
        }
    }
}

/// What one search is to do.
struct Job<G: Family> {
    record: Record<G>,
    go: Go,
    lines: usize,
    stop: Arc<AtomicBool>,
    voice: Voice,
}

impl<G: Family> Job<G> {
    fn run(self, mut thinker: Thinker<G>, name: &str) -> Option<Thinker<G>> {
        let position = self.record.position();
        let limits = Limits {
            depth: self.go.depth,
            nodes: self.go.nodes,
            time: self.go.movetime,
            lines: self.lines,
            stop: self.stop.clone(),
            clock: Arc::new(WallClock::start()),
            ..Limits::default()
        };
        let mut watch = |report: &Report<G>| self.tell(report);
        let thought =
            catch_unwind(AssertUnwindSafe(|| thinker.think(&self.record, &limits, self.clocks(), &mut watch)));
        // The host has asked for an answer when it stops us, and not before.
        while self.go.infinite && !self.stop.load(Ordering::Relaxed) {
            thread::park();
        }
        let (best, thinker) = match thought {
            Ok(Ok(report)) => (report.best, Some(thinker)),
            Ok(Err(failure)) => {
                self.voice.note(format!("{name} {}", failure.reason));
                (None, None)
            }
            Err(_) => {
                self.voice.note(format!("{name} failed in its search; the first legal move stands in"));
                (position.moves().next(), None)
            }
        };
        let best = best.map_or_else(|| "none".to_owned(), |mv| position.format_move(mv));
        self.voice.say(&format!("bestmove {best}"));
        thinker
    }

    /// What the clocks show, where the host has said so for the side to move.
    fn clocks(&self) -> Option<[Remaining; 2]> {
        let own = self.go.remaining(self.record.position().to_move())?;
        Some(Side::BOTH.map(|side| self.go.remaining(side).unwrap_or(own)))
    }

    fn tell(&self, report: &Report<G>) {
        let position = self.record.position();
        let texts = |moves: &[G::Move]| {
            let mut position = position.clone();
            let text = |&mv: &G::Move| {
                let text = position.format_move(mv);
                position.play(mv);
                text
            };
            moves.iter().map(text).collect()
        };
        let nodes = report.counts.nodes;
        // An agent that does not look ahead has no depth and no value to speak of.
        let searched = report.depth > 0 || report.counts.evaluations > 0;
        let info = Info {
            depth: searched.then_some(report.depth),
            seldepth: searched.then_some(report.selective_depth.max(report.depth)),
            score: searched.then(|| Score::of(&report.value)),
            nodes: Some(nodes),
            nps: Some((nodes as f64 / report.time.max(Duration::from_micros(1)).as_secs_f64()) as u64),
            time: Some(report.time),
            ..Info::default()
        };
        if report.lines.len() <= 1 {
            return self.voice.say(&Info { pv: texts(&report.pv), ..info }.to_string());
        }
        for (index, line) in report.lines.iter().enumerate() {
            let (multipv, score, pv) = (Some(index + 1), Some(Score::of(&line.value)), texts(&line.pv));
            self.voice.say(&Info { multipv, score, pv, ..info.clone() }.to_string());
        }
    }
}
