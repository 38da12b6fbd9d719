//! Sets of features behind one type for each game, and behind one for all games.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use grandline_games::{AnyPosition, Game, GameId, ListedGame, with_game};
use grandline_search::{Evaluation, Noise};

use super::features::Features;
use super::layout::Layout;
use super::network::Network;
use super::weights::{Model, Weights};
use crate::games;

/// A position as its features see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The phase.
    pub phase: usize,
    /// The index of each term as the player to move sees it.
    pub indices: Vec<u32>,
}

/// A set of features of a game.
pub trait FeatureSet<G: Game>: Send + Sync {
    /// What they are.
    fn layout(&self) -> &Layout;

    /// Reads the features of a position.
    fn sample(&self, position: &G, sample: &mut Sample);

    /// Whether a position is evaluated as it stands.
    fn is_quiet(&self, position: &G) -> bool;

    /// The evaluation of weights that were [checked](Weights::check).
    fn evaluation(&self, weights: &Weights) -> Arc<dyn Evaluation<G>>;
}

/// A declaration as a [`FeatureSet`].
pub fn declared<G: Game, F: Features<G>>() -> Arc<dyn FeatureSet<G>> {
    Arc::new(Declared::<F> { layout: OnceLock::new(), marker: PhantomData })
}

struct Declared<F> {
    layout: OnceLock<Layout>,
    marker: PhantomData<fn(F)>,
}

impl<G: Game, F: Features<G>> FeatureSet<G> for Declared<F> {
    fn layout(&self) -> &Layout {
        self.layout.get_or_init(Layout::of::<G, F>)
    }

    fn sample(&self, position: &G, sample: &mut Sample) {
        let mut trace = F::Trace::default();
        F::trace(position, &mut trace);
        sample.phase = F::phase(position);
        sample.indices.clear();
        let is_first = position.to_move() == grandline_games::Side::First;
        let seen = |&index: &u32| if is_first { index } else { F::turned(index) };
        sample.indices.extend(F::indices(&trace).iter().map(seen));
    }

    fn is_quiet(&self, position: &G) -> bool {
        F::noise(position) == Noise::Quiet
    }

    fn evaluation(&self, weights: &Weights) -> Arc<dyn Evaluation<G>> {
        let layout = FeatureSet::<G>::layout(self);
        match weights.model {
            Model::Tables => F::evaluation(weights, layout),
            Model::Network { hidden: 16 } => Arc::new(Network::<G, F, 16>::new(weights, layout)),
            Model::Network { .. } => Arc::new(Network::<G, F, 32>::new(weights, layout)),
        }
    }
}

/// A set of features of any game.
pub trait AnyFeatures: Send + Sync {
    /// What they are.
    fn layout(&self) -> &Layout;

    /// Reads the features of a position; `false` if it is of another game.
    fn sample(&self, position: &AnyPosition, sample: &mut Sample) -> bool;

    /// Whether a position is evaluated as it stands; `false` if it is of another game.
    fn is_quiet(&self, position: &AnyPosition) -> bool;
}

struct Erased<G: Game>(Arc<dyn FeatureSet<G>>);

impl<G: ListedGame> AnyFeatures for Erased<G> {
    fn layout(&self) -> &Layout {
        self.0.layout()
    }

    fn sample(&self, position: &AnyPosition, sample: &mut Sample) -> bool {
        let Some(record) = position.record::<G>() else { return false };
        self.0.sample(record.position(), sample);
        true
    }

    fn is_quiet(&self, position: &AnyPosition) -> bool {
        position.record::<G>().is_some_and(|record| self.0.is_quiet(record.position()))
    }
}

/// The sets of features that a game declares.
pub fn feature_sets(game: GameId) -> Vec<Box<dyn AnyFeatures>> {
    with_game!(game, G => {
        let erased = |set: &Arc<dyn FeatureSet<G>>| Box::new(Erased(set.clone())) as Box<dyn AnyFeatures>;
        games::features::<G>().iter().map(erased).collect()
    })
}

/// The set of features of a name.
pub fn feature_set(game: GameId, name: &str) -> Option<Box<dyn AnyFeatures>> {
    feature_sets(game).into_iter().find(|set| set.layout().name == name)
}

#[cfg(test)]
mod tests {
    use grandline_games::Symmetry;
    use grandline_games::random::seeded;
    use rand_core::Rng;

    use super::*;
    use crate::learned::{HIDDEN, Provenance};

    /// Weights of any numbers.
    fn made_up(game: GameId, layout: &Layout, model: Model) -> Weights {
        let mut rng = seeded(5);
        let values = (0..model.size(layout)).map(|_| (rng.next_u32() % 201) as i16 - 100).collect();
        let (features, version) = (layout.name.to_owned(), layout.version);
        Weights { game, features, version, model, values, provenance: Provenance::default() }
    }

    fn updated_values_are_those_from_scratch<G: ListedGame>(game: GameId) {
        for set in games::features::<G>() {
            let networks = HIDDEN.map(|hidden| Model::Network { hidden });
            for (model, games) in [(Model::Tables, 1000), (networks[0], 100), (networks[1], 100)] {
                let evaluation = set.evaluation(&made_up(game, set.layout(), model));
                for seed in 0..games {
                    let (mut position, mut rng) = (G::start(seed), seeded(seed));
                    let mut scorer = evaluation.scorer(&position);
                    while let Some(mv) = position.random_move(&mut rng) {
                        let child = position.child(mv);
                        let ahead = scorer.leaf_of(&position, mv, &child, 1, position.to_move());
                        let mut moves = [grandline_search::Ranked::new(mv)];
                        scorer.value_moves(&position, 1, position.to_move(), &mut moves);
                        assert_eq!(moves[0].rank, i64::from(ahead), "{game} {model}: without playing {mv:?}");
                        scorer.push(&position, mv, &child);
                        let mover = child.to_move();
                        let (updated, fresh) =
                            (scorer.evaluate(&child, mover), evaluation.scorer(&child).evaluate(&child, mover));
                        assert_eq!(updated, fresh, "{game} {model}: {child:?}");
                        position = child;
                    }
                }
            }
        }
    }

    fn images_of_a_position_have_the_same_parameters<G: ListedGame>(game: GameId) {
        for set in games::features::<G>() {
            let (layout, mut sample) = (set.layout(), Sample::default());
            let mut parameters = |position: &G| {
                set.sample(position, &mut sample);
                let mut all: Vec<(u32, i16)> =
                    sample.indices.iter().flat_map(|&index| layout.parameters_of(index)).copied().collect();
                all.sort_unstable();
                (sample.phase, all)
            };
            for seed in 0..20 {
                let (mut position, mut rng) = (G::start(seed), seeded(seed));
                while let Some(mv) = position.random_move(&mut rng) {
                    position.play(mv);
                    let own = parameters(&position);
                    for symmetry in Symmetry::all::<G>() {
                        assert_eq!(parameters(&position.mapped(symmetry)), own, "{game} {symmetry:?}: {position:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_set_of_features() {
        for &game in GameId::ALL {
            with_game!(game, G => {
                updated_values_are_those_from_scratch::<G>(game);
                images_of_a_position_have_the_same_parameters::<G>(game);
            });
        }
    }
}
