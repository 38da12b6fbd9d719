//! Tournaments that visitors ask for: a definition, a TOML text or a preset, within bounds, with agents of the catalogue
//! and the server's own.

use std::time::Duration;

use grandline_arena::openings::OpeningSource;
use grandline_arena::store::{NewEntry, Store};
use grandline_arena::tournament::{Format, PRESETS, Tournament, preset};
use grandline_arena::{Agent, AgentSpec};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::agents::affordable;
use crate::error::{ApiError, check_range, without_place};
use crate::own_agents::OwnAgents;

/// The most agents of a tournament.
const MOST_AGENTS: usize = 64;
/// The most games of a tournament.
const MOST_GAMES: u64 = 100_000;
/// The most bytes of a name, and of a description.
const LONGEST_NAME: usize = 100;
const LONGEST_DESCRIPTION: usize = 2000;
/// The most bytes of an agent with its changes, and of what it is called.
const LONGEST_AGENT: usize = 256;
/// Beyond so many agents, pairing late rounds of a Swiss tournament without rematches may take very long.
const FEW_AGENTS: usize = 10;
const MOST_ROUNDS: u32 = 100;
/// The most random plies of an opening.
const MOST_PLIES: u32 = 100;
/// The most of each limit.
const LONGEST_MOVE: Duration = Duration::from_secs(600);
const LONGEST_CLOCK: Duration = Duration::from_secs(3 * 3600);
const MOST_NODES: u64 = 1_000_000_000;
const MOST_DEPTH: u32 = 60;
const MOST_SOLVER_NODES: u64 = 10_000_000;

/// A request for a tournament: one of `definition`, `toml` and `preset`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Application {
    /// The keys of a file as JSON; the name may be left out.
    definition: Option<Map<String, Value>>,
    /// The text of a file.
    toml: Option<String>,
    /// The name of a tournament that comes with the program.
    preset: Option<String>,
    /// Another name.
    name: Option<String>,
    /// Another number of games for each pairing.
    games: Option<u64>,
    /// Another seed.
    seed: Option<u64>,
}

impl Application {
    /// The tournament that is meant, checked as far as that goes without the store; and whether its name may be changed
    /// where it is taken, because nobody chose it.
    pub(crate) fn read(self) -> Result<(Tournament, bool), ApiError> {
        let (mut tournament, given) = match (self.definition, self.toml, self.preset) {
            (Some(keys), None, None) => from_keys(keys)?,
            (None, Some(text), None) => {
                let read = Tournament::read(&text, "tournament.toml");
                (read.map_err(|error| wrong(error).with("field", "toml"))?, true)
            }
            (None, None, Some(name)) => (from_preset(&name)?, false),
            _ => {
                let words = "a tournament is given by one of definition, toml and preset";
                return Err(ApiError::malformed(words));
            }
        };
        let named = self.name.filter(|name| !name.trim().is_empty());
        let given = given || named.is_some();
        tournament.name = named.map_or(tournament.name, |name| name.trim().to_owned());
        tournament.games = self.games.unwrap_or(tournament.games);
        tournament.seed = self.seed.unwrap_or(tournament.seed);
        Ok((tournament, !given))
    }
}

/// A definition as JSON, and whether its name was given.
fn from_keys(mut keys: Map<String, Value>) -> Result<(Tournament, bool), ApiError> {
    let given = keys.get("name").and_then(Value::as_str).is_some_and(|name| !name.trim().is_empty());
    if !given {
        keys.insert("name".to_owned(), "tournament".into());
    }
    let read: Result<Tournament, _> = serde_json::from_value(Value::Object(keys));
    let mut tournament = read
        .map_err(|error| ApiError::wrong(without_place(&error.to_string()).to_owned()).with("field", "definition"))?;
    if !given {
        tournament.name = match tournament.agents.as_slice() {
            [a, b] => format!("{} – {}", a.name, b.name),
            _ => format!("{} {}", tournament.game, tournament.format),
        };
        tournament.name = tournament.name.chars().take(60).collect();
    }
    Ok((tournament, given))
}

fn from_preset(name: &str) -> Result<Tournament, ApiError> {
    let known = || PRESETS.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    let unknown = || {
        ApiError::wrong(format!("preset '{name}' does not exist; the presets are {}", known())).with("field", "preset")
    };
    preset(name).ok_or_else(unknown)?.map_err(wrong)
}

fn wrong(error: impl std::fmt::Display) -> ApiError {
    ApiError::wrong(error.to_string())
}

/// Whether a tournament may be run for visitors: within bounds, with agents of the catalogue and the server's own alone.
/// Returns its agents.
pub(crate) fn admissible(tournament: &Tournament, own: &OwnAgents) -> Result<Vec<Agent>, ApiError> {
    bounded(tournament)?;
    let agents = tournament.admit(&own.by_name(tournament.game)).map_err(wrong)?;
    for (agent, AgentSpec { name, agent: text, .. }) in agents.iter().zip(&tournament.agents) {
        if own.get(tournament.game, text).is_none() {
            affordable(agent)?;
        }
        // External engines are waited for only so long in any case.
        let Agent::Preset(preset) = agent else { continue };
        let limits = &tournament.limits;
        let has_limit = limits.is_timed() || limits.nodes.is_some() || limits.depth.is_some();
        if !has_limit && !preset.has_limit() {
            return Err(ApiError::wrong(format!(
                "agent '{name}' has no limit of its own and would never move; limit its searches, such as by nodes = 10000"
            ))
            .with("field", "limits"));
        }
    }
    Ok(agents)
}

fn bounded(tournament: &Tournament) -> Result<(), ApiError> {
    let Tournament { name, description, agents, rounds, limits, adjudicate, .. } = tournament;
    limit_bytes("the name", name, LONGEST_NAME)?;
    limit_bytes("the description", description, LONGEST_DESCRIPTION)?;
    if agents.len() > MOST_AGENTS {
        let words = format!("{} agents are too many; the maximum is {MOST_AGENTS}", agents.len());
        return Err(ApiError::wrong(words).with("field", "agents"));
    }
    for AgentSpec { name, agent, elo, .. } in agents {
        limit_bytes("an agent", agent, LONGEST_AGENT)?;
        limit_bytes("the name of an agent", name, LONGEST_AGENT)?;
        check_range("elo", *elo, -10_000.0..=10_000.0)?;
    }
    if tournament.games > MOST_GAMES || tournament.expected_games() > MOST_GAMES {
        let (games, all) = (tournament.games, tournament.expected_games());
        let words = format!("games = {games} makes {all} games in total; the maximum is {MOST_GAMES}");
        return Err(ApiError::wrong(words).with("field", "games"));
    }
    let most_rounds = if agents.len() <= FEW_AGENTS { MOST_ROUNDS } else { agents.len() as u32 / 2 };
    if tournament.format == Format::Swiss {
        check_range("rounds", *rounds, 1..=most_rounds)?;
    }
    if let Some(OpeningSource::Random { plies, .. }) = tournament.openings
        && plies > MOST_PLIES
    {
        let words = format!("openings of {plies} random plies are too long; the maximum is {MOST_PLIES}");
        return Err(ApiError::wrong(words).with("field", "openings"));
    }
    let seconds = |time: Duration| format!("{} s", time.as_secs());
    let control = limits.tc.map(|tc| tc.base.max(tc.increment));
    if limits.movetime.is_some_and(|time| time.is_zero() || time > LONGEST_MOVE) {
        return Err(ApiError::wrong(format!("movetime must be above 0 and at most {}", seconds(LONGEST_MOVE))));
    }
    if control.is_some_and(|time| time > LONGEST_CLOCK) || limits.margin > LONGEST_MOVE {
        return Err(ApiError::wrong(format!("the time of a clock must be at most {}", seconds(LONGEST_CLOCK))));
    }
    check_range("nodes", limits.nodes, 1..=MOST_NODES)?;
    check_range("depth", limits.depth, 1..=MOST_DEPTH)?;
    // A solver of no nodes is none.
    check_range("solver", adjudicate.solver.filter(|&nodes| nodes > 0), 1..=MOST_SOLVER_NODES)
}

fn limit_bytes(what: &str, text: &str, most: usize) -> Result<(), ApiError> {
    if text.len() > most {
        return Err(ApiError::wrong(format!("{what} has {} bytes; the maximum is {most}", text.len())));
    }
    Ok(())
}

/// Enters a tournament into the store; one whose name nobody chose gets a number where the name is taken.
pub(super) fn enter(
    store: &mut dyn Store,
    mut tournament: Tournament,
    may_rename: bool,
    created: Option<i64>,
) -> Result<(i64, Tournament), ApiError> {
    let requested = tournament.name.clone();
    for number in 2.. {
        if let Some(entry) = store.find(&tournament.name)? {
            if !may_rename {
                let words = format!(
                    "a tournament named '{}' already exists; resume that one, or give this one another name",
                    tournament.name
                );
                return Err(ApiError::conflict(words).with("id", entry.key.0));
            }
            tournament.name = format!("{requested} ({number})");
            continue;
        }
        let (name, game, definition) = (tournament.name.clone(), tournament.game, tournament.to_json());
        let entry = store.create(&NewEntry { name, game, definition, created })?;
        return Ok((entry.key.0, tournament));
    }
    Err(ApiError::conflict("every name is taken"))
}
