//! The tables and what is said to them, in the SQL that SQLite and PostgreSQL share.
//!
//! Parameters are written `$1`, `$2` and so on, each once and in order, which both count the same way.

use super::StoreError;

/// The steps from an empty database to today's tables; a database has taken the first `schema_version` of them.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001.sql"),
    include_str!("migrations/0002.sql"),
    include_str!("migrations/0003.sql"),
    include_str!("migrations/0004.sql"),
];

/// What a database says of itself, before any step.
pub(super) const CREATE_META: &str = "CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)";

pub(super) const META: &str = "SELECT value FROM meta WHERE key = $1";

pub(super) const SET_META: &str =
    "INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value";

/// The key under which `meta` holds the number of steps taken.
pub(super) const SCHEMA_VERSION: &str = "schema_version";

/// The key and the value by which we know a database as ours.
pub(super) const PROGRAM: (&str, &str) = ("program", "grandline");

/// Tables of the page, which keeps the games people play, and their reviews, in the same file and may have made it first.
pub(super) const GUESTS: [&str; 1] = ["live_games"];

/// The steps that a database has taken by its tables and its `meta`, if it is ours or empty and not from the future.
pub(super) fn version(
    place: &str,
    mut tables: Vec<String>,
    known: usize,
    mut meta: impl FnMut(&str) -> Option<String>,
) -> Result<Option<usize>, StoreError> {
    let foreign = |reason: String| StoreError::Foreign(place.to_owned(), reason);
    tables.retain(|table| !GUESTS.contains(&table.as_str()));
    let Some(first) = tables.first() else { return Ok(None) };
    let (key, program) = PROGRAM;
    if !tables.iter().any(|table| table == "meta") || meta(key).as_deref() != Some(program) {
        return Err(foreign(format!("it is a database of another program, with the table {first}")));
    }
    let text = meta(SCHEMA_VERSION).unwrap_or_default();
    let found: i64 = text.parse().map_err(|_| foreign(format!("its schema version is '{text}', not a number")))?;
    match usize::try_from(found) {
        Ok(version) if version <= known => Ok(Some(version)),
        Ok(_) => Err(StoreError::Newer { place: place.to_owned(), found, known: known as i64 }),
        Err(_) => Err(foreign(format!("its schema version is {found}"))),
    }
}

/// Every tournament with the number of its games; the columns are those that `entry` reads.
macro_rules! entries {
    ($rest:literal) => {
        concat!(
            "SELECT id, name, game, definition, created, verdict, ",
            "(SELECT COUNT(*) FROM game WHERE game.tournament = tournament.id) FROM tournament ",
            $rest
        )
    };
}

pub(super) const LIST: &str = entries!("ORDER BY id");

pub(super) const FIND: &str = entries!("WHERE name = $1");

pub(super) const GET: &str = entries!("WHERE id = $1");

pub(super) const NAME: &str = "SELECT name FROM tournament WHERE id = $1";

/// Numbers a tournament by itself, since the two databases count rows in different ways. Nothing comes back, and nothing
/// happens, where the name is taken.
pub(super) const CREATE: &str = "INSERT INTO tournament (id, name, game, definition, created) \
     SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3, CAST($4 AS BIGINT) FROM tournament WHERE 1 = 1 \
     ON CONFLICT (name) DO NOTHING RETURNING id";

pub(super) const CUT: &str = "DELETE FROM game WHERE tournament = $1 AND number >= $2";

pub(super) const FINISH: &str = "UPDATE tournament SET verdict = $1 WHERE id = $2";

macro_rules! columns {
    () => {
        "number, round, pair, first, second, setup, opening, winner, margin, ending, reason, detail, evidence, plies"
    };
}

/// The same without what is long: moves and evidence.
macro_rules! result_columns {
    () => {
        "number, round, pair, first, second, setup, opening, winner, margin, ending, reason, detail, NULL, ''"
    };
}

pub(super) const ADD: &str = concat!(
    "INSERT INTO game (tournament, ",
    columns!(),
    ", link, chain) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ",
    "ON CONFLICT (tournament, number) DO NOTHING"
);

/// What the chain of a tournament begins with.
pub(super) const CHAIN_START: &str = "SELECT name, game, definition FROM tournament WHERE id = $1";

/// The last link of a chain.
pub(super) const LAST_LINK: &str =
    "SELECT link, chain FROM game WHERE tournament = $1 AND link IS NOT NULL ORDER BY link DESC LIMIT 1";

pub(super) const SET_LINK: &str = "UPDATE game SET link = $1, chain = $2 WHERE tournament = $3 AND number = $4";

/// The games of a tournament in the order of its chain: what is hashed as texts, then what finds the game and its link.
pub(super) const LINKS: &str = "SELECT CAST(number AS TEXT), CAST(round AS TEXT), CAST(pair AS TEXT), CAST(first AS TEXT), \
     CAST(second AS TEXT), CAST(setup AS TEXT), CAST(opening AS TEXT), CAST(winner AS TEXT), CAST(margin AS TEXT), \
     CAST(ending AS TEXT), CAST(reason AS TEXT), CAST(detail AS TEXT), CAST(evidence AS TEXT), CAST(plies AS TEXT), \
     number, link, CAST(chain AS TEXT) FROM game WHERE tournament = $1 ORDER BY game.link IS NULL, game.link, game.number";

pub(super) const GAMES: &str = concat!("SELECT ", columns!(), " FROM game WHERE tournament = $1 ORDER BY number");

pub(super) const GAME: &str = concat!("SELECT ", columns!(), " FROM game WHERE tournament = $1 AND number = $2");

pub(super) const RESULTS: &str =
    concat!("SELECT ", result_columns!(), " FROM game WHERE tournament = $1 ORDER BY number");

/// Some games in the order in which they were stored, after a link, with their links.
pub(super) const BY_LINK: &str =
    concat!("SELECT ", columns!(), ", link FROM game WHERE tournament = $1 AND link > $2 ORDER BY link LIMIT $3");

/// Games without a link, from a number on.
pub(super) const UNLINKED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM game WHERE tournament = $1 AND link IS NULL AND number >= $2 ORDER BY number LIMIT $3"
);

pub(super) const LOAD: &str = "SELECT document, revision FROM live_games WHERE id = $1";

pub(super) const REVISION: &str = "SELECT revision FROM live_games WHERE id = $1";

pub(super) const SAVE: &str = "INSERT INTO live_games (id, document, revision) VALUES ($1, $2, $3) ON CONFLICT (id) \
     DO UPDATE SET document = excluded.document, revision = excluded.revision WHERE live_games.revision = $4";

pub(super) const DOCUMENTS: &str = "SELECT id, document, revision FROM live_games WHERE id > $1 ORDER BY id LIMIT $2";

pub(super) const KEEP_REVIEW: &str = "INSERT INTO game_reviews (key, document, used) VALUES ($1, $2, $3) \
     ON CONFLICT (key) DO UPDATE SET document = excluded.document, used = excluded.used";

pub(super) const ADD_REVIEW: &str =
    "INSERT INTO game_reviews (key, document, used) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING";

/// Drops what was used before all of the reviews that were used last.
pub(super) const DROP_REVIEWS: &str = "DELETE FROM game_reviews WHERE used < \
     (SELECT MIN(used) FROM (SELECT used FROM game_reviews ORDER BY used DESC LIMIT $1) AS kept)";

pub(super) const USE_REVIEW: &str = "UPDATE game_reviews SET used = $1 WHERE key = $2 RETURNING document";

/// Some games from a number on: all, those of an agent, or those of two agents. A name that is not wanted is null.
pub(super) const EXCERPT: &str = concat!(
    "SELECT ",
    result_columns!(),
    " FROM game WHERE tournament = $1 AND number >= $2",
    " AND (CAST($3 AS TEXT) IS NULL OR first = $4 OR second = $5) AND (CAST($6 AS TEXT) IS NULL OR first = $7 OR second = $8)",
    " ORDER BY number LIMIT $9"
);

pub(super) const NOTE: &str = "INSERT INTO note (tournament, kind, number, worker, text) VALUES ($1, $2, $3, $4, $5) \
     ON CONFLICT (tournament, kind, number, worker) DO UPDATE SET text = excluded.text";

pub(super) const NOTES: &str =
    "SELECT number, worker, text FROM note WHERE tournament = $1 AND kind = $2 ORDER BY number, worker";

/// Reviews by key, a page at a time.
pub(super) const REVIEWS: &str = "SELECT key, document, used FROM game_reviews WHERE key > $1 ORDER BY key LIMIT $2";

/// What only PostgreSQL is told.
#[cfg(feature = "postgres")]
pub(super) mod server {
    /// Games from a number on, a page at a time.
    pub(in crate::store) const GAMES: &str =
        concat!("SELECT ", columns!(), " FROM game WHERE tournament = $1 AND number >= $2 ORDER BY number LIMIT $3");

    /// The same without what is long.
    pub(in crate::store) const RESULTS: &str = concat!(
        "SELECT ",
        result_columns!(),
        " FROM game WHERE tournament = $1 AND number >= $2 ORDER BY number LIMIT $3"
    );

    /// The tables of the schema that is in use.
    pub(in crate::store) const TABLES: &str =
        "SELECT CAST(tablename AS TEXT) FROM pg_catalog.pg_tables WHERE schemaname = current_schema() ORDER BY 1";

    /// Lets others wait who would add games to the same tournament.
    pub(in crate::store) const LOCK: &str = "SELECT name FROM tournament WHERE id = $1 FOR NO KEY UPDATE";

    /// Lets others wait who would create a tournament, since keys are counted.
    pub(in crate::store) const LOCK_TOURNAMENTS: &str = "LOCK TABLE tournament IN SHARE ROW EXCLUSIVE MODE";

    /// Lets others wait who would bring the tables up to date.
    pub(in crate::store) const LOCK_SCHEMA: &str = "SELECT pg_advisory_xact_lock(7310579611)";

    /// Which of some games are there.
    pub(in crate::store) const PRESENT: &str = "SELECT number FROM game WHERE tournament = $1 AND number = ANY($2)";

    /// Many games in one statement.
    pub(in crate::store) const ADD: &str = concat!(
        "INSERT INTO game (tournament, ",
        columns!(),
        ", link, chain) SELECT $1, * FROM UNNEST($2::BIGINT[], $3::BIGINT[], $4::BIGINT[], $5::TEXT[], $6::TEXT[], ",
        "$7::TEXT[], $8::TEXT[], $9::TEXT[], $10::INTEGER[], $11::TEXT[], $12::TEXT[], $13::TEXT[], $14::TEXT[], ",
        "$15::TEXT[], $16::BIGINT[], $17::TEXT[]) ON CONFLICT (tournament, number) DO NOTHING"
    );

    /// Many notes in one statement.
    pub(in crate::store) const NOTE: &str = "INSERT INTO note (tournament, kind, number, worker, text) \
         SELECT $1, * FROM UNNEST($2::TEXT[], $3::BIGINT[], $4::TEXT[], $5::TEXT[]) \
         ON CONFLICT (tournament, kind, number, worker) DO UPDATE SET text = excluded.text";

    /// New links of many games.
    pub(in crate::store) const SET_LINKS: &str = "UPDATE game SET link = new.link, chain = new.chain \
         FROM UNNEST($2::BIGINT[], $3::BIGINT[], $4::TEXT[]) AS new (number, link, chain) \
         WHERE game.tournament = $1 AND game.number = new.number";

    /// Takes all links away, since no two may be equal while they change.
    pub(in crate::store) const UNLINK: &str = "UPDATE game SET link = -link WHERE tournament = $1";

    /// Reserves a tournament for this connection until it ends.
    pub(in crate::store) const CLAIM: &str = "SELECT pg_try_advisory_lock($1)";

    /// Ends that.
    pub(in crate::store) const RELEASE: &str = "SELECT pg_advisory_unlock($1)";

    pub(in crate::store) const REVISIONS: &str = "SELECT id, revision FROM live_games WHERE id = ANY($1)";
}
