//! The most likely distribution of pairs under each hypothesis, and the ratio of what they make of the pairs seen.

use std::f64::consts::SQRT_2;

use super::terms::{EloModel, SprtTerms};
use crate::statistics::elo::{NORMALIZED_PER_DEVIATION, expected_score};
use crate::statistics::pairs::{PAIR_SCORES, Pentanomial};

/// A distribution over the five results of a pair.
type Distribution = [f64; 5];

/// The count of a result that was never seen: small enough not to matter, large enough to have a logarithm.
const UNSEEN: f64 = 1e-3;

/// The log-likelihood ratio as a walk: each pair is a step.
pub(super) struct Steps {
    /// The number of pairs, with the little that stands for unseen results.
    pub(super) count: f64,
    /// The mean of a step.
    pub(super) mean: f64,
    /// The variance of a step.
    pub(super) variance: f64,
}

/// The steps of the ratio of `elo1` against `elo0` over these pairs.
pub(super) fn steps(terms: &SprtTerms, pairs: &Pentanomial) -> Steps {
    if pairs.pairs() == 0 {
        return Steps { count: 0.0, mean: 0.0, variance: 0.0 };
    }
    let counts = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
    let count: f64 = counts.iter().sum();
    let seen = counts.map(|part| part / count);
    let under = |elo: f64| match terms.model() {
        EloModel::Logistic => with_mean(&seen, expected_score(elo)),
        // A pair's mean score deviates by the deviation of a game divided by √2.
        EloModel::Normalized => with_lead(&seen, elo * SQRT_2 / NORMALIZED_PER_DEVIATION),
    };
    let (zero, one) = (under(terms.elo0()), under(terms.elo1()));
    let step: Distribution = std::array::from_fn(|i| (one[i] / zero[i]).ln());
    let mean = expectation(&seen, &step);
    let variance = expectation(&seen, &step.map(|x| (x - mean).powi(2)));
    Steps { count, mean, variance }
}

/// The most likely distribution with this mean score.
fn with_mean(seen: &Distribution, score: f64) -> Distribution {
    tilted(seen, &PAIR_SCORES.map(|s| s - score))
}

/// The most likely distribution whose mean lies this many of its own standard deviations above one half.
///
/// The constraint g(p) = mean(p) - ½ - lead · deviation(p) = 0 is not linear in p, so it is replaced by its tangent at
/// the last p, solved exactly, and so on until nothing moves. For a positive lead g is convex: tangents lie below it,
/// so that from a start with g ≥ 0 every iterate has g ≥ 0, and there the tangent always has a solution. A negative
/// lead is the mirror image.
fn with_lead(seen: &Distribution, lead: f64) -> Distribution {
    if lead < 0.0 {
        return mirrored(&with_lead(&mirrored(seen), -lead));
    }
    let mut current = shifted_until(seen, lead);
    for _ in 0..MOST_ITERATIONS {
        let (mean, deviation) = moments(&current);
        let tangent = PAIR_SCORES
            .map(|score| score - 0.5 - 0.5 * lead * deviation * (1.0 + ((score - mean) / deviation).powi(2)));
        let next = tilted(seen, &tangent);
        let moved = (0..5).map(|i| (next[i] / current[i] - 1.0).abs()).fold(0.0, f64::max);
        current = next;
        if moved < 1e-11 {
            break;
        }
    }
    current
}

/// Maximum number of iterations, far more than needed.
const MOST_ITERATIONS: u32 = 500;

/// What was seen, moved towards double wins until its mean lies at least `lead` deviations above one half.
fn shifted_until(seen: &Distribution, lead: f64) -> Distribution {
    let mut current = *seen;
    loop {
        let (mean, deviation) = moments(&current);
        if mean - 0.5 >= lead * deviation {
            return current;
        }
        // Each round takes a tenth of the rest, which ends since the deviation falls to 0 and the mean rises to 1.
        current = std::array::from_fn(|i| 0.9 * current[i] + if i == 4 { 0.1 } else { 0.0 });
    }
}

/// The most likely distribution for which `constraint` has expectation 0; the constraint must take both signs.
///
/// By Lagrange it is seen / (1 + θ · constraint), with θ the root of a falling function between two poles.
fn tilted(seen: &Distribution, constraint: &Distribution) -> Distribution {
    let largest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mut theta = 0.0;
    for _ in 0..200 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (seen, constraint) in seen.iter().zip(constraint) {
            let ratio = constraint / (1.0 + theta * constraint);
            value += seen * ratio;
            slope -= seen * ratio * ratio;
        }
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        // Newton's step where it stays between the poles, half way otherwise.
        let newton = theta - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        let moved = (next - theta).abs();
        theta = next;
        if moved <= 1e-15 * theta.abs().max(1e-3) {
            break;
        }
    }
    std::array::from_fn(|i| seen[i] / (1.0 + theta * constraint[i]))
}

fn expectation(distribution: &Distribution, values: &Distribution) -> f64 {
    distribution.iter().zip(values).map(|(p, value)| p * value).sum()
}

/// Mean and standard deviation of a pair's mean score.
fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean = expectation(distribution, &PAIR_SCORES);
    (mean, expectation(distribution, &PAIR_SCORES.map(|score| (score - mean).powi(2))).sqrt())
}

fn mirrored(distribution: &Distribution) -> Distribution {
    std::array::from_fn(|i| distribution[4 - i])
}

#[cfg(test)]
mod tests {
    use grandline_games::random::{Random, pick, seeded};

    use super::*;

    fn log_likelihood(seen: &Distribution, distribution: &Distribution) -> f64 {
        expectation(seen, &distribution.map(f64::ln))
    }

    fn random_distribution(rng: &mut Random) -> Distribution {
        // Powers make some results rare, as they are in real matches.
        let parts: Distribution = std::array::from_fn(|_| (f64::from(pick(rng, 1000) + 1) / 1000.0).powi(3));
        let sum: f64 = parts.iter().sum();
        parts.map(|part| part / sum)
    }

    fn mixed(a: &Distribution, b: &Distribution, share: f64) -> Distribution {
        std::array::from_fn(|i| a[i] + share * (b[i] - a[i]))
    }

    /// Tries hard to find a distribution on the constraint that is likelier than the one computed: random ones, and
    /// small changes of the computed one, each moved onto the constraint.
    fn check(seen: &Distribution, best: &Distribution, excess: impl Fn(&Distribution) -> f64, rng: &mut Random) {
        assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{seen:?} gives {best:?}");
        assert!(excess(best).abs() < 1e-9, "{seen:?} gives {best:?}");
        let height = log_likelihood(seen, best);
        for round in 0..200 {
            let other = random_distribution(rng);
            let candidate = if round % 2 == 0 { other } else { mixed(best, &other, 0.01) };
            // All on double wins or all on double losses is beyond the constraint on either side.
            let mut end = [0.0; 5];
            end[if excess(&candidate) < 0.0 { 4 } else { 0 }] = 1.0;
            let (mut near, mut far) = (0.0, 1.0);
            for _ in 0..60 {
                let middle = 0.5 * (near + far);
                let same = excess(&mixed(&candidate, &end, middle)) * excess(&candidate) > 0.0;
                *(if same { &mut near } else { &mut far }) = middle;
            }
            let feasible = mixed(&candidate, &end, near);
            assert!(log_likelihood(seen, &feasible) < height + 1e-9, "{feasible:?} is likelier than {best:?}");
        }
    }

    #[test]
    fn nothing_on_the_constraint_is_likelier() {
        let mut rng = seeded(4);
        for _ in 0..100 {
            let seen = random_distribution(&mut rng);
            let score = f64::from(pick(&mut rng, 900) + 50) / 1000.0;
            check(&seen, &with_mean(&seen, score), |p| moments(p).0 - score, &mut rng);
            let lead = (f64::from(pick(&mut rng, 2000)) - 1000.0) / 1000.0;
            let excess = |p: &Distribution| {
                let (mean, deviation) = moments(p);
                mean - 0.5 - lead * deviation
            };
            check(&seen, &with_lead(&seen, lead), excess, &mut rng);
        }
    }
}
