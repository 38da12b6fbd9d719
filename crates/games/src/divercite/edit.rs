//! Divercité arranged by hand. Pieces come from the stocks and go back to them, so that the supply is always right; a
//! resource does not show who placed it, so a touch of a stock hands one over to the other player.

use super::board::{Cell, Colour, Kind, Piece};
use super::board_text::{check_turns, read_sketch};
use super::text::stock_id;
use super::{Divercite, Variant, picture};
use crate::edit::{Editor, Tool};
use crate::game::{Game, Side};
use crate::notation::Notation;

pub(super) const fn editor<V: Variant>() -> Editor<Divercite<V>> {
    Editor {
        tools: tools::<V>,
        erases: true,
        turn: None,
        cleared: || Divercite::start(0),
        read: read_sketch,
        write: ToString::to_string,
        check: check_turns,
        put,
    }
}

fn tools<V: Variant>() -> Vec<Tool> {
    let city = |player: Side, colour: Colour| {
        let piece = Piece { colour, kind: Kind::City };
        let label = format!("{}'s {} city", Divercite::<V>::side_name(player), colour.word());
        Tool::new(stock_id(player, piece), label, picture::city(player, colour, 1.0))
    };
    let resource = |colour: Colour| {
        let piece = Piece { colour, kind: Kind::Resource };
        Tool::new(piece.to_string(), format!("{} resource", colour.word()), picture::resource(colour, 1.0))
    };
    let cities = Side::BOTH.into_iter().flat_map(|player| Colour::ALL.map(|colour| city(player, colour)));
    cities.chain(Colour::ALL.map(resource)).collect()
}

/// What a tool puts on the board.
enum Put {
    Nothing,
    City(Side, Colour),
    Resource(Colour),
}

fn meant(tool: &str) -> Put {
    for colour in Colour::ALL {
        if (Piece { colour, kind: Kind::Resource }).to_string() == tool {
            return Put::Resource(colour);
        }
        let city = |&player: &Side| stock_id(player, Piece { colour, kind: Kind::City }) == tool;
        if let Some(player) = Side::BOTH.into_iter().find(city) {
            return Put::City(player, colour);
        }
    }
    Put::Nothing
}

fn put<V: Variant>(position: &mut Divercite<V>, place: &str, tool: &str) -> Result<(), String> {
    let Some(cell) = Cell::all().find(|cell| cell.to_string() == place) else {
        return hand_over(position, place);
    };
    let piece = meant(tool);
    match (&piece, cell.kind()) {
        (Put::City(..), Kind::Resource) => return Err("cities stand in the middle of the tiles".to_owned()),
        (Put::Resource(_), Kind::City) => return Err("resources stand on the corners of the tiles".to_owned()),
        _ => {}
    }
    take_away(position, cell);
    match piece {
        Put::Nothing => {}
        Put::City(player, colour) => {
            let kind = Piece { colour, kind: Kind::City };
            if position.stock(player, kind) == 0 {
                let (name, colour) = (Divercite::<V>::side_name(player), colour.word());
                return Err(format!("{name} has two {colour} cities, and both are on the board"));
            }
            position.cities[colour.index()] |= cell.bit();
            position.owned[player.index()] |= cell.bit();
            set_stock(position, player, kind, -1);
        }
        Put::Resource(colour) => {
            let kind = Piece { colour, kind: Kind::Resource };
            // The player who has placed less placed it, so that turns stay right where they can.
            let [first, second] = Side::BOTH.map(|player| placed(position, player));
            let likely = if first <= second { Side::First } else { Side::Second };
            let owner = [likely, !likely].into_iter().find(|&player| position.stock(player, kind) > 0);
            let Some(owner) = owner else {
                return Err(format!("there are six {} resources, and all are on the board", colour.word()));
            };
            position.resources[colour.index()] |= cell.bit();
            set_stock(position, owner, kind, -1);
        }
    }
    renew(position);
    Ok(())
}

/// Puts what stands on a cell back into a stock: a city into its owner's, a resource into that of the player who has
/// placed more.
fn take_away<V: Variant>(position: &mut Divercite<V>, cell: Cell) {
    if let Some((owner, colour)) = position.city_at(cell) {
        position.cities[colour.index()] &= !cell.bit();
        position.owned[owner.index()] &= !cell.bit();
        set_stock(position, owner, Piece { colour, kind: Kind::City }, 1);
    } else if let Some(colour) = position.resource_at(cell) {
        let kind = Piece { colour, kind: Kind::Resource };
        let [first, second] = Side::BOTH.map(|player| placed(position, player));
        let likely = if first > second { Side::First } else { Side::Second };
        let has_room = |&player: &Side| position.stock(player, kind) < Kind::Resource.supply();
        if let Some(owner) = [likely, !likely].into_iter().find(has_room) {
            position.resources[colour.index()] &= !cell.bit();
            set_stock(position, owner, kind, 1);
        }
    }
    renew(position);
}

/// Hands a resource of a stock over to the other player.
fn hand_over<V: Variant>(position: &mut Divercite<V>, place: &str) -> Result<(), String> {
    let stocks = Side::BOTH.into_iter().flat_map(|player| Piece::ALL.map(|piece| (player, piece)));
    let found = stocks.into_iter().find(|&(player, piece)| stock_id(player, piece) == place);
    let (player, piece) = found.ok_or_else(|| format!("cell {place} does not exist"))?;
    let (colour, name) = (piece.colour.word(), Divercite::<V>::side_name(player));
    if piece.kind == Kind::City {
        return Err("cities belong to their player: put them on the board or take them off it".to_owned());
    }
    if position.stock(player, piece) == 0 {
        return Err(format!("{name} has no {colour} resource left"));
    }
    if position.stock(!player, piece) == Kind::Resource.supply() {
        let other = Divercite::<V>::side_name(!player);
        return Err(format!("{other} has three {colour} resources, and no player has more"));
    }
    set_stock(position, player, piece, -1);
    set_stock(position, !player, piece, 1);
    renew(position);
    Ok(())
}

/// How many pieces a player has placed, by the stock.
fn placed<V: Variant>(position: &Divercite<V>, player: Side) -> u8 {
    20 - Piece::ALL.into_iter().map(|piece| position.stock(player, piece)).sum::<u8>()
}

fn set_stock<V: Variant>(position: &mut Divercite<V>, player: Side, piece: Piece, change: i8) {
    let left = position.stock(player, piece).saturating_add_signed(change);
    let shift = 2 * piece.index();
    let stock = &mut position.stocks[player.index()];
    *stock = *stock & !(3 << shift) | u16::from(left) << shift;
}

/// Counts anew what is kept beside the pieces.
fn renew<V: Variant>(position: &mut Divercite<V>) {
    *position = Divercite::assemble(position.resources, position.cities, position.owned, position.stocks);
}
