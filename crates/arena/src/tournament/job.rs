//! One game of a tournament as a value, and how it is played.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_games::Side;
use grandline_games::random::mix;
use serde::{Deserialize, Serialize};

use super::definition::Tournament;
use super::schedule::Round;
use crate::agent::{Agent, Player};
use crate::external::ExternalOptions;
use crate::game::{self, Conditions, GameOutcome, OpeningError};
use crate::openings::{Openings, OpeningsError};
use crate::played::{Opening, Played, Ply};

/// A game to be played. Together with the definition of its tournament it is all that the game depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The number of the game in the tournament, from 0.
    pub number: u64,
    /// The round it belongs to, from 0.
    pub round: u32,
    /// The number of the first game of its pair.
    pub pair: u64,
    /// The agents by their place in the definition, the one that moves first in front.
    pub agents: [usize; 2],
    /// Where the game begins.
    pub opening: Opening,
}

/// Players of the agents of a tournament, each made when it is first needed. A thread has one of these.
pub struct Players<'a> {
    agents: &'a [Agent],
    options: &'a ExternalOptions,
    players: Vec<Option<Box<dyn Player>>>,
}

impl<'a> Players<'a> {
    /// No players yet.
    pub fn new(agents: &'a [Agent], options: &'a ExternalOptions) -> Self {
        Players { agents, options, players: agents.iter().map(|_| None).collect() }
    }

    fn pair(&mut self, [first, second]: [usize; 2]) -> Option<[&mut dyn Player; 2]> {
        for agent in [first, second] {
            let player = || self.agents[agent].player(self.options);
            self.players.get_mut(agent)?.get_or_insert_with(player);
        }
        match self.players.get_disjoint_mut([first, second]).ok()? {
            [Some(first), Some(second)] => Some([first.as_mut(), second.as_mut()]),
            _ => None,
        }
    }
}

/// Why a job cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// Its opening cannot be played.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// It names agents that the tournament does not have, or one twice. Fields: the number of the game; the agents it
    /// names; how many there are.
    #[error("game {0} names the agents {1:?} of a tournament with {2} agents")]
    Agents(u64, [usize; 2], usize),
}

impl Job {
    /// The game at a place of a round that begins with the game `base`, after rounds that used `pairs_before` openings.
    pub(super) fn at(
        round: &Round,
        index: u32,
        base: u64,
        place: u64,
        pairs_before: u64,
        openings: &mut Openings,
    ) -> Result<Self, OpeningsError> {
        let ([a, b], pair, swapped) = round.place(place);
        Ok(Job {
            number: base + place,
            round: index,
            pair: base + place - place % 2,
            agents: if swapped { [b, a] } else { [a, b] },
            opening: openings.get(pairs_before + pair)?,
        })
    }

    /// Plays the game; `None` if it was stopped. `watch` sees every ply with the side that made it.
    pub fn play(
        &self,
        tournament: &Tournament,
        players: &mut Players<'_>,
        stop: &Arc<AtomicBool>,
        watch: &mut dyn FnMut(Side, &Ply),
    ) -> Result<Option<Played>, JobError> {
        let unknown = || JobError::Agents(self.number, self.agents, tournament.agents.len());
        if self.agents.iter().any(|&agent| agent >= tournament.agents.len().min(players.agents.len())) {
            return Err(unknown());
        }
        let position = self.opening.position(tournament.game)?;
        let [first, second] = players.pair(self.agents).ok_or_else(unknown)?;
        let conditions = Conditions { control: &tournament.limits, adjudication: &tournament.adjudicate, stop };
        let seed = mix(mix(tournament.seed).wrapping_add(self.number));
        let outcome = game::play(position, [&mut *first, &mut *second], seed, conditions, watch);
        first.rest();
        second.rest();
        Ok(outcome.map(|outcome| self.played(tournament, outcome)))
    }

    /// The names of the players, the one that moves first in front.
    pub fn players(&self, tournament: &Tournament) -> [String; 2] {
        self.agents.map(|agent| tournament.agents[agent].name.clone())
    }

    /// The game with its number and the names of its agents.
    fn played(&self, tournament: &Tournament, outcome: GameOutcome) -> Played {
        let GameOutcome { plies, margin, ending, mut reason, detail, evidence } = outcome;
        let players = self.players(tournament);
        for (side, name) in Side::BOTH.into_iter().zip(&players) {
            if let Some(rest) = reason.strip_prefix(&format!("{{{}}}", side.name())) {
                reason = format!("{name}{rest}");
            }
        }
        Played {
            number: self.number,
            round: self.round,
            pair: self.pair,
            players,
            opening: self.opening.clone(),
            plies,
            winner: margin.winner(),
            margin: if ending.is_forfeit() { 0 } else { margin.0 },
            ending,
            reason,
            detail,
            evidence,
        }
    }
}
