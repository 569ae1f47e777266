//! The process that runs in a terminal.

use std::sync::mpsc::{self, Receiver};
use std::thread;

use portable_pty::{CommandBuilder, ExitStatus, SlavePty};
use rustix::process::{Pid, Signal, kill_process};

use crate::LIMIT;

/// A process, ended when this is dropped.
pub struct Process {
    id: Pid,
    ended: Receiver<ExitStatus>,
    status: Option<ExitStatus>,
    /// Open, so that the modes can be read when the program has ended.
    _slave: Box<dyn SlavePty + Send>,
}

impl Process {
    pub(super) fn start(command: CommandBuilder, slave: Box<dyn SlavePty + Send>) -> Self {
        let mut child = slave.spawn_command(command).expect("the client starts");
        let id = child.process_id().and_then(|id| i32::try_from(id).ok());
        let (ended_tx, ended) = mpsc::channel();
        thread::spawn(move || {
            if let Ok(status) = child.wait() {
                // Whoever waited may be gone.
                let _ = ended_tx.send(status);
            }
        });
        Self {
            id: id.and_then(Pid::from_raw).expect("a process has a number"),
            ended,
            status: None,
            _slave: slave,
        }
    }

    /// Its number.
    pub(super) fn id(&self) -> i32 {
        self.id.as_raw_nonzero().get()
    }

    /// Sends it a signal, as long as it runs.
    pub fn signal(&self, signal: Signal) {
        if self.status.is_none() {
            kill_process(self.id, signal).expect("the process is ours");
        }
    }

    /// Waits until it has ended; none where it goes on past the limit. Gives the exit code; none
    /// where a signal ended it.
    pub fn exit_code(&mut self) -> Option<Option<u32>> {
        if self.status.is_none() {
            self.status = self.ended.recv_timeout(LIMIT).ok();
        }
        let status = self.status.as_ref()?;
        Some(status.signal().is_none().then(|| status.exit_code()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() && self.ended.try_recv().is_err() {
            // It may end just now.
            let _ = kill_process(self.id, Signal::KILL);
        }
    }
}
