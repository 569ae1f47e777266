//! 逐行文字模式的中文。

use versus2048_protocol::rules::{Direction, Options, Spawn};
use versus2048_protocol::wire::{BoardView, Code, TableSummary};

use crate::plain::{MAX_LINE_BYTES, Obstacle, Slid};
use crate::text::zh::Chinese;
use crate::text::{PlainTalk, ShellTalk as _, Standing, TableTalk as _, clean};

impl PlainTalk for Chinese {
    fn directions(&self) -> fn(Direction) -> &'static str {
        direction
    }

    fn other(&self) -> &'static str {
        "对方"
    }

    fn slid(&self, slid: &Slid, of: Standing<'_>, others: &[Standing<'_>]) -> String {
        let did = match &slid.step {
            None => format!("走了 {}", self.moves(slid.moves)),
            Some(step) => {
                let to = direction(step.dir);
                let slid = if step.merged.is_empty() {
                    format!("向{to}移动")
                } else {
                    format!("向{to}移动，合成 {}", listing(&step.merged))
                };
                slid + &step.spawn.map_or_else(String::new, spawned)
            }
        };
        let others = others
            .iter()
            .map(|other| format!("；{}：{}", other.name, other.score));
        let others: String = others.collect();
        format!("{}：{did}，分数 {}{others}", of.name, of.score)
    }

    fn board(&self, name: &str, board: &BoardView) -> String {
        let moves = self.moves(board.turn);
        let best = board.rows.best_tile();
        format!("{name}：分数 {}，最大方块 {best}，{moves}", board.score)
    }

    fn row(&self, number: usize, tiles: &[u64]) -> String {
        let tiles = tiles.iter().map(|&tile| match tile {
            0 => "空".to_owned(),
            tile => tile.to_string(),
        });
        let tiles: Vec<String> = tiles.collect();
        format!("第 {number} 行：{}", tiles.join(" "))
    }

    fn time_passed(&self, clock: &str) -> String {
        format!("已进行 {clock}")
    }

    fn table(&self, code: Option<Code>, options: &Options) -> String {
        let options = self.options(options);
        match code {
            Some(code) => format!("对局 {code}：{options}"),
            None => format!("对局：{options}"),
        }
    }

    fn players(&self, [first, second]: [&str; 2], is_seated: bool) -> String {
        if is_seated {
            format!("你是 {first}，对方是 {second}")
        } else {
            format!("{first} 对 {second}")
        }
    }

    fn over(&self, winner: &str, reason: &str) -> String {
        format!("结束：{winner}（{reason}）")
    }

    fn answers(&self) -> &'static str {
        "“是”或“否”"
    }

    fn what_now(&self, may_rematch: bool) -> &'static str {
        if may_rematch {
            "输入“再来”或“退出”"
        } else {
            "输入“退出”离开"
        }
    }

    fn begin(&self) -> &'static str {
        "输入 host、join（可带代码，不带则查找附近的对局）、create、quick、watch 代码、list、local、solo \
         或 replay 文件 开始；“帮助”列出全部命令，“退出”结束"
    }

    fn unknown(&self, word: &str) -> String {
        format!("不认识“{}”，“帮助”列出全部命令", clean(word))
    }

    fn impossible(&self, words: &[String], more: usize, obstacle: Obstacle) -> String {
        let why = match obstacle {
            Obstacle::NothingBegun => "还没有对局，请先开始一局，“帮助”说明怎样开始",
            Obstacle::NotThereYet => "还没有连上",
            Obstacle::NobodyYet => "对方还没有来；“等待”让命令等到对局开始",
            Obstacle::NotStarted => "对局还没有开始；“等待”让命令等到对局开始",
            Obstacle::Over => "对局已经结束",
            Obstacle::NotOver => "对局还没有结束；“认输”可放弃",
            Obstacle::Closed => "这一桌已经关闭",
            Obstacle::Watching => "你只是观战",
            Obstacle::NotOnline => "只能在与他人对局时使用",
            Obstacle::NotAlone => "只能在单人游戏中使用",
            Obstacle::InReplay => "回放中不能用，可用：暂停、下一步、上一步、加快、减慢",
            Obstacle::NoReplay => "只能在回放中使用",
            Obstacle::NothingAsked => "没有要回答的问题",
            Obstacle::Asked => "请先用“是”或“否”回答问题",
            Obstacle::UnderWay => "请先用“退出”离开正在进行的对局",
            Obstacle::NoChange => "现在没有作用",
        };
        let more = match more {
            0 => String::new(),
            more => format!("等，另有 {more} 个"),
        };
        format!("{}{more}：{why}", listing(words))
    }

    fn said_by_number(&self) -> &'static str {
        "只能说带编号的话，例如：说 1"
    }

    fn line_too_long(&self) -> String {
        format!("一行最多 {MAX_LINE_BYTES} 字节，这一行未被接受")
    }

    fn moves_wait(&self) -> &'static str {
        "移动会等到对局进行时；按 Ctrl-C 离开"
    }

    fn nearby(&self, number: usize, name: &str, place: &str) -> String {
        format!("{number}：{} 在 {place} 等待", clean(name))
    }

    fn what_of_tables_nearby(&self) -> &'static str {
        "输入编号加入那一桌，join 代码 加入别的对局，“退出”返回"
    }

    fn needs_code(&self) -> &'static str {
        "没有查找附近的对局，请用 join 代码；“退出”返回"
    }

    fn listed(&self, number: usize, table: &TableSummary) -> String {
        let names = table.names.as_ref();
        let names = names.map(|name| name.as_deref().map_or("空位".into(), clean));
        let [zero, one] = &names.0;
        let (phase, options) = (self.phase_word(table.phase), self.options(&table.options));
        let (code, watching) = (table.code, table.watching);
        format!("{number}：{code}，{phase}，{zero} 和 {one}，{options}，{watching} 人观战")
    }

    fn no_tables(&self) -> &'static str {
        "没有公开的对局"
    }

    fn what_of_tables(&self) -> &'static str {
        "输入编号加入那一桌，没有空位时观战；create 新建一桌，“刷新”重新列出，“退出”返回"
    }

    fn listens(&self, listens: bool) -> &'static str {
        if listens {
            "播报对方的每一步"
        } else {
            "不再播报对方的每一步，“播报”可恢复"
        }
    }

    fn commands(&self) -> &'static [&'static str] {
        &[
            "左、右、上、下（left right up down）：移动；同一键盘双人时移动第一个棋盘",
            "--keys 的字母（w a s d）：移动；同一键盘双人时移动第二个棋盘",
            "棋盘（b）：读出你的棋盘；双方（boards）：读出两个棋盘",
            "情况（t）：名字、分数和时间；对局（table）：代码和选项",
            "认输（resign）；再来（again，再来一局或重新开始）；撤销（undo，单人时撤回一步）",
            "退出（q）；用“是”“否”回答问题；以后（later）：提供的对局以后再继续",
            "说（say）加数字：对另一方说话",
            "安静（quiet）、播报（loud）：不播报或播报对方的每一步",
            "等待（wait）、等到结束（wait-end）：对局开始或结束之前不接受命令",
            "暂停、下一步、上一步、加快、减慢：观看回放时使用",
            "host、join、join 代码、create、quick、watch 代码、list、local、solo、replay 文件（可带选项）：\
             没有对局时用来开始",
            "一行可以写多个命令，每个命令都会等前一步有了结果再执行，输入再快也不会丢失移动",
        ]
    }
}

fn direction(dir: Direction) -> &'static str {
    match dir {
        Direction::Up => "上",
        Direction::Down => "下",
        Direction::Left => "左",
        Direction::Right => "右",
    }
}

fn spawned(spawn: Spawn) -> String {
    let (row, col) = (spawn.row + 1, spawn.col + 1);
    format!("，第 {row} 行第 {col} 列出现 {}", spawn.value)
}

fn listing(items: &[impl ToString]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    items.join("、")
}
