//! A UGI engine as a player. The arena is the host and the referee: an engine is not asked about turns, rules or results.

use std::time::Duration;

use grandline_games::{AnyPosition, GameId, MoveId};
use grandline_search::{Counts, Line, Report, Scale, Watch};

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::deadline::{Deadline, Received};
pub use super::session::Identity;
use super::session::{Session, SessionError, UnknownLines};
use super::transcript::shortened;
use crate::agent::{Answer, Failure, Player, Turn};
use crate::played::Ending;
use crate::ugi::{Info, SearchCommand, first_word, position_command};

/// An external engine that speaks UGI. It is started for its first game, and again after it has failed or ended.
pub struct UgiPlayer {
    command: CommandLine,
    options: ExternalOptions,
    session: Option<Session>,
}

impl UgiPlayer {
    /// The engine of a command, which is not started yet.
    pub fn new(command: CommandLine, options: ExternalOptions) -> Self {
        UgiPlayer { command, options, session: None }
    }
}

/// Starts an engine, reads its name and options, and ends it. An engine that starts and then fails is no error here: it
/// will lose its games, and [`Identity::remark`] says why.
pub fn check(command: &CommandLine, options: &ExternalOptions) -> Result<Identity, StartError> {
    match Session::start(command, options) {
        Ok(session) => {
            let identity = session.identity.clone();
            session.end();
            Ok(identity)
        }
        Err(SessionError::Start(error)) => Err(error),
        Err(SessionError::Failed(failure)) => Ok(Identity { remark: Some(failure.reason), ..Identity::default() }),
    }
}

impl Player for UgiPlayer {
    fn begin(&mut self, game: GameId, seed: u64) -> Result<(), Failure> {
        if let Some(mut session) = self.session.take() {
            match session.new_game(game, seed) {
                Ok(()) => {
                    self.session = Some(session);
                    return Ok(());
                }
                // An engine may end after each game.
                Err(_) if session.process.ended().is_some() => {}
                Err(failure) => return Err(failure),
            }
        }
        let mut session = Session::start(&self.command, &self.options).map_err(SessionError::into_failure)?;
        session.new_game(game, seed)?;
        self.session = Some(session);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>, watch: Watch<'_, MoveId>) -> Result<Answer, Failure> {
        let own_game = |session: &&mut Session| session.game == Some(turn.position.game());
        let session = self.session.as_mut().filter(own_game).ok_or_else(Failure::too_early)?;
        let answer = ask(session, turn, watch);
        if answer.is_err() {
            // Whatever it still does belongs to no game.
            self.session = None;
        }
        answer
    }
}

impl Drop for UgiPlayer {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            session.end();
        }
    }
}

/// Asks for one move.
pub(crate) fn ask(session: &mut Session, turn: &Turn<'_>, watch: Watch<'_, MoveId>) -> Result<Answer, Failure> {
    let position = turn.position;
    session.process.send(&position_command(position));
    // An engine that has answered this has read the position and has nothing left to say about the last one.
    if let Some(stray) = session.synchronise(&turn.limits.stop)? {
        let reason = format!("answered more than once: after its move it also said '{stray}'");
        return Err(session.process.failure(Ending::Protocol, reason));
    }
    let Session { process, options, .. } = session;
    process.expect_answer();
    let mut deadline = Deadline::of_turn(process, turn, options, Duration::ZERO);
    process.send(&SearchCommand::of_turn(turn, options.thinking).to_string());
    let mut search = InfoReport::default();
    let mut unknown = UnknownLines::default();
    loop {
        let line = match deadline.next_line(process)? {
            Received::Line(line) => line,
            Received::Stop => {
                process.send("stop");
                deadline.end_after(process, options.grace);
                continue;
            }
            Received::Late(ending, within) => return Err(unknown.failure(process, ending, "bestmove", &within)),
        };
        match first_word(&line) {
            ("info", rest) => search.add(&Info::parse(rest), position, watch),
            ("bestmove", rest) => {
                let time = deadline.elapsed(process, turn.clock);
                let mut words = rest.split_whitespace();
                let (Some(text), None) = (words.next(), words.next()) else {
                    let said = shortened(&line, 100);
                    let reason = format!("answered '{said}', which is not 'bestmove' followed by one move");
                    return Err(process.failure(Ending::Protocol, reason));
                };
                let mv = position.parse_move(text).map_err(|error| process.illegal(position, &error))?;
                return Ok(Answer { mv, report: search.finish(mv, time), time });
            }
            ("", _) => {}
            _ => unknown.add(process, &line, "bestmove")?,
        }
    }
}

/// The report of a search, collected from its `info` lines. Only lines with a score count.
#[derive(Default)]
struct InfoReport(Report<MoveId>);

/// Maximum number of lines kept.
const MOST_LINES: usize = 256;

impl InfoReport {
    fn add(&mut self, info: &Info, position: &AnyPosition, watch: Watch<'_, MoveId>) {
        let report = &mut self.0;
        let index = info.multipv.unwrap_or(1).saturating_sub(1);
        let (Some(score), true) = (info.score, index <= report.lines.len().min(MOST_LINES)) else { return };
        let line = Line { value: score.value(), pv: info.line(position) };
        match report.lines.get_mut(index) {
            Some(known) => *known = line,
            None => report.lines.push(line),
        }
        if index == 0 {
            report.scale = Scale::Units;
            report.depth = info.depth.unwrap_or(0);
            report.selective_depth = info.seldepth.or(info.depth).unwrap_or(0);
            report.counts = Counts { nodes: info.nodes.unwrap_or(0), ..Counts::default() };
            report.time = info.time.unwrap_or_default();
        }
        // Of several lines, the last one completes the report.
        if index + 1 == report.lines.len() {
            watch(report);
        }
    }

    /// The report of a search that ended with a move.
    fn finish(self, mv: MoveId, time: Duration) -> Report<MoveId> {
        let mut report = self.0;
        if report.lines.is_empty() {
            report = Report::unsearched(Some(mv));
        } else if report.best() != Some(mv) {
            report.lines[0].pv = vec![mv];
        }
        Report { time, ..report }
    }
}
