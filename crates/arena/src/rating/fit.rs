//! The climb to the most likely parameters: Fisher's scoring, which is Newton's method with the expected curvature.
//!
//! The expected curvature is always positive, so every step goes uphill, and halving a step that goes too far is all the
//! safety it needs. Ratings with the first move's advantage and the draw parameter have no expected curvature in
//! common, so the step is taken in two blocks. With few games the real curvature can be far from the expected one, and
//! the last bit of the way would take hundreds of such steps; there Newton's own take over.

use super::matrix::Matrix;
use super::model::{Even, Evidence, Forecast, expected};
use super::parameters::{Slot, Slots, State};
use super::pool::{PRIOR_GAMES, PoolResult};
use crate::statistics::Interval;
use crate::statistics::normal::Z95;

const PRIOR: Even = Even { games: PRIOR_GAMES };

/// Half a draw and half a decided game between equals, Jeffreys' prior for a share: when all games were drawn, the next
/// one still may not be.
const DRAW_PRIOR: Even = Even { games: 1.0 };

/// A step in natural units is never longer than this, so that a bad start cannot run away.
const LONGEST_STEP: f64 = 2.0;

/// The climb ends when nothing moves by more than this many natural units, a billionth of an Elo.
const CONVERGED: f64 = 5e-12;

/// Steps below this that no longer shrink are rounding, and the climb ends too.
const ROUNDING: f64 = 1e-8;

/// Once steps are shorter than this, the real curvature shows where the top is; farther away it may mislead.
const NEAR: f64 = 1e-3;

/// Twenty steps are usual, even for a player with thousands of wins and no loss.
const MOST_STEPS: u32 = 500;

/// Where the climb ended, in natural units.
pub(super) struct Fit {
    slots: Slots,
    state: State,
    inverse: Matrix,
    /// The log-likelihood there.
    pub(super) height: f64,
    /// The advantage of moving first and its variance; `None` without games.
    pub(super) first_move: Option<(f64, f64)>,
    /// The share of draws between equals; `None` without games.
    pub(super) draw_rate: Option<Interval>,
}

impl Fit {
    /// The rating of a player who has games or an anchor.
    pub(super) fn rating(&self, player: usize) -> f64 {
        self.state.of(self.slots.player[player])
    }

    /// The covariance of two ratings; anchors have none.
    pub(super) fn covariance(&self, a: usize, b: usize) -> f64 {
        match (self.slots.player[a], self.slots.player[b]) {
            (Slot::Free(a), Slot::Free(b)) => self.inverse.at(a, b),
            _ => 0.0,
        }
    }
}

/// The pool as the climb sees it.
struct Pool<'a> {
    task: &'a Task,
    slots: &'a Slots,
    /// Players with games, for the prior.
    playing: Vec<usize>,
}

/// A pool before its climb: what was played, who is connected, and who is fixed where, in natural units.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Task {
    pub(super) results: Vec<PoolResult>,
    pub(super) components: Vec<Vec<usize>>,
    pub(super) fixed: Vec<Option<f64>>,
}

impl Task {
    /// The most likely parameters.
    pub(super) fn fit(&self) -> Fit {
        let slots = Slots::new(&self.components, &self.fixed, None);
        let pool = Pool::new(self, &slots);
        let (state, height) = pool.climb(pool.start());
        let (_, information) = pool.slope_and_information(&state);
        let inverse = information.factor().inverse();
        let any = self.results.iter().any(|result| result.tally.games() > 0);
        let first_move = match slots.first_move {
            Slot::Free(index) if any => Some((state.free[index], inverse.at(index, index))),
            _ => None,
        };
        let draw_rate = any.then(|| pool.draw_rate(&state));
        Fit { slots, state, height, inverse, first_move, draw_rate }
    }

    /// The largest log-likelihood that is possible if these two players are equal.
    pub(super) fn height_if_equal(&self, one: usize, other: usize) -> f64 {
        let slots = Slots::new(&self.components, &self.fixed, Some((one, other)));
        let pool = Pool::new(self, &slots);
        pool.climb(pool.start()).1
    }
}

impl<'a> Pool<'a> {
    fn new(task: &'a Task, slots: &'a Slots) -> Pool<'a> {
        let playing = task.components.iter().filter(|component| component.len() > 1).flatten().copied().collect();
        Pool { task, slots, playing }
    }

    /// All players at the mean of the anchors, and the share of draws of all games.
    fn start(&self) -> State {
        let anchors: Vec<f64> = self.task.fixed.iter().flatten().copied().collect();
        let mean = if anchors.is_empty() { 0.0 } else { anchors.iter().sum::<f64>() / anchors.len() as f64 };
        let mut free = vec![mean; self.slots.free];
        if let Slot::Free(index) = self.slots.first_move {
            free[index] = 0.0;
        }
        let (draws, games) =
            self.task.results.iter().fold((0, 0), |(d, n), result| (d + result.tally.draws, n + result.tally.games()));
        let log_draws = (draws > 0).then(|| {
            let share = (draws as f64 / games as f64).min(0.9);
            (2.0 * share / (1.0 - share)).ln()
        });
        State { free, log_draws }
    }

    /// The top, and how high it is.
    fn climb(&self, start: State) -> (State, f64) {
        let mut state = start;
        let mut height = self.log_likelihood(&state);
        let mut last = f64::INFINITY;
        for _ in 0..MOST_STEPS {
            let (step, rise) = self.step(&state);
            let moved = longest(&step);
            let mut share = 1.0;
            loop {
                let next = state.stepped(&step, share);
                let next_height = self.log_likelihood(&next);
                // A step that lands as high on the other side gets nowhere. Near the top, rounding hides the rise; steps
                // that small are good by themselves.
                if next_height >= height + 0.25 * share * rise || share * moved < 1e-6 {
                    (state, height) = (next, next_height);
                    break;
                }
                share *= 0.5;
            }
            if moved < CONVERGED || (moved < ROUNDING && moved >= last) {
                break;
            }
            last = moved;
        }
        (state, height)
    }

    /// Where to go next, for the free quantities and then for the draws, and how much of a rise the slope promises there.
    fn step(&self, state: &State) -> (Vec<f64>, f64) {
        let (mut slope, information) = self.slope_and_information(state);
        let mut step = information.factor().solve(&slope);
        limit(&mut step);
        if state.log_draws.is_some() {
            let about_draws = self.about_draws(state);
            let draw_step = about_draws.slope / about_draws.information.max(1e-12);
            step.push(draw_step.clamp(-LONGEST_STEP, LONGEST_STEP));
            slope.push(about_draws.slope);
        }
        if longest(&step) < NEAR {
            let newton = self.curvature(state).factor().solve(&slope);
            if longest(&newton) < 2.0 * NEAR {
                step = newton;
            }
        }
        let rise = slope.iter().zip(&step).map(|(slope, part)| slope * part).sum();
        (step, rise)
    }

    /// The slope for the free quantities and then for the draws.
    fn slope(&self, state: &State) -> Vec<f64> {
        let (mut slope, _) = self.slope_and_information(state);
        slope.extend(state.log_draws.map(|_| self.about_draws(state).slope));
        slope
    }

    /// How fast the slope falls in every direction, by differences.
    fn curvature(&self, state: &State) -> Matrix {
        let size = state.free.len() + usize::from(state.log_draws.is_some());
        let mut curvature = Matrix::zero(size);
        for row in 0..size {
            let mut aside = vec![0.0; size];
            aside[row] = NEAR;
            let [after, before] = [1.0, -1.0].map(|sign| self.slope(&state.stepped(&aside, sign)));
            for (column, (after, before)) in after.iter().zip(&before).enumerate() {
                let fall = (before - after) / (2.0 * NEAR);
                // The two halves of the matrix are equal but for rounding.
                *curvature.at_mut(row, column) += 0.5 * fall;
                *curvature.at_mut(column, row) += 0.5 * fall;
            }
        }
        curvature
    }

    fn lead(&self, state: &State, result: &PoolResult) -> f64 {
        let Slots { player, first_move, .. } = self.slots;
        state.of(player[result.first]) - state.of(player[result.second]) + state.of(*first_move)
    }

    fn log_likelihood(&self, state: &State) -> f64 {
        let draws = state.draws();
        let of_games =
            |result: &PoolResult| Forecast::new(self.lead(state, result), draws).log_likelihood(&result.tally);
        let of_prior = |&player: &usize| {
            PRIOR.log_likelihood(state.of(self.slots.player[player]) - state.of(self.slots.average[player]))
        };
        let mut sum: f64 = self.task.results.iter().map(of_games).sum();
        sum += self.playing.iter().map(of_prior).sum::<f64>();
        sum += PRIOR.log_likelihood(state.of(self.slots.first_move));
        sum + state.log_draws.map_or(0.0, |log_draws| DRAW_PRIOR.log_likelihood(equals_lead(log_draws)))
    }

    fn slope_and_information(&self, state: &State) -> (Vec<f64>, Matrix) {
        let mut slope = vec![0.0; self.slots.free];
        let mut information = Matrix::zero(self.slots.free);
        let mut add = |evidence: Evidence, parts: &[(Slot, f64)]| {
            for &(row, row_sign) in parts {
                let Slot::Free(row) = row else { continue };
                slope[row] += row_sign * evidence.slope;
                for &(column, column_sign) in parts {
                    let Slot::Free(column) = column else { continue };
                    *information.at_mut(row, column) += row_sign * column_sign * evidence.information;
                }
            }
        };
        let Slots { player, average, first_move, .. } = self.slots;
        let draws = state.draws();
        for result in &self.task.results {
            let evidence = Forecast::new(self.lead(state, result), draws).about_lead(&result.tally);
            add(evidence, &[(player[result.first], 1.0), (player[result.second], -1.0), (*first_move, 1.0)]);
        }
        for &member in &self.playing {
            let lead = state.of(player[member]) - state.of(average[member]);
            add(PRIOR.about_lead(lead), &[(player[member], 1.0), (average[member], -1.0)]);
        }
        add(PRIOR.about_lead(state.of(*first_move)), &[(*first_move, 1.0)]);
        (slope, information)
    }

    fn about_draws(&self, state: &State) -> Evidence {
        let Some(log_draws) = state.log_draws else { return Evidence::default() };
        let mut sum = DRAW_PRIOR.about_lead(equals_lead(log_draws));
        for result in &self.task.results {
            let evidence = Forecast::new(self.lead(state, result), state.draws()).about_draws(&result.tally);
            sum.slope += evidence.slope;
            sum.information += evidence.information;
        }
        sum
    }

    /// The share of draws between equals, with the error that the curvature leaves it.
    fn draw_rate(&self, state: &State) -> Interval {
        let Some(log_draws) = state.log_draws else { return Interval::between(0.0, None, None) };
        let rate = expected(equals_lead(log_draws));
        let deviation = 1.0 / self.about_draws(state).information.sqrt();
        let end = |sign: f64| expected(equals_lead(log_draws + sign * Z95 * deviation));
        Interval::between(rate, Some(end(-1.0)), Some(end(1.0)))
    }
}

fn longest(step: &[f64]) -> f64 {
    step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()))
}

/// Makes a step that is too long shorter.
fn limit(step: &mut [f64]) {
    let longest = longest(step);
    if longest > LONGEST_STEP {
        step.iter_mut().for_each(|part| *part *= LONGEST_STEP / longest);
    }
}

/// Between equals, win : draw : loss is 1 : ν : 1, so the odds of a draw are ν / 2; this is their logarithm.
fn equals_lead(log_draws: f64) -> f64 {
    log_draws - std::f64::consts::LN_2
}
