//! `Piece`: a piece on the board.

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyTuple, PyType};

use super::{Reduced, reduced};

/// A piece on a board of seahorse: its type such as "RCW" and the id of its owner.
#[pyclass(frozen, subclass, dict, weakref, module = "grandline._native")]
pub(crate) struct Piece {
    /// Colour, kind and owner, as letters.
    #[pyo3(get)]
    pub(super) piece_type: Py<PyString>,
    /// Who placed it.
    #[pyo3(get)]
    pub(super) owner_id: Py<PyAny>,
}

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (piece_type, owner = None, owner_id = None))]
    fn new(
        py: Python<'_>,
        piece_type: Py<PyString>,
        owner: Option<Bound<'_, PyAny>>,
        owner_id: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let owner_id = match (owner, owner_id) {
            (Some(owner), _) => owner.call_method0("get_id")?.unbind(),
            (None, Some(id)) => id,
            (None, None) => (-1i64).into_pyobject(py)?.into_any().unbind(),
        };
        Ok(Piece { piece_type, owner_id })
    }

    /// Its type, such as "RCW".
    fn get_type(&self, py: Python<'_>) -> Py<PyString> {
        self.piece_type.clone_ref(py)
    }

    /// The id of its owner.
    fn get_owner_id(&self, py: Python<'_>) -> Py<PyAny> {
        self.owner_id.clone_ref(py)
    }

    /// A piece of the same type without an owner: seahorse drops the owner here.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Piece::new(py, self.piece_type.clone_ref(py), None, None)
    }

    /// A dictionary of its attributes.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        [("piece_type", self.piece_type.bind(py).as_any()), ("owner_id", self.owner_id.bind(py))].into_py_dict(py)
    }

    /// The piece of a text that `to_json` would give.
    #[classmethod]
    #[pyo3(signature = (data, **_more))]
    fn from_json<'py>(
        class: &Bound<'py, PyType>,
        data: &Bound<'py, PyAny>,
        _more: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = class.py().import("json")?.call_method1("loads", (data,))?.cast_into::<PyDict>()?;
        class.call((), Some(&values))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyTuple::new(py, [self.piece_type.bind(py).as_any(), self.owner_id.bind(py)])?.hash()
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Piece>() else { return Ok(false) };
        let other = other.get();
        Ok(self.piece_type.bind(py).as_any().eq(&other.piece_type)? && self.owner_id.bind(py).eq(&other.owner_id)?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Piece({}, owner_id={})", self.piece_type.bind(py).repr()?, self.owner_id.bind(py).repr()?))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let (py, this) = (slf.py(), slf.get());
        reduced(slf, (this.piece_type.clone_ref(py), py.None(), this.owner_id.clone_ref(py)))
    }
}
