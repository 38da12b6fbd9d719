//! What came of a tuning.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::definition::Tuning;
use super::event::Iteration;

/// A parameter that was tuned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuned {
    /// Its name.
    pub name: String,
    /// The smallest value.
    pub from: f64,
    /// The largest value.
    pub to: f64,
    /// Its value in the agent as given.
    pub start: f64,
    /// The mean of the later half of all iterations.
    pub mean: f64,
    /// The tuned value: the mean, rounded where only whole numbers can be played.
    pub value: f64,
}

/// What came of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What was asked for.
    pub tuning: Tuning,
    /// Whether nothing is left to play.
    pub complete: bool,
    /// Each parameter.
    pub parameters: Vec<Tuned>,
    /// Every iteration.
    pub iterations: Vec<Iteration>,
    /// The tuned agent as a text for commands. If the agent is that of a file, only the preset can be named.
    pub agent: String,
    /// The tuned agent as a file.
    pub preset: String,
    /// The values by iteration as SVG.
    pub chart: String,
    /// The closing match, seen by the tuned agent: see [`MatchSummary::to_json`](crate::tournament::MatchSummary::to_json).
    /// `None` where there was none, or not yet.
    pub comparison: Option<Json>,
    /// The block of numbers of the closing match.
    pub block: Option<String>,
}

impl Outcome {
    /// Whether the tuned values are those of the start.
    pub fn is_unchanged(&self) -> bool {
        self.parameters.iter().all(|parameter| parameter.value == parameter.start)
    }

    /// What can be said of the tuned values, in a sentence.
    pub fn verdict(&self) -> String {
        let verdict = self.comparison.as_ref().and_then(|comparison| comparison["verdict"].as_str());
        match verdict {
            Some(verdict) => verdict.to_owned(),
            None if !self.complete => {
                let (done, all) = (self.iterations.len() as u64, self.tuning.iterations);
                let place = if done < all {
                    format!("after {done} of {all} iterations")
                } else {
                    "in the closing match".to_owned()
                };
                format!("Stopped {place}; the same command resumes it.")
            }
            None if self.iterations.iter().all(|iteration| iteration.wins == iteration.losses) => {
                "Neither variant scored more in any iteration: the parameters make no difference near these values."
                    .to_owned()
            }
            None if self.is_unchanged() => {
                "The tuned values are those of the start, so there is nothing to compare.".to_owned()
            }
            None => "No closing match was asked for, so whether the tuned values are better is unknown.".to_owned(),
        }
    }

    /// All of it as JSON, without the iterations.
    pub fn to_json(&self) -> Json {
        let tuning = &self.tuning;
        json!({
            "game": tuning.game,
            "agent": tuning.agent,
            "complete": self.complete,
            "iterations": tuning.iterations,
            "done": self.iterations.len(),
            "pairs": tuning.pairs,
            "games": 2 * tuning.pairs * self.iterations.len() as u64,
            "seed": tuning.seed,
            "limits": tuning.limits.to_string(),
            "parameters": self.parameters,
            "tuned": self.agent,
            "comparison": self.comparison,
            "verdict": self.verdict(),
        })
    }
}
