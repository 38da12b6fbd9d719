//! The distribution of a move's share of the points, against statrs and by drawing from it.

use grandline_agents::experience::{MoveTally, Posterior, shares};
use grandline_games::random::seeded;
use statrs::distribution::{Beta, Continuous, ContinuousCDF};
use statrs::statistics::Distribution;

fn tally(won: u32, drawn: u32, lost: u32) -> MoveTally {
    MoveTally { won, drawn, lost }
}

/// The same distribution as others compute it.
fn beta(MoveTally { won, drawn, lost }: MoveTally) -> Beta {
    let draws = f64::from(drawn) / 2.0;
    Beta::new(1.0 + f64::from(won) + draws, 1.0 + f64::from(lost) + draws).expect("shapes above zero")
}

const TALLIES: [(u32, u32, u32); 10] = [
    (0, 0, 0),
    (1, 0, 0),
    (0, 1, 0),
    (0, 0, 7),
    (3, 1, 2),
    (12, 5, 30),
    (50, 0, 50),
    (400, 33, 1),
    (0, 0, 5000),
    (6120, 311, 3570),
];

#[test]
fn probabilities_and_quantiles_agree_with_statrs() {
    for (won, drawn, lost) in TALLIES {
        let tally = tally(won, drawn, lost);
        let (ours, theirs) = (Posterior::from(tally), beta(tally));
        let mean = theirs.mean().expect("a mean");
        assert!((ours.mean() - mean).abs() < 1e-12, "{tally:?}");
        let deviation = theirs.variance().expect("a variance").sqrt();
        for step in -40..=40 {
            let x = mean + f64::from(step) * 0.1 * deviation;
            if x > 0.0 && x < 1.0 {
                assert!((ours.below(x) - theirs.cdf(x)).abs() < 1e-9, "{tally:?} below {x}: {}", ours.below(x));
            }
        }
        for probability in [0.001, 0.05, 0.25, 0.5, 0.95, 0.999] {
            let x = ours.quantile(probability);
            assert!((theirs.cdf(x) - probability).abs() < 1e-9, "{tally:?}: {probability} of it is below {x}");
        }
    }
}

/// statrs stops too early here; these were integrated with forty digits.
#[test]
fn probabilities_of_a_hundred_thousand_games() {
    for (won, drawn, lost, x, expected) in [
        (6120, 311, 3570, 0.62, 0.061_632_190_503_797),
        (100_000, 1, 99_000, 0.502, 0.323_733_655_382_237),
        (3, 1_000_000, 0, 0.5001, 0.578_086_410_406_713),
    ] {
        let posterior = Posterior::from(tally(won, drawn, lost));
        assert!((posterior.below(x) - expected).abs() < 1e-8, "{} and not {expected}", posterior.below(x));
        assert!((posterior.quantile(expected) - x).abs() < 1e-10, "{} and not {x}", posterior.quantile(expected));
    }
}

#[test]
fn quantiles_of_hand_computed_cases() {
    // Without games every share is as likely; after one win the density is 2x, and its quantiles are roots.
    for probability in [0.05, 0.5, 0.81] {
        assert!((Posterior::from(tally(0, 0, 0)).quantile(probability) - probability).abs() < 1e-14);
        assert!((Posterior::from(tally(1, 0, 0)).quantile(probability) - probability.sqrt()).abs() < 1e-14);
        let lost = Posterior::from(tally(0, 0, 1)).quantile(probability);
        assert!((lost - (1.0 - (1.0 - probability).sqrt())).abs() < 1e-14);
    }
    assert_eq!(Posterior::from(tally(2, 2, 0)), Posterior::from(tally(3, 0, 1)), "a draw is half of each");
    let posterior = Posterior::from(tally(4, 4, 4));
    assert_eq!(
        [posterior.below(-1.0), posterior.below(0.0), posterior.below(1.0), posterior.below(2.0)],
        [0., 0., 1., 1.]
    );
}

#[test]
fn samples_have_the_distribution() {
    const SAMPLES: u32 = 40_000;
    for (won, drawn, lost) in [(0, 0, 0), (0, 1, 0), (2, 0, 9), (40, 8, 35), (9000, 10, 7000)] {
        let (posterior, theirs) = (Posterior::from(tally(won, drawn, lost)), beta(tally(won, drawn, lost)));
        let mut rng = seeded(u64::from(won));
        let mut samples: Vec<f64> = (0..SAMPLES).map(|_| posterior.sample(&mut rng)).collect();
        samples.sort_by(f64::total_cmp);
        // The largest distance between what was drawn and what should be (Kolmogorov and Smirnov): beyond 2.2 / sqrt(n)
        // once in some eight thousand seeds, and the seed is fixed.
        let distance = samples
            .iter()
            .zip(1..)
            .map(|(&sample, rank): (_, u32)| (theirs.cdf(sample) - (f64::from(rank) - 0.5) / f64::from(SAMPLES)).abs());
        let most = distance.fold(0.0, f64::max);
        assert!(most < 2.2 / f64::from(SAMPLES).sqrt(), "{won} {drawn} {lost}: {most}");
    }
}

#[test]
fn thompson_takes_a_move_as_often_as_it_is_the_best() {
    let (a, b) = (tally(12, 3, 9), tally(6, 0, 6));
    // The probability that a draw of the first exceeds one of the second, summed up over small steps.
    let (first, second) = (beta(a), beta(b));
    let steps = 20_000;
    let at = |step: i32| (f64::from(step) + 0.5) / f64::from(steps);
    let expected: f64 = (0..steps).map(|step| first.pdf(at(step)) * second.cdf(at(step)) / f64::from(steps)).sum();
    let taken = shares(&[a, b], 100_000, 1);
    assert!((taken[0] - expected).abs() < 0.006, "{taken:?}, not {expected}");
    assert!((taken[0] + taken[1] - 1.0).abs() < 1e-12);
    assert_eq!(shares(&[a, b], 100, 5), shares(&[a, b], 100, 5));
    assert_eq!(shares(&[], 100, 5), Vec::<f64>::new());
}

/// A stream of samples written down: it must be the same on every machine and in every version.
#[test]
fn a_seed_gives_the_same_samples_everywhere() {
    let posterior = Posterior::from(tally(7, 3, 5));
    let mut rng = seeded(42);
    let bits: Vec<String> = (0..4).map(|_| format!("{:016x}", posterior.sample(&mut rng).to_bits())).collect();
    let bound = format!("{:016x}", posterior.quantile(0.05).to_bits());
    insta::assert_snapshot!(format!("{}\n{bound}", bits.join("\n")));
}
