//! Endgame tables of both variants: the result of every position of up to six pieces, and the plies to it.
//!
//! | file | what |
//! |---|---|
//! | `material.rs` | which pieces both sides have: the name of a slice |
//! | `index.rs` | the number of a position in its slice |
//! | `code.rs` | the byte of a position: who wins, after how many plies |
//! | `rules.rs` | what the plies of each variant lead to, and what a byte says under its draw rule |
//! | `retrograde.rs`, `lower.rs` | how a slice is solved, given those that its captures and crownings lead to |
//! | `build.rs`, `verify.rs` | all slices of a folder: built and resumed; checked byte by byte |
//! | `file.rs`, `cache.rs` | a slice on disk in compressed blocks; blocks in memory |
//! | `tables.rs`, `shared.rs` | a folder of slices to ask; the one that all agents of a process share |
//! | `knowledge.rs` | the tables as exact knowledge of searches |
//! | `stretch.rs` | how long a win of English draughts goes without a capture or a man's move |
//! | `parallel.rs` | positions shared out among threads |
//! | `summary.rs` | what the tables say: results by material, longest wins |
//!
//! **What is stored.** One byte per position, in English draughts the plies to the end of the game with best play of both (the winner as
//! quickly, the loser as slowly as possible), or a draw. With distances to the end of the game a search needs nothing else:
//! every move that keeps the quickest win comes a ply closer, so a won position is won by looking at its moves, without a
//! repetition, and values of different slices compare. Who wins is the parity of the distance. The longest win of six
//! pieces fits into a byte. Tables of results alone would be a third of the size, and would not say which of the moves that
//! keep a win makes progress.
//!
//! **Side to move.** A position with White to move is the same as the one turned by half a turn with the colours exchanged
//! and Black to move. So each slice is stored once, for Black, the side to move.
//!
//! **Draw rules.** The tables of the course's game count plies to the next capture, which is what its draw rule counts, and
//! so are exact. Those of English draughts know no past: neither the third occurrence of a position nor the 80 plies without
//! a capture or a man's move. A win by quickest moves repeats nothing, and `stretch.rs` computes how long it goes without a capture
//! or a man's move. [`TableKnowledge`] calls proven what the counter cannot turn into a draw, and otherwise that the winner
//! does not lose.

mod build;
mod cache;
mod code;
mod error;
mod file;
mod index;
mod knowledge;
mod lower;
mod material;
mod parallel;
mod retrograde;
mod rules;
mod shared;
mod stretch;
mod summary;
#[allow(clippy::module_inception, reason = "the folder is about tables, and the file has the type")]
mod tables;
mod verify;

pub use build::{Progress, build, positions};
pub use error::{Build, TableError};
pub use knowledge::TableKnowledge;
pub use material::{Force, Material};
pub use rules::Tabled;
pub(crate) use shared::opened;
pub use shared::{default_folder, on_refusal, set_folder, shared};
pub use stretch::longest_stretch;
pub use summary::{Longest, Summary, summary};
pub use tables::Tables;
pub use verify::{Verified, verify};
