//! A bare WebSocket server of axum, which answers every text by a board.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::any;
use axum::serve::ListenerExt as _;
use futures_util::SinkExt as _;
use tokio::net::TcpSocket;
use tokio::sync::mpsc;

use super::{OTHER_BOARD, OWN_BOARD};

/// As in the server: with the default of 128 KiB the echo would be several times slower.
const READ_BUFFER_BYTES: usize = 1024;
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 4096;
/// How many boards may wait for a connection; each sender has one message under way.
const WAITING: usize = 16;

/// The connections of a pair that wait for boards of the other.
type Pairs = Arc<Mutex<HashMap<usize, mpsc::Sender<Utf8Bytes>>>>;

/// Serves on one thread until it is ended by a signal.
#[tokio::main(flavor = "current_thread")]
pub(in crate::load) async fn serve_echo() -> anyhow::Result<()> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((Ipv4Addr::LOCALHOST, 0).into())?;
    let listener = socket.listen(BACKLOG)?;
    writeln!(io::stdout(), "listening on ws://{}", listener.local_addr()?)?;
    let router = Router::new()
        .route("/echo/{number}", any(answer_one))
        .route("/pair/{number}", any(answer_both))
        .with_state(Pairs::default());
    let listener = listener.tap_io(|stream| {
        // Without it answers wait for those before to be acknowledged.
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, router).await?)
}

async fn answer_one(upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.read_buffer_size(READ_BUFFER_BYTES);
    upgrade.on_upgrade(async |mut socket| {
        while let Some(Ok(Message::Text(_))) = socket.recv().await {
            let board = Utf8Bytes::from_static(OWN_BOARD);
            if socket.send(Message::Text(board)).await.is_err() {
                return;
            }
        }
    })
}

async fn answer_both(
    upgrade: WebSocketUpgrade,
    Path(number): Path<usize>,
    State(pairs): State<Pairs>,
) -> Response {
    let upgrade = upgrade.read_buffer_size(READ_BUFFER_BYTES);
    upgrade.on_upgrade(move |socket| serve_one_of_pair(socket, number, pairs))
}

async fn serve_one_of_pair(mut socket: WebSocket, number: usize, pairs: Pairs) {
    let (board_tx, mut board_rx) = mpsc::channel(WAITING);
    let lock = || pairs.lock().unwrap_or_else(PoisonError::into_inner);
    lock().insert(number, board_tx);
    let mut other = None;
    loop {
        let fed = tokio::select! {
            message = socket.recv() => {
                let Some(Ok(Message::Text(_))) = message else { return };
                if other.is_none() {
                    other = lock().get(&(number ^ 1)).cloned();
                }
                if let Some(other) = &other {
                    // It has room for all that can be under way.
                    let _ = other.try_send(Utf8Bytes::from_static(OTHER_BOARD));
                }
                socket.feed(Message::Text(Utf8Bytes::from_static(OWN_BOARD))).await
            }
            Some(board) = board_rx.recv() => socket.feed(Message::Text(board)).await,
        };
        while let Ok(board) = board_rx.try_recv() {
            let _ = socket.feed(Message::Text(board)).await;
        }
        if fed.is_err() || socket.flush().await.is_err() {
            return;
        }
    }
}
