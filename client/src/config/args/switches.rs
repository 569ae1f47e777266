//! Flags that switch something on or off, and what is to be heard.

use clap::{Args, ValueHint};

use crate::model::ColorChoice;

/// What is to be heard.
#[derive(Debug, Args)]
pub(in crate::config) struct Audio {
    /// Play sounds where this program is built with them; else the bell stands in
    #[arg(long, global = true, overrides_with = "no_sound")]
    pub(in crate::config) sound: bool,
    /// Play this music again and again: a file of FLAC, MP3, Ogg Vorbis or WAV
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::config) music: Option<String>,
}

/// What the screen is to do without.
#[derive(Debug, Args)]
pub(in crate::config) struct Without {
    /// Draw with characters of ASCII only
    #[arg(long, global = true, overrides_with = "no_ascii")]
    pub(in crate::config) ascii: bool,
    /// In how many colours to draw; auto asks the terminal [default: auto]
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "DEPTH",
        overrides_with = "no_color"
    )]
    pub(in crate::config) color: Option<ColorChoice>,
    #[arg(
        long,
        global = true,
        overrides_with = "color",
        help = "Draw without colours (NO_COLOR in the environment does the same)"
    )]
    pub(in crate::config) no_color: bool,
    /// Show changes at once, not in steps
    #[arg(long, global = true, overrides_with = "animation")]
    pub(in crate::config) no_animation: bool,
}

/// What takes a setting back for once; each flag is the opposite of one that the help shows.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(in crate::config) struct Opposites {
    #[arg(long, global = true, hide = true, overrides_with = "ascii")]
    pub(in crate::config) no_ascii: bool,
    #[arg(long, global = true, hide = true, overrides_with = "no_animation")]
    pub(in crate::config) animation: bool,
    #[arg(long, global = true, hide = true, overrides_with = "no_discovery")]
    pub(in crate::config) discovery: bool,
    #[arg(long, global = true, hide = true, overrides_with = "sound")]
    pub(in crate::config) no_sound: bool,
}
