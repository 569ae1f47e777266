//! The keys that the last line of a table names: what can be done there now.

use versus2048_protocol::wire::{ClosedReason, Phase};

use crate::keymap::letters;
use crate::model::{Keeping, KeyLayout, Mode};
use crate::playback::Progress;
use crate::text::Hint;
use crate::view::hints::Key;
use crate::view::table::Table;

/// The arrow keys, as they are printed.
const ARROWS: &str = "←↑↓→";

impl Table<'_> {
    /// The keys, the most important one first.
    pub(super) fn keys(&self) -> Vec<Key> {
        if let Mode::Replay(progress) = self.play.mode {
            return replay_keys(progress);
        }
        let phase = self.play.session.phase;
        let is_over = phase == Phase::Over;
        let mut keys = Vec::new();
        if self.play.session.is_under_way() && !self.is_watching() {
            keys.push(Key::new(self.move_keys(), Hint::Move));
        }
        keys.extend(self.keys_of_the_match());
        let is_seat = self.play.session.you.is_some();
        if self.play.mode == Mode::Online && is_seat && self.play.closed.is_none() {
            keys.push(Key::new("E", Hint::Emote));
        }
        let is_kept = matches!(self.play.keeping, Some(Keeping::Kept { .. }));
        let is_gone = self.play.closed == Some(ClosedReason::Shutdown);
        if is_over && self.play.session.result.is_some() && (is_kept || !is_gone) {
            let does = if is_kept { Hint::Kept } else { Hint::Keep };
            keys.push(Key::new("K", does));
        }
        keys.push(Key::new("?", Hint::Help));
        let leave = if self.look.keys == KeyLayout::Zqsd && !is_over {
            "Esc"
        } else {
            "Q"
        };
        keys.push(Key::new(leave, Hint::Leave));
        keys
    }

    /// What ends the match, begins another or goes back in it.
    fn keys_of_the_match(&self) -> Vec<Key> {
        let session = &self.play.session;
        let is_over = session.phase == Phase::Over;
        let may_rematch = is_over && self.play.closed.is_none() && !self.has_offered_rematch();
        match self.play.mode {
            Mode::Online if session.you.is_none() => Vec::new(),
            Mode::Online if session.is_under_way() => vec![Key::new("R", Hint::Resign)],
            Mode::Online if may_rematch => vec![Key::new("R", Hint::Rematch)],
            Mode::Solo { .. } => vec![Key::new("U", Hint::Undo), Key::new("R", Hint::Restart)],
            Mode::HotSeat { .. } => vec![Key::new("R", Hint::Restart)],
            Mode::Online | Mode::Replay(_) => Vec::new(),
        }
    }

    fn has_offered_rematch(&self) -> bool {
        let you = self.play.session.you;
        let player = you.and_then(|you| self.play.session.players[you].as_ref());
        player.is_some_and(|player| player.rematch)
    }

    /// The arrows are everybody's; at one keyboard the letters are somebody's too.
    fn move_keys(&self) -> String {
        match self.play.mode {
            Mode::HotSeat { .. } => {
                format!("{} {ARROWS}", letters::printed(self.look.keys).concat())
            }
            Mode::Online | Mode::Solo { .. } | Mode::Replay(_) => ARROWS.into(),
        }
    }
}

/// What can be done with a replay.
fn replay_keys(progress: Progress) -> Vec<Key> {
    let space = if progress.is_over() {
        Hint::Restart
    } else if progress.is_running {
        Hint::Pause
    } else {
        Hint::GoOn
    };
    vec![
        Key::new("Space", space),
        Key::new("←→", Hint::Step),
        Key::new("+-", Hint::Speed),
        Key::new("PgUp/Dn", Hint::Jump),
        Key::new("?", Hint::Help),
        Key::new("Q", Hint::Leave),
    ]
}
