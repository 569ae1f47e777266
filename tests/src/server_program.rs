//! The program of the server, with the output that a test gives it.

use std::io::{self, PipeReader, PipeWriter, Write as _};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Instant;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::process::{Pid, Signal, kill_process};
use tokio::net::TcpStream;

use crate::{LIMIT, eventually, program};

/// The name of the server.
pub(crate) const SERVER: &str = "versus2048-server";

/// A server in a process of its own, which is killed when this is dropped.
pub struct TestProgram {
    /// Where it listens.
    pub address: SocketAddr,
    child: Child,
}

impl TestProgram {
    /// Starts the server with these arguments beside its address.
    #[must_use]
    pub fn start(args: &[&str], stdout: impl Into<Stdio>, stderr: impl Into<Stdio>) -> Self {
        let address = address_of_its_own();
        let child = Command::new(program::path(SERVER))
            .args(["--listen", &address.to_string()])
            .args(args)
            .stdin(Stdio::null())
            .stdout(stdout)
            .stderr(stderr)
            .spawn();
        Self {
            address,
            child: child.expect("the server starts"),
        }
    }

    /// Waits until it accepts connections.
    pub async fn until_it_listens(&self) {
        until_listening(self.address).await;
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the process is ours");
    }

    /// Waits for the end, and gives how it ended.
    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            let status = self.child.try_wait().expect("it can be waited for");
            if let Some(status) = status {
                return status;
            }
            assert!(began.elapsed() < LIMIT, "the server should have ended");
            std::thread::yield_now();
        }
    }
}

impl Drop for TestProgram {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a server accepts connections.
pub async fn until_listening(address: SocketAddr) {
    eventually("a server that listens", async || {
        TcpStream::connect(address).await.is_ok()
    })
    .await;
}

/// An address where nothing else on this machine listens: the server may be unable to say which one
/// it has.
#[must_use]
pub fn address_of_its_own() -> SocketAddr {
    static LAST: AtomicU8 = AtomicU8::new(0);
    let [.., high, low] = std::process::id().to_be_bytes();
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    (Ipv4Addr::new(127, 1 + number % 250, high, low), 2048).into()
}

/// A pipe whose reader is there and reads nothing, with not a byte of room.
#[must_use]
pub fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = io::pipe().expect("this machine has pipes");
    let flags = fcntl_getfl(&writer).expect("a pipe has flags");
    fcntl_setfl(&writer, flags | OFlags::NONBLOCK).expect("a pipe takes this");
    for piece in [[b'-'; 1024].as_slice(), b"-"] {
        while writer.write(piece).is_ok() {}
    }
    fcntl_setfl(&writer, flags).expect("a pipe takes this");
    (reader, writer)
}
