//! Why a connection is closed.

/// A WebSocket close code of the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseCode {
    /// 1000: nothing is left to say.
    Done,
    /// 1002: the frames are not WebSocket.
    BadFraming,
    /// 1003: a binary frame.
    Binary,
    /// 1007: text that is not UTF-8.
    NotUtf8,
    /// 1008: too many messages that don't parse.
    BadMessages,
    /// 1009: a message that is too big.
    TooBig,
    /// 1012: the server restarts.
    Restart,
    /// 4000: no `hello` in time.
    NoHello,
    /// 4001: the same player connected elsewhere.
    Replaced,
    /// 4002: a version of the protocol that is not spoken here.
    UnsupportedProtocol,
    /// 4003: the reader is too slow.
    TooSlow,
    /// 4008: more than the limits allow.
    Flooding,
}

impl CloseCode {
    /// Every code, in the order of the contract.
    pub const ALL: [Self; 12] = [
        Self::Done,
        Self::BadFraming,
        Self::Binary,
        Self::NotUtf8,
        Self::BadMessages,
        Self::TooBig,
        Self::Restart,
        Self::NoHello,
        Self::Replaced,
        Self::UnsupportedProtocol,
        Self::TooSlow,
        Self::Flooding,
    ];

    /// The number that travels.
    #[must_use]
    pub const fn number(self) -> u16 {
        match self {
            Self::Done => 1000,
            Self::BadFraming => 1002,
            Self::Binary => 1003,
            Self::NotUtf8 => 1007,
            Self::BadMessages => 1008,
            Self::TooBig => 1009,
            Self::Restart => 1012,
            Self::NoHello => 4000,
            Self::Replaced => 4001,
            Self::UnsupportedProtocol => 4002,
            Self::TooSlow => 4003,
            Self::Flooding => 4008,
        }
    }

    /// The short text that travels with it.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::BadFraming => "this is not WebSocket framing",
            Self::Binary => "only text frames are understood",
            Self::NotUtf8 => "text has to be UTF-8",
            Self::BadMessages => "too many bad messages",
            Self::TooBig => "the message is too big",
            Self::Restart => "the server restarts, come back",
            Self::NoHello => "no hello in time",
            Self::Replaced => "connected elsewhere",
            Self::UnsupportedProtocol => "this protocol version is not spoken here",
            Self::TooSlow => "reading too slowly",
            Self::Flooding => "sending too much",
        }
    }
}
