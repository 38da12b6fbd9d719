//! Positions as features and labels.

use grandline_agents::learned::{AnyFeatures, Sample};
use grandline_games::{GameId, Side};

use super::selfplay::SelfPlayed;

/// Positions of games with their features, the way the player to move sees them, and labels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Examples {
    /// The phase of each position.
    pub phases: Vec<u16>,
    /// The indices of its terms, one position after the other.
    pub indices: Vec<u32>,
    /// The result for the player to move: 0, 0.5 or 1. Proven, or that of the game.
    pub results: Vec<f32>,
    /// The expected result by the search that chose the move.
    pub chances: Vec<f32>,
    /// The game of each position, counted from 0.
    pub games: Vec<u32>,
}

impl Examples {
    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.phases.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.phases.is_empty()
    }

    /// The positions of some games, in order; the error names the first move that is not legal.
    pub fn of(game: GameId, set: &dyn AnyFeatures, games: &[SelfPlayed], threads: usize) -> Result<Self, String> {
        let share = games.len().div_ceil(threads.max(1)).max(1);
        let parts: Vec<Result<Examples, String>> = std::thread::scope(|scope| {
            let part = |(index, part)| scope.spawn(move || Examples::part(game, set, part, (index * share) as u32));
            let running: Vec<_> = games.chunks(share).enumerate().map(part).collect();
            let joined = running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err("a panic".to_owned())));
            joined.collect()
        });
        let mut all = Examples::default();
        for part in parts {
            all.append(part?);
        }
        Ok(all)
    }

    fn append(&mut self, mut other: Examples) {
        self.phases.append(&mut other.phases);
        self.indices.append(&mut other.indices);
        self.results.append(&mut other.results);
        self.chances.append(&mut other.chances);
        self.games.append(&mut other.games);
    }

    fn part(game: GameId, set: &dyn AnyFeatures, games: &[SelfPlayed], first: u32) -> Result<Self, String> {
        let (mut examples, mut sample) = (Examples::default(), Sample::default());
        for (number, played) in (first..).zip(games) {
            let wrong = |reason: String| format!("game {}: {reason}", played.number);
            let mut position = game.set_up(&played.setup).map_err(|error| wrong(error.to_string()))?;
            let mut moves = played.moves.iter();
            for text in moves.by_ref().take(played.opening) {
                let mv = position.parse_move(text).map_err(|error| wrong(error.to_string()))?;
                position.play(mv);
            }
            for (index, &chance) in played.chances.iter().enumerate() {
                if !set.sample(&position, &mut sample) {
                    return Err(wrong("a position of another game".to_owned()));
                }
                // What is never evaluated as it stands teaches nothing.
                if set.is_quiet(&position) {
                    let result = if position.to_move() == Side::First { played.result } else { -played.result };
                    examples.phases.push(sample.phase as u16);
                    examples.indices.extend_from_slice(&sample.indices);
                    let chance = f32::from(chance) / 1000.0;
                    let is_proven = played.proven.is_some_and(|first| index >= first);
                    examples.results.push(if is_proven { chance } else { f32::from(result + 1) / 2.0 });
                    examples.chances.push(chance);
                    examples.games.push(number);
                }
                if let Some(text) = moves.next() {
                    let mv = position.parse_move(text).map_err(|error| wrong(error.to_string()))?;
                    position.play(mv);
                }
            }
        }
        Ok(examples)
    }
}
