//! Where a store is: a file, memory, or a database of a PostgreSQL server.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::StoreError;

/// Where a store is, as it was written. It may hold a password, which is neither displayed nor part of any error.
#[derive(Clone, PartialEq, Eq)]
pub struct Location {
    text: String,
    /// A password that is not part of the text.
    password: Option<String>,
}

/// What a location means.
pub(super) enum Place<'a> {
    Memory,
    File(&'a Path),
    /// The address of a server, with its secrets.
    Server(&'a str),
}

impl Location {
    /// The same with a password for a server whose address has none.
    pub fn with_password(self, password: impl Into<String>) -> Self {
        Location { password: Some(password.into()), ..self }
    }

    /// The password that was given beside the address.
    #[cfg(feature = "postgres")]
    pub(super) fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<&Path> {
        match self.place() {
            Ok(Place::File(path)) => Some(path),
            _ => None,
        }
    }

    /// Whether the text is an address that is written in another way, and no file.
    fn is_misspelt(&self) -> bool {
        ["postgres:", "postgresql:", "postgres/", "postgresql/"].iter().any(|start| self.text.starts_with(start))
            || self.text.contains("password=")
    }

    /// What the text means.
    pub(super) fn place(&self) -> Result<Place<'_>, StoreError> {
        let refuse = |reason: &str| Err(StoreError::Database(format!("'{self}'"), reason.to_owned()));
        match self.text.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Place::Server(&self.text)),
            Some(_) => {
                refuse("this is neither a file such as grandline.db nor an address such as postgres://user@host/name")
            }
            None if self.text.trim().is_empty() => refuse("the name is empty; give a file such as grandline.db"),
            None if self.text == ":memory:" => Ok(Place::Memory),
            None if self.is_misspelt() => refuse(
                "this is neither a file such as grandline.db nor an address; write an address as postgres://user@host/name",
            ),
            None => Ok(Place::File(Path::new(&self.text))),
        }
    }
}

impl From<String> for Location {
    fn from(text: String) -> Self {
        Location { text, password: None }
    }
}

impl From<&str> for Location {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Location {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<&Path> for Location {
    fn from(file: &Path) -> Self {
        file.to_string_lossy().into_owned().into()
    }
}

impl From<PathBuf> for Location {
    fn from(file: PathBuf) -> Self {
        file.as_path().into()
    }
}

impl From<&Location> for Location {
    fn from(location: &Location) -> Self {
        location.clone()
    }
}

impl FromStr for Location {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(text.into())
    }
}

/// The location without password and settings. Whatever stands between the user and the last `@` may be a password, and so may
/// a port that is no number.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((scheme, rest)) = self.text.split_once("://") else {
            let shown = if self.is_misspelt() { self.text.split([':', '=', ' ']).next() } else { None };
            return f.write_str(shown.unwrap_or(&self.text));
        };
        let (user, server) = match rest.rsplit_once('@') {
            Some((user, server)) => (user.split(':').next().unwrap_or_default(), server),
            None => ("", rest),
        };
        let server = server.split('?').next().unwrap_or_default();
        let server = match server.split_once(':') {
            Some((host, port)) if !host.starts_with('[') && !port.starts_with(|digit: char| digit.is_ascii_digit()) => {
                host
            }
            _ => server,
        };
        let at = if user.is_empty() { "" } else { "@" };
        write!(f, "{scheme}://{user}{at}{server}")
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        for (written, shown) in [
            ("grandline.db", "grandline.db"),
            ("postgres://localhost/arena", "postgres://localhost/arena"),
            ("postgres://me@db:5433/arena?sslmode=disable", "postgres://me@db:5433/arena"),
            ("postgres://me:secret@db/arena", "postgres://me@db/arena"),
            ("postgres://me:sec@ret@db/arena", "postgres://me@db/arena"),
            ("postgres://me:sec/ret@db/arena", "postgres://me@db/arena"),
            ("postgres://me:sec?ret@db/arena", "postgres://me@db/arena"),
            ("postgres://:secret@db/arena", "postgres://db/arena"),
            ("postgres:///arena?host=/run&password=secret", "postgres:///arena"),
            ("mysql://me:secret@db", "mysql://me@db"),
            ("postgres://me:secret", "postgres://me"),
            ("postgres://me:secret/arena", "postgres://me"),
            ("postgres://[::1]:5432/arena", "postgres://[::1]:5432/arena"),
            ("postgres:me:secret@db", "postgres"),
            ("postgres//me:secret@db", "postgres//me"),
            ("host=db password=secret", "host"),
        ] {
            let location = Location::from(written).with_password("secret");
            assert_eq!(location.to_string(), shown);
            assert_eq!(format!("{location:?}"), format!("Location({shown})"));
        }
    }
}
