//! Draws the model and changes nothing.

use ratatui::Frame;

use crate::model::Model;

/// Draws everything.
pub fn draw(_model: &Model, _frame: &mut Frame<'_>) {}
