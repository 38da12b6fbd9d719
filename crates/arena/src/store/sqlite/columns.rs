//! Rows of SQLite, whose columns may hold values of any type.

use std::borrow::Cow;

use rusqlite::Row;
use rusqlite::types::ValueRef;

use crate::store::rows::Columns;

impl Columns for Row<'_> {
    fn text(&self, index: usize) -> Result<Cow<'_, str>, String> {
        let text = value(self, index)?.as_str().map_err(|_| self.wrong(index, "a text in UTF-8"));
        text.map(Cow::Borrowed)
    }

    fn number(&self, index: usize) -> Option<i64> {
        value(self, index).ok()?.as_i64().ok()
    }

    fn is_null(&self, index: usize) -> Result<bool, String> {
        Ok(matches!(value(self, index)?, ValueRef::Null))
    }

    fn wrong(&self, index: usize, expected: &str) -> String {
        let column = self.as_ref().column_name(index).unwrap_or("?");
        let found = match value(self, index) {
            Ok(ValueRef::Integer(number)) => number.to_string(),
            Ok(ValueRef::Real(number)) => number.to_string(),
            Ok(ValueRef::Text(bytes)) => format!("'{}'", String::from_utf8_lossy(bytes)),
            Ok(ValueRef::Blob(_)) => "raw bytes".to_owned(),
            Ok(ValueRef::Null) | Err(_) => "nothing".to_owned(),
        };
        format!("its {column} is {found}, not {expected}")
    }
}

fn value<'a>(row: &'a Row<'_>, index: usize) -> Result<ValueRef<'a>, String> {
    row.get_ref(index).map_err(|error| error.to_string())
}
