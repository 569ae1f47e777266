//! Sounds: short ones for what happens in a match, and the player's own music.
//!
//! Built without the feature `sound`, or on a machine without a device, there are none; then the
//! terminal's bell stands in, and that is said in a line. It is never an error.

#[cfg(feature = "sound")]
mod device;
mod notes;

use std::fmt;
use std::path::Path;

#[cfg(feature = "sound")]
use device::Device;

/// Something that is to be heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// Tiles of one's own have merged.
    Merge,
    /// One has won, or reached the target alone.
    Win,
    /// A match has ended otherwise.
    End,
}

/// Why nothing is heard but the bell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// This program was built without sounds.
    NotBuilt,
    /// There is no device; what the system said.
    NoDevice(String),
    /// The music can't be played; why.
    Music(String),
}

/// What is heard.
pub struct Speaker {
    #[cfg(feature = "sound")]
    device: Device,
}

impl Speaker {
    /// Takes the sound device, and begins with the music where there is some.
    ///
    /// # Errors
    /// Why nothing is heard.
    #[cfg(feature = "sound")]
    pub fn open(music: Option<&Path>) -> Result<Self, Silence> {
        let device = Device::open()?;
        if let Some(path) = music {
            device.repeat(path)?;
        }
        Ok(Self { device })
    }

    /// There is none in this program.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(feature = "sound"))]
    pub fn open(_music: Option<&Path>) -> Result<Self, Silence> {
        Err(Silence::NotBuilt)
    }

    /// Lets a sound be heard, beside what is heard already.
    pub fn play(&self, sound: Sound) {
        #[cfg(feature = "sound")]
        self.device.play(notes::samples(sound));
        #[cfg(not(feature = "sound"))]
        let _ = sound;
    }
}

impl fmt::Debug for Speaker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Speaker").finish_non_exhaustive()
    }
}
