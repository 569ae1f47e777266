//! Stories over real sockets: a server, players who speak as the contract says, and what they see.

#[cfg(test)]
mod crowds;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod greetings;
#[cfg(test)]
mod moves;
#[cfg(test)]
mod phases;
#[cfg(test)]
mod presence;
#[cfg(test)]
mod queue;
#[cfg(test)]
mod rematches;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod spectators;
#[cfg(test)]
mod tables;
