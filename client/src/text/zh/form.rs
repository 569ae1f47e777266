//! 表单中的中文。

use versus2048_protocol::rules::{Scoring, TileSource};

use crate::model::{Choice, ColorChoice, FieldName, FormKind, KeyLayout, Lang, ThemeName};
use crate::sound;
use crate::text::{left, percent};

/// 字段的名称。
pub(super) fn label(name: FieldName) -> &'static str {
    match name {
        FieldName::Name => "你的名字",
        FieldName::LeftName => "左边（字母键）",
        FieldName::RightName => "右边（方向键）",
        FieldName::Server => "服务器",
        FieldName::Code => "代码",
        FieldName::Replay => "文件、ID 或网址",
        FieldName::Rows => "行数",
        FieldName::Cols => "列数",
        FieldName::Target => "目标",
        FieldName::TimeLimit => "时限",
        FieldName::Fours => "新方块为 4",
        FieldName::Tiles => "方块",
        FieldName::Scoring => "计分",
        FieldName::Countdown => "倒计时",
        FieldName::Reach => "开放范围",
        FieldName::Port => "端口",
        FieldName::Listed => "公开列出",
        FieldName::Watchable => "允许观战",
        FieldName::Keys => "字母键",
        FieldName::Theme => "配色",
        FieldName::Lang => "语言",
        FieldName::Ascii => "仅用 ASCII",
        FieldName::Sound => "声音",
        FieldName::Color => "色数",
        FieldName::Music => "音乐文件",
        FieldName::Discovery => "附近的对局",
        FieldName::Animation => "动画",
    }
}

/// 一个字段的含义，一行。
pub(super) fn note(kind: FormKind, name: FieldName) -> &'static str {
    match name {
        FieldName::Name => "别人在你的棋盘上方看到的名字。",
        FieldName::LeftName | FieldName::RightName => "没有名字就以按键称呼。",
        FieldName::Server if kind == FormKind::Settings => {
            "菜单中各表单默认的服务器：主机 或 主机:端口。"
        }
        FieldName::Server if kind == FormKind::Replays => {
            "按 ID 查找对局的服务器：主机 或 主机:端口。"
        }
        FieldName::Server => "对局所在的服务器：主机 或 主机:端口。",
        FieldName::Code if kind == FormKind::Watch => {
            "玩家屏幕上的代码；菜单的“对局列表”也会列出。"
        }
        FieldName::Code => "主持者屏幕上显示的：代码 或 主机:端口/代码。",
        FieldName::Replay => "你的回放文件，或服务器上对局的 ID 或网址。",
        FieldName::Rows => "每个棋盘的行数，通常是四行。",
        FieldName::Cols => "每个棋盘的列数，通常是四列。",
        FieldName::Target if kind == FormKind::Solo => "要达到的方块，之后还可以继续。",
        FieldName::Target => "先合出这个方块的人获胜。",
        FieldName::TimeLimit => "时间到后分高者胜。",
        FieldName::Fours => "新方块是 4 而不是 2 的机会，通常为 10 %。",
        FieldName::Tiles => "双方每一步得到的新方块是否相同。",
        FieldName::Scoring => "每次合并得分，或棋盘上方块的总和。",
        FieldName::Countdown => "从双方准备好到第一步之间的时间。",
        FieldName::Reach => "谁可以连接到你的服务器。",
        FieldName::Port => "服务器的端口；被占用时用下一个空闲的。",
        FieldName::Listed => "别人不知道代码时能否找到这一桌。",
        FieldName::Watchable => "是否允许别人观看。",
        FieldName::Keys => "除方向键外，用来移动棋盘的字母。",
        FieldName::Theme => "方块的颜色，见下方。",
        FieldName::Lang => "这里所有文字的语言。",
        FieldName::Ascii => "用于无法显示其他符号的终端：只用 + - | 和字母。",
        FieldName::Sound if sound::IS_BUILT => "移动、合并和结束时的声音。",
        FieldName::Sound => "此程序没有声音功能，以响铃代替。",
        FieldName::Color => "用多少种颜色，在终端报告有误时更改。",
        FieldName::Music => "背景音乐的文件，留空则没有。",
        FieldName::Discovery => "是否在本地网络中寻找和公布对局。",
        FieldName::Animation => "方块的移动和合并是否逐步显示。",
    }
}

/// 可选的内容。
pub(super) fn choice(choice: Choice) -> String {
    match choice {
        Choice::Without | Choice::Color(ColorChoice::None) => "无".into(),
        Choice::Number(value) => value.to_string(),
        Choice::Seconds(seconds) if seconds < 60 => format!("{seconds} 秒"),
        Choice::Seconds(seconds) => left(seconds.saturating_mul(1000)),
        Choice::Permille(permille) => percent(permille),
        Choice::ThisMachine => "仅本机".into(),
        Choice::Network => "网络".into(),
        Choice::Yes => "是".into(),
        Choice::No => "否".into(),
        Choice::Tiles(TileSource::Mirrored) => "双方相同".into(),
        Choice::Tiles(TileSource::Independent) => "各自不同".into(),
        Choice::Scoring(Scoring::Merges) => "合并得分".into(),
        Choice::Scoring(Scoring::Sum) => "方块总和".into(),
        Choice::Keys(KeyLayout::Wasd) => "W A S D".into(),
        Choice::Keys(KeyLayout::Zqsd) => "Z Q S D".into(),
        Choice::Keys(KeyLayout::Vim) => "H J K L".into(),
        Choice::Theme(ThemeName::Classic) => "经典".into(),
        Choice::Theme(ThemeName::Cool) => "冷色".into(),
        Choice::Theme(ThemeName::Contrast) => "高对比".into(),
        Choice::Theme(ThemeName::Deuteranopia) => "红绿色弱".into(),
        Choice::Theme(ThemeName::Mono) => "灰度".into(),
        Choice::Color(ColorChoice::Auto) => "由终端决定".into(),
        Choice::Color(ColorChoice::Truecolor) => "真彩色".into(),
        Choice::Color(ColorChoice::Ansi256) => "256 色".into(),
        Choice::Color(ColorChoice::Ansi16) => "16 色".into(),
        Choice::Lang(Lang::En) => "English".into(),
        Choice::Lang(Lang::Zh) => "中文".into(),
    }
}
