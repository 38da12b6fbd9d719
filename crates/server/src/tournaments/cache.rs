//! Results of long computations, kept for everyone who asks.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use crate::state::lock;

/// How many values are remembered; others are computed again.
const REMEMBERED: usize = 32;

/// Values by key, each with the version of the data that it was computed from.
pub(crate) struct Cache<K, V, T>(Mutex<HashMap<K, (V, Arc<T>)>>);

impl<K, V, T> Default for Cache<K, V, T> {
    fn default() -> Self {
        Cache(Mutex::default())
    }
}

impl<K: Eq + Hash, V: PartialEq, T> Cache<K, V, T> {
    /// Returns the value of a key, computed again only if its version has changed.
    pub(crate) fn get<E>(&self, key: K, version: V, compute: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        if let Some(value) = self.known(&key, &version) {
            return Ok(value);
        }
        let value = Arc::new(compute()?);
        self.keep(key, version, value.clone());
        Ok(value)
    }

    /// Returns the value of a key if it was computed from this version.
    pub(crate) fn known(&self, key: &K, version: &V) -> Option<Arc<T>> {
        lock(&self.0).get(key).filter(|(known, _)| known == version).map(|(_, value)| value.clone())
    }

    /// Keeps a value that was computed elsewhere.
    pub(crate) fn keep(&self, key: K, version: V, value: Arc<T>) {
        let mut remembered = lock(&self.0);
        if remembered.len() >= REMEMBERED && !remembered.contains_key(&key) {
            remembered.clear();
        }
        remembered.insert(key, (version, value));
    }
}
