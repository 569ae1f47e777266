//! Chinese in the shell.

use std::io::ErrorKind;
use std::net::SocketAddr;

use versus2048_protocol::wire::Phase;

use crate::model::FormProblem;
use crate::saved_game::Unusable;
use crate::settings_file::{SettingsProblem, Wrong, known_keys};
use crate::sound::Silence;
use crate::text::zh::{Chinese, manual::MANUAL};
use crate::text::{Language as _, Manual, ShellTalk, TableTalk as _, Trouble, clean};

impl ShellTalk for Chinese {
    fn manual(&self) -> Option<&'static Manual> {
        Some(&MANUAL)
    }

    fn needs_terminal(&self) -> &'static str {
        "这需要终端来显示和接收按键；--plain 不用终端，逐行用文字进行"
    }

    fn needs_screen(&self) -> &'static str {
        "这个终端（TERM=dumb）无法显示画面；--plain 不用画面，逐行用文字进行"
    }

    fn only_before(&self) -> &'static str {
        "这只能在启动程序的命令行中使用"
    }

    fn list_head(&self) -> [&'static str; 7] {
        ["代码", "阶段", "玩家", "棋盘", "目标", "限时", "观战"]
    }

    fn phase_word(&self, phase: Phase) -> &'static str {
        self.phase(phase)
    }

    fn replay_holds(&self, moves: usize) -> String {
        format!("有效：密钥、种子、{moves} 步和结果全部相符")
    }

    fn replay_fails(&self, source: &str, cause: &str) -> String {
        format!("无效：{source}：{cause}")
    }

    fn replay_unchecked(&self, cause: &str) -> String {
        format!("未核对：{cause}")
    }

    fn game_aside(&self, unusable: Unusable, path: &str) -> String {
        let what = match unusable {
            Unusable::Damaged => "已损坏",
            Unusable::OtherVersion => "属于本程序的其他版本",
        };
        format!("有一局保存的游戏{what}，无法继续；它在 {path}")
    }

    fn best_scores_aside(&self, path: &str) -> String {
        format!("最高分文件无法读取，从头开始记录；旧文件在 {path}")
    }

    fn exported(&self, path: &str) -> String {
        format!("对局动画已保存到 {path}，可用浏览器打开")
    }

    fn silence(&self, silence: &Silence) -> String {
        match silence {
            Silence::NotBuilt => "此程序编译时没有启用 `sound`：以响铃代替声音，没有音乐".into(),
            Silence::NoDevice(cause) => {
                format!("没有声音设备，以响铃代替声音，没有音乐：{}", clean(cause))
            }
            Silence::Music(cause) => format!("无法播放音乐：{}", clean(cause)),
        }
    }

    fn settings_problem(&self, path: &str, problem: &SettingsProblem) -> String {
        let line = problem.line.map(|line| format!(" 第 {line} 行"));
        let line = line.unwrap_or_default();
        format!("{}{line}：{}", clean(path), wrong(&problem.wrong))
    }

    fn trouble(&self, trouble: &Trouble<'_>) -> String {
        match *trouble {
            Trouble::Status {
                url,
                status,
                detail: "",
            } => format!("{url} 应答 {status}"),
            Trouble::Status {
                url,
                status,
                detail,
            } => format!("{url} 应答 {status}：{detail}"),
            Trouble::Unreadable { url } => format!("{url} 的应答无法读完"),
            Trouble::NoMatchServer { url } => format!("{url} 不是对局服务器：无法理解它的应答"),
            Trouble::NoReplayUrl { source } => {
                format!("{source} 不是回放的网址，应形如 http://主机:端口/v1/replays/ID")
            }
            Trouble::NoFile { source } => format!("没有文件 {source}"),
            Trouble::File { source, cause } => format!("无法读取 {source}：{cause}"),
            Trouble::CutOff { source } => format!("{source} 不完整：JSON 在中途结束"),
            Trouble::NoReplay { source, cause } => {
                format!("{source} 不是 2048 Versus 的回放：{cause}")
            }
            Trouble::Invalid { source, cause } => format!("{source} 无效：{cause}"),
            Trouble::Picture { path, cause } => format!("无法将动画保存到 {path}：{cause}"),
            Trouble::NotSvg { path } => {
                format!("{path} 不以 .svg 结尾：动画是浏览器能显示的 SVG 文件")
            }
            Trouble::NoPicture { path } => {
                format!("{path} 已存在且不是动画，保持原样：请换一个文件名")
            }
            Trouble::Listen {
                address,
                kind,
                cause,
            } => cannot_listen(address, kind, cause),
            Trouble::RecordFolder { path } => format!("无法把回放保存到 {path}：它是一个目录"),
            Trouble::RecordTaken { path } => {
                format!("无法把回放保存到 {path}：文件已存在，不会覆盖；请换一个文件名")
            }
            Trouble::Record { path, cause } => format!("无法把回放保存到 {path}：{cause}"),
        }
    }
}

/// Why a server can't listen, and what to do.
fn cannot_listen(address: SocketAddr, kind: ErrorKind, cause: &str) -> String {
    match kind {
        ErrorKind::AddrInUse => format!(
            "另一个程序已在监听 {address}：请结束它，或换一个端口，如 --listen 0.0.0.0:2049"
        ),
        ErrorKind::AddrNotAvailable => {
            format!("{address} 不是本机的地址：请用 --listen 换一个")
        }
        ErrorKind::PermissionDenied => {
            format!("没有权限监听 {address}：请用 --listen 选择 1024 以上的端口")
        }
        _ => format!("无法监听 {address}：{cause}"),
    }
}

/// What does not count in a file of settings, for the screen.
pub(super) fn settings_wrong(path: &str, problems: &[SettingsProblem]) -> Vec<String> {
    let head = "部分设置无效".to_owned();
    let said = problems.iter();
    let said = said.map(|problem| Chinese.settings_problem(path, problem));
    [head].into_iter().chain(said).collect()
}

fn wrong(wrong: &Wrong) -> String {
    match wrong {
        Wrong::Unreadable(cause) => format!("无法读取，其中的设置均无效：{}", clean(cause)),
        Wrong::Syntax(cause) => format!(
            "不是 TOML，整个文件无效；应写成 theme = \"cool\" 的样子：{}",
            clean(cause)
        ),
        Wrong::UnknownKey(name) => {
            format!("没有设置 {}；可用的有 {}", clean(name), known_keys())
        }
        Wrong::Word { key, found } => format!(
            "{} 不能是 {}；可用 {}",
            key.name(),
            clean(found),
            key.words().join(", ")
        ),
        Wrong::NoText { key, found } => {
            format!("{} 不能是 {}；应为引号中的文字", key.name(), clean(found))
        }
        Wrong::Name(error) => Chinese.problem(FormProblem::Name(*error)),
        Wrong::Server(problem) => Chinese.problem(FormProblem::Address(*problem)),
    }
}
