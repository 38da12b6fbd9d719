//! Names and secrets that cannot be guessed.

/// Letters that are not mistaken for one another when read aloud or copied by hand.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The letters of the alphabet of names.
pub(crate) fn is_name(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A random name of so many letters, five bits each.
pub(crate) fn name(length: usize) -> Result<String, getrandom::Error> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// Whether two secrets are the same, in a time that does not say where they differ.
pub(crate) fn same_secret(given: &str, kept: &str) -> bool {
    let differences = given.bytes().zip(kept.bytes()).fold(0, |seen, (a, b)| seen | (a ^ b));
    given.len() == kept.len() && differences == 0
}
