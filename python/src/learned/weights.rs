//! Weights from arrays and from files.

use grandline_agents::learned::{Layout, Model, Network, Provenance, UNIT, Weights};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes};

use super::buffers::{bytes, numbers};
use super::features::find;
use crate::error::wrong;
use crate::game::{Game, GameArgument};
use crate::json;

/// What stands for 1 in vectors and the hidden bias of a network, and in its outputs.
const ACTIVE: f64 = Network::<(), (), 16>::ACTIVE as f64;
const OUTPUT: f64 = Network::<(), (), 16>::OUTPUT as f64;

/// Weights of a model; `grandline.Weights` makes them of arrays.
#[pyclass(frozen, module = "grandline")]
pub(crate) struct WeightsFile(Weights);

/// An array of floats with its name and shape, as Python hands it over.
#[derive(FromPyObject)]
pub(crate) struct Array {
    #[pyo3(item(0))]
    name: String,
    #[pyo3(item(1))]
    shape: Vec<usize>,
    #[pyo3(item(2))]
    bytes: PyBackedBytes,
}

impl Array {
    /// The numbers, in units, if the array has this shape and all of them fit.
    fn quantised(&self, shape: &[usize], axes: &str, unit: f64) -> PyResult<Vec<i16>> {
        let name = &self.name;
        if self.shape != shape {
            let (found, right) = (tuple(&self.shape), tuple(shape));
            return Err(wrong(format!("{name} has the shape {found}, but must have {right}: {axes}")));
        }
        let values = numbers(&self.bytes, f64::from_ne_bytes);
        let most = f64::from(i16::MAX) / unit;
        if let Some((at, value)) = values.iter().enumerate().find(|(_, value)| !(-most..=most).contains(*value)) {
            let columns = shape.get(1).copied().unwrap_or(1);
            let place = if shape.len() == 1 { at.to_string() } else { format!("{}, {}", at / columns, at % columns) };
            return Err(wrong(format!("{name}[{place}] is {value}, but must be between {:.2} and {most:.2}", -most)));
        }
        Ok(Weights::quantised(values, unit).collect())
    }
}

/// A shape as Python writes it.
fn tuple(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        _ => format!("({})", shape.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// The numbers of a model from its arrays.
fn values(model: Model, layout: &Layout, arrays: &[Array]) -> PyResult<Vec<i16>> {
    let (phases, parameters) = (layout.phases, layout.parameters);
    match (model, arrays) {
        (Model::Tables, [values]) => values.quantised(
            &[phases, parameters],
            "a row for each phase, a column for each parameter",
            f64::from(UNIT),
        ),
        (Model::Network { hidden }, [vectors, bias, outputs, output_bias]) => {
            let rows = "a row for each parameter, a column for each neuron";
            let mut all = vectors.quantised(&[parameters, hidden], rows, ACTIVE)?;
            all.extend(bias.quantised(&[hidden], "a number for each neuron", ACTIVE)?);
            let rows = "a row for each phase; its columns are neurons of the player to move, then of the other";
            let outputs = outputs.quantised(&[phases, 2 * hidden], rows, OUTPUT)?;
            let biases = output_bias.quantised(&[phases], "a number for each phase", OUTPUT)?;
            for (row, bias) in outputs.chunks_exact(2 * hidden).zip(biases) {
                all.extend_from_slice(row);
                all.push(bias);
            }
            Ok(all)
        }
        _ => Err(wrong(format!("{} arrays are not the arrays of a model {model}", arrays.len()))),
    }
}

/// An array as bytes with its name and shape.
type Given<'py> = (&'static str, Vec<usize>, Bound<'py, PyByteArray>);

#[pymethods]
impl WeightsFile {
    #[new]
    #[pyo3(signature = (
        game, features, model, arrays, *, seed = None, games = None, positions = None, loss = None, note = String::new(),
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python passes them by name")]
    fn new(
        game: GameArgument,
        features: Option<&str>,
        model: &str,
        arrays: Vec<Array>,
        seed: Option<u64>,
        games: Option<u64>,
        positions: Option<u64>,
        loss: Option<f64>,
        note: String,
    ) -> PyResult<Self> {
        let (game, model) = (game.resolve()?, model.parse::<Model>().map_err(wrong)?);
        let set = find(game, features)?;
        let layout = set.layout();
        let values = values(model, layout, &arrays)?;
        let made_by = format!("Python with grandline {}", env!("CARGO_PKG_VERSION"));
        let provenance = Provenance { made_by, seed, games, positions, loss, note };
        let (features, version) = (layout.name.to_owned(), layout.version);
        let weights = Weights { game, features, version, model, values, provenance };
        weights.check(game).map_err(wrong)?;
        Ok(WeightsFile(weights))
    }

    /// The weights of a file's content, checked.
    #[staticmethod]
    fn from_bytes(content: &[u8]) -> PyResult<Self> {
        let weights = Weights::from_bytes(content).map_err(wrong)?;
        weights.check(weights.game).map_err(wrong)?;
        Ok(WeightsFile(weights))
    }

    /// The content of a file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.0.to_bytes()))
    }

    /// The game.
    #[getter(game)]
    fn its_game(&self) -> Game {
        Game(self.0.game)
    }

    /// The name of the features.
    #[getter]
    fn features(&self) -> &str {
        &self.0.features
    }

    /// Their version.
    #[getter]
    fn version(&self) -> u32 {
        self.0.version
    }

    /// The model: "tables", "network:16" or "network:32".
    #[getter]
    fn model(&self) -> String {
        self.0.model.to_string()
    }

    /// Where they come from.
    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // Plain data is always JSON.
        json::to_python(py, &serde_json::to_value(&self.0.provenance).unwrap_or_default())
    }

    /// The SHA-256 of the numbers.
    #[getter]
    fn sha256(&self) -> String {
        self.0.hash()
    }

    /// The arrays of 64-bit floats that these weights can be made of, each with its name and shape.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Vec<Given<'py>>> {
        let set = find(self.0.game, Some(&self.0.features))?;
        let Layout { phases, parameters, .. } = *set.layout();
        let array = |name, shape, numbers: &[i16], unit: f64| -> PyResult<Given<'py>> {
            let numbers: Vec<f64> = numbers.iter().map(|&number| f64::from(number) / unit).collect();
            Ok((name, shape, bytes(py, &numbers, f64::to_ne_bytes)?))
        };
        let Model::Network { hidden } = self.0.model else {
            return Ok(vec![array("values", vec![phases, parameters], &self.0.values, f64::from(UNIT))?]);
        };
        let (vectors, rest) = self.0.values.split_at(parameters * hidden);
        let (bias, rest) = rest.split_at(hidden);
        let (mut outputs, mut biases) = (Vec::new(), Vec::new());
        for row in rest.chunks_exact(2 * hidden + 1) {
            outputs.extend_from_slice(&row[..2 * hidden]);
            biases.push(row[2 * hidden]);
        }
        Ok(vec![
            array("vectors", vec![parameters, hidden], vectors, ACTIVE)?,
            array("bias", vec![hidden], bias, ACTIVE)?,
            array("outputs", vec![phases, 2 * hidden], &outputs, OUTPUT)?,
            array("output_bias", vec![phases], &biases, OUTPUT)?,
        ])
    }
}
