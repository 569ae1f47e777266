//! Stories of the client in a real pseudo-terminal.

#[cfg(test)]
mod entering_and_leaving;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod window;
