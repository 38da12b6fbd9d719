//! The statistics against other implementations, cases computed by hand, published results and simulated players.

mod elo;
mod normal;
mod rating;
mod simulation;
mod sprt;
mod words;

use grandline_arena::statistics::{MatchScore, Pentanomial, Score, Tally};

/// A match with these pairs; of the level ones, `shared` are a win each and the others two draws.
fn match_of(counts: [u64; 5], shared: u64) -> MatchScore {
    use Score::{Draw, Loss, Win};
    let games = [(Loss, Loss), (Loss, Draw), (Draw, Draw), (Draw, Win), (Win, Win)];
    let mut score = MatchScore::default();
    for ((first, second), count) in games.into_iter().zip(counts) {
        let count = if (first, second) == (Draw, Draw) { count - shared } else { count };
        (0..count).for_each(|_| score.record_pair(first, second));
    }
    (0..shared).for_each(|_| score.record_pair(Win, Loss));
    score
}

/// A match of games that all wait for their twin.
fn singles(wins: u64, draws: u64, losses: u64) -> MatchScore {
    MatchScore { pairs: Pentanomial::default(), paired: Tally::default(), single: Tally::new(wins, draws, losses) }
}

/// Asserts that two numbers agree within an absolute tolerance.
#[track_caller]
fn assert_close(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} is not within {tolerance} of {expected}");
}
