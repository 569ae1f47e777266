//! The snapshot of a table, to the letter.

use versus2048_protocol::game::{BySeat, Seat, Status};
use versus2048_protocol::rules::Secret;
use versus2048_protocol::wire::{
    BoardView, Phase, Player, PlayerKind, Series, ServerMessage, Snapshot,
};

use crate::boards::board;
use crate::golden_server::{
    ID, OPTIONS, check, code, id, names, options, over, over_fields, series,
};

#[test]
fn match_with_a_free_seat() {
    let options = options();
    let snapshot = Snapshot {
        code: code(),
        id: id(),
        phase: Phase::Waiting,
        options,
        you: Some(Seat::Zero),
        players: BySeat([Some(player("Ana", PlayerKind::Human)), None]),
        boards: None,
        commitment: Secret([0; 32]).commitment(),
        starts_in_ms: None,
        elapsed_ms: 0,
        remaining_ms: Some(60_000),
        closes_in_ms: Some(1_800_000),
        series: Series::default(),
        watching: 0,
        result: None,
    };
    let commitment = snapshot.commitment;
    check(
        &ServerMessage::Match(Box::new(snapshot)),
        &format!(
            r#"{{"type":"match","code":"K7QX4M","id":"{ID}","phase":"waiting","options":{OPTIONS},"you":0,
            "players":[{{"id":"id of Ana","name":"Ana","kind":"human","connected":true,"ready":false,
            "rematch":true,"forfeit_in_ms":null}},null],"boards":null,"commitment":"{commitment}",
            "starts_in_ms":null,"elapsed_ms":0,"remaining_ms":60000,"closes_in_ms":1800000,
            "series":{{"game":0,"wins":[0,0],"draws":0}},"watching":0,"result":null}}"#
        ),
    );
}

#[test]
fn match_that_is_over() {
    let view = BoardView {
        turn: 3,
        rows: board("2 4\n. 8"),
        score: 14,
        status: Status::Playing,
    };
    let absent = Player {
        connected: false,
        forfeit_in_ms: Some(45_000),
        ..player("Bo", PlayerKind::Bot)
    };
    let snapshot = Snapshot {
        code: code(),
        id: id(),
        phase: Phase::Over,
        options: options(),
        you: None,
        players: BySeat([Some(player("Ana", PlayerKind::Human)), Some(absent)]),
        boards: Some(BySeat([
            view,
            BoardView {
                status: Status::Stuck,
                ..view
            },
        ])),
        commitment: Secret([0xab; 32]).commitment(),
        starts_in_ms: Some(1),
        elapsed_ms: 8120,
        remaining_ms: None,
        closes_in_ms: None,
        series: series(),
        watching: 3,
        result: Some(over()),
    };
    let commitment = snapshot.commitment;
    let result = over_fields();
    check(
        &ServerMessage::Match(Box::new(snapshot)),
        &format!(
            r#"{{"type":"match","code":"K7QX4M","id":"{ID}","phase":"over","options":{OPTIONS},"you":null,
            "players":[{{"id":"id of Ana","name":"Ana","kind":"human","connected":true,"ready":false,
            "rematch":true,"forfeit_in_ms":null}},{{"id":"id of Bo","name":"Bo","kind":"bot","connected":false,
            "ready":false,"rematch":true,"forfeit_in_ms":45000}}],
            "boards":[{{"turn":3,"rows":[[2,4],[0,8]],"score":14,"status":"playing"}},
            {{"turn":3,"rows":[[2,4],[0,8]],"score":14,"status":"stuck"}}],"commitment":"{commitment}",
            "starts_in_ms":1,"elapsed_ms":8120,"remaining_ms":null,"closes_in_ms":null,
            "series":{{"game":3,"wins":[1,0],"draws":1}},"watching":3,"result":{{{result}}}"#
        ),
    );
    names(&[
        (Phase::Waiting, "waiting"),
        (Phase::Ready, "ready"),
        (Phase::Countdown, "countdown"),
        (Phase::Playing, "playing"),
        (Phase::Paused, "paused"),
        (Phase::Over, "over"),
    ]);
    names(&[
        (Status::Reached, "reached"),
        (Status::Stuck, "stuck"),
        (Status::Playing, "playing"),
    ]);
}

fn player(name: &str, kind: PlayerKind) -> Player {
    Player {
        id: format!("id of {name}"),
        name: name.into(),
        kind,
        connected: true,
        ready: false,
        rematch: true,
        forfeit_in_ms: None,
    }
}
