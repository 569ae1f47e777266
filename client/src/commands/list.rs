//! `versus2048 list`: the tables of a server as plain text.

use std::io;

use anyhow::{Context as _, anyhow};
use serde::Deserialize;
use unicode_width::UnicodeWidthStr as _;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::TableSummary;

use crate::commands::print;
use crate::model::Lang;
use crate::plain::{Console, Line};
use crate::text::{self, Language, Trouble};
use crate::{address, http};

/// The most bytes of an answer that are read; 50 tables have about 30 KiB.
const MAX_BYTES: u64 = 1024 * 1024;
/// The columns of the table.
const COLUMNS: usize = 7;

#[derive(Deserialize)]
struct Answer {
    matches: Vec<TableSummary>,
}

/// How the tables of a server are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListForm {
    /// In columns under a head, for the eye and for scripts.
    Columns,
    /// A sentence each, for the ear.
    Sentences,
}

/// Prints the tables of a server.
///
/// # Errors
/// The server can't be reached or answers something else.
pub fn list(server: &str, form: ListForm, lang: Lang) -> anyhow::Result<()> {
    let say = text::of(lang);
    let url = format!("{}/v1/matches", address::http(server));
    let body = http::get(&url, MAX_BYTES, say)?;
    let answer: Answer = serde_json::from_str(&body)
        .map_err(|_| anyhow!(say.trouble(&Trouble::NoMatchServer { url: &url })))?;
    match form {
        ListForm::Columns => print(&table(&answer.matches, say)),
        ListForm::Sentences => {
            let lines = sentences(&answer.matches, say).into_iter();
            let said = Console::new(io::stdout(), io::stderr(), false).say(lines.map(Line::Result));
            match said {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                    Err(error).context("can't write to stdout")
                }
                _ => Ok(()),
            }
        }
    }
}

/// A sentence a table, or one that there is none.
#[must_use]
pub(crate) fn sentences(tables: &[TableSummary], say: &dyn Language) -> Vec<String> {
    let sentences = tables.iter().zip(1..);
    let sentences = sentences.map(|(table, number)| say.listed(number, table));
    let none = tables.is_empty().then(|| say.no_tables().to_owned());
    sentences.chain(none).collect()
}

/// One line a table under a head, in columns.
fn table(tables: &[TableSummary], say: &dyn Language) -> String {
    let head = say.list_head().map(str::to_owned);
    let rows = tables.iter().map(|table| row(table, say));
    let rows: Vec<_> = [head].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].width()).max();
    let widths: [usize; COLUMNS] = std::array::from_fn(|column| width(column).unwrap_or(0));
    rows.iter().fold(String::new(), |text, row| {
        let cells = row.iter().zip(widths);
        let line = cells.fold(String::new(), |line, (cell, width)| {
            let gap = " ".repeat(width.saturating_sub(cell.width()) + 2);
            line + cell + &gap
        });
        text + line.trim_end() + "\n"
    })
}

fn row(table: &TableSummary, say: &dyn Language) -> [String; COLUMNS] {
    let Options { rows, cols, .. } = table.options;
    let name = |name: &Option<String>| name.as_deref().map_or_else(|| "-".into(), text::clean);
    let [zero, one] = table.names.as_ref().map(name).0;
    [
        table.code.to_string(),
        say.phase_word(table.phase).to_owned(),
        format!("{zero} : {one}"),
        format!("{rows}x{cols}"),
        table
            .options
            .target
            .map_or_else(|| "-".into(), |target| target.to_string()),
        table
            .options
            .time_limit_s
            .map_or_else(|| "-".into(), |seconds| format!("{seconds} s")),
        table.watching.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use versus2048_protocol::game::BySeat;

    use versus2048_protocol::wire::Phase;

    use super::*;

    fn summary(code: &str, names: [Option<&str>; 2]) -> TableSummary {
        TableSummary {
            code: code.parse().expect("a code"),
            phase: Phase::Waiting,
            names: BySeat(names.map(|name| name.map(str::to_owned))),
            options: Options::default(),
            watching: 3,
        }
    }

    #[test]
    fn columns_line_up_whatever_the_names_are() {
        let tables = [
            summary("K7QX4M", [Some("Ana"), None]),
            summary("000001", [Some("李雷"), Some("a\u{1b}[2J")]),
        ];
        let shown = table(&tables, text::of(Lang::En));
        let places: Vec<_> = shown
            .lines()
            .map(|line| line.split_once("4x4").map(|(before, _)| before.width()))
            .collect();
        assert_eq!(places[1], places[2], "{shown}");
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
    }

    #[test]
    fn no_tables_are_a_head_alone() {
        for lang in Lang::ALL {
            assert_eq!(table(&[], text::of(lang)).lines().count(), 1);
        }
    }
}
