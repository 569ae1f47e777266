CREATE TABLE journal (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    probes INTEGER NOT NULL
) STRICT;

INSERT INTO journal (one, probes) VALUES (1, 0);

CREATE TABLE players (
    token BLOB NOT NULL PRIMARY KEY,
    id BLOB NOT NULL,
    used_at INTEGER NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX players_by_use ON players (used_at);

CREATE TABLE tables (
    code TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE matches (
    id BLOB NOT NULL PRIMARY KEY,
    body TEXT NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL
) STRICT;

CREATE TABLE events (
    game BLOB NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- How many events a match that is played has, so that none can be lost from its end unseen.
CREATE TABLE heads (
    game BLOB NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
    game BLOB NOT NULL PRIMARY KEY REFERENCES matches (id),
    ended_at INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    zero BLOB NOT NULL,
    one BLOB NOT NULL,
    body TEXT NOT NULL,
    format INTEGER NOT NULL,
    checksum BLOB NOT NULL
) STRICT;

CREATE INDEX results_by_end ON results (ended_at);
CREATE INDEX results_listed ON results (ended_at) WHERE listed = 1;
CREATE INDEX results_listed_zero ON results (zero, ended_at) WHERE listed = 1;
CREATE INDEX results_listed_one ON results (one, ended_at) WHERE listed = 1;

-- Matches that are forgotten and whose events are not all deleted yet.
CREATE TABLE forgotten (
    game BLOB NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
