//! A UGI engine as a contestant. We are the host and the referee: what it says about turns, rules or results is not asked.

use std::marker::PhantomData;
use std::time::Duration;

use grandline_games::{Game, Notation};
use grandline_search::{Counts, Line, Report};

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::patience::{Heard, Patience};
pub use super::session::Identity;
use super::session::{Refusal, Session, Strange};
use super::transcript::shortened;
use crate::contestant::{Answer, Contestant, Failure, Turn};
use crate::played::{Ending, Thought};
use crate::ugi::{Go, Info, first_word, position_command};

/// A program that speaks UGI. It is started for its first game and again after it has failed or ended.
pub struct UgiContestant<G: Notation> {
    command: CommandLine,
    options: ExternalOptions,
    session: Option<Session>,
    game: PhantomData<fn() -> G>,
}

impl<G: Notation> UgiContestant<G> {
    /// The engine of a command, which is not started yet.
    pub fn new(command: CommandLine, options: ExternalOptions) -> Self {
        UgiContestant { command, options, session: None, game: PhantomData }
    }
}

/// Starts an engine, asks who it is and ends it. An engine that starts and then fails is no error here: it will lose its
/// games, and says why in [`Identity::remark`].
pub fn check(command: &CommandLine, options: &ExternalOptions) -> Result<Identity, StartError> {
    match Session::start(command, options) {
        Ok(session) => {
            let identity = session.identity.clone();
            session.end();
            Ok(identity)
        }
        Err(Refusal::Start(error)) => Err(error),
        Err(Refusal::Failed(failure)) => Ok(Identity { remark: Some(failure.reason), ..Identity::default() }),
    }
}

impl<G: Notation> Contestant<G> for UgiContestant<G> {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        if let Some(mut session) = self.session.take() {
            match session.new_game(G::NAME, seed, &self.options) {
                Ok(()) => {
                    self.session = Some(session);
                    return Ok(());
                }
                // An engine may end after each game.
                Err(_) if session.process.ended().is_some() => {}
                Err(failure) => return Err(failure),
            }
        }
        let mut session = Session::start(&self.command, &self.options).map_err(Refusal::into_failure)?;
        session.new_game(G::NAME, seed, &self.options)?;
        self.session = Some(session);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_, G>, watch: &mut dyn FnMut(&Report<G>)) -> Result<Answer<G>, Failure> {
        let Some(session) = &mut self.session else {
            return Err(Failure::new(Ending::Crash, "was asked for a move before its game began"));
        };
        let answer = ask(session, turn, &self.options, watch);
        if answer.is_err() {
            // Whatever it still does belongs to no game.
            self.session = None;
        }
        answer
    }
}

impl<G: Notation> Drop for UgiContestant<G> {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.end();
        }
    }
}

/// Asks for one move.
pub(crate) fn ask<G: Notation>(
    session: &mut Session,
    turn: &Turn<'_, G>,
    options: &ExternalOptions,
    watch: &mut dyn FnMut(&Report<G>),
) -> Result<Answer<G>, Failure> {
    let position = turn.record.position();
    session.process.tell(&position_command(turn.record));
    // Whoever has answered this has heard the position and has nothing left to say about the last one.
    if let Some(stray) = session.synchronise(options.start, turn.stop)? {
        let words = format!("answered more than once: after its move it also said '{stray}'");
        return Err(session.process.failure(Ending::Protocol, words));
    }
    session.process.expect_answer();
    let mut patience = Patience::of_turn(&session.process, turn, options, Duration::ZERO);
    session.process.tell(&Go::of_turn(turn, options.thinking).to_string());
    let process = &mut session.process;
    let mut thoughts = Thoughts::default();
    let mut strange = Strange::default();
    loop {
        let line = match patience.listen(process)? {
            Heard::Line(line) => line,
            Heard::Stop => {
                process.tell("stop");
                patience.end_after(process, options.grace);
                continue;
            }
            Heard::Late(ending, within) => return Err(strange.failure(process, ending, "bestmove", &within)),
        };
        match first_word(&line) {
            ("info", rest) => thoughts.hear(&Info::parse(rest), position, watch),
            ("bestmove", rest) => {
                let time = patience.spent(process, turn.allowance.clock);
                let mut words = rest.split_whitespace();
                let (Some(text), None) = (words.next(), words.next()) else {
                    let said = shortened(&line, 100);
                    let words = format!("answered '{said}', which is not 'bestmove' and one move behind it");
                    return Err(process.failure(Ending::Protocol, words));
                };
                let mv = position.parse_move(text).map_err(|error| process.illegal(position, &error))?;
                return Ok(Answer { mv, thought: thoughts.last, time });
            }
            ("", _) => {}
            _ => strange.hear(process, &line, "bestmove")?,
        }
    }
}

/// What an engine has said about its search so far.
struct Thoughts<G: Game> {
    last: Thought,
    lines: Vec<Line<G>>,
}

/// More lines than this nobody asks for.
const MOST_LINES: usize = 256;

impl<G: Notation> Thoughts<G> {
    fn hear(&mut self, info: &Info, position: &G, watch: &mut dyn FnMut(&Report<G>)) {
        let index = info.multipv.unwrap_or(1).saturating_sub(1);
        let (Some(score), true) = (info.score, index <= self.lines.len().min(MOST_LINES)) else { return };
        let (value, pv) = (score.value(), info.line(position));
        if index == 0 {
            self.last = Thought {
                depth: info.depth,
                nodes: info.nodes,
                value: Some(value.number()),
                exact: value.is_exact(),
                cutoffs: Vec::new(),
            };
        }
        match self.lines.get_mut(index) {
            Some(line) => *line = Line { value, pv },
            None => self.lines.push(Line { value, pv }),
        }
        // Of several lines, the last one completes the picture.
        if let (Some(first), true) = (self.lines.first(), index + 1 == self.lines.len()) {
            watch(&Report {
                best: first.pv.first().copied(),
                value: first.value,
                pv: first.pv.clone(),
                depth: info.depth.unwrap_or(0),
                selective_depth: info.seldepth.or(info.depth).unwrap_or(0),
                counts: Counts { nodes: info.nodes.unwrap_or(0), ..Counts::default() },
                time: info.time.unwrap_or_default(),
                root_moves: Vec::new(),
                lines: self.lines.clone(),
            });
        }
    }
}

impl<G: Game> Default for Thoughts<G> {
    fn default() -> Self {
        Thoughts { last: Thought::default(), lines: Vec::new() }
    }
}
