-- A chain of hashes over the games of a tournament in the order in which they were stored. Games of older versions have none.
ALTER TABLE game ADD COLUMN link BIGINT;
ALTER TABLE game ADD COLUMN chain TEXT;
CREATE UNIQUE INDEX game_link ON game (tournament, link);
