//! A game as plain data: one line of JSON.

use serde::{Deserialize, Serialize};

use super::Variation;
use crate::GameId;
use crate::game::{Margin, Side};
use crate::game_id::ListedGame;
use crate::notation::Notation;
use crate::record::Record;

/// A game that any program can read: which one, where it began, the moves as texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlainRecord {
    /// The game.
    pub game: GameId,
    /// The start: `-`, `seed:N` or a position text.
    #[serde(default = "start", skip_serializing_if = "is_start")]
    pub setup: String,
    /// The moves in order.
    pub moves: Vec<String>,
    /// `first`, `second` or `draw`, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Names, dates and the like, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// Other lines beside the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

fn start() -> String {
    "-".to_owned()
}

fn is_start(setup: &str) -> bool {
    setup == "-"
}

impl PlainRecord {
    /// A game that begins at its start and has no moves yet.
    pub fn new(game: GameId) -> Self {
        PlainRecord { game, setup: start(), moves: Vec::new(), result: None, tags: Vec::new(), variations: Vec::new() }
    }

    /// The plain form of a typed record of a shipped game.
    pub(super) fn from_record<G: ListedGame>(record: &Record<G>) -> Self {
        let moves = record.steps().into_iter().map(|(position, mv)| position.format_move(mv));
        let setup = if *record.start() == G::start(0) { start() } else { record.start().to_string() };
        PlainRecord { setup, moves: moves.collect(), ..PlainRecord::new(G::ID) }.with_result(record.outcome())
    }

    /// The same record with its result set.
    pub(super) fn with_result(mut self, result: Option<Margin>) -> Self {
        self.result = result.map(|margin| margin.winner().map_or("draw", Side::name).to_owned());
        self
    }

    /// The result as a margin of size one.
    pub(super) fn margin(&self) -> Option<Margin> {
        match self.result.as_deref()? {
            "first" => Some(Margin::win(Side::First, 1)),
            "second" => Some(Margin::win(Side::Second, 1)),
            _ => Some(Margin::DRAW),
        }
    }

    /// The value of a tag.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The record with every move checked and in its full form.
    pub fn checked(self) -> Result<Self, String> {
        with_game!(self.game, G => {
            let record = self.to_record::<G>()?;
            let known = record.outcome().map(|margin| margin.winner().map_or("draw", Side::name).to_owned());
            if let (Some(said), Some(known)) = (&self.result, &known)
                && said != known
            {
                return Err(format!("the result is said to be {said}, but the moves end in {known}"));
            }
            let moves = PlainRecord::from_record(&record).moves;
            let variations = self.variations.iter().map(|variation| variation.checked(&record));
            let variations = variations.collect::<Result<_, _>>()?;
            Ok(PlainRecord { moves, variations, result: known.or(self.result), ..self })
        })
    }

    /// The typed record, with every move checked.
    pub(super) fn to_record<G: Notation>(&self) -> Result<Record<G>, String> {
        let mut record = Record::new(G::set_up(&self.setup).map_err(|error| error.to_string())?);
        for (index, text) in self.moves.iter().enumerate() {
            if record.outcome().is_some() {
                return Err(format!(
                    "move {}: {text} comes after the end of the game ({})",
                    index + 1,
                    record.reason()
                ));
            }
            let mv = record.position().parse_move(text).map_err(|error| format!("move {}: {error}", index + 1))?;
            record.play(mv);
        }
        Ok(record)
    }

    /// One line of JSON.
    pub(super) fn to_line(&self) -> Result<String, String> {
        serde_json::to_string(self).map_err(|error| error.to_string())
    }
}

/// A line as it may be given: the game can be left out where it is known otherwise.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordLine {
    game: Option<GameId>,
    setup: Option<String>,
    moves: Vec<String>,
    result: Option<String>,
    #[serde(default)]
    tags: Vec<(String, String)>,
    #[serde(default)]
    variations: Vec<Variation>,
}

/// The records of JSON lines; `game` stands in where a line does not name its own.
pub(super) fn read_lines(text: &str, game: Option<GameId>) -> Result<Vec<PlainRecord>, String> {
    let mut records = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |reason: String| format!("line {}: {reason}", index + 1);
        let line: RecordLine = serde_json::from_str(line).map_err(|error| at(error.to_string()))?;
        let game = line.game.or(game).ok_or_else(|| {
            at("no \"game\" is named, nor given beside the text (--game on the command line)".to_owned())
        })?;
        if let Some(result) = line.result.as_deref().filter(|result| !["first", "second", "draw"].contains(result)) {
            return Err(at(format!("the result '{result}' is none of first, second, draw")));
        }
        let setup = line.setup.unwrap_or_else(start);
        let RecordLine { moves, result, tags, variations, .. } = line;
        let record = PlainRecord { game, setup, moves, result, tags, variations };
        records.push(record.checked().map_err(at)?);
    }
    Ok(records)
}
