//! One game of an agent against itself, with labels.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grandline_agents::{AnyEngine, AnyKnowledge, Preset, build, knowledge};
use grandline_games::random::{Random, mix, pick, seeded};
use grandline_games::{AnyPosition, GameId, MoveId, Side};
use grandline_search::{Limits, Question};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

use super::definition::Training;

/// A game that an agent played against itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlayed {
    /// Its number in the round, from 0.
    pub number: u64,
    /// Where it began.
    pub setup: String,
    /// The moves, those of the opening included.
    pub moves: Vec<String>,
    /// How many moves the opening has.
    pub opening: usize,
    /// For each position from the end of the opening on, the expected result for the player to move by the search, from 0
    /// for a loss to 1000 for a win.
    pub chances: Vec<u16>,
    /// The result: 1 if the first player won, -1 if the second did, 0 for a draw. If a solver proved it before the game was
    /// played out, what was played after that does not count.
    pub result: i8,
    /// From which of these positions on a solver proved the expected result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proven: Option<usize>,
}

/// Plays games of a round, one after the other, in one thread.
pub(super) struct SelfPlayer<'a> {
    training: &'a Training,
    seed: u64,
    engine: Box<dyn AnyEngine>,
    solver: Option<Box<dyn AnyKnowledge>>,
    stop: Arc<AtomicBool>,
}

/// The share of random moves once a solver proves every position.
const PROVEN_SLIPS: f64 = 0.2;
/// Megabytes of the solver's table.
const TABLE: usize = 4;

impl<'a> SelfPlayer<'a> {
    pub(super) fn new(training: &'a Training, preset: &Preset, round: u32, stop: Arc<AtomicBool>) -> Self {
        let seed = mix(training.seed ^ mix(u64::from(round)));
        let solver = knowledge(training.game, TABLE, 1).filter(|_| training.solve_plies > 0);
        SelfPlayer { training, seed, engine: build(preset, seed), solver, stop }
    }

    /// The game of a number; `None` if it was stopped.
    pub(super) fn play(&mut self, number: u64) -> Option<SelfPlayed> {
        let mut rng = seeded(mix(self.seed.wrapping_add(number)));
        let (setup, mut position, mut moves) = opened(self.training, &mut rng);
        let opening = moves.len();
        let (mut chances, mut proven, mut result) = (Vec::new(), None, None);
        self.engine.forget();
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
        let limits = Limits { stop: self.stop.clone(), ..Limits::nodes(self.training.nodes) };
        while position.outcome().is_none() {
            let (chance, best) = match self.solve(&position) {
                Some((chance, best)) => {
                    proven = proven.or(Some(chances.len()));
                    let seen = (i32::from(chance) / 500 - 1) as i8;
                    result = result.or(Some(if position.to_move() == Side::First { seen } else { -seen }));
                    (chance, best)
                }
                // What was proven once is not estimated later.
                None if proven.is_some() => break,
                None => {
                    let report = self.engine.search(&position, &limits, &mut |_| {})?;
                    let chance = report.lines.first().map_or(0.5, |line| report.scale.chance(&line.value));
                    ((chance * 1000.0).round() as u16, report.best()?)
                }
            };
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            // A random move spoils no label that is exact.
            let slips = if proven.is_some() { PROVEN_SLIPS.max(self.training.slips) } else { self.training.slips };
            let slips = f64::from(rng.next_u32()) < slips * f64::from(u32::MAX);
            let mv = if slips { position.random_move(&mut rng)? } else { best };
            chances.push(chance);
            moves.push(position.move_text(mv)?);
            position.play(mv);
        }
        let result = match result {
            Some(result) => result,
            None => sign(position.outcome()?.winner()),
        };
        Some(SelfPlayed { number, setup, moves, opening, chances, result, proven })
    }

    /// The proven result for the player to move, as a chance, and a move that keeps it, where a solver reaches it.
    fn solve(&mut self, position: &AnyPosition) -> Option<(u16, MoveId)> {
        let solver = self.solver.as_mut()?;
        let left = position.plies_left();
        if left.is_some_and(|left| left > self.training.solve_plies) {
            return None;
        }
        // Where nobody knows how long a game lasts, only what tables have is asked for: a search would mostly end in vain.
        let nodes = if left.is_some() { self.training.solve_nodes } else { 1 };
        let limits = Limits { stop: self.stop.clone(), ..Limits::nodes(nodes) };
        let solution = solver.solve(position, Question::default(), &limits)?;
        Some(((500 * (1 + solution.exact.verdict.sign())) as u16, *solution.best.first()?))
    }
}

fn sign(winner: Option<Side>) -> i8 {
    match winner {
        Some(Side::First) => 1,
        None => 0,
        Some(Side::Second) => -1,
    }
}

/// A start with random moves after which the game still goes on.
fn opened(training: &Training, rng: &mut Random) -> (String, AnyPosition, Vec<String>) {
    let [least, most] = training.opening_plies;
    let mut shorter = 0;
    loop {
        let setup = setup(training.game, rng);
        let Ok(mut position) = training.game.set_up(&setup) else { continue };
        let mut moves = Vec::new();
        let plies = least + pick(rng, most - least + 1);
        for _ in shorter..plies {
            let Some(mv) = position.random_move(rng) else { break };
            moves.extend(position.move_text(mv));
            position.play(mv);
        }
        if position.outcome().is_none() {
            return (setup, position, moves);
        }
        // A game may be shorter than the opening asked for.
        shorter += 1;
    }
}

/// The text of a start: a random one in games that have such.
fn setup(game: GameId, rng: &mut Random) -> String {
    let seed = rng.next_u32();
    let random = format!("seed:{seed}");
    let same = |text: &str| game.set_up(text).ok().map(|position| position.key());
    if same(&random) == same("-") { "-".to_owned() } else { random }
}
