//! Simulated players of known strength: errors cover what they say, and sequential tests are wrong as often as agreed.
//! All seeds are fixed, so every number here is the same on every run.

use std::f64::consts::{LN_10, SQRT_2};

use grandline_arena::rating::{CrossTable, Ratings, rate};
use grandline_arena::statistics::elo::{elo_of_score, expected_score};
use grandline_arena::statistics::sprt::expected_steps;
use grandline_arena::statistics::{Decision, Interval, MatchScore, Pentanomial, Score, SprtTerms};
use grandline_games::random::{Random, pick, seeded};

fn uniform(rng: &mut Random) -> f64 {
    f64::from(pick(rng, u32::MAX)) / f64::from(u32::MAX)
}

fn draw(rng: &mut Random, distribution: &[f64; 5]) -> usize {
    let mut rest = uniform(rng);
    distribution.iter().position(|part| (rest -= part, rest < 0.0).1).unwrap_or(4)
}

/// A game whose first side leads by this many Elo; up to this share of the games between equals is drawn. The law of
/// draws is deliberately not that of the ratings.
fn game(rng: &mut Random, lead: f64, drawn: f64) -> Score {
    let score = expected_score(lead);
    let half_draws = drawn * 2.0 * score * (1.0 - score);
    match uniform(rng) {
        x if x < score - half_draws => Score::Win,
        x if x < score + half_draws => Score::Draw,
        _ => Score::Loss,
    }
}

/// How often an interval contains the truth.
#[derive(Default)]
struct Coverage {
    inside: u32,
    all: u32,
}

impl Coverage {
    fn record(&mut self, interval: Interval, truth: f64) {
        let above = interval.low.is_none_or(|low| low <= truth);
        let below = interval.high.is_none_or(|high| truth <= high);
        self.inside += u32::from(above && below);
        self.all += 1;
    }

    fn share(&self) -> f64 {
        f64::from(self.inside) / f64::from(self.all)
    }

    #[track_caller]
    fn assert_between(&self, low: f64, high: f64) {
        assert!((low..=high).contains(&self.share()), "{} of {} are inside", self.inside, self.all);
    }
}

/// Openings favour one side by up to 300 Elo, so the two games of a pair are far from independent.
#[test]
fn errors_of_a_match_cover_95_percent() {
    let mut rng = seeded(1);
    let (mut by_pairs, mut by_games) = (Coverage::default(), Coverage::default());
    for lead in [0.0, 60.0, 150.0] {
        // The true score of a pair is the mean over the openings, which are spread evenly.
        let openings: Vec<f64> = (0..=60).map(|step| f64::from(step) * 10.0 - 300.0).collect();
        let of_opening = |o: &f64| 0.5 * (expected_score(lead + o) + expected_score(lead - o));
        let truth = elo_of_score(openings.iter().map(of_opening).sum::<f64>() / openings.len() as f64).expect("finite");
        for _ in 0..1000 {
            let mut score = MatchScore::default();
            for _ in 0..100 {
                let opening = openings[pick(&mut rng, openings.len() as u32) as usize];
                score.record_pair(game(&mut rng, lead + opening, 0.4), game(&mut rng, lead - opening, 0.4));
            }
            by_pairs.record(score.elo().expect("not one-sided"), truth);
            let single = score.tally();
            let games = MatchScore { single, ..MatchScore::default() };
            by_games.record(games.elo().expect("not one-sided"), truth);
        }
    }
    by_pairs.assert_between(0.935, 0.965);
    // Counted one by one, the same games claim an error that is too large: this is what pairs are for.
    by_games.assert_between(0.97, 0.999);
}

/// Between equals a finished match calls somebody stronger in about 5 % of cases, even with few pairs.
#[test]
fn equal_players_are_seldom_told_apart() {
    let mut rng = seeded(2);
    for pairs in [5, 10, 50] {
        let (mut naive, mut careful) = (0, 0);
        for _ in 0..4000 {
            let mut score = MatchScore::default();
            for _ in 0..pairs {
                score.record_pair(game(&mut rng, 0.0, 0.3), game(&mut rng, 0.0, 0.3));
            }
            let beyond = |los: Option<f64>| u32::from((los.expect("games") - 0.5).abs() > 0.475);
            naive += beyond(score.los());
            careful += beyond(score.cautious_los());
        }
        assert!((100..=240).contains(&careful), "{careful} of 4000 with {pairs} pairs");
        // The plain normal curve is wrong nearly three times as often with five pairs, which is why verdicts do not use
        // it.
        assert!(pairs > 5 || naive > 400, "{naive} of 4000 with {pairs} pairs");
    }
}

#[test]
fn errors_of_a_pool_cover_95_percent() {
    let truth = [-220.0, -90.0, -30.0, 40.0, 80.0, 220.0];
    let first_move = 45.0;
    let mut rng = seeded(3);
    let [mut near, mut far, mut alone, mut moving] = std::array::from_fn(|_| Coverage::default());
    let (mut sum, rounds) = ([0.0; 6], 600);
    for _ in 0..rounds {
        let mut table = CrossTable::new(6);
        for a in 0..6 {
            for b in (0..6).filter(|&b| b != a) {
                (0..8).for_each(|_| table.record(a, b, game(&mut rng, truth[a] - truth[b] + first_move, 0.3)));
            }
        }
        let ratings: Ratings = rate(6, &table.results(), &[]).expect("valid pool");
        near.record(ratings.difference(3, 4).expect("connected"), truth[3] - truth[4]);
        far.record(ratings.difference(5, 0).expect("connected"), truth[5] - truth[0]);
        alone.record(ratings.players[2].rating.expect("rated"), truth[2]);
        moving.record(ratings.first_move.expect("games"), first_move);
        for (sum, player) in sum.iter_mut().zip(&ratings.players) {
            *sum += player.rating.expect("rated").estimate;
        }
    }
    for coverage in [near, far, alone, moving] {
        coverage.assert_between(0.925, 0.975);
    }
    // On average the ratings are the truth, but for the few in a hundred by which maximum likelihood exaggerates.
    for (sum, truth) in sum.iter().zip(truth) {
        let mean = sum / f64::from(rounds);
        assert!((mean - truth).abs() < 8.0, "{mean} instead of {truth}");
    }
}

/// The results of a pair between players this many points of normalised Elo apart: a plain distribution, tilted.
fn pair_distribution(normalized: f64) -> [f64; 5] {
    let plain = [0.08, 0.2, 0.44, 0.2, 0.08];
    let target = normalized * SQRT_2 * LN_10 / 800.0;
    let tilted = |tilt: f64| -> [f64; 5] {
        let parts: [f64; 5] = std::array::from_fn(|i| plain[i] * (tilt * i as f64).exp());
        let sum: f64 = parts.iter().sum();
        parts.map(|part| part / sum)
    };
    let lead = |p: &[f64; 5]| {
        let mean: f64 = (0..5).map(|i| p[i] * i as f64 / 4.0).sum();
        let variance: f64 = (0..5).map(|i| p[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
        (mean - 0.5) / variance.sqrt()
    };
    let (mut low, mut high) = (-3.0, 3.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if lead(&tilted(middle)) < target { &mut low } else { &mut high }) = middle;
    }
    tilted(low)
}

#[test]
fn a_sequential_test_is_wrong_as_often_as_agreed() {
    let terms: SprtTerms = "elo0=0,elo1=50,alpha=0.05,beta=0.1".parse().expect("valid terms");
    let (lower, upper) = terms.bounds();
    let mut rng = seeded(5);
    for (truth, wrong, rate) in [(0.0, Decision::AcceptH1, 0.05), (50.0, Decision::AcceptH0, 0.1)] {
        let distribution = pair_distribution(truth);
        let (mut errors, mut length, runs) = (0u32, 0, 800);
        for _ in 0..runs {
            let mut pairs = Pentanomial::default();
            let decision = loop {
                pairs.0[draw(&mut rng, &distribution)] += 1;
                match terms.state(&pairs).decision {
                    Decision::Continue => {}
                    decision => break decision,
                }
            };
            errors += u32::from(decision == wrong);
            length += pairs.pairs();
        }
        let share = f64::from(errors) / f64::from(runs);
        assert!((0.4 * rate..1.3 * rate).contains(&share), "wrong in {share} instead of {rate} at {truth}");

        // What the program would have said before the first game, had it known the truth. Walks overshoot their bound
        // by a part of a step, so they are a little longer.
        let many = Pentanomial(distribution.map(|part| (part * 1e9) as u64));
        let drift = terms.llr(&many) / many.pairs() as f64;
        let expected = expected_steps(0.0, lower, upper, drift, 2.0 * drift.abs()).expect("drift");
        let mean = length as f64 / f64::from(runs);
        assert!((0.95..1.15).contains(&(mean / expected)), "{mean} pairs instead of {expected} at {truth}");
    }
}

/// In the middle of a test, the expected number of pairs left is what is left on average when the truth is as it seems.
#[test]
fn games_left_come_true() {
    let terms: SprtTerms = "elo0=0,elo1=60".parse().expect("valid terms");
    // Played so far: a lead of about 30, which is the slowest case, half way between the hypotheses.
    let start = Pentanomial([4, 10, 22, 12, 6]);
    let promised = terms.state(&start).expected_pairs_left.expect("undecided");
    let distribution = start.0.map(|count| count as f64 / start.pairs() as f64);
    let mut rng = seeded(6);
    let (mut length, runs) = (0, 400);
    for _ in 0..runs {
        let mut pairs = start;
        while terms.state(&pairs).decision == Decision::Continue {
            pairs.0[draw(&mut rng, &distribution)] += 1;
        }
        length += pairs.pairs() - start.pairs();
    }
    let mean = length as f64 / f64::from(runs);
    assert!((0.85..1.15).contains(&(mean / promised)), "{mean} pairs instead of {promised}");
}
