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
        if let Some((known, value)) = lock(&self.0).get(&key)
            && *known == version
        {
            return Ok(value.clone());
        }
        let value = Arc::new(compute()?);
        let mut remembered = lock(&self.0);
        if remembered.len() >= REMEMBERED && !remembered.contains_key(&key) {
            remembered.clear();
        }
        remembered.insert(key, (version, value.clone()));
        Ok(value)
    }
}
