//! English at a table.

use versus2048_protocol::game::{BySeat, Reason, Status};
use versus2048_protocol::rules::{Direction, Options};
use versus2048_protocol::wire::{ClosedReason, Code, Emote, Phase, RejectedReason};

use crate::address::Reach;
use crate::model::{Connection, Question};
use crate::saved_game::Unusable;
use crate::session::{Fairness, Happening, Unfair};
use crate::text::en::English;
use crate::text::{
    Asked, Ended, Loser, NOTEWORTHY_TILE, TableTalk, Winner, left, number, percent, refused,
};

impl TableTalk for English {
    fn options(&self, options: &Options) -> String {
        let usual = Options::default();
        let mut parts = vec![
            format!("{}×{}", options.rows, options.cols),
            self.goal(options.target),
        ];
        if let Some(seconds) = options.time_limit_s {
            parts.push(format!("{} limit", left(seconds.saturating_mul(1000))));
        }
        if options.tiles != usual.tiles {
            parts.push("different tiles".into());
        }
        if options.four_permille != usual.four_permille {
            parts.push(format!("{} fours", percent(options.four_permille)));
        }
        if options.scoring != usual.scoring {
            parts.push("tiles are the score".into());
        }
        parts.join(" · ")
    }

    fn goal(&self, target: Option<u64>) -> String {
        target.map_or_else(
            || "highest score".into(),
            |target| format!("first to {target}"),
        )
    }

    fn time_left(&self, clock: &str) -> String {
        format!("{clock} left")
    }

    fn game(&self, number: u32) -> String {
        format!("game {number}")
    }

    fn watching(&self, count: u32) -> String {
        format!("{count} watching")
    }

    fn best_tile(&self, best: u64) -> String {
        format!("best {best}")
    }

    fn moves(&self, count: u32) -> String {
        let plural = if count == 1 { "" } else { "s" };
        format!("{count} move{plural}")
    }

    fn moves_of(&self, made: usize, all: usize) -> String {
        format!("move {made} of {all}")
    }

    fn rate(&self, moves_a_minute: u64) -> String {
        format!("{moves_a_minute}/min")
    }

    fn best_score(&self, best: &str) -> String {
        format!("best score {best}")
    }

    fn phase(&self, phase: Phase) -> &'static str {
        match phase {
            Phase::Waiting => "waiting",
            Phase::Ready => "getting ready",
            Phase::Countdown => "starting",
            Phase::Playing => "playing",
            Phase::Paused => "paused",
            Phase::Over => "over",
        }
    }

    fn status(&self, status: Status) -> &'static str {
        match status {
            Status::Reached => "reached",
            Status::Stuck => "stuck",
            Status::Playing => "",
        }
    }

    fn away(&self, clock: Option<&str>) -> String {
        clock.map_or_else(|| "away".into(), |clock| format!("away, loses in {clock}"))
    }

    fn happening(&self, what: &Happening, arrow: fn(Direction) -> &'static str) -> String {
        match what {
            Happening::Joined(_) => "is here".into(),
            Happening::LeftSeat(_) => "has left".into(),
            Happening::Ready(_) => "is ready".into(),
            Happening::Countdown => "About to start".into(),
            Happening::Started => "Go!".into(),
            Happening::Paused => "Paused: the server has restarted".into(),
            Happening::Merged {
                gained,
                new_best: Some(best @ NOTEWORTHY_TILE..),
                ..
            } => format!("+{} · a {best}!", number(*gained)),
            Happening::Merged { gained, .. } => format!("+{}", number(*gained)),
            Happening::Slid(_, direction) => arrow(*direction).into(),
            Happening::TakenBack(_) => "taken back".into(),
            Happening::Stuck(_) => "has no move left".into(),
            Happening::Refused { dir, reason, .. } => {
                format!("{} {}", arrow(*dir), refusal(*reason))
            }
            Happening::NotYet(_) => "the match starts in a moment".into(),
            Happening::TooFast(_) => "too fast: that key was left out".into(),
            Happening::Away(_) => "is away".into(),
            Happening::Back(_) => "is back".into(),
            Happening::Said(_, emote) => format!("“{}”", self.emote(*emote)),
            Happening::Watching(count) => self.watching(*count),
            Happening::RematchOffered(_) => "wants a rematch".into(),
            Happening::GameAside(Unusable::Damaged) => {
                "The kept game is damaged: it is put aside".into()
            }
            Happening::GameAside(Unusable::OtherVersion) => {
                "The kept game is of another version: it is put aside".into()
            }
            Happening::Reconnected => "Connected again".into(),
            Happening::Error { code, message } => refused(self, *code, message).join(": "),
        }
    }

    fn winner(&self, winner: Winner<'_>) -> String {
        match winner {
            Winner::You => "You win!".into(),
            Winner::Other(name) => format!("{name} wins"),
            Winner::Draw => "A draw".into(),
            Winner::Nobody => "Nobody wins".into(),
            Winner::Solo => "The end".into(),
        }
    }

    fn reason(&self, ended: Ended<'_>) -> String {
        let target = ended.target.unwrap_or_default();
        match ended.reason() {
            Reason::Target => format!("{target} is reached"),
            Reason::Stuck if ended.is_solo => "no move is left".into(),
            Reason::Stuck if ended.outcome.winner.is_some() => "both stuck, higher score".into(),
            Reason::Stuck => "both stuck, equal scores".into(),
            Reason::Outscored => match ended.loser() {
                Loser::You => "you are stuck and behind".into(),
                Loser::Other(name) => format!("{name} is stuck and behind"),
            },
            Reason::Time if ended.outcome.winner.is_some() && !ended.is_solo => {
                "time is up, higher score".into()
            }
            Reason::Time if !ended.is_solo => "time is up, equal scores".into(),
            Reason::Time => "time is up".into(),
            Reason::Resigned => match ended.loser() {
                Loser::You => "you gave up".into(),
                Loser::Other(name) => format!("{name} gave up"),
            },
            Reason::Abandoned => match ended.loser() {
                Loser::You => "you were away for too long".into(),
                Loser::Other(name) => format!("{name} was away for too long"),
            },
            Reason::Aborted => "it was called off".into(),
        }
    }

    fn fairness(&self, fairness: Fairness, names: &BySeat<String>) -> String {
        match fairness {
            Fairness::NotYet => String::new(),
            Fairness::Proven { tiles } => {
                format!("Fair: commitment, seed, {tiles} tiles hold")
            }
            Fairness::Broken(Unfair::Commitment) => {
                "NOT FAIR: another secret was committed to".into()
            }
            Fairness::Broken(Unfair::Seed) => "NOT FAIR: the seed does not follow".into(),
            Fairness::Broken(Unfair::Nonce) => "NOT FAIR: your own nonce was left out".into(),
            Fairness::Broken(Unfair::Tile { seat, number }) => {
                format!("NOT FAIR: tile {number} of {} is wrong", names[seat])
            }
            Fairness::Broken(Unfair::Board { seat, turn }) => {
                format!("NOT FAIR: move {turn} of {} is wrong", names[seat])
            }
            Fairness::Broken(Unfair::Result) => "NOT FAIR: the result is wrong".into(),
        }
    }

    fn question(&self, asked: Asked) -> String {
        match asked.question {
            Question::Resign if !asked.has_moved => "Call this match off? Nobody wins.".into(),
            Question::Leave if !asked.has_moved => "Leave? That calls it off: no winner.".into(),
            Question::Resign => "Give up this match?".into(),
            Question::Leave => "Leave? That gives up the match.".into(),
            Question::CloseTable => "Close this table? Its code will be void.".into(),
            Question::Suspend => "To the shell? Your server stops meanwhile.".into(),
            Question::LeaveLocal => "End this match?".into(),
            Question::LeaveSolo => "Leave? Your game is kept.".into(),
            Question::ResumeSolo => "Play on? No begins a new game.".into(),
            Question::Restart => "Start again?".into(),
            Question::PlayOn => {
                let target = asked.target.map(|target| target.to_string());
                format!("{} reached! Play on?", target.unwrap_or_default())
            }
            Question::Resume(code) => {
                format!("Go back to {code}? Its clock runs. No gives it up.")
            }
        }
    }

    fn connection(&self, connection: Connection, clock: &str) -> String {
        match connection {
            Connection::Up => String::new(),
            Connection::Waiting { .. } => format!("Connection lost, next attempt in {clock}"),
            Connection::Trying { attempt } => format!("Connection lost, attempt {attempt} …"),
        }
    }

    fn reach(&self, reach: Reach) -> &'static str {
        match reach {
            Reach::Machine => "on this machine",
            Reach::Network => "in the same network",
            Reach::Anywhere => "from elsewhere",
        }
    }

    fn closes_in(&self, clock: &str) -> String {
        format!("closes in {clock}")
    }

    fn watched_waits(&self, code: Code, name: &str) -> String {
        format!("Watching table {code}: {name} waits for a second player")
    }

    fn rematch_awaited(&self, name: &str) -> String {
        format!("You want a rematch; waiting for {name}")
    }

    fn closed(&self, reason: ClosedReason) -> &'static str {
        match reason {
            ClosedReason::Left => "A player has left: the table is closed",
            ClosedReason::NotReady => "Not both were ready: table closed",
            ClosedReason::Idle => "Idle for too long: the table is closed",
            ClosedReason::Shutdown => "The server has stopped",
        }
    }

    fn has_left(&self, name: &str) -> String {
        format!("{name} has left: no rematch")
    }

    fn waited(&self, clock: &str) -> String {
        format!("waiting for {clock}")
    }

    fn emote(&self, emote: Emote) -> &'static str {
        match emote {
            Emote::Hello => "Hello!",
            Emote::GoodLuck => "Good luck!",
            Emote::Nice => "Nice!",
            Emote::Wow => "Wow!",
            Emote::Oops => "Oops!",
            Emote::GoodGame => "Good game!",
            Emote::Thanks => "Thanks!",
        }
    }
}

fn refusal(reason: RejectedReason) -> &'static str {
    match reason {
        RejectedReason::RateLimited => "was too fast",
        RejectedReason::Unavailable => "could not be saved, try again",
        RejectedReason::NotPlaying => "is not possible now",
        RejectedReason::Stuck => "no move is possible",
        RejectedReason::Stale => "came too late",
        RejectedReason::NoChange => "moves nothing",
    }
}
