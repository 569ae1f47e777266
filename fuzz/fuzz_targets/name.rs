//! Any text as a name: it is refused, or what is made of it is a name in its normal form that keeps the
//! limits and is safe on a terminal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use versus2048::text::clean;
use versus2048_protocol::name::{MAX_COLUMNS, PlayerName};

fuzz_target!(|text: &str| {
    let Ok(name) = PlayerName::new(text) else {
        return;
    };
    let normal = name.as_str();
    assert_eq!(PlayerName::new(normal).as_ref(), Ok(&name), "{normal:?}");
    assert_eq!(normal.trim(), normal);
    assert!(!normal.is_empty() && !normal.contains("  ") && !normal.chars().any(char::is_control));
    // A client shows what the server has let pass as it is.
    assert_eq!(clean(normal), normal);
    let shown = ratatui::text::Span::raw(normal);
    assert!(shown.width() <= MAX_COLUMNS, "{normal:?}");
});
