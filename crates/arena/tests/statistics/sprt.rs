//! The sequential test: its terms as text, its ratio against published values and brute force, its expectations by
//! hand.

use grandline_arena::statistics::sprt::{TermsError, expected_steps};
use grandline_arena::statistics::{Decision, EloModel, Pentanomial, SprtTerms};
use proptest::prelude::*;

use crate::assert_close;

fn terms(text: &str) -> SprtTerms {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn terms_are_read_in_any_order() {
    let expected = SprtTerms::new(-1.5, 3.0, 0.01, 0.1, EloModel::Logistic).unwrap();
    assert_eq!(terms("elo0=-1.5,elo1=3,alpha=0.01,beta=0.1,model=logistic"), expected);
    assert_eq!(terms("model=logistic, beta=0.1, alpha=0.01, elo1=3.0, elo0=-1.5"), expected);
    assert_eq!(terms("elo1=10"), SprtTerms::default());
    assert_eq!(terms("elo0=0,elo1=5").to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized");
}

#[test]
fn wrong_terms_are_explained() {
    let messages: Vec<String> = [
        "",
        "elo0",
        "elo0=0;elo1=10",
        "elo2=5",
        "elo1=5,elo1=6",
        "elo0=zero",
        "elo0=nan",
        "elo0=5,elo1=5",
        "elo0=20",
        "elo1=1e9",
        "alpha=0.5",
        "beta=0",
        "alpha=-0.05",
        "model=bayesian",
    ]
    .into_iter()
    .map(|text| format!("{text:20} {}", text.parse::<SprtTerms>().unwrap_err()))
    .collect();
    insta::assert_snapshot!(messages.join("\n"));
    assert_eq!(
        SprtTerms::new(0.0, f64::NAN, 0.05, 0.05, EloModel::Logistic).unwrap_err().to_string(),
        "elo1=NaN is out of range; it must be between -1000 and 1000"
    );
    assert!(matches!("elo0=1,elo1=0".parse::<SprtTerms>(), Err(TermsError::Order { .. })));
}

#[test]
fn bounds_are_walds() {
    // ln 19 on both sides for 5 %; ln(0.1/0.95) and ln(0.9/0.05) for 5 % and 10 %.
    let (lower, upper) = SprtTerms::default().bounds();
    assert_close(upper, 2.944_438_979_166_44, 1e-13);
    assert_close(lower, -2.944_438_979_166_44, 1e-13);
    let (lower, upper) = terms("beta=0.1").bounds();
    assert_close(lower, -2.251_291_798_606_495, 1e-13);
    assert_close(upper, 2.890_371_757_896_165, 1e-13);
}

/// Ratios that fishtest and fastchess give for these pairs, to the two digits they print.
#[test]
fn agrees_with_fastchess() {
    for (text, pairs, printed) in [
        ("elo0=0,elo1=2", [365, 16618, 36229, 16974, 390], 2.25),
        ("elo0=-1.75,elo1=0.25", [127, 4883, 10712, 5150, 104], 3.01),
        ("elo0=0.5,elo1=2.5,model=logistic", [223, 9863, 21279, 10037, 246], -3.07),
        ("elo0=0,elo1=2,model=logistic", [871, 26175, 55983, 26678, 821], -4.98),
        ("elo0=0,elo1=5", [50, 287, 610, 387, 73], 2.97),
        ("elo0=-5,elo1=0", [1, 22, 52, 21, 4], 0.15),
        ("elo0=-5,elo1=0,model=logistic", [235, 1384, 2521, 1341, 239], 1.69),
    ] {
        assert_close(terms(text).llr(&Pentanomial(pairs)), printed, 0.0051);
    }
}

/// Cases where the most likely distributions can be found without a computer.
#[test]
fn ratios_by_hand() {
    // Every pair won twice, logistic: the likeliest distribution with mean s gives s to 2 points and 1-s to 0 points,
    // so each pair counts ln(s1/s0) with s0 = 1/2 and s1 = 1/(1+10^(-1/4)) = 0.640065: ln 1.280130 = 0.246962.
    assert_close(terms("elo1=100,model=logistic").llr(&Pentanomial([0, 0, 0, 0, 1000])), 246.962, 2e-3);
    // The same, normalised with 5 points: a lead of t = 5√2 ln(10)/800 = 0.0203525 deviations. With q on 2 points,
    // (q - ½) / √(q(1-q)) = t gives q = ½ + t / (2√(1+t²)), so each pair counts ln(1 + 0.0203483) = 0.0201440.
    assert_close(terms("elo1=5").llr(&Pentanomial([0, 0, 0, 0, 104])), 104.0 * 0.020_144_0, 2e-4);
    // Every pair level: under elo0 = 0 that is certain. Under a lead of t the cheapest is q on 2 points with
    // (q/2) / (½√(q(1-q))) = t, so q = t²/(1+t²) and each pair counts -ln(1+t²) = -0.000414136.
    assert_close(terms("elo1=5").llr(&Pentanomial([0, 0, 8350, 0, 0])), -8350.0 * 0.000_414_136, 0.02);
}

#[test]
fn decisions_follow_the_bounds() {
    let test = terms("elo0=0,elo1=5");
    let state = test.state(&Pentanomial([50, 287, 610, 387, 73]));
    assert_eq!((state.decision, state.expected_pairs_left, state.pairs), (Decision::AcceptH1, Some(0.0), 1407));
    let state = test.state(&Pentanomial([73, 387, 610, 287, 50]));
    assert_eq!((state.decision, state.progress()), (Decision::AcceptH0, 1.0));
    let state = test.state(&Pentanomial([1, 2, 3, 2, 1]));
    assert_eq!(state.decision, Decision::Continue);
    assert!(state.progress() < 0.1 && state.expected_games_left().unwrap() > 1000.0);
    let nothing = test.state(&Pentanomial::default());
    assert_eq!((nothing.llr, nothing.decision, nothing.expected_pairs_left), (0.0, Decision::Continue, None));
}

#[test]
fn expected_steps_by_hand() {
    // Without drift from the middle of (-3, 3), variance 1: 3 · 3 / 1 = 9 steps; from 1: 4 · 2 = 8.
    assert_close(expected_steps(0.0, -3.0, 3.0, 0.0, 1.0).unwrap(), 9.0, 1e-12);
    assert_close(expected_steps(1.0, -3.0, 3.0, 0.0, 1.0).unwrap(), 8.0, 1e-12);
    // Drift ½, variance 1: top with probability 1/(1+e⁻³) = 0.952574, so (6 · 0.952574 - 3) / ½ = 5.430889.
    assert_close(expected_steps(0.0, -3.0, 3.0, 0.5, 1.0).unwrap(), 5.430_889, 1e-6);
    // Without variance it is a walk straight on.
    assert_eq!(expected_steps(1.0, -3.0, 3.0, 0.5, 0.0), Some(4.0));
    assert_eq!(expected_steps(1.0, -3.0, 3.0, -0.5, 0.0), Some(8.0));
    assert_eq!(expected_steps(1.0, -3.0, 3.0, 0.0, 0.0), None);
}

fn any_terms() -> impl Strategy<Value = SprtTerms> {
    (-60.0f64..60.0, 0.5f64..60.0, 0.001f64..0.49, 0.001f64..0.49, any::<bool>()).prop_map(
        |(elo0, width, alpha, beta, logistic)| {
            let model = if logistic { EloModel::Logistic } else { EloModel::Normalized };
            SprtTerms::new(elo0, elo0 + width, alpha, beta, model).unwrap()
        },
    )
}

proptest! {
    #[test]
    fn terms_survive_their_text(terms in any_terms()) {
        prop_assert_eq!(terms.to_string().parse::<SprtTerms>(), Ok(terms));
    }

    #[test]
    fn the_other_side_sees_the_opposite_ratio(
        terms in any_terms(), counts in proptest::array::uniform5(0u64..500),
    ) {
        let pairs = Pentanomial(counts);
        let (ours, theirs) = (terms.state(&pairs), terms.reversed().state(&pairs.reversed()));
        let scale = ours.llr.abs().max(1.0);
        prop_assert!((ours.llr + theirs.llr).abs() < 1e-8 * scale, "{} and {}", ours.llr, theirs.llr);
        prop_assert!((ours.lower + theirs.upper).abs() < 1e-12);
        let left = |state: Option<f64>| state.unwrap_or(-1.0);
        prop_assert!(
            (left(ours.expected_pairs_left) - left(theirs.expected_pairs_left)).abs()
                < 1e-6 * left(ours.expected_pairs_left).max(1.0)
        );
    }

    #[test]
    fn a_better_pair_never_lowers_the_logistic_ratio(
        elo1 in 1.0f64..60.0, counts in proptest::array::uniform5(1u64..200), which in 0usize..4,
    ) {
        let terms = SprtTerms::new(0.0, elo1, 0.05, 0.05, EloModel::Logistic).unwrap();
        let mut better = counts;
        better[which] -= 1;
        better[which + 1] += 1;
        prop_assert!(terms.llr(&Pentanomial(better)) > terms.llr(&Pentanomial(counts)) - 1e-9);
    }

    #[test]
    fn both_forms_of_the_expectation_join(from in -0.99f64..0.99, variance in 0.01f64..10.0, sign in prop::bool::ANY) {
        // The limit is used below rate · width = 1e-4; just above it the full formula must say the same.
        let mean = |rate: f64| rate / 2.0 * variance / 2.0 * if sign { 1.0 } else { -1.0 };
        let below = expected_steps(from, -1.0, 1.0, mean(0.99e-4), variance).unwrap();
        let above = expected_steps(from, -1.0, 1.0, mean(1.01e-4), variance).unwrap();
        prop_assert!((below / above - 1.0).abs() < 1e-5, "{} and {}", below, above);
    }
}
