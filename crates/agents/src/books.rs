//! The books that presets name; the creator of a catalogue provides the function that reads them.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use grandline_games::GameId;

use crate::experience::Book;

type Read = dyn Fn(&str) -> Result<String, String> + Send + Sync;

/// Reads books, each once, and keeps them for all agents that name them.
#[derive(Clone, Default)]
pub(crate) struct Books(Option<Arc<Shelf>>);

struct Shelf {
    read: Box<Read>,
    known: Mutex<HashMap<String, Arc<Book>>>,
}

impl Books {
    pub(crate) fn new(read: impl Fn(&str) -> Result<String, String> + Send + Sync + 'static) -> Self {
        Books(Some(Arc::new(Shelf { read: Box::new(read), known: Mutex::default() })))
    }

    /// The book of a name, if it is of the game.
    pub(crate) fn get(&self, source: &str, game: GameId) -> Result<Arc<Book>, String> {
        let Some(shelf) = &self.0 else { return Err(format!("the book '{source}' cannot be read from here")) };
        // A panic while the map was held cannot have left it half written.
        let mut known = shelf.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = known.get(source) {
            return Ok(book.clone());
        }
        let book = Arc::new(Book::read(&(shelf.read)(source)?, source).map_err(|error| error.to_string())?);
        if book.game() != game {
            return Err(format!("the book '{source}' is of {}, not of {game}", book.game()));
        }
        known.insert(source.to_owned(), book.clone());
        Ok(book)
    }
}

impl fmt::Debug for Books {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Books" } else { "no books" })
    }
}
