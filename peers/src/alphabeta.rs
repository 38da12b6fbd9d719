//! Connect 4 searched to the same depth from the same positions: our alpha-beta, and the iterative search of the
//! `minimax` crate driving our own position. Both have a table of the same size and an evaluation that knows
//! nothing, so both find exactly the forced wins.

use std::sync::Arc;
use std::time::Duration;

use grandline_games::connect4::{Column, Connect4};
use grandline_games::random::seeded;
use grandline_games::{Game, Record};
use grandline_search::{AlphaBeta, Engine, Indifferent, Limits, Options};
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};

const DEPTH: u32 = 18;
const MEGABYTES: usize = 64;
/// Two positions after each of these numbers of random plies.
const PLIES: [u64; 5] = [0, 2, 4, 6, 8];

/// Our game in the words of the other crate.
struct Rules;

impl minimax::Game for Rules {
    type S = Connect4;
    type M = Column;

    fn generate_moves(state: &Connect4, moves: &mut Vec<Column>) -> Option<Winner> {
        moves.extend(state.moves());
        if moves.is_empty() { Self::get_winner(state) } else { None }
    }

    fn apply(state: &mut Connect4, mv: Column) -> Option<Connect4> {
        Some(state.child(mv))
    }

    fn get_winner(state: &Connect4) -> Option<Winner> {
        state.outcome().map(|margin| if margin.winner().is_some() { Winner::PlayerJustMoved } else { Winner::Draw })
    }

    fn zobrist_hash(state: &Connect4) -> u64 {
        grandline_games::random::mix(state.key())
    }
}

/// Knows nothing.
struct Nothing;

impl Evaluator for Nothing {
    type G = Rules;

    fn evaluate(&self, _state: &Connect4) -> Evaluation {
        0
    }
}

fn positions() -> Vec<Record<Connect4>> {
    let mut records = Vec::new();
    for plies in PLIES {
        for seed in 0..2 {
            let mut rng = seeded(plies * 10 + seed);
            let mut record = Record::new(Connect4::start(0));
            for _ in 0..plies {
                if let Some(mv) = record.position().random_move(&mut rng) {
                    record.play(mv);
                }
            }
            records.push(record);
        }
    }
    records
}

pub(crate) fn compare() {
    let mut spent = [Duration::ZERO; 2];
    for record in positions() {
        let start = crate::processor_time();
        // A column that refuted one position says little about another: in Connect 4 history alone orders better.
        let options = Options { table_megabytes: MEGABYTES, killers: false, ..Options::default() };
        let report = AlphaBeta::new(Arc::new(Indifferent), options).search(&record, &Limits::depth(DEPTH), &mut |_| {});
        spent[0] += crate::processor_time() - start;

        let start = crate::processor_time();
        let options = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20).with_countermoves();
        let mut peer = IterativeSearch::new(Nothing, options);
        peer.set_max_depth(DEPTH as u8);
        let chosen = peer.choose_move(record.position());
        spent[1] += crate::processor_time() - start;
        assert!(report.best().is_some() && chosen.is_some(), "both find a move");
    }
    let searches = 2.0 * PLIES.len() as f64;
    let [ours, theirs] = spent.map(|spent| searches / spent.as_secs_f64());
    crate::report("Connect 4 searches to depth 18: minimax 0.6", ours, theirs);
}
