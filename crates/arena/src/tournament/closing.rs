//! The end of a run: what other machines still send, and results that came too late to count.

use std::collections::HashMap;
use std::sync::mpsc::Receiver;

use super::dispatch::Message;
use super::error::RunError;
use super::runner::Run;
use crate::event::Event;
use crate::store::{Note, NoteKind};

impl Run<'_> {
    /// Hears the dispatch until it has ended. Results that come now are late if nothing is left to play; otherwise the next run
    /// takes them.
    pub(super) fn close(&mut self, inbox: &Receiver<Message>, is_over: bool) -> Result<(), RunError> {
        for message in inbox {
            match message {
                Message::Event(event) => (self.listen)(&event),
                Message::Noted(notes) => self.store.note(self.entry.key, &notes)?,
                Message::Late(_) if !is_over => self.dispatch.stored(&[]),
                Message::Late(late) => {
                    // A second result of a game that is in the store is a repeated message and nothing else.
                    let new = late.iter().filter(|(_, game)| !self.progress.has(game.number));
                    let notes: Vec<Note> = new.map(|(worker, game)| Note::late(game, worker)).collect();
                    self.store.note(self.entry.key, &notes)?;
                    self.dispatch.stored(&late.iter().map(|(_, game)| game.number).collect::<Vec<u64>>());
                    self.say_late(notes.len());
                }
                // Nobody waits for games any more.
                Message::Finished(_) | Message::Abandoned | Message::Dead(_) | Message::Failed(_) => {}
            }
        }
        self.write_notes()
    }

    /// Keeps the games from a number on as late results, with the workers that played them.
    pub(super) fn keep_as_late(&mut self, from: u64) -> Result<(), RunError> {
        let key = self.entry.key;
        let workers = self.store.notes(key, NoteKind::Played)?;
        let workers: HashMap<u64, String> = workers.into_iter().map(|note| (note.number, note.worker)).collect();
        let mut late = Vec::new();
        self.store.games(key, &mut |game| {
            if game.number >= from {
                late.push(Note::late(&game, workers.get(&game.number).map_or("", String::as_str)));
            }
        })?;
        self.store.note(key, &late)?;
        self.say_late(late.len());
        Ok(())
    }

    fn say_late(&mut self, count: usize) {
        let text = match count {
            0 => return,
            1 => "1 result came after the end of the run; it is stored as late and not counted".to_owned(),
            _ => format!("{count} results came after the end of the run; they are stored as late and not counted"),
        };
        (self.listen)(&Event::Warning { text });
    }
}
