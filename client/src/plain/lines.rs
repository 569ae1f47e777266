//! Lines of commands as they come, read by a thread of its own: reading can't be interrupted.

use std::io::{self, BufRead};

use tokio::sync::mpsc;

/// The most bytes of a line: some hundred commands. Of a longer one nothing is taken, and that is told.
pub const MAX_LINE_BYTES: usize = 4096;
/// How many lines may wait; then reading waits.
const MAX_LINES: usize = 16;

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A line that is too long to be taken.
    TooLong,
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
                Ok(heard) => heard,
                Err(_) => Heard::End,
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

fn read_line(input: &mut impl BufRead) -> io::Result<Heard> {
    let mut bytes = Vec::new();
    // Its end belongs to a line, but not to its length.
    let limit = u64::try_from(MAX_LINE_BYTES + 1).unwrap_or(u64::MAX);
    let read = io::Read::take(&mut *input, limit).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(Heard::End);
    }
    let is_whole = bytes.last() == Some(&b'\n');
    if !is_whole && bytes.len() > MAX_LINE_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Heard::TooLong);
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Heard::Line(line.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_the_last_and_of_long_ones_nothing_is_taken() {
        let [most, more] = [0, 1].map(|more| "x".repeat(MAX_LINE_BYTES + more));
        let text = format!("left\r\n\n{most}\n{more}\nquit");
        let mut lines = listen(io::Cursor::new(text)).expect("a thread");
        let mut heard = Vec::new();
        while let Some(next) = lines.blocking_recv() {
            heard.push(next);
        }
        let line = |text: &str| Heard::Line(text.to_owned());
        let expected = [
            line("left"),
            line(""),
            line(&most),
            Heard::TooLong,
            line("quit"),
            Heard::End,
        ];
        assert_eq!(heard, expected);
    }

    #[test]
    fn what_is_no_text_is_a_line_all_the_same() {
        let mut lines = listen(io::Cursor::new(b"\xff\xfe\nhelp\n".to_vec())).expect("a thread");
        let replaced = Heard::Line("\u{fffd}\u{fffd}".to_owned());
        assert_eq!(lines.blocking_recv(), Some(replaced));
        assert_eq!(lines.blocking_recv(), Some(Heard::Line("help".to_owned())));
    }
}
