//! What an operator reads.

use std::io;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing::Level;

use super::Hall;

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn lines(&self) -> Vec<String> {
        let text = self.0.lock().expect("nobody has panicked").clone();
        let text = String::from_utf8(text).expect("a log is text");
        text.lines().map(String::from).collect()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody has panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn an_operator_reads_of_matches_by_their_ids_alone() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_writer(move || writer.clone())
        .with_max_level(Level::INFO)
        .with_target(false)
        .without_time()
        .with_ansi(false)
        .finish();
    let _logged = tracing::subscriber::set_default(subscriber);
    let hall = Hall::new();
    let (mut ana, _bo, _code) = hall.playing(json!({})).await;
    let over = ana.get(json!({"type": "resign"}), "over").await;
    let id = over["id"].as_str().expect("an id");
    assert_eq!(
        log.lines(),
        [
            format!(" INFO a match begins match_id={id}"),
            format!(" INFO a match ends match_id={id} reason=aborted at_ms=0"),
        ]
    );
}
