//! What a value means for the result of a game, on one scale for all evaluations.

use std::sync::Arc;

use grandline_games::random::seeded;
use grandline_games::{Game, Record};
use grandline_search::{Evaluator, Value};

use crate::call::Chosen;
use crate::family::{Family, Visitor};
use crate::parameters::{Parameters, Search};

/// Random games from which the spread of an evaluation is measured.
const GAMES: u64 = 200;
/// The temperature as a share of the spread. Chances then agree with the results of the champions' own games in all games about
/// as well as one number for all of them can.
const WARMTH: f64 = 2.0 / 3.0;
/// An estimate never says more than this, so that a proof always counts for more.
const SUREST: f64 = 0.98;

/// Turns values of one search into what the player to move can expect: 0 a loss, 0.5 a draw, 1 a win.
///
/// Values of different evaluations cannot be compared, so each is measured against its own spread over random games, which
/// needs no table that a new evaluation would have to be added to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Yardstick {
    /// Values say nothing: the moves of a scripted opening, or random ones.
    Silent,
    /// Values are mean results already, from -1 to 1.
    Results,
    /// A logistic curve in the units of the evaluation.
    Logistic {
        /// The value of an even position, which is not 0 where an evaluation sees one side only.
        level: f64,
        /// By how much a value has to be above the level for odds of e to 1.
        temperature: f64,
    },
}

impl Yardstick {
    /// What the player to move can expect of a value.
    pub fn chance(&self, value: &Value) -> f64 {
        match (value, self) {
            (Value::Exact(exact), _) => f64::from(exact.verdict.sign() + 1) / 2.0,
            (Value::Heuristic(_), Yardstick::Silent) => 0.5,
            (Value::Heuristic(mean), Yardstick::Results) => limited((1.0 + mean) / 2.0),
            (Value::Heuristic(value), Yardstick::Logistic { level, temperature }) => {
                limited(1.0 / (1.0 + ((level - value) / temperature).exp()))
            }
        }
    }
}

fn limited(chance: f64) -> f64 {
    chance.clamp(1.0 - SUREST, SUREST)
}

/// The yardsticks of an agent: one for each evaluation its phases have, measured when it is first needed.
#[derive(Clone, Debug)]
pub(crate) struct Yardsticks {
    parameters: Parameters,
    measured: Vec<(Chosen, Arc<Spread>)>,
}

/// What the values of a search mean, which depends on how deep it has looked.
#[derive(Clone, Debug)]
pub(crate) enum Scale {
    Silent,
    Results,
    Spread { spread: Arc<Spread>, ply: u32 },
}

impl Yardsticks {
    pub(crate) fn new(parameters: &Parameters) -> Self {
        Yardsticks { parameters: parameters.clone(), measured: Vec::new() }
    }

    /// The scale for values of a search of this game's last position.
    pub(crate) fn at<G: Family>(&mut self, record: &Record<G>) -> Scale {
        let ply = G::stage(record).step;
        let mut parameters = &self.parameters;
        let is_scripted = |parameters: &Parameters| parameters.opening.is_some_and(|opening| ply < opening.until_step);
        while parameters.search == Search::Hybrid && !is_scripted(parameters) {
            let present = |&&(until, _): &&(Option<u32>, _)| until.is_none_or(|until| ply < until);
            let Some((_, phase)) = parameters.phases.iter().find(present).or(parameters.phases.last()) else { break };
            parameters = phase;
        }
        if parameters.search == Search::Random || is_scripted(parameters) {
            return Scale::Silent;
        }
        if parameters.search == Search::Mcts || (parameters.search == Search::Uct && parameters.uct.by_result) {
            return Scale::Results;
        }
        let chosen = &parameters.evaluation;
        let known = self.measured.iter().find(|(evaluation, _)| evaluation == chosen).map(|(_, spread)| spread.clone());
        let spread = known.unwrap_or_else(|| {
            let spread = Arc::new(G::with_evaluation(chosen, Measuring));
            self.measured.push((chosen.clone(), spread.clone()));
            spread
        });
        // Random games are played to their end and valued there.
        let ply = if matches!(parameters.search, Search::Flat | Search::Uct) { u32::MAX / 2 } else { ply };
        Scale::Spread { spread, ply }
    }
}

impl Scale {
    /// The yardstick of a value that was found so many plies ahead.
    pub(crate) fn yardstick(&self, depth: u32) -> Yardstick {
        match self {
            Scale::Silent => Yardstick::Silent,
            Scale::Results => Yardstick::Results,
            Scale::Spread { spread, ply } => spread.at((ply + depth) as usize),
        }
    }
}

/// How an evaluation's values are spread over random games.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// The mean for the player to move, by ply; empty where it is always 0.
    levels: Vec<f64>,
    /// The root of the mean square around it.
    size: f64,
}

impl Spread {
    fn at(&self, ply: usize) -> Yardstick {
        let level = self.levels.get(ply).or(self.levels.last()).copied().unwrap_or(0.0);
        Yardstick::Logistic { level, temperature: (self.size * WARMTH).max(1e-6) }
    }
}

/// Measures whatever evaluation it visits.
struct Measuring;

impl<G: Game> Visitor<G> for Measuring {
    type Output = Spread;

    fn visit<E: Evaluator<G, State = ()> + 'static>(self, evaluator: E) -> Spread {
        let scale = f64::from(evaluator.scale());
        let mut by_ply: Vec<Vec<f64>> = Vec::new();
        for seed in 0..GAMES {
            let mut position = G::start(seed);
            let mut rng = seeded(seed);
            let mut ply = 0;
            while position.outcome().is_none() {
                let Some(mv) = position.random_move(&mut rng) else { break };
                if by_ply.len() == ply {
                    by_ply.push(Vec::new());
                }
                let value = evaluator.evaluate(&evaluator.root(&position), &position, position.to_move());
                by_ply[ply].push(f64::from(value) / scale);
                position.play(mv);
                ply += 1;
            }
        }
        let mean = |values: &Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
        // Where both sides see the same with opposite signs, an even position is worth nothing.
        let levels: Vec<f64> =
            if evaluator.is_antisymmetric() { Vec::new() } else { by_ply.iter().map(mean).collect() };
        let (mut squares, mut count) = (0.0, 0_u32);
        for (ply, values) in by_ply.iter().enumerate() {
            let level = levels.get(ply).copied().unwrap_or(0.0);
            squares += values.iter().map(|value| (value - level).powi(2)).sum::<f64>();
            count += values.len() as u32;
        }
        Spread { levels, size: (squares / f64::from(count.max(1))).sqrt() }
    }
}
