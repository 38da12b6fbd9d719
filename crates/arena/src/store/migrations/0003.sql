-- The games that people play on the page. Older pages made the table by themselves. The revision grows with every change, so
-- that several servers notice what the others have stored.
CREATE TABLE IF NOT EXISTS live_games (
    id TEXT NOT NULL PRIMARY KEY,
    document TEXT NOT NULL
);
ALTER TABLE live_games ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
-- Reviews of games, each made once; `used` is when one was last asked for, in seconds since 1970.
CREATE TABLE game_reviews (
    key TEXT NOT NULL PRIMARY KEY,
    document TEXT NOT NULL,
    used BIGINT NOT NULL
);
CREATE INDEX game_reviews_by_use ON game_reviews (used);
