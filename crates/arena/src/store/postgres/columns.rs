//! Rows of PostgreSQL. Its texts cannot hold the character NUL, which an engine may have sent; it is written as two others.

use std::borrow::Cow;

use ::postgres::Row;
use ::postgres::types::Type;

use crate::store::rows::Columns;

/// The character that stands before what is written for another one.
const ESCAPE: char = '\u{1a}';

/// A text as the server takes it.
pub(super) fn safe(text: &str) -> String {
    if !text.contains(['\0', ESCAPE]) {
        return text.to_owned();
    }
    text.replace(ESCAPE, "\u{1a}1").replace('\0', "\u{1a}0")
}

/// The same where there may be none.
pub(super) fn safe_opt(text: Option<&str>) -> Option<String> {
    text.map(safe)
}

/// The text that was written.
fn original(text: &str) -> Cow<'_, str> {
    if !text.contains(ESCAPE) {
        return text.into();
    }
    text.replace("\u{1a}0", "\0").replace("\u{1a}1", "\u{1a}").into()
}

/// The text of a column, which may not be empty.
pub(super) fn text(row: &Row, index: usize) -> Result<String, ::postgres::Error> {
    Ok(original(row.try_get(index)?).into_owned())
}

/// The text of a column.
pub(super) fn text_opt(row: &Row, index: usize) -> Result<Option<String>, ::postgres::Error> {
    Ok(row.try_get::<_, Option<&str>>(index)?.map(|text| original(text).into_owned()))
}

impl Columns for Row {
    fn text(&self, index: usize) -> Result<Cow<'_, str>, String> {
        let text = self.try_get::<_, &str>(index).map_err(|_| self.wrong(index, "a text in UTF-8"));
        text.map(original)
    }

    fn number(&self, index: usize) -> Option<i64> {
        match *self.columns().get(index)?.type_() {
            Type::INT8 => self.try_get(index).ok(),
            _ => self.try_get::<_, i32>(index).ok().map(i64::from),
        }
    }

    fn is_null(&self, index: usize) -> Result<bool, String> {
        let is_number = self.columns().get(index).is_some_and(|column| *column.type_() == Type::INT8);
        let is_null = match is_number {
            true => self.try_get::<_, Option<i64>>(index).map(|value| value.is_none()),
            false => self.try_get::<_, Option<&str>>(index).map(|value| value.is_none()),
        };
        is_null.map_err(|error| error.to_string())
    }

    fn wrong(&self, index: usize, expected: &str) -> String {
        let column = self.columns().get(index).map_or("?", |column| column.name());
        let found = self.number(index).map(|number| number.to_string());
        let found = found.or_else(|| self.try_get::<_, &str>(index).ok().map(|text| format!("'{text}'")));
        format!("its {column} is {}, not {expected}", found.as_deref().unwrap_or("nothing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_were() {
        for text in ["", "plain", "\0", "a\0b", "\u{1a}", "\u{1a}0", "\u{1a}1\0", "\0\u{1a}\u{1a}\0"] {
            assert!(!safe(text).contains('\0'));
            assert_eq!(original(&safe(text)), text, "{text:?}");
        }
    }
}
