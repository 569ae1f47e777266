//! Where a table is, as people type it or paste it.

use std::str::FromStr;

use versus2048_protocol::wire::Code;

use crate::address;
use crate::keymap::letters;
use crate::model::{AddressProblem, CodeProblem};

/// The commands behind which a table is named.
const COMMANDS: [&str; 2] = ["join", "watch"];
/// What may stand around a code that was copied out of a sentence.
const AROUND: [char; 8] = ['"', '\'', '`', '“', '”', '<', '>', ','];

/// A table: `CODE`, `HOST/CODE`, `HOST:PORT/CODE`, `ws://HOST:PORT/CODE` or `wss://HOST/CODE`, alone or
/// in a whole command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server, `ws://HOST:PORT`, where one is named.
    pub server: Option<String>,
    /// The table's code.
    pub code: Code,
}

impl FromStr for Place {
    type Err = AddressProblem;

    fn from_str(text: &str) -> Result<Self, AddressProblem> {
        // An input method for Chinese may send full-width letters, digits and marks.
        let text: String = text.chars().map(letters::half_width).collect();
        let (target, server) = target(&text);
        let (address, code) = match target.rsplit_once('/') {
            Some((address, code)) => (Some(address), code),
            None => (None, target.as_str()),
        };
        let code = read_code(code).map_err(AddressProblem::Code)?;
        let server = address.or(server).map(address::server).transpose()?;
        Ok(Self { server, code })
    }
}

/// What names the table in a text, and the server that a command names beside it.
fn target(text: &str) -> (String, Option<&str>) {
    let mut words = text.split_whitespace();
    if !words.any(|word| COMMANDS.contains(&word)) {
        return (text.trim().trim_matches(AROUND).to_owned(), None);
    }
    let behind: Vec<&str> = words.collect();
    let target = behind.iter().take_while(|word| !word.starts_with("--"));
    let target: Vec<&str> = target.copied().collect();
    let mut flags = behind
        .iter()
        .skip_while(|word| !word.starts_with("--server"));
    let server = flags.next().and_then(|flag| match flag.split_once('=') {
        Some((_, server)) => Some(server),
        None => flags.next().copied(),
    });
    (target.join(" ").trim_matches(AROUND).to_owned(), server)
}

/// A code; it may be spelled in groups, as it is read aloud.
fn read_code(text: &str) -> Result<Code, CodeProblem> {
    let code: String = text.split_whitespace().collect();
    // An address whose code was left out is no code with strange letters.
    if code.is_empty() || code.contains([':', '.']) {
        return Err(CodeProblem::Missing);
    }
    let is_foreign = |character: &char| {
        !character.is_ascii_alphanumeric() || character.eq_ignore_ascii_case(&'u')
    };
    if let Some(character) = code.chars().find(is_foreign) {
        return Err(CodeProblem::Character(character));
    }
    code.parse().map_err(|_| CodeProblem::Length(code.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Result<(Option<&str>, &str), AddressProblem>) {
        let place: Result<Place, AddressProblem> = text.parse();
        let read = place.map(|place| (place.server, place.code.to_string()));
        let expected = expected.map(|(server, code)| (server.map(str::to_owned), code.to_owned()));
        assert_eq!(read, expected, "{text:?}");
    }

    #[test]
    fn a_table_is_typed_in_many_ways() {
        check("K7QX4M", Ok((None, "K7QX4M")));
        check(" k7qx4m ", Ok((None, "K7QX4M")));
        check("K7Q X4M\n", Ok((None, "K7QX4M")));
        check("oil234", Ok((None, "011234")));
        check("Ｋ７ＱＸ４Ｍ", Ok((None, "K7QX4M")));
        check("host/K7QX4M", Ok((Some("ws://host:2048"), "K7QX4M")));
        check("10.0.0.7:9/K7QX4M", Ok((Some("ws://10.0.0.7:9"), "K7QX4M")));
        check(
            "10.0.0.7：9／K7QX4M",
            Ok((Some("ws://10.0.0.7:9"), "K7QX4M")),
        );
        check("[::1]:9/K7QX4M", Ok((Some("ws://[::1]:9"), "K7QX4M")));
        check("[::1]/K7QX4M", Ok((Some("ws://[::1]:2048"), "K7QX4M")));
        check("::1/K7QX4M", Ok((Some("ws://[::1]:2048"), "K7QX4M")));
        check("ws://host:9/K7QX4M", Ok((Some("ws://host:9"), "K7QX4M")));
        check("http://host:9/K7QX4M", Ok((Some("ws://host:9"), "K7QX4M")));
        check("wss://host/K7QX4M", Ok((Some("wss://host:443"), "K7QX4M")));
        check(
            "https://host:9/K7QX4M",
            Ok((Some("wss://host:9"), "K7QX4M")),
        );
    }

    #[test]
    fn a_whole_command_is_pasted() {
        let there = Ok((Some("ws://1.2.3.4:9"), "K7QX4M"));
        check("versus2048 join 1.2.3.4:9/K7QX4M", there);
        check("$ versus2048 join '1.2.3.4:9/K7QX4M' --name Bo", there);
        check("\n  versus2048 watch 1.2.3.4:9/K7QX4M\r\n", there);
        check("cargo run --release -- join 1.2.3.4:9/K7QX4M", there);
        check("versus2048 join K7QX4M --server 1.2.3.4:9", there);
        check("versus2048 join K7QX4M --server=1.2.3.4:9", there);
        check(
            "versus2048 join",
            Err(AddressProblem::Code(CodeProblem::Missing)),
        );
    }

    #[test]
    fn what_is_no_table_says_which_part_is_wrong() {
        let code = |problem| Err(AddressProblem::Code(problem));
        check("", code(CodeProblem::Missing));
        check("host/", code(CodeProblem::Missing));
        check("192.168.1.20:2048", code(CodeProblem::Missing));
        check("ws://host:9", code(CodeProblem::Missing));
        check("K7QX4", code(CodeProblem::Length(5)));
        check("host/K7QX4MM", code(CodeProblem::Length(7)));
        check("K7QXUM", code(CodeProblem::Character('U')));
        check("K7QX-4M", code(CodeProblem::Character('-')));
        check("K7QXЖM", code(CodeProblem::Character('Ж')));
        check("host:port/K7QX4M", Err(AddressProblem::Server));
        check("host:70000/K7QX4M", Err(AddressProblem::Port));
        check("host:0/K7QX4M", Err(AddressProblem::Port));
        check("host:/K7QX4M", Err(AddressProblem::Server));
        check("/K7QX4M", Err(AddressProblem::Server));
        check("a b/K7QX4M", Err(AddressProblem::Server));
        check("ftp://host/K7QX4M", Err(AddressProblem::Server));
        check("wss:///K7QX4M", Err(AddressProblem::Server));
    }
}
