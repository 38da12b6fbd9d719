//! Games that repeat an earlier one move for move, which give no new information.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use crate::played::Played;

/// Recognises games that repeat an earlier one.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// The hashes of all games; collisions are negligible.
    seen: HashSet<u64>,
    count: u64,
}

impl Copies {
    /// Adds a game and returns whether it repeats an earlier one: same players on the same sides, same moves.
    pub fn add(&mut self, game: &Played) -> bool {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let moves: Vec<&str> = game.moves().collect();
        let is_new = self.seen.insert(hasher.hash_one((&game.players, &game.opening.setup, moves)));
        self.count += u64::from(!is_new);
        !is_new
    }

    /// How many games repeated an earlier one.
    pub fn count(&self) -> u64 {
        self.count
    }
}
