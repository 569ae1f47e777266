//! `versus2048 verify`: checks a replay and says what holds.

use anyhow::anyhow;
use versus2048_protocol::game::{Outcome, Reason};
use versus2048_protocol::replay::Replay;

use crate::commands::print;
use crate::model::Lang;
use crate::replay_source::ReplaySource;
use crate::text::{self, Ended, Language, Winner, people};

/// Checks the replay in a file or on a server.
///
/// # Errors
/// It can't be read, or something in it does not hold.
pub fn verify(source: &ReplaySource, lang: Lang) -> anyhow::Result<()> {
    let say = text::of(lang);
    // Both have one exit code: the first words tell them apart.
    let replay = source.read(say);
    let replay = replay.map_err(|error| anyhow!(say.replay_unchecked(&error.to_string())))?;
    let checked = replay.verify();
    checked.map_err(|error| anyhow!(say.replay_fails(source.as_str(), &error.to_string())))?;
    print(&summary(&replay, say))
}

fn summary(replay: &Replay, say: &dyn Language) -> String {
    let names = people::told_apart(
        replay
            .players
            .as_ref()
            .map(|player| text::clean(&player.name)),
    );
    let result = &replay.result;
    let [score_zero, score_one] = result.scores.0;
    let winner = match result.winner {
        Some(seat) => Winner::Other(&names[seat]),
        None if result.reason == Reason::Aborted => Winner::Nobody,
        None => Winner::Draw,
    };
    let reason = say.reason(Ended {
        outcome: Outcome {
            winner: result.winner,
            reason: result.reason,
        },
        names: &names,
        target: replay.options.target,
        is_solo: false,
        you: None,
    });
    let holds = say.replay_holds(replay.moves.len());
    let over = say.over(&say.winner(winner), &reason);
    let [zero, one] = &names.0;
    format!("{holds}\n{zero} {score_zero} : {score_one} {one}\n{over}\n")
}
