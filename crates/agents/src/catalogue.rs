//! The list of agents: presets that come with the program, and those of users.

use std::sync::{Arc, OnceLock};

use grandline_games::GameId;

use crate::error::{PresetError, Problem, Source};
use crate::files::Files;
use crate::games;
use crate::keys;
use crate::preset::{self, Group, Preset};
use crate::setting::{self, Assignment, Section, Setting};

/// The agents of a game.
#[derive(Clone, Debug)]
pub struct Catalogue {
    game: GameId,
    entries: Vec<Entry>,
    files: Files,
}

/// A preset as it was written.
#[derive(Clone, Debug)]
struct Entry {
    name: String,
    place: Source,
    section: Section,
}

impl Catalogue {
    /// The agents that come with the program.
    pub fn of(game: GameId) -> Self {
        static BUILT_IN: OnceLock<Vec<Catalogue>> = OnceLock::new();
        let all = BUILT_IN.get_or_init(|| {
            let read = |&game: &GameId| {
                let mut catalogue = Catalogue { game, entries: Vec::new(), files: Files::default() };
                for (file, text) in games::presets(game) {
                    // The tests resolve every built-in preset.
                    let read = catalogue.add(text, &file);
                    debug_assert!(read.is_ok(), "{read:?}");
                }
                catalogue
            };
            GameId::ALL.iter().map(read).collect()
        });
        let place = GameId::ALL.iter().position(|&id| id == game);
        place.and_then(|index| all.get(index)).cloned().unwrap_or(Catalogue {
            game,
            entries: Vec::new(),
            files: Files::default(),
        })
    }

    /// The game whose agents these are.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// The same agents with a function that reads the books and weights presets name, such as files of a folder. Each is
    /// read once. Its error begins with the file: `my.book cannot be read: ...`.
    #[must_use]
    pub fn with_files(mut self, read: impl Fn(&str) -> Result<Vec<u8>, String> + Send + Sync + 'static) -> Self {
        self.files = Files::new(read);
        self
    }

    /// Adds the presets of a file and returns their names. The file has a table for each agent, or is one agent, which
    /// is then named by its key `name` or after the file. A preset replaces an earlier one of the same name.
    pub fn add(&mut self, text: &str, file: &str) -> Result<Vec<String>, PresetError> {
        let file_name: Arc<str> = Arc::from(file);
        let section = setting::read(text, &file_name)?;
        let start = Source::File { file: file_name, line: 1 };
        let is_table = |line: &Assignment| matches!(line.value, Setting::Table(_));
        let entries: Vec<Entry> = if section.0.iter().all(is_table) {
            let entry = |line: Assignment| match line.value {
                Setting::Table(section) => Some(Entry { name: line.key, place: line.place, section }),
                _ => None,
            };
            section.0.into_iter().filter_map(entry).collect()
        } else {
            let name = match section.get("name").map(|line| &line.value) {
                Some(Setting::Text(name)) => name.clone(),
                _ => stem(file).to_owned(),
            };
            vec![Entry { name, place: start, section }]
        };
        let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        for entry in entries {
            match self.entries.iter_mut().find(|old| old.name == entry.name) {
                Some(old) => *old = entry,
                None => self.entries.push(entry),
            }
        }
        // Errors are reported now, with their line, and not when an agent is first used.
        for name in &names {
            match self.agent(name) {
                Err(PresetError { problem: Problem::OtherGame { .. }, .. }) | Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(names)
    }

    /// Every agent of this game: champions first, then report agents, baselines, levels, and the user's own.
    pub fn list(&self) -> Vec<Preset> {
        let mut presets: Vec<Preset> = self.entries.iter().filter_map(|entry| self.agent(&entry.name).ok()).collect();
        presets.sort_by_key(|preset| preset.group);
        presets
    }

    /// The names of the agents that play this game.
    pub fn names(&self) -> Vec<String> {
        self.entries.iter().filter(|entry| self.plays(&entry.section).is_ok()).map(|entry| entry.name.clone()).collect()
    }

    /// The agent of a text: `name`, or `name:key=value,key=value` to change some of its parameters.
    pub fn agent(&self, specification: &str) -> Result<Preset, PresetError> {
        let specification = specification.trim();
        let place = Source::Specification(Arc::from(specification));
        let (name, changes) = specification.split_once(':').unwrap_or((specification, ""));
        let overrides = read_overrides(changes, &place)?;
        let entry = self.find(name, &place)?;
        let section = self.settle(&entry.section, &mut vec![entry.name.clone()])?;
        if let Some(line) = section.get("games") {
            preset::check_about(line)?;
        }
        if let Err(games) = self.plays(&section) {
            let (name, game) = (name.to_owned(), self.game.to_string());
            return Err(Problem::OtherGame { name, game, games }.at(&place));
        }
        let bases = |section: &Section| self.settle(section, &mut Vec::new());
        let mut parameters = preset::understand(self.game, &section, &overrides, &entry.place, &bases)?;
        let settings = preset::overridden(&section, &overrides);
        let place_of = |key: &str| settings.get(key).map_or(&entry.place, |line| &line.place);
        parameters.read_books(&mut |source| {
            let place = place_of("experience");
            self.files.book(source, self.game).map_err(|reason| Problem::File("experience", reason).at(place))
        })?;
        parameters.read_weights(&mut |source| match source {
            Some(source) => {
                let place = place_of("weights");
                self.files.weights(source, self.game).map_err(|reason| Problem::File("weights", reason).at(place))
            }
            None => {
                let (key, expected) = ("weights".to_owned(), keys::WEIGHTS.to_owned());
                Err(Problem::Missing { key, expected }.at(place_of("evaluation")))
            }
        })?;
        let text = |key: &str| match section.get(key).map(|line| &line.value) {
            Some(Setting::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        let group = text("group").and_then(Group::from_name).unwrap_or(Group::Own);
        // The limits of a report's agent, or those that the user wrote, belong to the agent's description.
        let written = ["time", "simulations"].iter().any(|key| overrides.get(key).is_some());
        if written || matches!(group, Group::Report | Group::Level | Group::Own) {
            parameters.keep_limits();
        }
        Ok(Preset {
            name: specification.to_owned(),
            description: text("description").unwrap_or_default().to_owned(),
            group,
            elo: section.get("elo").filter(|_| overrides.0.is_empty()).and_then(|line| elo(&line.value, self.game)),
            game: self.game,
            settings,
            parameters,
        })
    }

    fn find(&self, name: &str, place: &Source) -> Result<&Entry, PresetError> {
        let found = self.entries.iter().find(|entry| entry.name == name);
        let unknown = || Problem::UnknownAgent { name: name.to_owned(), known: self.names() }.at(place);
        found.ok_or_else(unknown)
    }

    /// The lines of a preset together with those of the one it starts from. `chain` are the names on the way here.
    fn settle(&self, section: &Section, chain: &mut Vec<String>) -> Result<Section, PresetError> {
        let Some(line) = section.get("base") else { return Ok(section.clone()) };
        let Setting::Text(base) = &line.value else {
            let found = line.value.quoted();
            let expected = "the name of an agent".to_owned();
            return Err(Problem::WrongValue { key: line.key.clone(), expected, found }.at(&line.place));
        };
        let circle = chain.contains(base);
        chain.push(base.clone());
        if circle {
            return Err(Problem::Circle { chain: chain.clone() }.at(&line.place));
        }
        let base = self.settle(&self.find(base, &line.place)?.section, chain)?;
        Ok(preset::inherit(base, section))
    }

    /// Checks that a preset plays this game; the error lists the games it plays.
    fn plays(&self, section: &Section) -> Result<(), Vec<String>> {
        let Some(Assignment { value: Setting::List(games), .. }) = section.get("games") else { return Ok(()) };
        let name = |game: &Setting| if let Setting::Text(name) = game { Some(name.clone()) } else { None };
        let games: Vec<String> = games.iter().filter_map(name).collect();
        if games.iter().any(|game| game == self.game.name()) { Ok(()) } else { Err(games) }
    }
}

/// The Elo of a preset in a game: one number, or one for each game.
fn elo(value: &Setting, game: GameId) -> Option<i64> {
    match value {
        Setting::Integer(elo) => Some(*elo),
        Setting::Table(games) => elo(&games.get(game.name())?.value, game),
        _ => None,
    }
}

/// The agent of a text among those that come with the program: see [`Catalogue::agent`].
pub fn agent(game: GameId, specification: &str) -> Result<Preset, PresetError> {
    Catalogue::of(game).agent(specification)
}

/// The name of a file without folder and ending.
fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".toml").unwrap_or(name)
}

/// Reads `key=value,key=value`; commas inside brackets and quotes belong to the value.
pub(crate) fn read_overrides(text: &str, place: &Source) -> Result<Section, PresetError> {
    let mut section = Section::default();
    for part in split(text) {
        let Some((key, value)) = part.split_once('=') else {
            return Err(Problem::NotAnOverride { part: part.to_owned() }.at(place));
        };
        let (key, value) = (key.trim().to_owned(), Setting::from_override(value.trim()));
        section.set(Assignment { key, value, place: place.clone() });
    }
    Ok(section)
}

fn split(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut open, mut quoted, mut start) = (0_i32, false, 0);
    for (at, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => open += 1,
            ')' | ']' | '}' if !quoted => open -= 1,
            ',' if !quoted && open <= 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}
