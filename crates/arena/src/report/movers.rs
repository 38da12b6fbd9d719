//! Who made each move of a game: a record does not say, because the rules know.

use grandline_games::{GameId, Notation, Side, with_game};

use crate::played::Played;

/// The side that made each ply the agents played. Where players strictly take turns only the beginning is looked at;
/// elsewhere the game is played again.
pub fn movers(game: GameId, played: &Played) -> Vec<Side> {
    with_game!(game, G => movers_of::<G>(played))
}

fn movers_of<G: Notation>(played: &Played) -> Vec<Side> {
    let alternating = |first: Side| {
        let turns = [first, !first].into_iter().cycle();
        turns.take(played.plies.len()).collect()
    };
    if G::ALTERNATES {
        let setup = played.opening.setup.as_str();
        let first = match setup {
            // Every game starts with the first player; only a position in the middle of one need be read.
            "-" => Side::First,
            _ => G::set_up(setup).map_or(Side::First, |position| position.to_move()),
        };
        let is_even = played.opening.moves.len().is_multiple_of(2);
        return alternating(if is_even { first } else { !first });
    }
    let Ok(record) = played.opening.record::<G>() else { return alternating(Side::First) };
    let mut position = record.position().clone();
    let mut movers = Vec::with_capacity(played.plies.len());
    for ply in &played.plies {
        movers.push(position.to_move());
        match position.parse_move(&ply.mv) {
            Ok(mv) => position.play(mv),
            // A record that cannot be played again is shown as far as it goes.
            Err(_) => break,
        }
    }
    movers
}
