//! How values convert to winning chances: one scale for all evaluations.

use crate::value::Value;

/// An estimate never says more than this, so that a proof always counts for more.
const SUREST: f64 = 0.98;
/// The temperature of values whose spread is not known: engines count in pawns or the like, and a lead of four is taken
/// for a chance of three quarters.
const UNKNOWN: f64 = 3.6;

/// How to read the values of a report; set by the engine that found them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Scale {
    /// They carry no information: the move was not searched.
    #[default]
    Silent,
    /// They are mean results, from -1 to 1.
    Results,
    /// They are units of an evaluation.
    Units,
    /// They are units of an evaluation whose spread is known: a logistic curve.
    Logistic {
        /// The value of an even position, which is not 0 where an evaluation sees one side only.
        level: f64,
        /// By how much a value has to be above the level for odds of e to 1.
        temperature: f64,
    },
}

impl Scale {
    /// The expected result of a value for the player to move: 0 is a loss, 0.5 a draw, 1 a win.
    pub fn chance(&self, value: &Value) -> f64 {
        let logistic = |excess: f64| limited(1.0 / (1.0 + (-excess).exp()));
        match (value, *self) {
            (Value::Exact(exact), _) => f64::from(exact.verdict.sign() + 1) / 2.0,
            (Value::Heuristic(_), Scale::Silent) => 0.5,
            (Value::Heuristic(mean), Scale::Results) => limited((1.0 + mean) / 2.0),
            (Value::Heuristic(value), Scale::Units) => logistic(value / UNKNOWN),
            (Value::Heuristic(value), Scale::Logistic { level, temperature }) => {
                logistic((value - level) / temperature)
            }
        }
    }
}

fn limited(chance: f64) -> f64 {
    chance.clamp(1.0 - SUREST, SUREST)
}
