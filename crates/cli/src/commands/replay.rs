//! `grandline replay`

use std::io::BufRead;

use anyhow::{Context, Result};
use clap::Args;
use grandline_games::{AnyPosition, GameId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{AlreadyReported, input, output};

/// Check recorded games move by move
///
/// Reads one JSON object per line, {"setup": "...", "moves": ["..."]}, where setup is
/// optional (seed:N, course:N or a position text), and writes one JSON object for each:
/// the plies with player, number of legal moves and detail, then the last position and
/// the outcome. A wrong line gets an "error" and the next line is read; the exit code is then 1.
///
/// Example: echo '{"moves": ["4", "4", "3"]}' | grandline replay connect4
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Replay {
    /// The game, such as connect4 or checkers/aiarena
    game: GameId,
    /// The records, one per line; - is standard input
    #[arg(default_value = "-")]
    file: String,
    /// Also list the sorted legal moves before each ply and at the end
    #[arg(long)]
    list: bool,
    /// Accepted for uniformity: the output is always JSON
    #[arg(long, hide = true)]
    json: bool,
}

/// A line of input.
#[derive(Deserialize)]
struct GameLine {
    #[serde(default)]
    setup: Option<String>,
    moves: Vec<Word>,
}

/// A move as text; the courses' own records write locations and columns as numbers.
#[derive(Deserialize)]
#[serde(untagged)]
enum Word {
    Text(String),
    Number(u64),
}

impl Word {
    fn text(&self) -> String {
        match self {
            Word::Text(text) => text.clone(),
            Word::Number(number) => number.to_string(),
        }
    }
}

impl Replay {
    pub(crate) fn run(&self) -> Result<()> {
        let mut failed = false;
        for line in input::open(&self.file)?.lines() {
            let line = line.with_context(|| format!("cannot read {}", self.file))?;
            if line.trim().is_empty() {
                continue;
            }
            let result = self.replay(&line);
            failed |= result.contains_key("error");
            output::json(&result)?;
        }
        if failed { Err(AlreadyReported.into()) } else { Ok(()) }
    }

    /// The answer to one line.
    fn replay(&self, line: &str) -> Map<String, Value> {
        let failed = |error: Value| Map::from_iter([("error".to_owned(), error)]);
        let line: GameLine = match serde_json::from_str(line) {
            Ok(line) => line,
            Err(error) => {
                let reason = format!("not a record like {{\"setup\": \"-\", \"moves\": [\"...\"]}}: {error}");
                return failed(json!({ "reason": reason }));
            }
        };
        let mut position = match self.game.set_up(line.setup.as_deref().unwrap_or("-")) {
            Ok(position) => position,
            Err(error) => return failed(json!({ "setup": line.setup, "reason": error.to_string() })),
        };
        let mut plies = Vec::with_capacity(line.moves.len());
        let mut error = None;
        for (index, word) in line.moves.iter().enumerate() {
            let mut ply = self.before(&position);
            let before = position.clone();
            match position.play_text(&word.text()) {
                Ok(mv) => {
                    let text = before.move_text(mv).unwrap_or_default();
                    let mut entry = Map::new();
                    entry.insert("move".into(), text.into());
                    entry.append(&mut ply);
                    entry.insert("detail".into(), position.detail());
                    plies.push(Value::Object(entry));
                }
                Err(reason) => {
                    error = Some(json!({ "ply": index + 1, "move": word.text(), "reason": reason.to_string() }));
                    break;
                }
            }
        }
        let mut answer = Map::from_iter([("plies".to_owned(), Value::from(plies))]);
        let mut last = self.before(&position);
        last.shift_remove("player");
        answer.append(&mut last);
        answer.insert("detail".into(), position.detail());
        answer.insert("outcome".into(), outcome(&position));
        answer.insert("position".into(), position.text().into());
        if let Some(error) = error {
            answer.insert("error".into(), error);
        }
        answer
    }

    /// What can be said of a position before its move.
    fn before(&self, position: &AnyPosition) -> Map<String, Value> {
        let mut entry = Map::new();
        entry.insert("player".into(), position.to_move().name().into());
        entry.insert("legal".into(), position.legal_count().into());
        entry.append(&mut position.move_counts());
        if self.list {
            let mut moves = position.legal_moves();
            moves.sort_unstable();
            entry.insert("moves".into(), moves.into());
        }
        entry
    }
}

/// The outcome as JSON; all null until the game is over.
pub(crate) fn outcome(position: &AnyPosition) -> Value {
    match position.outcome() {
        None => json!({ "winner": null, "margin": null, "reason": null }),
        Some(margin) => json!({
            "winner": margin.winner().map_or("draw", |player| player.name()),
            "margin": margin.0,
            "reason": position.reason(),
        }),
    }
}
