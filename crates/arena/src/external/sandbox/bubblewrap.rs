//! The command line that confines a program.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::super::ExternalOptions;
use super::super::command::{CommandLine, StartError};
use super::super::starter;
use super::interpreter::Interpreter;
use super::{Limits, visible};

/// How this program may confine others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In a user namespace of its own. The limit on processes counts within it.
    User,
    /// Under a user of its own. The system does not limit the processes of root, not even in another namespace.
    Root,
}

/// Users from here on belong to nobody: systemd and the Linux distributions leave them alone.
const FIRST_USER: u32 = 1_879_048_192;
/// How many of them are used in turn.
const USERS: u32 = 1 << 20;

/// How programs can be confined here, tried once; otherwise why they cannot.
pub(super) fn form() -> Result<Form, &'static String> {
    static FORM: OnceLock<Result<Form, String>> = OnceLock::new();
    FORM.get_or_init(|| {
        let form = if rustix::process::geteuid().is_root() { Form::Root } else { Form::User };
        probe(form).map(|()| form)
    })
    .as_ref()
    .copied()
}

/// Runs a program that does nothing with everything a confined agent gets.
fn probe(form: Form) -> Result<(), String> {
    let nothing = CommandLine::new("true", Vec::new());
    let words = command(form, &nothing, &ExternalOptions::default()).map_err(|error| error.to_string())?;
    let mut command = process(&words);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let output = match starter::spawn(command).and_then(std::process::Child::wait_with_output) {
        Ok(output) => output,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err("bubblewrap is not installed (on Debian and Ubuntu: apt-get install bubblewrap)".to_owned());
        }
        Err(error) => return Err(format!("bubblewrap cannot be started: {error}")),
    };
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().last().map_or_else(|| output.status.to_string(), str::to_owned);
    Err(format!("bubblewrap does not work on this system: {said}"))
}

/// The process of a confined command. It starts without the environment of this program, which the agent could read from
/// the sandbox's own first process.
pub(crate) fn process(words: &[String]) -> Command {
    let mut command = starter::command(words);
    command.env_clear().env("PATH", PATH);
    command
}

/// The program and arguments that run a command confined.
pub(super) fn command(form: Form, command: &CommandLine, options: &ExternalOptions) -> Result<Vec<String>, StartError> {
    let refused = |reason: String| StartError::NotConfined(command.to_string(), reason);
    let folder = std::env::current_dir().map_err(|error| refused(format!("the current folder is gone: {error}")))?;
    let interpreter = match command.own_file() {
        Some(_) => Some(Interpreter::of(command).map_err(|error| command.start_error(&error))?),
        None => None,
    };
    let visible = visible::mounts(command, interpreter.as_ref(), &folder, options);
    if form == Form::Root
        && let Some(path) = visible.unreadable
    {
        return Err(StartError::Unreadable(command.to_string(), path.display().to_string()));
    }
    let mut words = vec!["bwrap".to_owned()];
    let mut add = |more: &[&str]| words.extend(more.iter().copied().map(str::to_owned));
    match form {
        Form::User => add(&["--unshare-user", "--cap-drop", "ALL"]),
        // What is needed to become another user, and is lost by that.
        Form::Root => add(&["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]),
    }
    add(&["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]);
    add(&["--die-with-parent", "--new-session"]);
    add(&visible.words.iter().map(String::as_str).collect::<Vec<_>>());
    add(&["--chdir", &text(&folder)]);
    add(&["--clearenv", "--setenv", "PATH", PATH, "--setenv", "HOME", "/tmp", "--setenv", "LANG", "C.UTF-8"]);
    if let Some(interpreter) = &interpreter {
        add(&["--setenv", "PYTHONDONTWRITEBYTECODE", "1"]);
        if let Some(path) = &interpreter.python_path {
            add(&["--setenv", "PYTHONPATH", path]);
        }
    }
    add(&["--"]);
    if form == Form::Root {
        let user = own_user();
        add(&["setpriv", &format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups", "--"]);
    }
    let limits = limits(options);
    add(&limits.iter().map(String::as_str).collect::<Vec<_>>());
    let program = interpreter.as_ref().map_or(command.program(), |interpreter| interpreter.program.as_str());
    add(&["--", program]);
    add(&command.words().iter().map(String::as_str).collect::<Vec<_>>());
    Ok(words)
}

/// Where programs are found, the sandbox included.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// A program that sets the limits and then becomes the agent, so that the agent never runs without them.
fn limits(options: &ExternalOptions) -> Vec<String> {
    let Limits { memory, processor } = Limits::of(options);
    let sandbox = &options.sandbox;
    // The system counts whole seconds. The first limit sends SIGXCPU, the second kills.
    let seconds = processor.as_secs() + u64::from(processor.subsec_nanos() > 0);
    let mut words = vec!["prlimit".to_owned(), format!("--cpu={seconds}:{}", seconds + 1)];
    let same = [
        ("as", memory),
        ("nproc", sandbox.processes),
        ("nofile", sandbox.open_files),
        ("fsize", sandbox.file_size),
        ("core", 0),
    ];
    words.extend(same.map(|(name, most)| format!("--{name}={most}:{most}")));
    words
}

/// A user that no other confined agent of this program has at the time.
fn own_user() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    // Two runs of the program at the same time begin at different places.
    let number = std::process::id().wrapping_mul(1 << 10).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
    FIRST_USER + number % USERS
}

/// A path as an argument.
pub(super) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
