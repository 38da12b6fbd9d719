//! Databases as arguments: a file, or a server whose password comes from where PostgreSQL's own programs look for it.

use std::convert::Infallible;
#[cfg(feature = "postgres")]
use std::path::{Path, PathBuf};

use grandline_arena::store::Location;

/// The database of an argument. A password belongs into PGPASSWORD or a file of passwords, since everyone on a machine sees the
/// arguments of its programs.
pub(crate) fn location(text: &str) -> Result<Location, Infallible> {
    let location = Location::from(text);
    #[cfg(feature = "postgres")]
    let location = match password(&location) {
        Some(password) => location.with_password(password),
        None => location,
    };
    Ok(location)
}

/// The password for a server whose address has none.
#[cfg(feature = "postgres")]
fn password(location: &Location) -> Option<String> {
    // What is wrong with an address is said when it is opened.
    let address =
        grandline_arena::store::ServerAddress::read(location).ok().filter(|address| !address.has_password())?;
    if let Ok(password) = std::env::var("PGPASSWORD") {
        return Some(password);
    }
    let file = std::env::var_os("PGPASSFILE").map(PathBuf::from);
    let file = file.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pgpass")))?;
    in_file(&read_private(&file)?, &address.parts())
}

/// The text of a file that only its owner can read; others are not used, as PostgreSQL's own programs do not.
#[cfg(feature = "postgres")]
fn read_private(file: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;
    let mode = file.metadata().ok().filter(std::fs::Metadata::is_file)?.permissions().mode();
    if mode & 0o077 != 0 {
        let path = file.display();
        crate::output::complain(&format!("{path} is not used: others can read it; run `chmod 600 {path}`"));
        return None;
    }
    std::fs::read_to_string(file).ok()
}

/// The password of the first line that fits: host, port, database, user and password with colons between. `*` fits everything,
/// and a backslash stands before a colon or backslash that is meant as such.
#[cfg(feature = "postgres")]
fn in_file(text: &str, wanted: &[String; 4]) -> Option<String> {
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let fields = fields(line);
        let [parts @ .., password] = fields.as_slice() else { return None };
        let fits = |(part, wanted): (&String, &String)| part == "*" || part == wanted;
        (parts.len() == 4 && parts.iter().zip(wanted).all(fits)).then(|| password.clone())
    })
}

#[cfg(feature = "postgres")]
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        match (char, fields.last_mut()) {
            (':', _) => fields.push(String::new()),
            ('\\', Some(field)) => field.extend(chars.next()),
            (char, Some(field)) => field.push(char),
            (_, None) => {}
        }
    }
    fields
}

#[cfg(all(test, feature = "postgres"))]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let text = "# comment:*:*:*:no\nshort:5432\ndb:5432:arena:other:no\ndb:*:arena:me:a\\:b\\\\c\n*:*:*:*:any\n";
        let of = |parts: [&str; 4]| in_file(text, &parts.map(str::to_owned));
        assert_eq!(of(["db", "5432", "arena", "me"]).as_deref(), Some("a:b\\c"));
        assert_eq!(of(["elsewhere", "5432", "arena", "me"]).as_deref(), Some("any"));
        assert_eq!(in_file("db:1:a:b:secret", &["db", "2", "a", "b"].map(str::to_owned)), None);
    }
}
