//! The normal distribution: its cumulative probability, its density and its quantiles, to nearly full precision.

use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

/// The two-sided 95 % quantile: errors everywhere in the arena are this many standard deviations.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is at most `x`, with full relative precision in both tails.
pub fn cdf(x: f64) -> f64 {
    0.5 * erfc(-x * FRAC_1_SQRT_2)
}

/// The density of the standard normal distribution at `x`.
pub fn density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
}

/// The value that a standard normal variable stays below with this probability; infinite at 0 and 1, NaN outside.
pub fn quantile(probability: f64) -> f64 {
    if !(0.0..=1.0).contains(&probability) {
        return f64::NAN;
    }
    if probability > 0.5 {
        // The complement of a probability above a half is exact, so nothing is lost by mirroring.
        return -quantile(1.0 - probability);
    }
    if probability == 0.0 {
        return f64::NEG_INFINITY;
    }
    // The leading term of the tail gives a start; Halley's steps treble the right digits each.
    let tail = (-2.0 * probability.ln()).sqrt();
    let mut x =
        if tail > 2.5 { -(tail - (2.0 * PI).sqrt().ln() / tail - tail.ln() / tail) } else { -tail + SQRT_2 - 0.23 };
    for _ in 0..60 {
        let step = (cdf(x) - probability) / density(x);
        let halley = step / (1.0 + 0.5 * x * step).max(0.5);
        x -= halley.clamp(-1.0, 1.0);
        if halley.abs() < 1e-15 * x.abs().max(1.0) {
            break;
        }
    }
    x
}

/// The probability that Student's quotient with this many degrees of freedom is at most `quotient`, by Wallace's
/// transformation to a normal variable: within 0.009 for one degree of freedom and within 0.001 from four on.
pub fn student_cdf(quotient: f64, freedom: f64) -> f64 {
    let shrunk = (freedom * (quotient * quotient / freedom).ln_1p()).sqrt();
    cdf(quotient.signum() * shrunk * (8.0 * freedom + 1.0) / (8.0 * freedom + 3.0))
}

/// The error function.
pub fn erf(x: f64) -> f64 {
    if x.abs() < SERIES_BELOW { series(x) } else { x.signum() * (1.0 - fraction(x.abs())) }
}

/// One minus the error function, precise where that is tiny.
pub fn erfc(x: f64) -> f64 {
    if x.abs() < SERIES_BELOW {
        // Up to one half nothing cancels; above it the series loses digits that the fraction still has.
        if x < 0.5 { 1.0 - series(x) } else { fraction(x) }
    } else if x > 0.0 {
        fraction(x)
    } else {
        2.0 - fraction(-x)
    }
}

/// From here on the continued fraction is both faster and more precise than the series.
const SERIES_BELOW: f64 = 2.0;

/// The error function by its series with positive terms only, exp(-x²) Σ 2ⁿ x²ⁿ⁺¹ / (2n+1)!!.
fn series(x: f64) -> f64 {
    let square = x * x;
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > sum.abs() * 1e-17 {
        odd += 2.0;
        term *= 2.0 * square / odd;
        sum += term;
    }
    2.0 / PI.sqrt() * (-square).exp() * sum
}

/// The complementary error function of a positive `x` by Legendre's continued fraction, evaluated from its far end.
fn fraction(x: f64) -> f64 {
    if x > 27.5 {
        return 0.0;
    }
    // The fraction converges like exp(-2x√(2n)): this many levels leave less than the last bit.
    let levels = (200.0 / (x * x)).ceil() as u32 + 20;
    let mut value = x;
    for level in (1..=levels).rev() {
        value = x + f64::from(level) / 2.0 / value;
    }
    (-x * x).exp() / (PI.sqrt() * value)
}
