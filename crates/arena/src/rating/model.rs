//! The probabilities of one game, and what its result says about the parameters.

use crate::statistics::Tally;

/// What results say about one parameter: the slope of their log-likelihood, and the expected curvature.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    pub(super) slope: f64,
    pub(super) information: f64,
}

/// The distribution of the result of one game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forecast {
    win: f64,
    draw: f64,
    loss: f64,
    /// The expected score and its complement, which is precise where the score is nearly one.
    score: f64,
    rest: f64,
    /// The variance of the score.
    variance: f64,
}

/// The expected score of a lead in natural units (400 / ln 10 Elo each).
pub(super) fn expected(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

impl Forecast {
    /// The distribution for a lead in natural units and Davidson's draw parameter.
    ///
    /// With P(win) : P(draw) : P(loss) = u : ν : 1/u, the score P(win) + P(draw)/2 is the expected one for the positive
    /// root of (1-score) u² - ν (score-½) u - score = 0.
    pub(super) fn new(lead: f64, draws: f64) -> Forecast {
        let (score, rest) = (expected(lead), expected(-lead));
        let middle = draws * 0.5 * (score - rest);
        let root = (middle * middle + 4.0 * score * rest).sqrt();
        // Of the two forms of the root, the one that adds does not cancel.
        let u = if middle >= 0.0 { (middle + root) / (2.0 * rest) } else { 2.0 * score / (root - middle) };
        let sum = u + draws + 1.0 / u;
        let (win, draw, loss) = (u / sum, draws / sum, 1.0 / (u * sum));
        let half = 0.5 * (score - rest);
        let variance = win * rest * rest + draw * half * half + loss * score * score;
        Forecast { win, draw, loss, score, rest, variance }
    }

    /// The log-likelihood of these games.
    pub(super) fn log_likelihood(&self, tally: &Tally) -> f64 {
        let part = |count: u64, probability: f64| if count == 0 { 0.0 } else { count as f64 * probability.ln() };
        part(tally.wins, self.win) + part(tally.draws, self.draw) + part(tally.losses, self.loss)
    }

    /// What these games say about the lead: the surplus of points, weighed by how much a point says.
    pub(super) fn about_lead(&self, tally: &Tally) -> Evidence {
        let games = tally.games() as f64;
        let spread = self.score * self.rest;
        let weight = spread / self.variance;
        Evidence { slope: self.surplus(tally) * weight, information: games * spread * weight }
    }

    /// What these games say about the logarithm of the draw parameter while the expected score stays as it is.
    pub(super) fn about_draws(&self, tally: &Tally) -> Evidence {
        let games = tally.games() as f64;
        let covariance = -self.draw * 0.5 * (self.score - self.rest);
        let decided = self.win + self.loss;
        let more_draws = tally.draws as f64 * decided - (tally.wins + tally.losses) as f64 * self.draw;
        let slope = more_draws - covariance / self.variance * self.surplus(tally);
        let information = games * (self.draw * decided - covariance * covariance / self.variance);
        Evidence { slope, information }
    }

    /// Points beyond the expected ones.
    fn surplus(&self, tally: &Tally) -> f64 {
        (tally.wins as f64) * self.rest + tally.draws as f64 * 0.5 * (self.rest - self.score)
            - tally.losses as f64 * self.score
    }
}

/// Half the points of `games` games at this lead: the form of every prior here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Even {
    pub(super) games: f64,
}

impl Even {
    /// The log-likelihood of the shared points.
    pub(super) fn log_likelihood(self, lead: f64) -> f64 {
        0.5 * self.games * (expected(lead).ln() + expected(-lead).ln())
    }

    /// What the shared points say about the lead.
    pub(super) fn about_lead(self, lead: f64) -> Evidence {
        let score = expected(lead);
        Evidence { slope: self.games * (0.5 - score), information: self.games * score * expected(-lead) }
    }
}
