//! Helpers of the stories: a server, players and terminals under test.
