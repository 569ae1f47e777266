//! Stories of the client in a real pseudo-terminal.

#[cfg(test)]
mod commands;
#[cfg(test)]
mod entering_and_leaving;
#[cfg(test)]
mod host_again;
#[cfg(test)]
mod host_and_join;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod idle;
#[cfg(test)]
mod keeping;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod mirror;
#[cfg(test)]
mod one_keyboard;
#[cfg(test)]
mod online;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod plain_ends;
#[cfg(test)]
mod reconnecting;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod secure;
#[cfg(test)]
mod sending;
#[cfg(test)]
mod shell;
#[cfg(test)]
mod solo;
#[cfg(test)]
mod standing_still;
#[cfg(test)]
mod storms;
#[cfg(test)]
mod way_back;
#[cfg(test)]
mod window;

/// A size at which everything is shown.
#[cfg(test)]
const SIZE: (u16, u16) = (100, 30);
/// Lets a board that is read from the screen be the board that it is about to be.
#[cfg(test)]
const AT_ONCE: &str = "--no-animation";
