//! Where a training keeps everything.

use std::fs;
use std::path::{Path, PathBuf};

use grandline_agents::learned::Weights;

use super::definition::{Training, TrainingError};
use super::event::RoundResult;

/// The folder of a training: `train.toml`, a folder for each round, `best.weights` and the pictures.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Opens the folder of a training, or makes it. A folder with another training is refused.
    pub fn open(path: &Path, training: &Training) -> Result<Self, TrainingError> {
        let folder = Folder(path.to_owned());
        fs::create_dir_all(path).map_err(|error| failed(path, &error))?;
        let file = folder.definition();
        if file.exists() {
            let differs = training.difference(&Folder::read(path)?.1);
            if !differs.is_empty() {
                return Err(TrainingError::Different(path.display().to_string(), differs.join(", ")));
            }
        }
        let text = toml::to_string(training).map_err(|error| TrainingError::Definition(error.to_string()))?;
        write(&file, text.as_bytes())?;
        Ok(folder)
    }

    /// Opens the folder of a training that exists and reads its definition.
    pub fn read(path: &Path) -> Result<(Self, Training), TrainingError> {
        let folder = Folder(path.to_owned());
        let file = folder.definition();
        let text = fs::read_to_string(&file).map_err(|error| failed(&file, &error))?;
        let training = toml::from_str(&text).map_err(|error| {
            TrainingError::File(file.display().to_string(), format!("it is not a training: {}", error.message()))
        })?;
        Ok((folder, training))
    }

    /// Where the definition is.
    pub fn definition(&self) -> PathBuf {
        self.0.join("train.toml")
    }

    /// The games of a round.
    pub fn games(&self, round: u32) -> PathBuf {
        self.round(round).join("games.jsonl")
    }

    /// The weights of a round.
    pub fn weights(&self, round: u32) -> PathBuf {
        self.round(round).join("fitted.weights")
    }

    /// The store of the test of a round.
    pub fn test(&self, round: u32) -> PathBuf {
        self.round(round).join("test.sqlite")
    }

    /// The weights that won.
    pub fn best(&self) -> PathBuf {
        self.0.join("best.weights")
    }

    /// A picture of a name.
    pub fn picture(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.svg"))
    }

    fn round(&self, round: u32) -> PathBuf {
        self.0.join(format!("round-{round}"))
    }

    fn result(&self, round: u32) -> PathBuf {
        self.round(round).join("result.json")
    }

    /// Makes the folder of a round.
    pub(super) fn prepare(&self, round: u32) -> Result<(), TrainingError> {
        let path = self.round(round);
        fs::create_dir_all(&path).map_err(|error| failed(&path, &error))
    }

    /// What a round has come to, if it is over.
    pub fn read_result(&self, round: u32) -> Result<Option<RoundResult>, TrainingError> {
        let file = self.result(round);
        if !file.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&file).map_err(|error| failed(&file, &error))?;
        let wrong = |error: serde_json::Error| {
            TrainingError::File(file.display().to_string(), format!("{error}; delete it to test this round again"))
        };
        serde_json::from_str(&text).map(Some).map_err(wrong)
    }

    pub(super) fn write_result(&self, result: &RoundResult) -> Result<(), TrainingError> {
        let text = serde_json::to_string_pretty(result).unwrap_or_else(|error| unreachable!("plain data: {error}"));
        write(&self.result(result.round), text.as_bytes())
    }

    /// The weights of a round, if they were fitted.
    pub fn read_weights(&self, round: u32) -> Result<Option<Weights>, TrainingError> {
        let file = self.weights(round);
        if !file.exists() {
            return Ok(None);
        }
        let bytes = fs::read(&file).map_err(|error| failed(&file, &error))?;
        let refused = |reason: String| TrainingError::File(file.display().to_string(), reason);
        Weights::from_bytes(&bytes).map(Some).map_err(|error| refused(error.to_string()))
    }
}

/// Writes a file as a whole or not at all.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainingError> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes).map_err(|error| failed(&unfinished, &error))?;
    fs::rename(&unfinished, path).map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> TrainingError {
    TrainingError::File(path.display().to_string(), error.to_string())
}
