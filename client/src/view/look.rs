//! How everything looks and in which language it speaks.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::model::{KeyLayout, Model};
use crate::text::wrap::wrap;
use crate::text::{self, Language};
use crate::theme::Theme;
use crate::view::page::MAX_WIDTH;
use crate::view::pages::TEXT_WIDTH;

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
    /// The columns that a list has for its rows.
    pub(super) window: u16,
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
            columns: width.saturating_sub(2).min(MAX_WIDTH),
            window: width.saturating_sub(2),
            keys: settings.keys,
            now_ms: model.now_ms,
        }
    }

    /// A small filled field; where nothing fills it, it has no margins either.
    pub(super) fn badge<'a>(&self, text: &str) -> Span<'a> {
        let margin = if self.theme.has_color() { " " } else { "" };
        Span::styled(format!("{margin}{text}{margin}"), self.theme.badge())
    }

    /// A sentence of a page in the middle of its lines.
    pub(super) fn sentence<'a>(&self, sentence: &str, style: Style) -> Vec<Line<'a>> {
        let lines = self.wrap(sentence, TEXT_WIDTH).into_iter();
        lines
            .map(|line| Line::styled(line, style).centered())
            .collect()
    }

    /// A sentence in lines of at most so many columns, and no more than there are.
    pub(super) fn wrap(&self, sentence: &str, columns: u16) -> Vec<String> {
        wrap(sentence, columns.min(self.columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ColorDepth;
    use crate::view::tests::fixtures::boards::playing;
    use crate::view::tests::fixtures::model;

    #[test]
    fn only_what_is_filled_has_margins() {
        let mut model = model(playing());
        assert_eq!(Look::of(&model, 80).badge("1 284").content, " 1 284 ");
        model.settings.color = ColorDepth::None;
        assert_eq!(Look::of(&model, 80).badge("1 284").content, "1 284");
    }
}
