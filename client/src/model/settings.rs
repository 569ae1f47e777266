//! How the client looks and which keys it has.

use clap::ValueEnum;

/// How the client looks and which keys it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own, and they are chosen one by one"
)]
pub struct Settings {
    /// Which letters move a board, beside the arrows.
    pub keys: KeyLayout,
    /// The palette.
    pub theme: ThemeName,
    /// The language.
    pub lang: Lang,
    /// Draw with characters of ASCII only.
    pub ascii: bool,
    /// How many colours the terminal has.
    pub color: ColorDepth,
    /// Whether changes are shown in steps.
    pub animation: bool,
    /// Whether tables are announced and looked for in the same network.
    pub discovery: bool,
    /// Whether sounds are heard.
    pub sound: bool,
}

/// Which letters move a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum KeyLayout {
    /// W A S D.
    #[default]
    Wasd,
    /// Z Q S D, the same place on an AZERTY keyboard.
    Zqsd,
    /// H J K L.
    Vim,
}

/// A palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum ThemeName {
    /// Sand and orange.
    #[default]
    Classic,
    /// Blue and green.
    Cool,
    /// Strong contrasts.
    Contrast,
    /// Safe for red-green colour-blindness.
    Deuteranopia,
    /// No hues.
    Mono,
}

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ColorDepth {
    /// None: meaning is told by characters and attributes.
    #[default]
    None,
    /// The 16 of old.
    Ansi16,
    /// The 256 of xterm.
    Ansi256,
    /// Red, green and blue.
    True,
}

/// In how many colours somebody wants everything drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, ValueEnum)]
pub enum ColorChoice {
    /// In as many as the terminal says that it has.
    #[default]
    Auto,
    /// In red, green and blue.
    Truecolor,
    /// In the 256 of xterm.
    #[value(name = "256")]
    Ansi256,
    /// In the 16 of old.
    #[value(name = "16")]
    Ansi16,
    /// In none.
    None,
}

impl ColorChoice {
    /// Every choice.
    pub const ALL: [Self; 5] = [
        Self::Auto,
        Self::Truecolor,
        Self::Ansi256,
        Self::Ansi16,
        Self::None,
    ];

    /// How many colours there are, on a terminal that says it has so many.
    #[must_use]
    pub const fn depth(self, terminal: ColorDepth) -> ColorDepth {
        match self {
            Self::Auto => terminal,
            Self::Truecolor => ColorDepth::True,
            Self::Ansi256 => ColorDepth::Ansi256,
            Self::Ansi16 => ColorDepth::Ansi16,
            Self::None => ColorDepth::None,
        }
    }
}

impl KeyLayout {
    /// Every layout.
    pub const ALL: [Self; 3] = [Self::Wasd, Self::Zqsd, Self::Vim];
}

impl ThemeName {
    /// Every palette.
    pub const ALL: [Self; 5] = [
        Self::Classic,
        Self::Cool,
        Self::Contrast,
        Self::Deuteranopia,
        Self::Mono,
    ];
}

impl Lang {
    /// Every language.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];
}
