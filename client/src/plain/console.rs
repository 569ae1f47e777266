//! Where lines go: results to one stream, messages to the other, each at once.

use std::io::{self, Write};

use crate::text;

/// A line for a person or a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// What happens at the table, and what was asked for.
    Result(String),
    /// What is wrong, and how the connection is.
    Message(String),
}

/// Where lines go.
#[derive(Debug)]
pub struct Console<Results, Messages> {
    results: Results,
    messages: Messages,
    /// Whether only words and names may have characters beyond ASCII.
    ascii: bool,
}

impl<Results: Write, Messages: Write> Console<Results, Messages> {
    /// Nothing is said yet.
    pub const fn new(results: Results, messages: Messages, ascii: bool) -> Self {
        Self {
            results,
            messages,
            ascii,
        }
    }

    /// Says lines.
    ///
    /// # Errors
    /// Nobody reads results any more. Messages that nobody reads are no error.
    pub fn say(&mut self, lines: impl IntoIterator<Item = Line>) -> io::Result<()> {
        for line in lines {
            match line {
                Line::Result(text) => write_line(&mut self.results, &plain(&text, self.ascii))?,
                Line::Message(text) => {
                    drop(write_line(&mut self.messages, &plain(&text, self.ascii)));
                }
            }
        }
        Ok(())
    }
}

fn write_line(stream: &mut impl Write, text: &str) -> io::Result<()> {
    stream.write_all(format!("{text}\n").as_bytes())?;
    stream.flush()
}

/// A text in one line that steers no terminal, without ornaments that would be read aloud.
fn plain(text: &str, ascii: bool) -> String {
    let text = text::clean_message(text).replace(" · ", ", ");
    // What goes on is told when it is done.
    let text = text.trim_end_matches([' ', '…']).to_owned();
    if !ascii {
        return text;
    }
    let mut simple = String::new();
    for character in text.chars() {
        match character {
            '“' | '”' => simple.push('"'),
            '×' => simple.push('x'),
            '…' => simple.push_str("..."),
            _ => simple.push(character),
        }
    }
    simple
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_and_steers_no_terminal() {
        let said = |ascii: bool| {
            let mut results = Vec::new();
            let mut console = Console::new(&mut results, io::sink(), ascii);
            let line = "4×4 · Bo\u{1b}[2J says\n“hi … there” …".to_owned();
            console.say([Line::Result(line)]).expect("a Vec takes it");
            String::from_utf8(results).expect("text")
        };
        assert_eq!(said(false), "4×4, Bo[2J says “hi … there”\n");
        assert_eq!(said(true), "4x4, Bo[2J says \"hi ... there\"\n");
    }
}
