//! Game tree search, generic over the game. No I/O, and no time except through the clock in the limits.
//!
//! [`Engine`] is the interface of every algorithm; [`Evaluator`] is how an evaluation is written.
//!
//! ```
//! use std::sync::Arc;
//!
//! use grandline_games::{Game, Record, connect4::Connect4};
//! use grandline_search::{AlphaBeta, Engine, Indifferent, Limits, Options};
//!
//! let mut engine = AlphaBeta::new(Arc::new(Indifferent), Options::default());
//! let record = Record::new(Connect4::start(0));
//! let report = engine.search(&record, &Limits::depth(6), &mut |_| {});
//! assert!(report.best().is_some());
//! ```

pub mod alphabeta;
mod atomics;
pub mod clock;
pub mod engine;
pub mod evaluate;
pub mod knowledge;
pub mod math;
pub mod mcts;
pub mod minimax;
pub mod order;
mod parallel;
mod path;
pub mod prove;
mod scale;
pub mod simple;
pub mod solve;
pub mod spending;
pub mod table;
pub mod time;
pub mod value;
pub mod window;

pub use alphabeta::{AlphaBeta, Options, Order, Pruning, Reductions, Reuse, SymmetryUse};
pub use clock::{Clock, ManualClock, NoClock, WallClock};
pub use engine::{Counts, Engine, Limits, Line, Remaining, Report, RootMove, Watch};
pub use evaluate::{Evaluation, Evaluator, Indifferent, Leaves, Noise, Scorer};
pub use knowledge::{Knowledge, Known, Question, Solution};
pub use mcts::{Flat, LeafValue, OneSided, OneSidedOptions, Playouts, Prior, Selection, TreeOptions, TreeSearch};
pub use minimax::Minimax;
pub use order::Ranked;
pub use parallel::Busy;
pub use path::Repetition;
pub use prove::{ProofOptions, Prover};
pub use scale::Scale;
pub use simple::{Greed, Greedy, RandomMover};
pub use solve::Solver;
pub use spending::Spending;
pub use table::Table;
pub use time::TimeOptions;
pub use value::{Exact, Value, Verdict};
pub use window::Window;
