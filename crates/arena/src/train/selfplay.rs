//! One game of an agent against itself, with labels.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grandline_agents::{AnyEngine, AnyKnowledge, Preset, build, knowledge};
use grandline_games::random::{Random, mix, pick, seeded};
use grandline_games::{AnyPosition, GameId, Side};
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
    /// The result: 1 if the first player won, -1 if the second did, 0 for a draw.
    pub result: i8,
    /// Whether a solver proved it before the game was played out.
    pub solved: bool,
}

/// Plays games of a round, one after the other, in one thread.
pub(super) struct SelfPlayer<'a> {
    training: &'a Training,
    seed: u64,
    engine: Box<dyn AnyEngine>,
    solver: Option<Box<dyn AnyKnowledge>>,
    stop: Arc<AtomicBool>,
}

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
        let mut chances = Vec::new();
        let slips = (self.training.slips * f64::from(u32::MAX)) as u32;
        self.engine.forget();
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
        let limits = Limits { stop: self.stop.clone(), ..Limits::nodes(self.training.nodes) };
        let (result, solved) = loop {
            if let Some(outcome) = position.outcome() {
                break (sign(outcome.winner()), false);
            }
            if let Some(result) = self.solve(&position) {
                // The position itself is still an example, and the best there is.
                let seen = if position.to_move() == Side::First { result } else { -result };
                chances.push((500 * (1 + i32::from(seen))) as u16);
                break (result, true);
            }
            let report = self.engine.search(&position, &limits, &mut |_| {})?;
            if self.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return None;
            }
            let mv = if slips > rng.next_u32() { position.random_move(&mut rng)? } else { report.best()? };
            let chance = report.lines.first().map_or(0.5, |line| report.scale.chance(&line.value));
            chances.push((chance * 1000.0).round() as u16);
            moves.push(position.move_text(mv)?);
            position.play(mv);
        };
        Some(SelfPlayed { number, setup, moves, opening, chances, result, solved })
    }

    /// The proven result, where a solver reaches it.
    fn solve(&mut self, position: &AnyPosition) -> Option<i8> {
        let solver = self.solver.as_mut()?;
        position.plies_left().filter(|&left| left <= self.training.solve_plies)?;
        let limits = Limits { stop: self.stop.clone(), ..Limits::nodes(self.training.solve_nodes) };
        let solution = solver.solve(position, Question::default(), &limits)?;
        let sign = solution.exact.verdict.sign() as i8;
        Some(if position.to_move() == Side::First { sign } else { -sign })
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
    loop {
        let setup = setup(training.game, rng);
        let Ok(mut position) = training.game.set_up(&setup) else { continue };
        let mut moves = Vec::new();
        for _ in 0..least + pick(rng, most - least + 1) {
            let Some(mv) = position.random_move(rng) else { break };
            moves.extend(position.move_text(mv));
            position.play(mv);
        }
        if position.outcome().is_none() {
            return (setup, position, moves);
        }
    }
}

/// The text of a start: a random one in games that have such.
fn setup(game: GameId, rng: &mut Random) -> String {
    let seed = rng.next_u32();
    let random = format!("seed:{seed}");
    let same = |text: &str| game.set_up(text).ok().map(|position| position.key());
    if same(&random) == same("-") { "-".to_owned() } else { random }
}
