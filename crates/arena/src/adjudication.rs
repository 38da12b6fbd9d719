//! Ending a game before its rules do, where nothing is left to find out.

use grandline_games::{Game, Margin, Record, Side};
use grandline_search::{Limits, Solver};
use serde::{Deserialize, Serialize};

use crate::played::{Ending, Thought};

/// When a game may be ended early; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Adjudication {
    /// States the exact solver may visit at each ply; once it finds the result, the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<u64>,
    /// Both agents say the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agree: Option<Agreement>,
    /// Plies, the opening included, after which the game is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
}

/// When both agents are taken at their word.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// One side values its game at this or more, the other at minus this or less. Proven values always suffice.
    pub value: f64,
    /// For so many moves of each side in a row.
    #[serde(default = "three")]
    pub moves: u32,
}

fn three() -> u32 {
    3
}

/// A game that is over before its rules end it.
pub(crate) struct Decided {
    pub(crate) margin: Margin,
    pub(crate) ending: Ending,
    pub(crate) reason: String,
}

/// The size of table the solver gets, in megabytes.
const SOLVER_TABLE: usize = 8;

/// Watches one game.
pub(crate) struct Adjudicator<G: Game> {
    rules: Adjudication,
    solver: Option<Solver<G>>,
    /// For each side, how many of its moves in a row have claimed the same winner, and which.
    claims: [(u32, Option<Side>); 2],
}

impl<G: Game> Adjudicator<G> {
    pub(crate) fn new(rules: &Adjudication) -> Self {
        // Where positions come back, the solver finds nothing.
        let solver = rules.solver.filter(|_| !G::RECURS).map(|_| Solver::new(SOLVER_TABLE));
        Adjudicator { rules: rules.clone(), solver, claims: [(0, None); 2] }
    }

    /// Takes note of what a side thought before its move.
    pub(crate) fn hear(&mut self, side: Side, thought: &Thought) {
        let Some(agreement) = self.rules.agree else { return };
        let claim = thought.value.and_then(|value| match value {
            _ if thought.exact && value > 0.0 => Some(side),
            _ if thought.exact && value < 0.0 => Some(!side),
            _ if value >= agreement.value => Some(side),
            _ if value <= -agreement.value => Some(!side),
            _ => None,
        });
        let (count, last) = &mut self.claims[side.index()];
        *count = if claim.is_some() && claim == *last { *count + 1 } else { u32::from(claim.is_some()) };
        *last = claim;
    }

    /// Whether the unfinished game is decided.
    pub(crate) fn decide(&mut self, record: &Record<G>) -> Option<Decided> {
        let plies = record.moves().len();
        if self.rules.max_plies.is_some_and(|most| plies >= most as usize) {
            let reason = format!("a draw by length: {plies} plies were played");
            return Some(Decided { margin: Margin::DRAW, ending: Ending::Length, reason });
        }
        if let [(first, Some(winner)), (second, other)] = self.claims
            && other == Some(winner)
            && self.rules.agree.is_some_and(|agreement| first.min(second) >= agreement.moves.max(1))
        {
            let reason = format!("both agents agree that the {} player wins", winner.name());
            return Some(Decided { margin: Margin::win(winner, 1), ending: Ending::Agreement, reason });
        }
        let solver = self.solver.as_mut()?;
        let solution = solver.solve(record.position(), &Limits::nodes(self.rules.solver?))?;
        let margin = Margin(Margin(solution.margin).seen_by(record.position().to_move()));
        let reason = match margin.winner() {
            None => "a draw with best play, says the exact solver".to_owned(),
            Some(winner) => format!(
                "the {} player wins by {} with best play, says the exact solver",
                winner.name(),
                margin.0.unsigned_abs()
            ),
        };
        Some(Decided { margin, ending: Ending::Solver, reason })
    }
}
