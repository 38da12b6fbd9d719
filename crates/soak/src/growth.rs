//! Whether a series of measurements grows.

/// Beyond this many standard deviations a trend is no accident.
const SURE: f64 = 3.0;

/// The median of the slopes between all pairs of points (Theil and Sen): a few wild measurements do not move it.
pub(crate) fn slope(points: &[(f64, f64)]) -> f64 {
    let mut slopes: Vec<f64> =
        pairs(points).filter(|(a, b)| b.0 > a.0).map(|(a, b)| (b.1 - a.1) / (b.0 - a.0)).collect();
    slopes.sort_by(f64::total_cmp);
    slopes.get(slopes.len() / 2).copied().unwrap_or(0.0)
}

/// How sure it is that the values rise with time, in standard deviations (Mann and Kendall).
pub(crate) fn trend(points: &[(f64, f64)]) -> f64 {
    let rises: f64 = pairs(points).map(|(a, b)| f64::from(i8::from(b.1 > a.1) - i8::from(b.1 < a.1))).sum();
    let n = points.len() as f64;
    rises / (n * (n - 1.0) * (2.0 * n + 5.0) / 18.0).sqrt().max(1.0)
}

/// Whether values rise for sure, and by more than this per unit of time.
pub(crate) fn grows(points: &[(f64, f64)], most: f64) -> bool {
    trend(points) > SURE && slope(points) > most
}

fn pairs(points: &[(f64, f64)]) -> impl Iterator<Item = ((f64, f64), (f64, f64))> {
    points.iter().enumerate().flat_map(|(index, &a)| points[index + 1..].iter().map(move |&b| (a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grandline_games::random::{Random, pick, seeded};

    /// Measurements once per minute for an hour: `per_hour` of growth, and noise of up to ten.
    fn series(random: &mut Random, per_hour: f64) -> Vec<(f64, f64)> {
        let point = |minute: u32| {
            let hours = f64::from(minute) / 60.0;
            (hours, 100.0 + per_hour * hours + f64::from(pick(random, 100)) / 10.0)
        };
        (0..60).map(point).collect()
    }

    #[test]
    fn the_slope_of_a_line_is_found_beside_wild_values() {
        let mut points: Vec<_> = (0..20).map(|x| (f64::from(x), 3.0 * f64::from(x))).collect();
        points[4].1 = 1e9;
        points[11].1 = -1e9;
        assert!((slope(&points) - 3.0).abs() < 1e-9);
        assert_eq!((slope(&points[..1]), slope(&[])), (0.0, 0.0));
    }

    #[test]
    fn growth_beyond_the_bound_is_seen_and_noise_is_not() {
        let mut random = seeded(7);
        for _ in 0..200 {
            assert!(grows(&series(&mut random, 40.0), 16.0));
            assert!(!grows(&series(&mut random, 0.0), 0.0), "noise");
            assert!(!grows(&series(&mut random, 8.0), 16.0), "below the bound");
        }
    }

    #[test]
    fn a_value_that_rose_once_is_no_growth() {
        let points: Vec<_> =
            (0..60).map(|minute| (f64::from(minute) / 60.0, if minute < 3 { 10.0 } else { 50.0 })).collect();
        assert!(!grows(&points, 1.0));
    }
}
