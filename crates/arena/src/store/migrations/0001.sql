-- Written so that SQLite and PostgreSQL both understand it.
CREATE TABLE tournament (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    definition TEXT NOT NULL,
    created BIGINT,
    verdict TEXT
);

-- The plies of a game are one text: a row for each would cost more than playing them.
CREATE TABLE game (
    tournament BIGINT NOT NULL REFERENCES tournament (id),
    number BIGINT NOT NULL,
    round BIGINT NOT NULL,
    pair BIGINT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    setup TEXT NOT NULL,
    opening TEXT NOT NULL,
    winner TEXT NOT NULL,
    margin INTEGER NOT NULL,
    ending TEXT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT,
    evidence TEXT,
    plies TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
);
