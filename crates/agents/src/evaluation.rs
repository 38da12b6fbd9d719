//! Evaluations as presets name them: `score`, `stock(24, 24)`, `theboys(potential=5)`.

use std::str::FromStr;
use std::sync::Arc;

use grandline_games::{GameId, ListedGame, with_game};
use grandline_search::Evaluation;

use crate::error::Problem;
use crate::games;
use crate::learned::Loaded;

/// An evaluation that a game has: its name, its parameters, and how it is made.
pub struct Declaration<G> {
    /// The name presets use.
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// The names of its parameters and their defaults.
    pub parameters: &'static [(&'static str, i32)],
    /// Makes it with the parameters given.
    pub make: fn(&Chosen) -> Arc<dyn Evaluation<G>>,
}

impl<G> Clone for Declaration<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Declaration<G> {}

/// A declaration without the type of the game.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// The name presets use.
    pub name: &'static str,
    /// One line about it.
    pub description: &'static str,
    /// The names of its parameters and their defaults.
    pub parameters: &'static [(&'static str, i32)],
}

impl Description {
    /// The evaluation with its parameters as a preset would write it.
    pub fn signature(&self) -> String {
        if self.parameters.is_empty() {
            return self.name.to_owned();
        }
        let parameters: Vec<String> = self.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }
}

/// Every evaluation that presets of a game can name.
pub fn evaluations(game: GameId) -> Vec<Description> {
    let describe = |name, description, parameters| Description { name, description, parameters };
    with_game!(game, G => {
        games::evaluations::<G>().map(|known| describe(known.name, known.description, known.parameters)).collect()
    })
}

/// A name and arguments, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Call {
    name: String,
    arguments: Vec<(Option<String>, String)>,
}

/// An evaluation that exists, with a value for each of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Its name.
    pub name: &'static str,
    /// Its parameters by name, in the order of the declaration.
    pub values: Vec<(&'static str, i32)>,
    /// The weights it was learned with, if it is [`LEARNED`].
    pub weights: Option<Arc<Loaded>>,
}

/// The name of the evaluation whose weights a preset names.
pub const LEARNED: &str = "learned";

impl Chosen {
    /// The value of a parameter that the evaluation has.
    pub fn get(&self, name: &str) -> i32 {
        let value = self.values.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
        value.unwrap_or_else(|| unreachable!("'{}' declares no parameter '{name}'", self.name))
    }

    /// The evaluation itself, for the game it was chosen for.
    pub(crate) fn make<G: ListedGame>(&self) -> Arc<dyn Evaluation<G>> {
        let declared = games::evaluations::<G>().find(|known| known.name == self.name);
        let declared = declared.unwrap_or_else(|| unreachable!("'{}' is not an evaluation of {}", self.name, G::NAME));
        (declared.make)(self)
    }

    /// The evaluation as a preset would write it, without the names of its parameters.
    pub(crate) fn text(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|(_, value)| value.to_string()).collect();
        if values.is_empty() { self.name.to_owned() } else { format!("{}({})", self.name, values.join(", ")) }
    }
}

/// The text is not a name with or without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotACall;

impl FromStr for Call {
    type Err = NotACall;

    fn from_str(text: &str) -> Result<Self, NotACall> {
        let text = text.trim();
        let (name, arguments) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => (name.trim_end(), rest.strip_suffix(')').ok_or(NotACall)?.trim()),
        };
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(NotACall);
        }
        let argument = |text: &str| match text.split_once('=') {
            Some((name, value)) => (Some(name.trim().to_owned()), value.trim().to_owned()),
            None => (None, text.trim().to_owned()),
        };
        let arguments = if arguments.is_empty() { Vec::new() } else { arguments.split(',').map(argument).collect() };
        Ok(Call { name: name.to_owned(), arguments })
    }
}

impl Call {
    /// A name without arguments.
    pub(crate) fn plain(name: &str) -> Self {
        Call { name: name.to_owned(), arguments: Vec::new() }
    }

    /// The evaluation of this name, or what is wrong; `key` is the key it was written for.
    pub(crate) fn choose(&self, key: &str, declared: &[Description]) -> Result<Chosen, Problem> {
        let Some(declaration) = declared.iter().find(|declaration| declaration.name == self.name) else {
            let known = declared.iter().map(Description::signature).collect();
            return Err(Problem::UnknownEvaluation { key: key.to_owned(), name: self.name.clone(), known });
        };
        let wrong =
            |reason| Problem::WrongParameters { key: key.to_owned(), reason, signature: declaration.signature() };
        let parameters = declaration.parameters;
        let mut values = parameters.to_vec();
        for (position, (name, text)) in self.arguments.iter().enumerate() {
            let index = match name {
                Some(name) => parameters.iter().position(|(known, _)| known == name),
                None => Some(position).filter(|&position| position < parameters.len()),
            };
            let Some(index) = index else {
                return Err(wrong(match name {
                    Some(name) => format!("'{}' has no parameter '{name}'", self.name),
                    None => {
                        format!("'{}' has {} parameters, not {}", self.name, parameters.len(), self.arguments.len())
                    }
                }));
            };
            // Weights stay small, so that no sum of them leaves the range of values.
            let value = text.parse().ok().filter(|value: &i32| (-1000..=1000).contains(value));
            values[index].1 = value.ok_or_else(|| {
                wrong(format!("parameter '{}' is a whole number from -1000 to 1000, not '{text}'", parameters[index].0))
            })?;
        }
        Ok(Chosen { name: declaration.name, values, weights: None })
    }
}
