//! What the moves of games did to results that exact knowledge proves, by agent and ply.

use std::collections::BTreeMap;

use grandline_games::GameId;
use grandline_games::random::mix;

use crate::accuracy::{Accuracy, Judge};
use crate::played::Played;
use crate::store::{Entry, Store, StoreError};

/// Judged moves of some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    games: u64,
    /// By agent, and by the number of plies played before.
    plies: BTreeMap<String, Vec<Accuracy>>,
}

impl Judged {
    /// Judges the moves of a game that `wanted` chooses by agent and index. Moves whose results cannot be proven are left
    /// out.
    pub fn add(&mut self, judge: &mut Judge, game: GameId, played: &Played, wanted: impl Fn(&str, usize) -> bool) {
        self.games += 1;
        let Ok(mut position) = played.opening.position(game) else { return };
        let opening = played.opening.moves.len();
        for (index, ply) in played.plies.iter().enumerate() {
            let name = &played.players[position.to_move().index()];
            if wanted(name, index)
                && let Some((had, kept)) = judge.judge(&position, &ply.mv)
            {
                self.at(name, opening + index).add(had, kept);
            }
            if position.play_text(&ply.mv).is_err() {
                return;
            }
        }
    }

    fn at(&mut self, name: &str, before: usize) -> &mut Accuracy {
        let plies = self.plies.entry(name.to_owned()).or_default();
        if plies.len() <= before {
            plies.resize_with(before + 1, Accuracy::default);
        }
        &mut plies[before]
    }

    /// How many games were judged.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The accuracy of every agent with a judged move at each ply, by the number of plies played before.
    pub fn plies(&self) -> impl Iterator<Item = (&str, &[Accuracy])> {
        self.plies.iter().map(|(name, plies)| (name.as_str(), plies.as_slice()))
    }

    /// The accuracy of an agent over all plies.
    pub fn total(&self, name: &str) -> Accuracy {
        let mut total = Accuracy::default();
        self.plies.get(name).into_iter().flatten().for_each(|accuracy| total.merge(accuracy));
        total
    }
}

/// At most `most` games of a tournament, spread at random over all of them, always the same ones: the newest games of a
/// knockout would leave out most of its agents.
pub fn sample(store: &mut dyn Store, entry: &Entry, most: usize) -> Result<Vec<Played>, StoreError> {
    let mut numbers: Vec<u64> = (0..entry.games).collect();
    numbers.sort_by_cached_key(|&number| mix(number));
    numbers.truncate(most);
    numbers.sort_unstable();
    // A number whose game is still being played has none yet.
    numbers.into_iter().filter_map(|number| store.game(entry.key, number).transpose()).collect()
}
