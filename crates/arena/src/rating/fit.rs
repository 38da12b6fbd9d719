//! The climb to the most likely parameters: Fisher's scoring, which is Newton's method with the expected curvature.
//!
//! The expected curvature is always positive, so every step goes uphill, and halving a step that overshoots is all the
//! safety it needs. Ratings with the first move's advantage and the draw parameter have no expected curvature in common,
//! so the step is taken in two blocks.

use super::matrix::Matrix;
use super::model::{Even, Evidence, Forecast, expected};
use super::pool::{PRIOR_GAMES, PoolResult};
use crate::statistics::Interval;
use crate::statistics::normal::Z95;

const PRIOR: Even = Even { games: PRIOR_GAMES };

/// A step in natural units is never longer than this, so that a bad start cannot run away.
const LONGEST_STEP: f64 = 2.0;

/// The climb ends when nothing moves by more than this, far below a thousandth of an Elo.
const CONVERGED: f64 = 1e-12;

/// Where the climb ended, in natural units.
pub(super) struct Fit {
    slots: Slots,
    state: State,
    inverse: Matrix,
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

/// Where a quantity lives: fixed, or a place in the vector that is fitted.
#[derive(Clone, Copy)]
enum Slot {
    Fixed(f64),
    Free(usize),
}

/// Which quantity lives where.
struct Slots {
    player: Vec<Slot>,
    /// The average player of each player's component, against whom the prior is scored. It is fixed at 0 where nothing
    /// else fixes the scale.
    average: Vec<Slot>,
    first_move: Slot,
    free: usize,
}

impl Slots {
    fn new(components: &[Vec<usize>], fixed: &[Option<f64>]) -> Slots {
        let mut free = 0;
        let mut next = || {
            free += 1;
            Slot::Free(free - 1)
        };
        let mut player = vec![Slot::Fixed(0.0); fixed.len()];
        let mut average = player.clone();
        for component in components.iter().filter(|component| component.len() > 1) {
            let anchored = component.iter().any(|&member| fixed[member].is_some());
            let middle = if anchored { next() } else { Slot::Fixed(0.0) };
            for &member in component {
                player[member] = fixed[member].map_or_else(&mut next, Slot::Fixed);
                average[member] = middle;
            }
        }
        let first_move = next();
        Slots { player, average, first_move, free }
    }
}

/// The parameters: the vector of free quantities, and the logarithm of the draw parameter if there are draws.
#[derive(Clone)]
struct State {
    free: Vec<f64>,
    log_draws: Option<f64>,
}

impl State {
    fn of(&self, slot: Slot) -> f64 {
        match slot {
            Slot::Fixed(value) => value,
            Slot::Free(index) => self.free[index],
        }
    }

    fn draws(&self) -> f64 {
        self.log_draws.map_or(0.0, f64::exp)
    }

    fn stepped(&self, step: &[f64], draw_step: f64, share: f64) -> State {
        let free = self.free.iter().zip(step).map(|(value, step)| value + share * step).collect();
        State { free, log_draws: self.log_draws.map(|value| value + share * draw_step) }
    }
}

/// The pool as the climb sees it.
struct Pool<'a> {
    results: &'a [PoolResult],
    slots: &'a Slots,
    /// Players with games, for the prior.
    playing: Vec<usize>,
}

/// The most likely parameters.
pub(super) fn fit(results: &[PoolResult], components: &[Vec<usize>], fixed: &[Option<f64>]) -> Fit {
    let slots = Slots::new(components, fixed);
    let playing = components.iter().filter(|component| component.len() > 1).flatten().copied().collect();
    let pool = Pool { results, slots: &slots, playing };
    let state = pool.climb(pool.start(fixed));
    let (_, information) = pool.slope_and_information(&state);
    let inverse = information.factor().inverse();
    let any = results.iter().any(|result| result.tally.games() > 0);
    let first_move = match slots.first_move {
        Slot::Free(index) if any => Some((state.free[index], inverse.at(index, index))),
        _ => None,
    };
    let draw_rate = any.then(|| pool.draw_rate(&state));
    Fit { slots, state, inverse, first_move, draw_rate }
}

impl Pool<'_> {
    /// Everybody at the mean of the anchors, and as many draws between equals as there are in all.
    fn start(&self, fixed: &[Option<f64>]) -> State {
        let anchors: Vec<f64> = fixed.iter().flatten().copied().collect();
        let mean = if anchors.is_empty() { 0.0 } else { anchors.iter().sum::<f64>() / anchors.len() as f64 };
        let mut free = vec![mean; self.slots.free];
        if let Slot::Free(index) = self.slots.first_move {
            free[index] = 0.0;
        }
        let (draws, games) =
            self.results.iter().fold((0, 0), |(d, n), result| (d + result.tally.draws, n + result.tally.games()));
        let log_draws = (draws > 0).then(|| {
            let share = (draws as f64 / games as f64).min(0.9);
            (2.0 * share / (1.0 - share)).ln()
        });
        State { free, log_draws }
    }

    fn climb(&self, start: State) -> State {
        let mut state = start;
        let mut height = self.log_likelihood(&state);
        for _ in 0..1000 {
            let (slope, information) = self.slope_and_information(&state);
            let mut step = information.factor().solve(&slope);
            let about_draws = self.about_draws(&state);
            let draw_step = (about_draws.slope / about_draws.information.max(1e-12)).clamp(-1.0, 1.0);
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            if longest > LONGEST_STEP {
                step.iter_mut().for_each(|part| *part *= LONGEST_STEP / longest);
            }
            let mut share = 1.0;
            loop {
                let next = state.stepped(&step, draw_step, share);
                let next_height = self.log_likelihood(&next);
                // Near the top, rounding hides the rise; steps that small are good by themselves.
                let tiny = share * longest.max(draw_step.abs()) < 1e-6;
                if next_height >= height || tiny {
                    (state, height) = (next, next_height);
                    break;
                }
                share *= 0.5;
            }
            if longest < CONVERGED && (state.log_draws.is_none() || draw_step.abs() < CONVERGED) {
                break;
            }
        }
        state
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
        let mut sum: f64 = self.results.iter().map(of_games).sum();
        sum += self.playing.iter().map(of_prior).sum::<f64>();
        sum += PRIOR.log_likelihood(state.of(self.slots.first_move));
        sum + state.log_draws.map_or(0.0, |log_draws| PRIOR.log_likelihood(equals_lead(log_draws)))
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
        for result in self.results {
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
        let mut sum = PRIOR.about_lead(equals_lead(log_draws));
        for result in self.results {
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

/// Between equals, win : draw : loss is 1 : ν : 1, so the odds of a draw are ν / 2; this is their logarithm.
fn equals_lead(log_draws: f64) -> f64 {
    log_draws - std::f64::consts::LN_2
}
