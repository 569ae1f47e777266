DROP TABLE forgotten;
DROP TABLE results;
DROP TABLE heads;
DROP TABLE events;
DROP TABLE matches;
DROP TABLE tables;
