//! The one thread that starts processes.
//!
//! The system ties a process that asks to die with its parent to the thread that started it, so that thread must live as long
//! as the program. It also makes sure that a process inherits its three pipes and no other file of this program.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};

/// The first descriptor that is not standard input, output or error.
const FIRST_OTHER: i32 = 3;

/// What an engine does not need of the environment.
const SECRETS: [&str; 2] = ["NATS_PASSWORD", "PGPASSWORD"];

/// A command and where its process goes.
type Order = (Command, Sender<io::Result<Child>>);

/// The orders of the thread, and the process it belongs to: a fork of the program does not have the thread.
static ORDERS: Mutex<Option<(u32, Sender<Order>)>> = Mutex::new(None);

/// The command of a program and its arguments.
pub(super) fn command(words: &[String]) -> Command {
    let mut words = words.iter();
    let mut command = Command::new(words.next().map_or("", String::as_str));
    command.args(words);
    for name in SECRETS {
        command.env_remove(name);
    }
    command
}

/// Starts a process.
pub(super) fn spawn(command: Command) -> io::Result<Child> {
    let gone = || io::Error::other("the thread that starts processes has ended");
    let (reply, answer) = mpsc::channel();
    orders()?.send((command, reply)).map_err(|_| gone())?;
    answer.recv().map_err(|_| gone())?
}

/// Where to send orders; the thread is started if there is none.
fn orders() -> io::Result<Sender<Order>> {
    let mut orders = ORDERS.lock().unwrap_or_else(PoisonError::into_inner);
    let own = std::process::id();
    if let Some((_, sender)) = orders.as_ref().filter(|(process, _)| *process == own) {
        return Ok(sender.clone());
    }
    let (sender, receiver) = mpsc::channel::<Order>();
    std::thread::Builder::new().name("starter".to_owned()).spawn(move || {
        for (mut command, reply) in receiver {
            // Everything this program opens is closed in its children. What it inherited itself may not be.
            close_fds::set_fds_cloexec_threadsafe(FIRST_OTHER, &[]);
            // Nobody waits for a process whose caller is gone; dropping it closes its pipes.
            let _ = reply.send(command.spawn());
        }
    })?;
    *orders = Some((own, sender.clone()));
    Ok(sender)
}
