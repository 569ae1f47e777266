//! A line between a client and a server that a test can cut.

use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

/// Passes on what goes either way between a port of its own and a server, until it is cut.
pub struct TestProxy {
    /// Where it listens.
    pub address: SocketAddr,
    shared: Arc<Mutex<State>>,
    thread: Option<JoinHandle<()>>,
}

struct State {
    /// Where it leads to; nowhere while it is cut.
    server: Option<SocketAddr>,
    /// Both ends of every connection.
    ends: Vec<TcpStream>,
    is_over: bool,
}

impl TestProxy {
    /// A line to a server.
    #[must_use]
    pub fn to(server: SocketAddr) -> Self {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("this machine has a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let shared = Arc::new(Mutex::new(State {
            server: Some(server),
            ends: Vec::new(),
            is_over: false,
        }));
        let for_thread = Arc::clone(&shared);
        Self {
            address,
            shared,
            thread: Some(thread::spawn(move || accept(&listener, &for_thread))),
        }
    }

    /// Cuts every connection without a word, and each new one at once.
    pub fn cut(&self) {
        let mut state = lock(&self.shared);
        state.server = None;
        for end in state.ends.drain(..) {
            // The other side may have been faster.
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// New connections get through again, to this server.
    pub fn mend(&self, server: SocketAddr) {
        lock(&self.shared).server = Some(server);
    }
}

impl Drop for TestProxy {
    fn drop(&mut self) {
        self.cut();
        lock(&self.shared).is_over = true;
        // Wakes the thread.
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn lock(shared: &Mutex<State>) -> MutexGuard<'_, State> {
    shared.lock().expect("nobody panics with it in hand")
}

fn accept(listener: &TcpListener, shared: &Mutex<State>) {
    for client in listener.incoming() {
        let mut state = lock(shared);
        if state.is_over {
            return;
        }
        if let (Ok(client), Some(server)) = (client, state.server)
            && let Ok(ends) = connect(client, server)
        {
            state.ends.extend(ends);
        }
    }
}

/// Gives both ends of a new connection, between which bytes are passed on until one is closed.
fn connect(client: TcpStream, server: SocketAddr) -> io::Result<[TcpStream; 2]> {
    let server = TcpStream::connect(server)?;
    let ends = [client.try_clone()?, server.try_clone()?];
    let back = [server.try_clone()?, client.try_clone()?];
    for [mut from, mut to] in [[client, server], back] {
        from.set_nodelay(true)?;
        thread::spawn(move || {
            // How it ended makes no difference: it is passed on.
            let _ = io::copy(&mut from, &mut to);
            let _ = to.shutdown(Shutdown::Both);
        });
    }
    Ok(ends)
}
