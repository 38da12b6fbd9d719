//! Priorities of threads, and the memory of searches.
//!
//! Threads that answer requests run at the usual priority and wait for hardly anything. Threads that search share what is
//! left of the processor.

use std::sync::mpsc;

/// The niceness of threads that search for a move. The scheduler gives each of them a ninth of the weight of a thread that
/// answers requests.
pub(super) const MOVE_NICENESS: i32 = 10;
/// The niceness of all other threads that search: a 28th of the weight.
pub(super) const ANALYSIS_NICENESS: i32 = 15;

/// Lets threads that answer requests and those that search for a move go first.
pub(crate) fn step_back() {
    be_nice(ANALYSIS_NICENESS);
}

pub(super) fn be_nice(niceness: i32) {
    // Only Linux gives a thread a priority of its own; elsewhere it would be that of the whole program.
    #[cfg(target_os = "linux")]
    // A system that does not allow it is merely less polite.
    let _ = rustix::process::setpriority_process(None, niceness);
    #[cfg(not(target_os = "linux"))]
    let _ = niceness;
}

/// A thread that starts the threads of searches.
///
/// A new thread changes the program's memory map, whose lock may be held for a while. Threads that answer requests leave
/// it to this one and never wait for the lock.
#[derive(Clone, Debug)]
pub(super) struct Starter(mpsc::Sender<Job>);

/// What a thread is to do.
type Job = Box<dyn FnOnce() + Send>;

impl Starter {
    pub(super) fn start() -> Self {
        let (sender, jobs) = mpsc::channel::<Job>();
        let start = |job| {
            // A job that cannot be started is dropped, which those who wait for it notice.
            let _ = std::thread::Builder::new().name("search".to_owned()).spawn(job);
        };
        // Without the thread, the receiver is gone and every job is dropped.
        let _ = std::thread::Builder::new().name("starter".to_owned()).spawn(move || jobs.into_iter().for_each(start));
        Starter(sender)
    }

    /// Runs a job on a thread of its own, which is nice to others.
    pub(super) fn spawn(&self, niceness: i32, job: impl FnOnce() + Send + 'static) {
        let nice = move || {
            be_nice(niceness);
            job();
        };
        let _ = self.0.send(Box::new(nice));
    }
}

/// A thread of the usual priority that frees the tables of searches.
///
/// While the system frees hundreds of megabytes, it holds the lock of the program's memory map, and threads that answer
/// requests need this lock, too. A thread of low priority would hold it for as long as others search.
#[derive(Clone, Debug)]
pub(crate) struct Disposal(mpsc::Sender<Box<dyn Send>>);

impl Disposal {
    pub(super) fn start() -> Self {
        let (sender, given) = mpsc::channel::<Box<dyn Send>>();
        let thread = std::thread::Builder::new().name("disposal".to_owned());
        // Without the thread, the receiver is gone and everything is freed where it is given away.
        let _ = thread.spawn(move || given.into_iter().for_each(drop));
        Disposal(sender)
    }

    /// Frees a value soon.
    pub(crate) fn free(&self, value: impl Send + 'static) {
        // What cannot be sent is freed here.
        let _ = self.0.send(Box::new(value));
    }

    /// A value that is freed by this thread, wherever it is dropped.
    pub(crate) fn owns<T: Send + 'static>(&self, value: T) -> Disposable<T> {
        Disposable { value: Some(value), disposal: self.clone() }
    }
}

/// A value that the thread of its [`Disposal`] frees.
pub(crate) struct Disposable<T: Send + 'static> {
    /// Present until it is dropped.
    value: Option<T>,
    disposal: Disposal,
}

impl<T: Send + 'static> Disposable<T> {
    /// The value, which is always there.
    pub(crate) fn get(&mut self) -> Option<&mut T> {
        self.value.as_mut()
    }
}

impl<T: Send + 'static> Drop for Disposable<T> {
    fn drop(&mut self) {
        if let Some(value) = self.value.take() {
            self.disposal.free(value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread::{self, ThreadId};

    use super::*;

    /// Says by which thread it was dropped.
    struct Telltale(mpsc::Sender<(Option<String>, ThreadId)>);

    impl Drop for Telltale {
        fn drop(&mut self) {
            let thread = thread::current();
            let _ = self.0.send((thread.name().map(str::to_owned), thread.id()));
        }
    }

    #[test]
    fn values_are_freed_by_the_thread_of_the_disposal() {
        let (sender, told) = mpsc::channel();
        let disposal = Disposal::start();
        drop(disposal.owns(Telltale(sender.clone())));
        disposal.free(Telltale(sender));
        for _ in 0..2 {
            let (name, id) = told.recv().expect("dropped");
            assert_eq!(name.as_deref(), Some("disposal"));
            assert_ne!(id, thread::current().id());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn threads_that_search_step_back_and_the_others_do_not() {
        let niceness = || rustix::process::getpriority_process(None).expect("a niceness");
        let before = niceness();
        let (analysis, mv) = thread::scope(|scope| {
            let nice = |niceness_wanted| {
                scope.spawn(move || {
                    be_nice(niceness_wanted);
                    rustix::process::getpriority_process(None).expect("a niceness")
                })
            };
            let [analysis, mv] = [nice(ANALYSIS_NICENESS), nice(MOVE_NICENESS)].map(thread::ScopedJoinHandle::join);
            (analysis.expect("no panic"), mv.expect("no panic"))
        });
        assert_eq!((analysis, mv), (ANALYSIS_NICENESS, MOVE_NICENESS));
        assert_eq!(niceness(), before);
    }
}
