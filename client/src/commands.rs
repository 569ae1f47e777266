//! What needs no screen: results go to stdout, messages to stderr.

pub mod completions;
pub mod export;
pub mod list;
pub mod man;
pub mod verify;

use std::io::{self, Write};

/// Writes to stdout; whoever has closed it does not want the rest.
fn print(text: &str) -> anyhow::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(anyhow::Error::new(error).context("can't write to stdout"))
        }
        _ => Ok(()),
    }
}
