CREATE TABLE meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO meta VALUES ('program', 'grandline'), ('schema_version', '1');
CREATE TABLE tournament (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    definition TEXT NOT NULL,
    created BIGINT,
    verdict TEXT
);
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
INSERT INTO tournament VALUES (1, 'old cup', 'connect4', '{"name":"old cup"}', 1700000000, 'a wins');
INSERT INTO game VALUES
    (1, 0, 0, 0, 'a', 'b', '-', '4 4', 'first', 18, 'rules', 'First has four in a row', '{"discs":9}', NULL,
     '1 120 8 51200 0.25 30,4,1;2 9 - 1;1 80 9 60000 18.0!;2 9 - 1;1 75 1 7 18.0!;2 9 - 1;1 3 1 1 18.0!'),
    (1, 1, 0, 0, 'b', 'a', '-', '4 4', 'second', -1, 'crash', '{first} panicked: no reason given', '{"discs":2}',
     'position: 44', '');
