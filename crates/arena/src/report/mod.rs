//! What a tournament says, for people and for programs.
//!
//! | file | what |
//! |---|---|
//! | `standings.rs` | [`Standings`]: results, ratings and measures by agent, game by game |
//! | `endings.rs` | how games ended and how long they were |
//! | `series.rs` | nodes, depth, time, value and cut-offs by ply |
//! | `judged.rs` | [`Judged`]: what moves did to proven results, by agent and ply |
//! | `movers.rs` | who made each move |
//! | `copies.rs` | games that repeat another |
//! | `summary.rs` | [`Summary`]: all of it for one tournament of a store |
//! | `pool.rs` | [`Pool`]: the agents of all tournaments of a game |
//! | `workers.rs` | [`Workers`]: the machines that played it |
//! | `charts/` | pictures |
//! | `html/` | one page that needs nothing else |
//! | `csv.rs`, `json.rs` | the same for programs |
//! | `repeat.rs` | how to repeat it |
//! | `files.rs` | [`write()`]: all of it into a folder |
//! | `words.rs` | numbers and texts as people read them |
//!
//! Nothing here knows a rule of any game: a game names its own [measures](grandline_games::Measure).

mod charts;
mod copies;
pub mod csv;
mod endings;
mod files;
mod html;
pub mod json;
mod judged;
mod movers;
mod pool;
pub mod repeat;
mod series;
mod standings;
mod summary;
pub mod words;
mod workers;

pub use charts::{Chart, ChartError, charts};
pub(crate) use charts::{Lesson, Track, loss_chart, progress_chart, strength_chart};
pub use copies::Copies;
pub use endings::{EndingCounts, Endings, Lengths};
pub use files::{ReportError, write};
pub use html::page;
pub use judged::{Judged, sample};
pub use movers::movers;
pub use pool::Pool;
pub use series::{Effort, Mean, Series};
pub use standings::{Measured, Row, Standings};
pub use summary::{Listed, RankedTable, Summary};
pub use workers::{Misfit, WorkerRow, Workers};
