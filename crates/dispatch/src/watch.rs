//! What a coordinator knows of the workers and the queue, for the page and reports.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use grandline_arena::store::{Note, NoteKind};
use serde_json::json;

use crate::message::{VERSION, WorkerStatus};

/// Throughput is counted over this time.
const WINDOW: Duration = Duration::from_secs(10);
/// A worker that says nothing for this long counts as away.
const SILENCE: Duration = Duration::from_secs(10);

/// So many workers say why they do not play.
const LISTED: usize = 3;

struct Seen {
    status: WorkerStatus,
    at: Instant,
    /// Failures in this run.
    errors: u64,
}

/// How jobs stand at the broker and in this run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    /// Jobs that no worker has taken.
    pub(crate) waiting: u64,
    /// Jobs that workers have taken.
    pub(crate) running: u64,
    /// Games that were published again.
    pub(crate) repeated: u64,
    /// Games that cannot be played.
    pub(crate) dead: u64,
}

/// The workers of a run, and its throughput.
#[derive(Default)]
pub(crate) struct Watch {
    workers: BTreeMap<String, Seen>,
    finished: VecDeque<(Instant, u64)>,
    last: Vec<Note>,
}

impl Watch {
    /// Hears a worker; returns whether it was not known or had another version, and its trouble if that is new.
    pub(crate) fn hear(&mut self, status: WorkerStatus) -> (bool, Option<String>) {
        let (name, version, at) = (status.name.clone(), status.version.clone(), Instant::now());
        let before = self.workers.remove(&name);
        let errors = before.as_ref().map_or(0, |seen| seen.errors);
        let is_new = before.as_ref().is_none_or(|seen| seen.status.version != version);
        let was_well = before.is_none_or(|seen| seen.status.trouble.is_none());
        let trouble = status.trouble.clone().filter(|_| was_well);
        self.workers.insert(name, Seen { status, at, errors });
        (is_new, trouble)
    }

    /// Why no worker that was heard plays a run, and whether some try again by themselves; `None` if one may play it, or if
    /// none was heard.
    pub(crate) fn refusals(&self, run: &str) -> Option<(String, bool)> {
        let mut reasons = Vec::new();
        let mut for_now = false;
        for (name, Seen { status, .. }) in self.workers.iter().filter(|(_, seen)| seen.status.version == VERSION) {
            let refusal = status.refuses.get(run)?;
            for_now |= refusal.for_now;
            reasons.push(format!("worker {name}: {}", refusal.reason));
        }
        let more = reasons.len().saturating_sub(LISTED);
        reasons.truncate(LISTED);
        if more > 0 {
            reasons.push(format!("and {more} more"));
        }
        (!reasons.is_empty()).then(|| (reasons.join("; "), for_now))
    }

    /// Counts games that a worker could not play.
    pub(crate) fn fail(&mut self, worker: &str, games: usize) {
        if let Some(seen) = self.workers.get_mut(worker) {
            seen.errors += games as u64;
        }
    }

    /// Counts games that are over.
    pub(crate) fn finish(&mut self, games: usize) {
        self.finished.push_back((Instant::now(), games as u64));
    }

    /// Games per second of late, in tenths.
    fn throughput(&mut self) -> f64 {
        while self.finished.front().is_some_and(|(at, _)| at.elapsed() > WINDOW) {
            self.finished.pop_front();
        }
        let Some((first, _)) = self.finished.front() else { return 0.0 };
        let games: u64 = self.finished.iter().map(|(_, games)| games).sum();
        let seconds = first.elapsed().max(Duration::from_secs(1)).as_secs_f64();
        (10.0 * games as f64 / seconds).round() / 10.0
    }

    /// The notes that changed since they were asked for last.
    pub(crate) fn notes(&mut self, queue: Queue) -> Vec<Note> {
        let note = |kind, worker: &str, text: serde_json::Value| Note {
            kind,
            number: 0,
            worker: worker.to_owned(),
            text: text.to_string(),
        };
        let mut notes: Vec<Note> = Vec::new();
        for (name, Seen { status, at, errors }) in &self.workers {
            let text = json!({
                "version": status.version, "cores": status.cores, "speed": status.speed, "noise": status.noise,
                "errors": errors, "away": at.elapsed() > SILENCE,
            });
            notes.push(note(NoteKind::Worker, name, text));
        }
        let Queue { waiting, running, repeated, dead } = queue;
        let per_second = self.throughput();
        let text = json!({
            "waiting": waiting, "running": running, "repeated": repeated, "dead": dead, "games_per_second": per_second,
        });
        notes.push(note(NoteKind::Jobs, "", text));
        let changed = notes.iter().filter(|note| !self.last.contains(note)).cloned().collect();
        self.last = notes;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_noted() {
        let mut watch = Watch::default();
        let status = WorkerStatus { name: "a".to_owned(), version: "1".to_owned(), ..WorkerStatus::default() };
        assert_eq!(watch.hear(status.clone()), (true, None));
        let ill = WorkerStatus { games: 5, trouble: Some("full".to_owned()), ..status.clone() };
        assert_eq!(watch.hear(ill.clone()), (false, Some("full".to_owned())));
        assert_eq!(watch.hear(ill), (false, None), "it was said");
        assert!(watch.hear(WorkerStatus { version: "2".to_owned(), ..status }).0, "it was updated");
        let queue = Queue { waiting: 3, ..Queue::default() };
        assert_eq!(
            watch.notes(queue).iter().map(|note| note.kind).collect::<Vec<_>>(),
            [NoteKind::Worker, NoteKind::Jobs]
        );
        assert_eq!(watch.notes(queue), []);
        watch.fail("a", 2);
        let changed = watch.notes(queue);
        assert!(changed.len() == 1 && changed[0].text.contains("\"errors\":2"), "{changed:?}");
    }
}
