//! How everything looks and in which language it speaks.

use crate::model::{KeyLayout, Model};
use crate::text::{self, Language};
use crate::theme::Theme;
use crate::view::wrap::wrap;

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
    /// The columns that a page has for its lines.
    pub(super) columns: u16,
    /// Which letters move a board.
    pub(super) keys: KeyLayout,
    /// The time, in milliseconds of the model's clock.
    pub(super) now_ms: u64,
}

impl Look {
    /// The look that a model's settings ask for in a window of this width.
    pub(super) fn of(model: &Model, width: u16) -> Self {
        let settings = &model.settings;
        let theme = Theme::of(settings);
        Self {
            theme,
            say: text::of(settings.lang),
            lined: settings.ascii || !theme.has_color(),
            half_blocks: !settings.ascii,
            columns: width.saturating_sub(2),
            keys: settings.keys,
            now_ms: model.now_ms,
        }
    }

    /// A sentence in lines of at most so many columns, and no more than there are.
    pub(super) fn wrap(&self, sentence: &str, columns: u16) -> Vec<String> {
        wrap(sentence, columns.min(self.columns))
    }
}
