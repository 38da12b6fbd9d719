//! How much stronger: Elo, normalised Elo and the likelihood of superiority, from the score of a match.
//!
//! The error of each is that of the mean score: pairs count as one result each, by their own variance
//! ([`MatchScore::variance_per_game`]), and the mean is taken as normal. Two limits of that are not hidden:
//! - When all results are equal their variance is 0, which says nothing about the next one. Then the error is unknown
//!   (`None`), never 0.
//! - With few pairs the variance itself is uncertain, and 95 % intervals cover somewhat less than that (about 90 % with
//!   ten pairs). The numbers stay those that fastchess prints; a [verdict](super::verdict) corrects for it.

use std::f64::consts::LN_10;

use serde::Serialize;

use super::normal;
use super::pairs::MatchScore;

/// Points of normalised Elo in one standard deviation of a game. With it, normalised and logistic Elo agree for nearly
/// equal players who never draw.
pub const NORMALIZED_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The score that a lead of this many Elo gives on average.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The lead in Elo that gives this score on average; `None` unless the score is between 0 and 1, where it is finite.
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// An estimate and how far the truth may be from it: the 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The most likely value.
    pub estimate: f64,
    /// Half the width of the interval; `None` where that is infinite or unknown.
    pub error: Option<f64>,
    /// The lower end; `None` where there is none or it is unknown.
    pub low: Option<f64>,
    /// The upper end; `None` where there is none or it is unknown.
    pub high: Option<f64>,
}

impl Interval {
    /// The interval between these ends, either of which may be missing.
    pub fn between(estimate: f64, low: Option<f64>, high: Option<f64>) -> Interval {
        let error = low.zip(high).map(|(low, high)| (high - low) / 2.0);
        Interval { estimate, error, low, high }
    }

    /// The interval that reaches equally far to both sides.
    pub fn around(estimate: f64, error: f64) -> Interval {
        Interval::between(estimate, Some(estimate - error), Some(estimate + error))
    }

    /// The same difference seen by the other side.
    pub fn reversed(&self) -> Interval {
        Interval { estimate: -self.estimate, error: self.error, low: self.high.map(|x| -x), high: self.low.map(|x| -x) }
    }
}

/// All that a match says about the difference of its players, from the first-named player's view.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimates {
    /// Logistic Elo; `None` without games, and where it is infinite because one side has all points.
    pub elo: Option<Interval>,
    /// Normalised Elo, which says how many games it takes to see the difference; `None` where it is infinite or
    /// unknown.
    pub normalized: Option<Interval>,
    /// The probability that the first-named player is the stronger one; `None` without games.
    pub los: Option<f64>,
}

impl MatchScore {
    /// All estimates at once.
    pub fn estimates(&self) -> Estimates {
        Estimates { elo: self.elo(), normalized: self.normalized_elo(), los: self.los() }
    }

    /// The difference in logistic Elo. The interval's ends are the Elo of the ends of the score's interval; an end at
    /// or beyond a full score is infinite and therefore missing.
    pub fn elo(&self) -> Option<Interval> {
        let score = self.mean()?;
        let estimate = elo_of_score(score)?;
        let Some(margin) = self.standard_error().map(|error| error * normal::Z95) else {
            return Some(Interval::between(estimate, None, None));
        };
        Some(Interval::between(estimate, elo_of_score(score - margin), elo_of_score(score + margin)))
    }

    /// The difference in normalised Elo: the lead of the score in standard deviations of a game, times
    /// [`NORMALIZED_PER_DEVIATION`]. Two matches of equal normalised Elo need equally many games to be decided, however
    /// many draws they have.
    pub fn normalized_elo(&self) -> Option<Interval> {
        let deviation = self.standard_error()? * (self.games() as f64).sqrt();
        let estimate = (self.mean()? - 0.5) / deviation * NORMALIZED_PER_DEVIATION;
        let error = normal::Z95 * NORMALIZED_PER_DEVIATION / (self.games() as f64).sqrt();
        Some(Interval::around(estimate, error))
    }

    /// The likelihood of superiority: the probability that the true score is above one half, if nothing was known
    /// before. Normal as in fastchess. When all results are equal their variance says nothing, and the results are
    /// counted as trials instead: after n trials that all went one way and a uniform prior, the other way is the
    /// likelier one with probability 2⁻⁽ⁿ⁺¹⁾. When all are level, neither side is favoured.
    pub fn los(&self) -> Option<f64> {
        let lead = self.mean()? - 0.5;
        match self.standard_error() {
            Some(error) => Some(normal::cdf(lead / error)),
            None if lead == 0.0 => Some(0.5),
            None => {
                let doubt = 0.5f64.powf(self.units() as f64 + 1.0);
                Some(if lead > 0.0 { 1.0 - doubt } else { doubt })
            }
        }
    }

    /// The likelihood of superiority with few results in mind: the deviation is itself an estimate from as many results
    /// as there are, so the mean follows Student's distribution, whose tails are heavier. Two pairs of 1½ and 2 points
    /// have a [`los`](Self::los) of 99.999 %, but this is 89 %. From fifty pairs on the difference hardly matters.
    pub fn cautious_los(&self) -> Option<f64> {
        let lead = self.mean()? - 0.5;
        let Some(error) = self.standard_error() else { return self.los() };
        let freedom = self.units() as f64 - 1.0;
        // The variance of a sample is too small by its mean; Student's quotient divides by one less.
        let quotient = lead / error * (freedom / (freedom + 1.0)).sqrt();
        Some(normal::student_cdf(quotient, freedom))
    }

    /// The standard deviation of the mean score; `None` without games and where all results were equal.
    pub fn standard_error(&self) -> Option<f64> {
        let variance = self.variance_per_game()?;
        // A millionth of a millionth is rounding: one odd result among a million still varies more.
        (variance > 1e-12).then(|| (variance / self.games() as f64).sqrt())
    }
}
