//! Uniformly random games of Connect 4 from the empty board, with the same generator on both sides.

use std::hint::black_box;

use board_game::board::Board;
use board_game::games::connect4::Connect4 as Peer;
use grandline_games::Game;
use grandline_games::connect4::Connect4;
use grandline_games::random::seeded;
use rand_core_peers::SeedableRng;
use rand_xoshiro_peers::Xoshiro256PlusPlus;

/// Games between two looks at the clock.
const BATCH: u64 = 512;

pub(crate) fn compare() {
    let mut rng = seeded(1);
    let mut peer_rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (ours, theirs) = crate::rates(
        || {
            for _ in 0..BATCH {
                black_box(Connect4::start(0).playout(&mut rng));
            }
            BATCH
        },
        || {
            for _ in 0..BATCH {
                let mut board = Peer::default();
                while board.play_random_available_move(&mut peer_rng).is_ok() {}
                black_box(board.outcome());
            }
            BATCH
        },
    );
    crate::report("Connect 4 playouts: board-game 0.8", ours, theirs);
}
