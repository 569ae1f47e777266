//! Characters of ASCII in place of the others, for terminals and fonts that lack them.
//!
//! What is drawn is drawn once, with all characters; this replaces those that are ornaments. Words
//! and names stay as they are.

use ratatui::buffer::Buffer;

/// Replaces every ornament by a character of ASCII that is as wide.
pub(super) fn simplify(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if let Some(plain) = plain(cell.symbol()) {
            cell.set_symbol(plain);
        }
    }
}

fn plain(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        "│" | "▏" | "‖" => "|",
        "─" | "·" | "–" => "-",
        "┌" | "┬" | "┐" | "├" | "┼" | "┤" | "└" | "┴" | "┘" => "+",
        "█" => "#",
        "●" => "*",
        "○" => "o",
        "×" => "x",
        "…" => "~",
        "“" | "”" => "\"",
        "←" | "‹" => "<",
        "→" | "›" | "▶" => ">",
        "↑" => "^",
        "↓" => "v",
        _ => return None,
    })
}
