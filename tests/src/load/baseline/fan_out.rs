//! A raw epoll loop: whatever one socket sends, all sockets are sent a board, by one `write` each.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use super::OWN_BOARD;
use crate::load::poller::Poller;

/// The number of the listener among those of sockets.
const LISTENER: usize = usize::MAX - 1;
/// Longer than any measurement.
const WAIT: Duration = Duration::from_secs(60);

/// The frame that every socket is sent, as a WebSocket server would frame it.
pub(super) fn frame() -> Vec<u8> {
    let length = u16::try_from(OWN_BOARD.len()).expect("a board is short");
    let [high, low] = length.to_be_bytes();
    [&[0x81, 126, high, low], OWN_BOARD.as_bytes()].concat()
}

/// Serves until it is ended by a signal.
pub(in crate::load) fn serve_fan_out() -> anyhow::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    writeln!(io::stdout(), "listening on ws://{}", listener.local_addr()?)?;
    let mut poller = Poller::new()?;
    poller.add(&listener, LISTENER)?;
    let frame = frame();
    let mut streams: Vec<TcpStream> = Vec::new();
    let mut ready = Vec::new();
    let mut buffer = [0; 1024];
    loop {
        poller.wait(Instant::now() + WAIT, &mut ready)?;
        for number in ready.drain(..) {
            if number == LISTENER {
                let (mut stream, _) = listener.accept()?;
                stream.set_nodelay(true)?;
                // So that the load knows that this socket is among those that are written to.
                stream.write_all(&frame)?;
                poller.add(&stream, streams.len())?;
                streams.push(stream);
            } else if streams[number].read(&mut buffer)? == 0 {
                return Ok(());
            } else {
                for mut stream in &streams {
                    stream.write_all(&frame)?;
                }
            }
        }
    }
}
