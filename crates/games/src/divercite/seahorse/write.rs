//! From a record to seahorse's states.

use serde_json::{Map, Value, json};

use super::{Placed, Position};
use crate::divercite::LAST_STEP;
use crate::divercite::board::{Cell, Colour, Kind, Piece};
use crate::divercite::moves::Placement;
use crate::divercite::text::owner_letter;
use crate::game::{Game, Side};
use crate::record::Record;

/// The players' numbers in what is written: large, as seahorse's are, and always the same.
const IDS: [u64; 2] = [140_000_000_000_001, 140_000_000_000_002];

/// Writes a game as seahorse records it, with the names of the players. A record that does not begin at the start of
/// the game cannot say who placed the resources it begins with; they are dealt out so that the stocks are right.
pub fn write_recording(record: &Record<Position>, names: [&str; 2]) -> String {
    let mut env = placed_before(record.start());
    let mut states = vec![state(record.start(), &env, names)];
    for (before, mv) in record.steps() {
        env.push(Placed { owner: before.to_move(), mv });
        states.push(state(&before.child(mv), &env, names));
    }
    Value::Array(states).to_string()
}

/// Writes one position as a state of seahorse.
pub fn write_state(position: &Position, names: [&str; 2]) -> String {
    state(position, &placed_before(position), names).to_string()
}

/// The pieces of a position in some order of play.
fn placed_before(position: &Position) -> Vec<Placed> {
    let mut of: [Vec<Placed>; 2] = Default::default();
    let mut gone = Colour::ALL.map(|colour| {
        let piece = Piece { colour, kind: Kind::Resource };
        Kind::Resource.supply() - position.stock(Side::First, piece)
    });
    for cell in Cell::all() {
        let (owner, colour) = match (position.city_at(cell), position.resource_at(cell)) {
            (Some(city), _) => city,
            (_, Some(colour)) => {
                let first = &mut gone[colour.index()];
                let owner = if *first > 0 { Side::First } else { Side::Second };
                *first = first.saturating_sub(1);
                (owner, colour)
            }
            _ => continue,
        };
        of[owner.index()].push(Placed { owner, mv: Placement::new(colour, cell) });
    }
    let [first, second] = of;
    let mut second = second.into_iter();
    first.into_iter().flat_map(|placed| [Some(placed), second.next()]).flatten().collect()
}

fn state(position: &Position, env: &[Placed], names: [&str; 2]) -> Value {
    let by_id = |value: &dyn Fn(Side) -> Value| -> Value {
        Side::BOTH
            .into_iter()
            .map(|player| (IDS[player.index()].to_string(), value(player)))
            .collect::<Map<_, _>>()
            .into()
    };
    let player = |player: Side| {
        json!({
            "name": names[player.index()],
            "id": IDS[player.index()],
            "piece_type": owner_letter(player).to_string(),
        })
    };
    let pieces: Map<String, Value> = env.iter().map(written).collect();
    json!({
        "scores": by_id(&|player| position.score(player).into()),
        "next_player": player(position.to_move()),
        "players": Side::BOTH.map(player),
        "rep": { "env": pieces, "dim": [9, 9] },
        "max_step": LAST_STEP,
        "step": position.plies(),
        "players_pieces_left": by_id(&|player| {
            let left = Piece::ALL.map(|piece| (piece.to_string(), position.stock(player, piece).into()));
            left.into_iter().collect::<Map<String, Value>>().into()
        }),
    })
}

/// The entry of a piece in `env`.
fn written(Placed { owner, mv }: &Placed) -> (String, Value) {
    let (cell, piece_type) = (mv.cell(), format!("{}{}", mv.piece(), owner_letter(*owner)));
    let place = format!("({}, {})", cell.row(), cell.column());
    (place, json!({ "piece_type": piece_type, "owner_id": IDS[owner.index()] }))
}
