//! The server under load: one that is started for it, or one that runs already.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use tempfile::TempDir;

use super::args::LoadArgs;
use super::program::{Program, server_path};

/// The server under load.
#[derive(Debug)]
pub(super) struct Target {
    /// Where it listens.
    pub(super) address: SocketAddr,
    /// When it was started, if it was for this load.
    pub(super) started: Option<Instant>,
    /// Its process, where that is known.
    pub(super) pid: Option<u32>,
    program: Option<Program>,
    temporary: Option<TempDir>,
}

impl Target {
    /// The server that the command line asks for.
    pub(super) fn new(args: &LoadArgs) -> anyhow::Result<Self> {
        if let Some(address) = args.address {
            return Ok(Self {
                address,
                started: None,
                pid: args.pid,
                program: None,
                temporary: None,
            });
        }
        let path = match &args.machine.server {
            Some(path) => path.clone(),
            None => server_path()?,
        };
        let temporary = match (&args.data_dir, args.in_memory) {
            (None, false) => Some(tempfile::tempdir().context("can't make a directory")?),
            _ => None,
        };
        let directory = args.data_dir.as_deref();
        let directory = directory.or(temporary.as_ref().map(TempDir::path));
        let program = Program::server(&path, directory, args.machine.server_cpu)?;
        Ok(Self {
            address: program.address,
            started: Some(program.started),
            pid: Some(program.pid()),
            program: Some(program),
            temporary,
        })
    }
}

/// Where journals are, when no directory is named.
pub(super) fn journal_place(args: &LoadArgs) -> PathBuf {
    let named = args.data_dir.as_deref().filter(|path| path.is_dir());
    named.map_or_else(std::env::temp_dir, Path::to_owned)
}

impl Drop for Target {
    fn drop(&mut self) {
        // The server first: it writes to the directory until its end.
        self.program = None;
        self.temporary = None;
    }
}
