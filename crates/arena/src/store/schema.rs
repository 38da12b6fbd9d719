//! The tables and what is said to them, in the SQL that SQLite and PostgreSQL share.
//!
//! Parameters are written `$1`, `$2` and so on, each once and in order, which both count the same way.

/// The steps from an empty database to today's tables; a database has taken the first `schema_version` of them.
pub(super) const MIGRATIONS: &[&str] = &[include_str!("migrations/0001.sql"), include_str!("migrations/0002.sql")];

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
pub(super) const GUESTS: [&str; 2] = ["live_games", "game_reviews"];

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
     SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3, $4 FROM tournament WHERE 1 = 1 \
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
     number, link, CAST(chain AS TEXT) FROM game WHERE tournament = $1 ORDER BY link IS NULL, link, number";

pub(super) const GAMES: &str = concat!("SELECT ", columns!(), " FROM game WHERE tournament = $1 ORDER BY number");

pub(super) const GAME: &str = concat!("SELECT ", columns!(), " FROM game WHERE tournament = $1 AND number = $2");

pub(super) const RESULTS: &str =
    concat!("SELECT ", result_columns!(), " FROM game WHERE tournament = $1 ORDER BY number");

/// Some games from a number on: all, those of an agent, or those of two agents. A name that is not wanted is null.
pub(super) const EXCERPT: &str = concat!(
    "SELECT ",
    result_columns!(),
    " FROM game WHERE tournament = $1 AND number >= $2",
    " AND ($3 IS NULL OR first = $4 OR second = $5) AND ($6 IS NULL OR first = $7 OR second = $8)",
    " ORDER BY number LIMIT $9"
);
