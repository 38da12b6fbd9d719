//! What was written about an agent, and everything it refers to, by content hash, so that another machine can run it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use grandline_games::GameId;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Agent, AgentError};

/// An agent as it was written: in a file a text, or a table where there is more to say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct AgentSpec {
    /// Its name in tables; the text of the agent if no other is given.
    pub name: String,
    /// The agent: a preset with or without changes, a file, a command.
    pub agent: String,
    /// The Elo it is known to have, which puts the whole pool on that scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<f64>,
    /// The files the agent refers to and the SHA-256 of their contents: see [`AgentSpec::pack`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// The ways in which a file names an agent.
#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "an agent is a text such as \"skypiea-v5\", or a table with the keys agent, name and elo"
)]
enum Written {
    Plain(String),
    SpecTable(SpecTable),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpecTable {
    agent: String,
    name: Option<String>,
    elo: Option<f64>,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

impl From<Written> for AgentSpec {
    fn from(written: Written) -> Self {
        match written {
            Written::Plain(agent) => AgentSpec::new(agent),
            Written::SpecTable(SpecTable { agent, name, elo, files }) => {
                AgentSpec { name: name.unwrap_or_else(|| agent.clone()), agent, elo, files }
            }
        }
    }
}

/// A spec with the contents of its files.
#[derive(Clone, Debug, PartialEq)]
pub struct Packed {
    /// The spec, with the hash of each file.
    pub spec: AgentSpec,
    /// The contents by hash.
    pub contents: BTreeMap<String, Vec<u8>>,
}

/// Why a spec cannot be packed or unpacked.
#[derive(Debug, Error)]
pub enum PackError {
    /// The agent does not exist.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The agent is an object of this program. Field: its name.
    #[error("agent '{0}' is an object of this program and cannot play on another machine")]
    Fixed(String),
    /// A file cannot be read or written. Fields: the file; what the system said.
    #[error("{0}: {1}")]
    File(String, String),
    /// The contents of a file are not there. Fields: the file; the hash of what it should contain.
    #[error("{0}: the contents with SHA-256 {1} are missing")]
    Missing(String, String),
    /// The contents of a file are not what they should be. Fields: the file; the hash of what it should contain; the
    /// hash of what there is.
    #[error("{0}: the contents have SHA-256 {2}, not {1}")]
    Changed(String, String, String),
}

impl AgentSpec {
    /// An agent under the name of its own text.
    pub fn new(agent: impl Into<String>) -> Self {
        let agent = agent.into();
        AgentSpec { name: agent.clone(), agent, elo: None, files: BTreeMap::new() }
    }

    /// Reads every file the agent refers to. Programs that commands start are not files in this sense: they run where they
    /// are installed.
    pub fn pack(&self, game: GameId) -> Result<Packed, PackError> {
        let mut spec = AgentSpec { files: BTreeMap::new(), ..self.clone() };
        let mut contents = BTreeMap::new();
        for file in Agent::resolve(game, &self.agent)?.files(&self.agent) {
            let bytes = std::fs::read(&file).map_err(|error| file_error(&file, &error))?;
            let hash = sha256(&bytes);
            spec.files.insert(file.to_string_lossy().into_owned(), hash.clone());
            contents.insert(hash, bytes);
        }
        Ok(Packed { spec, contents })
    }

    /// The spec with the hashes of the files that decide how its agent plays: its own, or the script of an engine.
    pub(crate) fn with_hashes(&self, agent: &Agent) -> AgentSpec {
        let script = match agent {
            Agent::Ugi(command) | Agent::Json(command) => command.own_files(),
            _ => agent.files(&self.agent),
        };
        // A file that cannot be read stops its agent, not the tournament.
        let hashed =
            script.into_iter().filter_map(|file| Some((file.to_string_lossy().into_owned(), hash_of(&file).ok()?)));
        AgentSpec { files: hashed.collect(), ..self.clone() }
    }

    /// Writes the files of a packed spec into a folder and returns the spec that names them there. `contents` gives what a
    /// hash stands for, and is checked.
    pub fn unpack(&self, folder: &Path, contents: impl Fn(&str) -> Option<Vec<u8>>) -> Result<AgentSpec, PackError> {
        let mut spec = AgentSpec { files: BTreeMap::new(), ..self.clone() };
        for (file, expected) in &self.files {
            let (file_name, expected) = (file.clone(), expected.clone());
            let Some(bytes) = contents(&expected) else {
                return Err(PackError::Missing(file_name, expected));
            };
            let found = sha256(&bytes);
            if found != expected {
                return Err(PackError::Changed(file_name, expected, found));
            }
            // Files that were side by side stay so: a preset names its book by a path beside it.
            let name = Path::new(file).file_name().unwrap_or_default();
            let target = folder.join(name);
            std::fs::create_dir_all(folder).map_err(|error| file_error(folder, &error))?;
            std::fs::write(&target, bytes).map_err(|error| file_error(&target, &error))?;
            spec.agent = spec.agent.replace(file.as_str(), &target.to_string_lossy());
        }
        Ok(spec)
    }
}

fn file_error(file: &Path, error: &std::io::Error) -> PackError {
    PackError::File(file.display().to_string(), error.to_string())
}

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn hash_of(file: &Path) -> std::io::Result<String> {
    std::fs::read(file).map(|bytes| sha256(&bytes))
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Agent {
    /// The files that the agent of a text refers to.
    fn files(&self, text: &str) -> Vec<PathBuf> {
        match self {
            Agent::Preset(preset) => {
                let own = Some(PathBuf::from(text)).filter(|_| text.ends_with(".toml"));
                let folder = own.as_deref().and_then(Path::parent).map(Path::to_owned).unwrap_or_default();
                let named = preset.files().into_iter().map(|file| folder.join(file));
                own.clone().into_iter().chain(named).collect()
            }
            Agent::Python(agent) => vec![PathBuf::from(agent.file())],
            Agent::Ugi(_) | Agent::Json(_) | Agent::Custom(_) => Vec::new(),
        }
    }
}
