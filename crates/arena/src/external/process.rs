//! A program of somebody else as a child process: it cannot block us, flood us, or outlive us.
//!
//! Our ends of its pipes never block, and one `poll` waits for all of them at once, so there are no threads to leave
//! behind. While nobody asks, nobody reads: a program that floods its output is then held up by its own pipe.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use grandline_search::{Clock, WallClock};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::lines::{Excess, Lines};
use super::processor::processor_time;
use super::transcript::Transcript;

/// How long a program has to end by itself when it is told to, and again when it is asked by signal.
const PARTING: Duration = Duration::from_millis(500);
/// How long a program that has closed its output may take to end, before it counts as one that goes on without.
const CLOSING: Duration = Duration::from_secs(1);
/// How often a waiting host looks whether the program has died while somebody else holds its pipes open.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes that are read at once.
const CHUNK: usize = 64 * 1024;

/// Why nothing more will be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The process has ended.
    Ended(ExitStatus),
    /// It goes on, but has closed its output.
    Closed,
    /// It says too much.
    Excess(Excess),
}

/// A running program, its pipes, and what was said.
pub(crate) struct Process {
    child: Child,
    /// The id of the child, and of the process group that it leads.
    id: Pid,
    clock: WallClock,
    input: Option<ChildStdin>,
    outgoing: Vec<u8>,
    output: Option<ChildStdout>,
    lines: Lines,
    errors: Option<ChildStderr>,
    pub(crate) transcript: Transcript,
    chunk: Box<[u8]>,
}

impl Process {
    /// Starts a program in a process group of its own.
    pub(crate) fn start(command: &CommandLine, options: &ExternalOptions) -> Result<Self, StartError> {
        command.check_script()?;
        let refused = |reason: &str| StartError::Refused { command: command.to_string(), reason: reason.to_owned() };
        let mut child = Command::new(command.program())
            .args(command.words())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(|error| command.start_error(&error))?;
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or_else(|| refused("it has no id"))?;
        limit(id, options);
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process {
            child,
            id,
            clock: WallClock::start(),
            input,
            outgoing: Vec::new(),
            output,
            lines: Lines::new(options.longest_line, options.most_output),
            errors,
            transcript: Transcript::default(),
            chunk: vec![0; CHUNK].into_boxed_slice(),
        };
        process.unblock().map_err(|error| refused(&error.to_string()))?;
        Ok(process)
    }

    /// Makes our ends of the pipes return at once whatever happens at the other end, which this does not change.
    fn unblock(&self) -> rustix::io::Result<()> {
        self.input.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        self.output.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        self.errors.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))
    }

    /// The time since the program was started.
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// The processor time of the program and all it has started, where the system tells.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        processor_time(self.id)
    }

    /// Tells the program a line. What it does not read at once is passed on while waiting for its answer.
    pub(crate) fn tell(&mut self, line: &str) {
        self.transcript.told(line);
        self.tell_bytes(line.as_bytes());
        self.tell_bytes(b"\n");
        self.pass_on();
    }

    /// The same without a record and as it is.
    pub(crate) fn tell_bytes(&mut self, bytes: &[u8]) {
        self.outgoing.extend_from_slice(bytes);
    }

    /// Nothing more will be told.
    pub(crate) fn close_input(&mut self) {
        self.pass_on();
        self.input = None;
    }

    /// What comes from now on counts as one answer.
    pub(crate) fn expect_answer(&mut self) {
        self.lines.restart_count();
    }

    /// The next line; `None` if none has come until then by [`Process::now`].
    pub(crate) fn hear(&mut self, until: Duration) -> Result<Option<String>, Trouble> {
        loop {
            if let Some(line) = self.lines.next().map_err(Trouble::Excess)? {
                self.transcript.heard(&line);
                return Ok(Some(line));
            }
            if self.output.is_none() {
                return self.hear_rest();
            }
            // Bytes that are there are always looked at, even by one who does not want to wait.
            let left = until.saturating_sub(self.now());
            if self.wait(left.min(LOOK)) {
                continue;
            }
            if left.is_zero() {
                return Ok(None);
            }
            // A program that has died may have left its pipes to children that live.
            if let Some(status) = self.ended()
                && !self.wait(Duration::ZERO)
            {
                return self.last_words(Trouble::Ended(status));
            }
        }
    }

    /// What was left unsaid when the output was closed, and then why.
    fn hear_rest(&mut self) -> Result<Option<String>, Trouble> {
        let end = self.now() + CLOSING;
        let status = self.wait_for_end(end);
        self.last_words(status.map_or(Trouble::Closed, Trouble::Ended))
    }

    fn last_words(&mut self, trouble: Trouble) -> Result<Option<String>, Trouble> {
        self.read_errors();
        match self.lines.rest() {
            Some(line) => {
                self.transcript.heard(&line);
                Ok(Some(line))
            }
            None => Err(trouble),
        }
    }

    /// Waits until a pipe has something for us or takes something from us; whether there is news of the output.
    fn wait(&mut self, longest: Duration) -> bool {
        let timeout = Timespec { tv_sec: longest.as_secs() as i64, tv_nsec: longest.subsec_nanos().into() };
        let mut pipes = Vec::with_capacity(3);
        pipes.extend(self.output.as_ref().map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)));
        pipes.extend(self.errors.as_ref().map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)));
        let input = self.input.as_ref().filter(|_| !self.outgoing.is_empty());
        pipes.extend(input.map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::OUT)));
        // An interrupted wait is only a short one.
        let _ = poll(&mut pipes, Some(&timeout));
        drop(pipes);
        self.pass_on();
        self.read_errors();
        let count = read(&mut self.output, &mut self.chunk);
        self.lines.add(&self.chunk[..count]);
        count > 0 || self.output.is_none()
    }

    fn read_errors(&mut self) {
        let count = read(&mut self.errors, &mut self.chunk);
        self.transcript.complained(&self.chunk[..count]);
    }

    /// Writes what the program takes.
    fn pass_on(&mut self) {
        while let Some(input) = self.input.as_mut().filter(|_| !self.outgoing.is_empty()) {
            match input.write(&self.outgoing) {
                Ok(count) => drop(self.outgoing.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // Whoever does not listen any more has ended or will be found silent.
                Err(_) => self.input = None,
            }
        }
    }

    /// How the program has ended, if it has. Its id stays taken until it is reaped at last, so that its group can still be
    /// named without meaning somebody else's.
    pub(crate) fn ended(&self) -> Option<ExitStatus> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.id), options).ok().flatten()?;
        let code = status.exit_status().map(|code| code << 8);
        code.or(status.terminating_signal()).map(ExitStatus::from_raw)
    }

    /// Waits for the end of the program.
    pub(crate) fn wait_for_end(&mut self, until: Duration) -> Option<ExitStatus> {
        let mut pause = Duration::from_micros(100);
        loop {
            let status = self.ended();
            if status.is_some() || self.now() >= until {
                return status;
            }
            sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }

    /// Ends the program in peace if it listens to a last line and to the end of its input.
    pub(crate) fn part(mut self, farewell: &str) {
        self.tell(farewell);
        self.close_input();
        let end = self.now() + PARTING;
        self.wait_for_end(end);
    }
}

impl Drop for Process {
    /// Ends whatever is left of the process group, first politely, and reaps the child.
    fn drop(&mut self) {
        (self.input, self.output, self.errors) = (None, None, None);
        // A group that is gone is what we want, so that errors do not matter.
        let _ = kill_process_group(self.id, Signal::TERM);
        let end = self.now() + PARTING;
        self.wait_for_end(end);
        let _ = kill_process_group(self.id, Signal::KILL);
        let _ = self.child.wait();
    }
}

/// Bounds the memory and the processor time of a program and of each it starts.
#[cfg(target_os = "linux")]
fn limit(id: Pid, options: &ExternalOptions) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let bound = |resource, current: u64, maximum: u64| {
        // A program that has ended already needs no limit.
        let _ = prlimit(Some(id), resource, Rlimit { current: Some(current), maximum: Some(maximum) });
    };
    if let Some(bytes) = options.memory {
        bound(Resource::As, bytes, bytes);
    }
    if let Some(time) = options.processor {
        // Whole seconds are what the system counts in. At the first limit comes a signal that says why, at the second death.
        let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
        bound(Resource::Cpu, seconds, seconds + 1);
    }
}

/// Other systems do not let a process bound another.
#[cfg(not(target_os = "linux"))]
fn limit(_id: Pid, _options: &ExternalOptions) {}

/// Reads what is there; a pipe that has ended is dropped.
fn read<P: Read>(pipe: &mut Option<P>, chunk: &mut [u8]) -> usize {
    let Some(open) = pipe else { return 0 };
    match open.read(chunk) {
        Ok(0) => *pipe = None,
        Ok(count) => return count,
        Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
        Err(_) => *pipe = None,
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(command: &str) -> Process {
        let command = command.parse().expect("a command");
        Process::start(&command, &ExternalOptions::default()).expect("it starts")
    }

    #[test]
    fn a_program_that_does_not_read_blocks_nobody() {
        let mut process = start("sleep 1000");
        process.tell(&"x".repeat(1 << 20));
        assert_eq!(process.hear(Duration::ZERO), Ok(None));
        assert!(process.outgoing.len() > 1 << 19, "most of it is still here");
    }

    #[test]
    fn what_is_told_is_passed_on_while_waiting() {
        let mut process = start("tail -c 10");
        process.tell(&"x".repeat(1 << 20));
        process.tell("the end");
        while !process.outgoing.is_empty() {
            assert_eq!(process.hear(process.now()), Ok(None));
        }
        process.close_input();
        let forever = process.now() + Duration::from_secs(1000);
        assert_eq!(process.hear(forever), Ok(Some("x".to_owned())));
        assert_eq!(process.hear(forever), Ok(Some("the end".to_owned())));
        let end = process.hear(forever);
        assert!(matches!(end, Err(Trouble::Ended(status)) if status.success()), "{end:?}");
    }
}
