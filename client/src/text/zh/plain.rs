//! 逐行文字模式的中文。

use versus2048_protocol::rules::{Direction, Options, Spawn};
use versus2048_protocol::wire::{BoardView, Code};

use crate::plain::Slid;
use crate::text::zh::Chinese;
use crate::text::{PlainTalk, Standing, TableTalk as _};

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
                let slid = if step.merged.is_empty() {
                    format!("向{}移动", direction(step.dir))
                } else {
                    let merged: Vec<String> = step.merged.iter().map(u64::to_string).collect();
                    format!("合成 {}", merged.join("、"))
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
        "输入 host、join 代码、create、quick、watch 代码、list、local、solo 或 replay 文件 开始；\
         “帮助”列出全部命令，“退出”结束"
    }

    fn meaningless(&self, word: &str) -> String {
        format!("现在不能用“{word}”，“帮助”列出全部命令")
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
            "认输（resign）；再来（again，再来一局或重新开始）；退出（q）；用“是”“否”回答问题",
            "说（say）加数字：对另一方说话",
            "安静（quiet）、播报（loud）：不播报或播报对方的每一步",
            "等待（wait）、等到结束（wait-end）：对局开始或结束之前不接受命令",
            "暂停、下一步、上一步、加快、减慢：观看回放时使用",
            "host、join 代码、create、quick、watch 代码、list、local、solo、replay 文件（可带选项）：\
             没有对局时用来开始",
            "一行可以写多个命令，每个命令都会等前一步有了结果再执行",
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
