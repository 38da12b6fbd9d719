//! The numbers of an agent that a tuner may change, and the agent with other numbers.

use std::sync::Arc;

use crate::catalogue::{Catalogue, read_overrides};
use crate::error::{PresetError, Source};
use crate::evaluation::Chosen;
use crate::keys::KEYS;
use crate::parameters::{Ordering, Parameters};
use crate::preset::{ABOUT, Group, Preset, overridden};
use crate::setting::{Assignment, Section, Setting};

/// A number of an agent: a key of its preset, or a parameter of its evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Tunable {
    /// Its name: that of the key, of the parameter of the evaluation, or with a dot between both, as in
    /// `reductions.after` and `ordering.potential`.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Whether only whole numbers are accepted.
    pub is_whole: bool,
    place: Place,
}

/// Where a number is written.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// The value of a key.
    Key,
    /// An entry of the table of a key. Fields: the key; the entry.
    Entry(String, String),
    /// A parameter of an evaluation. Fields: the key that names the evaluation; the parameter.
    Parameter(&'static str, &'static str),
}

impl Tunable {
    /// Whether a user means this number; a parameter of the evaluation also has a name with the key in front.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name
            || matches!(self.place, Place::Parameter(key, parameter) if name == format!("{key}.{parameter}"))
    }

    fn setting(&self, value: f64) -> Setting {
        if self.is_whole { Setting::Integer(value.round() as i64) } else { Setting::Number(value) }
    }
}

impl Preset {
    /// Every number that is set: keys first, then the parameters of the evaluation.
    pub fn tunables(&self) -> Vec<Tunable> {
        let mut found = Vec::new();
        for line in self.settings.0.iter().filter(|line| !ABOUT.contains(&line.key.as_str())) {
            match &line.value {
                Setting::Table(entries) => {
                    found.extend(entries.0.iter().filter_map(|entry| {
                        let takes_fractions = |value| {
                            let mut changed = entries.clone();
                            changed.set(Assignment { value, ..entry.clone() });
                            is_accepted(&line.key, &Setting::Table(changed))
                        };
                        let place = Place::Entry(line.key.clone(), entry.key.clone());
                        tunable(format!("{}.{}", line.key, entry.key), &entry.value, takes_fractions, place)
                    }));
                }
                value => {
                    let takes_fractions = |value| is_accepted(&line.key, &value);
                    found.extend(tunable(line.key.clone(), value, takes_fractions, Place::Key));
                }
            }
        }
        let mut add = |key: &'static str, chosen: &Chosen| {
            for &(parameter, value) in &chosen.values {
                let is_taken = key != "evaluation" || KEYS.iter().any(|key| key.name == parameter);
                let name = if is_taken { format!("{key}.{parameter}") } else { parameter.to_owned() };
                let place = Place::Parameter(key, parameter);
                found.push(Tunable { name, value: f64::from(value), is_whole: true, place });
            }
        };
        add("evaluation", &self.parameters.evaluation);
        if let Ordering::Separate(chosen) = &self.parameters.ordering {
            add("ordering", chosen);
        }
        found
    }

    /// Whether both play alike: every parameter is equal, whatever their names.
    pub fn plays_like(&self, other: &Preset) -> bool {
        self.game == other.game && self.parameters == other.parameters
    }

    /// The agent as a file of its own, under another name. Files it refers to are named as they were.
    pub fn to_toml(&self, name: &str, description: &str) -> String {
        let place = Source::Specification(Arc::from(self.name.as_str()));
        let changes = self.name.split_once(':').map_or("", |(_, changes)| changes);
        // The text was read before, when the agent was resolved.
        let overrides = read_overrides(changes, &place).unwrap_or_default();
        // The group says whether the preset's limits hold under the clock of a game too.
        let keeps_limits = matches!(self.group, Group::Report | Group::Own) || self.parameters.keeps_limits;
        let group = if keeps_limits { Group::Own } else { self.group };
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let mut lines = vec![
            format!("name = {}", quoted(name)),
            format!("description = {}", quoted(description)),
            format!("group = {}", quoted(group.name())),
        ];
        for line in self.settings.0.iter().filter(|line| !ABOUT.contains(&line.key.as_str())) {
            lines.push(match &line.value {
                Setting::Text(text) => format!("{} = {}", line.key, quoted(text)),
                // What was written behind the agent's name also holds in the phases of a hybrid.
                Setting::List(phases) if line.key == "phases" => {
                    let phases = phases.iter().map(|phase| match phase {
                        Setting::Table(phase) => Setting::Table(overridden(phase, &overrides)).to_string(),
                        other => other.to_string(),
                    });
                    let phases: Vec<String> = phases.map(|phase| format!("    {phase},\n")).collect();
                    format!("phases = [\n{}]", phases.concat())
                }
                value => format!("{} = {value}", line.key),
            });
        }
        lines.join("\n") + "\n"
    }
}

/// The number of a setting, if it is one.
fn tunable(name: String, value: &Setting, takes: impl Fn(Setting) -> bool, place: Place) -> Option<Tunable> {
    let value = match value {
        Setting::Integer(number) => *number as f64,
        Setting::Number(number) => *number,
        _ => return None,
    };
    // A key that takes the number as a fraction takes all fractions.
    Some(Tunable { name, value, is_whole: !takes(Setting::Number(value)), place })
}

/// Whether a key takes a value.
fn is_accepted(key: &str, value: &Setting) -> bool {
    KEYS.iter().find(|known| known.name == key).is_some_and(|key| (key.set)(&mut Parameters::new(), value).is_some())
}

impl Catalogue {
    /// The agent of a text with other values for some of its numbers. Its name is the text that would give the same agent.
    pub fn varied(&self, specification: &str, values: &[(&Tunable, f64)]) -> Result<Preset, PresetError> {
        let preset = self.agent(specification)?;
        let place = Source::Specification(Arc::from(preset.name.as_str()));
        let (name, changes) = preset.name.split_once(':').unwrap_or((&preset.name, ""));
        let mut overrides = read_overrides(changes, &place)?;
        let mut put = |key: &str, value| overrides.set(Assignment { key: key.to_owned(), value, place: place.clone() });
        for (key, mut chosen) in chosen_of(&preset) {
            let mut is_changed = false;
            for (tunable, value) in values {
                if let Place::Parameter(of, parameter) = tunable.place
                    && of == key
                    && let Some((_, old)) = chosen.values.iter_mut().find(|(known, _)| *known == parameter)
                {
                    (*old, is_changed) = (value.round() as i32, true);
                }
            }
            if is_changed {
                put(key, Setting::Text(chosen.text()));
            }
        }
        let mut tables: Vec<(&str, Section)> = Vec::new();
        for (tunable, value) in values {
            match &tunable.place {
                Place::Parameter(..) => {}
                Place::Key => put(&tunable.name, tunable.setting(*value)),
                Place::Entry(key, entry) => {
                    if !tables.iter().any(|(known, _)| known == key)
                        && let Some(Assignment { value: Setting::Table(table), .. }) = preset.settings.get(key)
                    {
                        tables.push((key, table.clone()));
                    }
                    if let Some((_, table)) = tables.iter_mut().find(|(known, _)| known == key) {
                        let value = tunable.setting(*value);
                        table.set(Assignment { key: entry.clone(), value, place: place.clone() });
                    }
                }
            }
        }
        for (key, table) in tables {
            put(key, Setting::Table(table));
        }
        let changes: Vec<String> = overrides.0.iter().map(written).collect();
        self.agent(&format!("{name}:{}", changes.join(",")))
    }
}

/// The evaluations of an agent that have parameters, by their keys.
fn chosen_of(preset: &Preset) -> Vec<(&'static str, Chosen)> {
    let mut all = vec![("evaluation", preset.parameters.evaluation.clone())];
    if let Ordering::Separate(chosen) = &preset.parameters.ordering {
        all.push(("ordering", chosen.clone()));
    }
    all
}

/// An override as it is written behind an agent's name. A text is quoted only where it would be read as something else.
fn written(line: &Assignment) -> String {
    let plain = match &line.value {
        Setting::Text(text) if Setting::from_override(text) == line.value => text.clone(),
        value => value.to_string(),
    };
    format!("{}={plain}", line.key)
}

#[cfg(test)]
mod tests {
    use grandline_games::GameId;

    use super::*;

    fn numbers(preset: &Preset) -> Vec<(String, f64, bool)> {
        preset.tunables().into_iter().map(|found| (found.name, found.value, found.is_whole)).collect()
    }

    #[test]
    fn keys_and_parameters_of_evaluations_are_numbers() {
        let preset = Catalogue::of(GameId::Divercite).agent("skypiea-v5").expect("a preset");
        let expected =
            [("order-above", 5.0, true), ("opening.until-step", 2.0, true), ("c", 24.0, true), ("r", 24.0, true)];
        assert_eq!(numbers(&preset), expected.map(|(name, value, whole)| (name.to_owned(), value, whole)));
        let preset = Catalogue::of(GameId::Divercite).agent("skypiea-next").expect("a preset");
        let found = numbers(&preset);
        for (name, value, whole) in [("aspiration", 1.5, false), ("reductions.after", 6.0, true), ("table", 64.0, true)]
        {
            assert!(found.contains(&(name.to_owned(), value, whole)), "{name}: {found:?}");
        }
        let theboys = Catalogue::of(GameId::Divercite).agent("theboys").expect("a preset");
        assert!(numbers(&theboys).contains(&("ordering.potential".to_owned(), 3.0, true)));
        let mcts = Catalogue::of(GameId::Divercite).agent("mcts:exploration=2").expect("a preset");
        assert!(numbers(&mcts).contains(&("exploration".to_owned(), 2.0, false)));
    }

    #[test]
    fn numbers_can_be_changed() {
        let change = |agent: &str, changes: &[(&str, f64)]| {
            let catalogue = Catalogue::of(GameId::Divercite);
            let tunables = catalogue.agent(agent).expect("a preset").tunables();
            let find = |name: &str| tunables.iter().find(|known| known.is_called(name)).expect("a number");
            let values: Vec<_> = changes.iter().map(|&(name, value)| (find(name), value)).collect();
            catalogue.varied(agent, &values).expect("an agent").name
        };
        assert_eq!(change("skypiea-v5", &[("r", 7.0)]), "skypiea-v5:evaluation=stock(24, 7)");
        assert_eq!(
            change("skypiea-v5:depth=2", &[("evaluation.c", 3.4), ("order-above", 2.0)]),
            "skypiea-v5:depth=2,evaluation=stock(3, 24),order-above=2"
        );
        assert_eq!(
            change("skypiea-next", &[("reductions.after", 9.0), ("reductions.step", 0.0), ("aspiration", 2.0)]),
            "skypiea-next:aspiration=2.0,reductions={ from-depth = 3, after = 9, plies = 1, step = 0 }"
        );
    }

    #[test]
    fn a_file_of_an_agent_plays_like_it() {
        let games = [(GameId::Divercite, "impel-down-15000:evaluation=stock(1, 2)"), (GameId::Connect4, "mcts:seed=3")];
        let presets = GameId::ALL.iter().flat_map(|&game| Catalogue::of(game).list());
        let written = games.into_iter().map(|(game, text)| Catalogue::of(game).agent(text).expect("a preset"));
        for preset in presets.chain(written) {
            let text = preset.to_toml("mine", "it's \"mine\"");
            let mut catalogue = Catalogue::of(preset.game);
            catalogue.add(&text, "file.toml").unwrap_or_else(|error| panic!("{error}\n{text}"));
            let read = catalogue.agent("mine").expect("an agent");
            assert!(read.plays_like(&preset), "{}:\n{text}", preset.name);
            assert_eq!(read.description, "it's \"mine\"");
        }
    }
}
