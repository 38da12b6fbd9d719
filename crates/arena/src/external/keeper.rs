//! Ends engines that would outlive this program.
//!
//! A program that is killed cannot end its engines. A small shell does it instead: it is told which process groups run and
//! waits for the end of its input, which comes when this program has ended, however that happened.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::Pid;

use super::starter;

/// Reads `+ID` and `-ID`, one per line, and in the end kills the groups that are left. Only letters of the shell are used.
const SCRIPT: &str = r#"
groups=" "
while read -r line; do
    id=${line#?}
    case $line in
        +*) groups="$groups$id " ;;
        -*) groups="${groups%% $id *} ${groups#* $id }" ;;
    esac
done
for id in $groups; do kill -KILL "-$id"; done
"#;

/// The input of the shell, and the process that started it: a fork of the program starts its own.
static KEEPER: Mutex<Option<(u32, ChildStdin)>> = Mutex::new(None);

/// A process group that ends with this program, until this is dropped.
#[derive(Debug)]
pub(super) struct Kept(Pid);

impl Kept {
    /// Lets a process group end with this program. Where there is no shell, it is left to end by itself.
    pub(super) fn new(group: Pid) -> Self {
        tell('+', group);
        Kept(group)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        tell('-', self.0);
    }
}

fn tell(sign: char, group: Pid) {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    let own = std::process::id();
    if keeper.as_ref().is_none_or(|(process, _)| *process != own) {
        *keeper = start().ok().map(|input| (own, input));
    }
    if let Some((_, input)) = keeper.as_mut()
        && writeln!(input, "{sign}{}", group.as_raw_nonzero()).is_err()
    {
        *keeper = None;
    }
}

/// Starts the shell, out of reach of Ctrl-C.
fn start() -> io::Result<ChildStdin> {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
    let mut child = starter::spawn(command)?;
    child.stdin.take().ok_or_else(|| io::Error::other("it has no input"))
}
