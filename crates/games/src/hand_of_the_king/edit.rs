//! Hand of the King arranged by hand. Cards are never lost: one that leaves the board is captured by a player, and one that
//! is put on the board comes from a player or changes places with another.

use super::companions::{Companion, Companions};
use super::house::House;
use super::location::Location;
use super::picture;
use super::{HandOfTheKing, Variant};
use crate::edit::{Editor, Tool};
use crate::game::{Game, Side};
use crate::notation::{Notation, PositionError};

/// The code of Varys' tool.
const VARYS: &str = "varys";

pub(super) const fn editor<V: Variant>() -> Editor<HandOfTheKing<V>> {
    Editor {
        tools: tools::<V>,
        erases: false,
        turn: Some(|position, side| {
            position.to_move = side;
            position.choosing = false;
        }),
        cleared: || HandOfTheKing::start(0),
        read: HandOfTheKing::read_sketch,
        write: ToString::to_string,
        check,
        put,
    }
}

fn tools<V: Variant>() -> Vec<Tool> {
    let houses = House::ALL.map(|house| Tool::new(house.letter(), house.name(), picture::standard(house)));
    let captured = Side::BOTH.map(|player| {
        let name = HandOfTheKing::<V>::side_name(player);
        Tool::new(player.name(), format!("captured by {name}"), picture::captured_sign(name))
    });
    let varys = Tool::new(VARYS, "Varys", picture::varys_card());
    houses.into_iter().chain([varys]).chain(captured).collect()
}

fn check<V: Variant>(position: &HandOfTheKing<V>) -> Result<(), PositionError> {
    position.check_sketch()
}

fn put<V: Variant>(position: &mut HandOfTheKing<V>, place: &str, tool: &str) -> Result<(), String> {
    if let Some(companion) = Companion::named(place).filter(|_| V::COMPANIONS) {
        if position.captured.cards == 0 {
            return Err("companions leave the game only after a card was captured".to_owned());
        }
        position.companions = position.companions.without(companion);
        position.choosing = false;
        return Ok(());
    }
    let location = place.parse().ok().and_then(Location::new).ok_or_else(|| format!("there is no card at {place}"))?;
    let house = House::ALL.into_iter().find(|house| house.letter() == tool);
    let player = Side::BOTH.into_iter().find(|player| player.name() == tool);
    match (house, player) {
        (Some(house), _) => put_card(position, location, house)?,
        (_, Some(player)) => capture(position, location, player)?,
        _ if tool == VARYS => move_varys(position, location),
        _ => return Err("say who captured the card: choose one of the players".to_owned()),
    }
    position.choosing = false;
    position.companions =
        if position.captured.cards == 0 && V::COMPANIONS { Companions::ALL } else { position.companions };
    position.prune();
    Ok(())
}

/// Varys goes to a place; a card there takes his.
fn move_varys<V: Variant>(position: &mut HandOfTheKing<V>, to: Location) {
    let from = position.varys;
    let card = position.card(to);
    set_card(position, to, None);
    set_card(position, from, card.filter(|_| from != to));
    position.varys = to;
}

fn capture<V: Variant>(position: &mut HandOfTheKing<V>, at: Location, player: Side) -> Result<(), String> {
    let Some(house) = position.card(at) else {
        return Err(if at == position.varys {
            "Varys is never captured; put him on another place".to_owned()
        } else {
            "this place is empty".to_owned()
        });
    };
    set_card(position, at, None);
    position.captured.add(player, house.code(), 1);
    Ok(())
}

fn put_card<V: Variant>(position: &mut HandOfTheKing<V>, at: Location, house: House) -> Result<(), String> {
    if at == position.varys {
        return Err("Varys stands here; put him on another place first".to_owned());
    }
    let old = position.card(at);
    if old == Some(house) {
        return Ok(());
    }
    let owner = Side::BOTH.into_iter().max_by_key(|&player| position.captured.count(player, house));
    if let Some(owner) = owner.filter(|&player| position.captured.count(player, house) > 0) {
        position.captured.remove(owner, house);
        if let Some(old) = old {
            position.captured.add(owner, old.code(), 1);
        }
    } else {
        let other = Location::all().find(|&other| other != at && position.card(other) == Some(house));
        let other = other.ok_or_else(|| format!("no card of {} is left", house.name()))?;
        set_card(position, other, old);
    }
    set_card(position, at, Some(house));
    Ok(())
}

fn set_card<V: Variant>(position: &mut HandOfTheKing<V>, at: Location, house: Option<House>) {
    let code = house.map_or(0, House::code);
    for (index, plane) in position.planes.iter_mut().enumerate() {
        *plane = if code >> index & 1 == 1 { *plane | at.bit() } else { *plane & !at.bit() };
    }
}
