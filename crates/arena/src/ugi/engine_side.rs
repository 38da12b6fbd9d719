//! The engine's side of a game: a position, an agent, and the thread in which it searches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use grandline_games::{AnyPosition, GameId, Margin, MoveId, Side};
use grandline_search::Report;

use super::info::{Info, Score};
use super::output::Output;
use super::search_command::SearchCommand;
use super::{first_word, start};
use crate::agent::{Agent, Failure, Player, Turn};
use crate::external::ExternalOptions;

/// The queries by name.
const QUERIES: &str = "p1turn, gameover, result, game, fen, legalmoves, islegal, score";

/// A position and the agent that searches it.
pub(super) struct EngineSide {
    position: AnyPosition,
    agent: Agent,
    pub(super) seed: u64,
    pub(super) options: ExternalOptions,
    /// The player of the agent, once it is ready and unless it is searching.
    player: Option<Box<dyn Player>>,
    search: Option<Search>,
    output: Output,
}

/// A search in progress; its thread gives the player back, unless that has failed.
struct Search {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Option<Box<dyn Player>>>,
}

impl EngineSide {
    /// The start of a game.
    pub(super) fn new(game: GameId, agent: Agent, options: ExternalOptions, output: Output) -> Self {
        EngineSide { position: start(game, 0), agent, seed: 0, options, player: None, search: None, output }
    }

    /// Plays moves from a start, or from the present position without one. An error changes nothing.
    pub(super) fn set_up(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        let game = self.position.game();
        let start = start.map_or_else(|| Ok(self.position.clone()), |start| game.set_up(start));
        let mut position = start.map_err(|error| error.to_string())?;
        position.play_all(moves).map_err(|error| error.to_string())?;
        self.position = position;
        Ok(())
    }

    /// The answer to a question about the rules.
    pub(super) fn answer(&self, query: &str) -> String {
        let position = &self.position;
        match first_word(query) {
            ("p1turn", _) => (position.to_move() == Side::First).to_string(),
            ("gameover", _) => position.outcome().is_some().to_string(),
            ("result", _) => result_word(position).to_owned(),
            ("game", _) => position.game().to_string(),
            ("fen", _) => position.text(),
            ("legalmoves", _) => position.legal_moves().join(" "),
            ("islegal", text) => position.parse_move(text.trim()).is_ok().to_string(),
            ("score", _) => position.detail().to_string(),
            (word, _) => {
                self.output.note(format!("query '{word}' does not exist; the queries are {QUERIES}"));
                "none".to_owned()
            }
        }
    }

    /// The game of the position.
    pub(super) fn game(&self) -> GameId {
        self.position.game()
    }

    /// Sets up the start of another game.
    pub(super) fn change_game(&mut self, game: GameId) {
        self.finish();
        self.position = start(game, 0);
    }

    /// Replaces the agent for the next search.
    pub(super) fn replace_agent(&mut self, agent: Agent) {
        self.finish();
        (self.agent, self.player) = (agent, None);
    }

    /// Gets the player ready, unless it is searching.
    pub(super) fn prepare(&mut self) -> Result<(), Failure> {
        if self.search.is_none() {
            self.player = Some(self.take_player()?);
        }
        Ok(())
    }

    fn take_player(&mut self) -> Result<Box<dyn Player>, Failure> {
        if let Some(player) = self.player.take() {
            return Ok(player);
        }
        let mut player = self.agent.player(&self.options);
        player.begin(self.position.game(), self.seed)?;
        Ok(player)
    }

    /// Starts a search, which answers with `bestmove` at its end.
    pub(super) fn search(&mut self, command: SearchCommand) {
        self.finish();
        if self.position.outcome().is_some() {
            self.output.note(format!("the game is over: {}", self.position.reason()));
            return self.output.send("bestmove none");
        }
        let player = match self.take_player() {
            Ok(player) => player,
            Err(failure) => {
                self.output.note(format!("{} {}", self.agent.name(), failure.reason));
                return self.output.send("bestmove none");
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let job = SearchTask {
            position: self.position.clone(),
            command,
            agent: self.agent.clone(),
            lines: self.options.lines,
            stop: stop.clone(),
            output: self.output.clone(),
        };
        self.search = Some(Search { stop, thread: thread::spawn(move || job.run(player)) });
    }

    /// Asks a search for its answer.
    pub(super) fn stop(&mut self) {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
            search.thread.thread().unpark();
        }
    }

    /// Stops a search and waits for its answer.
    pub(super) fn finish(&mut self) {
        self.stop();
        if let Some(search) = self.search.take() {
            self.player = search.thread.join().ok().flatten();
        }
    }
}

/// The result of a game in the words of UGI.
pub(crate) fn result_word(position: &AnyPosition) -> &'static str {
    match position.outcome().map(Margin::winner) {
        None => "none",
        Some(None) => "draw",
        Some(Some(Side::First)) => "p1win",
        Some(Some(Side::Second)) => "p2win",
    }
}

/// One search.
struct SearchTask {
    position: AnyPosition,
    command: SearchCommand,
    agent: Agent,
    lines: usize,
    stop: Arc<AtomicBool>,
    output: Output,
}

impl SearchTask {
    /// Searches, and gives the player back unless it has failed.
    fn run(self, mut player: Box<dyn Player>) -> Option<Box<dyn Player>> {
        let side = self.position.to_move();
        let limits = self.command.limits(side, self.lines, self.stop.clone());
        let turn = Turn::alone(&self.position, &limits, self.command.clocks_for(side));
        let answer = player.choose(&turn, &mut |report| self.send_info(report));
        // An infinite search must not answer before the host stops it.
        while self.command.infinite && !self.stop.load(Ordering::Relaxed) {
            thread::park();
        }
        let (best, player) = match answer {
            Ok(answer) => (self.position.move_text(answer.mv), Some(player)),
            Err(failure) => {
                self.output.note(format!("{} {}", self.agent.name(), failure.reason));
                // A bug in Grandline should not lose the game; an external engine answers for itself.
                let stand_in = self.position.legal_moves().into_iter().next();
                (stand_in.filter(|_| !self.agent.is_external()), None)
            }
        };
        self.output.send(&format!("bestmove {}", best.as_deref().unwrap_or("none")));
        player
    }

    fn send_info(&self, report: &Report<MoveId>) {
        let nodes = report.counts.nodes;
        // An agent that does not search has neither depth nor value.
        let founded = report.is_founded();
        let info = Info {
            depth: founded.then_some(report.depth),
            seldepth: founded.then_some(report.selective_depth.max(report.depth)),
            score: founded.then(|| Score::of(&report.value())),
            nodes: Some(nodes),
            nps: Some((nodes as f64 / report.time.max(Duration::from_micros(1)).as_secs_f64()) as u64),
            time: Some(report.time),
            ..Info::default()
        };
        if report.lines.len() <= 1 {
            let pv = self.position.line_texts(report.pv());
            return self.output.send(&Info { pv, ..info }.to_string());
        }
        for (index, line) in report.lines.iter().enumerate() {
            let (multipv, score) = (Some(index + 1), Some(Score::of(&line.value)));
            let pv = self.position.line_texts(&line.pv);
            self.output.send(&Info { multipv, score, pv, ..info.clone() }.to_string());
        }
    }
}
