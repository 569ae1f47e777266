//! Sounds: short ones for what happens in a match, and the player's own music.
//!
//! Built without the feature `sound`, or on a machine without a device, there are none; then the
//! terminal's bell stands in, and that is said in a line. It is never an error.

#[cfg(feature = "sound")]
mod device;
mod notes;

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::Path;

#[cfg(feature = "sound")]
use device::Device;

use crate::home;

/// Whether this program is built with sounds.
pub const IS_BUILT: bool = cfg!(feature = "sound");

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
    /// What is heard of sounds that are on or off and of music in a file, whose path is empty where there
    /// is to be none; and why it is not all of that. Sounds are heard without their music too.
    #[must_use]
    pub fn tuned(is_on: bool, music: &str) -> (Option<Self>, Option<Silence>) {
        if !is_on && music.is_empty() {
            return (None, None);
        }
        let path = (!music.is_empty()).then(|| home::expand(music));
        match Self::open(path.as_deref()) {
            Ok(speaker) => (Some(speaker), None),
            Err(silence @ Silence::Music(_)) => (Self::open(None).ok(), Some(silence)),
            Err(silence) => (None, Some(silence)),
        }
    }

    /// Takes the sound device, and begins with the music where there is some.
    ///
    /// # Errors
    /// Why nothing is heard. What is wrong with the music is told first, device or not.
    #[cfg(feature = "sound")]
    fn open(music: Option<&Path>) -> Result<Self, Silence> {
        let music = music.map(device::Music::read).transpose()?;
        let device = Device::open()?;
        if let Some(music) = music {
            device.repeat(music);
        }
        Ok(Self { device })
    }

    /// There is none in this program.
    ///
    /// # Errors
    /// Always. That there is no such music is told first, as where there are sounds.
    #[cfg(not(feature = "sound"))]
    fn open(music: Option<&Path>) -> Result<Self, Silence> {
        music.map(read).transpose()?;
        Err(Silence::NotBuilt)
    }

    /// Lets a sound be heard, beside what is heard already.
    pub fn play(&self, sound: Sound) {
        #[cfg(feature = "sound")]
        self.device.play(sound);
        #[cfg(not(feature = "sound"))]
        let _ = sound;
    }
}

/// The file of the music.
fn read(path: &Path) -> Result<File, Silence> {
    let file = fs::metadata(path).and_then(|found| match found.file_type() {
        kind if kind.is_file() => File::open(path),
        kind if kind.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        // A pipe would be waited for until somebody writes into it.
        _ => Err(io::Error::other("it is no file")),
    });
    file.map_err(|error| no_music(path, &error))
}

fn no_music(path: &Path, cause: &dyn fmt::Display) -> Silence {
    Silence::Music(format!("{}: {cause}", path.display()))
}

impl fmt::Debug for Speaker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Speaker").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn music_that_is_not_there_is_told_whatever_this_program_can_play() {
        let folder = tempfile::tempdir().expect("a folder");
        let device = Path::new("/dev/null").to_owned();
        for path in [
            folder.path().join("none.ogg"),
            folder.path().to_owned(),
            device,
        ] {
            let silence = Speaker::open(Some(&path)).expect_err("no music");
            let Silence::Music(cause) = silence else {
                panic!("{silence:?} is not about the music");
            };
            assert!(cause.starts_with(&path.display().to_string()), "{cause}");
        }
    }

    #[cfg(feature = "sound")]
    #[test]
    fn music_that_is_none_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("none.ogg");
        std::fs::write(&path, "this is no music").expect("a file");
        let silence = Speaker::open(Some(&path)).expect_err("no music");
        assert!(matches!(silence, Silence::Music(_)), "{silence:?}");
    }
}
