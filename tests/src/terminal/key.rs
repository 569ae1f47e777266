//! Keys as a terminal sends them.

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The arrow up, in the form that terminals use unless told otherwise.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// Enter.
    Enter,
    /// Escape alone.
    Escape,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// A page back.
    PageUp,
    /// A page on.
    PageDown,
    /// Control and a letter.
    Ctrl(char),
    /// A character.
    Char(char),
}

impl Key {
    /// What a terminal sends for it.
    #[must_use]
    pub fn bytes(self) -> Vec<u8> {
        match self {
            Self::Up => b"\x1b[A".to_vec(),
            Self::Down => b"\x1b[B".to_vec(),
            Self::Right => b"\x1b[C".to_vec(),
            Self::Left => b"\x1b[D".to_vec(),
            Self::Home => b"\x1b[H".to_vec(),
            Self::End => b"\x1b[F".to_vec(),
            Self::PageUp => b"\x1b[5~".to_vec(),
            Self::PageDown => b"\x1b[6~".to_vec(),
            Self::Enter => b"\r".to_vec(),
            Self::Escape => b"\x1b".to_vec(),
            Self::Ctrl(letter) => letter.to_string().bytes().map(|byte| byte & 0x1f).collect(),
            Self::Char(character) => character.to_string().into_bytes(),
        }
    }
}
