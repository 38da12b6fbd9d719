//! Learned weights and where they come from.

use std::fmt;

use grandline_games::GameId;
use serde::{Deserialize, Serialize};

use super::layout::Layout;

/// How many units of an evaluation make a log-odds of 1.
pub const UNIT: i32 = 256;
/// The sizes of a hidden layer that are compiled.
pub const HIDDEN: [usize; 2] = [16, 32];

/// What turns terms into a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Model {
    /// A weight for each parameter and phase; the value is their sum.
    Tables,
    /// A vector for each parameter. Their sum for each player passes a hidden layer; each phase has its own output.
    Network {
        /// The size of the hidden layer for one player.
        hidden: usize,
    },
}

impl Model {
    /// How many numbers the model has for features of this layout.
    pub fn size(self, layout: &Layout) -> usize {
        match self {
            Model::Tables => layout.phases * layout.parameters,
            // Vectors, then the bias of the hidden layer, then for each phase the output and its bias.
            Model::Network { hidden } => hidden * (layout.parameters + 1) + layout.phases * (2 * hidden + 1),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Model::Tables => f.write_str("tables"),
            Model::Network { hidden } => write!(f, "network:{hidden}"),
        }
    }
}

impl std::str::FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is not a model: write tables, network:16 or network:32");
        match text.split_once(':') {
            None if text == "tables" => Ok(Model::Tables),
            Some(("network", hidden)) => {
                let hidden = hidden.parse().ok().filter(|hidden| HIDDEN.contains(hidden)).ok_or_else(wrong)?;
                Ok(Model::Network { hidden })
            }
            _ => Err(wrong()),
        }
    }
}

/// Where weights come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The program and version that made them.
    pub made_by: String,
    /// The seed of the games and of the fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many games the positions come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// How many positions they were fitted to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// The loss over positions that were kept back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Anything else worth knowing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// The weights of a model over features of a game.
///
/// In a model of tables a weight is in [`UNIT`]s for the player to move, phase by phase, parameter by parameter. In a
/// network vectors and the hidden bias are in [`Network::ACTIVE`](super::Network::ACTIVE)ths and outputs in
/// [`Network::OUTPUT`](super::Network::OUTPUT)ths.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The game.
    pub game: GameId,
    /// The name of the features.
    pub features: String,
    /// Their version.
    pub version: u32,
    /// What the numbers mean.
    pub model: Model,
    /// The numbers.
    pub values: Vec<i16>,
    /// Where they come from.
    pub provenance: Provenance,
}

impl Weights {
    /// Fits of floating point as whole numbers; values out of range become the largest there are.
    pub fn quantised(values: impl IntoIterator<Item = f64>, unit: f64) -> impl Iterator<Item = i16> {
        let limit = f64::from(i16::MAX);
        values.into_iter().map(move |value| (value * unit).round().clamp(-limit, limit) as i16)
    }
}
