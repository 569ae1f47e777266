//! Lines of commands as they come, read by a thread of its own: reading can't be interrupted.

use std::io::{self, BufRead};

use tokio::sync::mpsc;

/// The most bytes of a line; what is longer is cut.
const MAX_LINE_BYTES: u64 = 1024;
/// How many lines may wait; then reading waits.
const MAX_LINES: usize = 16;

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// Nothing more will come.
    End,
}

/// Begins to read lines.
///
/// # Errors
/// The thread can't be started.
pub fn listen(mut input: impl BufRead + Send + 'static) -> io::Result<mpsc::Receiver<Heard>> {
    let (tx, rx) = mpsc::channel(MAX_LINES);
    let read_on = move || {
        loop {
            let heard = match read_line(&mut input) {
                Ok(Some(line)) => Heard::Line(line),
                Ok(None) | Err(_) => Heard::End,
            };
            let is_end = heard == Heard::End;
            if tx.blocking_send(heard).is_err() || is_end {
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name("lines".to_owned())
        .spawn(read_on)?;
    Ok(rx)
}

fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = io::Read::take(&mut *input, MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_the_last_and_long_ones_are_cut() {
        let long = "x".repeat(3000);
        let text = format!("left\r\n\n{long}\nquit");
        let mut lines = listen(io::Cursor::new(text)).expect("a thread");
        let mut heard = Vec::new();
        while let Some(next) = lines.blocking_recv() {
            heard.push(next);
        }
        let line = |text: &str| Heard::Line(text.to_owned());
        let cut = "x".repeat(1024);
        assert_eq!(
            heard,
            [line("left"), line(""), line(&cut), line("quit"), Heard::End]
        );
    }

    #[test]
    fn what_is_no_text_is_a_line_all_the_same() {
        let mut lines = listen(io::Cursor::new(b"\xff\xfe\nhelp\n".to_vec())).expect("a thread");
        let replaced = Heard::Line("\u{fffd}\u{fffd}".to_owned());
        assert_eq!(lines.blocking_recv(), Some(replaced));
        assert_eq!(lines.blocking_recv(), Some(Heard::Line("help".to_owned())));
    }
}
