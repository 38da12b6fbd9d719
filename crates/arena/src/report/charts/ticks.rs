//! Round numbers along an axis.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

/// An axis: where it begins and ends, and the numbers written along it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// An axis that covers all values, with about `wished` round numbers. Its ends are round numbers too.
    pub(super) fn round(values: impl IntoIterator<Item = f64>, wished: usize) -> Self {
        Axis::in_steps(values, wished, 0.0)
    }

    /// The same in whole steps from zero.
    pub(super) fn counts(values: impl IntoIterator<Item = f64>, wished: usize) -> Self {
        Axis::in_steps(values.into_iter().chain([0.0]), wished, 1.0)
    }

    fn in_steps(values: impl IntoIterator<Item = f64>, wished: usize, least: f64) -> Self {
        let (low, high) = extent(values);
        let step = round_step((high - low) / wished.max(1) as f64).max(least);
        let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
        let ticks: Vec<f64> = (first..=last.max(first + 1)).map(|index| index as f64 * step).collect();
        Axis { low: ticks[0], high: ticks[ticks.len() - 1], ticks }
    }

    /// The same for whole numbers from exactly the smallest to exactly the largest.
    pub(super) fn whole(values: impl IntoIterator<Item = f64>, wished: usize) -> Self {
        let (low, high) = extent(values);
        let (low, high) = (low.floor(), high.ceil());
        let step = round_step((high - low) / wished.max(1) as f64).max(1.0);
        let inside = |tick: &f64| (low..=high).contains(tick);
        let ticks = ((low / step).floor() as i64..=(high / step).ceil() as i64).map(|index| index as f64 * step);
        // The first move is number 1, and that is where people begin to read.
        let mut ticks: Vec<f64> = ticks.filter(inside).collect();
        if ticks.first().is_some_and(|&first| first - low >= step / 2.0) {
            ticks.insert(0, low);
        }
        Axis { low, high, ticks }
    }

    /// Powers of ten, of values that are their exponents.
    pub(super) fn decades(exponents: impl IntoIterator<Item = f64>) -> Self {
        let (low, high) = extent(exponents);
        let (low, high) = (low.floor() as i64, high.ceil() as i64);
        let high = high.max(low + 1);
        let step = (high - low).unsigned_abs().div_ceil(8) as usize;
        Axis { low: low as f64, high: high as f64, ticks: (low..=high).step_by(step).map(|tick| tick as f64).collect() }
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

/// The smallest and the largest value, kept apart and within what can be counted.
fn extent(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let finite = values.into_iter().filter(|value| value.is_finite()).map(|value| value.clamp(-1e12, 1e12));
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    match high - low {
        width if width > 1e-9 => (low, high),
        // One value, or none at all.
        width if width.is_finite() => (low - 0.5, high + 0.5),
        _ => (0.0, 1.0),
    }
}

/// The next number of the form 1, 2 or 5 times a power of ten that is no smaller.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let digits = [1.0, 2.0, 5.0, 10.0];
    digits.into_iter().map(|digit| digit * power).find(|&round| round >= step * 0.999_999).unwrap_or(power * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        assert_eq!(Axis::round([3.0, 97.0], 5).ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Axis::round([-0.4, 0.3], 4).ticks, [-0.4, -0.2, 0.0, 0.2, 0.4]);
        assert_eq!(Axis::counts([1.0, 2.9], 6).ticks, [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(Axis::whole([1.0, 40.0], 8).ticks, [1.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0]);
        assert_eq!(Axis::decades([0.3, 5.2]).ticks, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    }

    #[test]
    fn nothing_and_one_value_still_make_an_axis() {
        for values in [vec![], vec![7.0], vec![f64::NAN, f64::INFINITY], vec![1e300, -1e300], vec![2.0, 2.0]] {
            for axis in [
                Axis::round(values.clone(), 5),
                Axis::whole(values.clone(), 5),
                Axis::decades(values.iter().map(|value| value.clamp(-300.0, 300.0))),
            ] {
                assert!(axis.low < axis.high && axis.low.is_finite() && axis.high.is_finite(), "{values:?} {axis:?}");
                assert!(axis.ticks.len() < 100, "{values:?} {axis:?}");
            }
        }
    }
}
