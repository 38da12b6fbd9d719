//! Notes in SQLite.

use rusqlite::{TransactionBehavior, params};

use super::Sqlite;
use crate::store::notes::{Note, NoteKind, note};
use crate::store::{StoreError, TournamentKey, schema};

impl Sqlite {
    pub(super) fn write_notes(&mut self, tournament: TournamentKey, notes: &[Note]) -> Result<(), StoreError> {
        let (failed, place) = (self.failed(), &self.place);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
        {
            let mut statement = transaction.prepare_cached(schema::NOTE).map_err(&failed)?;
            for note in notes {
                let values = params![tournament.0, note.kind.name(), note.column(place)?, note.worker, note.text];
                statement.execute(values).map_err(&failed)?;
            }
        }
        transaction.commit().map_err(&failed)
    }

    pub(super) fn read_notes(&self, tournament: TournamentKey, kind: NoteKind) -> Result<Vec<Note>, StoreError> {
        let (failed, name) = (self.failed(), self.name(tournament)?);
        let mut statement = self.connection.prepare_cached(schema::NOTES).map_err(&failed)?;
        let rows = statement.query_map(params![tournament.0, kind.name()], |row| Ok(note(row, kind, &name)));
        rows.map_err(&failed)?.map(|row| row.map_err(&failed)?).collect()
    }
}
