//! PDN text to games.

use super::token::{Tokens, Word};
use super::{FirstScore, PdnError, PdnGame, PdnProblem};
use crate::checkers::{Checkers, Colour, English};
use crate::game::{Game, Margin};
use crate::notation::{MoveError, Notation};
use crate::record::Record;

type Position = Checkers<English>;

/// So many meanings of ambiguous captures are followed side by side before the reader gives up.
const MOST_LINES: usize = 64;

/// The games of a text in order; `first_score` says how results are meant.
pub fn read(text: &str, first_score: FirstScore) -> Result<Vec<PdnGame>, PdnError> {
    let mut tokens = Tokens::new(text);
    let mut games = Vec::new();
    let mut draft = Draft::default();
    loop {
        let game = games.len() + 1;
        let fail = |(line, problem): Located| PdnError { game, line, problem };
        let word = tokens.next().map_err(|problem| fail((tokens.line, problem)))?;
        let line = tokens.line;
        match word {
            // A tag behind moves opens the next game even if the result was forgotten.
            Some(Word::Tag { name, value }) => {
                if draft.begun {
                    games.push(std::mem::take(&mut draft).finish(None, line, first_score).map_err(fail)?);
                }
                let game = games.len() + 1;
                draft.tag(name, value).map_err(|problem| PdnError { game, line, problem })?;
            }
            Some(Word::Move(text)) => draft.play(&text, line).map_err(fail)?,
            Some(Word::Result(text)) => {
                games.push(std::mem::take(&mut draft).finish(Some(&text), line, first_score).map_err(fail)?);
            }
            None => {
                if !draft.is_empty() {
                    games.push(draft.finish(None, line, first_score).map_err(fail)?);
                }
                return Ok(games);
            }
        }
    }
}

/// A problem and its line.
type Located = (usize, PdnProblem);

/// A game that is being read.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    start: Option<Position>,
    result: Option<String>,
    begun: bool,
    /// The game so far. It is more than one while a short capture may mean several moves; what
    /// follows usually decides between them.
    lines: Vec<Record<Position>>,
    /// The line and the first move that could be read in several ways, for the error if nothing decides.
    doubt: Option<Located>,
}

impl Draft {
    fn is_empty(&self) -> bool {
        !self.begun && self.tags.is_empty() && self.start.is_none() && self.result.is_none()
    }

    fn tag(&mut self, name: String, value: String) -> Result<(), PdnProblem> {
        match name.to_ascii_lowercase().as_str() {
            "gametype" => {
                let number = value.split(',').next().unwrap_or_default().trim();
                if number != "21" && !number.is_empty() {
                    return Err(PdnProblem::GameType(value));
                }
            }
            "fen" => self.start = Some(value.parse().map_err(PdnProblem::SetUp)?),
            "setup" => {}
            "result" => self.result = Some(value.trim().to_owned()),
            _ => self.tags.push((name, value)),
        }
        Ok(())
    }

    fn begin(&mut self) {
        if !self.begun {
            self.begun = true;
            self.lines = vec![Record::new(self.start.unwrap_or_else(|| Position::start(0)))];
        }
    }

    /// Makes a move in every reading of the game so far, and drops the readings in which it is not legal.
    fn play(&mut self, text: &str, line: usize) -> Result<(), Located> {
        self.begin();
        let number = self.lines.first().map_or_else(String::new, number_of_next_move);
        let problem = |error: MoveError| PdnProblem::Move { number: number.clone(), error };
        let mut objection = None;
        let mut next: Vec<Record<Position>> = Vec::new();
        for reading in &self.lines {
            let meanings = match meanings(reading.position(), text) {
                Ok(meanings) => meanings,
                Err(error) => {
                    objection = objection.or(Some(error));
                    continue;
                }
            };
            for mv in meanings {
                // Two ways to the same position make no difference to the rest of the game.
                let child = reading.position().child(mv);
                if next.iter().all(|other| other.position() != &child) {
                    let mut longer = reading.clone();
                    longer.play(mv);
                    next.push(longer);
                }
            }
        }
        if next.len() > self.lines.len() && self.doubt.is_none() {
            let candidates = next.iter().filter_map(last_text).collect();
            self.doubt = Some((line, problem(MoveError::Ambiguous { text: text.to_owned(), candidates })));
        }
        match (next.len(), objection) {
            (0, Some(error)) => return Err((line, problem(error))),
            (1, _) => self.doubt = None,
            (0 | MOST_LINES.., _) => {
                let unreadable = || (line, PdnProblem::Syntax(format!("'{text}' can mean too much")));
                return Err(self.doubt.take().unwrap_or_else(unreadable));
            }
            _ => {}
        }
        self.lines = next;
        Ok(())
    }

    fn finish(mut self, written: Option<&str>, line: usize, first_score: FirstScore) -> Result<PdnGame, Located> {
        self.begin();
        if let Some(doubt) = self.doubt {
            return Err(doubt);
        }
        let Some(record) = self.lines.pop() else {
            return Err((line, PdnProblem::Syntax("a game without a position".to_owned())));
        };
        let tagged = self.result.as_deref();
        let written = written.filter(|&text| text != "*").or(tagged).and_then(|text| margin_of(text, first_score));
        let decided = record.position().outcome().filter(|margin| margin.winner().is_some());
        Ok(PdnGame { tags: self.tags, result: decided.or(written), ..PdnGame::new(record) })
    }
}

/// The moves a text can mean. Some files write captures with a hyphen.
fn meanings(position: &Position, text: &str) -> Result<Vec<<Position as Game>::Move>, MoveError> {
    let parsed = position.parse_move(text);
    let parsed = match parsed {
        Err(MoveError::Illegal { .. }) if text.contains('-') && position.must_capture() => {
            let as_capture = position.parse_move(&text.replace('-', "x"));
            if matches!(as_capture, Err(MoveError::Illegal { .. })) { parsed } else { as_capture }
        }
        parsed => parsed,
    };
    match parsed {
        Ok(mv) => Ok(vec![mv]),
        Err(MoveError::Ambiguous { candidates, .. }) => {
            candidates.iter().map(|candidate| position.parse_move(candidate)).collect()
        }
        Err(error) => Err(error),
    }
}

/// `3.` before Black's third move, `3...` before White's, counted from the start of the game.
fn number_of_next_move(record: &Record<Position>) -> String {
    let offset = usize::from(record.start().colour_to_move() == Colour::White);
    let ply = record.plies() + offset;
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}

fn last_text(record: &Record<Position>) -> Option<String> {
    record.before().map(|(before, mv)| before.position().format_move(mv))
}

/// The result a text means; `None` for an unfinished game and for what is no result.
fn margin_of(text: &str, first_score: FirstScore) -> Option<Margin> {
    let winner = match text {
        "1-0" | "2-0" => first_score.colour(),
        "0-1" | "0-2" => first_score.colour().other(),
        "1/2-1/2" | "½-½" | "1-1" | "0-0" => return Some(Margin::DRAW),
        _ => return None,
    };
    Some(Margin::win(Position::player_of(winner), 1))
}
