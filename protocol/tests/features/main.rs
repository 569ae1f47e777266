//! What the rules, the match, the messages and the replay promise, seen from outside.

// The attribute tells clippy that every function of a module is part of a test.

#[cfg(test)]
mod boards;
#[cfg(test)]
mod checks;
#[cfg(test)]
mod codes;
#[cfg(test)]
mod ends_by_boards;
#[cfg(test)]
mod ends_by_time_or_leaving;
#[cfg(test)]
mod golden_client;
#[cfg(test)]
mod golden_server;
#[cfg(test)]
mod golden_snapshot;
#[cfg(test)]
mod match_model;
#[cfg(test)]
mod model;
#[cfg(test)]
mod names;
#[cfg(test)]
mod options;
#[cfg(test)]
mod play;
#[cfg(test)]
mod random_matches;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod replay_results;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod schema;
#[cfg(test)]
mod slides;
#[cfg(test)]
mod spawns;
#[cfg(test)]
mod stages;
#[cfg(test)]
mod vectors;
