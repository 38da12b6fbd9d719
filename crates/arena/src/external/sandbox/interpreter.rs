//! Where a Python interpreter has its packages.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use super::super::command::CommandLine;
use super::super::starter;

/// What an interpreter says about itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Interpreter {
    /// Its absolute path.
    pub(super) program: String,
    /// The folders and files that it and its packages are in.
    pub(super) paths: Vec<PathBuf>,
    /// The search path that its user has set, if any.
    pub(super) python_path: Option<String>,
}

/// Asks an interpreter where everything is. Run in the root folder, it imports nothing from an agent's.
const QUESTION: &str = r#"
import importlib.util, json, os, sys
package = importlib.util.find_spec("grandline")
programs = [os.path.dirname(sys.executable), os.path.dirname(os.path.realpath(sys.executable))]
paths = [sys.prefix, sys.base_prefix, sys.exec_prefix, *programs, *sys.path]
paths += list(package.submodule_search_locations or []) if package else []
paths = [path for path in paths if os.path.isabs(path) and os.path.exists(path) and path != "/"]
print(json.dumps({
    "program": sys.executable,
    "paths": list(dict.fromkeys(paths)),
    "python_path": os.environ.get("PYTHONPATH"),
}))
"#;

impl Interpreter {
    /// The interpreter of a command, asked once per run of the program.
    pub(super) fn of(command: &CommandLine) -> io::Result<Self> {
        static KNOWN: Mutex<Option<HashMap<String, Interpreter>>> = Mutex::new(None);
        let program = command.program();
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if let Some(interpreter) = known.get(program) {
            return Ok(interpreter.clone());
        }
        let interpreter = ask(program)?;
        known.insert(program.to_owned(), interpreter.clone());
        Ok(interpreter)
    }
}

fn ask(program: &str) -> io::Result<Interpreter> {
    // A path such as ./venv/bin/python is meant from here; a name is looked up by the system.
    let found = if program.contains('/') {
        std::path::absolute(program)?.to_string_lossy().into_owned()
    } else {
        program.to_owned()
    };
    let mut command = starter::command(&[found, "-c".to_owned(), QUESTION.to_owned()]);
    command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = starter::spawn(command)?.wait_with_output()?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().last().unwrap_or("it said nothing");
        io::Error::other(format!("{program} does not say where its packages are: {said}"))
    })
}
