//! The store in a database of a PostgreSQL server, which several programs may use at once.

use std::fmt;

use ::postgres::types::ToSql;

use super::rows::{entry, played};
use super::schema::{self, server};
use super::{Chain, Entry, Excerpt, Location, NewEntry, Note, NoteKind, Store, StoreError, TournamentKey};
use crate::played::Played;

mod address;
mod chain;
mod columns;
mod documents;
mod notes;
mod opening;
mod session;
mod thread;
mod tls;
mod writing;

pub use address::ServerAddress;
use columns::{safe, safe_opt};
use session::{Failure, Session, Work};
use thread::Thread;

/// Games that are read at once.
const PAGE: i64 = 500;

/// A store in a database of a server. A connection that is lost is made again, and what was under way is repeated as a whole.
pub struct Postgres {
    /// The address without secrets.
    place: String,
    thread: Thread,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Postgres({})", self.place)
    }
}

impl Postgres {
    /// Opens the database of an address and brings its tables up to date. Without `make` they must be there.
    pub fn open(location: &Location, make: bool) -> Result<Self, StoreError> {
        let place = location.to_string();
        let address = ServerAddress::read(location)?;
        let thread = Thread::start(&place, move || {
            let mut session = Session::new(address)?;
            opening::prepare(&mut session, make)?;
            Ok(session)
        })?;
        Ok(Postgres { place, thread })
    }

    /// Runs a transaction in the thread of the connection, again from its beginning if the connection is lost.
    fn transact<T, W>(&self, work: W) -> Result<T, StoreError>
    where
        T: Send + 'static,
        W: FnMut(&mut Work<'_>) -> Result<T, Failure> + Send + 'static,
    {
        self.thread.run(move |session| session.transact(work))
    }

    /// The tournament that a statement finds.
    fn entry<V>(&self, statement: &'static str, value: V) -> Result<Option<Entry>, StoreError>
    where
        V: ToSql + Sync + Send + 'static,
    {
        self.transact(move |work| {
            let rows = work.query(statement, &[&value])?;
            Ok(rows.first().map(entry).transpose()?)
        })
    }

    /// Visits the games that a statement finds, a page at a time. `next` says what follows a row.
    fn visit(
        &self,
        statement: &'static str,
        tournament: TournamentKey,
        mut from: i64,
        next: fn(&::postgres::Row) -> i64,
        visit: &mut dyn FnMut(Played),
    ) -> Result<(), StoreError> {
        let name = self.name(tournament)?;
        loop {
            let name = name.clone();
            let (games, follows) = self.transact(move |work| {
                let rows = work.query(statement, &[&tournament.0, &from, &PAGE])?;
                let games: Vec<_> = rows.iter().map(|row| played(row, &name)).collect();
                let follows = rows.last().filter(|_| rows.len() as i64 == PAGE).map(next);
                Ok((games, follows))
            })?;
            for game in games {
                visit(game?);
            }
            match follows {
                // Nothing follows the largest number.
                Some(follows) if follows > from => from = follows,
                _ => return Ok(()),
            }
        }
    }

    /// The name of a tournament, which must be there.
    fn name(&self, key: TournamentKey) -> Result<String, StoreError> {
        let place = self.place.clone();
        self.transact(move |work| {
            let rows = work.query(schema::NAME, &[&key.0])?;
            let row = rows.first().ok_or_else(|| StoreError::no_tournament(&place, key))?;
            Ok(columns::text(row, 0)?)
        })
    }
}

/// The number after that of a row.
fn next_number(row: &::postgres::Row) -> i64 {
    row.try_get::<_, i64>(0).map_or(i64::MAX, |number| number.saturating_add(1))
}

/// The link of a row.
fn link(row: &::postgres::Row) -> i64 {
    row.try_get::<_, i64>(super::chain::COLUMNS).unwrap_or(i64::MAX)
}

impl Store for Postgres {
    fn find(&mut self, name: &str) -> Result<Option<Entry>, StoreError> {
        self.entry(schema::FIND, safe(name))
    }

    fn get(&mut self, tournament: TournamentKey) -> Result<Option<Entry>, StoreError> {
        self.entry(schema::GET, tournament.0)
    }

    fn create(&mut self, new: &NewEntry) -> Result<Entry, StoreError> {
        let (new, values) = (new.clone(), [&new.name, new.game.name(), &new.definition].map(safe));
        self.transact(move |work| {
            work.execute(server::LOCK_TOURNAMENTS, &[])?;
            let rows = work.query(schema::CREATE, &[&values[0], &values[1], &values[2], &new.created])?;
            if let Some(row) = rows.first() {
                let key = TournamentKey(row.try_get(0)?);
                return Ok(Entry { key, entered: new.clone(), games: 0, verdict: None });
            }
            // A commit whose answer was lost may have happened.
            let found = work.query(schema::FIND, &[&values[0]])?.first().map(entry).transpose()?;
            match found {
                Some(found) if work.is_repeated && found.entered == new => Ok(found),
                _ => Err(StoreError::Taken(new.name.clone()).into()),
            }
        })
    }

    fn list(&mut self) -> Result<Vec<Entry>, StoreError> {
        self.transact(|work| Ok(work.query(schema::LIST, &[])?.iter().map(entry).collect::<Result<_, _>>()?))
    }

    fn add(&mut self, tournament: TournamentKey, games: &[Played]) -> Result<(), StoreError> {
        let rows = writing::rows(games, &self.place)?;
        let place = self.place.clone();
        self.transact(move |work| writing::add(work, &place, tournament, &rows))
    }

    fn cut(&mut self, tournament: TournamentKey, from: u64) -> Result<(), StoreError> {
        // Where numbers cannot go there is nothing to forget.
        let Ok(from) = i64::try_from(from) else { return Ok(()) };
        self.transact(move |work| {
            work.query(server::LOCK, &[&tournament.0])?;
            // Repeated after a commit whose answer was lost it finds nothing to forget, and the chain is new already.
            if work.execute(schema::CUT, &[&tournament.0, &from])? > 0 {
                chain::renew(work, tournament.0)?;
            }
            Ok(())
        })
    }

    fn finish(&mut self, tournament: TournamentKey, verdict: &str) -> Result<(), StoreError> {
        let (place, verdict) = (self.place.clone(), safe(verdict));
        self.transact(move |work| match work.execute(schema::FINISH, &[&verdict, &tournament.0])? {
            0 => Err(StoreError::no_tournament(&place, tournament).into()),
            _ => Ok(()),
        })
    }

    fn games(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.visit(server::GAMES, tournament, 0, next_number, visit)
    }

    fn results(&mut self, tournament: TournamentKey, visit: &mut dyn FnMut(Played)) -> Result<(), StoreError> {
        self.visit(server::RESULTS, tournament, 0, next_number, visit)
    }

    fn excerpt(&mut self, tournament: TournamentKey, wanted: &Excerpt) -> Result<Vec<Played>, StoreError> {
        let Ok(from) = i64::try_from(wanted.from) else { return Ok(Vec::new()) };
        let most = i64::try_from(wanted.most).unwrap_or(i64::MAX);
        let name = self.name(tournament)?;
        let [a, b] = wanted.agents.each_ref().map(|agent| safe_opt(agent.as_deref()));
        self.transact(move |work| {
            let values: [&(dyn ToSql + Sync); 9] = [&tournament.0, &from, &a, &a, &a, &b, &b, &b, &most];
            let rows = work.query(schema::EXCERPT, &values)?;
            Ok(rows.iter().map(|row| played(row, &name)).collect::<Result<_, _>>()?)
        })
    }

    fn in_order(
        &mut self,
        tournament: TournamentKey,
        after: u64,
        visit: &mut dyn FnMut(Played),
    ) -> Result<(), StoreError> {
        let after = i64::try_from(after).unwrap_or(i64::MAX);
        self.visit(schema::BY_LINK, tournament, after, link, visit)?;
        self.visit(schema::UNLINKED, tournament, 0, next_number, visit)
    }

    fn chain(&mut self, tournament: TournamentKey) -> Result<Chain, StoreError> {
        self.name(tournament)?;
        self.transact(move |work| chain::check(work, tournament.0))
    }

    fn claim(&mut self, tournament: TournamentKey) -> Result<bool, StoreError> {
        self.thread.run(move |session| session.claim(tournament))
    }

    fn release(&mut self, tournament: TournamentKey) -> Result<(), StoreError> {
        self.thread.run(move |session| session.release(tournament))
    }

    fn note(&mut self, tournament: TournamentKey, notes: &[Note]) -> Result<(), StoreError> {
        self.write_notes(tournament, notes)
    }

    fn notes(&mut self, tournament: TournamentKey, kind: NoteKind) -> Result<Vec<Note>, StoreError> {
        self.read_notes(tournament, kind)
    }

    fn game(&mut self, tournament: TournamentKey, number: u64) -> Result<Option<Played>, StoreError> {
        let Ok(number) = i64::try_from(number) else { return Ok(None) };
        let name = self.name(tournament)?;
        self.transact(move |work| {
            let rows = work.query(schema::GAME, &[&tournament.0, &number])?;
            Ok(rows.first().map(|row| played(row, &name)).transpose()?)
        })
    }
}
