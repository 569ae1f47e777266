//! 命令行说明的中文。

use crate::text::manual::{Headings, Manual, ToldArgument};

/// The help of the command line.
pub(super) static MANUAL: Manual = Manual {
    about: "双人 2048：每人一个棋盘，可用各自的终端联机，也可共用一个键盘",
    more: "不带命令时打开菜单，一切功能都可以从菜单进入。没有给出的选项以菜单中的设置为准，设置保存在用户\
           配置目录的 versus2048/settings.toml 中。设置中已打开的，可用 --no-ascii 和 --no-sound 临时关闭；\
           设置中已关闭的，可用 --animation 和 --discovery 临时打开。",
    commands: COMMANDS,
    arguments: ARGUMENTS,
    values: VALUES,
    usage: "用法:",
    command: "命令",
    options: "[选项]",
    headings: Headings {
        commands: "命令",
        arguments: "参数",
        options: "选项",
        everywhere: "通用选项",
    },
    example: "示例: ",
    default: "默认：",
    choices: "可用：",
    comma: "、",
    colon: "：",
};

const COMMANDS: &[(&str, &str)] = &[
    ("host", "在本机启动服务器，开一桌，等待对手加入"),
    ("join", "坐到一桌的空位上"),
    ("create", "在已运行的服务器上开一桌"),
    ("quick", "与选择相同选项的玩家匹配对战"),
    ("watch", "观看对局"),
    ("list", "列出服务器上的公开对局"),
    (
        "local",
        "同一键盘双人：左边的棋盘用 W A S D，右边的用方向键",
    ),
    ("solo", "单人游戏，一个棋盘"),
    ("replay", "播放回放：可暂停、加快、逐步观看"),
    ("verify", "核对回放：每个方块和结果是否与事先的承诺相符"),
    ("completions", "输出 shell 的命令补全脚本"),
    ("man", "输出手册页"),
    ("help", "显示本说明，或某个命令的说明"),
];

const ARGUMENTS: &[ToldArgument] = &[
    told("help", &[], "显示说明（-h 简短，--help 详细）"),
    told("version", &[], "显示版本"),
    told(
        "name",
        &["名字"],
        "你的名字：最多 20 个字母或数字（汉字最多 12 个），中间可用单个空格、-、_、. 和 '",
    ),
    told(
        "server",
        &["服务器"],
        "要连接的服务器：主机、主机:端口、ws://主机:端口 或 wss://主机 [默认：ws://127.0.0.1:2048]",
    ),
    told(
        "keys",
        &["字母键"],
        "除方向键外，用哪些字母键移动棋盘 [默认：wasd]",
    ),
    told("theme", &["配色"], "配色 [默认：classic]"),
    told("lang", &["语言"], "语言；不指定时由设置或环境变量决定"),
    told("ascii", &[], "只用 ASCII 字符绘制"),
    told(
        "color",
        &["色数"],
        "用多少种颜色绘制；auto 由终端决定 [默认：auto]",
    ),
    told(
        "no_color",
        &[],
        "绘制时不用颜色（设置环境变量 NO_COLOR 也一样）",
    ),
    told("no_animation", &[], "不播放动画，变化立即显示"),
    told(
        "plain",
        &[],
        "不用全屏界面：一切都逐行用文字说明，命令也逐行输入，适合读屏软件、简单终端和脚本；输入“帮助”列出\
         全部命令",
    ),
    told(
        "no_discovery",
        &[],
        "不在同一网络中公布对局，也不寻找附近的对局",
    ),
    told(
        "sound",
        &[],
        "播放声音；若此程序编译时没有启用声音，则以响铃代替",
    ),
    told(
        "music",
        &["文件"],
        "循环播放这个音乐文件，可以是 FLAC、MP3、Ogg Vorbis 或 WAV",
    ),
    told("new_player", &[], "放弃服务器认得的身份，以新玩家加入"),
    told(
        "listen",
        &["地址:端口"],
        "监听的地址 [默认：0.0.0.0:2048，端口被占用时用下一个]",
    ),
    told(
        "data_dir",
        &["目录"],
        "退出之前把对局保存在这个目录，崩溃后再次运行 host 即可继续；不指定时放在状态目录中，每个端口各用一个目录",
    ),
    ToldArgument {
        command: Some("join"),
        id: "place",
        values: &["代码"],
        help: "要加入的对局：代码（在 --server 上）、主机/代码 或 主机:端口/代码，即 host 显示的内容；不给出时\
               列出同一网络中的对局",
    },
    ToldArgument {
        command: Some("watch"),
        id: "place",
        values: &["代码"],
        help: "要观看的对局：代码（在 --server 上）、主机/代码 或 主机:端口/代码",
    },
    told(
        "names",
        &["左", "右"],
        "两人的名字，按座位从左到右：先是用字母键的，再是用方向键的；\"\" 表示以按键称呼",
    ),
    told(
        "source",
        &["文件|ID|网址"],
        "回放：文件、--server 上对局的 ID，或形如 http://example.org:2048/v1/replays/ID 的网址",
    ),
    told(
        "export",
        &["文件.svg"],
        "不播放，而是把对局做成最长一分钟的动画，保存到这个 SVG 文件；- 表示标准输出",
    ),
    told("shell", &["SHELL"], "哪一种 shell"),
    told("rows", &["行数"], "棋盘的行数，2 到 8"),
    told("cols", &["列数"], "棋盘的列数，2 到 8"),
    told(
        "target",
        &["目标"],
        "获胜的方块，8 到 131072 之间的 2 的幂；none 表示只比最高分",
    ),
    told(
        "time_limit",
        &["秒数"],
        "时限，10 到 3600 秒；none 表示不限时",
    ),
    told(
        "four_permille",
        &["个数"],
        "每 1000 个新方块中有多少个是 4 而不是 2",
    ),
    told(
        "scoring",
        &["计分"],
        "计分：merges 是合并得分，sum 是棋盘上的方块总和",
    ),
    told(
        "tiles",
        &["方块"],
        "新方块：mirrored 是双方相同（运气相等），independent 是各自不同",
    ),
    told("countdown", &["秒数"], "双方准备好之后倒计时几秒，0 到 10"),
    told("private", &[], "不公开列出这一桌"),
    told("no_watch", &[], "不允许观战"),
    told(
        "record",
        &["文件"],
        "把回放保存到这个文件，它不能已经存在；之后各局保存到旁边带编号的文件",
    ),
    told(
        "secret",
        &["密钥"],
        "决定所有方块的密钥，64 位十六进制数字，用来重玩同一局",
    ),
];

const VALUES: &[(&str, &str, &str)] = &[
    ("keys", "wasd", "W A S D"),
    ("keys", "zqsd", "Z Q S D，在 AZERTY 键盘上位置相同"),
    ("keys", "vim", "H J K L"),
    ("theme", "classic", "经典，沙色和橙色"),
    ("theme", "cool", "冷色，蓝色和绿色"),
    ("theme", "contrast", "高对比"),
    ("theme", "deuteranopia", "适合红绿色弱"),
    ("theme", "mono", "灰度"),
    ("lang", "en", "英文"),
    ("lang", "zh", "中文"),
    ("color", "auto", "由终端决定"),
    ("color", "truecolor", "真彩色"),
    ("color", "256", "xterm 的 256 色"),
    ("color", "16", "基本的 16 色"),
    ("color", "none", "不用颜色"),
    ("shell", "bash", "GNU 的 shell"),
    ("shell", "zsh", "Z shell"),
    ("shell", "fish", "友好的交互式 shell"),
];

/// What is said of an argument of whichever command.
const fn told(
    id: &'static str,
    values: &'static [&'static str],
    help: &'static str,
) -> ToldArgument {
    ToldArgument {
        command: None,
        id,
        values,
        help,
    }
}
