//! Ratings of a whole pool of players from all their games, by maximum likelihood.
//!
//! | file | what |
//! |---|---|
//! | `cross_table.rs` | [`CrossTable`]: who scored what against whom, by side |
//! | `pool.rs` | [`rate`]: results and anchors in, [`Ratings`] out |
//! | `ratings.rs` | what comes out: ratings with errors, differences, likelihoods of superiority |
//! | `model.rs` | the probabilities of win, draw and loss |
//! | `parameters.rs` | what is given and what is fitted |
//! | `fit.rs` | the climb to the maximum |
//! | `graph.rs` | who can be compared with whom |
//! | `matrix.rs` | the factorisation behind steps and errors |
//!
//! # The model
//! A player leads another by d = rating of the first mover - rating of the other + advantage of moving first, and
//! scores 1 / (1 + 10^(-d/400)) a game on average. That is Bradley and Terry's model and the definition of Elo, so
//! ratings of a pool are on the same scale as the Elo of a match, however many draws there are. Which part of the score
//! is draws follows Davidson: P(draw)² = ν² P(win) P(loss) with one ν for the pool. (Davidson's own parametrisation has
//! another scale for every ν, as Rao and Kupper's has: with half the games drawn, its differences come out twice as
//! large.) In this form ratings and ν do not disturb each other: their information is orthogonal.
//!
//! # The prior
//! A player who won everything has no finite maximum, and a schedule may leave the advantage of the first move
//! undetermined. So every player also scores half of [`PRIOR_GAMES`] games against an average player of its component,
//! and the first side half of as many against the second. With thirty games a player this moves ratings by less than
//! one hundredth of their distance from the mean, and it makes everything finite. Who owes its finite rating to it is
//! marked [`unbounded`](PlayerRating::unbounded). The share of draws, if there are any, has Jeffreys' prior.
//!
//! # What the errors mean
//! Errors are 95 % intervals from the Fisher information. Without anchors they are relative to the mean of the
//! component (so the errors of two players do not add up to that of their difference: ask [`Ratings::difference`],
//! which uses the full covariance); with anchors they are relative to these, whose own error is 0.
//!
//! All games count as independent. The two games of a pair on one opening are not: what the opening gives to one player
//! it gives to the other in the second game, which cancels. Real ratings therefore vary slightly less than said, and
//! the errors are on the safe side. They are on the wrong side only if the same game was counted many times, as when
//! players without randomness repeat themselves.

mod cross_table;
mod fit;
mod graph;
mod matrix;
mod model;
mod parameters;
mod pool;
mod ratings;

pub use cross_table::CrossTable;
pub use pool::{Anchor, PRIOR_GAMES, PoolResult, RatingError, rate};
pub use ratings::{Component, PlayerRating, Ratings};
