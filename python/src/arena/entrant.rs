//! Who takes part: texts name agents as the command line does, everything else is a Python agent.

use grandline_arena::tournament::Entrant;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::agent::Agent;

/// A Python agent and the name it plays under.
pub(super) struct PythonAgent {
    pub(super) name: String,
    pub(super) object: Py<PyAny>,
    /// Whether it is a class, of which every game has an object of its own.
    pub(super) is_class: bool,
}

/// Sorts agents into those that a text names and those that are Python's. The text of a Python agent
/// says only what it is.
pub(super) fn invite(agents: Vec<(String, Bound<'_, PyAny>)>) -> PyResult<(Vec<Entrant>, Vec<PythonAgent>)> {
    let (mut entrants, mut guests) = (Vec::new(), Vec::new());
    for (name, object) in agents {
        let text = if let Ok(text) = object.cast::<PyString>() {
            text.to_string()
        } else if let Ok(agent) = object.cast::<Agent>() {
            agent.get().text().to_owned()
        } else {
            let is_class = object.is_instance_of::<PyType>();
            if !object.hasattr("choose")? && (is_class || !object.is_callable()) {
                let found = object.repr()?;
                return Err(PyTypeError::new_err(format!(
                    "{found} is not an agent: a name is, a function (position, clock) -> move, or something with a \
                     method choose(position, clock)"
                )));
            }
            guests.push(PythonAgent { name: name.clone(), object: object.clone().unbind(), is_class });
            format!("a Python {}", if is_class { "class" } else { "object" })
        };
        entrants.push(Entrant { name, agent: text, elo: None });
    }
    Ok((entrants, guests))
}
