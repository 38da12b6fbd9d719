//! From the results of a pool to its ratings.

use thiserror::Error;

use super::fit::{Fit, Task};
use super::graph;
use super::matrix::Matrix;
use super::ratings::{Component, ELO, PlayerRating, Ratings};
use crate::statistics::normal::Z95;
use crate::statistics::{Interval, Tally};

/// The weight of the prior in games: see the [module](super).
pub const PRIOR_GAMES: f64 = 0.25;

/// No scale in use comes near this, and probabilities between anchors of opposite sign are still numbers.
const LARGEST_ANCHOR: f64 = 10_000.0;

/// All games of one pairing with one of its players moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolResult {
    /// The player who moved first.
    pub first: usize,
    /// The other player.
    pub second: usize,
    /// The games, seen by `first`.
    pub tally: Tally,
}

/// A player whose rating is given and not estimated. One anchor moves the pool to its scale; several are all held
/// fixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// The player.
    pub player: usize,
    /// Its rating.
    pub elo: f64,
}

/// Why a pool cannot be rated.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RatingError {
    /// A result or an anchor names a player that is not in the pool.
    #[error("there is no player {player} in a pool of {players}; they are counted from 0")]
    UnknownPlayer {
        /// The number given.
        player: usize,
        /// The size of the pool.
        players: usize,
    },
    /// Two anchors for one player.
    #[error("player {0} has two anchors; give it one")]
    TwoAnchors(usize),
    /// An anchor that is no rating. Fields: the player; the value given.
    #[error("the anchor of player {0} is {1}; it must be between -{LARGEST_ANCHOR} and {LARGEST_ANCHOR}")]
    AnchorRange(usize, f64),
}

/// The ratings of `players` players, numbered from 0, from these results and anchors. Several results of one pairing
/// add up.
pub fn rate(players: usize, results: &[PoolResult], anchors: &[Anchor]) -> Result<Ratings, RatingError> {
    let fixed = fixed_ratings(players, results, anchors)?;
    let components = graph::components(players, results);
    let unbounded = graph::unbounded(players, results, &components);
    let task = Task { results: results.to_vec(), components, fixed };
    let fit = task.fit();

    let mut covariance = Matrix::zero(players);
    let before = |(player, &unbounded): (usize, &bool)| PlayerRating {
        rating: task.fixed[player].map(|rating| Interval::around(rating * ELO, 0.0)),
        tally: total(player, results),
        anchored: task.fixed[player].is_some(),
        unbounded,
    };
    let mut rated: Vec<PlayerRating> = unbounded.iter().enumerate().map(before).collect();
    let mut described = Vec::new();
    for members in &task.components {
        let anchored = members.iter().any(|&member| task.fixed[member].is_some());
        if members.len() > 1 {
            place(members, anchored, &fit, &mut rated, &mut covariance);
        }
        described.push(Component { players: members.clone(), anchored });
    }
    let first_move = fit.first_move.map(|(lead, variance)| Interval::around(lead * ELO, Z95 * variance.sqrt() * ELO));
    let Fit { draw_rate, height, .. } = fit;
    Ok(Ratings { players: rated, components: described, first_move, draw_rate, covariance, height, task })
}

/// Checks everything that comes from outside, and gives the anchors by player in natural units.
fn fixed_ratings(players: usize, results: &[PoolResult], anchors: &[Anchor]) -> Result<Vec<Option<f64>>, RatingError> {
    let named = results.iter().flat_map(|result| [result.first, result.second]);
    if let Some(player) = named.chain(anchors.iter().map(|anchor| anchor.player)).find(|&player| player >= players) {
        return Err(RatingError::UnknownPlayer { player, players });
    }
    let mut fixed = vec![None; players];
    for &Anchor { player, elo } in anchors {
        if elo.is_nan() || elo.abs() > LARGEST_ANCHOR {
            return Err(RatingError::AnchorRange(player, elo));
        }
        if fixed[player].replace(elo / ELO).is_some() {
            return Err(RatingError::TwoAnchors(player));
        }
    }
    Ok(fixed)
}

/// All games of a player against others.
fn total(player: usize, results: &[PoolResult]) -> Tally {
    let views = results
        .iter()
        .filter(|result| result.first != result.second)
        .flat_map(|result| [(result.first, result.tally), (result.second, result.tally.reversed())]);
    views.filter(|&(owner, _)| owner == player).map(|(_, tally)| tally).sum()
}

/// Writes down the ratings of a component and their covariance: as they are where anchors give the scale, relative to
/// the mean of the component otherwise.
fn place(members: &[usize], anchored: bool, fit: &Fit, rated: &mut [PlayerRating], covariance: &mut Matrix) {
    let share = if anchored { 0.0 } else { 1.0 / members.len() as f64 };
    let mean: f64 = members.iter().map(|&member| fit.rating(member)).sum::<f64>() * share;
    let with_mean: Vec<f64> =
        members.iter().map(|&a| members.iter().map(|&b| fit.covariance(a, b)).sum::<f64>() * share).collect();
    let of_mean = with_mean.iter().sum::<f64>() * share;
    for (&a, a_with_mean) in members.iter().zip(&with_mean) {
        for (&b, b_with_mean) in members.iter().zip(&with_mean) {
            *covariance.at_mut(a, b) = (fit.covariance(a, b) - a_with_mean - b_with_mean + of_mean) * ELO * ELO;
        }
        let error = Z95 * covariance.at(a, a).max(0.0).sqrt();
        if !rated[a].anchored {
            rated[a].rating = Some(Interval::around((fit.rating(a) - mean) * ELO, error));
        }
    }
}
