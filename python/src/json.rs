//! JSON values as Python objects.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// Converts a JSON value to a dictionary, list, number, string or `None`.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => Ok(truth.into_pyobject(py)?.to_owned().into_any()),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => Ok(number.into_pyobject(py)?.into_any()),
            (None, Some(number)) => Ok(number.into_pyobject(py)?.into_any()),
            (None, None) => Ok(number.as_f64().into_pyobject(py)?),
        },
        Value::String(text) => Ok(text.into_pyobject(py)?.into_any()),
        Value::Array(items) => {
            let items = items.iter().map(|item| to_python(py, item)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, items)?.into_any())
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, item) in entries {
                dict.set_item(key, to_python(py, item)?)?;
            }
            Ok(dict.into_any())
        }
    }
}
