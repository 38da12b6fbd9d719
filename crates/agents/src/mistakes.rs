//! Mistakes as people make them: a move that looks nearly as good as the best is played now and then, one that loses at
//! sight hardly ever. What lies beyond the depth of the search is overlooked anyway.

use grandline_games::random::{mix, seeded};
use grandline_games::{Game, Record};
use grandline_search::{Limits, Report};
use rand_core::Rng;

/// The best moves that are looked at for something to play.
const CANDIDATES: usize = 8;

/// How an agent chooses among its best moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mistakes {
    /// The winning chances that a move may lose and still be played half as often as the best.
    pub(crate) tolerance: f64,
    pub(crate) seed: u64,
}

impl Mistakes {
    /// The limits of a search that has something to choose from.
    pub(crate) fn limits(limits: &Limits) -> Limits {
        Limits { lines: CANDIDATES, ..limits.clone() }
    }

    /// Puts the line to play first. The choice depends on the seed, the position and the ply only.
    pub(crate) fn choose<G: Game, M: Copy>(&self, record: &Record<G>, report: &mut Report<M>) {
        let chances: Vec<f64> = report.lines.iter().map(|line| report.chance(&line.value)).collect();
        let Some(&best) = chances.first() else { return };
        // A half at the tolerance, and steeply less after it: a move that loses four times as much has one in 65.
        let weight = |chance: &f64| 1.0 / (1.0 + ((best - chance).max(0.0) / self.tolerance).powi(3));
        let weights: Vec<f64> = chances.iter().map(weight).collect();
        let mut random = seeded(mix(self.seed ^ record.position().key().rotate_left(29)) ^ record.plies() as u64);
        // 53 random bits, as many as a number from 0 to 1 holds.
        let drawn = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut left = drawn * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let line = report.lines.remove(chosen.unwrap_or(0));
        report.lines.insert(0, line);
        report.lines.truncate(1);
    }
}

#[cfg(test)]
mod tests {
    use grandline_games::connect4::Connect4;
    use grandline_search::{Line, Scale, Value};

    use super::*;

    /// How often each of some moves is played, by the chances that they leave.
    fn counts(chances: &[f64], tolerance: f64) -> Vec<usize> {
        let mut counts = vec![0; chances.len()];
        for seed in 0..2000 {
            let lines = chances.iter().enumerate();
            let lines = lines.map(|(index, chance)| Line::single(index, Value::Heuristic(2.0 * chance - 1.0)));
            let mut report = Report { lines: lines.collect(), scale: Scale::Results, ..Report::default() };
            let record = Record::new(<Connect4 as Game>::start(0));
            Mistakes { tolerance, seed }.choose(&record, &mut report);
            counts[report.lines[0].pv[0]] += 1;
        }
        counts
    }

    #[test]
    fn moves_are_played_by_what_they_lose() {
        let counts = counts(&[0.6, 0.6, 0.5, 0.2], 0.1);
        assert!(counts[0].abs_diff(counts[1]) < 150, "equal moves alike: {counts:?}");
        assert!((250..500).contains(&counts[2]), "the tolerance halves: {counts:?}");
        assert!((1..80).contains(&counts[3]), "what loses at sight is rare: {counts:?}");
    }
}
