//! Flags that say how a match is played.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use versus2048_protocol::rules::{Options, Scoring, Secret, TileSource};

use super::values::{Target, TimeLimit, countdown, four_permille, side};

/// How one board is played.
#[derive(Debug, Args)]
pub(in crate::config) struct BoardArgs {
    /// Rows of each board, 2 to 8
    #[arg(long, default_value_t = Options::default().rows, value_parser = side)]
    rows: u8,
    /// Columns of each board, 2 to 8
    #[arg(long, default_value_t = Options::default().cols, value_parser = side)]
    cols: u8,
    /// The tile that wins, a power of two from 8 to 131072; `none` plays for the score alone
    #[arg(long, default_value = "2048")]
    target: Target,
    /// The time limit in seconds, 10 to 3600, or `none`
    #[arg(long, value_name = "SECONDS", default_value = "none")]
    time_limit: TimeLimit,
    /// How many of 1000 new tiles are a 4 rather than a 2
    #[arg(long, value_name = "N", default_value_t = Options::default().four_permille, value_parser = four_permille)]
    four_permille: u16,
    /// What counts as score: the tiles that merges make, or the sum of the tiles on the board
    #[arg(long, value_enum, default_value = "merges")]
    scoring: ScoringName,
}

/// How two play.
#[derive(Debug, Args)]
pub(in crate::config) struct GameArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Whether both boards get the same new tiles (equal luck), or each its own
    #[arg(long, value_enum, default_value = "mirrored")]
    tiles: TilesName,
    /// Seconds from both ready to the start, 0 to 10
    #[arg(long, value_name = "SECONDS", default_value_t = Options::default().countdown_s, value_parser = countdown)]
    countdown: u8,
}

/// How two play at a table, and who may come.
#[derive(Debug, Args)]
pub(in crate::config) struct TableArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Leave the table out of lists
    #[arg(long)]
    pub(in crate::config) private: bool,
    /// Let nobody watch
    #[arg(long)]
    no_watch: bool,
}

/// What is to be had of a match in this process.
#[derive(Debug, Args)]
pub(in crate::config) struct LocalArgs {
    /// Write the replay to this file, which must not be there yet; of further matches to files beside
    /// it, with a number
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(in crate::config) record: Option<PathBuf>,
    /// The secret that all tiles follow from, 64 hexadecimal digits, for a game that can be repeated
    #[arg(long, value_name = "HEX", value_hint = ValueHint::Other)]
    pub(in crate::config) secret: Option<Secret>,
}

/// What counts as score.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScoringName {
    Merges,
    Sum,
}

/// Which tiles both boards get.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum TilesName {
    Mirrored,
    Independent,
}

impl BoardArgs {
    pub(in crate::config) fn options(&self) -> Options {
        Options {
            rows: self.rows,
            cols: self.cols,
            target: self.target.0,
            time_limit_s: self.time_limit.0,
            four_permille: self.four_permille,
            scoring: match self.scoring {
                ScoringName::Merges => Scoring::Merges,
                ScoringName::Sum => Scoring::Sum,
            },
            ..Options::default()
        }
    }
}

impl GameArgs {
    pub(in crate::config) fn options(&self) -> Options {
        Options {
            tiles: match self.tiles {
                TilesName::Mirrored => TileSource::Mirrored,
                TilesName::Independent => TileSource::Independent,
            },
            countdown_s: self.countdown,
            ..self.board.options()
        }
    }
}

impl TableArgs {
    pub(in crate::config) fn options(&self) -> Options {
        Options {
            watchable: !self.no_watch,
            ..self.game.options()
        }
    }
}
