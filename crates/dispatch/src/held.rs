//! Deliveries of results that wait until their games are in the store.

use std::collections::{HashMap, HashSet};

/// Deliveries that are not acknowledged yet.
pub(crate) struct Held<D> {
    /// Deliveries by a number of ours, each with the games that are not in the store yet.
    deliveries: HashMap<u64, (D, HashSet<u64>)>,
    /// The deliveries of each game.
    of_game: HashMap<u64, Vec<u64>>,
    /// Games that are in the store.
    safe: HashSet<u64>,
    /// Deliveries so far.
    taken: u64,
}

impl<D> Default for Held<D> {
    fn default() -> Self {
        Held { deliveries: HashMap::new(), of_game: HashMap::new(), safe: HashSet::new(), taken: 0 }
    }
}

impl<D> Held<D> {
    /// Keeps a delivery until these games are in the store; returns it if they are already.
    pub(crate) fn hold(&mut self, delivery: D, mut games: HashSet<u64>) -> Option<D> {
        games.retain(|game| !self.safe.contains(game));
        if games.is_empty() {
            return Some(delivery);
        }
        self.taken += 1;
        for &game in &games {
            self.of_game.entry(game).or_default().push(self.taken);
        }
        self.deliveries.insert(self.taken, (delivery, games));
        None
    }

    /// Takes note of games that are in the store, and returns the deliveries that can be acknowledged now.
    pub(crate) fn stored(&mut self, games: &[u64]) -> Vec<D> {
        let mut done = Vec::new();
        for game in games {
            self.safe.insert(*game);
            for id in self.of_game.remove(game).unwrap_or_default() {
                let Some((_, left)) = self.deliveries.get_mut(&id) else { continue };
                left.remove(game);
                if left.is_empty() {
                    done.extend(self.deliveries.remove(&id).map(|(delivery, _)| delivery));
                }
            }
        }
        done
    }

    /// The deliveries with games that never reached the store.
    pub(crate) fn rest(self) -> Vec<D> {
        self.deliveries.into_values().map(|(delivery, _)| delivery).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delivery_waits_for_all_of_its_games() {
        let mut held = Held::default();
        assert_eq!(held.hold("a", HashSet::from([1, 2])), None);
        assert_eq!(held.hold("b", HashSet::from([2])), None, "the same game again");
        assert!(held.stored(&[1]).is_empty());
        let mut done = held.stored(&[2]);
        done.sort_unstable();
        assert_eq!(done, ["a", "b"]);
        assert_eq!(held.hold("c", HashSet::from([1])), Some("c"), "nothing to wait for");
        assert_eq!(held.hold("d", HashSet::from([1, 3])), None);
        assert_eq!(held.rest(), ["d"]);
    }
}
