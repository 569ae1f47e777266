//! 对局中的中文。

use versus2048_protocol::game::{BySeat, Reason, Status};
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{ClosedReason, Code, Emote, Phase, RejectedReason};

use crate::address::Reach;
use crate::model::{Connection, Question};
use crate::saved_game::Unusable;
use crate::session::{Fairness, Happening, Unfair};
use crate::text::zh::Chinese;
use crate::text::{
    Asked, Ended, Loser, NOTEWORTHY_TILE, TableTalk, Winner, left, number, percent, refused,
};

impl TableTalk for Chinese {
    fn options(&self, options: &Options) -> String {
        let usual = Options::default();
        let mut parts = vec![
            format!("{}×{}", options.rows, options.cols),
            self.goal(options.target),
        ];
        if let Some(seconds) = options.time_limit_s {
            parts.push(format!("限时 {}", left(seconds.saturating_mul(1000))));
        }
        if options.tiles != usual.tiles {
            parts.push("方块不同".into());
        }
        if options.four_permille != usual.four_permille {
            parts.push(format!("{} 为 4", percent(options.four_permille)));
        }
        if options.scoring != usual.scoring {
            parts.push("以方块总和计分".into());
        }
        parts.join(" · ")
    }

    fn goal(&self, target: Option<u64>) -> String {
        target.map_or_else(|| "比最高分".into(), |target| format!("先到 {target}"))
    }

    fn time_left(&self, clock: &str) -> String {
        format!("剩余 {clock}")
    }

    fn game(&self, number: u32) -> String {
        format!("第 {number} 局")
    }

    fn watching(&self, count: u32) -> String {
        format!("{count} 人观战")
    }

    fn best_tile(&self, best: u64) -> String {
        format!("最大 {best}")
    }

    fn moves(&self, count: u32) -> String {
        format!("{count} 步")
    }

    fn moves_of(&self, made: usize, all: usize) -> String {
        format!("第 {made} 步，共 {all} 步")
    }

    fn rate(&self, moves_a_minute: u64) -> String {
        format!("每分钟 {moves_a_minute}")
    }

    fn best_score(&self, best: &str) -> String {
        format!("最高分 {best}")
    }

    fn phase(&self, phase: Phase) -> &'static str {
        match phase {
            Phase::Waiting => "等待",
            Phase::Ready => "准备",
            Phase::Countdown => "即将开始",
            Phase::Playing => "进行中",
            Phase::Paused => "暂停",
            Phase::Over => "已结束",
        }
    }

    fn status(&self, status: Status) -> &'static str {
        match status {
            Status::Reached => "达到目标",
            Status::Stuck => "无法移动",
            Status::Playing => "",
        }
    }

    fn away(&self, clock: Option<&str>) -> String {
        clock.map_or_else(|| "离线".into(), |clock| format!("离线，{clock} 后判负"))
    }

    fn happening(&self, what: &Happening, arrow: fn(Direction) -> &'static str) -> String {
        match what {
            Happening::Joined(_) => "来了".into(),
            Happening::LeftSeat(_) => "离开了".into(),
            Happening::Ready(_) => "准备好了".into(),
            Happening::Countdown => "马上开始".into(),
            Happening::Started => "开始！".into(),
            Happening::Paused => "暂停：服务器重启过".into(),
            Happening::Merged {
                gained,
                new_best: Some(best @ NOTEWORTHY_TILE..),
                ..
            } => format!("+{} · 合成 {best}！", number(*gained)),
            Happening::Merged { gained, .. } => format!("+{}", number(*gained)),
            Happening::Slid(_, direction) => arrow(*direction).into(),
            Happening::TakenBack(_) => "已撤销一步".into(),
            Happening::Stuck(_) => "无法移动了".into(),
            Happening::Refused { dir, reason, .. } => {
                format!("{} {}", arrow(*dir), refusal(*reason))
            }
            Happening::NotYet(_) => "对局马上开始，请稍等".into(),
            Happening::TooFast(_) => "太快了，这一步没有发送".into(),
            Happening::Away(_) => "离线了".into(),
            Happening::Back(_) => "回来了".into(),
            Happening::Said(_, emote) => format!("“{}”", self.emote(*emote)),
            Happening::Watching(count) => self.watching(*count),
            Happening::RematchOffered(_) => "想再来一局".into(),
            Happening::GameAside(Unusable::Damaged) => "保存的游戏已损坏，已移到一旁".into(),
            Happening::GameAside(Unusable::OtherVersion) => {
                "保存的游戏属于其他版本，已移到一旁".into()
            }
            Happening::Reconnected => "重新连上了".into(),
            Happening::Error { code, message } => refused(self, *code, message).join("："),
        }
    }

    fn winner(&self, winner: Winner<'_>) -> String {
        match winner {
            Winner::You => "你赢了！".into(),
            Winner::Other(name) => format!("{name} 获胜"),
            Winner::Draw => "平局".into(),
            Winner::Nobody => "没有胜者".into(),
            Winner::Solo => "结束".into(),
        }
    }

    fn reason(&self, ended: Ended<'_>) -> String {
        let target = ended.target.unwrap_or_default();
        match ended.reason() {
            Reason::Target => format!("达到 {target}"),
            Reason::Stuck if ended.is_solo => "无法再移动".into(),
            Reason::Stuck if ended.outcome.winner.is_some() => "双方都卡住了，分高者胜".into(),
            Reason::Stuck => "双方都卡住了，分数相同".into(),
            Reason::Outscored => format!("{}卡住了，而且分数较低", loser(ended)),
            Reason::Time if ended.outcome.winner.is_some() && !ended.is_solo => {
                "时间到，分高者胜".into()
            }
            Reason::Time if !ended.is_solo => "时间到，分数相同".into(),
            Reason::Time => "时间到".into(),
            Reason::Resigned => format!("{}认输", loser(ended)),
            Reason::Abandoned => format!("{}离线太久", loser(ended)),
            Reason::Aborted => "对局取消".into(),
        }
    }

    fn fairness(&self, fairness: Fairness, names: &BySeat<String>) -> String {
        match fairness {
            Fairness::NotYet => String::new(),
            Fairness::Proven { tiles } => {
                format!("公平：承诺、种子和 {tiles} 个方块全部相符")
            }
            Fairness::Broken(Unfair::Commitment) => "不公平：密钥与承诺不符".into(),
            Fairness::Broken(Unfair::Seed) => "不公平：种子与密钥和随机数不符".into(),
            Fairness::Broken(Unfair::Nonce) => "不公平：没有用你的随机数".into(),
            Fairness::Broken(Unfair::Tile { seat, number }) => {
                format!("不公平：{} 的第 {number} 个方块不符", names[seat])
            }
            Fairness::Broken(Unfair::Board { seat, turn }) => {
                format!("不公平：{} 的第 {turn} 步得出了别的棋盘", names[seat])
            }
            Fairness::Broken(Unfair::Result) => "不公平：结果与棋盘不符".into(),
        }
    }

    fn question(&self, asked: Asked) -> String {
        match asked.question {
            Question::Resign if !asked.has_moved => "要取消这一局吗？没有胜者。".into(),
            Question::Leave if !asked.has_moved => "要离开吗？这一局会取消，没有胜者。".into(),
            Question::Resign => "要认输吗？".into(),
            Question::Leave => "要离开吗？离开就是认输。".into(),
            Question::CloseTable => "要关闭这一桌吗？代码将失效。".into(),
            Question::Suspend => "要回到终端吗？你的服务器会停住。".into(),
            Question::LeaveLocal => "结束这一局吗？".into(),
            Question::LeaveSolo => "要离开吗？这一局会保存。".into(),
            Question::ResumeSolo => "继续上次的一局吗？选“否”则重新开始。".into(),
            Question::Restart => "重新开始吗？".into(),
            Question::PlayOn => {
                let target = asked.target.map(|target| target.to_string());
                format!("达到 {}！要继续吗？", target.unwrap_or_default())
            }
            Question::Resume(code) => {
                format!("要回到 {code} 吗？计时仍在走。选“否”就是认输。")
            }
        }
    }

    fn connection(&self, connection: Connection, clock: &str) -> String {
        match connection {
            Connection::Up => String::new(),
            Connection::Waiting { .. } => format!("连接中断，{clock} 后重试"),
            Connection::Trying { attempt } => format!("连接中断，第 {attempt} 次重试……"),
        }
    }

    fn reach(&self, reach: Reach) -> &'static str {
        match reach {
            Reach::Machine => "本机",
            Reach::Network => "同一网络",
            Reach::Anywhere => "其他网络",
        }
    }

    fn closes_in(&self, clock: &str) -> String {
        format!("{clock} 后关闭")
    }

    fn watched_waits(&self, code: Code, name: &str) -> String {
        format!("正在观看对局 {code}：{name} 在等待对手加入")
    }

    fn rematch_awaited(&self, name: &str) -> String {
        format!("你想再来一局，等待 {name} 同意")
    }

    fn closed(&self, reason: ClosedReason) -> &'static str {
        match reason {
            ClosedReason::Left => "有玩家离开，对局已关闭",
            ClosedReason::NotReady => "双方没有及时准备好，对局已关闭",
            ClosedReason::Idle => "太久没有动静，对局已关闭",
            ClosedReason::Shutdown => "服务器已停止",
        }
    }

    fn has_left(&self, name: &str) -> String {
        format!("{name} 已离开，不能再来一局了")
    }

    fn waited(&self, clock: &str) -> String {
        format!("已等待 {clock}")
    }

    fn emote(&self, emote: Emote) -> &'static str {
        match emote {
            Emote::Hello => "你好！",
            Emote::GoodLuck => "祝你好运！",
            Emote::Nice => "漂亮！",
            Emote::Wow => "哇！",
            Emote::Oops => "哎呀！",
            Emote::GoodGame => "打得好！",
            Emote::Thanks => "谢谢！",
        }
    }
}

fn refusal(reason: RejectedReason) -> &'static str {
    match reason {
        RejectedReason::RateLimited => "太快了",
        RejectedReason::Unavailable => "无法保存，请再试",
        RejectedReason::NotPlaying => "现在不行",
        RejectedReason::Stuck => "无法移动",
        RejectedReason::Stale => "来晚了",
        RejectedReason::NoChange => "什么也没动",
    }
}

fn loser(ended: Ended<'_>) -> String {
    match ended.loser() {
        Loser::You => "你".into(),
        Loser::Other(name) => format!("{name} "),
    }
}
