//! The sequential probability ratio test: play until the games decide between two hypotheses, and no longer.
//!
//! [`SprtTerms`] says what is tested and how surely. [`SprtTerms::state`] looks at the pairs played so far and gives
//! the log-likelihood ratio, the decision, and how many more pairs are expected. The ratio is that of the generalised
//! test on the pentanomial distribution (Van den Bergh, "Comments on normalized Elo"), as fishtest and fastchess use
//! it.

mod likelihood;
mod terms;

use serde::Serialize;

use super::pairs::Pentanomial;

pub use terms::{EloModel, SprtTerms, TermsError};

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The games do not decide yet.
    Continue,
    /// The difference is not as large as `elo1`; this is wrong with a probability of at most about `beta`.
    AcceptH0,
    /// The difference is larger than `elo0`; this is wrong with a probability of at most about `alpha`.
    AcceptH1,
}

/// Where a sequential test stands.
///
/// The error rates hold for the first decision reached. Games that were under way at that moment may carry the ratio
/// back over its bound, so a runner keeps the state that decided and does not ask again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// What is tested.
    pub terms: SprtTerms,
    /// The pairs the state was computed from.
    pub pairs: u64,
    /// The log-likelihood ratio: positive speaks for `elo1`, negative for `elo0`.
    pub llr: f64,
    /// At or below this ratio H0 is accepted.
    pub lower: f64,
    /// At or above this ratio H1 is accepted.
    pub upper: f64,
    /// What that means.
    pub decision: Decision,
    /// Pairs until a decision, on average, if the players are as different as they seem now; 0 once decided, `None`
    /// before anything is known.
    pub expected_pairs_left: Option<f64>,
}

impl SprtState {
    /// Games until a decision, on average; see [`expected_pairs_left`](Self::expected_pairs_left).
    pub fn expected_games_left(&self) -> Option<f64> {
        self.expected_pairs_left.map(|pairs| 2.0 * pairs)
    }

    /// How far the test has come to the bound it is leaning to: 0 at the start, 1 at a decision.
    pub fn progress(&self) -> f64 {
        let bound = if self.llr < 0.0 { self.lower } else { self.upper };
        (self.llr / bound).min(1.0)
    }
}

impl SprtTerms {
    /// Where the test stands after these pairs.
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let steps = likelihood::steps(self, pairs);
        let llr = steps.mean * steps.count;
        let (lower, upper) = self.bounds();
        let decision = if llr >= upper {
            Decision::AcceptH1
        } else if llr <= lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        };
        let expected_pairs_left = match decision {
            Decision::Continue if pairs.pairs() == 0 => None,
            Decision::Continue => expected_steps(llr, lower, upper, steps.mean, steps.variance),
            _ => Some(0.0),
        };
        SprtState { terms: *self, pairs: pairs.pairs(), llr, lower, upper, decision, expected_pairs_left }
    }

    /// The log-likelihood ratio of `elo1` against `elo0` after these pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        self.state(pairs).llr
    }
}

/// How many steps a walk that stands at `from` takes on average to leave the range between `lower` and `upper`, if its
/// steps have this mean and variance; `None` if it never moves.
///
/// The walk is taken as a Brownian motion X with drift m and variance v. By optional stopping of exp(-2mX/v) it leaves
/// at the top with probability p = (1 - exp(-2m(x-a)/v)) / (1 - exp(-2m(b-a)/v)), and by optional stopping of X - mt
/// the mean time is (a + p(b-a) - x) / m. For m near 0 that is 0/0; its limit is (x-a)(b-x)/v.
pub fn expected_steps(from: f64, lower: f64, upper: f64, mean: f64, variance: f64) -> Option<f64> {
    let (below, above) = (from - lower, upper - from);
    if variance <= 0.0 {
        return match mean {
            0.0 => None,
            up if up > 0.0 => Some(above / up),
            down => Some(below / -down),
        };
    }
    // Seen from the other side a falling walk rises, which keeps every exponential below one.
    if mean < 0.0 {
        return expected_steps(-from, -upper, -lower, -mean, variance);
    }
    let rate = 2.0 * mean / variance;
    let width = below + above;
    if rate * width < 1e-4 {
        // The next term of the limit, (x-a)(b-x)/v * (1 + rate (b-x-(x-a)) / 6), joins both formulas smoothly.
        return Some(below * above / variance * (1.0 + rate * (above - below) / 6.0));
    }
    let top = (-rate * below).exp_m1() / (-rate * width).exp_m1();
    Some((top * width - below) / mean)
}
