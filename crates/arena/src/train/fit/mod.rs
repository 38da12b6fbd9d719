//! Weights from examples: logistic loss, a validation split by games, and the weights of the best epoch.
//!
//! All arithmetic is IEEE and in a fixed order, and exponentials are our own: the same examples and seed give the same weights
//! to the last bit, with any number of threads.

mod network;
mod tables;

use grandline_agents::learned::{Layout, Model};
use grandline_search::math::exp;

use super::event::Epoch;
use super::examples::Examples;

/// How weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitOptions {
    /// What turns features into a value.
    pub model: Model,
    /// The share of the game's result in a label; the rest is the value of the search.
    pub result_share: f64,
    /// The share of games that are kept back for validation.
    pub validation: f64,
    /// At most how often the examples are gone through.
    pub epochs: u32,
    /// What the order of the examples comes from.
    pub seed: u64,
    /// How many threads work. It changes nothing but the time.
    pub threads: usize,
}

/// Weights that were fitted.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights, quantised.
    pub values: Vec<i16>,
    /// The loss over the examples that were kept back.
    pub loss: f64,
    /// The learning curve.
    pub epochs: Vec<Epoch>,
}

/// After how many epochs without an improvement the fit ends.
const PATIENCE: u32 = 3;

/// Fits weights to examples; `watch` is given each epoch and says whether to go on. `None` if it said no.
pub fn fit(
    examples: &Examples,
    layout: &Layout,
    options: &FitOptions,
    watch: &mut dyn FnMut(&Epoch) -> bool,
) -> Option<Fit> {
    let data = Data::new(examples, layout, options);
    match options.model {
        Model::Tables => tables::fit(&data, options, watch),
        Model::Network { hidden } => network::fit(&data, hidden, options, watch),
    }
}

/// Examples as parameters, split for validation.
struct Data<'a> {
    layout: &'a Layout,
    examples: &'a Examples,
    targets: Vec<f32>,
    /// The numbers of the examples of each phase to fit to.
    training: Vec<Vec<u32>>,
    /// Those of each phase to validate with.
    validation: Vec<Vec<u32>>,
}

impl<'a> Data<'a> {
    fn new(examples: &'a Examples, layout: &'a Layout, options: &FitOptions) -> Self {
        let share = options.result_share as f32;
        let blend = |(&result, &chance): (&f32, &f32)| share * result + (1.0 - share) * chance;
        let targets = examples.results.iter().zip(&examples.chances).map(blend).collect();
        // At least one game is kept back.
        let games = examples.games.last().map_or(0, |last| last + 1);
        let every = ((1.0 / options.validation).round() as u32).min(games).max(2);
        let mut training = vec![Vec::new(); layout.phases];
        let mut validation = vec![Vec::new(); layout.phases];
        for (number, (&phase, game)) in examples.phases.iter().zip(&examples.games).enumerate() {
            // Positions of one game are alike, so that a game is kept back as a whole.
            let kept = if game % every == every - 1 { &mut validation } else { &mut training };
            kept[usize::from(phase)].push(number as u32);
        }
        Data { layout, examples, targets, training, validation }
    }

    /// The indices of an example.
    fn indices(&self, number: u32) -> &[u32] {
        let start = number as usize * self.layout.terms;
        &self.examples.indices[start..start + self.layout.terms]
    }

    /// The parameters of an example and their factors.
    #[inline]
    fn terms(&self, number: u32) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.indices(number).iter().flat_map(|&index| self.parameters_of(index))
    }

    /// The same as the other player sees them.
    fn turned_terms(&self, number: u32) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.indices(number).iter().flat_map(|&index| self.parameters_of(self.layout.turned[index as usize]))
    }

    #[inline]
    fn parameters_of(&self, index: u32) -> impl Iterator<Item = (usize, f32)> + '_ {
        self.layout.parameters_of(index).iter().map(|&(parameter, factor)| (parameter as usize, f32::from(factor)))
    }
}

/// The probability of a log-odds.
fn logistic(z: f32) -> f32 {
    (1.0 / (1.0 + exp(-f64::from(z.clamp(-30.0, 30.0))))) as f32
}

/// The logistic loss of a probability, less what even a perfect one would lose on a label between 0 and 1.
fn loss(probability: f32, target: f32) -> f64 {
    let ln = |x: f32| grandline_search::math::ln(f64::from(x.clamp(1e-6, 1.0)));
    let entropy = |label: f32| f64::from(label) * ln(label) + f64::from(1.0 - label) * ln(1.0 - label);
    entropy(target) - f64::from(target) * ln(probability) - f64::from(1.0 - target) * ln(1.0 - probability)
}

/// Sums of losses.
#[derive(Clone, Copy, Debug, Default)]
struct Loss {
    sum: f64,
    count: u64,
}

impl Loss {
    fn add(&mut self, probability: f32, target: f32) {
        self.sum += loss(probability, target);
        self.count += 1;
    }

    fn plus(self, other: Loss) -> Loss {
        Loss { sum: self.sum + other.sum, count: self.count + other.count }
    }

    fn mean(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}
