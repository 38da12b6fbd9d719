//! Entering a tournament in a store, or finding the one that a run continues.

use super::definition::Tournament;
use super::error::RunError;
use crate::agent::Agent;
use crate::store::{Entry, NewEntry, Store};

/// The tournament with the hashes of the files that its agents are made of.
pub(super) fn with_hashes(tournament: &Tournament, agents: &[Agent]) -> Tournament {
    let specs = tournament.agents.iter().zip(agents).map(|(spec, agent)| spec.with_hashes(agent)).collect();
    Tournament { agents: specs, ..tournament.clone() }
}

/// The tournament's place in the store: a new one, or the one it left.
pub(super) fn enter(tournament: &Tournament, store: &mut dyn Store, created: Option<i64>) -> Result<Entry, RunError> {
    let definition = tournament.to_json();
    let Some(entry) = store.find(&tournament.name)? else {
        let new = NewEntry { name: tournament.name.clone(), game: tournament.game, definition, created };
        return Ok(store.create(&new)?);
    };
    let keys = differences(&entry.entered.definition, &definition);
    if keys.is_empty() { Ok(entry) } else { Err(RunError::Different { name: tournament.name.clone(), keys }) }
}

/// The keys in which two definitions differ; what is only said of a tournament does not matter.
fn differences(old: &str, new: &str) -> Vec<String> {
    type Keys = serde_json::Map<String, serde_json::Value>;
    let read = |text: &str| serde_json::from_str::<Keys>(text).unwrap_or_default();
    let (old, new) = (read(old), read(new));
    let mut keys: Vec<String> = old.keys().chain(new.keys()).cloned().collect();
    keys.sort();
    keys.dedup();
    keys.retain(|key| key != "description" && old.get(key) != new.get(key));
    // Entries without hashes, such as those of older versions, say nothing about files.
    if keys == ["agents"] && without_files(&old) == without_files(&new) {
        keys = if without_files(&old) == old.get("agents").cloned() {
            vec![]
        } else {
            vec!["the files of its agents".to_owned()]
        };
    }
    keys
}

/// The agents of a definition without the hashes of their files.
fn without_files(definition: &serde_json::Map<String, serde_json::Value>) -> Option<serde_json::Value> {
    let mut agents = definition.get("agents")?.clone();
    for agent in agents.as_array_mut()?.iter_mut().filter_map(serde_json::Value::as_object_mut) {
        agent.remove("files");
    }
    Some(agents)
}
