//! Runs an attack with and without confinement.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

use grandline_arena::agent::{Failure, Player, Turn};
use grandline_arena::external::{CommandLine, ExternalOptions, JsonPlayer, Sandbox, SandboxMode};
use grandline_games::{AnyPosition, GameId};
use grandline_search::Limits;
use tempfile::TempDir;

/// Long enough for any machine: no test depends on how long an honest agent takes.
const LONG: Duration = Duration::from_secs(120);

/// Options for agents with the rights of the user.
pub(crate) fn free() -> ExternalOptions {
    let sandbox = Sandbox { mode: SandboxMode::Off, ..Sandbox::default() };
    ExternalOptions { start: LONG, answer: LONG, grace: LONG, sandbox, ..ExternalOptions::default() }
}

/// Options for agents that must be confined.
pub(crate) fn confined() -> ExternalOptions {
    let sandbox = Sandbox { mode: SandboxMode::Require, engines: true, ..Sandbox::default() };
    ExternalOptions { sandbox, ..free() }
}

/// A folder that every user can read, with a copy of the attacks.
pub(crate) fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let attacks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sandbox/attacks");
    for file in std::fs::read_dir(attacks).expect("the attacks").map(|entry| entry.expect("a file").path()) {
        if file.extension().is_some_and(|ending| ending == "py") {
            std::fs::copy(&file, folder.path().join(file.file_name().expect("a name"))).expect("a copy");
        }
    }
    open_to_all(folder.path());
    folder
}

/// Lets everyone read a folder: temporary ones belong to their user alone.
pub(crate) fn open_to_all(path: &Path) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("our own folder");
}

/// An attack in a folder of its own, and the arguments that name its targets.
pub(crate) struct Attack {
    pub(crate) folder: TempDir,
    command: CommandLine,
}

impl Attack {
    pub(crate) fn new(name: &str, targets: &[&str]) -> Self {
        Attack::in_folder(folder(), name, targets)
    }

    pub(crate) fn in_folder(folder: TempDir, name: &str, targets: &[&str]) -> Self {
        let file = folder.path().join(name);
        assert!(file.exists(), "{name}");
        let targets = targets.iter().map(|target| format!(" '{target}'")).collect::<String>();
        let command = format!("python3 -B '{}'{targets}", file.display()).parse().expect("a command");
        Attack { folder, command }
    }

    /// The file of the attack or another one beside it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn player(&self, options: &ExternalOptions) -> JsonPlayer {
        JsonPlayer::new(self.command.clone(), options.clone())
    }

    /// Asks for one move. Returns whether the attack says that it succeeded.
    pub(crate) fn run(&self, options: &ExternalOptions) -> Result<bool, Failure> {
        ask(&mut self.player(options))
    }

    /// The same for an attack that leaves its agent able to move.
    pub(crate) fn succeeds(&self, options: &ExternalOptions) -> bool {
        self.run(options).unwrap_or_else(|failure| panic!("{}\n{:?}", failure.reason, failure.evidence))
    }
}

/// Asks a player for its first move.
pub(crate) fn ask(player: &mut dyn Player) -> Result<bool, Failure> {
    let position: AnyPosition = GameId::Connect4.set_up("-").expect("the start");
    player.begin(GameId::Connect4, 1)?;
    let limits = Limits::default();
    let answer = player.choose(&Turn::alone(&position, &limits, None), &mut |_| {})?;
    Ok(answer.report.counts.nodes == 1)
}

/// A process that does nothing, as a target.
pub(crate) struct Victim(pub(crate) Child);

impl Victim {
    pub(crate) fn new() -> Self {
        Victim(Command::new("sleep").arg("1000").spawn().expect("sleep"))
    }

    pub(crate) fn id(&self) -> String {
        self.0.id().to_string()
    }

    /// The state of the process: S sleeps, T is stopped.
    pub(crate) fn state(&self) -> Option<char> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id())).ok()?;
        stat.rsplit_once(") ")?.1.chars().next()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The processes of this machine with a word among their arguments.
pub(crate) fn processes_with(word: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").expect("/proc").flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let has_word = |id: &u32| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|argument| argument == word.as_bytes())
    };
    ids.filter(has_word).collect()
}

/// Waits until no process with a word is left; the system needs a moment to end them.
pub(crate) fn assert_gone(word: &str) {
    for _ in 0..1000 {
        if processes_with(word).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("still there: {:?}", processes_with(word));
}
