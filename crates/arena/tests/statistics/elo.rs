//! Counts and Elo: by hand, against what fastchess printed for real matches, and as properties.

use grandline_arena::statistics::elo::{elo_of_score, expected_score};
use grandline_arena::statistics::{MatchScore, Pentanomial, Score, Tally};
use proptest::prelude::*;

use crate::{assert_close, match_of, singles};

#[test]
fn a_tally_by_hand() {
    // Three wins, two draws, one loss: 4 points of 6. Deviations from 2/3: three times 1/3, twice -1/6, once -2/3;
    // squares sum to 3/9 + 2/36 + 4/9 = 5/6; a sixth of that is 5/36.
    let tally = Tally::new(3, 2, 1);
    assert_eq!((tally.games(), tally.points()), (6, 4.0));
    assert_close(tally.mean().unwrap(), 2.0 / 3.0, 1e-15);
    assert_close(tally.variance().unwrap(), 5.0 / 36.0, 1e-15);
    assert_eq!(tally.reversed(), Tally::new(1, 2, 3));
    assert_eq!(Tally::default().mean(), None);
    assert_eq!(Tally::from_iter([Score::Win, Score::Draw, Score::Win]), Tally::new(2, 1, 0));
}

#[test]
fn a_pentanomial_by_hand() {
    // Pairs of 0, 1, 1½ and 2 points: means a game 0, ½, ¾, 1, together 9/16 a game. Deviations -9/16, -1/16, 3/16,
    // 7/16; squares sum to (81 + 1 + 9 + 49) / 256 = 140/256; a fourth of that is 35/256.
    let pairs = Pentanomial([1, 0, 1, 1, 1]);
    assert_eq!((pairs.pairs(), pairs.points()), (4, 4.5));
    assert_close(pairs.mean().unwrap(), 9.0 / 16.0, 1e-15);
    assert_close(pairs.variance().unwrap(), 35.0 / 256.0, 1e-15);
    assert_close(pairs.variance_per_game().unwrap(), 35.0 / 128.0, 1e-15);
    assert_eq!((pairs.won(), pairs.level(), pairs.lost()), (2, 1, 1));
    assert_eq!(pairs.reversed(), Pentanomial([1, 1, 1, 0, 1]));
}

#[test]
fn pairs_and_single_games_are_counted_apart() {
    use Score::{Draw, Loss, Win};
    let mut score = MatchScore::default();
    [[Win, Loss], [Draw, Draw], [Win, Draw]].into_iter().for_each(|[first, second]| score.record_pair(first, second));
    score.record_single(Loss);
    assert_eq!(score.pairs, Pentanomial([0, 0, 2, 1, 0]));
    assert_eq!(score.paired, Tally::new(2, 3, 1));
    assert_eq!(score.single, Tally::new(0, 0, 1));
    assert_eq!((score.games(), score.units(), score.drawn_pairs()), (7, 4, 1));
}

#[test]
fn elo_of_known_scores() {
    // 400 log10(3) for three points of four, 400 log10(2) for two of three.
    assert_close(elo_of_score(0.75).unwrap(), 190.848_501_887_864_98, 1e-10);
    assert_close(elo_of_score(2.0 / 3.0).unwrap(), 120.411_998_265_592_48, 1e-10);
    assert_eq!(elo_of_score(0.5), Some(0.0));
    assert_eq!((elo_of_score(0.0), elo_of_score(1.0), elo_of_score(1.2)), (None, None, None));
    assert_close(expected_score(400.0), 10.0 / 11.0, 1e-15);
}

/// What fastchess printed under public matches, to the two digits it prints: pairs, Elo, its error, normalised Elo, its
/// error, likelihood of superiority in percent.
#[test]
fn agrees_with_fastchess() {
    for (counts, printed) in [
        ([1, 22, 52, 21, 4], [8.69, 27.04, 15.51, 48.15, 73.60]),
        ([50, 287, 610, 387, 73], [18.04, 8.23, 28.19, 12.84, 100.0]),
        ([235, 1384, 2521, 1341, 239], [-1.06, 4.05, -1.67, 6.37, 30.33]),
        ([0, 1, 4, 0, 0], [-34.86, 62.20, -122.84, 215.34, 13.18]),
        ([30, 6, 18, 0, 6], [-168.40, 73.37, -170.08, 62.16, 0.0]),
    ] {
        let score = match_of(counts, 0);
        let (elo, normalized) = (score.elo().unwrap(), score.normalized_elo().unwrap());
        let computed = [
            elo.estimate,
            elo.error.unwrap(),
            normalized.estimate,
            normalized.error.unwrap(),
            100.0 * score.los().unwrap(),
        ];
        for (value, expected) in computed.into_iter().zip(printed) {
            assert_close(value, expected, 0.0051);
        }
    }
}

#[test]
fn games_without_twins_count_by_themselves() {
    // Ten wins, five losses: mean 2/3, variance 2/9 a game, so the deviation of the mean is √(2/9/15) = 0.12172 and the
    // lead 1/6 is 1.36931 of it (√(15/8)), which a normal variable stays below in 91.455 % of cases.
    let score = singles(10, 0, 5);
    assert_close(score.standard_error().unwrap(), (2.0f64 / 135.0).sqrt(), 1e-15);
    assert_close(score.los().unwrap(), 0.914_548, 1e-6);
    assert_close(score.elo().unwrap().estimate, 120.412, 1e-3);
    // Its quotient of Student has 14 degrees of freedom and divides by 14 instead of 15: 1.32288, which is 89.64 %.
    assert_close(score.cautious_los().unwrap(), 0.8964, 5e-4);
}

#[test]
fn pairs_and_singles_add_their_variances() {
    // Two pairs of 1 and 2 points and one single win. The pairs' means ½ and 1 have variance 1/16, so a game of theirs
    // has 1/8; all five games (wins 4, loss 1) have mean 4/5 and variance 4/25, which counts for the single one.
    // Together a game has (4 · 1/8 + 4/25) / 5 = 0.132.
    let mut score = match_of([0, 0, 1, 0, 1], 1);
    score.record_single(Score::Win);
    assert_close(score.variance_per_game().unwrap(), 0.132, 1e-15);
    assert_close(score.standard_error().unwrap(), (0.132f64 / 5.0).sqrt(), 1e-15);
}

#[test]
fn what_is_not_known_is_not_claimed() {
    let nothing = MatchScore::default().estimates();
    assert_eq!((nothing.elo, nothing.normalized, nothing.los), (None, None, None));

    // Five pairs won: infinite Elo; equal results have no deviation. Uniform prior: 1 - 2⁻⁶.
    let all_won = match_of([0, 0, 0, 0, 5], 0).estimates();
    assert_eq!((all_won.elo, all_won.normalized, all_won.los), (None, None, Some(1.0 - 1.0 / 64.0)));
    let all_lost = match_of([5, 0, 0, 0, 0], 0).estimates();
    assert_eq!((all_lost.elo, all_lost.normalized, all_lost.los), (None, None, Some(1.0 / 64.0)));

    // Twenty pairs with a win each: nothing speaks for either, but nothing says that they are equal.
    let all_level = match_of([0, 0, 20, 0, 0], 20).estimates();
    let elo = all_level.elo.unwrap();
    assert_eq!((elo.estimate, elo.error, elo.low, elo.high), (0.0, None, None, None));
    assert_eq!((all_level.normalized, all_level.los), (None, Some(0.5)));

    // Eighteen of twenty: the score's interval passes 1, so there is a lower end only.
    let nearly = match_of([0, 0, 2, 0, 8], 2).estimates().elo.unwrap();
    assert_eq!((nearly.error, nearly.high), (None, None));
    // Pair means: eight 1, two ½; variance 0.04, deviation of the mean √0.004, lower end 0.9 - 0.12396.
    assert_close(nearly.low.unwrap(), elo_of_score(0.9 - 1.959_964 * 0.004f64.sqrt()).unwrap(), 1e-4);
}

#[test]
fn few_pairs_are_seen_with_caution() {
    let two = match_of([0, 0, 0, 1, 1], 0);
    assert!(two.los().unwrap() > 0.9999);
    assert_close(two.cautious_los().unwrap(), 0.893, 1e-3);
    let many = match_of([50, 287, 610, 387, 73], 0);
    assert_close(many.cautious_los().unwrap(), many.los().unwrap(), 1e-4);
}

fn scores() -> impl Strategy<Value = MatchScore> {
    (proptest::array::uniform5(0u64..40), 0u64..=40, 0u64..5, 0u64..5, 0u64..5).prop_map(|(counts, shared, w, d, l)| {
        let mut score = match_of(counts, shared.min(counts[2]));
        score.single = Tally::new(w, d, l);
        score
    })
}

proptest! {
    #[test]
    fn elo_grows_with_the_score(a in 0.001f64..0.999, b in 0.001f64..0.999) {
        prop_assume!(a < b);
        prop_assert!(elo_of_score(a) < elo_of_score(b));
        prop_assert!((expected_score(elo_of_score(a).unwrap()) - a).abs() < 1e-14);
    }

    #[test]
    fn the_other_side_sees_the_opposite(score in scores()) {
        let (ours, theirs) = (score.estimates(), score.reversed().estimates());
        prop_assert_eq!(ours.elo.is_some(), theirs.elo.is_some());
        if let (Some(a), Some(b)) = (ours.elo, theirs.elo) {
            let b = b.reversed();
            prop_assert!((a.estimate - b.estimate).abs() < 1e-9);
            prop_assert_eq!(a.error.is_some(), b.error.is_some());
            prop_assert!((a.error.unwrap_or(0.0) - b.error.unwrap_or(0.0)).abs() < 1e-7);
        }
        if let (Some(a), Some(b)) = (ours.los, theirs.los) {
            prop_assert!((a + b - 1.0).abs() < 1e-12);
        }
        if let (Some(a), Some(b)) = (score.cautious_los(), score.reversed().cautious_los()) {
            prop_assert!((a + b - 1.0).abs() < 1e-12);
            // Caution never makes a lead surer.
            prop_assert!((a - 0.5).abs() <= (score.los().unwrap() - 0.5).abs() + 1e-12);
        }
    }

    #[test]
    fn estimates_are_numbers(score in scores()) {
        let Estimate { numbers } = Estimate::of(&score);
        prop_assert!(numbers.iter().all(|number| number.is_finite()), "{:?}", numbers);
    }
}

/// Every number of the estimates of a match.
struct Estimate {
    numbers: Vec<f64>,
}

impl Estimate {
    fn of(score: &MatchScore) -> Estimate {
        let estimates = score.estimates();
        let intervals = [estimates.elo, estimates.normalized].into_iter().flatten();
        let parts = intervals.flat_map(|i| [Some(i.estimate), i.error, i.low, i.high]);
        Estimate { numbers: parts.chain([estimates.los, score.cautious_los()]).flatten().collect() }
    }
}
