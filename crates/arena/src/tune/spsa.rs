//! The algorithm: which two variants to compare, and how the result moves the values.
//!
//! With k the number of the iteration from 1 and A a tenth of all iterations, both gains have Spall's exponents:
//! `c_k = spread / k^0.101` is how far the variants are from the values, and the values move by `a_k / c_k` times the
//! lead of the winner, where `a_k = step * spread * ((1 + A) / (k + A))^0.602`. Both are shares of each range. So the first
//! iteration moves a value by `step` if one variant wins every game.

use grandline_games::random::{mix, pick, seeded};

/// How slowly the spread shrinks.
const GAMMA: f64 = 0.101;
/// How fast the steps shrink.
const ALPHA: f64 = 0.602;
/// How finely chance rounds whole numbers.
const CHANCES: u32 = 1 << 20;

/// A number to tune: where it may go and where it starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimension {
    /// The smallest value.
    pub from: f64,
    /// The largest value.
    pub to: f64,
    /// The first value.
    pub start: f64,
    /// Whether only whole numbers can be played.
    pub is_whole: bool,
}

impl Dimension {
    fn width(&self) -> f64 {
        self.to - self.from
    }

    /// A value to six decimals, or more where the range is small, and within the range: logs are short, and the last bit
    /// of a power, which differs between machines, changes nothing.
    fn settled(&self, value: f64) -> f64 {
        let mut scale = 1e6;
        while self.width() * scale < 1e6 && scale < 1e15 {
            scale *= 10.0;
        }
        ((value * scale).round() / scale).clamp(self.from, self.to)
    }

    /// The value that is played, for a value that was found.
    pub fn played(&self, value: f64) -> f64 {
        let value = if self.is_whole { value.round() } else { value };
        self.settled(value)
    }
}

/// The algorithm with its constants. It keeps nothing between calls.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    /// The numbers to tune.
    pub dimensions: Vec<Dimension>,
    /// How many iterations there are.
    pub iterations: u64,
    /// See the module.
    pub step: f64,
    /// See the module.
    pub spread: f64,
    /// What the directions come from.
    pub seed: u64,
}

/// Two variants to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The values of one.
    pub plus: Vec<f64>,
    /// The values of the other.
    pub minus: Vec<f64>,
    /// How far each value moves if plus wins every game.
    moves: Vec<f64>,
}

impl Spsa {
    /// The values before the first iteration.
    pub fn start(&self) -> Vec<f64> {
        self.dimensions.iter().map(|dimension| dimension.settled(dimension.start)).collect()
    }

    /// The variants of an iteration, from 1 on, around these values.
    ///
    /// Whole numbers are rounded up or down by chance, both variants by the same draw: on average they are as far apart as
    /// if they could be played exactly, and always at least by one. Near the end of a range both move inward.
    pub fn probe(&self, iteration: u64, values: &[f64]) -> Probe {
        let mut random = seeded(mix(mix(self.seed ^ 0x5b5a).wrapping_add(iteration)));
        let (k, offset) = (iteration as f64, self.iterations as f64 / 10.0);
        let spread = self.spread / k.powf(GAMMA);
        let gain = self.step * self.spread * ((1.0 + offset) / (k + offset)).powf(ALPHA);
        let mut probe = Probe { plus: Vec::new(), minus: Vec::new(), moves: Vec::new() };
        for (dimension, &value) in self.dimensions.iter().zip(values) {
            let width = dimension.width();
            let reach = (spread * width).max(if dimension.is_whole { 0.5 } else { 0.0 });
            let (low, high) = (dimension.from + reach, dimension.to - reach);
            let middle = if low <= high { value.clamp(low, high) } else { f64::midpoint(dimension.from, dimension.to) };
            let is_up = pick(&mut random, 2) == 1;
            let share = f64::from(pick(&mut random, CHANCES)) / f64::from(CHANCES);
            let played = |value: f64| {
                let value = dimension.settled(value);
                if dimension.is_whole { (value + share).floor().clamp(dimension.from, dimension.to) } else { value }
            };
            let direction = if is_up { 1.0 } else { -1.0 };
            probe.plus.push(played(middle + direction * reach));
            probe.minus.push(played(middle - direction * reach));
            probe.moves.push(direction * width * gain / (reach / width));
        }
        probe
    }

    /// The values after an iteration. The lead is that of plus: the points of plus less those of minus, per game.
    pub fn advance(&self, values: &[f64], probe: &Probe, lead: f64) -> Vec<f64> {
        let moved = values.iter().zip(&probe.moves).map(|(value, distance)| value + lead * distance);
        self.dimensions.iter().zip(moved).map(|(dimension, value)| dimension.settled(value)).collect()
    }

    /// The mean of the later half of some iterations, given the values after each. Single values still carry the noise of
    /// their last games; their mean carries much less of it (Polyak and Juditsky, 1992).
    pub fn mean(&self, history: &[Vec<f64>]) -> Vec<f64> {
        let later = &history[history.len() / 2..];
        if later.is_empty() {
            return self.start();
        }
        let mean = |index: usize| later.iter().map(|values| values[index]).sum::<f64>() / later.len() as f64;
        self.dimensions.iter().enumerate().map(|(index, dimension)| dimension.settled(mean(index))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(from: f64, to: f64, start: f64) -> Dimension {
        Dimension { from, to, start, is_whole: true }
    }

    fn spsa(dimensions: Vec<Dimension>, iterations: u64, seed: u64) -> Spsa {
        Spsa { dimensions, iterations, step: 0.05, spread: 0.1, seed }
    }

    #[test]
    fn variants_are_opposite_and_in_range() {
        let spsa = spsa(vec![whole(0.0, 60.0, 24.0), Dimension { is_whole: false, ..whole(0.5, 2.5, 2.5) }], 100, 7);
        let (mut ups, mut distance) = (0, 0.0);
        for iteration in 1..=1000 {
            let Probe { plus, minus, moves } = spsa.probe(iteration, &[24.3, 2.5]);
            assert_eq!(Probe { plus: plus.clone(), minus: minus.clone(), moves }, spsa.probe(iteration, &[24.3, 2.5]));
            assert!(plus[0].fract() == 0.0 && minus[0].fract() == 0.0);
            for values in [&plus, &minus] {
                assert!((0.0..=60.0).contains(&values[0]) && (0.5..=2.5).contains(&values[1]), "{values:?}");
            }
            // At the end of its range the second value moves inward, and the variants stay as far apart.
            let spread = 0.1 / (iteration as f64).powf(GAMMA);
            assert!(((plus[1] - minus[1]).abs() - 4.0 * spread).abs() < 1e-5, "{plus:?} {minus:?}");
            ups += u32::from(plus[0] > minus[0]);
            distance += (plus[0] - minus[0]).abs() - 120.0 * spread;
        }
        assert!((430..570).contains(&ups), "{ups}");
        // Rounding by chance keeps the mean distance.
        assert!((distance / 1000.0).abs() < 0.05, "{distance}");
    }

    #[test]
    fn whole_numbers_always_differ() {
        let spsa = spsa(vec![whole(0.0, 4.0, 2.0), whole(0.0, 1.0, 0.0)], 1000, 3);
        for iteration in 1..=1000 {
            let Probe { plus, minus, .. } = spsa.probe(iteration, &[iteration as f64 / 250.0, 0.0]);
            assert!(plus.iter().zip(&minus).all(|(plus, minus)| (plus - minus).abs() >= 1.0), "{plus:?} {minus:?}");
        }
    }

    #[test]
    fn the_first_iteration_moves_by_the_step() {
        let spsa = spsa(vec![whole(0.0, 100.0, 50.0)], 200, 1);
        let probe = spsa.probe(1, &[50.0]);
        let towards = (probe.plus[0] - probe.minus[0]).signum();
        assert_eq!(spsa.advance(&[50.0], &probe, 1.0), [50.0 + 5.0 * towards]);
        assert_eq!(spsa.advance(&[50.0], &probe, -0.5), [50.0 - 2.5 * towards]);
        assert_eq!(spsa.advance(&[99.0], &probe, towards), [100.0]);
    }

    #[test]
    fn the_mean_is_that_of_the_later_half() {
        let spsa = spsa(vec![whole(0.0, 10.0, 3.0)], 4, 1);
        assert_eq!(spsa.mean(&[]), [3.0]);
        assert_eq!(spsa.mean(&[vec![1.0]]), [1.0]);
        assert_eq!(spsa.mean(&[vec![1.0], vec![9.0], vec![4.0], vec![5.0]]), [4.5]);
        assert_eq!(spsa.mean(&[vec![9.0], vec![4.0], vec![5.5]]), [4.75]);
    }
}
