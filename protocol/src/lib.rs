//! The rules, the match and the messages of 2048 Versus: no IO, no clock, no randomness.
