//! 关于不是对局服务器的，或连接不上的服务器。

use versus2048_protocol::wire::PROTOCOL;

use crate::address;
use crate::message::{Foreign, Insecure};
use crate::unreached::Unreached;

/// 为什么那里没有应答：标题，以及可以做什么。
pub(super) fn unreached(server: &str, why: Unreached) -> [String; 2] {
    match why {
        Unreached::UnknownHost => [
            format!("找不到主机 {}", address::host(server)),
            "请检查拼写，以及本机是否联网。".into(),
        ],
        Unreached::Refused if address::is_this_machine(server) => [
            format!("{server} 没有程序在监听"),
            "本机没有运行服务器。可以创建对局，或输入别处的服务器：主机:端口，有代码时为 主机:端口/代码。".into(),
        ],
        Unreached::Refused => [
            format!("{server} 没有程序在监听"),
            "服务器在运行吗？端口对吗？".into(),
        ],
        Unreached::NoWay => [
            format!("没有网络通往 {server}"),
            "请检查地址，以及本机是否联网。".into(),
        ],
        Unreached::TimedOut => [
            format!("{server} 没有应答"),
            "等待超时：它可能没有开机，或被防火墙挡住。".into(),
        ],
        Unreached::Broken => [
            format!("与 {server} 的连接中断了"),
            "请重试；若仍中断，请检查地址和端口。".into(),
        ],
    }
}

/// 行为不像对局服务器的服务器：标题，以及可以做什么。
pub(super) fn foreign(server: &str, what: Foreign) -> [String; 2] {
    match what {
        Foreign::Status(429) => [
            format!("{server} 暂不接受这里的更多连接"),
            "请稍候再试（HTTP 状态 429）。".into(),
        ],
        Foreign::Status(503) => [
            format!("{server} 现在不接受玩家"),
            "它已满，或正在启动、停止：请稍后再试（HTTP 状态 503）。".into(),
        ],
        Foreign::Status(400) => [
            format!("{server} 不是对局服务器，或需要加密连接"),
            "它以 HTTP 状态 400 应答：若需要 TLS，地址写成 wss://主机。".into(),
        ],
        Foreign::Status(status) => [
            format!("{server} 不是对局服务器"),
            format!("它以 HTTP 状态 {status} 应答：请检查地址和端口。"),
        ],
        Foreign::NoHttp => [
            format!("{server} 不是对局服务器，或需要加密连接"),
            "它没有以 HTTP 应答：若需要 TLS，地址写成 wss://主机。".into(),
        ],
        Foreign::Insecure(Insecure::Untrusted) => [
            format!("{server} 不可信任"),
            "本机信任的机构都没有为它的证书担保；SSL_CERT_FILE 可指定担保者的文件。".into(),
        ],
        Foreign::Insecure(Insecure::OtherName) => [
            format!("{server} 不可信任"),
            "它的证书属于另一台主机：请检查地址。".into(),
        ],
        Foreign::Insecure(Insecure::OutOfDate) => [
            format!("{server} 不可信任"),
            "它的证书此刻无效：请检查本机的时钟。".into(),
        ],
        Foreign::Insecure(Insecure::Plain) => [
            format!("{server} 不提供加密连接"),
            "它不使用 TLS：不加密的地址写成 ws://主机:端口。".into(),
        ],
        Foreign::Insecure(Insecure::Otherwise) => [
            format!("{server} 无法与本程序建立加密连接"),
            "双方没有共同的方式：它的 TLS 可能太旧。".into(),
        ],
        Foreign::Silent => [
            format!("{server} 接受了连接，却不作声"),
            "它可能很忙，或不是对局服务器：请检查地址和端口。".into(),
        ],
        Foreign::Version(version) => [
            format!("{server} 的版本不同"),
            format!("它使用协议版本 {version}，本程序使用 {PROTOCOL}。"),
        ],
        Foreign::Nonsense => [
            format!("{server} 不遵守本游戏的协议"),
            "它不是对局服务器，或者出了故障：请检查地址和端口。".into(),
        ],
        Foreign::TooMuch => [
            format!("{server} 不遵守本游戏的协议"),
            "它一次发来的比对局服务器多得多。".into(),
        ],
    }
}
