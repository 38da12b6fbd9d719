//! The agent that is tuned: the numbers to change, and the agent with other values of them.

use grandline_agents::{Catalogue, KEYS, Preset, Tunable};

use super::definition::{ParameterRange, Tuning};
use super::error::TuneError;
use super::spsa::Dimension;
use super::values::Values;
use crate::agent::{Agent, AgentError, catalogue_of};

/// The agent of a tuning.
pub(super) struct Subject {
    catalogue: Catalogue,
    /// What the agent is called in the catalogue.
    name: String,
    /// The agent as it was given.
    pub(super) preset: Preset,
    tunables: Vec<Tunable>,
    pub(super) ranges: Vec<ParameterRange>,
}

impl Subject {
    /// The agent of a tuning, if it has the parameters and can play with every value of them.
    pub(super) fn new(tuning: &Tuning) -> Result<Self, TuneError> {
        let text = tuning.agent.trim();
        // A file of presets may have any name; all other texts with these words in front are programs.
        let is_program =
            |word: &str| ["ugi", "json", "python", "seahorse", "aiarena", "hotk", "kaggle"].contains(&word);
        if text.split_once(':').is_some_and(|(word, _)| is_program(word)) {
            return Err(TuneError::External(text.to_owned()));
        }
        let (catalogue, name) = catalogue_of(tuning.game, text)?;
        let preset = catalogue.agent(&name).map_err(AgentError::from)?;
        if !preset.files().is_empty() {
            return Err(TuneError::NamesFile(text.to_owned()));
        }
        let limits = &tuning.limits;
        if !(preset.has_limit() || limits.is_timed() || limits.nodes.is_some() || limits.depth.is_some()) {
            return Err(TuneError::NoLimit(text.to_owned()));
        }
        let all = preset.tunables();
        let tunables = tuning.parameters.iter().map(|range| find(text, &preset, &all, &range.name));
        let tunables: Vec<Tunable> = tunables.collect::<Result<_, _>>()?;
        if let Some(index) = (1..tunables.len()).find(|&index| tunables[..index].contains(&tunables[index])) {
            let name = &tunables[index].name;
            return Err(TuneError::Impossible(format!("parameter '{name}' is named twice; name each once")));
        }
        let subject = Subject { catalogue, name, preset, tunables, ranges: tuning.parameters.clone() };
        subject.check(text)?;
        Ok(subject)
    }

    fn check(&self, text: &str) -> Result<(), TuneError> {
        for (tunable, range) in self.tunables.iter().zip(&self.ranges) {
            let ParameterRange { from, to, .. } = *range;
            let name = range.name.clone();
            if tunable.is_whole && [from, to].iter().any(|end| end.fract() != 0.0) {
                return Err(TuneError::Fractional { name, from, to });
            }
            if !(from..=to).contains(&tunable.value) {
                return Err(TuneError::Outside { name, start: tunable.value, from, to });
            }
        }
        let ends = |end: fn(&ParameterRange) -> f64| self.ranges.iter().map(end).collect::<Vec<_>>();
        for values in [ends(|range| range.from), ends(|range| range.to)] {
            self.variant(&values)?;
        }
        let start = self.variant(&self.dimensions().iter().map(|dimension| dimension.start).collect::<Vec<_>>())?;
        if start.plays_like(&self.preset) { Ok(()) } else { Err(TuneError::Coupled(text.to_owned(), start.name)) }
    }

    /// The numbers as the algorithm needs them.
    pub(super) fn dimensions(&self) -> Vec<Dimension> {
        let dimension = |(tunable, range): (&Tunable, &ParameterRange)| Dimension {
            from: range.from,
            to: range.to,
            start: tunable.value,
            is_whole: tunable.is_whole,
        };
        self.tunables.iter().zip(&self.ranges).map(dimension).collect()
    }

    /// The agent with these values.
    pub(super) fn variant(&self, values: &[f64]) -> Result<Preset, TuneError> {
        let values: Vec<_> = self.tunables.iter().zip(values.iter().copied()).collect();
        self.catalogue.varied(&self.name, &values).map_err(TuneError::Bound)
    }

    /// The same as an agent of the arena.
    pub(super) fn agent(&self, values: &[f64]) -> Result<Agent, TuneError> {
        Ok(Agent::Preset(Box::new(self.variant(values)?)))
    }

    /// Values with their names.
    pub(super) fn named(&self, values: &[f64]) -> Values {
        Values(self.ranges.iter().zip(values).map(|(range, &value)| (range.name.clone(), value)).collect())
    }
}

/// The number of a name.
fn find(agent: &str, preset: &Preset, all: &[Tunable], name: &str) -> Result<Tunable, TuneError> {
    if let Some(found) = all.iter().find(|tunable| tunable.is_called(name)) {
        return Ok(found.clone());
    }
    let (agent, name) = (agent.to_owned(), name.to_owned());
    let known: Vec<String> = all.iter().map(|known| format!("{}={}", known.name, known.value)).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    if let Some((_, value)) = preset.settings().find(|(key, _)| *key == name) {
        return Err(TuneError::NotANumber { agent, name, value, known });
    }
    if KEYS.iter().any(|key| key.name == name) {
        return Err(TuneError::NotSet { agent, name });
    }
    Err(TuneError::Unknown { agent, name, known })
}
