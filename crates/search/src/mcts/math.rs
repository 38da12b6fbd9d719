//! Logarithm and exponential from the four operations alone. The standard library's may differ in the last bit from
//! machine to machine, and then the same seed would not play the same game.

use std::f64::consts::LN_2;

/// The natural logarithm of a positive normal number, to about 1e-12.
pub(crate) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1023;
    let mantissa = f64::from_bits(bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000);
    // Around the square root of two the series of atanh converges fastest.
    let (mantissa, exponent) =
        if mantissa > std::f64::consts::SQRT_2 { (mantissa / 2.0, exponent + 1) } else { (mantissa, exponent) };
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let square = z * z;
    let mut sum = 0.0;
    for odd in [13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 1.0 / odd;
    }
    exponent as f64 * LN_2 + 2.0 * z * sum
}

/// The exponential of a number that is not positive, as softmax needs it; very small results become 0.
pub(crate) fn exp(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    let power = (x / LN_2).floor();
    let rest = x - power * LN_2;
    let mut sum = 1.0;
    for n in (1..=16).rev() {
        sum = 1.0 + sum * rest / f64::from(n);
    }
    sum * f64::from_bits(((power as i64 + 1023) as u64) << 52)
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

    #[test]
    fn logarithms_of_counts() {
        let logarithms = Logarithms::new();
        for count in [1, 2, 1000, 1023, 1024, 5555, 1_000_003, u32::MAX] {
            assert!((f64::from(logarithms.of(count)) - f64::from(count).ln()).abs() < 2e-3, "ln {count}");
        }
    }

    #[test]
    fn close_to_the_standard_library() {
        for x in [1.0, 1.5, 2.0, 3.0, 10.0, 999.0, 1e9, 0.25] {
            assert!((ln(x) - x.ln()).abs() < 1e-11, "ln {x}");
        }
        for x in [0.0, -0.1, -1.0, -5.5, -100.0, -699.0] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-11, "exp {x}");
        }
    }
}
