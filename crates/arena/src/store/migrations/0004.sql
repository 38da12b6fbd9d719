-- What is known of a tournament beside its games: which worker played a game, results that came too late, games that could not
-- be played, and how the workers and the queue stood. The text depends on the kind.
CREATE TABLE note (
    tournament BIGINT NOT NULL REFERENCES tournament (id),
    kind TEXT NOT NULL,
    number BIGINT NOT NULL,
    worker TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (tournament, kind, number, worker)
);
