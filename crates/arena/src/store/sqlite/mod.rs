//! The store in SQLite: in a file, with every promise of durability switched on, or in memory.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, ToSql, TransactionBehavior, params};

use super::rows::{GameRow, entry, played};
use super::{Chain, Entry, Excerpt, NewEntry, Note, NoteKind, Store, StoreError, TournamentKey, schema};
use crate::played::Played;

mod chain;
mod columns;
mod documents;
mod file;
mod notes;
mod opening;

use file::OpenFile;
use opening::explain;

/// How long a statement waits for another program that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store in a file or in memory.
#[derive(Debug)]
pub struct Sqlite {
    place: String,
    connection: Connection,
    /// The file, if it has a name.
    file: Option<OpenFile>,
}

impl Sqlite {
    /// Opens the database of a file; one that is not there is made, and an older one is brought up to date.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let place = path.as_ref().display().to_string();
        let connection = opening::open(path.as_ref(), &place)?;
        let file = Some(OpenFile::new(path.as_ref()));
        Ok(Sqlite { place, connection, file })
    }

    /// The same for what may lose its last moments to a power cut.
    pub(super) fn open_hasty(path: &Path) -> Result<Self, StoreError> {
        let store = Sqlite::open(path)?;
        store.connection.pragma_update(None, "synchronous", "normal").map_err(store.failed())?;
        Ok(store)
    }

    /// A store that is forgotten with the program.
    pub fn in_memory() -> Result<Self, StoreError> {
        let place = "memory".to_owned();
        Sqlite::anonymous(Connection::open_in_memory().map_err(|error| explain(&place, &error))?, place)
    }

    /// A store in a file that SQLite makes and removes by itself. It is not worth waiting for the disk.
    pub fn temporary() -> Result<Self, StoreError> {
        let place = "the temporary file of games".to_owned();
        let failed = |error: rusqlite::Error| explain(&place, &error);
        // An empty name stands for such a file.
        let connection = Connection::open("").map_err(failed)?;
        connection.pragma_update(None, "synchronous", "off").map_err(failed)?;
        connection.pragma_update(None, "journal_mode", "off").map_err(failed)?;
        Sqlite::anonymous(connection, place)
    }

    fn anonymous(mut connection: Connection, place: String) -> Result<Self, StoreError> {
        opening::migrate(&mut connection, &place, schema::MIGRATIONS)?;
        Ok(Sqlite { place, connection, file: None })
    }

    fn failed(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let place = self.place.clone();
        move |error| explain(&place, &error)
    }

    /// The name of a tournament, which must be there.
    fn name(&self, key: TournamentKey) -> Result<String, StoreError> {
        let name = self.connection.query_row(schema::NAME, [key.0], |row| row.get(0)).optional();
        name.map_err(self.failed())?.ok_or_else(|| StoreError::no_tournament(&self.place, key))
    }

    /// The tournament that a statement finds.
    fn entry(&self, statement: &str, value: impl ToSql) -> Result<Option<Entry>, StoreError> {
        let entry = self.connection.query_row(statement, [value], |row| Ok(entry(row))).optional();
        entry.map_err(self.failed())?.transpose()
    }

    /// Visits the games that a statement finds.
    fn visit(
        &self,
        statement: &str,
        tournament: TournamentKey,
        values: &[&dyn ToSql],
        visit: &mut dyn FnMut(Played),
    ) -> Result<(), StoreError> {
        let (failed, name) = (self.failed(), self.name(tournament)?);
        let mut statement = self.connection.prepare_cached(statement).map_err(&failed)?;
        let mut rows = statement.query(values).map_err(&failed)?;
        while let Some(row) = rows.next().map_err(&failed)? {
            visit(played(row, &name)?);
        }
        Ok(())
    }
}

impl Store for Sqlite {
    fn find(&mut self, name: &str) -> Result<Option<Entry>, StoreError> {
        self.entry(schema::FIND, name)
    }

    fn get(&mut self, tournament: TournamentKey) -> Result<Option<Entry>, StoreError> {
        self.entry(schema::GET, tournament.0)
    }

    fn create(&mut self, new: &NewEntry) -> Result<Entry, StoreError> {
        let values = params![new.name, new.game.name(), new.definition, new.created];
        let id = self.connection.query_row(schema::CREATE, values, |row| row.get(0)).optional();
        let id = id.map_err(self.failed())?.ok_or_else(|| StoreError::Taken(new.name.clone()))?;
        Ok(Entry { key: TournamentKey(id), entered: new.clone(), games: 0, verdict: None })
    }

    fn list(&mut self) -> Result<Vec<Entry>, StoreError> {
        let failed = self.failed();
        let mut statement = self.connection.prepare(schema::LIST).map_err(&failed)?;
        let rows = statement.query_map([], |row| Ok(entry(row))).map_err(&failed)?;
        rows.map(|row| row.map_err(&failed)?).collect()
    }

    fn add(&mut self, tournament: TournamentKey, games: &[Played]) -> Result<(), StoreError> {
        let (failed, place) = (self.failed(), &self.place);
        // SQLite would go on writing into a file that has no name any more.
        self.file.as_ref().map_or(Ok(()), |file| file.check(place))?;
        self.name(tournament)?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
        {
            let mut statement = transaction.prepare_cached(schema::ADD).map_err(&failed)?;
            let mut end = chain::end(&transaction, tournament.0).map_err(&failed)?;
            for game in games {
                let row = GameRow::new(game, place)?;
                let next = end.next(&row.hashed());
                let values = params![
                    tournament.0,
                    row.number,
                    game.round,
                    row.pair,
                    game.players[0],
                    game.players[1],
                    game.opening.setup,
                    row.opening,
                    row.winner,
                    game.margin,
                    game.ending.name(),
                    game.reason,
                    row.detail,
                    game.evidence,
                    row.plies,
                    next.link,
                    next.hash,
                ];
                // A game that is already there keeps its place in the chain.
                if statement.execute(values).map_err(&failed)? > 0 {
                    end = next;
                }
            }
        }
        transaction.commit().map_err(&failed)
    }

    fn cut(&mut self, tournament: TournamentKey, from: u64) -> Result<(), StoreError> {
        // Where numbers cannot go there is nothing to forget.
        let Ok(from) = i64::try_from(from) else { return Ok(()) };
        let failed = self.failed();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&failed)?;
        if transaction.execute(schema::CUT, params![tournament.0, from]).map_err(&failed)? > 0 {
            chain::renew(&transaction, tournament.0).map_err(&failed)?;
        }
        transaction.commit().map_err(&failed)
    }

    fn finish(&mut self, tournament: TournamentKey, verdict: &str) -> Result<(), StoreError> {
        let changed = self.connection.execute(schema::FINISH, params![verdict, tournament.0]);
        match changed.map_err(self.failed())? {
            0 => Err(StoreError::no_tournament(&self.place, tournament)),
            _ => Ok(()),
        }
    }

    fn games(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.visit(schema::GAMES, tournament, params![tournament.0], visit)
    }

    fn results(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.visit(schema::RESULTS, tournament, params![tournament.0], visit)
    }

    fn excerpt(&mut self, tournament: TournamentKey, wanted: &Excerpt) -> Result<Vec<Played>, StoreError> {
        let Ok(from) = i64::try_from(wanted.from) else { return Ok(Vec::new()) };
        let most = i64::try_from(wanted.most).unwrap_or(i64::MAX);
        let [a, b] = &wanted.agents;
        let mut found = Vec::new();
        let values = params![tournament.0, from, a, a, a, b, b, b, most];
        self.visit(schema::EXCERPT, tournament, values, &mut |game| found.push(game))?;
        Ok(found)
    }

    fn chain(&mut self, tournament: TournamentKey) -> Result<Chain, StoreError> {
        self.name(tournament)?;
        chain::check(&self.connection, tournament.0).map_err(self.failed())
    }

    fn in_order(
        &mut self,
        tournament: TournamentKey,
        after: u64,
        visit: &mut dyn FnMut(Played),
    ) -> Result<(), StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.visit(schema::BY_LINK, tournament, params![tournament.0, after, i64::MAX], visit)?;
        self.visit(schema::UNLINKED, tournament, params![tournament.0, 0, i64::MAX], visit)
    }

    fn files(&self) -> Vec<PathBuf> {
        self.file.as_ref().map_or_else(Vec::new, OpenFile::all)
    }

    fn note(&mut self, tournament: TournamentKey, notes: &[Note]) -> Result<(), StoreError> {
        self.write_notes(tournament, notes)
    }

    fn notes(&mut self, tournament: TournamentKey, kind: NoteKind) -> Result<Vec<Note>, StoreError> {
        self.read_notes(tournament, kind)
    }

    fn game(&mut self, tournament: TournamentKey, number: u64) -> Result<Option<Played>, StoreError> {
        let Ok(number) = i64::try_from(number) else { return Ok(None) };
        let mut found = None;
        self.visit(schema::GAME, tournament, params![tournament.0, number], &mut |game| found = Some(game))?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use grandline_games::GameId;
    use serde_json::Value;

    use super::*;
    use crate::played::{Ending, Opening};

    #[test]
    fn a_full_disk_keeps_what_was_committed() {
        let folder = tempfile::TempDir::new().expect("a folder");
        let mut store = Sqlite::open(folder.path().join("test.db")).expect("new");
        let (name, definition) = ("cup".to_owned(), String::new());
        let key = store
            .create(&NewEntry { name, game: GameId::Connect4, definition, created: None })
            .expect("a free name")
            .key;
        store.connection.pragma_update(None, "max_page_count", 40).expect("a setting");
        let game = |number| Played {
            number,
            round: 0,
            pair: number,
            players: ["a", "b"].map(str::to_owned),
            opening: Opening::start(),
            plies: Vec::new(),
            winner: None,
            margin: 0,
            ending: Ending::Length,
            reason: "x".repeat(1000),
            detail: Value::Null,
            evidence: None,
        };
        let mut kept = 0;
        let error = loop {
            match store.add(key, &[game(2 * kept), game(2 * kept + 1)]) {
                Ok(()) => kept += 1,
                Err(error) => break error,
            }
        };
        assert!(error.to_string().contains("the disk is full"), "{error}");
        assert!(kept > 0);
        assert_eq!(store.find("cup").expect("readable").expect("the cup").games, 2 * kept);
    }
}
