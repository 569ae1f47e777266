//! What is heard: sounds and music, else the bell.

use crate::message::Message;
use crate::outside::Outside;
use crate::sound::{Sound, Speaker};
use crate::terminal::Guard;

impl Outside {
    /// The sound device is let go of before it is taken again.
    pub(super) fn tune(&mut self, is_on: bool, music: &str) {
        self.speaker = None;
        let (speaker, silence) = Speaker::tuned(is_on, music);
        self.speaker = speaker;
        self.told.extend(silence.map(Message::Silent));
    }

    /// For each merge a bell would be too much.
    pub(super) fn sound(&mut self, sound: Sound) {
        match &self.speaker {
            Some(speaker) => speaker.play(sound),
            None if sound == Sound::Merge => {}
            None => drop(self.guard.as_mut().map(Guard::bell)),
        }
    }
}
