//! A file that says it is a replay, and what a viewer does with it: it is refused, or plays; and however
//! it is wound, what is shown after a number of moves is what these moves make, one after the other.
//!
//! Each byte of the first line is something that the viewer does; the file follows.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use versus2048::message::Winding;
use versus2048::playback::{Playback, Tape};
use versus2048_protocol::game::Seat;
use versus2048_protocol::replay::Replay;
use versus2048_protocol::wire::{BoardView, Phase};

/// The most that a viewer does; what it costs to check grows with it.
const MAX_WINDINGS: usize = 64;

fuzz_target!(|input: &[u8]| {
    let Some(end) = input.iter().position(|&byte| byte == b'\n') else {
        return;
    };
    let Ok(replay) = serde_json::from_slice::<Replay>(&input[end..]) else {
        return;
    };
    let text = serde_json::to_string(&replay).expect("a replay has string keys");
    assert_eq!(
        serde_json::from_str::<Replay>(&text).ok().as_ref(),
        Some(&replay)
    );
    if let Ok(tape) = Tape::new(replay) {
        play(&Arc::new(tape), &input[..end.min(MAX_WINDINGS)]);
    }
});

fn play(tape: &Arc<Tape>, doing: &[u8]) {
    let mut playback = Playback::new(Arc::clone(tape), 0);
    let mut now_ms = 0;
    for &byte in doing {
        if let Some(winding) = winding(byte) {
            playback.wind(winding);
        } else {
            now_ms += u64::from(byte);
            playback.advance(now_ms);
        }
        let progress = playback.progress();
        assert!(progress.made <= progress.moves && progress.position_ms <= progress.end_ms);
        assert_eq!(boards(&playback), boards(&stepped(tape, progress.made)));
        let is_over = playback.session(now_ms).phase == Phase::Over;
        assert_eq!(is_over, progress.is_over());
    }
}

/// The match after so many moves, each made by itself.
fn stepped(tape: &Arc<Tape>, made: usize) -> Playback {
    let mut playback = Playback::new(Arc::clone(tape), 0);
    playback.wind(Winding::Start);
    while playback.progress().made > made {
        playback.wind(Winding::TakeBack);
    }
    while playback.progress().made < made {
        playback.wind(Winding::NextMove);
    }
    playback
}

fn boards(playback: &Playback) -> [Option<BoardView>; 2] {
    let session = playback.session(0);
    Seat::ALL.map(|seat| session.told(seat))
}

fn winding(byte: u8) -> Option<Winding> {
    Some(match byte {
        b'p' => Winding::Pause,
        b'+' => Winding::Faster,
        b'-' => Winding::Slower,
        b'n' => Winding::NextMove,
        b't' => Winding::TakeBack,
        b'>' => Winding::Forwards,
        b'<' => Winding::Backwards,
        b's' => Winding::Start,
        b'e' => Winding::End,
        _ => return None,
    })
}
