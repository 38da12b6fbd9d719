//! The native half of the Python package `grandline`: games, agents and matches for Python programs.
//!
//! Python sees these classes through `grandline/__init__.py`; `grandline/_native.pyi` describes them with their types.

#![allow(clippy::needless_pass_by_value, reason = "Python hands over its arguments by value")]

mod agent;
mod arena;
mod arguments;
mod attended;
mod compat;
mod error;
mod game;
mod json;
mod learned;
mod position;
mod train;
mod tune;

use pyo3::prelude::*;

/// The native module; `grandline/__init__.py` exports its public names.
#[pymodule]
mod _native {
    use grandline_agents::tables;
    use pyo3::prelude::*;

    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python calls it so")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Says where endgame tables are, before an agent needs them.
    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        if let Some(folder) = tables::default_folder(|name| std::env::var(name).ok()) {
            tables::set_folder(folder);
        }
        Ok(())
    }

    #[pymodule_export]
    use super::agent::{Agent, Analysis, Line, Report, agents};
    #[pymodule_export]
    use super::arena::{Clock, Results, play};
    #[pymodule_export]
    use super::compat::seahorse::{
        ActionIterator, BoardDivercite, GameStateDivercite, HeavyAction, LightAction, Piece, seahorse_recording,
        seahorse_state, seahorse_states,
    };
    #[pymodule_export]
    use super::compat::turn;
    #[pymodule_export]
    use super::game::{Game, games};
    #[pymodule_export]
    use super::learned::{FeatureSet, WeightsFile, training_examples};
    #[pymodule_export]
    use super::position::{Outcome, Playouts, Position, Solution, TableResult};
    #[pymodule_export]
    use super::train::train;
    #[pymodule_export]
    use super::tune::tune;
}
