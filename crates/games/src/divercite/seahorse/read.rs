//! From seahorse's states to a record, everything checked.

use serde_json::Value;

use super::{Placed, Position, SeahorseError};
use crate::divercite::board::{Cell, Colour, Kind, Piece};
use crate::divercite::moves::{FULL_STOCK, Placement};
use crate::divercite::text::owner_letter;
use crate::game::{Game, Side};
use crate::notation::Notation;
use crate::record::Record;

/// Reads a recording: an array of states, whose differences are the moves, or a single state, whose pieces are listed
/// in the order they were played. Every move, step, stock and score is checked.
pub fn parse_recording(text: &str) -> Result<Record<Position>, SeahorseError> {
    let value = read_json(text)?;
    let states = match &value {
        Value::Array(states) => states.as_slice(),
        single => std::slice::from_ref(single),
    };
    let states: Vec<State> =
        states.iter().enumerate().map(|(index, value)| State::read(value, index)).collect::<Result<_, _>>()?;
    let first = states.first().ok_or(SeahorseError::Empty)?;
    let mut record = match (states.len(), first.replay()) {
        (1, Some(record)) => record,
        _ => Record::new(first.position()?),
    };
    first.check(record.position())?;
    for (before, after) in states.iter().zip(&states[1..]) {
        let placed = after.added_since(before)?;
        let text = format!("{}{}", placed.mv.piece(), placed.mv.cell());
        let refuse = |error| SeahorseError::Move { state: after.index, error };
        let mv = record.position().parse_move(&text).map_err(refuse)?;
        if placed.owner != record.position().to_move() {
            let mover = Position::side_name(record.position().to_move());
            return Err(after.problem(format!("{text} was placed by the other player; it is {mover}'s turn")));
        }
        record.play(mv);
        after.check(record.position())?;
    }
    Ok(record)
}

/// Reads one state.
pub fn parse_state(text: &str) -> Result<Position, SeahorseError> {
    let state = State::read(&read_json(text)?, 0)?;
    let position = state.position()?;
    state.check(&position)?;
    Ok(position)
}

fn read_json(text: &str) -> Result<Value, SeahorseError> {
    serde_json::from_str(text).map_err(|error| SeahorseError::Json(error.to_string()))
}

/// What a state says, read but not yet compared with the rules.
struct State {
    index: usize,
    /// The pieces in the order of the text, which is the order of play.
    env: Vec<Placed>,
    step: Option<u64>,
    /// Scores by player, where they are given.
    scores: [Option<i64>; 2],
    /// Pieces left by player and piece, where they are given.
    left: [[Option<u64>; 8]; 2],
}

impl State {
    fn read(value: &Value, index: usize) -> Result<Self, SeahorseError> {
        let mut state = State { index, env: Vec::new(), step: None, scores: [None; 2], left: [[None; 8]; 2] };
        if !value.is_object() {
            return Err(state.problem("a state is a JSON object"));
        }
        let env = value["rep"]["env"].as_object().ok_or_else(|| state.problem("rep.env, the pieces, is missing"))?;
        for (place, piece) in env {
            let placed = read_placed(place, piece).map_err(|problem| state.problem(problem))?;
            state.env.push(placed);
        }
        state.step = value["step"].as_u64();
        for player in Side::BOTH {
            let Some(id) = player_id(value, player) else { continue };
            state.scores[player.index()] = value["scores"][&id].as_i64();
            state.left[player.index()] =
                Piece::ALL.map(|piece| value["players_pieces_left"][&id][piece.to_string()].as_u64());
        }
        Ok(state)
    }

    fn problem(&self, problem: impl Into<String>) -> SeahorseError {
        SeahorseError::State { state: self.index, problem: problem.into() }
    }

    /// The position of the pieces in any order. The owners of the resources give the stocks.
    fn position(&self) -> Result<Position, SeahorseError> {
        let (mut resources, mut cities, mut owned, mut stocks) = ([0; 4], [0; 4], [0; 2], [FULL_STOCK; 2]);
        let mut counts = [0usize; 2];
        for Placed { owner, mv } in &self.env {
            let (piece, cell) = (mv.piece(), mv.cell());
            if self.env.iter().filter(|other| other.mv.cell() == cell).count() > 1 {
                return Err(self.problem(format!("two pieces stand on ({}, {})", cell.row(), cell.column())));
            }
            let stock = &mut stocks[owner.index()];
            if *stock >> (2 * piece.index()) & 3 == 0 {
                let supply = piece.kind.supply();
                let name = Position::side_name(*owner);
                return Err(self.problem(format!("{name} has placed more than {supply} {piece}")));
            }
            *stock -= 1 << (2 * piece.index());
            counts[owner.index()] += 1;
            match piece.kind {
                Kind::City => {
                    cities[piece.colour.index()] |= cell.bit();
                    owned[owner.index()] |= cell.bit();
                }
                Kind::Resource => resources[piece.colour.index()] |= cell.bit(),
            }
        }
        let [first, second] = counts;
        if first != second && first != second + 1 {
            return Err(self.problem(format!("W has placed {first} pieces and B {second}; W starts, in turns")));
        }
        Ok(Position::assemble(resources, cities, owned, stocks))
    }

    /// The game that led here, if the pieces are listed in an order of play.
    fn replay(&self) -> Option<Record<Position>> {
        let mut record = Record::new(Position::start(0));
        for placed in &self.env {
            let text = format!("{}{}", placed.mv.piece(), placed.mv.cell());
            let mv = record.position().parse_move(&text).ok()?;
            if placed.owner != record.position().to_move() {
                return None;
            }
            record.play(mv);
        }
        Some(record)
    }

    /// The one piece that this state has and an earlier one has not.
    fn added_since(&self, before: &State) -> Result<Placed, SeahorseError> {
        if let Some(gone) = before.env.iter().find(|placed| !self.env.contains(placed)) {
            let (piece, cell) = (gone.mv.piece(), gone.mv.cell());
            return Err(self.problem(format!("{piece} on {cell} of the state before is gone or changed")));
        }
        let mut added = self.env.iter().filter(|placed| !before.env.contains(placed));
        match (added.next(), added.count()) {
            (Some(placed), 0) => Ok(*placed),
            (added, more) => {
                let count = usize::from(added.is_some()) + more;
                Err(self.problem(format!("{count} pieces were added to the state before; a move adds one")))
            }
        }
    }

    /// Compares step, scores and stocks with what the rules say, where the state has them.
    fn check(&self, position: &Position) -> Result<(), SeahorseError> {
        if let Some(step) = self.step.filter(|&step| step != u64::from(position.plies())) {
            let pieces = position.plies();
            return Err(self.problem(format!("step {step} with {pieces} pieces on the board")));
        }
        for player in Side::BOTH {
            let (name, score) = (Position::side_name(player), position.score(player));
            if let Some(wrong) = self.scores[player.index()].filter(|&wrong| wrong != i64::from(score)) {
                return Err(self.problem(format!("{name}'s score is said to be {wrong} and is {score}")));
            }
            for piece in Piece::ALL {
                let left = position.stock(player, piece);
                let said = self.left[player.index()][piece.index()];
                if let Some(wrong) = said.filter(|&wrong| wrong != u64::from(left)) {
                    return Err(self.problem(format!("{name} is said to have {wrong} {piece} left and has {left}")));
                }
            }
        }
        Ok(())
    }
}

/// The id, as text, of the player whose letter is `W` or `B`.
fn player_id(state: &Value, player: Side) -> Option<String> {
    let letter = owner_letter(player).to_string();
    let entry = state["players"].as_array()?.iter().find(|entry| entry["piece_type"] == letter)?;
    match &entry["id"] {
        Value::String(id) => Some(id.clone()),
        Value::Number(id) => Some(id.to_string()),
        _ => None,
    }
}

/// A piece such as `"(3, 4)": {"piece_type": "RCW", ...}`.
fn read_placed(place: &str, piece: &Value) -> Result<Placed, String> {
    let inner = place.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let coordinates = inner.and_then(|inner| inner.split_once(','));
    let coordinates =
        coordinates.and_then(|(row, column)| Some((row.trim().parse().ok()?, column.trim().parse().ok()?)));
    let (row, column) = coordinates.ok_or_else(|| format!("'{place}' is not a place such as '(3, 4)'"))?;
    let cell = Cell::at(row, column).ok_or_else(|| format!("there is no cell {place}"))?;
    let kind = piece["piece_type"].as_str().ok_or_else(|| format!("the piece on {place} has no piece_type"))?;
    let wrong = || format!("'{kind}' on {place} is not a piece such as 'RCW'");
    let letters: Vec<char> = kind.chars().collect();
    let [colour, of, owner] = letters[..] else { return Err(wrong()) };
    let colour = Colour::ALL.into_iter().find(|known| known.letter() == colour).ok_or_else(wrong)?;
    let of = Kind::BOTH.into_iter().find(|known| known.letter() == of).ok_or_else(wrong)?;
    let owner = Side::BOTH.into_iter().find(|&known| owner_letter(known) == owner).ok_or_else(wrong)?;
    if of != cell.kind() {
        return Err(format!("{place} is a {} cell; {kind} is a {}", cell.kind().word(), of.word()));
    }
    Ok(Placed { owner, mv: Placement::new(colour, cell) })
}
