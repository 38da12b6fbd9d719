//! Game tree search, generic over the game: free of I/O, and of time except through the clock given.
//!
//! [`Engine`] is the one entry to every algorithm; [`Evaluator`] is what they ask about positions.
//!
//! ```
//! use grandline_games::{Game, Record, connect4::Connect4};
//! use grandline_search::{AlphaBeta, Engine, Indifferent, Limits, Options};
//!
//! let mut engine = AlphaBeta::new(Indifferent, Options::default());
//! let record = Record::new(Connect4::start(0));
//! let report = engine.search(&record, &Limits::depth(6), &mut |_| {});
//! assert!(report.best.is_some());
//! ```

pub mod alphabeta;
pub mod clock;
pub mod engine;
pub mod evaluate;
pub mod hybrid;
pub mod mcts;
pub mod minimax;
pub mod order;
mod parallel;
mod path;
pub mod simple;
pub mod solve;
pub mod table;
pub mod time;
pub mod value;
pub mod window;

pub use alphabeta::{AlphaBeta, Fold, Options, Order, Reductions, Reuse};
pub use clock::{Clock, ManualClock, NoClock, WallClock};
pub use engine::{Counts, Engine, Limits, Line, Remaining, Report, RootMove};
pub use evaluate::{Evaluator, Indifferent, Noise};
pub use hybrid::{Hybrid, Phase};
pub use mcts::{Flat, LeafValue, OneSided, OneSidedOptions, Playouts, Prior, Selection, TreeOptions, TreeSearch};
pub use minimax::Minimax;
pub use path::Repetition;
pub use simple::{Greed, Greedy, RandomMover};
pub use solve::{Solution, Solver};
pub use table::Table;
pub use time::TimeOptions;
pub use value::{Exact, Value, Verdict};
pub use window::Window;
