//! The chain of hashes over the games of a tournament, in the order in which they were stored.
//!
//! Each game has the SHA-256 of the game before it and of its own row. The first follows the definition of the tournament. A
//! row that is changed, removed or put in later breaks the chain. Someone who can write to the database can also compute a new
//! chain, so the last hash has to be kept elsewhere to prove that nothing was changed.

use std::fmt::Write;

use super::Chain;
use crate::agent::sha256;

/// How many columns of a game are hashed.
pub(super) const COLUMNS: usize = 14;

/// The texts of a row that are hashed, in the order of [`schema::LINKS`](super::schema::LINKS).
pub(super) type Texts<'a> = [Option<&'a str>; COLUMNS];

/// The end of a chain.
pub(super) struct End {
    /// The number of its last link; 0 if it has none.
    pub(super) link: i64,
    /// The hash of its last link.
    pub(super) hash: String,
}

impl End {
    /// The end of a chain without games: name, game and definition of a tournament.
    pub(super) fn start(texts: &[String; 3]) -> Self {
        End { link: 0, hash: hash("", &encoded(&texts.each_ref().map(|text| Some(text.as_str())))) }
    }

    /// The end after one more game.
    pub(super) fn next(&self, encoded: &str) -> Self {
        End { link: self.link + 1, hash: hash(&self.hash, encoded) }
    }
}

/// Texts as one. Lengths keep them apart.
pub(super) fn encoded(texts: &[Option<&str>]) -> String {
    let mut all = String::new();
    for text in texts {
        match text {
            Some(text) => {
                // Writing to a text cannot fail.
                let _ = write!(all, "{}:{text};", text.len());
            }
            None => all.push_str("-;"),
        }
    }
    all
}

/// The hash of texts after another hash.
fn hash(before: &str, encoded: &str) -> String {
    sha256([before, encoded].concat().as_bytes())
}

/// Compares one game after the other with its link.
pub(super) struct Check {
    end: End,
    chain: Chain,
}

impl Check {
    /// Begins with the start of a chain.
    pub(super) fn new(start: End) -> Self {
        Check { end: start, chain: Chain::default() }
    }

    /// The next game in the order of the chain, with the hash that is stored with it.
    pub(super) fn see(&mut self, number: i64, kept: Option<String>, texts: &Texts<'_>) {
        let number = number.unsigned_abs();
        let Some(kept) = kept else { return self.chain.unlinked.push(number) };
        if self.end.next(&encoded(texts)).hash != kept {
            self.chain.broken.push(number);
        }
        self.end = End { link: self.end.link + 1, hash: kept };
    }

    /// What was found.
    pub(super) fn finish(self) -> Chain {
        Chain { head: self.end.hash, ..self.chain }
    }
}

/// Makes a new chain of the games that are left, after some of them were removed.
pub(super) struct Renewal {
    end: End,
    /// Number, link and hash of each game.
    pub(super) links: Vec<(i64, i64, String)>,
}

impl Renewal {
    /// Begins with the start of a chain.
    pub(super) fn new(start: End) -> Self {
        Renewal { end: start, links: Vec::new() }
    }

    /// The next game in the order of the old chain; one that had no link gets none.
    pub(super) fn see(&mut self, number: i64, link: Option<i64>, texts: &Texts<'_>) {
        if link.is_some() {
            self.end = self.end.next(&encoded(texts));
            self.links.push((number, self.end.link, self.end.hash.clone()));
        }
    }
}
