//! Slow twins of the rules.

use std::collections::BTreeSet;

use grandline_games::random::seeded;
use grandline_games::{Margin, Notation};
use serde_json::Value;

/// The rules again, plain and slow, written from the rules page alone; it exists to contradict the fast ones.
pub(crate) trait Twin {
    /// The start of a game, from the text of the fast position.
    fn start(text: &str) -> Self;
    /// The texts of all legal moves.
    fn legal(&self) -> Vec<String>;
    /// Makes a move given as text.
    fn play(&mut self, text: &str);
    /// What the fast rules' `detail` must say.
    fn detail(&self) -> Value;
    /// The result, once the game is over.
    fn outcome(&self) -> Option<Margin>;
}

/// Plays random games on the fast rules and their twin side by side and compares them ply by ply.
pub(crate) fn agree<G: Notation, T: Twin>(games: u64) {
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut fast = G::start(seed);
        let mut slow = T::start(&fast.to_string());
        let mut played = Vec::new();
        loop {
            let legal: BTreeSet<String> = fast.moves().map(|mv| fast.format_move(mv)).collect();
            let context = || format!("{} seed {seed} after {}", G::NAME, played.join(" "));
            assert_eq!(legal, slow.legal().into_iter().collect(), "{}", context());
            assert_eq!(fast.outcome(), slow.outcome(), "{}", context());
            assert_eq!(fast.detail(), slow.detail(), "{}", context());
            let Some(mv) = fast.random_move(&mut rng) else { break };
            let text = fast.format_move(mv);
            slow.play(&text);
            fast.play(mv);
            played.push(text);
        }
    }
}
