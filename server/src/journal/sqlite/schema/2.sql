-- Rows with numbers that follow one another. The first and the last one are empty: what was before
-- the first is not needed any more, and the next commit stands in the place of the last. So no row
-- can be lost unseen.
CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    body TEXT NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL
) STRICT;

-- Matches that are over. A list reads what stands before the moves.
CREATE TABLE finished (
    game BLOB NOT NULL PRIMARY KEY,
    ended_at INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    zero BLOB NOT NULL,
    one BLOB NOT NULL,
    header TEXT NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL,
    moves TEXT NOT NULL,
    moves_checksum BLOB NOT NULL
) STRICT;

CREATE INDEX finished_by_end ON finished (ended_at);
CREATE INDEX finished_listed ON finished (ended_at) WHERE listed = 1;
CREATE INDEX finished_listed_zero ON finished (zero, ended_at) WHERE listed = 1;
CREATE INDEX finished_listed_one ON finished (one, ended_at) WHERE listed = 1;
