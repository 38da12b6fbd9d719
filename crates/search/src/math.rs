//! Logarithm, exponential and the logarithm of the gamma function from the four operations alone.
//!
//! Those of the standard library are the platform's and may differ in the last digit, and with it a choice between two
//! moves. IEEE arithmetic is the same everywhere, so that a seed makes the same choice on every machine.

use std::f64::consts::{LN_2, SQRT_2};

/// The natural logarithm of a positive, normal number.
pub fn ln(x: f64) -> f64 {
    const MANTISSA: u64 = (1 << 52) - 1;
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut mantissa = f64::from_bits(bits & MANTISSA | 1023 << 52);
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // ln m = 2 artanh((m - 1) / (m + 1)), a series that is short because m is near 1.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let series = (0..12).rev().fold(0.0, |sum, index| sum * square + 1.0 / f64::from(2 * index + 1));
    f64::from(exponent) * LN_2 + 2.0 * s * series
}

/// The exponential of a number up to 700; far below zero it is zero.
pub fn exp(x: f64) -> f64 {
    // The first part of ln 2 has so few digits that multiples of it are exact.
    const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    if x < -700.0 {
        return 0.0;
    }
    let power = (x / LN_2).round();
    let rest = (x - power * LN_2_HIGH) - power * LN_2_LOW;
    let series = (1..16).rev().fold(1.0, |sum, index| 1.0 + sum * rest / f64::from(index));
    series * f64::from_bits(((power as i64 + 1023) as u64) << 52)
}

/// The exponential of a number up to zero, to four digits: as exact as a prior need be, and several times faster.
#[inline]
pub(crate) fn exp_below_zero(x: f32) -> f32 {
    let power = x * std::f32::consts::LOG2_E;
    if power < -30.0 {
        return 0.0;
    }
    // 2 to a whole number is an exponent; to the rest, a short polynomial.
    let whole = power as i32;
    let rest = (power - whole as f32) * std::f32::consts::LN_2;
    let series = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest / 120.0))));
    series * f32::from_bits(((whole + 127) as u32) << 23)
}

/// The logarithm of the gamma function from 1 on.
pub fn ln_gamma(z: f64) -> f64 {
    // Stirling's series is good from about ten on; smaller numbers are shifted up there.
    let (mut z, mut product) = (z, 1.0);
    while z < 12.0 {
        product *= z;
        z += 1.0;
    }
    let square = 1.0 / (z * z);
    let terms = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];
    let series = terms.iter().rev().fold(0.0, |sum, term| sum * square + term) / z;
    let half_ln_of_two_pi = 0.918_938_533_204_672_8;
    (z - 0.5) * ln(z) - z + half_ln_of_two_pi + series - ln(product)
}

/// Logarithms of visit counts by table: exact below 1,024, and beyond that from the leading ten bits, which
/// is closer than exploration needs. The series takes longer than the rest of a selection.
pub(crate) struct Logarithms(Vec<f32>);

impl Logarithms {
    const BITS: u32 = 10;

    pub(crate) fn new() -> Self {
        Logarithms((0..1_u32 << Self::BITS).map(|n| ln(f64::from(n.max(1))) as f32).collect())
    }

    /// The natural logarithm of a positive count.
    #[inline]
    pub(crate) fn of(&self, count: u32) -> f32 {
        let shift = (u32::BITS - count.leading_zeros()).saturating_sub(Self::BITS);
        self.0[(count >> shift) as usize] + shift as f32 * std::f32::consts::LN_2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(ours: f64, theirs: f64, tolerance: f64) {
        assert!((ours - theirs).abs() <= tolerance * theirs.abs().max(1.0), "{ours} and not {theirs}");
    }

    #[test]
    fn they_agree_with_the_standard_library() {
        for step in 1..4000 {
            let x = f64::from(step) * 0.37;
            near(ln(x), x.ln(), 4e-16);
            near(ln(1.0 / x), -x.ln(), 4e-16);
            let y = f64::from(step - 2000) * 0.1;
            assert!((exp(y) / y.exp() - 1.0).abs() < 1e-15, "{y}");
            let quick = exp_below_zero(-y.abs() as f32);
            assert!((f64::from(quick) / (-y.abs()).exp() - 1.0).abs() < 1e-3 || quick == 0.0 && y.abs() > 20.0, "{y}");
        }
        near(ln(f64::MIN_POSITIVE), f64::MIN_POSITIVE.ln(), 4e-16);
        assert_eq!((ln(1.0), exp(0.0), exp(-1e300)), (0.0, 1.0, 0.0));
    }

    #[test]
    fn gamma_agrees_with_statrs() {
        for halves in 2..4000 {
            let z = f64::from(halves) / 2.0;
            near(ln_gamma(z), statrs::function::gamma::ln_gamma(z), 2e-13);
        }
        near(ln_gamma(1e7), statrs::function::gamma::ln_gamma(1e7), 1e-14);
    }

    #[test]
    fn logarithms_of_counts() {
        let logarithms = Logarithms::new();
        for count in [1, 2, 1000, 1023, 1024, 5555, 1_000_003, u32::MAX] {
            assert!((f64::from(logarithms.of(count)) - f64::from(count).ln()).abs() < 2e-3, "ln {count}");
        }
    }
}
