//! What keys mean.

use crossterm::event::KeyEvent;

use crate::message::{Action, KeyContext};
use crate::model::KeyLayout;

/// What a key means in a context, if anything.
#[must_use]
pub fn action(_key: KeyEvent, _layout: KeyLayout, _context: KeyContext) -> Option<Action> {
    None
}
