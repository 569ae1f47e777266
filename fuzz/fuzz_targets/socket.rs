//! Arbitrary bytes after the upgrade, to a real server on this machine: it always ends the connection,
//! with frames that are whole and a close code that may be sent, if with any.
//!
//! The bytes go out in pieces; the first byte is the size of a piece. Servers live for a number of
//! connections, so that what one leaves behind does not grow without a bound.

#![no_main]

use std::cell::RefCell;
use std::net::SocketAddr;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;
use tokio_util::sync::{CancellationToken, DropGuard};
use versus2048_server::{Clock, Config, Limits, Server, bind};

/// A connection that takes longer does not end.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many connections a server lives for.
const LIFE: u32 = 5_000;
const UPGRADE: &str = "GET /v1/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

thread_local! {
    static HOUSE: RefCell<Option<House>> = const { RefCell::new(None) };
}

/// A running server, and how many connections it still takes.
struct House {
    runtime: Runtime,
    address: SocketAddr,
    left: u32,
    _stop: DropGuard,
}

fuzz_target!(|input: &[u8]| {
    let Some((piece, bytes)) = input.split_first() else {
        return;
    };
    HOUSE.with_borrow_mut(|house| {
        if house.as_ref().is_none_or(|house| house.left == 0) {
            *house = Some(House::new());
        }
        let house = house.as_mut().expect("it was just built");
        house.left -= 1;
        let talk = talk(house.address, usize::from(*piece) + 1, bytes);
        let heard = house
            .runtime
            .block_on(async { timeout(PATIENCE, talk).await });
        has_good_form(&heard.expect("the connection ends"));
    });
});

impl House {
    fn new() -> Self {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime starts");
        let shutdown = CancellationToken::new();
        let address = runtime.block_on(async {
            let listener = bind(([127, 0, 0, 1], 0).into()).expect("this machine has a free port");
            let address = listener.local_addr().expect("a listener has an address");
            let (clock, _) = Clock::manual();
            let server = Server::new(&config(), clock).expect("a server starts");
            tokio::spawn(server.serve(listener, shutdown.clone()));
            address
        });
        Self {
            runtime,
            address,
            left: LIFE,
            _stop: shutdown.drop_guard(),
        }
    }
}

fn config() -> Config {
    Config {
        limits: Limits {
            requests_per_second: u32::MAX,
            ..Limits::default()
        },
        ..Config::default()
    }
}

/// Says all, hangs up, and gives what the server has said after the upgrade.
async fn talk(address: SocketAddr, piece: usize, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address)
        .await
        .expect("the server listens");
    stream
        .set_nodelay(true)
        .expect("an open socket has options");
    stream
        .write_all(UPGRADE.as_bytes())
        .await
        .expect("nothing is wrong yet");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("an upgrade is answered"));
    }
    assert!(head.starts_with(b"HTTP/1.1 101"));
    let mut said = Vec::new();
    let (mut reader, mut writer) = stream.split();
    let saying = async {
        for piece in bytes.chunks(piece) {
            // The server may have had enough before all is said.
            if writer.write_all(piece).await.is_err() {
                return;
            }
            tokio::task::yield_now().await;
        }
        let _ = writer.shutdown().await;
    };
    // It may be reset where something unread was left; what was heard before counts.
    let ((), _) = tokio::join!(saying, reader.read_to_end(&mut said));
    said
}

/// Whole frames of a server, at most one close as the last.
fn has_good_form(mut heard: &[u8]) {
    while let [first, second, rest @ ..] = heard {
        assert_eq!(first & 0xF0, 0x80, "a fragment or a reserved bit");
        let (length, rest) = length(*second, rest);
        let Some((payload, rest)) = rest.split_at_checked(length) else {
            // The stream was cut: only a reset does that.
            return;
        };
        match first & 0x0F {
            0x1 => assert!(serde_json::from_slice::<serde_json::Value>(payload).is_ok()),
            0x8 => return closes_well(payload, rest),
            0x9 | 0xA => assert!(length <= 125),
            opcode => panic!("opcode {opcode} from a server"),
        }
        heard = rest;
    }
}

fn closes_well(payload: &[u8], rest: &[u8]) {
    assert!(rest.is_empty(), "something comes behind a close");
    if let [high, low, reason @ ..] = payload {
        let code = u16::from_be_bytes([*high, *low]);
        assert!(std::str::from_utf8(reason).is_ok());
        // A close of the peer is answered with its own code, so it need not be one of the contract.
        assert!((1000..5000).contains(&code), "closed with {code}");
    }
}

fn length(second: u8, rest: &[u8]) -> (usize, &[u8]) {
    assert!(second < 0x80, "a masked frame from a server");
    match (second, rest) {
        (126, [high, low, rest @ ..]) => (usize::from(u16::from_be_bytes([*high, *low])), rest),
        (127, _) => panic!("the server says nothing that long"),
        _ => (usize::from(second), rest),
    }
}
