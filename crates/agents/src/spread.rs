//! The spread of an evaluation's values over random games, which calibrates its units.
//!
//! Values of different evaluations are not comparable, so each is measured against its own spread. A new evaluation
//! needs no table entry.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use grandline_games::ListedGame;
use grandline_games::random::seeded;
use grandline_search::{Evaluation, Scale};

use crate::evaluation::{Chosen, LEARNED};

/// Random games from which the spread of an evaluation is measured.
const GAMES: u64 = 200;
/// The temperature as a share of the spread, fitted to the results of the champions' self-play over all games.
const WARMTH: f64 = 2.0 / 3.0;

/// The spread of an evaluation's values over random games.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// The mean for the player to move, by ply; empty where it is always 0.
    levels: Vec<f64>,
    /// The root of the mean square around it.
    size: f64,
}

impl Spread {
    /// The scale of values that were found at a ply of the game.
    pub(crate) fn scale(&self, ply: usize) -> Scale {
        let level = self.levels.get(ply).or(self.levels.last()).copied().unwrap_or(0.0);
        Scale::Logistic { level, temperature: (self.size * WARMTH).max(1e-6) }
    }

    /// The spread of an evaluation, measured when it is first asked for. Learned values are log-odds and need none.
    pub(crate) fn of<G: ListedGame>(chosen: &Chosen) -> Arc<Spread> {
        if chosen.name == LEARNED {
            return Arc::new(Spread { levels: Vec::new(), size: 1.0 / WARMTH });
        }
        static MEASURED: OnceLock<Mutex<HashMap<String, Arc<Spread>>>> = OnceLock::new();
        let key = format!("{} {}", G::NAME, chosen.text());
        let known = || MEASURED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(spread) = known().get(&key) {
            return spread.clone();
        }
        // Measured without the lock: two threads may do it twice, with the same result.
        let spread = Arc::new(Spread::measure::<G>(&*chosen.make::<G>()));
        known().insert(key, spread.clone());
        spread
    }

    fn measure<G: ListedGame>(evaluation: &dyn Evaluation<G>) -> Self {
        let scale = f64::from(evaluation.scale());
        let mut by_ply: Vec<Vec<f64>> = Vec::new();
        for seed in 0..GAMES {
            let mut position = G::start(seed);
            let mut scorer = evaluation.scorer(&position);
            let mut rng = seeded(seed);
            let mut ply = 0;
            while position.outcome().is_none() {
                let Some(mv) = position.random_move(&mut rng) else { break };
                if by_ply.len() == ply {
                    by_ply.push(Vec::new());
                }
                by_ply[ply].push(f64::from(scorer.evaluate(&position, position.to_move())) / scale);
                let after = position.child(mv);
                scorer.push(&position, mv, &after);
                position = after;
                ply += 1;
            }
        }
        let mean = |values: &Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
        // Where both sides see opposite values, the mean over both is 0.
        let levels: Vec<f64> =
            if evaluation.is_antisymmetric() { Vec::new() } else { by_ply.iter().map(mean).collect() };
        let (mut squares, mut count) = (0.0, 0_u32);
        for (ply, values) in by_ply.iter().enumerate() {
            let level = levels.get(ply).copied().unwrap_or(0.0);
            squares += values.iter().map(|value| (value - level).powi(2)).sum::<f64>();
            count += values.len() as u32;
        }
        Spread { levels, size: (squares / f64::from(count.max(1))).sqrt() }
    }
}
