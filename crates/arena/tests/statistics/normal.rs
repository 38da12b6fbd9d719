//! The normal distribution, against statrs and against itself.

use grandline_arena::statistics::normal::{Z95, cdf, density, erf, erfc, quantile, student_cdf};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::erf as theirs;

use crate::assert_close;

#[test]
fn agrees_with_statrs() {
    let normal = Normal::standard();
    for step in -1200..=1200 {
        let x = f64::from(step) / 100.0;
        assert_close(erf(x), theirs::erf(x), 1e-10);
        assert_close(cdf(x), normal.cdf(x), 1e-10);
    }
}

/// Tails have to be right relatively, or a tiny doubt would be anything. statrs has ten digits there, so these values
/// are those of the C library.
#[test]
fn tails_keep_their_digits() {
    for (x, expected) in [
        (-5.5, 1.9999999999999927),
        (-2.0, 1.9953222650189528),
        (-0.3, 1.3286267594591274),
        (0.49, 0.4883317388114769),
        (0.51, 0.4707563801588296),
        (1.0, 0.15729920705028513),
        (1.99, 0.004888586800383003),
        (2.01, 0.004475150644751763),
        (3.0, 2.2090496998585438e-05),
        (5.0, 1.5374597944280351e-12),
        (10.0, 2.088487583762545e-45),
        (20.0, 5.3958656116079005e-176),
        (26.0, 5.663192408856143e-296),
    ] {
        assert_close(erfc(x) / expected, 1.0, 1e-13);
    }
}

/// Published to more digits than a double has: Abramowitz and Stegun, tables 7.1 and 26.1.
#[test]
fn known_values() {
    assert_close(erf(0.5), 0.520_499_877_813_046_5, 1e-15);
    assert_close(erf(1.0), 0.842_700_792_949_714_9, 1e-15);
    assert_close(erf(2.0), 0.995_322_265_018_952_7, 1e-15);
    assert_close(cdf(1.0), 0.841_344_746_068_542_9, 1e-15);
    assert_close(density(0.0), 0.398_942_280_401_432_7, 1e-15);
    assert_close(quantile(0.975), Z95, 1e-14);
    assert_close(quantile(0.975), 1.959_963_984_540_054, 1e-14);
    assert_close(quantile(0.95), 1.644_853_626_951_472_7, 1e-14);
}

#[test]
fn quantiles_invert_the_probabilities() {
    for exponent in 1..=300 {
        let probability = 10f64.powi(-exponent);
        assert_close(cdf(quantile(probability)) / probability, 1.0, 1e-11);
    }
    for step in 1..1000 {
        let probability = f64::from(step) / 1000.0;
        assert_close(cdf(quantile(probability)), probability, 1e-15);
        assert_close(quantile(probability), -quantile(1.0 - probability), 1e-13);
    }
    assert_eq!(quantile(0.0), f64::NEG_INFINITY);
    assert_eq!(quantile(1.0), f64::INFINITY);
    assert_close(quantile(0.5), 0.0, 1e-15);
    assert!(quantile(1.1).is_nan() && quantile(-0.1).is_nan() && quantile(f64::NAN).is_nan());
}

#[test]
fn extremes_stay_numbers() {
    assert_eq!((cdf(40.0), cdf(-40.0)), (1.0, 0.0));
    assert_eq!((erf(1e300), erf(-1e300), erf(0.0)), (1.0, -1.0, 0.0));
    assert_eq!((cdf(f64::INFINITY), cdf(f64::NEG_INFINITY)), (1.0, 0.0));
    assert!(cdf(f64::NAN).is_nan());
}

#[test]
fn students_distribution_is_near_statrs() {
    for freedom in 1..=60 {
        let exact = StudentsT::new(0.0, 1.0, f64::from(freedom)).expect("valid parameters");
        let tolerance = if freedom < 4 { 0.009 } else { 0.001 };
        for step in -80..=80 {
            let quotient = f64::from(step) / 10.0;
            assert_close(student_cdf(quotient, f64::from(freedom)), exact.cdf(quotient), tolerance);
        }
    }
}
