//! A preset file before it is interpreted: values and their lines.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{PresetError, Problem, Source};

/// A value of a key.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Setting {
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction.
    Number(f64),
    /// `true` or `false`.
    Switch(bool),
    /// A list of values.
    List(Vec<Setting>),
    /// Keys with values of their own.
    Table(Section),
}

/// Keys and values in the order they were written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Section(pub(crate) Vec<Assignment>);

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Assignment {
    /// The key.
    pub(crate) key: String,
    /// Its value.
    pub(crate) value: Setting,
    /// Where it is written.
    pub(crate) place: Source,
}

impl Section {
    /// The line of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Assignment> {
        self.0.iter().find(|line| line.key == key)
    }

    /// Writes a line in the place of an earlier one of the same key, or at the end.
    pub(crate) fn set(&mut self, line: Assignment) {
        match self.0.iter_mut().find(|old| old.key == line.key) {
            Some(old) => *old = line,
            None => self.0.push(line),
        }
    }

    /// Takes a key away.
    pub(crate) fn remove(&mut self, key: &str) {
        self.0.retain(|line| line.key != key);
    }
}

impl Setting {
    /// A value as it is written behind an agent's name: TOML where it is that, a text otherwise.
    pub(crate) fn from_override(text: &str) -> Self {
        // No file is involved, so that the lines of the parts of a table are of no interest.
        let place = Source::Specification(Arc::from(text));
        match DeValue::parse(text) {
            Ok(value) => Reader { place: &|_| place.clone() }.setting(value.get_ref()),
            Err(_) => Setting::Text(text.to_owned()),
        }
    }

    /// The value as words of an error message.
    pub(crate) fn quoted(&self) -> String {
        match self {
            Setting::Text(text) => format!("'{text}'"),
            plain => plain.to_string(),
        }
    }
}

/// The value as it would be written in a file.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Text(text) => write!(f, "{text:?}"),
            Setting::Integer(number) => write!(f, "{number}"),
            Setting::Number(number) => write!(f, "{number:?}"),
            Setting::Switch(switch) => write!(f, "{switch}"),
            Setting::List(items) => {
                let items: Vec<String> = items.iter().map(Setting::to_string).collect();
                write!(f, "[{}]", items.join(", "))
            }
            Setting::Table(section) => {
                let lines: Vec<String> =
                    section.0.iter().map(|line| format!("{} = {}", line.key, line.value)).collect();
                write!(f, "{{ {} }}", lines.join(", "))
            }
        }
    }
}

/// Reads a file of presets.
pub(crate) fn read(text: &str, file: &Arc<str>) -> Result<Section, PresetError> {
    let place = |at: usize| Source::File { file: file.clone(), line: line_of(text, at) };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Problem::Syntax(error.message().to_owned()).at(&place(at))
    })?;
    Ok(Reader { place: &place }.section(table.get_ref()))
}

/// The line of a byte of the text, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes()[..at.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

struct Reader<'a> {
    place: &'a dyn Fn(usize) -> Source,
}

impl Reader<'_> {
    fn section(&self, table: &DeTable<'_>) -> Section {
        let mut lines: Vec<(Range<usize>, Assignment)> = table
            .iter()
            .map(|(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
                let place = (self.place)(key.span().start);
                let line = Assignment { key: key.get_ref().to_string(), value: self.setting(value.get_ref()), place };
                (key.span(), line)
            })
            .collect();
        // The table sorts its keys by name; people want them as they wrote them.
        lines.sort_by_key(|(span, _)| span.start);
        Section(lines.into_iter().map(|(_, line)| line).collect())
    }

    fn setting(&self, value: &DeValue<'_>) -> Setting {
        match value {
            DeValue::String(text) => Setting::Text(text.to_string()),
            // A number too large for its type is kept as text, which no key that takes a number accepts.
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_or_else(|_| Setting::Text(number.to_string()), Setting::Integer),
            DeValue::Float(number) => {
                number.as_str().parse().map_or_else(|_| Setting::Text(number.to_string()), Setting::Number)
            }
            DeValue::Boolean(switch) => Setting::Switch(*switch),
            DeValue::Datetime(date) => Setting::Text(date.to_string()),
            DeValue::Array(items) => Setting::List(items.iter().map(|item| self.setting(item.get_ref())).collect()),
            DeValue::Table(table) => Setting::Table(self.section(table)),
        }
    }
}
