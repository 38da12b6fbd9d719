//! Positions to ask about: from random games by our rules, the same at every run.

use grandline_games::random::{pick, seeded};
use grandline_games::{Game, Record};

/// Games that are drawn to find what is wanted.
const GAMES: u64 = 60;
/// Games that are drawn to find what is rare.
const RARE: u64 = 2000;
/// A game is given up where it goes on for ever.
const LONGEST: usize = 400;

/// Random games.
pub(crate) struct Samples<G: Game> {
    games: Vec<Record<G>>,
}

impl<G: Game> Samples<G> {
    pub(crate) fn new() -> Self {
        Samples { games: (1..=GAMES).map(random_game).collect() }
    }

    /// The start of a game.
    pub(crate) fn start(&self) -> Record<G> {
        Record::new(G::start(0))
    }

    /// Some games, cut off after a share of their moves.
    pub(crate) fn cut(&self, share: f64, count: usize) -> impl Iterator<Item = Record<G>> {
        let at = move |game: &Record<G>| ((game.moves().len() as f64 * share) as usize).min(game.moves().len() - 1);
        self.games.iter().filter(|game| !game.moves().is_empty()).map(move |game| before(game, at(game))).take(count)
    }

    /// Some games before their last moves.
    pub(crate) fn endings(&self, plies: usize, count: usize) -> impl Iterator<Item = Record<G>> {
        let finished = self.games.iter().filter(move |game| game.outcome().is_some() && game.moves().len() > plies);
        finished.map(move |game| before(game, game.moves().len() - plies)).take(count)
    }

    /// A game that is over.
    pub(crate) fn finished(&self) -> Option<Record<G>> {
        self.games.iter().find(|game| game.outcome().is_some()).cloned()
    }

    /// The longest game, before its last move.
    pub(crate) fn longest(&self) -> Option<Record<G>> {
        let game = self.games.iter().max_by_key(|game| game.moves().len())?;
        game.moves().len().checked_sub(1).map(|plies| before(game, plies))
    }

    /// Games in which only one move is left to choose from.
    pub(crate) fn forced(&self, count: usize) -> impl Iterator<Item = Record<G>> {
        let forced = |game: &Record<G>| {
            let place = game.positions()[1..].iter().position(|position| position.count_moves() == 1)?;
            let record = before(game, place + 1);
            record.outcome().is_none().then_some(record)
        };
        // Such positions are rare in some games, so that more games are drawn until there are enough.
        let more = (GAMES + 1..=RARE).map(random_game);
        self.games.iter().cloned().chain(more).filter_map(move |game| forced(&game)).take(count)
    }
}

/// The first moves of a game.
fn before<G: Game>(game: &Record<G>, plies: usize) -> Record<G> {
    let mut record = Record::new(game.start().clone());
    game.moves()[..plies].iter().for_each(|&mv| record.play(mv));
    record
}

fn random_game<G: Game>(seed: u64) -> Record<G> {
    let mut random = seeded(seed);
    let mut record = Record::new(G::start(seed));
    while record.outcome().is_none() && record.moves().len() < LONGEST {
        let moves: Vec<G::Move> = record.position().moves().collect();
        record.play(moves[pick(&mut random, moves.len() as u32) as usize]);
    }
    record
}

#[cfg(test)]
mod tests {
    use grandline_games::{GameId, with_game};

    use super::*;

    #[test]
    fn every_game_has_what_checks_ask_for() {
        for &game in GameId::ALL {
            with_game!(game, G => {
                let samples = Samples::<G>::new();
                assert_eq!(samples.cut(0.5, 5).filter(|record| record.outcome().is_none()).count(), 5, "{game}");
                assert_eq!(samples.endings(1, 3).filter(|record| record.outcome().is_none()).count(), 3, "{game}");
                assert!(samples.finished().is_some_and(|record| record.outcome().is_some()), "{game}");
                assert!(samples.longest().is_some_and(|record| record.outcome().is_none()), "{game}");
                assert_eq!(samples.forced(3).filter(|record| record.position().count_moves() == 1).count(), 3, "{game}");
            });
        }
    }
}
