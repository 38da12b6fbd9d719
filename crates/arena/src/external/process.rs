//! An external engine as a child process: it cannot block, flood or outlive the arena.
//!
//! The arena's ends of the pipes never block, and one `poll` waits for all of them at once, so that no threads are needed.
//! Between questions nothing is read: a process that floods its output then blocks on its own pipe.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use grandline_search::{Clock, WallClock};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::ExternalOptions;
use super::command::{CommandLine, StartError};
use super::keeper::Kept;
use super::lines::{Excess, Lines};
use super::processor::cpu_time;
use super::sandbox::{self, Limits, Watched};
use super::starter;
use super::transcript::Transcript;

/// How long a process may take to end when it is told to, and again after the first signal.
const QUITTING: Duration = Duration::from_millis(500);
/// How long a process that has closed its output may take to end before it counts as running without output.
const CLOSING: Duration = Duration::from_secs(1);
/// How often to look, while waiting, whether the process has died and left its pipes to its children.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes per read.
const CHUNK: usize = 64 * 1024;

/// Why there will be no further line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// The process has ended.
    Ended(ExitStatus),
    /// It is running, but has closed its output.
    Closed,
    /// It writes too much.
    Excess(Excess),
}

/// A running process, its pipes, and the transcript.
pub(crate) struct Process {
    child: Child,
    /// The id of the child, and of the process group that it leads.
    id: Pid,
    /// The watch over it and everything it starts, if it is confined.
    watched: Option<Watched>,
    /// Lets it end with this program, if it is not confined; a sandbox does so by itself.
    kept: Option<Kept>,
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
        let refused = |reason: &str| StartError::Refused(command.to_string(), reason.to_owned());
        let confined = sandbox::confine(command, options)?;
        let mut program = match &confined {
            Some(words) => sandbox::process(words),
            None => starter::command(&command.all_words()),
        };
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = starter::spawn(program).map_err(|error| command.start_error(&error))?;
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or_else(|| refused("it has no id"))?;
        let watched = confined.is_some().then(|| Watched::start(id, Limits::of(options)));
        let kept = watched.is_none().then(|| Kept::new(id));
        if kept.is_some() {
            limit(id, options);
        }
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Process {
            child,
            id,
            watched,
            kept,
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

    /// Makes the arena's ends of the pipes non-blocking. The other ends are not changed.
    fn unblock(&self) -> rustix::io::Result<()> {
        self.input.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        self.output.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        self.errors.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))
    }

    /// The time since the process was started.
    pub(crate) fn now(&self) -> Duration {
        self.clock.now()
    }

    /// The CPU time of the process and its descendants, where the system reports it.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        cpu_time(self.id)
    }

    /// Sends a line. What the process does not read at once is written while waiting for its answer.
    pub(crate) fn send(&mut self, line: &str) {
        self.transcript.sent(line);
        self.send_bytes(line.as_bytes());
        self.send_bytes(b"\n");
        self.flush();
    }

    /// Sends bytes that are not kept in the transcript, without a line end.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.outgoing.extend_from_slice(bytes);
    }

    /// Closes the input of the process.
    pub(crate) fn close_input(&mut self) {
        self.flush();
        self.input = None;
    }

    /// Output from now on counts as one answer.
    pub(crate) fn expect_answer(&mut self) {
        self.lines.restart_count();
    }

    /// The next line; `None` if there was none until then by [`Process::now`].
    pub(crate) fn receive(&mut self, until: Duration) -> Result<Option<String>, ReadError> {
        loop {
            if let Some(line) = self.lines.next().map_err(ReadError::Excess)? {
                self.transcript.received(&line);
                return Ok(Some(line));
            }
            if self.output.is_none() {
                return self.receive_rest();
            }
            // Bytes that are already there are read even if the time is over.
            let left = until.saturating_sub(self.now());
            if self.wait(left.min(LOOK)) {
                continue;
            }
            if left.is_zero() {
                return Ok(None);
            }
            // A process that has died may have left its pipes to its children.
            if let Some(status) = self.ended()
                && !self.wait(Duration::ZERO)
            {
                return self.last_line_or(ReadError::Ended(status));
            }
        }
    }

    /// The last line before the output was closed, and then why it was.
    fn receive_rest(&mut self) -> Result<Option<String>, ReadError> {
        let end = self.now() + CLOSING;
        let status = self.wait_for_end(end);
        self.last_line_or(status.map_or(ReadError::Closed, ReadError::Ended))
    }

    fn last_line_or(&mut self, error: ReadError) -> Result<Option<String>, ReadError> {
        self.read_errors();
        match self.lines.rest() {
            Some(line) => {
                self.transcript.received(&line);
                Ok(Some(line))
            }
            None => Err(error),
        }
    }

    /// Waits until a pipe can be read or written; returns whether the output has changed.
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
        self.flush();
        self.read_errors();
        let count = read(&mut self.output, &mut self.chunk);
        self.lines.add(&self.chunk[..count]);
        count > 0 || self.output.is_none()
    }

    fn read_errors(&mut self) {
        let count = read(&mut self.errors, &mut self.chunk);
        self.transcript.add_errors(&self.chunk[..count]);
    }

    /// Writes as much as the process accepts.
    fn flush(&mut self) {
        while let Some(input) = self.input.as_mut().filter(|_| !self.outgoing.is_empty()) {
            match input.write(&self.outgoing) {
                Ok(count) => drop(self.outgoing.drain(..count)),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // A process that has closed its input has ended, or will be found silent.
                Err(_) => self.input = None,
            }
        }
    }

    /// The exit status of the process, if it has ended. The process is not reaped, so that its id and its group stay its own.
    pub(crate) fn ended(&self) -> Option<ExitStatus> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.id), options).ok().flatten()?;
        let code = status.exit_status().map(|code| code << 8);
        let status = code.or(status.terminating_signal()).map(ExitStatus::from_raw)?;
        Some(if self.watched.is_some() { of_confined(status) } else { status })
    }

    /// Why it was ended for what it used together with the processes it started, if it was.
    pub(crate) fn excess(&self) -> Option<sandbox::Excess> {
        self.watched.as_ref().and_then(Watched::excess)
    }

    /// Waits for the end of the process.
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

    /// Closes the input and waits for the end. The output is read so that the process cannot block on it.
    pub(crate) fn run_out(&mut self, limit: Duration) -> Option<ExitStatus> {
        self.close_input();
        let until = self.now() + limit;
        while let Ok(Some(_)) = self.receive(until) {}
        self.wait_for_end(until)
    }

    /// Sends a last line, closes the input, and gives the process time to end by itself.
    pub(crate) fn quit(mut self, last_line: &str) {
        self.send(last_line);
        self.close_input();
        let end = self.now() + QUITTING;
        self.wait_for_end(end);
    }
}

impl Drop for Process {
    /// Ends what is left of the process group, first with `SIGTERM`, then with `SIGKILL`, and reaps the child.
    fn drop(&mut self) {
        (self.input, self.output, self.errors) = (None, None, None);
        // An error means that the group is already gone.
        let _ = kill_process_group(self.id, Signal::TERM);
        let end = self.now() + QUITTING;
        self.wait_for_end(end);
        let _ = kill_process_group(self.id, Signal::KILL);
        // Once it is reaped its id may be that of another process.
        (self.watched, self.kept) = (None, None);
        let _ = self.child.wait();
    }
}

/// The exit status of a confined program: the sandbox itself exits with 128 and the signal that ended the program.
fn of_confined(status: ExitStatus) -> ExitStatus {
    match status.code() {
        Some(code @ 129..=192) => ExitStatus::from_raw(code - 128),
        _ => status,
    }
}

/// Limits the memory and the CPU time of a process and of each process it starts.
#[cfg(target_os = "linux")]
fn limit(id: Pid, options: &ExternalOptions) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let bound = |resource, current: u64, maximum: u64| {
        // An error means that the process has already ended.
        let _ = prlimit(Some(id), resource, Rlimit { current: Some(current), maximum: Some(maximum) });
    };
    if let Some(bytes) = options.memory {
        bound(Resource::As, bytes, bytes);
    }
    if let Some(time) = options.processor {
        // The system counts whole seconds. The first limit sends SIGXCPU, the second kills.
        let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
        bound(Resource::Cpu, seconds, seconds + 1);
    }
}

/// Other systems do not let a process limit another.
#[cfg(not(target_os = "linux"))]
fn limit(_id: Pid, _options: &ExternalOptions) {}

/// Reads what is available; a pipe that has ended is dropped.
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
    fn a_process_that_does_not_read_does_not_block() {
        let mut process = start("sleep 1000");
        process.send(&"x".repeat(1 << 20));
        assert_eq!(process.receive(Duration::ZERO), Ok(None));
        assert!(process.outgoing.len() > 1 << 19, "most of it is still here");
    }

    #[test]
    fn lines_are_written_while_waiting() {
        let mut process = start("tail -c 10");
        process.send(&"x".repeat(1 << 20));
        process.send("the end");
        while !process.outgoing.is_empty() {
            assert_eq!(process.receive(process.now()), Ok(None));
        }
        process.close_input();
        let forever = process.now() + Duration::from_secs(1000);
        assert_eq!(process.receive(forever), Ok(Some("x".to_owned())));
        assert_eq!(process.receive(forever), Ok(Some("the end".to_owned())));
        let end = process.receive(forever);
        assert!(matches!(end, Err(ReadError::Ended(status)) if status.success()), "{end:?}");
    }
}
