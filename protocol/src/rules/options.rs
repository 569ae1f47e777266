//! The options of a match, and their validation.

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value};

pub use crate::rules::board::{MAX_SIDE, MIN_SIDE};
use crate::rules::tiles::{Seed, TileStream};

/// The smallest and the largest target.
pub const TARGETS: RangeInclusive<u64> = 8..=131_072;
/// Seconds that a time limit may have.
pub const TIME_LIMITS_S: RangeInclusive<u64> = 10..=3600;
/// The largest chance of a 4, in thousandths.
pub const MAX_FOUR_PERMILLE: u16 = 1000;
/// The longest countdown, in seconds.
pub const MAX_COUNTDOWN_S: u8 = 10;

/// How many characters of a wrong value an error repeats.
const SHOWN_CHARS: usize = 40;

/// The complete options of a match; `Default` has the contract's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Options {
    /// Rows of each board, 2 to 8.
    #[schemars(range(min = MIN_SIDE, max = MAX_SIDE))]
    pub rows: u8,
    /// Columns of each board, 2 to 8.
    #[schemars(range(min = MIN_SIDE, max = MAX_SIDE))]
    pub cols: u8,
    /// The tile that wins, a power of two from 8 to 131072; null plays for the score alone.
    pub target: Option<u64>,
    /// The time limit in seconds of match time, 10 to 3600.
    pub time_limit_s: Option<u64>,
    /// How many of 1000 new tiles are a 4.
    #[schemars(range(max = MAX_FOUR_PERMILLE))]
    pub four_permille: u16,
    /// Whether both boards draw from one stream of tiles.
    pub tiles: TileSource,
    /// What counts as score.
    pub scoring: Scoring,
    /// Seconds from both ready to the start, 0 to 10.
    #[schemars(range(max = MAX_COUNTDOWN_S))]
    pub countdown_s: u8,
    /// Whether spectators may watch.
    pub watchable: bool,
}

/// Which stream of tiles a board draws from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TileSource {
    /// Both boards draw from one stream: equal luck.
    Mirrored,
    /// Each seat draws from a stream of its own.
    Independent,
}

/// What counts as score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Each merge scores the tile it makes.
    Merges,
    /// The score is the sum of the tiles on the board.
    Sum,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rows: 4,
            cols: 4,
            target: Some(2048),
            time_limit_s: None,
            four_permille: 100,
            tiles: TileSource::Mirrored,
            scoring: Scoring::Merges,
            countdown_s: 3,
            watchable: true,
        }
    }
}

/// A field of the options has a wrong value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the option {field} is {value}, but must be {range}")]
pub struct OptionsError {
    /// The field's name.
    pub field: &'static str,
    /// The wrong value, as JSON, cut to a length that fits a line.
    pub value: String,
    /// The values that the field may have.
    pub range: &'static str,
}

impl Options {
    /// Validates requested options and completes them: a field left out has its default, an unknown one is ignored.
    ///
    /// # Errors
    /// Names the first field with a wrong value or type, the value and the range.
    pub fn from_json(fields: &Map<String, Value>) -> Result<Self, OptionsError> {
        let default = Self::default();
        let field = |name, range| Field {
            value: fields.get(name),
            name,
            range,
        };
        Ok(Self {
            rows: field("rows", "a whole number from 2 to 8").read(default.rows, side)?,
            cols: field("cols", "a whole number from 2 to 8").read(default.cols, side)?,
            target: field("target", "a power of two from 8 to 131072, or null")
                .read_nullable(default.target, target)?,
            time_limit_s: field("time_limit_s", "a whole number from 10 to 3600, or null")
                .read_nullable(default.time_limit_s, time_limit)?,
            four_permille: field("four_permille", "a whole number from 0 to 1000")
                .read(default.four_permille, |value| {
                    whole(value).filter(|&permille| permille <= MAX_FOUR_PERMILLE)
                })?,
            tiles: field("tiles", "\"mirrored\" or \"independent\"").read(default.tiles, named)?,
            scoring: field("scoring", "\"merges\" or \"sum\"").read(default.scoring, named)?,
            countdown_s: field("countdown_s", "a whole number from 0 to 10")
                .read(default.countdown_s, |value| {
                    whole(value).filter(|&seconds| seconds <= MAX_COUNTDOWN_S)
                })?,
            watchable: field("watchable", "true or false")
                .read(default.watchable, Value::as_bool)?,
        })
    }

    /// Where the tiles of a seat's board (0 or 1) come from.
    #[must_use]
    pub const fn tile_stream(&self, seed: Seed, seat: u8) -> TileStream {
        let stream = match self.tiles {
            TileSource::Mirrored => 0,
            TileSource::Independent => seat,
        };
        TileStream {
            seed,
            stream,
            four_permille: self.four_permille,
        }
    }

    /// The time limit in milliseconds of match time.
    #[must_use]
    pub fn time_limit_ms(&self) -> Option<u64> {
        self.time_limit_s
            .map(|seconds| seconds.saturating_mul(1000))
    }
}

/// Options that travel are checked like those that are asked for.
impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_json(&Map::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

struct Field<'a> {
    value: Option<&'a Value>,
    name: &'static str,
    range: &'static str,
}

impl Field<'_> {
    fn read<T>(
        self,
        default: T,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<T, OptionsError> {
        let Some(value) = self.value else {
            return Ok(default);
        };
        read(value).ok_or_else(|| OptionsError {
            field: self.name,
            value: shown(value),
            range: self.range,
        })
    }

    fn read_nullable<T>(
        self,
        default: Option<T>,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, OptionsError> {
        match self.value {
            None => Ok(default),
            Some(Value::Null) => Ok(None),
            Some(_) => self.read(default, |value| read(value).map(Some)),
        }
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn whole<T: TryFrom<u64>>(value: &Value) -> Option<T> {
    T::try_from(value.as_u64()?).ok()
}

fn side(value: &Value) -> Option<u8> {
    whole(value).filter(|side| (MIN_SIDE..=MAX_SIDE).contains(side))
}

fn target(value: &Value) -> Option<u64> {
    whole(value).filter(|target: &u64| target.is_power_of_two() && TARGETS.contains(target))
}

fn time_limit(value: &Value) -> Option<u64> {
    whole(value).filter(|seconds| TIME_LIMITS_S.contains(seconds))
}

fn named<T: for<'de> Deserialize<'de>>(value: &Value) -> Option<T> {
    value.as_str().and_then(|_| T::deserialize(value).ok())
}
