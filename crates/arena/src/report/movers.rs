//! Who made each move of a game: a record does not say, because the rules know.

use grandline_games::{GameId, Side};

use crate::played::Played;

/// The side that made each ply the agents played. Where sides strictly take turns only the beginning is looked at;
/// elsewhere the game is played again.
pub fn movers(game: GameId, played: &Played) -> Vec<Side> {
    let alternating = |first: Side| {
        let turns = [first, !first].into_iter().cycle();
        turns.take(played.plies.len()).collect()
    };
    if game.alternates() {
        let first = match played.opening.setup.as_str() {
            // Every game starts with the first side; only a position in the middle of one need be read.
            "-" => Side::First,
            setup => game.set_up(setup).map_or(Side::First, |position| position.to_move()),
        };
        let is_even = played.opening.moves.len().is_multiple_of(2);
        return alternating(if is_even { first } else { !first });
    }
    let Ok(mut position) = played.opening.position(game) else { return alternating(Side::First) };
    let mut movers = Vec::with_capacity(played.plies.len());
    for ply in &played.plies {
        movers.push(position.to_move());
        // A record that cannot be played again is shown as far as it goes.
        if position.play_text(&ply.mv).is_err() {
            break;
        }
    }
    movers
}
