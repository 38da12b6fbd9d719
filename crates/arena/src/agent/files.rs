//! The files that an agent names: books and weights.

use std::path::{Path, PathBuf};

/// Reads the files that an agent names, for [`with_files`](grandline_agents::Catalogue::with_files): those beside the TOML
/// file that the agent is written in, and of the current folder if it is asked for in another way.
pub fn files_of(agent: &str) -> impl Fn(&str) -> Result<Vec<u8>, String> + Send + Sync + 'static {
    let folder = Some(Path::new(agent)).filter(|_| agent.ends_with(".toml")).and_then(Path::parent);
    let folder = folder.map_or_else(PathBuf::new, Path::to_owned);
    move |name| {
        let path = folder.join(name);
        std::fs::read(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
    }
}
