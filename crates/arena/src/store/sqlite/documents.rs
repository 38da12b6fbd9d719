//! Documents in SQLite.

use rusqlite::{OptionalExtension, Row, params};

use super::Sqlite;
use crate::store::{Document, Documents, Review, StoreError, schema};

impl Documents for Sqlite {
    fn load(&mut self, id: &str) -> Result<Option<Document>, StoreError> {
        let mut statement = self.connection.prepare_cached(schema::LOAD).map_err(self.failed())?;
        statement.query_row([id], |row| document(row, 0)).optional().map_err(self.failed())
    }

    fn save(&mut self, id: &str, text: &str, after: i32) -> Result<bool, StoreError> {
        let mut statement = self.connection.prepare_cached(schema::SAVE).map_err(self.failed())?;
        let changed = statement.execute(params![id, text, after.saturating_add(1), after]);
        Ok(changed.map_err(self.failed())? > 0)
    }

    fn revisions(&mut self, ids: &[String]) -> Result<Vec<(String, i32)>, StoreError> {
        let mut statement = self.connection.prepare_cached(schema::REVISION).map_err(self.failed())?;
        let mut found = Vec::new();
        for id in ids {
            let revision = statement.query_row([id], |row| row.get(0)).optional().map_err(self.failed())?;
            found.extend(revision.map(|revision| (id.clone(), revision)));
        }
        Ok(found)
    }

    fn keep_review(&mut self, key: &str, text: &str, now: i64, most: u32) -> Result<(), StoreError> {
        let mut keep = self.connection.prepare_cached(schema::KEEP_REVIEW).map_err(self.failed())?;
        keep.execute(params![key, text, now]).map_err(self.failed())?;
        let mut drop_others = self.connection.prepare_cached(schema::DROP_REVIEWS).map_err(self.failed())?;
        drop_others.execute([most]).map(drop).map_err(self.failed())
    }

    fn review(&mut self, key: &str, now: i64) -> Result<Option<String>, StoreError> {
        let mut statement = self.connection.prepare_cached(schema::USE_REVIEW).map_err(self.failed())?;
        statement.query_row(params![now, key], |row| row.get(0)).optional().map_err(self.failed())
    }

    fn reviews(&mut self, after: &str, most: usize) -> Result<Vec<Review>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut statement = self.connection.prepare_cached(schema::REVIEWS).map_err(self.failed())?;
        let read = |row: &Row<'_>| Ok(Review { key: row.get(0)?, text: row.get(1)?, used: row.get(2)? });
        let rows = statement.query_map(params![after, most], read);
        rows.and_then(Iterator::collect).map_err(self.failed())
    }

    fn add_review(&mut self, review: &Review) -> Result<bool, StoreError> {
        let mut statement = self.connection.prepare_cached(schema::ADD_REVIEW).map_err(self.failed())?;
        let added = statement.execute(params![review.key, review.text, review.used]);
        Ok(added.map_err(self.failed())? > 0)
    }

    fn page(&mut self, after: &str, most: usize) -> Result<Vec<(String, Document)>, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut statement = self.connection.prepare_cached(schema::DOCUMENTS).map_err(self.failed())?;
        let rows = statement.query_map(params![after, most], |row| Ok((row.get(0)?, document(row, 1)?)));
        rows.and_then(Iterator::collect).map_err(self.failed())
    }
}

/// The text at a column, with its revision at the next.
fn document(row: &Row<'_>, column: usize) -> rusqlite::Result<Document> {
    Ok(Document { text: row.get(column)?, revision: row.get(column + 1)? })
}
