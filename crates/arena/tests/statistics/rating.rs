//! Ratings of a pool: by hand, against the equations they solve, and as properties.

use grandline_arena::rating::{Anchor, CrossTable, PRIOR_GAMES, PoolResult, RatingError, Ratings, rate};
use grandline_arena::statistics::elo::{elo_of_score, expected_score};
use grandline_arena::statistics::{Score, Tally};
use proptest::prelude::*;

use crate::{assert_close, match_of};

fn result(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> PoolResult {
    PoolResult { first, second, tally: Tally::new(wins, draws, losses) }
}

fn elo(ratings: &Ratings, player: usize) -> f64 {
    ratings.players[player].rating.expect("rated").estimate
}

fn error(ratings: &Ratings, player: usize) -> f64 {
    ratings.players[player].rating.and_then(|rating| rating.error).expect("rated")
}

#[test]
fn two_players_get_the_elo_of_their_match() {
    // Six of ten points over very many games, so that the prior weighs nothing: 400 log10(3/2) = 70.4365, with and
    // without draws. Half of it to each side of the mean.
    for draws in [0, 500_000] {
        let half = result(0, 1, 600_000 - draws / 2, draws, 400_000 - draws / 2);
        let ratings = rate(2, &[half, PoolResult { first: 1, second: 0, tally: half.tally.reversed() }], &[]).unwrap();
        let difference = ratings.difference(0, 1).unwrap();
        assert_close(difference.estimate, 70.4365, 1e-3);
        assert_close(elo(&ratings, 0), 70.4365 / 2.0, 1e-3);
        assert_close(ratings.first_move.unwrap().estimate, 0.0, 1e-6);
        // The information of a game about the lead is (score · (1-score))² / variance of its points: 0.24 without
        // draws, when the variance is 0.24 itself; a share of draws takes a quarter of itself off that, and half are
        // drawn.
        let information = if draws == 0 { 0.24 } else { 0.24 * 0.24 / (0.24 - 0.5 / 4.0) };
        assert_close(difference.error.unwrap(), 1.959_964 * 173.717_793 / (2e6f64 * information).sqrt(), 1e-4);
    }
}

#[test]
fn moving_first_is_worth_what_it_is_worth() {
    // Equal players, the first mover scores 75 %: 190.85 Elo.
    let ratings = rate(2, &[result(0, 1, 70_000, 10_000, 20_000), result(1, 0, 70_000, 10_000, 20_000)], &[]).unwrap();
    assert_close(ratings.first_move.unwrap().estimate, 190.848_5, 1e-2);
    assert_close(elo(&ratings, 0), 0.0, 1e-9);
    // Davidson: ν² = P(draw)² / (P(win) P(loss)) = 0.01 / 0.14, so ν / (2 + ν) = 0.117885 between equals.
    let nu = (0.01f64 / 0.14).sqrt();
    assert_close(ratings.draw_rate.unwrap().estimate, nu / (2.0 + nu), 1e-4);
}

/// At the maximum, without draws, every player's expected points are its real ones, the prior included.
#[test]
fn expected_points_are_real_points() {
    let results = [
        result(0, 1, 7, 0, 3),
        result(1, 0, 4, 0, 6),
        result(1, 2, 9, 0, 1),
        result(2, 0, 5, 0, 5),
        result(0, 2, 8, 0, 1),
    ];
    let ratings = rate(3, &results, &[]).unwrap();
    let first_move = ratings.first_move.unwrap().estimate;
    let lead = |r: &PoolResult| elo(&ratings, r.first) - elo(&ratings, r.second) + first_move;
    let surplus = |r: &PoolResult| r.tally.points() - r.tally.games() as f64 * expected_score(lead(r));

    let of_first_side: f64 = results.iter().map(surplus).sum();
    assert_close(of_first_side + PRIOR_GAMES * (0.5 - expected_score(first_move)), 0.0, 1e-9);

    let of_player = |player: usize| -> f64 {
        let as_first: f64 = results.iter().filter(|r| r.first == player).map(surplus).sum();
        as_first - results.iter().filter(|r| r.second == player).map(surplus).sum::<f64>()
    };
    // Points beyond the expected sum to nothing over all players, so the prior's must too: that places the average
    // player.
    let (mut low, mut high) = (-1000.0, 1000.0);
    let pull = |player: usize, average: f64| PRIOR_GAMES * (0.5 - expected_score(elo(&ratings, player) - average));
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        let sum: f64 = (0..3).map(|player| pull(player, middle)).sum();
        *(if sum < 0.0 { &mut low } else { &mut high }) = middle;
    }
    for player in 0..3 {
        assert_close(of_player(player) + pull(player, low), 0.0, 1e-9);
    }
}

/// With draws, no other parameters are likelier: the likelihood written down again, and all parameters moved a little.
#[test]
fn nothing_nearby_is_likelier() {
    let results =
        [result(0, 1, 70, 30, 21), result(1, 2, 50, 60, 9), result(2, 0, 20, 40, 60), result(1, 0, 44, 44, 12)];
    let ratings = rate(3, &results, &[]).unwrap();
    let rate_of_draws = ratings.draw_rate.unwrap().estimate;
    let top = [
        elo(&ratings, 0),
        elo(&ratings, 1),
        elo(&ratings, 2),
        ratings.first_move.unwrap().estimate,
        (2.0 * rate_of_draws / (1.0 - rate_of_draws)).ln() * 100.0,
    ];
    let height = |p: &[f64; 5]| -> f64 {
        let nu = (p[4] / 100.0).exp();
        results.iter().map(|r| log_likelihood(p[r.first] - p[r.second] + p[3], nu, &r.tally)).sum()
    };
    let best = height(&top);
    for parameter in 0..5 {
        for step in [-10.0, -3.0, 3.0, 10.0] {
            let mut moved = top;
            moved[parameter] += step;
            // The prior shifts the top by a trifle, which three Elo dwarf.
            assert!(height(&moved) < best, "parameter {parameter} moved by {step} is likelier");
        }
    }
}

/// Win, draw and loss by bisection on the odds until the score is that of the lead: slow, and nothing like the real
/// code.
fn log_likelihood(lead: f64, nu: f64, tally: &Tally) -> f64 {
    let parts = |odds: f64| {
        let sum = odds + nu + 1.0 / odds;
        [odds / sum, nu / sum, 1.0 / odds / sum]
    };
    let (mut low, mut high) = (-20.0f64, 20.0f64);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        let [win, draw, _] = parts(middle.exp());
        *(if win + draw / 2.0 < expected_score(lead) { &mut low } else { &mut high }) = middle;
    }
    let [win, draw, loss] = parts(low.exp());
    tally.wins as f64 * win.ln() + tally.draws as f64 * draw.ln() + tally.losses as f64 * loss.ln()
}

#[test]
fn who_won_everything_is_finite_and_marked() {
    let results = [result(0, 1, 10, 0, 0), result(1, 0, 0, 0, 10), result(1, 2, 6, 0, 4), result(2, 1, 5, 0, 5)];
    let ratings = rate(4, &results, &[]).unwrap();
    let marks: Vec<bool> = ratings.players.iter().map(|player| player.unbounded).collect();
    assert_eq!(marks, [true, false, false, false]);
    assert!(elo(&ratings, 0) > elo(&ratings, 1) + 300.0 && error(&ratings, 0) > 200.0);
    assert_eq!(ratings.players[3].rating, None);
    assert_eq!(ratings.ranking()[3], 3);
    // Twenty wins of twenty: the ratio of likelihoods is 2²⁰, whose logarithm 13.86 is a normal variable of √27.7.
    assert!(ratings.los(0, 1).unwrap() > 0.999_99);
    assert_close(ratings.los(0, 1).unwrap() + ratings.los(1, 0).unwrap(), 1.0, 1e-12);

    // Nobody lost everything here, but two won everything against the other two.
    let groups = [result(0, 1, 1, 0, 1), result(2, 3, 1, 0, 1), result(0, 2, 1, 0, 0), result(1, 3, 1, 0, 0)];
    assert!(rate(4, &groups, &[]).unwrap().players.iter().all(|player| player.unbounded));
}

#[test]
fn the_first_side_may_win_everything() {
    let ratings = rate(2, &[result(0, 1, 50, 0, 0), result(1, 0, 50, 0, 0)], &[]).unwrap();
    let first_move = ratings.first_move.unwrap();
    assert!(first_move.estimate > 600.0 && first_move.estimate < 2000.0 && first_move.error.unwrap() > 500.0);
    assert_close(elo(&ratings, 0), 0.0, 1e-9);
    assert_close(ratings.los(0, 1).unwrap(), 0.5, 1e-9);
}

#[test]
fn who_never_met_is_not_compared() {
    let results = [result(0, 1, 6, 0, 4), result(3, 2, 9, 0, 1), result(2, 3, 2, 0, 8)];
    let ratings = rate(5, &results, &[Anchor { player: 3, elo: 1275.0 }]).unwrap();
    let groups: Vec<(&[usize], bool)> = ratings.components.iter().map(|c| (c.players.as_slice(), c.anchored)).collect();
    assert_eq!(groups, [(&[0, 1][..], false), (&[2, 3][..], true), (&[4][..], false)]);
    assert_eq!((ratings.los(0, 2), ratings.difference(1, 3), ratings.los(0, 4)), (None, None, None));
    assert!(ratings.los(0, 1).unwrap() > 0.5 && !ratings.connected(1, 2) && ratings.connected(2, 3));
    assert_close(elo(&ratings, 0) + elo(&ratings, 1), 0.0, 1e-9);
    assert_eq!((ratings.los(0, 0), ratings.los(3, 1)), (None, None));
    assert_close(ratings.los(3, 2).unwrap() + ratings.los(2, 3).unwrap(), 1.0, 1e-12);
}

#[test]
fn several_anchors_are_held() {
    let results = [result(0, 1, 50, 0, 50), result(1, 0, 50, 0, 50), result(1, 2, 50, 0, 50), result(2, 1, 50, 0, 50)];
    let ratings = rate(3, &results, &[Anchor { player: 0, elo: 1000.0 }, Anchor { player: 2, elo: 1100.0 }]).unwrap();
    assert_eq!((elo(&ratings, 0), elo(&ratings, 2)), (1000.0, 1100.0));
    assert_eq!((error(&ratings, 0), ratings.los(0, 2)), (0.0, None));
    // Even against both, so in the middle; 200 games with an information of nearly a quarter against each anchor.
    assert_close(elo(&ratings, 1), 1050.0, 1e-9);
    let score = expected_score(50.0);
    let information = 400.0 * score * (1.0 - score) + PRIOR_GAMES / 4.0;
    assert_close(error(&ratings, 1), 1.959_964 * 173.717_793 / information.sqrt(), 1e-2);
}

#[test]
fn wrong_pools_are_explained() {
    let anchor = |player, elo| Anchor { player, elo };
    let played = [result(0, 1, 1, 0, 0)];
    assert_eq!(
        rate(2, &[result(0, 2, 1, 0, 0)], &[]).unwrap_err().to_string(),
        "there is no player 2 in a pool of 2; they are counted from 0"
    );
    assert_eq!(
        rate(2, &played, &[anchor(1, f64::INFINITY)]).unwrap_err().to_string(),
        "the anchor of player 1 is inf; it must be between -10000 and 10000"
    );
    assert_eq!(rate(2, &played, &[anchor(1, 5.0), anchor(1, 6.0)]), Err(RatingError::TwoAnchors(1)));
    assert_eq!(rate(1, &played, &[]).unwrap_err(), RatingError::UnknownPlayer { player: 1, players: 1 });
}

#[test]
fn empty_pools_say_nothing() {
    let ratings = rate(2, &[result(0, 1, 0, 0, 0)], &[Anchor { player: 1, elo: 7.0 }]).unwrap();
    assert_eq!((ratings.first_move, ratings.draw_rate, ratings.players[0].rating), (None, None, None));
    assert_eq!(elo(&ratings, 1), 7.0);
    assert_eq!(ratings.components.len(), 2);
    assert!(rate(0, &[], &[]).unwrap().players.is_empty());
}

#[test]
fn a_cross_table_counts_both_sides() {
    use Score::{Draw, Loss, Win};
    let games = [(0, 1, Win), (1, 0, Win), (0, 1, Draw), (2, 0, Loss), (1, 2, Draw)];
    let mut table = CrossTable::new(3);
    games.into_iter().for_each(|(first, second, score)| table.record(first, second, score));
    assert_eq!(table.by_side(0, 1), Tally::new(1, 1, 0));
    assert_eq!(table.between(0, 1), Tally::new(1, 1, 1));
    assert_eq!(table.between(1, 0), Tally::new(1, 1, 1));
    assert_eq!((table.moving_first(0), table.moving_second(0)), (Tally::new(1, 1, 0), Tally::new(1, 0, 1)));
    assert_eq!(table.total(0), Tally::new(2, 1, 1));
    assert_eq!(table.first_side(), Tally::new(2, 2, 1));
    assert_eq!(table.results().len(), 4);
    let ratings = rate(3, &table.results(), &[]).unwrap();
    assert_eq!(ratings.players[0].tally, table.total(0));
}

/// A pool on the same scale as a match: the same games give the same Elo.
#[test]
fn pool_and_match_agree() {
    let score = match_of([20, 60, 150, 110, 60], 40);
    let table = [PoolResult { first: 0, second: 1, tally: score.tally() }];
    // All games with the same first player leave its advantage to the prior; both ways round they do not.
    let both = [table[0], PoolResult { first: 1, second: 0, tally: score.tally().reversed() }];
    let ratings = rate(2, &both, &[Anchor { player: 1, elo: 0.0 }]).unwrap();
    assert_close(elo(&ratings, 0), elo_of_score(score.mean().unwrap()).unwrap(), 0.02);
}

/// Few games and many draws, where a full step goes too far each time: the climb ends at the top all the same.
#[test]
fn steps_that_go_too_far_still_end_at_the_top() {
    let results = [
        result(0, 1, 0, 1, 0),
        result(2, 1, 0, 0, 2),
        result(2, 3, 0, 5, 0),
        result(1, 3, 0, 7, 0),
        result(1, 1, 1, 0, 0),
    ];
    let more = [
        result(2, 1, 0, 18, 0),
        result(0, 2, 0, 29, 9),
        result(2, 3, 0, 27, 0),
        result(1, 2, 0, 41, 9),
        result(3, 0, 1, 0, 0),
    ];
    for results in [results, more] {
        let free = rate(4, &results, &[]).unwrap();
        let held = rate(4, &results, &[Anchor { player: 0, elo: 0.0 }]).unwrap();
        for player in 1..4 {
            let [one, other] = [&free, &held].map(|ratings| ratings.difference(player, 0).unwrap().estimate);
            assert_close(one, other, 1e-7);
        }
    }
}

/// Any results among four players, wild ones included.
fn pools() -> impl Strategy<Value = Vec<PoolResult>> {
    let one = (0usize..4, 0usize..4, 0u64..30, 0u64..30, 0u64..30, any::<[bool; 3]>());
    let one = one.prop_map(|(first, second, w, d, l, [keep_w, keep_d, keep_l])| {
        result(first, second, w * u64::from(keep_w), d * u64::from(keep_d), l * u64::from(keep_l))
    });
    proptest::collection::vec(one, 0..12)
}

proptest! {
    #[test]
    fn any_pool_has_finite_ratings(results in pools()) {
        let ratings = rate(4, &results, &[]).unwrap();
        for (number, player) in ratings.players.iter().enumerate() {
            prop_assert_eq!(player.rating.is_some(), player.tally.games() > 0);
            if let Some(rating) = player.rating {
                prop_assert!(rating.estimate.abs() < 4000.0 && rating.error.unwrap() > 0.0, "{} {:?}", number, rating);
            }
        }
        for component in ratings.components.iter().filter(|component| component.players.len() > 1) {
            let mean: f64 = component.players.iter().map(|&player| elo(&ratings, player)).sum();
            prop_assert!(mean.abs() < 1e-6);
        }
        let players = ratings.players.len();
        let pairs = (0..players).flat_map(|row| (0..players).map(move |column| (row, column)));
        for likelihood in pairs.filter_map(|(row, column)| ratings.los(row, column)) {
            prop_assert!((0.0..=1.0).contains(&likelihood));
        }
    }

    #[test]
    fn the_order_of_players_and_results_does_not_matter(results in pools(), turn in 1usize..4) {
        let renamed = |player: usize| (player + turn) % 4;
        let moved: Vec<PoolResult> = results
            .iter()
            .rev()
            .map(|r| PoolResult { first: renamed(r.first), second: renamed(r.second), tally: r.tally })
            .collect();
        let (one, other) = (rate(4, &results, &[]).unwrap(), rate(4, &moved, &[]).unwrap());
        for player in 0..4 {
            let (a, b) = (one.players[player], other.players[renamed(player)]);
            prop_assert_eq!(a.unbounded, b.unbounded);
            if let (Some(a), Some(b)) = (a.rating, b.rating) {
                prop_assert!((a.estimate - b.estimate).abs() < 1e-5, "{} and {}", a.estimate, b.estimate);
                prop_assert!((a.error.unwrap() / b.error.unwrap() - 1.0).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn one_anchor_only_shifts(results in pools(), player in 0usize..4, level in -2000.0f64..2000.0) {
        let free = rate(4, &results, &[]).unwrap();
        let held = rate(4, &results, &[Anchor { player, elo: level }]).unwrap();
        for other in 0..4 {
            let (Some(a), Some(b)) = (free.difference(other, player), held.difference(other, player)) else { continue };
            prop_assert!((a.estimate - b.estimate).abs() < 1e-5, "{} and {}", a.estimate, b.estimate);
            prop_assert!((a.error.unwrap() / b.error.unwrap() - 1.0).abs() < 1e-5);
            // The error of a player beside an anchor is that of their difference.
            prop_assert!((error(&held, other) / a.error.unwrap() - 1.0).abs() < 1e-5);
        }
    }
}
