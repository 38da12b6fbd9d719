//! The features that a game declares.

use grandline_agents::learned::{AnyFeatures, Layout, Sample, feature_set, feature_sets};
use grandline_games::GameId;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

use super::buffers::{bytes, numbers};
use crate::error::wrong;
use crate::game::{Game, GameArgument};
use crate::position::Position;

/// A set of features of a game; `grandline.Features` makes arrays of what it returns.
#[pyclass(frozen, module = "grandline")]
pub(crate) struct FeatureSet {
    game: GameId,
    set: Box<dyn AnyFeatures>,
}

/// The features of a name, or the first that a game declares.
pub(super) fn find(game: GameId, name: Option<&str>) -> PyResult<Box<dyn AnyFeatures>> {
    let found = match name {
        Some(name) => feature_set(game, name),
        None => feature_sets(game).into_iter().next(),
    };
    found.ok_or_else(|| {
        let list = |names: Vec<String>| names.join(", ");
        let known: Vec<String> = feature_sets(game).iter().map(|set| set.layout().name.to_owned()).collect();
        if known.is_empty() {
            let able = GameId::ALL.iter().filter(|game| !feature_sets(**game).is_empty()).map(ToString::to_string);
            return wrong(format!("{game} declares no features; games that do are {}", list(able.collect())));
        }
        wrong(format!("{game} has no features '{}'; it has {}", name.unwrap_or_default(), list(known)))
    })
}

/// Data, column numbers and row starts of a sparse matrix.
type Rows<'py> = (Bound<'py, PyByteArray>, Bound<'py, PyByteArray>, Bound<'py, PyByteArray>);

impl FeatureSet {
    fn layout(&self) -> &Layout {
        self.set.layout()
    }

    /// Reads the features of positions one after the other.
    fn read(&self, positions: &[PyRef<'_, Position>], mut visit: impl FnMut(&Sample)) -> PyResult<()> {
        let mut sample = Sample::default();
        for (number, position) in positions.iter().enumerate() {
            if !self.set.sample(&position.inner, &mut sample) {
                let other = position.inner.game();
                return Err(wrong(format!(
                    "positions[{number}] is of {other}, and these features are of {}",
                    self.game
                )));
            }
            visit(&sample);
        }
        Ok(())
    }
}

#[pymethods]
impl FeatureSet {
    #[new]
    #[pyo3(signature = (game, name = None))]
    fn new(game: GameArgument, name: Option<&str>) -> PyResult<Self> {
        let game = game.resolve()?;
        Ok(FeatureSet { game, set: find(game, name)? })
    }

    /// The game.
    #[getter(game)]
    fn its_game(&self) -> Game {
        Game(self.game)
    }

    /// The name.
    #[getter]
    fn name(&self) -> &'static str {
        self.layout().name
    }

    /// The version.
    #[getter]
    fn version(&self) -> u32 {
        self.layout().version
    }

    /// How many phases a game has.
    #[getter]
    fn phases(&self) -> usize {
        self.layout().phases
    }

    /// How many terms a position has.
    #[getter]
    fn terms(&self) -> usize {
        self.layout().terms
    }

    /// How many parameters there are to fit in each phase.
    #[getter]
    fn parameters(&self) -> usize {
        self.layout().parameters
    }

    /// The name and the number of entries of each table.
    #[getter]
    fn tables(&self) -> Vec<(&'static str, usize)> {
        self.layout().tables.iter().map(|table| (table.name, table.size)).collect()
    }

    /// The indices of positions as 32-bit numbers, as the player to move sees them.
    fn indices<'py>(&self, py: Python<'py>, positions: Vec<PyRef<'py, Position>>) -> PyResult<Bound<'py, PyByteArray>> {
        let mut all = Vec::with_capacity(positions.len() * self.layout().terms);
        self.read(&positions, |sample| all.extend_from_slice(&sample.indices))?;
        bytes(py, &all, u32::to_ne_bytes)
    }

    /// The phases of positions as 16-bit numbers.
    fn phases_of<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, Position>>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let mut all = Vec::with_capacity(positions.len());
        self.read(&positions, |sample| all.push(sample.phase as u16))?;
        bytes(py, &all, u16::to_ne_bytes)
    }

    /// Where the parameters of each entry start (64 bits), these (32 bits), and what each is multiplied by (16 bits).
    fn parameters_of<'py>(&self, py: Python<'py>) -> PyResult<Rows<'py>> {
        let (mut starts, mut parameters, mut factors) = (vec![0], Vec::new(), Vec::new());
        for entry in 0..self.layout().entries() as u32 {
            let shares = self.layout().parameters_of(entry);
            parameters.extend(shares.iter().map(|&(parameter, _)| parameter));
            factors.extend(shares.iter().map(|&(_, factor)| factor));
            starts.push(parameters.len() as i64);
        }
        Ok((
            bytes(py, &starts, i64::to_ne_bytes)?,
            bytes(py, &parameters, u32::to_ne_bytes)?,
            bytes(py, &factors, i16::to_ne_bytes)?,
        ))
    }

    /// The entry that the other player sees, by entry, as 32-bit numbers.
    fn turned<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        bytes(py, &self.layout().turned, u32::to_ne_bytes)
    }

    /// The rows of a sparse matrix with a column for each parameter, given the indices of positions: data (32-bit floats),
    /// columns (32 bits) and row starts (64 bits).
    fn design<'py>(&self, py: Python<'py>, indices: &[u8]) -> PyResult<Rows<'py>> {
        let (layout, indices) = (self.layout(), numbers(indices, u32::from_ne_bytes));
        if let Some((at, index)) = indices.iter().enumerate().find(|(_, index)| **index as usize >= layout.entries()) {
            let (row, column, most) = (at / layout.terms, at % layout.terms, layout.entries() - 1);
            return Err(wrong(format!("indices[{row}, {column}] is {index}, but must be between 0 and {most}")));
        }
        let (data, columns, starts) = py.detach(|| rows(layout, &indices));
        Ok((
            bytes(py, &data, f32::to_ne_bytes)?,
            bytes(py, &columns, i32::to_ne_bytes)?,
            bytes(py, &starts, i64::to_ne_bytes)?,
        ))
    }
}

/// Columns in each row ascend, and none is there twice or with zero.
fn rows(layout: &Layout, indices: &[u32]) -> (Vec<f32>, Vec<i32>, Vec<i64>) {
    let (mut data, mut columns, mut starts, mut row) = (Vec::new(), Vec::new(), vec![0], Vec::new());
    for terms in indices.chunks_exact(layout.terms) {
        row.clear();
        row.extend(terms.iter().flat_map(|&index| layout.parameters_of(index)).copied());
        row.sort_unstable_by_key(|&(parameter, _)| parameter);
        for same in row.chunk_by(|(one, _), (other, _)| one == other) {
            let sum: i32 = same.iter().map(|&(_, factor)| i32::from(factor)).sum();
            if sum != 0 {
                data.push(sum as f32);
                columns.push(same[0].0 as i32);
            }
        }
        starts.push(columns.len() as i64);
    }
    (data, columns, starts)
}
