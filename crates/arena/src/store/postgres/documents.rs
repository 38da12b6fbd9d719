//! Documents in PostgreSQL.

use super::Postgres;
use super::columns::{safe, text};
use crate::store::schema::{self, server};
use crate::store::{Document, Documents, Review, StoreError};

impl Documents for Postgres {
    fn load(&mut self, id: &str) -> Result<Option<Document>, StoreError> {
        let id = safe(id);
        self.transact(move |work| {
            let rows = work.query(schema::LOAD, &[&id])?;
            Ok(rows.first().map(|row| document(row, 0)).transpose()?)
        })
    }

    fn save(&mut self, id: &str, text: &str, after: i32) -> Result<bool, StoreError> {
        let (id, text) = (safe(id), safe(text));
        self.transact(move |work| {
            let next = after.saturating_add(1);
            if work.execute(schema::SAVE, &[&id, &text, &next, &after])? > 0 {
                return Ok(true);
            }
            // A commit whose answer was lost may have happened.
            let rows = if work.is_repeated { work.query(schema::LOAD, &[&id])? } else { Vec::new() };
            let is_ours = |row| -> Result<bool, ::postgres::Error> {
                let found = document(row, 0)?;
                Ok(found.revision == next && safe(&found.text) == text)
            };
            Ok(rows.first().map(is_ours).transpose()?.unwrap_or(false))
        })
    }

    fn revisions(&mut self, ids: &[String]) -> Result<Vec<(String, i32)>, StoreError> {
        let ids: Vec<String> = ids.iter().map(|id| safe(id)).collect();
        self.transact(move |work| {
            let rows = work.query(server::REVISIONS, &[&ids])?;
            Ok(rows.iter().map(|row| Ok((text(row, 0)?, row.try_get(1)?))).collect::<Result<_, ::postgres::Error>>()?)
        })
    }

    fn keep_review(&mut self, key: &str, text: &str, now: i64, most: u32) -> Result<(), StoreError> {
        let (key, text, most) = (safe(key), safe(text), i64::from(most));
        self.transact(move |work| {
            work.execute(schema::KEEP_REVIEW, &[&key, &text, &now])?;
            work.execute(schema::DROP_REVIEWS, &[&most])?;
            Ok(())
        })
    }

    fn review(&mut self, key: &str, now: i64) -> Result<Option<String>, StoreError> {
        let key = safe(key);
        self.transact(move |work| {
            let rows = work.query(schema::USE_REVIEW, &[&now, &key])?;
            Ok(rows.first().map(|row| text(row, 0)).transpose()?)
        })
    }

    fn reviews(&mut self, after: &str, most: usize) -> Result<Vec<Review>, StoreError> {
        let (after, most) = (safe(after), i64::try_from(most).unwrap_or(i64::MAX));
        self.transact(move |work| {
            let rows = work.query(schema::REVIEWS, &[&after, &most])?;
            let read = |row| Ok(Review { key: text(row, 0)?, text: text(row, 1)?, used: row.try_get(2)? });
            Ok(rows.iter().map(read).collect::<Result<_, ::postgres::Error>>()?)
        })
    }

    fn add_review(&mut self, review: &Review) -> Result<bool, StoreError> {
        let (key, text, used) = (safe(&review.key), safe(&review.text), review.used);
        self.transact(move |work| Ok(work.execute(schema::ADD_REVIEW, &[&key, &text, &used])? > 0))
    }

    fn page(&mut self, after: &str, most: usize) -> Result<Vec<(String, Document)>, StoreError> {
        let (after, most) = (safe(after), i64::try_from(most).unwrap_or(i64::MAX));
        self.transact(move |work| {
            let rows = work.query(schema::DOCUMENTS, &[&after, &most])?;
            let read = |row| Ok((text(row, 0)?, document(row, 1)?));
            Ok(rows.iter().map(read).collect::<Result<_, ::postgres::Error>>()?)
        })
    }
}

/// The text at a column, with its revision at the next.
fn document(row: &::postgres::Row, column: usize) -> Result<Document, ::postgres::Error> {
    Ok(Document { text: text(row, column)?, revision: row.try_get(column + 1)? })
}
