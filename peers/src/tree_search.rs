//! Connect 4 by Monte Carlo tree search with random playouts: a million simulations from the empty board.

use std::sync::Arc;

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4 as Peer;
use grandline_games::connect4::Connect4;
use grandline_games::{Game, Record};
use grandline_search::{Engine, Indifferent, Limits, TreeOptions, TreeSearch};
use rand_core_peers::SeedableRng;
use rand_xoshiro_peers::Xoshiro256PlusPlus;

const SIMULATIONS: u64 = 1_000_000;
/// The same weight of exploration for both, as in the textbook.
const EXPLORATION: f32 = 1.41;

pub(crate) fn compare() {
    let start = crate::processor_time();
    let options = TreeOptions { exploration: f64::from(EXPLORATION), ..TreeOptions::default() };
    let mut engine = TreeSearch::new(Arc::new(Indifferent), options);
    let record = Record::new(Connect4::start(0));
    let report = engine.search(&record, &Limits::nodes(SIMULATIONS), &mut |_| {});
    let ours = crate::processor_time() - start;

    let start = crate::processor_time();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let tree = mcts_build_tree(&Peer::default(), SIMULATIONS, EXPLORATION, &mut rng);
    let theirs = crate::processor_time() - start;
    assert!(report.best().is_some() && tree.nodes.len() > 1, "both built a tree");

    let [ours, theirs] = [ours, theirs].map(|spent| SIMULATIONS as f64 / spent.as_secs_f64());
    crate::report("Connect 4 tree search simulations: board-game 0.8", ours, theirs);
}
