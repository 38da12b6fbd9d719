//! Notes in PostgreSQL.

use std::collections::HashMap;

use super::Postgres;
use super::columns::safe;
use crate::store::notes::{Note, NoteKind, note};
use crate::store::schema::{self, server};
use crate::store::{StoreError, TournamentKey};

impl Postgres {
    pub(super) fn write_notes(&self, tournament: TournamentKey, notes: &[Note]) -> Result<(), StoreError> {
        // One statement may not change a row twice, and the last of two notes counts.
        let mut last = HashMap::new();
        for note in notes {
            let key = (note.kind.name(), note.column(&self.place)?, safe(&note.worker));
            last.insert(key, safe(&note.text));
        }
        let (mut kinds, mut numbers, mut workers, mut texts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for ((kind, number, worker), text) in last {
            kinds.push(kind);
            numbers.push(number);
            workers.push(worker);
            texts.push(text);
        }
        self.transact(move |work| {
            work.execute(server::NOTE, &[&tournament.0, &kinds, &numbers, &workers, &texts])?;
            Ok(())
        })
    }

    pub(super) fn read_notes(&self, tournament: TournamentKey, kind: NoteKind) -> Result<Vec<Note>, StoreError> {
        let name = self.name(tournament)?;
        self.transact(move |work| {
            let rows = work.query(schema::NOTES, &[&tournament.0, &kind.name()])?;
            Ok(rows.iter().map(|row| note(row, kind, &name)).collect::<Result<_, _>>()?)
        })
    }
}
