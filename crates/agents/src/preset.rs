//! An agent as data: name, group, description and parameters.

use std::collections::HashSet;

use grandline_games::{AnyPosition, GameId};
use grandline_search::Scale;

use crate::error::{PresetError, Problem, Source};
use crate::evaluation::{Call, evaluations};
use crate::keys::{self, KEYS};
use crate::learned::Library;
use crate::parameters::{Parameters, Phases, Search};
use crate::parts;
use crate::setting::{Assignment, Section, Setting};

/// The group of an agent in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// One of the strongest.
    Champion,
    /// An agent of a report.
    Report,
    /// Something to measure against.
    Baseline,
    /// A level for people to play against.
    Level,
    /// Written by a user.
    Own,
}

impl Group {
    const ALL: [(&'static str, Group); 5] = [
        ("champion", Group::Champion),
        ("report", Group::Report),
        ("baseline", Group::Baseline),
        ("level", Group::Level),
        ("own", Group::Own),
    ];

    /// The word presets use.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, group)| *group == self).map_or("", |(name, _)| name)
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|&(_, group)| group)
    }
}

/// An agent that can be built.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The specification it was resolved from: its name and overrides.
    pub name: String,
    /// One line about it.
    pub description: String,
    /// Its group.
    pub group: Group,
    /// Its rating among the levels of its game, as a recorded tournament measured it.
    pub elo: Option<i64>,
    /// The game it was resolved for.
    pub game: GameId,
    pub(crate) settings: Section,
    pub(crate) parameters: Parameters,
}

impl Preset {
    /// The algorithm.
    pub fn search(&self) -> Search {
        self.parameters.search
    }

    /// The number of threads of a search, in the phase that uses the most.
    pub fn threads(&self) -> usize {
        self.cost().threads
    }

    /// Every key that is set and its value as in a file, with bases and overrides applied.
    pub fn settings(&self) -> impl Iterator<Item = (&str, String)> {
        let about = |line: &&Assignment| ABOUT.iter().all(|key| *key != line.key);
        self.settings.0.iter().filter(about).map(|line| (line.key.as_str(), line.value.to_string()))
    }

    /// Whether the agent's searches end without given limits: it has a depth, a time or a number of simulations.
    pub fn has_limit(&self) -> bool {
        let deepens = matches!(self.parameters.search, Search::AlphaBeta | Search::Minimax);
        !deepens || self.parameters.time.is_some() || self.settings.get("depth").is_some()
    }

    /// The files it names, books and weights, as they are written in the preset. Weights that come with the program are no
    /// file.
    pub fn files(&self) -> Vec<&str> {
        let is_file = |name: &&str| Library::embedded(name, self.game).is_none();
        self.parameters.books().into_iter().chain(self.parameters.weights().into_iter().filter(is_file)).collect()
    }

    /// The memory and threads that a search of this agent uses at most.
    pub fn cost(&self) -> Cost {
        self.parameters.cost()
    }

    /// The evaluation and its parameters, as a file would have it.
    pub fn evaluation(&self) -> String {
        self.parameters.evaluation.text()
    }

    /// How to read a value that the agent gave for a position after a search of this depth; `Silent` if the position is
    /// of another game.
    pub fn scale(&self, position: &AnyPosition, depth: u32) -> Scale {
        parts::scale(self, position, depth)
    }
}

/// The resources of a search, for servers that let visitors choose agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Memory of tables and trees.
    pub megabytes: usize,
    /// Threads of one search.
    pub threads: usize,
}

/// Keys that describe a preset and are not inherited, or that only its reading needs.
pub(crate) const ABOUT: [&str; 6] = ["name", "description", "group", "base", "games", "elo"];
/// Keys of a hybrid that are not the defaults of its phases.
const OF_THE_WHOLE: [&str; 4] = ["search", "phases", "opening", "experience"];

/// Every key a preset may have.
pub(crate) fn allowed_keys() -> impl Iterator<Item = &'static str> {
    ABOUT.into_iter().chain(["phases"]).chain(KEYS.iter().map(|key| key.name))
}

/// The lines of a preset merged over those of its base; the description of the base is not inherited.
pub(crate) fn inherit(base: Section, own: &Section) -> Section {
    let mut merged = base;
    ABOUT.iter().filter(|key| **key != "games").for_each(|key| merged.remove(key));
    own.0.iter().for_each(|line| merged.set(line.clone()));
    merged
}

/// A preset with overrides applied. A depth removes the opening and the time.
pub(crate) fn overridden(section: &Section, overrides: &Section) -> Section {
    let mut merged = section.clone();
    if overrides.get("depth").is_some() {
        merged.remove("opening");
        merged.remove("time");
    }
    overrides.0.iter().for_each(|line| merged.set(line.clone()));
    merged
}

/// Resolves the bases of phases; provided by the catalogue.
pub(crate) type Bases<'a> = &'a dyn Fn(&Section) -> Result<Section, PresetError>;

/// The parameters of a preset. `place` is where the preset begins.
pub(crate) fn understand(
    game: GameId,
    section: &Section,
    overrides: &Section,
    place: &Source,
    bases: Bases<'_>,
) -> Result<Parameters, PresetError> {
    let draft = read(section, overrides, place, bases)?;
    let declared = evaluations(game);
    check(game, section, overrides, &draft, bases)?;
    // Phases were checked with the places of their own lines; a remaining error is the preset's own.
    draft.try_map(&mut |key, call: Call| {
        call.choose(key, &declared).map_err(|problem| {
            let line = overridden(section, overrides).get(key).map(|line| line.place.clone());
            problem.at(&line.unwrap_or_else(|| place.clone()))
        })
    })
}

/// Checks line by line that the game has the evaluations and openings named.
fn check(
    game: GameId,
    section: &Section,
    overrides: &Section,
    draft: &Parameters<Call>,
    bases: Bases<'_>,
) -> Result<(), PresetError> {
    let declared = evaluations(game);
    let full = overridden(section, overrides);
    for line in &full.0 {
        if let ("evaluation" | "ordering", Setting::Text(text)) = (line.key.as_str(), &line.value)
            && !matches!((line.key.as_str(), text.as_str()), ("ordering", "generated" | "evaluation"))
            && let Ok(call) = text.parse::<Call>()
        {
            call.choose(&line.key, &declared).map_err(|problem| problem.at(&line.place))?;
        }
    }
    if let (Some(script), Some(line)) = (&draft.opening, full.get("opening"))
        && let Err(form) = script.check(game)
    {
        return Err(wrong_value(line, &form).at(&line.place));
    }
    for (phase, (_, draft)) in phases(&full).into_iter().zip(&draft.phases) {
        check(game, &bases(phase)?, &Section::default(), draft, bases)?;
    }
    Ok(())
}

/// The tables of the phases of a hybrid.
fn phases(section: &Section) -> Vec<&Section> {
    let Some(Assignment { value: Setting::List(items), .. }) = section.get("phases") else { return Vec::new() };
    items.iter().filter_map(|item| if let Setting::Table(phase) = item { Some(phase) } else { None }).collect()
}

fn wrong_value(line: &Assignment, takes: &str) -> Problem {
    Problem::WrongValue { key: line.key.clone(), expected: takes.to_owned(), found: line.value.quoted() }
}

fn read(
    section: &Section,
    overrides: &Section,
    place: &Source,
    bases: Bases<'_>,
) -> Result<Parameters<Call>, PresetError> {
    let full = overridden(section, overrides);
    let mut draft = Parameters::new();
    let mut seen = HashSet::new();
    for line in &full.0 {
        let name = line.key.as_str();
        seen.insert(name);
        if ABOUT.contains(&name) {
            check_about(line)?;
            continue;
        }
        if name == "phases" {
            draft.phases = read_phases(line, &full, overrides, bases)?;
            continue;
        }
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            let allowed = allowed_keys().map(str::to_owned).collect();
            return Err(Problem::UnknownKey { key: name.to_owned(), allowed }.at(&line.place));
        };
        (key.set)(&mut draft, &line.value).ok_or_else(|| wrong_value(line, key.takes).at(&line.place))?;
    }
    let missing =
        |key: &str, takes: &str| Problem::Missing { key: key.to_owned(), expected: takes.to_owned() }.at(place);
    if !seen.contains("search") {
        return Err(missing("search", KEYS[0].takes));
    }
    if draft.search == Search::Hybrid && draft.phases.is_empty() {
        return Err(missing("phases", PHASES));
    }
    Ok(draft)
}

/// Checks a line that describes a preset.
pub(crate) fn check_about(line: &Assignment) -> Result<(), PresetError> {
    let is_text = |value: &Setting| matches!(value, Setting::Text(_));
    let is_game = |value: &Setting| matches!(value, Setting::Text(name) if name.parse::<GameId>().is_ok());
    let is_rating = |line: &Assignment| line.key.parse::<GameId>().is_ok() && matches!(line.value, Setting::Integer(_));
    let takes = match (line.key.as_str(), &line.value) {
        ("group", Setting::Text(name)) if Group::from_name(name).is_some() => return Ok(()),
        ("group", _) => "one of champion, report, baseline, level, own",
        ("games", Setting::List(games)) if games.iter().all(is_game) => return Ok(()),
        ("games", _) => &format!("a list of games among {}", games().join(", ")),
        ("elo", Setting::Integer(_)) => return Ok(()),
        ("elo", Setting::Table(games)) if games.0.iter().all(is_rating) => return Ok(()),
        ("elo", _) => "a whole number, or a table with one for each game",
        (_, value) if is_text(value) => return Ok(()),
        _ => "a text",
    };
    Err(wrong_value(line, takes).at(&line.place))
}

fn games() -> Vec<&'static str> {
    GameId::ALL.iter().map(|game| game.name()).collect()
}

const PHASES: &str = "a list of tables, each a preset of its own, all but the last with until-step";

fn read_phases(
    line: &Assignment,
    whole: &Section,
    overrides: &Section,
    bases: Bases<'_>,
) -> Result<Phases<Call>, PresetError> {
    let wrong = || wrong_value(line, PHASES).at(&line.place);
    let Setting::List(items) = &line.value else { return Err(wrong()) };
    let mut defaults = whole.clone();
    ABOUT.iter().chain(&OF_THE_WHOLE).for_each(|key| defaults.remove(key));
    let mut phases = Vec::with_capacity(items.len());
    for item in items {
        let Setting::Table(own) = item else { return Err(wrong()) };
        let until = own
            .get("until-step")
            .map(|line| keys::plies(&line.value).ok_or_else(|| wrong_value(line, "a number of plies").at(&line.place)));
        let mut phase = inherit(defaults.clone(), &bases(own)?);
        phase.remove("until-step");
        let place = own.0.first().map_or(&line.place, |line| &line.place);
        phases.push((until.transpose()?, read(&phase, overrides, place, bases)?));
    }
    Ok(phases)
}
