//! What results say of a move: the Beta distribution of its share of the points.

use grandline_games::random::{Random, seeded};
use rand_core::Rng;

use super::book::MoveTally;
use grandline_search::math::{exp, ln, ln_gamma};

/// The part of the posterior that is left below the lower bound of a move.
pub const LOWER_BOUND: f64 = 0.05;

/// What is believed of a move's share of the points after its results, if every share was as likely before. A draw is half
/// a win and half a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posterior {
    /// One more than the wins.
    alpha: f64,
    /// One more than the losses.
    beta: f64,
}

impl From<MoveTally> for Posterior {
    fn from(tally: MoveTally) -> Self {
        let draws = f64::from(tally.drawn) / 2.0;
        Posterior { alpha: 1.0 + f64::from(tally.won) + draws, beta: 1.0 + f64::from(tally.lost) + draws }
    }
}

impl Posterior {
    /// The share to be expected.
    pub fn mean(&self) -> f64 {
        self.alpha / (self.alpha + self.beta)
    }

    /// The share that is exceeded with all but a given probability, by halving the interval.
    pub fn quantile(&self, probability: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if self.below(middle) < probability {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }

    /// How likely the share is below a number between 0 and 1: the regularised incomplete beta function.
    pub fn below(&self, x: f64) -> f64 {
        let Posterior { alpha, beta } = *self;
        if x <= 0.0 || x >= 1.0 {
            return if x <= 0.0 { 0.0 } else { 1.0 };
        }
        // The fraction converges quickly on the near side of the mean only.
        if x > (alpha + 1.0) / (alpha + beta + 2.0) {
            return 1.0 - Posterior { alpha: beta, beta: alpha }.below(1.0 - x);
        }
        let front = alpha * ln(x) + beta * ln(1.0 - x) + ln_gamma(alpha + beta) - ln_gamma(alpha) - ln_gamma(beta);
        exp(front) * self.fraction(x) / alpha
    }

    /// The continued fraction of the incomplete beta function, evaluated from the front (Lentz).
    fn fraction(&self, x: f64) -> f64 {
        const TINY: f64 = 1e-300;
        // The steps needed grow with the root of the number of games; this is enough for billions.
        const STEPS: u32 = 100_000;
        let Posterior { alpha, beta } = *self;
        let away_from_zero = |number: f64| if number.abs() < TINY { TINY } else { number };
        let (mut c, mut d) = (1.0, 1.0 / away_from_zero(1.0 - (alpha + beta) * x / (alpha + 1.0)));
        let mut value = d;
        for step in 1..STEPS {
            let m = f64::from(step);
            let even = m * (beta - m) * x / ((alpha + 2.0 * m - 1.0) * (alpha + 2.0 * m));
            let odd = -(alpha + m) * (alpha + beta + m) * x / ((alpha + 2.0 * m) * (alpha + 2.0 * m + 1.0));
            let before = value;
            for coefficient in [even, odd] {
                d = 1.0 / away_from_zero(1.0 + coefficient * d);
                c = away_from_zero(1.0 + coefficient / c);
                value *= c * d;
            }
            if (value / before - 1.0).abs() < 1e-15 {
                break;
            }
        }
        value
    }

    /// A share drawn at random: of two gamma variates, the part of the first.
    pub fn sample(&self, rng: &mut Random) -> f64 {
        let (won, lost) = (gamma(self.alpha, rng), gamma(self.beta, rng));
        won / (won + lost)
    }
}

/// A gamma variate of a shape from 1 on, by squeezing and rejecting a cubed normal one (Marsaglia and Tsang).
fn gamma(shape: f64, rng: &mut Random) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let root = 1.0 + c * x;
        if root <= 0.0 {
            continue;
        }
        let v = root * root * root;
        let u = uniform(rng);
        let square = x * x;
        if u < 1.0 - 0.0331 * square * square || ln(u) < 0.5 * square + d * (1.0 - v + ln(v)) {
            return d * v;
        }
    }
}

/// A normal variate, by the polar method, which needs no sines.
fn normal(rng: &mut Random) -> f64 {
    loop {
        let (x, y) = (2.0 * uniform(rng) - 1.0, 2.0 * uniform(rng) - 1.0);
        let square = x * x + y * y;
        if square < 1.0 && square > 0.0 {
            return x * (-2.0 * ln(square) / square).sqrt();
        }
    }
}

/// A number between 0 and 1, and neither of them.
fn uniform(rng: &mut Random) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}

/// How often Thompson sampling takes each of several moves, by trying it `rounds` times.
pub fn shares(tallies: &[MoveTally], rounds: u32, seed: u64) -> Vec<f64> {
    let posteriors: Vec<Posterior> = tallies.iter().copied().map(Posterior::from).collect();
    let mut rng = seeded(seed);
    let mut taken = vec![0_u32; tallies.len()];
    for _ in 0..rounds {
        if let Some(best) = best(posteriors.iter().map(|posterior| posterior.sample(&mut rng))) {
            taken[best] += 1;
        }
    }
    taken.iter().map(|&count| f64::from(count) / f64::from(rounds.max(1))).collect()
}

/// The index of the largest number, the first of equals.
pub(super) fn best(numbers: impl Iterator<Item = f64>) -> Option<usize> {
    let larger = |best: Option<(usize, f64)>, (index, number): (usize, f64)| match best {
        Some((_, most)) if most >= number => best,
        _ => Some((index, number)),
    };
    numbers.enumerate().fold(None, larger).map(|(index, _)| index)
}
