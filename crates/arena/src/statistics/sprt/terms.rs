//! What a sequential test decides between, as people write it: `elo0=0,elo1=10,alpha=0.05,beta=0.05`.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;

/// The kind of Elo in which the two hypotheses are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Normalised Elo: the same bounds take equally long for games with many and with few draws.
    #[default]
    Normalized,
    /// Logistic Elo: the bounds are those of the score itself.
    Logistic,
}

impl EloModel {
    /// The unit as it follows a number.
    pub fn unit(self) -> &'static str {
        match self {
            EloModel::Normalized => "nElo",
            EloModel::Logistic => "Elo",
        }
    }

    fn name(self) -> &'static str {
        match self {
            EloModel::Normalized => "normalized",
            EloModel::Logistic => "logistic",
        }
    }
}

/// The terms of a sequential test: is the difference `elo0` or less, or `elo1` or more? Always valid, since
/// [`new`](SprtTerms::new) and parsing are the only ways to make one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtTerms {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Maximum of a hypothesis; larger differences cannot be told from an infinite one.
const LARGEST_ELO: f64 = 1000.0;

impl Default for SprtTerms {
    fn default() -> Self {
        SprtTerms { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::Normalized }
    }
}

impl SprtTerms {
    /// Valid terms, or what is wrong with them.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<SprtTerms, TermsError> {
        for (key, value) in [("elo0", elo0), ("elo1", elo1)] {
            if value.is_nan() || value.abs() > LARGEST_ELO {
                return Err(TermsError::EloRange(key, value));
            }
        }
        if elo1 <= elo0 {
            return Err(TermsError::Order(elo0, elo1));
        }
        for (key, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(TermsError::ErrorRate(key, value));
            }
        }
        Ok(SprtTerms { elo0, elo1, alpha, beta, model })
    }

    /// The smaller hypothesis, H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The larger hypothesis, H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// How often H1 may be accepted although H0 is true.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// How often H0 may be accepted although H1 is true.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// The kind of Elo of both hypotheses.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted, by Wald's approximation.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The same test seen by the other player: what was H0 is H1.
    pub fn reversed(&self) -> SprtTerms {
        SprtTerms { elo0: -self.elo1, elo1: -self.elo0, alpha: self.beta, beta: self.alpha, model: self.model }
    }
}

/// Why terms cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TermsError {
    /// Something is not of the form `key=value`.
    #[error("'{0}' in the SPRT terms is not of the form key=value; write for example {EXAMPLE}")]
    NotAPair(String),
    /// A key that does not exist.
    #[error("the SPRT terms have no key '{0}'; there are elo0, elo1, alpha, beta and model")]
    UnknownKey(String),
    /// A key given more than once.
    #[error("the SPRT terms give '{0}' twice; give it once")]
    Twice(String),
    /// A value that is not a number. Fields: the key; the value as it was written.
    #[error("{0}='{1}' is not a number; write for example {EXAMPLE}")]
    NotANumber(String, String),
    /// A model that does not exist.
    #[error("there is no SPRT model '{0}'; there are normalized and logistic")]
    UnknownModel(String),
    /// A difference that no number of games can show. Fields: the key; its value.
    #[error("{0}={1} is out of range; it must be between -{LARGEST_ELO} and {LARGEST_ELO}")]
    EloRange(&'static str, f64),
    /// The hypotheses are the wrong way round or equal. Fields: the smaller hypothesis; the larger hypothesis.
    #[error("elo1={1} must be greater than elo0={0}: H0 says at most elo0, H1 at least elo1")]
    Order(f64, f64),
    /// An error rate out of range. Fields: the key; its value.
    #[error("{0}={1} is not an error rate; it must be greater than 0 and less than 0.5")]
    ErrorRate(&'static str, f64),
}

/// Terms as they may be written, for messages.
const EXAMPLE: &str = "elo0=0,elo1=10,alpha=0.05,beta=0.05";

impl FromStr for SprtTerms {
    type Err = TermsError;

    /// Reads `key=value` pairs between commas, in any order; keys that are missing have their default.
    fn from_str(text: &str) -> Result<SprtTerms, TermsError> {
        let mut terms = SprtTerms::default();
        let mut seen = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (key, value) = part.split_once('=').ok_or_else(|| TermsError::NotAPair(part.to_owned()))?;
            let (key, value) = (key.trim(), value.trim());
            if seen.contains(&key) {
                return Err(TermsError::Twice(key.to_owned()));
            }
            seen.push(key);
            let number = || {
                let wrong = || TermsError::NotANumber(key.to_owned(), value.to_owned());
                value.parse::<f64>().ok().filter(|number| number.is_finite()).ok_or_else(wrong)
            };
            match key {
                "elo0" => terms.elo0 = number()?,
                "elo1" => terms.elo1 = number()?,
                "alpha" => terms.alpha = number()?,
                "beta" => terms.beta = number()?,
                "model" => {
                    terms.model = [EloModel::Normalized, EloModel::Logistic]
                        .into_iter()
                        .find(|model| model.name() == value)
                        .ok_or_else(|| TermsError::UnknownModel(value.to_owned()))?;
                }
                _ => return Err(TermsError::UnknownKey(key.to_owned())),
            }
        }
        SprtTerms::new(terms.elo0, terms.elo1, terms.alpha, terms.beta, terms.model)
    }
}

impl fmt::Display for SprtTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtTerms { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={}", model.name())
    }
}
