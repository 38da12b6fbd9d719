//! The agents of a match: a text is an agent as on the command line, any other object is a Python agent.

use grandline_arena::AgentSpec;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::agent::Agent;

/// A Python agent and the text that specifies it in the tournament.
pub(super) struct PythonAgent {
    pub(super) text: String,
    pub(super) object: Py<PyAny>,
    /// Whether it is a class, which is instantiated for every game.
    pub(super) is_class: bool,
}

/// The specs of all agents, and those agents that are Python objects. Each agent comes with its name.
pub(super) fn read(agents: Vec<(String, Bound<'_, PyAny>)>) -> PyResult<(Vec<AgentSpec>, Vec<PythonAgent>)> {
    let (mut specs, mut objects) = (Vec::new(), Vec::new());
    for (name, object) in agents {
        let text = if let Ok(text) = object.cast::<PyString>() {
            text.to_string()
        } else if let Ok(agent) = object.cast::<Agent>() {
            agent.get().name.clone()
        } else {
            let agent = PythonAgent::new(&name, object)?;
            let text = agent.text.clone();
            objects.push(agent);
            text
        };
        specs.push(AgentSpec { name, ..AgentSpec::new(text) });
    }
    Ok((specs, objects))
}

impl PythonAgent {
    fn new(name: &str, object: Bound<'_, PyAny>) -> PyResult<Self> {
        let is_class = object.is_instance_of::<PyType>();
        if !object.hasattr("choose")? && (is_class || !object.is_callable()) {
            let found = object.repr()?;
            return Err(PyTypeError::new_err(format!(
                "{found} is not an agent: pass a name, a function (position, clock) -> move, or an object with a method \
                 choose(position, clock)"
            )));
        }
        // The name alone could be the text of a preset.
        let text = format!("Python {} {name}", if is_class { "class" } else { "object" });
        Ok(PythonAgent { text, object: object.unbind(), is_class })
    }
}
