//! The files that presets name, books and weights; the creator of a catalogue provides the function that reads them.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use grandline_games::GameId;

use crate::experience::Book;
use crate::games;
use crate::learned::{Library, Loaded};

type Read = dyn Fn(&str) -> Result<Vec<u8>, String> + Send + Sync;

/// Reads files, each once, and keeps them for all agents that name them.
#[derive(Clone, Default)]
pub(crate) struct Files(Option<Arc<Shelf>>);

struct Shelf {
    read: Box<Read>,
    books: Mutex<HashMap<String, Arc<Book>>>,
    weights: Library,
}

impl Files {
    pub(crate) fn new(read: impl Fn(&str) -> Result<Vec<u8>, String> + Send + Sync + 'static) -> Self {
        Files(Some(Arc::new(Shelf { read: Box::new(read), books: Mutex::default(), weights: Library::default() })))
    }

    /// The book of a name, if it is of the game: one that comes with the program, or else a file.
    pub(crate) fn book(&self, source: &str, game: GameId) -> Result<Arc<Book>, String> {
        if let Some(embedded) = embedded_book(source, game) {
            return embedded;
        }
        let Some(shelf) = &self.0 else { return Err(format!("the book '{source}' cannot be read from here")) };
        // A panic while the map was held cannot have left it half written.
        let mut known = shelf.books.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(book) = known.get(source) {
            return Ok(book.clone());
        }
        let bytes = (shelf.read)(source).map_err(|reason| format!("the book {reason}"))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("the book '{source}' is not a text"))?;
        let book = Arc::new(Book::read(&text, source).map_err(|error| error.to_string())?);
        if book.game() != game {
            return Err(format!("the book '{source}' is of {}, not of {game}", book.game()));
        }
        known.insert(source.to_owned(), book.clone());
        Ok(book)
    }

    /// The weights of a name, if they fit the game: those that come with the program, or else a file.
    pub(crate) fn weights(&self, source: &str, game: GameId) -> Result<Arc<Loaded>, String> {
        if let Some(embedded) = Library::embedded(source, game) {
            return embedded;
        }
        let Some(shelf) = &self.0 else {
            return Err(format!("there are no weights '{source}'{}", Library::known(game)));
        };
        shelf.weights.get(source, game, || {
            let unknown =
                |reason| format!("there are no weights '{source}'{}: the file {reason}", Library::known(game));
            (shelf.read)(source).map_err(unknown)
        })
    }
}

/// The book of a name that comes with the program, if there is one.
fn embedded_book(name: &str, game: GameId) -> Option<Result<Arc<Book>, String>> {
    static READ: Mutex<BTreeMap<(GameId, String), Arc<Book>>> = Mutex::new(BTreeMap::new());
    let text = games::book(game, name)?;
    // A panic while the map was held cannot have left it half written.
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(book) = read.get(&(game, name.to_owned())) {
        return Some(Ok(book.clone()));
    }
    let book = Book::read_for(game, text, name).map(Arc::new).map_err(|error| error.to_string());
    if let Ok(book) = &book {
        read.insert((game, name.to_owned()), book.clone());
    }
    Some(book)
}

impl fmt::Debug for Files {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Files" } else { "no files" })
    }
}
