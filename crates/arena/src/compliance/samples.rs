//! Sample positions for the checks: from random games, the same in every run.

use grandline_games::random::seeded;
use grandline_games::{AnyPosition, GameId};

use crate::ugi::start;

/// Games to find ordinary positions in.
const GAMES: u64 = 60;
/// Games to find rare positions in.
const RARE: u64 = 2000;
/// Maximum plies of a random game.
const LONGEST: usize = 400;

/// Random games.
pub(crate) struct Samples {
    game: GameId,
    games: Vec<AnyPosition>,
}

impl Samples {
    pub(crate) fn new(game: GameId) -> Self {
        Samples { game, games: (1..=GAMES).map(|seed| random_game(game, seed)).collect() }
    }

    /// The start of a game.
    pub(crate) fn start(&self) -> AnyPosition {
        start(self.game, 0)
    }

    /// Some games, cut off after a share of their moves.
    pub(crate) fn cut(&self, share: f64, count: usize) -> impl Iterator<Item = AnyPosition> {
        let at = move |game: &AnyPosition| ((game.plies() as f64 * share) as usize).min(game.plies() - 1);
        self.games.iter().filter(|game| game.plies() > 0).map(move |game| first_plies(game, at(game))).take(count)
    }

    /// Some finished games, `plies` before their end.
    pub(crate) fn endings(&self, plies: usize, count: usize) -> impl Iterator<Item = AnyPosition> {
        let finished = self.games.iter().filter(move |game| game.outcome().is_some() && game.plies() > plies);
        finished.map(move |game| first_plies(game, game.plies() - plies)).take(count)
    }

    /// A finished game.
    pub(crate) fn finished(&self) -> Option<AnyPosition> {
        self.games.iter().find(|game| game.outcome().is_some()).cloned()
    }

    /// The longest game, before its last move.
    pub(crate) fn longest(&self) -> Option<AnyPosition> {
        let game = self.games.iter().max_by_key(|game| game.plies())?;
        game.before().map(|(_, before)| before)
    }

    /// Games at their first position, after the start, with only one legal move.
    pub(crate) fn forced(&self, count: usize) -> impl Iterator<Item = AnyPosition> {
        // Such positions are rare in some games, so that more games are played until there are enough.
        let game = self.game;
        let more = (GAMES + 1..=RARE).map(move |seed| random_game(game, seed));
        self.games.iter().cloned().chain(more).filter_map(|game| first_forced(&game)).take(count)
    }
}

/// The first moves of a game.
fn first_plies(game: &AnyPosition, plies: usize) -> AnyPosition {
    let mut position = game.clone();
    while position.plies() > plies && position.undo().is_some() {}
    position
}

fn first_forced(game: &AnyPosition) -> Option<AnyPosition> {
    let earlier = |position: &AnyPosition| position.before().map(|(_, before)| before);
    let positions = std::iter::successors(Some(game.clone()), earlier);
    positions.filter(|position| position.plies() > 0 && position.legal_count() == 1).last()
}

fn random_game(game: GameId, seed: u64) -> AnyPosition {
    let mut random = seeded(seed);
    let mut position = start(game, seed);
    while position.plies() < LONGEST
        && let Some(mv) = position.random_move(&mut random)
    {
        position.play(mv);
    }
    position
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_the_positions_that_checks_need() {
        for &game in GameId::ALL {
            let samples = Samples::new(game);
            let is_open = |position: &AnyPosition| position.outcome().is_none();
            assert_eq!(samples.cut(0.5, 5).filter(is_open).count(), 5, "{game}");
            assert_eq!(samples.endings(1, 3).filter(is_open).count(), 3, "{game}");
            assert!(samples.finished().is_some_and(|position| !is_open(&position)), "{game}");
            assert!(samples.longest().as_ref().is_some_and(is_open), "{game}");
            assert_eq!(samples.forced(3).filter(|position| position.legal_count() == 1).count(), 3, "{game}");
        }
    }
}
