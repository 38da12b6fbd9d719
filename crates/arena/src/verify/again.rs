//! Games of native agents, played again: under fixed limits they must come out the same, move by move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_games::random::mix;

use crate::agent::Agent;
use crate::external::ExternalOptions;
use crate::played::{Played, Ply};
use crate::tournament::{Job, Players, Tournament};

/// The agents of a tournament; none if one of them is not here any more.
pub(super) fn agents(definition: &Tournament) -> Vec<Agent> {
    let found = definition.agents.iter().map(|spec| Agent::resolve(definition.game, &spec.agent));
    found.collect::<Result<_, _>>().unwrap_or_default()
}

/// Plays games again.
pub(super) struct Again<'a> {
    definition: &'a Tournament,
    agents: &'a [Agent],
    players: Players<'a>,
    share: f64,
}

impl<'a> Again<'a> {
    pub(super) fn new(
        definition: &'a Tournament,
        agents: &'a [Agent],
        options: &'a ExternalOptions,
        share: f64,
    ) -> Self {
        Again { definition, agents, players: Players::new(agents, options), share }
    }

    /// Plays a game again if it is one of the share and can be repeated; the error says where it differs.
    pub(super) fn play(&mut self, job: &Job, played: &Played) -> Option<Result<(), String>> {
        // Which games are in the share depends on their number alone, so that a second run checks the same ones.
        let place = mix(played.number) as f64 / u64::MAX as f64;
        let is_repeatable = job.agents.iter().all(|&agent| self.is_repeatable(agent));
        if place >= self.share || !is_repeatable || played.ending.is_forfeit() {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let again = match job.play(self.definition, &mut self.players, &stop, &mut |_, _| {}) {
            Ok(again) => again?,
            Err(error) => return Some(Err(error.to_string())),
        };
        Some(compare(played, &again))
    }

    /// Whether an agent plays the same moves every time: nothing but nodes and depth limit it, in one thread.
    fn is_repeatable(&self, agent: usize) -> bool {
        let limits = &self.definition.limits;
        match self.agents.get(agent) {
            Some(Agent::Preset(preset)) => {
                let has_time = preset.settings().any(|(key, _)| key == "time");
                !limits.is_timed() && !has_time && preset.threads() == 1
            }
            _ => false,
        }
    }
}

fn compare(played: &Played, again: &Played) -> Result<(), String> {
    let same = |one: &Ply, other: &Ply| one.mv == other.mv && one.search == other.search;
    let differs = played.plies.iter().zip(&again.plies).position(|(one, other)| !same(one, other));
    let opening = played.opening.moves.len() + 1;
    if let Some(index) = differs {
        let (one, other) = (&played.plies[index], &again.plies[index]);
        let what = if one.mv == other.mv { "the search differs".to_owned() } else { format!("{} is played", other.mv) };
        return Err(format!("move {}: played again, {what} instead of {}", index + opening, one.mv));
    }
    if played.plies.len() != again.plies.len() || (played.winner, played.ending) != (again.winner, again.ending) {
        return Err("played again, it ends otherwise".to_owned());
    }
    Ok(())
}
