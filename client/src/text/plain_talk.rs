//! What is said where everything is said in lines, without a screen.

use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{BoardView, Code, TableSummary};

use crate::plain::{Obstacle, Slid};

/// What is said in a language where everything is said in lines.
pub trait PlainTalk: Sync {
    /// The names of directions.
    fn directions(&self) -> fn(Direction) -> &'static str;
    /// The other player, whatever their name.
    fn other(&self) -> &'static str;
    /// What happened to a board, whose score that made, and how the others stand.
    fn slid(&self, slid: &Slid, of: Standing<'_>, others: &[Standing<'_>]) -> String;
    /// How a board is, before its rows.
    fn board(&self, name: &str, board: &BoardView) -> String;
    /// One row of a board, from 1; 0 is an empty cell.
    fn row(&self, number: usize, tiles: &[u64]) -> String;
    /// How long the match has run.
    fn time_passed(&self, clock: &str) -> String;
    /// A table and what is played there; none at one keyboard.
    fn table(&self, code: Option<Code>, options: &Options) -> String;
    /// Who plays: the viewer's own name first, where the viewer does.
    fn players(&self, names: [&str; 2], is_seated: bool) -> String;
    /// The match is over: who won, and why.
    fn over(&self, winner: &str, reason: &str) -> String;
    /// How a question is answered.
    fn answers(&self) -> &'static str;
    /// How somebody leaves a replay or a match that is over, or goes on.
    fn what_now(&self, may_rematch: bool) -> &'static str;
    /// What can be begun where nothing is under way.
    fn begin(&self) -> &'static str;
    /// What a word that never means anything is answered.
    fn unknown(&self, word: &str) -> String;
    /// What words that lead to nothing at the moment are answered: some of them, and how many more there
    /// are.
    fn impossible(&self, words: &[String], more: usize, obstacle: Obstacle) -> String;
    /// What somebody is answered who says something of their own.
    fn said_by_number(&self) -> &'static str;
    /// What a line is answered that is too long to be taken.
    fn line_too_long(&self) -> String;
    /// Moves wait until the match runs.
    fn moves_wait(&self) -> &'static str;
    /// A table in the same network: its number among those that were told, who waits there, and what
    /// is typed to join it. The name comes from outside.
    fn nearby(&self, number: usize, name: &str, place: &str) -> String;
    /// What can be done while tables in the same network are looked for.
    fn what_of_tables_nearby(&self) -> &'static str;
    /// Tables in the same network are not looked for.
    fn needs_code(&self) -> &'static str;
    /// A table of a server's list, with its number there. The names come from outside.
    fn listed(&self, number: usize, table: &TableSummary) -> String;
    /// A server's list has no table.
    fn no_tables(&self) -> &'static str;
    /// What can be done with the list of a server's tables.
    fn what_of_tables(&self) -> &'static str;
    /// Whether moves of the other are told from now on.
    fn listens(&self, listens: bool) -> &'static str;
    /// The commands, a line each.
    fn commands(&self) -> &'static [&'static str];
}

/// How somebody stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing<'a> {
    /// Who.
    pub name: &'a str,
    /// With which score.
    pub score: u64,
}
