//! Arrows that arrive in pieces.
//!
//! crossterm takes an escape character for the key Esc when nothing stands behind it yet. Over a
//! slow line the rest of an arrow may come a little later, and would be read as letters. So an Esc
//! is held back for a moment: what follows decides what it was.

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{Event, EventStream, KeyCode, KeyEvent, KeyModifiers};
use futures_util::StreamExt;

/// How long the rest of a sequence may take; a person who presses Esc hardly notices it.
const PATIENCE: Duration = Duration::from_millis(100);
/// The most characters of a sequence that are waited for.
const MAX_LENGTH: usize = 16;

/// The events of the terminal with arrows in one piece.
pub(super) struct Mender {
    events: EventStream,
    joiner: Joiner,
}

impl Mender {
    /// Mends the arrows of a stream of events.
    pub(super) fn new(events: EventStream) -> Self {
        Self {
            events,
            joiner: Joiner::default(),
        }
    }

    /// The next event, or `None` when the terminal has none any more.
    pub(super) async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.joiner.ready.pop_front() {
                return Some(event);
            }
            let next = self.events.next();
            if self.joiner.held.is_empty() {
                self.joiner.push(next.await?.ok()?);
            } else if let Ok(event) = tokio::time::timeout(PATIENCE, next).await {
                self.joiner.push(event?.ok()?);
            } else {
                self.joiner.give_up();
            }
        }
    }
}

/// Joins the pieces.
#[derive(Debug, Default)]
struct Joiner {
    /// Keys that may be the beginning of a sequence: an Esc, then characters.
    held: Vec<KeyEvent>,
    /// Events that are what they are.
    ready: VecDeque<Event>,
}

/// What the keys held so far are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sequence {
    Unfinished,
    /// An arrow, or a sequence that means nothing here.
    Finished(Option<KeyCode>),
    /// Keys that somebody pressed.
    Keys,
}

impl Joiner {
    fn push(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.code == KeyCode::Esc && key.is_press() => {
                self.give_up();
                self.held.push(key);
            }
            Event::Key(key) if !self.held.is_empty() => {
                self.held.push(key);
                self.decide();
            }
            other => self.ready.push_back(other),
        }
    }

    fn decide(&mut self) {
        match self.sequence() {
            Sequence::Unfinished => {}
            Sequence::Finished(arrow) => {
                self.held.clear();
                let arrow = arrow.map(|code| KeyEvent::new(code, KeyModifiers::NONE));
                self.ready.extend(arrow.map(Event::Key));
            }
            Sequence::Keys => self.give_up(),
        }
    }

    /// The keys held are keys that somebody pressed.
    fn give_up(&mut self) {
        self.ready.extend(self.held.drain(..).map(Event::Key));
    }

    fn sequence(&self) -> Sequence {
        let characters: Option<Vec<char>> = self.held[1..].iter().map(character).collect();
        let Some(characters) = characters.filter(|characters| characters.len() < MAX_LENGTH) else {
            return Sequence::Keys;
        };
        match characters[..] {
            [] | ['[' | 'O'] | ['[', .., '0'..='9' | ';'] => Sequence::Unfinished,
            ['[', .., last @ '@'..='~'] => Sequence::Finished(arrow(last)),
            ['O', last] => {
                arrow(last).map_or(Sequence::Keys, |code| Sequence::Finished(Some(code)))
            }
            _ => Sequence::Keys,
        }
    }
}

fn character(key: &KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(character) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            Some(character)
        }
        _ => None,
    }
}

fn arrow(last: char) -> Option<KeyCode> {
    match last {
        'A' => Some(KeyCode::Up),
        'B' => Some(KeyCode::Down),
        'C' => Some(KeyCode::Right),
        'D' => Some(KeyCode::Left),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Events as the keys they are; `␛` is Esc, `…` is a pause.
    fn mended(keys: &str) -> Vec<KeyCode> {
        let mut joiner = Joiner::default();
        for character in keys.chars() {
            let code = match character {
                '…' => {
                    joiner.give_up();
                    continue;
                }
                '␛' => KeyCode::Esc,
                other => KeyCode::Char(other),
            };
            joiner.push(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        }
        let keys = joiner
            .ready
            .into_iter()
            .filter_map(|event| event.as_key_event());
        keys.map(|key| key.code).collect()
    }

    #[track_caller]
    fn check(keys: &str, expected: &[KeyCode]) {
        assert_eq!(mended(keys), expected, "{keys}");
    }

    #[test]
    fn pieces_of_both_forms_are_arrows() {
        check("␛[A", &[KeyCode::Up]);
        check("␛OB", &[KeyCode::Down]);
        check("␛[1;2C", &[KeyCode::Right]);
        check("␛[D␛[D", &[KeyCode::Left, KeyCode::Left]);
    }

    #[test]
    fn a_lone_escape_is_an_escape_after_a_pause() {
        check("␛", &[]);
        check("␛…", &[KeyCode::Esc]);
        check("␛…A", &[KeyCode::Esc, KeyCode::Char('A')]);
    }

    #[test]
    fn an_escape_before_an_arrow_is_kept() {
        check("␛␛[A…", &[KeyCode::Esc, KeyCode::Up]);
    }

    #[test]
    fn keys_that_are_no_sequence_stay_keys() {
        check("␛a", &[KeyCode::Esc, KeyCode::Char('a')]);
        let all = [KeyCode::Esc, KeyCode::Char('O'), KeyCode::Char('x')];
        check("␛Ox", &all);
        check("[A", &[KeyCode::Char('['), KeyCode::Char('A')]);
    }

    #[test]
    fn other_sequences_mean_nothing() {
        check("␛[3~", &[]);
        check("␛[15;2~w", &[KeyCode::Char('w')]);
    }

    #[test]
    fn a_sequence_without_an_end_is_let_go() {
        let endless = format!("␛[{}", "1".repeat(40));
        assert!(mended(&endless).len() > 20);
    }

    #[test]
    fn other_events_pass_by() {
        let mut joiner = Joiner::default();
        joiner.push(Event::Key(KeyCode::Esc.into()));
        joiner.push(Event::Resize(80, 24));
        assert_eq!(joiner.ready, [Event::Resize(80, 24)]);
        assert_eq!(joiner.held.len(), 1);
    }
}
