//! What a run does every second: it looks for jobs that got lost, for a broker that lost everything, and for games that no
//! worker can play.

use std::time::Duration;

use grandline_arena::tournament::Message;

use super::run::Run;
use crate::broker::ACK_WAIT;
use crate::error::DispatchError;
use crate::message::VERSION;
use crate::watch::Queue;

/// How many looks a run waits for a worker that can play it while all that are there cannot.
const HOPE: u32 = 10;

impl Run<'_> {
    /// Makes again what a broker may have lost: its streams, the files of agents, the definition of the run and the consumer of
    /// results. A broker that is away gets them the next time.
    pub(super) async fn restore(&mut self) {
        if self.line.streams().await.is_ok()
            && self.line.put_files(&self.files).await.is_ok()
            && self.announce(false).await.is_ok()
            && let Ok(again) = self.line.recorder(&self.id).await
        {
            self.consumer = again;
        }
    }

    /// Gives up the games of a run that no worker plays, unless one appears that does.
    fn give_up_if_refused(&mut self) {
        let Some((reasons, for_now)) = self.watch.refusals(&self.run) else {
            self.refused = 0;
            return;
        };
        self.refused += 1;
        if self.refused == 1 {
            self.warn(format!("no worker can play these games: {reasons}"));
        }
        if for_now {
            // Only once: they may wait for long.
            self.refused = 1;
        } else if self.refused > HOPE {
            let games = self.outstanding.abandon();
            self.bury(games, "", &reasons);
        }
    }

    /// Jobs that wait at the broker, jobs that workers have taken, and whether a worker asks for more.
    async fn jobs_at_broker(&self) -> Result<(u64, u64, bool), DispatchError> {
        let mut workers = self.line.workers(VERSION).await?;
        let info = workers.info().await.map_err(|error| self.line.failed(&error))?;
        Ok((info.num_pending, info.num_ack_pending as u64, info.num_waiting > 0))
    }

    /// Looks for jobs that got lost: the broker has nothing to deliver, and yet results are missing.
    pub(super) async fn look(&mut self) {
        self.publish().await;
        self.queue.repeated = self.outstanding.repeated;
        if self.outstanding.len() == 0 {
            self.idle = 0;
            return;
        }
        // Whatever happened, after so long a job is tried again; the store takes only one result.
        self.outstanding.repeat(20 * ACK_WAIT);
        self.give_up_if_refused();
        let (waiting, running, is_asked) = match self.jobs_at_broker().await {
            Ok(jobs) => jobs,
            Err(error) => {
                self.trouble(&error);
                return self.restore().await;
            }
        };
        self.queue = Queue { waiting, running, ..self.queue };
        let is_alone = running == 0 && !is_asked;
        let notes = self.watch.notes(self.queue);
        self.tell(Message::Noted(notes));
        if waiting > 0 || running > 0 {
            self.idle = 0;
            if is_alone && !self.warned {
                self.warned = true;
                self.warn(format!(
                    "jobs wait at {}, but no worker asks for them; start one with `grandline worker --nats ...`",
                    self.line.place
                ));
            }
            return;
        }
        self.idle += 1;
        // The last results may still be on their way.
        if self.idle >= 3 {
            self.idle = 0;
            self.restore().await;
            self.outstanding.repeat(Duration::ZERO);
            self.publish().await;
        }
    }
}
