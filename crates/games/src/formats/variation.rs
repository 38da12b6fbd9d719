//! Other lines beside the moves of a game.

use serde::{Deserialize, Serialize};

use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::record::Record;

/// Moves that replace those of a line from a ply on, with their own variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// How many moves of the game stand before it. The next one is the first that it replaces.
    pub ply: usize,
    /// The moves in order.
    pub moves: Vec<String>,
    /// Variations of these moves; their plies count from the start of the game as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

impl Variation {
    /// The variation with every move checked and in its full form; `line` is the line that it belongs to.
    pub(super) fn checked<G: Notation>(&self, line: &Record<G>) -> Result<Self, String> {
        let at = |reason: String| format!("variation after move {}: {reason}", self.ply);
        if self.ply >= line.plies() {
            return Err(at(format!("its line has {} moves, so that it replaces none", line.plies())));
        }
        if self.moves.is_empty() {
            return Err(at("it has no moves".to_owned()));
        }
        let mut record = before(line, self.ply);
        let mut moves = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let mv = record.position().parse_move(text).map_err(|error| at(error.to_string()))?;
            moves.push(record.position().format_move(mv));
            record.play(mv);
        }
        let variations =
            self.variations.iter().map(|variation| variation.checked(&record)).collect::<Result<_, _>>()?;
        Ok(Variation { ply: self.ply, moves, variations })
    }
}

/// A game as it was after its first plies.
pub(super) fn before<G: Game>(record: &Record<G>, plies: usize) -> Record<G> {
    let mut record = record.clone();
    while record.plies() > plies
        && let Some((_, earlier)) = &record.0.before
    {
        record = earlier.clone();
    }
    record
}

/// The words of a line as books print it: numbers before First's moves, variations in parentheses behind the moves that
/// they replace.
pub(crate) fn words<G: Notation>(record: &Record<G>, variations: &[Variation]) -> Vec<String> {
    let steps = record.steps().into_iter().map(|(position, mv)| position.format_move(mv)).collect::<Vec<_>>();
    Line { record: before(record, 0), number: 0, last: None }.words(&steps, variations)
}

/// A place in a line that is being written.
#[derive(Clone)]
struct Line<G: Game> {
    record: Record<G>,
    /// The number of the last turn, and who made the last move.
    number: usize,
    last: Option<Side>,
}

impl<G: Notation> Line<G> {
    fn words(mut self, moves: &[String], variations: &[Variation]) -> Vec<String> {
        let mut words = Vec::new();
        let mut is_numbered = true;
        for text in moves {
            let before = self.clone();
            let Ok(mv) = self.record.position().parse_move(text) else { break };
            let mover = self.record.position().to_move();
            if mover == Side::First || self.last != Some(Side::First) {
                self.number += 1;
            }
            if mover == Side::First {
                words.push(format!("{}.", self.number));
            } else if is_numbered {
                words.push(format!("{}...", self.number));
            }
            words.push(text.clone());
            self.last = Some(mover);
            self.record.play(mv);
            is_numbered = false;
            for variation in variations.iter().filter(|variation| variation.ply == before.record.plies()) {
                let mut inner = before.clone().words(&variation.moves, &variation.variations);
                if let Some(first) = inner.first_mut() {
                    first.insert(0, '(');
                }
                if let Some(last) = inner.last_mut() {
                    last.push(')');
                }
                words.append(&mut inner);
                is_numbered = true;
            }
        }
        words
    }
}
