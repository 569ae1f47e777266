//! Tables: how they are found, left and closed.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::{
    ClientMessage, ClosedReason, Code, Emote, ErrorCode, Phase, ServerMessage,
};
use versus2048_tests::{TestPlayer, TestServer, create, eager, eventually};

fn join(code: &str) -> ClientMessage {
    ClientMessage::Join { code: code.into() }
}

async fn closed(player: &mut TestPlayer) -> (Code, ClosedReason) {
    player
        .expect("closed", |message| match message {
            ServerMessage::Closed { code, reason } => Some((*code, *reason)),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn a_code_is_read_as_people_say_it() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let code = ana.create(Options::default()).await;
    let spoken: String = code
        .to_string()
        .chars()
        .map(|character| match character {
            '0' => 'o',
            '1' => 'l',
            other => other.to_ascii_lowercase(),
        })
        .collect();
    let mut bo = server.player("Bo").await;
    let answer = bo.ask(&join(&spoken)).await;
    assert!(matches!(answer, ServerMessage::Match(_)), "{answer:?}");
    assert_eq!(bo.view().snapshot.code, code);
}

#[tokio::test]
async fn wrong_codes_lead_nowhere() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    for code in ["", "K7QX4", "K7QX4MM", "UUUUUU", "ZZZZZZ", " ZZZZZ", "💥💥"] {
        assert_eq!(ana.refused(&join(code)).await, ErrorCode::NoSuchMatch);
        let watch = ClientMessage::Watch { code: code.into() };
        assert_eq!(ana.refused(&watch).await, ErrorCode::NoSuchMatch);
    }
}

#[tokio::test]
async fn a_table_has_two_seats() {
    let server = TestServer::start();
    let [ana, _bo] = server.seated(Options::default()).await;
    let code = ana.view().snapshot.code;
    let mut cem = server.player("Cem").await;
    assert_eq!(
        cem.refused(&join(code.as_str())).await,
        ErrorCode::MatchFull
    );
    cem.watch(&code).await;
    assert_eq!(
        cem.refused(&join(code.as_str())).await,
        ErrorCode::MatchFull
    );
    assert_eq!(
        cem.view().snapshot.you,
        None,
        "an error has changed nothing"
    );
}

#[tokio::test]
async fn a_seat_holds_its_player_until_the_match_is_over() {
    let server = TestServer::start();
    let [mut ana, _bo] = server.playing(Options::default()).await;
    let other = server.seated(Options::default()).await;
    let code = other[0].view().snapshot.code.to_string();
    let watch = ClientMessage::Watch { code: code.clone() };
    let queue = ClientMessage::Queue { options: None };
    for message in [create(Options::default()), join(&code), watch, queue] {
        assert_eq!(ana.refused(&message).await, ErrorCode::AlreadySeated);
    }
    ana.make_chosen(eager).await;
}

#[tokio::test]
async fn wrong_options_make_no_table() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    for options in [
        r#"{"rows":9}"#,
        r#"{"target":100}"#,
        r#"{"tiles":"x"}"#,
        r#"{"countdown_s":null}"#,
    ] {
        ana.send_text(&format!(r#"{{"type":"create","options":{options}}}"#))
            .await;
        match ana.next().await {
            ServerMessage::Error { code, message, .. } => {
                assert_eq!(code, ErrorCode::OptionsInvalid);
                let field = options.split('"').nth(1).unwrap_or_default();
                assert!(message.contains(field), "{message}");
            }
            other => unreachable!("an error, not {other:?}"),
        }
    }
    assert_eq!(ana.list().await, []);
}

#[tokio::test]
async fn a_bot_is_not_offered_here() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    for bot in ["easy", "expert", "nobody"] {
        let with_bot = ClientMessage::Create {
            options: None,
            listed: None,
            bot: Some(bot.into()),
        };
        assert_eq!(ana.refused(&with_bot).await, ErrorCode::OptionsInvalid);
    }
}

#[tokio::test]
async fn the_creator_who_leaves_closes_the_table() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.seated(Options::default()).await;
    let code = ana.view().snapshot.code;
    let left = ana.ask(&ClientMessage::Leave {}).await;
    assert_eq!(left, ServerMessage::Left { code });
    assert_eq!(closed(&mut bo).await, (code, ClosedReason::Left));
    assert_eq!(
        bo.refused(&join(code.as_str())).await,
        ErrorCode::NoSuchMatch
    );
}

#[tokio::test]
async fn the_guest_who_leaves_frees_the_seat() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.seated(Options::default()).await;
    let code = ana.view().snapshot.code;
    ana.ready().await;
    bo.ask(&ClientMessage::Leave {}).await;
    ana.until_phase(Phase::Waiting).await;
    let ready = ana.view().snapshot.players[Seat::Zero].clone();
    assert_eq!(
        ready.map(|player| player.ready),
        Some(false),
        "nobody is ready any more"
    );
    let mut cem = server.player("Cem").await;
    cem.join(&code).await;
    ana.until_phase(Phase::Ready).await;
}

#[tokio::test]
async fn tables_close_when_their_time_is_up() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    let code = ana.create(Options::default()).await;
    assert_eq!(ana.view().snapshot.closes_in_ms, Some(1_800_000));
    server.advance(1_800_000);
    assert_eq!(closed(&mut ana).await, (code, ClosedReason::Idle));

    let [mut ana, mut bo] = server.seated(Options::default()).await;
    ana.ready().await;
    assert!(
        ana.view()
            .snapshot
            .closes_in_ms
            .is_some_and(|ms| ms <= 60_000)
    );
    server.advance(60_000);
    assert_eq!(closed(&mut ana).await.1, ClosedReason::NotReady);
    assert_eq!(closed(&mut bo).await.1, ClosedReason::NotReady);
}

#[tokio::test]
async fn lists_show_open_tables_that_wait_first() {
    let server = TestServer::start();
    let [ana, _bo] = server.playing(Options::default()).await;
    let mut cem = server.player("Cem").await;
    let waiting = cem.create(Options::default()).await;
    let mut dia = server.player("Dia").await;
    let unlisted = ClientMessage::Create {
        options: None,
        listed: Some(false),
        bot: None,
    };
    dia.ask(&unlisted).await;
    let listed = dia.list().await;
    let codes: Vec<Code> = listed.iter().map(|table| table.code).collect();
    assert_eq!(codes, [waiting, ana.view().snapshot.code]);
    assert_eq!(listed[0].names.0, [Some("Cem".into()), None]);
    assert_eq!(listed[1].phase, Phase::Playing);
}

#[tokio::test]
async fn what_the_phase_does_not_allow_is_refused() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    for message in [
        ClientMessage::Ready { nonce: None },
        ClientMessage::Resign {},
        ClientMessage::Rematch {},
        ClientMessage::Leave {},
    ] {
        assert_eq!(ana.refused(&message).await, ErrorCode::NotSeated);
    }
    ana.create(Options::default()).await;
    for message in [
        ClientMessage::Ready { nonce: None },
        ClientMessage::Resign {},
        ClientMessage::Rematch {},
    ] {
        assert_eq!(ana.refused(&message).await, ErrorCode::WrongPhase);
    }
}

#[tokio::test]
async fn emotes_go_to_all_once_a_second() {
    let server = TestServer::start();
    let [mut ana, mut bo] = server.playing(Options::default()).await;
    let emote = |kind| ClientMessage::Emote { kind };
    let told = ServerMessage::Emote {
        seat: Seat::Zero,
        kind: Emote::GoodLuck,
    };
    assert_eq!(ana.ask(&emote(Emote::GoodLuck)).await, told);
    assert_eq!(bo.settle().await, [told]);
    assert_eq!(
        ana.refused(&emote(Emote::Wow)).await,
        ErrorCode::RateLimited
    );
    bo.ask(&emote(Emote::Thanks)).await;
    server.advance(1_000);
    ana.ask(&emote(Emote::Wow)).await;
}

#[tokio::test]
async fn a_full_server_makes_no_more_tables() {
    let server = TestServer::with(|config| config.limits.max_tables = 2);
    let mut players = Vec::new();
    for name in ["Ana", "Bo"] {
        let mut player = server.player(name).await;
        player.create(Options::default()).await;
        players.push(player);
    }
    let mut cem = server.player("Cem").await;
    assert_eq!(
        cem.refused(&create(Options::default())).await,
        ErrorCode::ServerFull
    );
    players[0].ask(&ClientMessage::Leave {}).await;
    eventually("room for a table", async || {
        let answer = cem.ask(&create(Options::default())).await;
        matches!(answer, ServerMessage::Match(_))
    })
    .await;
    assert_eq!(cem.phase(), Phase::Waiting);
}
