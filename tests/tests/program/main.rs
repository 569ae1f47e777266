//! The program of the server as players meet it, whatever becomes of what it prints.

#[cfg(test)]
mod output;
#[cfg(test)]
mod signals;
