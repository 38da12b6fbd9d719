//! Ending a game before its rules do, where nothing is left to find out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_agents::{AnyKnowledge, knowledge};
use grandline_games::{AnyPosition, GameId, Margin, Side};
use grandline_search::{Limits, Question};
use serde::{Deserialize, Serialize};

use crate::played::{Ending, SearchSummary};

/// When a game may be ended early; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adjudication {
    /// Nodes the exact solver may visit at each ply; once it finds the result, the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<u64>,
    /// Both agents say the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree: Option<Agreement>,
    /// Plies, the opening included, after which the game is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
}

/// When an agreement of both agents ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// One side values its game at this or more, the other at minus this or less. Proven values always suffice.
    pub value: f64,
    /// For this many moves of each side in a row.
    #[serde(default = "three")]
    pub moves: u32,
}

fn three() -> u32 {
    3
}

/// The size of table the solver gets, in megabytes.
const SOLVER_TABLE: usize = 8;

/// Watches one game.
pub(crate) struct Adjudicator {
    rules: Adjudication,
    knowledge: Option<Box<dyn AnyKnowledge>>,
    /// For each side, how many of its moves in a row have claimed the same winner, and which.
    claims: [(u32, Option<Side>); 2],
}

impl Adjudicator {
    pub(crate) fn new(game: GameId, rules: &Adjudication) -> Self {
        let knowledge = rules.solver.and_then(|_| knowledge(game, SOLVER_TABLE, 1));
        Adjudicator { rules: rules.clone(), knowledge, claims: [(0, None); 2] }
    }

    /// Takes note of what a side thought before its move.
    pub(crate) fn hear(&mut self, side: Side, search: &SearchSummary) {
        let Some(agreement) = self.rules.agree else { return };
        let claim = search.value.and_then(|value| match value {
            _ if search.exact && value > 0.0 => Some(side),
            _ if search.exact && value < 0.0 => Some(!side),
            _ if value >= agreement.value => Some(side),
            _ if value <= -agreement.value => Some(!side),
            _ => None,
        });
        let (count, last) = &mut self.claims[side.index()];
        *count = if claim.is_some() && claim == *last { *count + 1 } else { u32::from(claim.is_some()) };
        *last = claim;
    }

    /// The result of an unfinished game that is decided, what decided it, and how in words. A solver that is stopped decides
    /// nothing.
    pub(crate) fn decide(
        &mut self,
        position: &AnyPosition,
        stop: &Arc<AtomicBool>,
    ) -> Option<(Margin, Ending, String)> {
        let plies = position.plies();
        if self.rules.max_plies.is_some_and(|most| plies >= most as usize) {
            let reason = format!("a draw by length: {plies} plies were played");
            return Some((Margin::DRAW, Ending::Length, reason));
        }
        if let [(first, Some(winner)), (second, other)] = self.claims
            && other == Some(winner)
            && self.rules.agree.is_some_and(|agreement| first.min(second) >= agreement.moves.max(1))
        {
            let reason = format!("both agents agree that the {} player wins", winner.name());
            return Some((Margin::win(winner, 1), Ending::Agreement, reason));
        }
        let question = Question { margin: true, all_moves: false };
        let limits = Limits { stop: stop.clone(), ..Limits::nodes(self.rules.solver?) };
        let solution = self.knowledge.as_mut()?.solve(position, question, &limits)?;
        let size = solution.exact.margin.unwrap_or(solution.exact.verdict.sign() as i16);
        let margin = Margin(Margin(size).seen_by(position.to_move()));
        let reason = match margin.winner() {
            None => "a draw with best play, says the exact solver".to_owned(),
            Some(winner) => {
                let by = solution.exact.margin.map(|margin| format!(" by {}", margin.unsigned_abs()));
                let by = by.unwrap_or_default();
                format!("the {} player wins{by} with best play, says the exact solver", winner.name())
            }
        };
        Some((margin, Ending::Solver, reason))
    }
}
