//! Notices of every kind.

use versus2048_protocol::wire::{ClosedReason, ErrorCode};

use crate::message::Foreign;
use crate::model::{Lang, Notice};
use crate::sound::Silence;
use crate::text::fits::{PAGE, Texts};
use crate::text::{self, Language};
use crate::unreached::Unreached;

/// The headline of each notice: what stands below it is wrapped, or is somebody else's sentence.
pub(super) fn headlines(say: &dyn Language) -> Texts {
    let notices = some_notices().into_iter();
    notices
        .filter_map(|notice| Some((say.notice(&notice).into_iter().next()?, PAGE)))
        .collect()
}

/// One of each kind.
fn some_notices() -> Vec<Notice> {
    let code = "K7QX4M".parse().expect("a code");
    let server = || "ws://play.example:2048".to_owned();
    let cause = || "no space left on device".to_owned();
    vec![
        Notice::Unreachable {
            server: server(),
            why: Unreached::Refused,
        },
        Notice::Foreign {
            server: server(),
            what: Foreign::Nonsense,
        },
        Notice::CannotHost { cause: cause() },
        Notice::NoReplay { cause: cause() },
        Notice::Refused {
            code: ErrorCode::Internal,
            message: cause(),
        },
        Notice::SettingsWrong {
            path: "settings.toml".into(),
            problems: Vec::new(),
        },
        Notice::SettingsNotKept { cause: cause() },
        Notice::SettingsAside {
            aside: "settings.toml.old".into(),
        },
        Notice::TableLost { code },
        Notice::TableClosed {
            code,
            reason: ClosedReason::Idle,
        },
        Notice::Replaced,
        Notice::OtherVersion { message: cause() },
        Notice::ServerGone { code: 1002 },
        Notice::SeatLost { code },
        Notice::Silent(Silence::NotBuilt),
    ]
}

/// The place of a notice among some: whoever adds one adds it there too.
const fn place(notice: &Notice) -> usize {
    match notice {
        Notice::Unreachable { .. } => 0,
        Notice::Foreign { .. } => 1,
        Notice::CannotHost { .. } => 2,
        Notice::NoReplay { .. } => 3,
        Notice::Refused { .. } => 4,
        Notice::SettingsWrong { .. } => 5,
        Notice::SettingsNotKept { .. } => 6,
        Notice::SettingsAside { .. } => 7,
        Notice::TableLost { .. } => 8,
        Notice::TableClosed { .. } => 9,
        Notice::Replaced => 10,
        Notice::OtherVersion { .. } => 11,
        Notice::ServerGone { .. } => 12,
        Notice::SeatLost { .. } => 13,
        Notice::Silent(_) => 14,
    }
}

#[test]
fn every_notice_is_looked_at() {
    let places: Vec<usize> = some_notices().iter().map(place).collect();
    assert_eq!(places, (0..places.len()).collect::<Vec<_>>());
    for lang in Lang::ALL {
        assert_eq!(headlines(text::of(lang)).len(), places.len(), "{lang:?}");
    }
}
