//! Weights by name, each read once: those that come with the program, and files.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use grandline_games::{GameId, ListedGame};
use grandline_search::Evaluation;

use super::weights::Weights;
use crate::games;

/// Weights that were checked, and the evaluation they make.
pub struct Loaded {
    weights: Weights,
    /// By the type of the game: variants may share weights.
    evaluations: Mutex<HashMap<TypeId, Box<dyn Any + Send + Sync>>>,
}

impl Loaded {
    fn new(weights: Weights) -> Self {
        Loaded { weights, evaluations: Mutex::default() }
    }

    /// The weights.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The evaluation, made when it is first asked for; `None` if the weights are of another game.
    pub(crate) fn evaluation<G: ListedGame>(&self) -> Option<Arc<dyn Evaluation<G>>> {
        let set = games::features::<G>().iter().find(|set| set.layout().name == self.weights.features)?;
        // A panic while the map was held cannot have left it half written.
        let mut known = self.evaluations.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = known.entry(TypeId::of::<G>()).or_insert_with(|| Box::new(set.evaluation(&self.weights)));
        kept.downcast_ref::<Arc<dyn Evaluation<G>>>().cloned()
    }
}

impl fmt::Debug for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "weights {} of {}", self.weights.features, self.weights.game)
    }
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        self.weights == other.weights
    }
}

impl Eq for Loaded {}

type Kept = Mutex<HashMap<(GameId, String), Arc<Loaded>>>;

/// Weights that were read, by game and name.
#[derive(Debug, Default)]
pub(crate) struct Library(Kept);

impl Library {
    /// The weights of a name that come with the program, if there are such.
    pub(crate) fn embedded(name: &str, game: GameId) -> Option<Result<Arc<Loaded>, String>> {
        static EMBEDDED: OnceLock<Library> = OnceLock::new();
        let bytes = games::weights(game, name)?;
        Some(EMBEDDED.get_or_init(Library::default).get(name, game, || Ok(bytes.to_vec())))
    }

    /// The names of those that come with the program, for an error.
    pub(crate) fn known(game: GameId) -> String {
        let names: Vec<&str> = games::weights_names(game).collect();
        if names.is_empty() { String::new() } else { format!(" (with the program come {})", names.join(", ")) }
    }

    /// The weights of a name, read if they are not known yet.
    pub(crate) fn get(
        &self,
        name: &str,
        game: GameId,
        read: impl Fn() -> Result<Vec<u8>, String>,
    ) -> Result<Arc<Loaded>, String> {
        // A panic while the map was held cannot have left it half written.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = known.get(&(game, name.to_owned())) {
            return Ok(loaded.clone());
        }
        let refused = |error| format!("the weights '{name}' are refused: {error}");
        let weights = Weights::from_bytes(&read()?).map_err(|error| refused(error.to_string()))?;
        weights.check(game).map_err(|error| refused(error.to_string()))?;
        let loaded = Arc::new(Loaded::new(weights));
        known.insert((game, name.to_owned()), loaded.clone());
        Ok(loaded)
    }
}
