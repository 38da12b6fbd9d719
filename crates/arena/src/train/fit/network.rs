//! Fits a small network: a vector for each parameter, whose sums for both players pass a hidden layer.

use grandline_agents::learned::{Layout, Weights};
use grandline_games::random::{mix, seeded, shuffle};
use rand_core::Rng;

use super::{Data, Fit, FitOptions, Loss, PATIENCE, logistic};
use crate::train::event::Epoch;

/// The size of the first step of a parameter. Steps are those of AdaGrad, one example at a time, so that rare parameters take
/// large steps and common ones small ones.
const STEP: f32 = 0.02;
/// What stands for 1 in the quantised sums, and in the quantised outputs: see `grandline_agents::learned::Network`.
const ACTIVE: f64 = 256.0;
const OUTPUT: f64 = 64.0;

/// All numbers of a network with the squares of their gradients.
#[derive(Clone)]
struct Numbers {
    values: Vec<f32>,
    squares: Vec<f32>,
}

impl Numbers {
    #[inline]
    fn step(&mut self, at: usize, gradient: f32) {
        let square = &mut self.squares[at];
        *square += gradient * gradient;
        self.values[at] -= STEP * gradient / (square.sqrt() + 1e-3);
    }
}

/// A network in floating point.
struct Net {
    hidden: usize,
    /// The vectors, then the bias of the hidden layer.
    vectors: Numbers,
    /// For each phase the output for the player to move, for the other, and the bias.
    outputs: Numbers,
    bias: usize,
}

/// What passing an example through the network leaves behind for the way back.
#[derive(Default)]
struct Passed {
    /// Sums before they are cut, for the player to move and the other.
    sums: [Vec<f32>; 2],
    probability: f32,
}

impl Net {
    fn new(layout: &Layout, hidden: usize, seed: u64) -> Self {
        let mut rng = seeded(mix(seed));
        let mut numbers = |count: usize, size: f32| {
            let uniform = |_| (rng.next_u32() as f32 / u32::MAX as f32 * 2.0 - 1.0) * size;
            Numbers { values: (0..count).map(uniform).collect(), squares: vec![0.0; count] }
        };
        // Sums of as many vectors as there are terms start about as large as the range they are cut to.
        let mut vectors = numbers(hidden * (layout.parameters + 1), 1.0 / (layout.terms as f32).sqrt());
        let bias = hidden * layout.parameters;
        vectors.values[bias..].fill(0.5);
        Net { hidden, vectors, outputs: numbers(layout.phases * (2 * hidden + 1), 0.3), bias }
    }

    /// Where the outputs of a phase begin.
    fn output(&self, phase: usize) -> usize {
        phase * (2 * self.hidden + 1)
    }

    fn pass(&self, data: &Data<'_>, example: u32, passed: &mut Passed) {
        for sums in &mut passed.sums {
            sums.clear();
            sums.extend_from_slice(&self.vectors.values[self.bias..]);
        }
        let mut add = |side: usize, parameter: usize, factor: f32| {
            let row = &self.vectors.values[parameter * self.hidden..(parameter + 1) * self.hidden];
            passed.sums[side].iter_mut().zip(row).for_each(|(sum, weight)| *sum += factor * weight);
        };
        data.terms(example).for_each(|(parameter, factor)| add(0, parameter, factor));
        data.turned_terms(example).for_each(|(parameter, factor)| add(1, parameter, factor));
        let start = self.output(usize::from(data.examples.phases[example as usize]));
        let weights = &self.outputs.values[start..=start + 2 * self.hidden];
        let cut = passed.sums.iter().flatten().zip(weights).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight);
        passed.probability = logistic(cut.sum::<f32>() + weights[2 * self.hidden]);
    }

    /// A step against the gradient of an example that was just passed.
    fn learn(&mut self, data: &Data<'_>, example: u32, passed: &Passed, gradients: &mut [Vec<f32>; 2]) {
        let hidden = self.hidden;
        let slope = passed.probability - data.targets[example as usize];
        let start = self.output(usize::from(data.examples.phases[example as usize]));
        for (side, sums) in passed.sums.iter().enumerate() {
            gradients[side].clear();
            for (neuron, &sum) in sums.iter().enumerate() {
                let at = start + side * hidden + neuron;
                let inside = (0.0..=1.0).contains(&sum);
                gradients[side].push(if inside { slope * self.outputs.values[at] } else { 0.0 });
                self.outputs.step(at, slope * sum.clamp(0.0, 1.0));
            }
        }
        self.outputs.step(start + 2 * hidden, slope);
        for (side, gradient) in gradients.iter().enumerate() {
            let mut back = |parameter: usize, factor: f32| {
                for (neuron, gradient) in gradient.iter().enumerate() {
                    if *gradient != 0.0 {
                        self.vectors.step(parameter * hidden + neuron, gradient * factor);
                    }
                }
            };
            if side == 0 {
                data.terms(example).for_each(|(parameter, factor)| back(parameter, factor));
            } else {
                data.turned_terms(example).for_each(|(parameter, factor)| back(parameter, factor));
            }
        }
        let [own, other] = gradients;
        for (neuron, (own, other)) in own.iter().zip(other.iter()).enumerate() {
            self.vectors.step(self.bias + neuron, own + other);
        }
    }

    fn quantised(&self) -> Vec<i16> {
        let wide = |values: &[f32]| values.iter().map(|&value| f64::from(value)).collect::<Vec<_>>();
        let mut values: Vec<i16> = Weights::quantised(wide(&self.vectors.values), ACTIVE).collect();
        values.extend(Weights::quantised(wide(&self.outputs.values), OUTPUT));
        values
    }
}

pub(super) fn fit(
    data: &Data<'_>,
    hidden: usize,
    options: &FitOptions,
    watch: &mut dyn FnMut(&Epoch) -> bool,
) -> Option<Fit> {
    let mut net = Net::new(data.layout, hidden, options.seed);
    let (mut epochs, mut best, mut idle) = (Vec::new(), None::<(f64, Vec<i16>)>, 0);
    let (mut passed, mut gradients) = (Passed::default(), [Vec::new(), Vec::new()]);
    let mut order: Vec<u32> = data.training.iter().flatten().copied().collect();
    order.sort_unstable();
    for number in 1..=options.epochs {
        shuffle(&mut seeded(mix(options.seed ^ mix(u64::from(number)))), &mut order);
        let (mut training, mut validation) = (Loss::default(), Loss::default());
        for &example in &order {
            net.pass(data, example, &mut passed);
            training.add(passed.probability, data.targets[example as usize]);
            net.learn(data, example, &passed, &mut gradients);
        }
        for &example in data.validation.iter().flatten() {
            net.pass(data, example, &mut passed);
            validation.add(passed.probability, data.targets[example as usize]);
        }
        let epoch = Epoch { epoch: number, training: training.mean(), validation: validation.mean() };
        epochs.push(epoch);
        if !watch(&epoch) {
            return None;
        }
        if best.as_ref().is_none_or(|(loss, _)| epoch.validation < *loss) {
            best = Some((epoch.validation, net.quantised()));
            idle = 0;
        } else {
            idle += 1;
            if idle >= PATIENCE {
                break;
            }
        }
    }
    let (loss, values) = best?;
    Some(Fit { values, loss, epochs })
}
