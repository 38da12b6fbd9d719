//! The file of weights: a line that says what it is, a line of JSON, and the compressed numbers.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use grandline_games::GameId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::set::feature_set;
use super::weights::{HIDDEN, Model, Provenance, Weights};

const MAGIC: &str = "grandline weights 1";
/// No model has more numbers, so that a damaged file cannot fill the memory.
const MOST_NUMBERS: usize = 1 << 26;

/// Why a file of weights is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It is something else.
    #[error("it is not a file of weights: its first line is not '{MAGIC}'")]
    Foreign,
    /// Its description cannot be read. Fields: why.
    #[error("its second line does not describe weights: {0}")]
    Header(String),
    /// Numbers are missing or damaged. Fields: what is wrong.
    #[error("its numbers are damaged ({0}): copy the file again, or make the weights again")]
    Damaged(String),
    /// They are of another game. Fields: theirs; the one asked for.
    #[error("its weights are for {0}, not for {1}")]
    OtherGame(GameId, GameId),
    /// The game has no such features. Fields: the name; those it has.
    #[error("its features '{}' do not exist in this game{}", .0, listed(.1))]
    UnknownFeatures(String, Vec<String>),
    /// The features have changed since. Fields: the name; the version of the weights; the version of this program.
    #[error("it was made for version {1} of the features '{0}', and this program has version {2}: train again")]
    OtherVersion(String, u32, u32),
    /// The model does not have that many numbers. Fields: how many there are; how many there should be.
    #[error("it has {0} numbers where its model takes {1}")]
    Size(usize, usize),
    /// The hidden layer has a size that is not compiled. Fields: the size.
    #[error("its hidden layer has {0} neurons; this program has networks of 16 and 32")]
    Hidden(usize),
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { ": it declares none".to_owned() } else { format!("; it has {}", names.join(", ")) }
}

/// The second line.
#[derive(Serialize, Deserialize)]
struct Header {
    game: String,
    features: String,
    version: u32,
    model: Model,
    numbers: usize,
    sha256: String,
    provenance: Provenance,
}

impl Weights {
    /// The weights as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let raw: Vec<u8> = self.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let header = Header {
            game: self.game.name().to_owned(),
            features: self.features.clone(),
            version: self.version,
            model: self.model,
            numbers: self.values.len(),
            sha256: hash(&raw),
            provenance: self.provenance.clone(),
        };
        // Texts and numbers are always JSON, and writing to memory does not fail.
        let header = serde_json::to_string(&header).unwrap_or_default();
        let mut bytes = format!("{MAGIC}\n{header}\n").into_bytes();
        let mut encoder = DeflateEncoder::new(&mut bytes, Compression::best());
        let _ = encoder.write_all(&raw);
        let _ = encoder.finish();
        bytes
    }

    /// The weights of a file. What they are for is checked by [`check`](Weights::check).
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let rest = bytes.strip_prefix(MAGIC.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
        let rest = rest.ok_or(WeightsError::Foreign)?;
        let wrong = |reason: &dyn ToString| WeightsError::Header(reason.to_string());
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| wrong(&"it has no end"))?;
        let header: Header = serde_json::from_slice(&rest[..end]).map_err(|error| wrong(&error))?;
        let game: GameId = header.game.parse().map_err(|_| wrong(&format!("there is no game '{}'", header.game)))?;
        if header.numbers > MOST_NUMBERS {
            return Err(wrong(&format!("{} numbers are more than any model has", header.numbers)));
        }
        let mut raw = Vec::new();
        let most = 2 * header.numbers as u64;
        let read = DeflateDecoder::new(&rest[end + 1..]).take(most + 1).read_to_end(&mut raw);
        let found = raw.len() as u64;
        read.map_err(|error| WeightsError::Damaged(error.to_string()))?;
        if found != most {
            return Err(WeightsError::Damaged(format!("{found} bytes instead of {most}")));
        }
        if hash(&raw) != header.sha256 {
            return Err(WeightsError::Damaged("their SHA-256 is another".to_owned()));
        }
        let values = raw.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let Header { features, version, model, provenance, .. } = header;
        Ok(Weights { game, features, version, model, values, provenance })
    }

    /// Checks that this program has the features and that the model has as many numbers as it takes. Variants of a game
    /// may share weights.
    pub fn check(&self, game: GameId) -> Result<(), WeightsError> {
        let family = |game: GameId| game.name().split('/').next();
        if family(self.game) != family(game) {
            return Err(WeightsError::OtherGame(self.game, game));
        }
        let unknown = || {
            let known = super::feature_sets(game).iter().map(|set| set.layout().name.to_owned()).collect();
            WeightsError::UnknownFeatures(self.features.clone(), known)
        };
        let set = feature_set(game, &self.features).ok_or_else(unknown)?;
        let layout = set.layout();
        if layout.version != self.version {
            return Err(WeightsError::OtherVersion(self.features.clone(), self.version, layout.version));
        }
        if let Model::Network { hidden } = self.model
            && !HIDDEN.contains(&hidden)
        {
            return Err(WeightsError::Hidden(hidden));
        }
        let size = self.model.size(layout);
        if size != self.values.len() { Err(WeightsError::Size(self.values.len(), size)) } else { Ok(()) }
    }

    /// The SHA-256 of the numbers, in hexadecimal.
    pub fn hash(&self) -> String {
        hash(&self.values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
