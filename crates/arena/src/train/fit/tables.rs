//! Fits one weight for each parameter and phase. Phases are independent of each other and fitted side by side.
//!
//! The loss is convex, so that every epoch goes through all examples at once and takes a quasi-Newton step (limited-memory
//! BFGS, scaled by the diagonal of the curvature).

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use grandline_agents::learned::{UNIT, Weights};

use super::{Data, Fit, FitOptions, Loss, PATIENCE, logistic, loss};
use crate::train::event::Epoch;

/// Weights are expected to be of the size 0.5: a pattern that was seen a few times stays near zero.
const PRIOR: f64 = 1.0 / (0.5 * 0.5);
/// What an example of a neighbouring phase counts: weights change little from phase to phase.
const NEIGHBOUR: f64 = 0.3;
/// Steps that the curvature is estimated from.
const MEMORY: usize = 8;
/// The sizes of a step that are tried, each half the one before.
const TRIES: u32 = 6;

/// The weights of one phase and the way they came.
struct Phase {
    /// The examples of the phase and of its neighbours, and what each counts.
    examples: Vec<(u32, f64)>,
    weights: Vec<f64>,
    gradient: Vec<f64>,
    /// The mean curvature along each weight.
    scale: Vec<f64>,
    cost: f64,
    /// Past steps: the change of the weights, of the gradient, and one over their product.
    past: VecDeque<(Vec<f64>, Vec<f64>, f64)>,
    best: Vec<f64>,
    best_loss: Option<Loss>,
    idle: u32,
    training: Loss,
    validation: Loss,
}

pub(super) fn fit(data: &Data<'_>, options: &FitOptions, watch: &mut dyn FnMut(&Epoch) -> bool) -> Option<Fit> {
    let mut phases: Vec<Mutex<Phase>> =
        (0..data.layout.phases).map(|phase| Mutex::new(Phase::new(data, phase))).collect();
    let mut epochs = Vec::new();
    for number in 1..=options.epochs {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..options.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(Ok(mut phase)) = phases.get(index).map(Mutex::lock) else { return };
                        phase.epoch(data, index);
                    }
                });
            }
        });
        let done: Vec<&mut Phase> = phases.iter_mut().filter_map(|phase| phase.get_mut().ok()).collect();
        let sum = |loss: fn(&Phase) -> Loss| done.iter().map(|phase| loss(phase)).fold(Loss::default(), Loss::plus);
        let (training, validation) = (sum(|phase| phase.training).mean(), sum(|phase| phase.validation).mean());
        let epoch = Epoch { epoch: number, training, validation };
        epochs.push(epoch);
        if !watch(&epoch) {
            return None;
        }
        if done.iter().all(|phase| phase.idle >= PATIENCE) {
            break;
        }
    }
    let done: Vec<Phase> = phases.into_iter().filter_map(|phase| phase.into_inner().ok()).collect();
    let loss = done.iter().filter_map(|phase| phase.best_loss).fold(Loss::default(), Loss::plus).mean();
    let weights = done.iter().flat_map(|phase| phase.best.iter().copied());
    let values = Weights::quantised(weights, f64::from(UNIT)).collect();
    Some(Fit { values, loss, epochs })
}

impl Phase {
    fn new(data: &Data<'_>, phase: usize) -> Self {
        let size = data.layout.parameters;
        let mut examples: Vec<(u32, f64)> = data.training[phase].iter().map(|&example| (example, 1.0)).collect();
        for neighbour in [phase.wrapping_sub(1), phase + 1] {
            examples.extend(data.training.get(neighbour).into_iter().flatten().map(|&example| (example, NEIGHBOUR)));
        }
        let mut scale = vec![PRIOR; size];
        for &(example, importance) in &examples {
            // A quarter is the curvature of an even chance, the largest there is.
            data.terms(example).for_each(|(at, factor)| scale[at] += 0.25 * importance * f64::from(factor * factor));
        }
        let zeros = || vec![0.0; size];
        Phase {
            examples,
            weights: zeros(),
            gradient: Vec::new(),
            scale,
            cost: f64::INFINITY,
            past: VecDeque::new(),
            best: zeros(),
            best_loss: None,
            idle: 0,
            training: Loss::default(),
            validation: Loss::default(),
        }
    }

    /// Takes a step, unless the phase no longer improves.
    fn epoch(&mut self, data: &Data<'_>, phase: usize) {
        if self.idle >= PATIENCE {
            return;
        }
        if self.gradient.is_empty() {
            (self.cost, self.gradient, self.training) = self.look(data, &self.weights);
        }
        if !self.step(data) {
            self.idle = PATIENCE;
        }
        let mut validation = Loss::default();
        for &example in &data.validation[phase] {
            validation.add(logistic(log_odds(data, &self.weights, example)), data.targets[example as usize]);
        }
        self.validation = validation;
        if self.best_loss.is_none_or(|best| validation.sum < best.sum) {
            self.best_loss = Some(validation);
            self.best.clone_from(&self.weights);
            if self.idle < PATIENCE {
                self.idle = 0;
            }
        } else {
            self.idle += 1;
        }
    }

    /// The cost of some weights with its gradient, and the loss over the phase's own examples.
    fn look(&self, data: &Data<'_>, weights: &[f64]) -> (f64, Vec<f64>, Loss) {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| PRIOR * weight).collect();
        let mut cost = weights.iter().map(|weight| weight * weight).sum::<f64>() * PRIOR / 2.0;
        let mut own = Loss::default();
        for &(example, importance) in &self.examples {
            let target = data.targets[example as usize];
            let probability = logistic(log_odds(data, weights, example));
            let lost = loss(probability, target);
            cost += importance * lost;
            if importance == 1.0 {
                own = own.plus(Loss { sum: lost, count: 1 });
            }
            let slope = importance * f64::from(probability - target);
            data.terms(example).for_each(|(at, factor)| gradient[at] += slope * f64::from(factor));
        }
        (cost, gradient, own)
    }

    /// Moves the weights downhill; false if there is no way down.
    fn step(&mut self, data: &Data<'_>) -> bool {
        let direction = self.direction();
        let descent: f64 = direction.iter().zip(&self.gradient).map(|(d, g)| d * g).sum();
        if descent >= -1e-9 {
            return false;
        }
        for halvings in 0..TRIES {
            let size = 0.5_f64.powi(halvings as i32);
            let moved: Vec<f64> = self.weights.iter().zip(&direction).map(|(w, d)| w + size * d).collect();
            let (cost, gradient, training) = self.look(data, &moved);
            if cost > self.cost + 1e-4 * size * descent {
                continue;
            }
            let change: Vec<f64> = direction.iter().map(|d| size * d).collect();
            let turn: Vec<f64> = gradient.iter().zip(&self.gradient).map(|(new, old)| new - old).collect();
            let product: f64 = change.iter().zip(&turn).map(|(c, t)| c * t).sum();
            if product > 1e-12 {
                self.past.push_back((change, turn, 1.0 / product));
                if self.past.len() > MEMORY {
                    self.past.pop_front();
                }
            }
            (self.weights, self.cost, self.gradient, self.training) = (moved, cost, gradient, training);
            return true;
        }
        false
    }

    /// The quasi-Newton direction, by the two loops over past steps.
    fn direction(&self) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut direction: Vec<f64> = self.gradient.iter().map(|g| -g).collect();
        let mut shares = Vec::with_capacity(self.past.len());
        for (change, turn, inverse) in self.past.iter().rev() {
            let share = inverse * dot(change, &direction);
            direction.iter_mut().zip(turn).for_each(|(d, t)| *d -= share * t);
            shares.push(share);
        }
        direction.iter_mut().zip(&self.scale).for_each(|(d, scale)| *d /= scale);
        for ((change, turn, inverse), share) in self.past.iter().zip(shares.into_iter().rev()) {
            let back = inverse * dot(turn, &direction);
            direction.iter_mut().zip(change).for_each(|(d, c)| *d += (share - back) * c);
        }
        direction
    }
}

/// The log-odds of an example under some weights.
fn log_odds(data: &Data<'_>, weights: &[f64], example: u32) -> f32 {
    data.terms(example).map(|(parameter, factor)| f64::from(factor) * weights[parameter]).sum::<f64>() as f32
}
