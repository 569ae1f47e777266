//! English in lines, without a screen.

use versus2048_protocol::rules::{Direction, Options, Spawn};
use versus2048_protocol::wire::{BoardView, Code, TableSummary};

use crate::plain::{MAX_LINE_BYTES, Obstacle, Slid};
use crate::text::en::English;
use crate::text::{PlainTalk, ShellTalk as _, Standing, TableTalk as _, clean};

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
                let to = direction(step.dir);
                let slid = if step.merged.is_empty() {
                    format!("moved {to}")
                } else {
                    format!("{to}, merged {}", listing(&step.merged, " and "))
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

    fn time_passed(&self, clock: &str) -> String {
        format!("{clock} played")
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
        "begin with host, join (with a CODE, or to hear the tables nearby), create, quick, watch CODE, \
         list, local, solo or replay FILE; help tells more, quit ends"
    }

    fn unknown(&self, word: &str) -> String {
        format!(
            "unknown word \u{201c}{}\u{201d}: help lists what there is",
            clean(word)
        )
    }

    fn impossible(&self, words: &[String], more: usize, obstacle: Obstacle) -> String {
        let why = match obstacle {
            Obstacle::NothingBegun => "there is no match yet, begin one; help tells how",
            Obstacle::NotThereYet => "not before the connection is up",
            Obstacle::NobodyYet => {
                "not before the other has come; wait lets commands wait for the start"
            }
            Obstacle::NotStarted => {
                "not before the match has started; wait lets commands wait for that"
            }
            Obstacle::Over => "the match is over",
            Obstacle::NotOver => "not before the match is over; resign gives it up",
            Obstacle::Closed => "the table is closed",
            Obstacle::Watching => "you only watch",
            Obstacle::NotOnline => "only in a match with others",
            Obstacle::NotAlone => "only for one who plays alone",
            Obstacle::InReplay => "not in a replay: that has pause, next, back, faster and slower",
            Obstacle::NoReplay => "only in a replay",
            Obstacle::NothingAsked => "nothing was asked",
            Obstacle::Asked => "answer the question first, with yes or no",
            Obstacle::UnderWay => "leave what is under way first, with quit",
            Obstacle::NoChange => "that changes nothing now",
        };
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{}{more}: {why}", listing(words, ", "))
    }

    fn said_by_number(&self) -> &'static str {
        "only what has a number can be said: \u{201c}say 1\u{201d}"
    }

    fn line_too_long(&self) -> String {
        format!("a line has at most {MAX_LINE_BYTES} bytes: nothing of this one was taken")
    }

    fn moves_wait(&self) -> &'static str {
        "moves wait until the match runs; Ctrl-C leaves"
    }

    fn nearby(&self, number: usize, name: &str, place: &str) -> String {
        format!("{number}: {} waits at {place}", clean(name))
    }

    fn what_of_tables_nearby(&self) -> &'static str {
        "a number takes the free seat of that table, join CODE that of another; quit goes back"
    }

    fn needs_code(&self) -> &'static str {
        "join needs a CODE, since tables nearby are not looked for; quit goes back"
    }

    fn listed(&self, number: usize, table: &TableSummary) -> String {
        let names = table.names.as_ref();
        let names = names.map(|name| name.as_deref().map_or("a free seat".into(), clean));
        let [zero, one] = &names.0;
        let (phase, options) = (self.phase_word(table.phase), self.options(&table.options));
        let (code, watching) = (table.code, table.watching);
        format!("{number}: {code}, {phase}, {zero} and {one}, {options}, {watching} watching")
    }

    fn no_tables(&self) -> &'static str {
        "there is no open table"
    }

    fn what_of_tables(&self) -> &'static str {
        "a number joins that table, or watches where no seat is free; create makes one, reload lists \
         anew, quit goes back"
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
            "resign; again: a rematch, or begin again; undo: take a move back, alone",
            "quit or q: leave; yes and no answer, later keeps a match that is offered for later",
            "say and a number: what can be said to the other",
            "quiet and loud: do not tell the other's moves, or tell them",
            "wait, wait-end: take no command before the start, or the end, of the match",
            "pause, next, back, faster, slower: in a replay",
            "host, join, join CODE, create, quick, watch CODE, list, local, solo, replay FILE, with their \
             options: begin, where nothing is under way",
            "a line may have several commands; each waits for the answer to the move before it, so that \
             no move is lost, however fast they come",
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

fn listing(items: &[impl ToString], joint: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join(joint)
}
