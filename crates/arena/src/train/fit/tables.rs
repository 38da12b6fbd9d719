//! Fits one weight for each parameter and phase. Phases are independent of each other and fitted side by side.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use grandline_agents::learned::{UNIT, Weights};
use grandline_games::random::{mix, seeded, shuffle};

use super::{Data, Fit, FitOptions, Loss, PATIENCE, logistic};
use crate::train::event::Epoch;

/// The size of the first step of a parameter.
const STEP: f32 = 0.03;
/// Pulls weights towards zero, so that rare patterns stay small.
const DECAY: f32 = 2e-4;
/// What an example of a neighbouring phase counts: weights change little from phase to phase.
const NEIGHBOUR: f32 = 0.3;

/// The weights of one phase.
struct Phase {
    weights: Vec<f32>,
    squares: Vec<f32>,
    best: Vec<f32>,
    best_loss: Option<Loss>,
    idle: u32,
    training: Loss,
    validation: Loss,
}

pub(super) fn fit(data: &Data<'_>, options: &FitOptions, watch: &mut dyn FnMut(&Epoch) -> bool) -> Option<Fit> {
    let size = data.layout.parameters;
    let phase = || {
        Mutex::new(Phase {
            weights: vec![0.0; size],
            squares: vec![0.0; size],
            best: vec![0.0; size],
            best_loss: None,
            idle: 0,
            training: Loss::default(),
            validation: Loss::default(),
        })
    };
    let mut phases: Vec<Mutex<Phase>> = (0..data.layout.phases).map(|_| phase()).collect();
    let mut epochs = Vec::new();
    for number in 1..=options.epochs {
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..options.threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(Ok(mut phase)) = phases.get(index).map(Mutex::lock) else { return };
                        phase.epoch(data, index, options.seed, number);
                    }
                });
            }
        });
        let mut done: Vec<&mut Phase> = phases.iter_mut().filter_map(|phase| phase.get_mut().ok()).collect();
        let sum =
            |loss: fn(&Phase) -> Loss| done.iter().map(|phase| loss(phase)).fold(Loss::default(), Loss::plus).mean();
        let epoch =
            Epoch { epoch: number, training: sum(|phase| phase.training), validation: sum(|phase| phase.validation) };
        epochs.push(epoch);
        if !watch(&epoch) {
            return None;
        }
        if done.iter_mut().all(|phase| phase.idle >= PATIENCE) {
            break;
        }
    }
    let done: Vec<Phase> = phases.into_iter().filter_map(|phase| phase.into_inner().ok()).collect();
    let loss = done.iter().filter_map(|phase| phase.best_loss).fold(Loss::default(), Loss::plus).mean();
    let weights = done.iter().flat_map(|phase| phase.best.iter().map(|&weight| f64::from(weight)));
    let values = Weights::quantised(weights, f64::from(UNIT)).collect();
    Some(Fit { values, loss, epochs })
}

impl Phase {
    /// Goes once through the examples, unless the phase no longer improves.
    fn epoch(&mut self, data: &Data<'_>, phase: usize, seed: u64, number: u32) {
        if self.idle >= PATIENCE {
            return;
        }
        let mut order: Vec<(u32, f32)> = data.training[phase].iter().map(|&example| (example, 1.0)).collect();
        for neighbour in [phase.wrapping_sub(1), phase + 1] {
            order.extend(data.training.get(neighbour).into_iter().flatten().map(|&example| (example, NEIGHBOUR)));
        }
        shuffle(&mut seeded(mix(seed ^ mix((phase as u64) << 32 | u64::from(number)))), &mut order);
        self.training = Loss::default();
        for (example, importance) in order {
            let target = data.targets[example as usize];
            let probability = self.probability(data, example);
            if importance == 1.0 {
                self.training.add(probability, target);
            }
            let slope = importance * (probability - target);
            for (parameter, factor) in data.terms(example) {
                let gradient = slope * factor + DECAY * self.weights[parameter];
                let square = &mut self.squares[parameter];
                *square += gradient * gradient;
                self.weights[parameter] -= STEP * gradient / (square.sqrt() + 1e-3);
            }
        }
        let mut validation = Loss::default();
        for &example in &data.validation[phase] {
            validation.add(self.probability(data, example), data.targets[example as usize]);
        }
        self.validation = validation;
        if self.best_loss.is_none_or(|best| validation.sum < best.sum) {
            self.best_loss = Some(validation);
            self.best.clone_from(&self.weights);
            self.idle = 0;
        } else {
            self.idle += 1;
        }
    }

    fn probability(&self, data: &Data<'_>, example: u32) -> f32 {
        logistic(data.terms(example).map(|(parameter, factor)| factor * self.weights[parameter]).sum())
    }
}
