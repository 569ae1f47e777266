//! 中文。

mod foreign;
mod form;
mod keeping;
mod manual;
mod plain;
mod shell;
mod table;
mod usage;

use versus2048_protocol::name::{MAX_CHARACTERS, MAX_COLUMNS, NameError};
use versus2048_protocol::wire::{CloseCode, ClosedReason, ErrorCode};

use crate::address;
use crate::held_seat::SeatPlace;
use crate::model::{
    AddressProblem, Choice, CodeProblem, FieldName, FormKind, FormProblem, Keeping, MenuItem,
    Notice,
};
use crate::text::{Hint, Language, ShellTalk as _, Word, clean, clean_message, refused};

/// Chinese.
pub(super) struct Chinese;

impl Language for Chinese {
    fn word(&self, word: Word) -> &'static str {
        match word {
            Word::Tagline => "两个棋盘，同一时钟",
            Word::You | Word::OwnSide => "你",
            Word::Bot => "机器人",
            Word::Nobody => "还没有人",
            Word::Arrows => "方向键",
            Word::Ready => "已准备",
            Word::NotReady => "未准备",
            Word::WaitingForOther => "等待对手加入",
            Word::TheyType => "请对方输入",
            Word::OrByMenu => "或在菜单中选择“加入对局”",
            Word::OrFromSource => "或在源码目录中：",
            Word::Connecting => "正在连接",
            Word::LookingForOpponent => "正在寻找选择相同对局的玩家",
            Word::Reconnecting => "正在重连",
            Word::Paused => "暂停，等待双方回来",
            Word::GettingReady => "准备中",
            Word::HotSeat => "同一键盘",
            Word::Solo => "单人",
            Word::Nearby => "附近的对局",
            Word::SeatNearby => "按 Enter 坐到这一桌的空位上。",
            Word::LookingNearby => "正在寻找附近的对局……",
            Word::Undone => "用过撤销",
            Word::Watching => "观战",
            Word::Keys => "按键",
            Word::KeysInMatch => "对局中的按键",
            Word::Rules => "与普通 2048 的不同",
            Word::InSettingsFile => "保存在 settings.toml，命令行选项优先。",
            Word::HostGoesOn => "在同一端口上会先继续你的对局。",
            Word::Tables => "对局列表",
            Word::Loading => "载入中……",
            Word::NoTables => "这里还没有公开的对局，按 C 开一桌吧！",
            Word::FreeSeat => "空位",
            Word::Replay | Word::Replays => "回放",
            Word::KeptHere => "保存在本机（时间为 UTC）",
            Word::NothingKept => "还没有。对局结束后按 K 保存回放。",
            Word::ReplaysOn => "最新对局：",
            Word::NoReplays => "这里还没有结束的对局。",
            Word::Say => "说",
            Word::OpponentHere => "对手来了！",
            Word::RematchWanted => "对手想再来一局！",
        }
    }

    fn hint(&self, hint: Hint) -> &'static str {
        match hint {
            Hint::Move => "移动",
            Hint::MoveFirst => "左边或上面的棋盘",
            Hint::MoveSecond => "右边或下面的棋盘",
            Hint::ResignThenRematch => "认输；结束后再来一局",
            Hint::Resign => "认输",
            Hint::Restart => "重新开始",
            Hint::Undo => "撤销",
            Hint::Rematch => "再来一局",
            Hint::Emote => "表情",
            Hint::Help => "帮助",
            Hint::Scroll => "滚动",
            Hint::Close => "关闭",
            Hint::Leave => "离开",
            Hint::Quit => "退出",
            Hint::Back => "返回",
            Hint::GoOn => "继续",
            Hint::Choose => "选择",
            Hint::Change => "更改",
            Hint::Open => "打开",
            Hint::Start => "开始",
            Hint::Recent => "最近的服务器",
            Hint::Apply => "完成",
            Hint::Join => "加入",
            Hint::Watch => "观战",
            Hint::Create => "开桌",
            Hint::Reload => "刷新",
            Hint::File => "文件或网址",
            Hint::Pause => "暂停",
            Hint::Step => "一步",
            Hint::Speed => "速度",
            Hint::Jump => "10 秒",
            Hint::Ends => "到开头或结尾",
            Hint::Yes => "是",
            Hint::No => "否",
            Hint::Return => "回去",
            Hint::GiveUp => "放弃",
            Hint::Later => "以后再说",
            Hint::Copy => "复制地址",
            Hint::Copied => "已复制（若终端支持）",
            Hint::Keep => "保存回放",
            Hint::Kept => "已保存",
            Hint::Redraw => "重绘",
            Hint::Suspend => "回到终端",
        }
    }

    fn menu_item(&self, item: MenuItem) -> &'static str {
        match item {
            MenuItem::Return => "回到你的对局",
            MenuItem::Host => "创建对局",
            MenuItem::Join => "加入对局",
            MenuItem::HotSeat => "同一键盘双人",
            MenuItem::Solo => "单人游戏",
            MenuItem::Quick => "快速匹配",
            MenuItem::Create => "在服务器开桌",
            MenuItem::Tables => "对局列表",
            MenuItem::Watch => "观看对局",
            MenuItem::Replays => "回放",
            MenuItem::Settings => "设置",
            MenuItem::Help => "帮助",
            MenuItem::Quit => "退出",
        }
    }

    fn menu_note(&self, item: MenuItem) -> &'static str {
        match item {
            MenuItem::Return => "离开太久会判负。",
            MenuItem::Host => "在本机启动服务器，并显示对方需要输入的内容。",
            MenuItem::Join => "坐到附近对局的空位上，或使用对方给你的代码。",
            MenuItem::HotSeat => "一人用方向键，一人用字母键，无需网络。",
            MenuItem::Solo => "一个棋盘，保存最高分。",
            MenuItem::Quick => "与服务器上选择相同对局的玩家对战。",
            MenuItem::Create => "在已运行的服务器上开一桌。",
            MenuItem::Tables => "服务器上的公开对局，可加入或观战。",
            MenuItem::Watch => "输入代码观看对局。",
            MenuItem::Replays => "逐步重看结束的对局。",
            MenuItem::Settings => "名字、服务器、按键、颜色、语言。",
            MenuItem::Help => "按键，以及与普通 2048 的不同。",
            MenuItem::Quit => "回到终端。",
        }
    }

    fn way_back(&self, at: &SeatPlace) -> String {
        match at {
            SeatPlace::Server { server, name } => format!(
                "在 {} 上，你的名字是 {}。",
                address::authority(server),
                clean(name)
            ),
            SeatPlace::Hosted { .. } => "由你主持：双方都回来后就会继续。".into(),
        }
    }

    fn field(&self, name: FieldName) -> &'static str {
        form::label(name)
    }

    fn field_note(&self, kind: FormKind, name: FieldName) -> &'static str {
        form::note(kind, name)
    }

    fn choice(&self, choice: Choice) -> String {
        form::choice(choice)
    }

    fn recorded(&self, path: &str) -> String {
        format!("回放已保存到 {path}")
    }

    fn nothing_is_kept(&self, error: &str) -> String {
        format!("无法建立状态目录，这次不保存最高分和座位：{error}；可用 XDG_STATE_HOME 指定别处")
    }

    fn problem(&self, problem: FormProblem) -> String {
        match problem {
            FormProblem::Name(NameError::Empty) => "请输入名字".into(),
            FormProblem::Name(NameError::TooLong) => {
                format!("名字太长：最多 {MAX_CHARACTERS} 个字符、{MAX_COLUMNS} 列")
            }
            FormProblem::Name(NameError::Character) => {
                "名字只能用文字和数字，中间可用空格、-、_、. 和 '".into()
            }
            FormProblem::Address(AddressProblem::Code(problem)) => code_problem(problem),
            FormProblem::Address(AddressProblem::Server) => {
                "服务器写成 主机、主机:端口、ws://主机:端口 或 wss://主机".into()
            }
            FormProblem::Address(AddressProblem::Port) => "端口是 1 到 65535 的数字".into(),
        }
    }

    fn notice(&self, notice: &Notice) -> Vec<String> {
        match notice {
            Notice::Unreachable { server, why } => foreign::unreached(&clean(server), *why).into(),
            Notice::Foreign { server, what } => foreign::foreign(&clean(server), *what).into(),
            Notice::CannotHost { cause } => {
                vec!["无法在本机启动服务器".into(), clean_message(cause)]
            }
            Notice::NoReplay { cause } => vec!["没有可播放的回放".into(), clean(cause)],
            Notice::SettingsWrong { path, problems } => shell::settings_wrong(path, problems),
            Notice::Silent(silence) => vec!["并非全都能听到".into(), self.silence(silence)],
            Notice::SettingsNotKept { cause } => {
                vec!["设置只在程序结束前有效".into(), clean(cause)]
            }
            Notice::SettingsAside { aside } => vec![
                "设置已写入新文件".into(),
                format!("旧文件无法读取，现在是 {}。", clean(aside)),
            ],
            Notice::Refused { code, message } => refused(self, *code, message),
            Notice::TableClosed { code, reason } => {
                vec![format!("对局 {code} 已关闭"), closed_reason(*reason).into()]
            }
            Notice::SeatLost { code } => vec![
                format!("你在对局 {code} 的座位已经没有了"),
                "对局已经结束，或者你离开得太久。".into(),
            ],
            Notice::TableLost { code } => vec![
                format!("对局 {code} 已不存在"),
                "服务器上找不到它了。".into(),
            ],
            Notice::Replaced => vec!["你已在别处连接".into(), "座位由那边继续。".into()],
            Notice::OtherVersion { message } => {
                vec!["服务器的版本不同".into(), clean(message)]
            }
            Notice::ServerGone { code } => {
                vec!["服务器断开了连接".into(), server_gone(*code)]
            }
        }
    }

    fn port_taken(&self, port: u16) -> String {
        format!("本机的端口 {port} 已被占用，服务器用了下一个空闲的端口。")
    }

    fn keeping(&self, keeping: &Keeping) -> [String; 2] {
        keeping::keeping(keeping)
    }

    fn error(&self, code: ErrorCode) -> &'static str {
        match code {
            ErrorCode::BadJson | ErrorCode::BadMessage | ErrorCode::HelloRequired => {
                "服务器没有理解"
            }
            ErrorCode::UnsupportedProtocol => "版本不同",
            ErrorCode::NameInvalid => "不能使用这个名字",
            ErrorCode::NoSuchMatch => "没有这个代码的对局",
            ErrorCode::MatchFull => "对局的两个座位都有人了",
            ErrorCode::NotWatchable => "这个对局不能观看",
            ErrorCode::AlreadySeated => "你在另一个对局中已有座位",
            ErrorCode::NotSeated => "你在这里没有座位",
            ErrorCode::WrongPhase => "现在不行",
            ErrorCode::OptionsInvalid => "不能使用这些选项",
            ErrorCode::RateLimited => "太频繁了",
            ErrorCode::Unavailable => "服务器暂时无法保存",
            ErrorCode::ServerFull => "服务器已满",
            ErrorCode::ShuttingDown => "服务器正在关闭",
            ErrorCode::Internal => "服务器出错了",
        }
    }

    fn rules(&self) -> &'static [&'static str] {
        &[
            "每人一个棋盘，同时进行，不用轮流。",
            "谁的棋盘先达到目标，谁立刻获胜。",
            "棋盘无法移动就卡住了，此后对方只要分数更高就立刻获胜。",
            "双方按相同顺序得到相同的方块，除非选项另有规定。",
            "结束后会核对所有方块：没有人能为任何一方挑选方块。",
        ]
    }

    fn network_rule(&self) -> &'static str {
        "离开不会获胜：离开就是认输，离线太久判负。"
    }

    fn too_small(&self, needed: (u16, u16), present: (u16, u16)) -> [String; 3] {
        [
            "窗口太小".into(),
            format!("需要 {}×{}", needed.0, needed.1),
            format!("现在 {}×{}", present.0, present.1),
        ]
    }
}

fn code_problem(problem: CodeProblem) -> String {
    match problem {
        CodeProblem::Missing => {
            "代码是六个字母或数字，如 K7QX4M，可单独输入，或写成 主机/代码".into()
        }
        CodeProblem::Length(length) => {
            format!("代码是六个字母或数字，如 K7QX4M；现在有 {length} 个")
        }
        CodeProblem::Character('u' | 'U') => "代码里没有 U：可能是 V".into(),
        CodeProblem::Character(character) => {
            let found = clean(&character.to_string());
            format!("代码只有字母和数字，如 K7QX4M，没有“{found}”")
        }
    }
}

fn closed_reason(reason: ClosedReason) -> &'static str {
    match reason {
        ClosedReason::Left => "有玩家离开了。",
        ClosedReason::NotReady => "双方没有及时准备好。",
        ClosedReason::Idle => "太久没有动静。",
        ClosedReason::Shutdown => "服务器已停止。",
    }
}

fn server_gone(code: u16) -> String {
    if code == CloseCode::Done.number() {
        "服务器已停止。".into()
    } else {
        format!("服务器不理解这个程序（关闭代码 {code}）。")
    }
}
