//! How everything looks and in which language it speaks.

use crate::model::{KeyLayout, Model};
use crate::text::{self, Language};
use crate::theme::Theme;

/// How everything looks and in which language it speaks.
pub(super) struct Look {
    /// The colours.
    pub(super) theme: Theme,
    /// The language.
    pub(super) say: &'static dyn Language,
    /// Whether cells are told apart by lines: with characters of ASCII only, and without colour.
    pub(super) lined: bool,
    /// Whether a row of characters can show two rows of dots.
    pub(super) half_blocks: bool,
    /// Which letters move a board.
    pub(super) keys: KeyLayout,
    /// The time, in milliseconds of the model's clock.
    pub(super) now_ms: u64,
}

impl Look {
    /// The look that a model's settings ask for.
    pub(super) fn of(model: &Model) -> Self {
        let settings = &model.settings;
        let theme = Theme::of(settings);
        Self {
            theme,
            say: text::of(settings.lang),
            lined: settings.ascii || !theme.has_color(),
            half_blocks: !settings.ascii,
            keys: settings.keys,
            now_ms: model.now_ms,
        }
    }
}
