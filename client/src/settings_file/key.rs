//! The keys of the file, and what each takes.

use clap::ValueEnum;

use crate::model::{ColorChoice, KeyLayout, Lang, ThemeName};

/// A key of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingKey {
    /// The name to go by.
    Name,
    /// The server to connect to.
    Server,
    /// Which letters move a board.
    Keys,
    /// The palette.
    Theme,
    /// The language.
    Lang,
    /// Whether only characters of ASCII are drawn.
    Ascii,
    /// In how many colours everything is drawn.
    Color,
    /// Whether changes are shown in steps.
    Animation,
    /// Whether tables are announced and looked for in the same network.
    Discovery,
    /// Whether sounds are heard.
    Sound,
    /// The file of the music.
    Music,
}

impl SettingKey {
    /// Every key, in the order of the file.
    pub const ALL: [Self; 11] = [
        Self::Name,
        Self::Server,
        Self::Keys,
        Self::Theme,
        Self::Lang,
        Self::Ascii,
        Self::Color,
        Self::Animation,
        Self::Discovery,
        Self::Sound,
        Self::Music,
    ];

    /// How it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Server => "server",
            Self::Keys => "keys",
            Self::Theme => "theme",
            Self::Lang => "lang",
            Self::Ascii => "ascii",
            Self::Color => "color",
            Self::Animation => "animation",
            Self::Discovery => "discovery",
            Self::Sound => "sound",
            Self::Music => "music",
        }
    }

    /// The words that it takes, as they are written; none where any text of a form will do.
    #[must_use]
    pub fn words(self) -> Vec<String> {
        match self {
            Self::Name | Self::Server | Self::Music => Vec::new(),
            Self::Keys => quoted::<KeyLayout>(),
            Self::Theme => quoted::<ThemeName>(),
            Self::Lang => quoted::<Lang>(),
            Self::Color => quoted::<ColorChoice>(),
            Self::Ascii | Self::Animation | Self::Discovery | Self::Sound => {
                vec!["true".into(), "false".into()]
            }
        }
    }

    /// What it is for, for whoever edits the file.
    pub(super) const fn comment(self) -> &'static str {
        match self {
            Self::Name => {
                "The name to go by: 1 to 20 letters and digits, with single spaces, hyphens, \
                 underscores, dots and apostrophes between them. Left out, it is that of the login."
            }
            Self::Server => {
                "The server to connect to: HOST, HOST:PORT, ws://HOST:PORT or wss://HOST."
            }
            Self::Keys => "Which letters move a board, beside the arrows",
            Self::Theme => "The palette",
            Self::Lang => "The language; left out, the environment decides",
            Self::Ascii => "Whether to draw with characters of ASCII only",
            Self::Color => "In how many colours to draw; auto asks the terminal",
            Self::Music => {
                "The music that is played again and again: a file of FLAC, MP3, Ogg Vorbis or WAV; ~/ is \
                 the home directory"
            }
            Self::Sound => {
                "Whether sounds are heard, where the program is built with them; else the bell \
                 stands in"
            }
            Self::Animation => "Whether changes are shown in steps",
            Self::Discovery => "Whether tables are announced and looked for in the same network",
        }
    }

    /// What it is like where nothing else is said, as it is written.
    pub(super) const fn example(self) -> &'static str {
        match self {
            Self::Name => "\"Ana\"",
            Self::Server => "\"ws://127.0.0.1:2048\"",
            Self::Keys => "\"wasd\"",
            Self::Theme => "\"classic\"",
            Self::Lang => "\"en\"",
            Self::Ascii | Self::Sound => "false",
            Self::Color => "\"auto\"",
            Self::Music => "\"~/music/evening.ogg\"",
            Self::Animation | Self::Discovery => "true",
        }
    }
}

fn quoted<T: ValueEnum>() -> Vec<String> {
    let values = T::value_variants().iter();
    let names =
        values.filter_map(|value| Some(format!("{:?}", value.to_possible_value()?.get_name())));
    names.collect()
}
