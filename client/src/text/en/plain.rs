//! English in lines, without a screen.

use versus2048_protocol::rules::{Direction, Options, Spawn};
use versus2048_protocol::wire::{BoardView, Code};

use crate::plain::Slid;
use crate::text::en::English;
use crate::text::{PlainTalk, Standing, TableTalk as _};

impl PlainTalk for English {
    fn directions(&self) -> fn(Direction) -> &'static str {
        direction
    }

    fn other(&self) -> &'static str {
        "other"
    }

    fn slid(&self, slid: &Slid, of: Standing<'_>, others: &[Standing<'_>]) -> String {
        let did = match &slid.step {
            None => self.moves(slid.moves),
            Some(step) => {
                let slid = if step.merged.is_empty() {
                    format!("moved {}", direction(step.dir))
                } else {
                    let merged: Vec<String> = step.merged.iter().map(u64::to_string).collect();
                    format!("merged {}", merged.join(" and "))
                };
                slid + &step.spawn.map_or_else(String::new, spawned)
            }
        };
        let others = others
            .iter()
            .map(|other| format!("; {}: {}", other.name, other.score));
        let others: String = others.collect();
        format!("{}: {did}, score {}{others}", of.name, of.score)
    }

    fn board(&self, name: &str, board: &BoardView) -> String {
        let moves = self.moves(board.turn);
        let best = board.rows.best_tile();
        format!("{name}: score {}, best tile {best}, {moves}", board.score)
    }

    fn row(&self, number: usize, tiles: &[u64]) -> String {
        let tiles = tiles.iter().map(|&tile| match tile {
            0 => "empty".to_owned(),
            tile => tile.to_string(),
        });
        let tiles: Vec<String> = tiles.collect();
        format!("row {number}: {}", tiles.join(" "))
    }

    fn table(&self, code: Option<Code>, options: &Options) -> String {
        let options = self.options(options);
        match code {
            Some(code) => format!("table {code}: {options}"),
            None => format!("match: {options}"),
        }
    }

    fn players(&self, [first, second]: [&str; 2], is_seated: bool) -> String {
        if is_seated {
            format!("you are {first}, the other is {second}")
        } else {
            format!("{first} against {second}")
        }
    }

    fn over(&self, winner: &str, reason: &str) -> String {
        format!("over: {winner} ({reason})")
    }

    fn answers(&self) -> &'static str {
        "yes or no"
    }

    fn what_now(&self, may_rematch: bool) -> &'static str {
        if may_rematch {
            "again or quit"
        } else {
            "quit leaves"
        }
    }

    fn begin(&self) -> &'static str {
        "begin with host, join CODE, create, quick, watch CODE, list, local, solo or replay FILE; \
         help tells more, quit ends"
    }

    fn meaningless(&self, word: &str) -> String {
        format!("{word} is not possible now; help tells the commands")
    }

    fn listens(&self, listens: bool) -> &'static str {
        if listens {
            "the other's moves are told"
        } else {
            "the other's moves are not told; loud changes that"
        }
    }

    fn commands(&self) -> &'static [&'static str] {
        &[
            "left, right, up, down: move; with two at one keyboard, the first board",
            "the letters of --keys (w a s d): move; with two at one keyboard, the second board",
            "board or b: read your board; boards: read both",
            "status or t: names, scores and time; table: code and options",
            "resign, again (a rematch, or begin again), quit or q; yes and no answer",
            "say and a number: what can be said to the other",
            "quiet and loud: do not tell the other's moves, or tell them",
            "wait, wait-end: take no command before the start, or the end, of the match",
            "pause, next, back, faster, slower: in a replay",
            "host, join CODE, create, quick, watch CODE, list, local, solo, replay FILE, with their \
             options: begin, where nothing is under way",
            "a line may have several commands; each waits for the answer to the move before it",
        ]
    }
}

fn direction(dir: Direction) -> &'static str {
    match dir {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

fn spawned(spawn: Spawn) -> String {
    let (row, col) = (spawn.row + 1, spawn.col + 1);
    format!(", new {} at row {row} column {col}", spawn.value)
}
