//! The client in lines of text, as a script and a screen reader have it.

use versus2048_protocol::game::Seat;
use versus2048_protocol::rules::Options;
use versus2048_protocol::wire::Phase;
use versus2048_tests::{Home, Ran, TestPipe, TestServer, eager};

use crate::online::at_once;

/// The flags of a match that is over after a few moves.
const SHORT: [&str; 5] = ["--countdown", "0", "--target", "16", "--plain"];
/// Moves that get on with any board.
const ROUND: &str = "left up right down";

fn short() -> Options {
    Options {
        target: Some(16),
        ..at_once()
    }
}

/// It is text in lines, whatever the terminal is said to be.
#[track_caller]
fn assert_plain(ran: &Ran) {
    for text in [&ran.stdout, &ran.stderr] {
        let is_text = |character: char| character == '\n' || !character.is_control();
        assert!(text.chars().all(is_text), "{ran:?}");
    }
}

/// Plays until a line tells that the match is over.
#[track_caller]
fn play_until_over(pipe: &mut TestPipe) -> String {
    loop {
        pipe.say(ROUND);
        pipe.say("status");
        let line = pipe.wait_for_one_of(&["over: ", "you are ", " against ", "match: "]);
        if line.starts_with("over: ") {
            return line;
        }
    }
}

#[test]
fn one_hosts_and_one_joins_and_they_play_a_match_and_another() {
    let home = Home::new();
    let args = [&["host", "--listen", "127.0.0.1:0"][..], &SHORT].concat();
    let mut host = home.pipe(&args);
    let invitation = host.wait_for("versus2048 join ");
    let place = invitation.split_whitespace().last().expect("a place");
    let mut join = home.pipe(&["join", place, "--plain", "--name", "Bo"]);
    host.wait_for("Bo is here");
    join.wait_for("you are Bo, the other is ");
    for pipe in [&mut host, &mut join] {
        pipe.wait_for("you: score 0, best tile");
        pipe.wait_for("row 4: ");
        pipe.say("wait");
    }
    assert!(play_until_over(&mut host).contains("You win! (16 is reached)"));
    // Moves that come together are told together.
    join.wait_for("other: ");
    join.wait_for("16 is reached");
    for pipe in [&mut host, &mut join] {
        pipe.wait_for("Fair: ");
        pipe.wait_for("again or quit");
    }
    host.say("again");
    join.wait_for("wants a rematch");
    join.say("r");
    join.wait_for("game 2");
    host.wait_for("game 2");
    join.say("wait");
    assert!(play_until_over(&mut join).contains("You win!"));
    host.wait_for("Bo wins");
    host.say("quit");
    let ran = host.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_plain(&ran);
    join.hang_up();
    let ran = join.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_plain(&ran);
}

#[tokio::test]
async fn a_script_that_has_said_all_plays_to_the_end_and_gives_nothing_up() {
    let server = TestServer::start();
    let address = server.address.to_string();
    let args = [&["create", "--server", &address][..], &SHORT].concat();
    let mut pipe = TestPipe::new(&args);
    let place = pipe.wait_for("versus2048 join ");
    let code = place.trim_end().rsplit('/').next().expect("a code");
    // Everything at once: no move is lost, though nobody is there yet.
    pipe.say("wait");
    for _ in 0..30 {
        pipe.say(ROUND);
    }
    pipe.say("wait-end");
    pipe.hang_up();
    let mut bo = server.player("Bo").await;
    bo.join(&code.parse().expect("a code")).await;
    bo.ready().await;
    let over = bo.until_over().await;
    assert_eq!(over.winner, Some(Seat::Zero));
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stdout.contains("over: You win!"), "{ran:?}");
    assert!(ran.stdout.contains("versus2048 verify http://"), "{ran:?}");
    assert!(!ran.stdout.contains("too fast"), "{ran:?}");
    assert_plain(&ran);
}

#[tokio::test]
async fn the_end_of_the_commands_leaves_a_match_as_quitting_does() {
    let server = TestServer::start();
    let mut ana = server.player("Ana").await;
    // Four moves do not reach its target.
    let code = ana.create(at_once()).await;
    let place = format!("{}/{code}", server.address);
    let mut pipe = TestPipe::new(&["join", &place, "--plain"]);
    pipe.wait_for("the other is Ana");
    ana.ready().await;
    pipe.wait_for("Go!");
    pipe.say(ROUND);
    pipe.wait_for("you: ");
    pipe.hang_up();
    let over = ana.until_over().await;
    assert_eq!(over.winner, Some(Seat::Zero));
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_plain(&ran);
}

#[tokio::test]
async fn what_the_other_does_is_told_in_words_and_their_name_is_no_part_of_it() {
    let server = TestServer::start();
    let mut ana = server.player("you").await;
    let code = ana.create(short()).await;
    let place = format!("{}/{code}", server.address);
    let mut pipe = TestPipe::new(&["join", &place, "--plain", "--name", "other"]);
    pipe.wait_for("you are other, the other is you");
    ana.ready().await;
    pipe.wait_for("Go!");
    ana.until_phase(Phase::Playing).await;
    ana.play(eager).await;
    pipe.wait_for("other: ");
    let line = pipe.wait_for("over: ");
    assert_eq!(line, "over: you wins (16 is reached)\n");
    pipe.hang_up();
    assert_plain(&pipe.ended());
}

#[tokio::test]
async fn two_meet_in_the_queue_while_a_third_watches() {
    let server = TestServer::start();
    let address = server.address.to_string();
    let args = [
        &["quick", "--server", &address, "--name"][..],
        &["Ana"],
        &SHORT,
    ]
    .concat();
    let mut ana = TestPipe::new(&args);
    ana.wait_for("Looking for somebody");
    let args = [
        &["quick", "--server", &address, "--name"][..],
        &["Bo"],
        &SHORT,
    ]
    .concat();
    let mut bo = TestPipe::new(&args);
    for pipe in [&mut ana, &mut bo] {
        pipe.wait_for("Go!");
        pipe.say("table");
    }
    let table = ana.wait_for("table ");
    let code = &table["table ".len()..][..6];
    let mut watching = TestPipe::new(&["watch", &format!("{address}/{code}"), "--plain"]);
    watching.wait_for("Ana against Bo");
    watching.wait_for("Bo: score 0");
    ana.wait_for("1 watching");
    let line = play_until_over(&mut ana);
    assert!(line.contains("You win!"), "{line}");
    // Of the moves that follow one another fast only the first is told by itself.
    let line = watching.wait_for(" at row ");
    assert!(
        line.starts_with("Ana: ") && line.contains("; Bo: "),
        "{line}"
    );
    watching.wait_for("Ana: ");
    watching.wait_for("over: Ana wins (16 is reached)");
    bo.wait_for("over: Ana wins");
    watching.hang_up();
    assert_eq!(watching.ended().code, Some(0));
}

#[test]
fn two_at_one_keyboard_have_words_and_letters() {
    let mut pipe = TestPipe::new(&[&["local"][..], &SHORT].concat());
    pipe.wait_for("WASD against Arrows");
    pipe.wait_for("WASD: score 0");
    pipe.wait_for("Go!");
    for _ in 0..100 {
        pipe.say("left up right down a w d s");
    }
    pipe.wait_for("WASD: ");
    pipe.wait_for("over: Arrows wins (16 is reached)");
    pipe.say("again");
    for _ in 0..100 {
        pipe.say("left up right down a w d s");
    }
    pipe.wait_for("WASD 0:2 Arrows");
    pipe.hang_up();
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_plain(&ran);
}

#[test]
fn alone_boards_are_read_on_request_and_questions_are_answered() {
    let mut pipe = TestPipe::new(&["solo", "--plain", "--secret", &"5a".repeat(32)]);
    pipe.wait_for("match: 4×4, first to 2048");
    pipe.wait_for("row 1: 2 empty empty empty");
    pipe.say("LEFT");
    pipe.wait_for("you: moved left, new 2 at row 1 column 4, score 0");
    pipe.say("up");
    pipe.wait_for("you: up, merged 4, new 2 at row 2 column 2, score 4");
    pipe.say("board");
    pipe.wait_for("you: score 4, best tile 4, 2 moves");
    pipe.wait_for("row 2: empty 2 empty empty");
    pipe.say("up up");
    pipe.wait_for("you: moved up, new 4 at row 2 column 2, score 4");
    pipe.wait_for("up moves nothing");
    pipe.say("q");
    pipe.wait_for("Leave? Your game is kept. (yes or no)");
    pipe.say("no");
    pipe.say("fly");
    pipe.say("resign");
    pipe.say("help");
    pipe.wait_for("board or b: ");
    pipe.say("quit yes");
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(
        ran.stderr,
        "unknown word “fly”: help lists what there is\nresign: only in a match with others\n"
    );
    assert_plain(&ran);
}

#[test]
fn without_a_command_lines_begin_one_thing_after_the_other() {
    let server = TestServer::start();
    let mut pipe = TestPipe::new(&["--plain", "--server", &server.address.to_string()]);
    pipe.wait_for("begin with host, join (with a CODE");
    pipe.say("solo --rows 3 --cols 3 --target 8");
    pipe.wait_for("match: 3×3, first to 8");
    for _ in 0..10 {
        pipe.say(ROUND);
    }
    pipe.wait_for("8 reached! Play on? (yes or no)");
    pipe.say("no");
    pipe.wait_for("8 is reached");
    pipe.say("quit");
    pipe.wait_for("begin with ");
    pipe.say("solo --rows 9");
    pipe.say("join nonsense");
    pipe.say("hepl");
    pipe.say("left");
    pipe.say("list");
    pipe.wait_for("there is no open table");
    pipe.say("create --target 16");
    pipe.wait_for("versus2048 join ");
    pipe.say("list");
    pipe.say("q y");
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for sentence in [
        "a board has 2 to 8 rows",
        "unknown word “hepl”: ",
        "left: there is no match yet",
        "list: leave what is under way first",
    ] {
        assert!(ran.stderr.contains(sentence), "{sentence}: {ran:?}");
    }
    assert_plain(&ran);
}

#[tokio::test]
async fn a_table_of_a_list_is_chosen_by_its_number() {
    let server = TestServer::start();
    let address = server.address.to_string();
    let mut ana = server.player("Ana").await;
    let code = ana.create(short()).await;
    let listed = format!("1: {code}, waiting, Ana and a free seat, 4×4, first to 16");
    let ran = Home::new().run(&["list", "--plain", "--server", &address]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.starts_with(&listed), "{ran:?}");
    assert_plain(&ran);

    let mut pipe = TestPipe::new(&["--plain", "--server", &address]);
    pipe.say("list");
    pipe.wait_for(&listed);
    pipe.wait_for("a number joins that table");
    pipe.say("2");
    pipe.say("1");
    pipe.wait_for("the other is Ana");
    pipe.hang_up();
    let ran = pipe.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("2: nothing was asked"), "{ran:?}");
    let (before, chosen) = ran.stdout.split_once(&listed).expect("the list");
    assert!(before.contains("begin with "), "{ran:?}");
    let until_seated = chosen.split_once("the other is Ana").expect("a table").0;
    assert!(!until_seated.contains("begin with "), "{ran:?}");
}

#[test]
fn who_joins_without_a_code_hears_what_there_is_to_do() {
    let mut pipe = TestPipe::new(&["join", "--plain"]);
    pipe.wait_for("Looking for tables nearby");
    pipe.wait_for("a number takes the free seat");
    pipe.say("q");
    pipe.wait_for("begin with ");
    pipe.say("q");
    assert_eq!(pipe.ended().code, Some(0));
    let mut pipe = TestPipe::new(&["join", "--plain", "--no-discovery"]);
    pipe.wait_for("join needs a CODE");
    pipe.hang_up();
    assert_eq!(pipe.ended().code, Some(0));
}

#[test]
fn chinese_is_spoken_and_understood() {
    let mut pipe = TestPipe::new(&[
        "solo",
        "--plain",
        "--lang",
        "zh",
        "--secret",
        &"5a".repeat(32),
    ]);
    pipe.wait_for("第 1 行：2 空 空 空");
    pipe.say("左 上");
    pipe.wait_for("你：向上移动，合成 4，第 2 行第 2 列出现 2，分数 4");
    pipe.say("退出 是");
    assert_eq!(pipe.ended().code, Some(0));
}

#[test]
fn what_can_not_be_done_is_told_on_stderr() {
    let ran = TestPipe::new(&["quick", "--server", "127.0.0.1:1", "--plain"]).ended();
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("Nothing listens at"), "{ran:?}");
    assert_eq!(ran.stdout, "");
}

#[test]
fn a_replay_is_told_and_gone_through_move_by_move() {
    let home = Home::new();
    let args = [&["local", "--record", "m.json"][..], &SHORT].concat();
    let mut pipe = home.pipe(&args);
    pipe.say("wait");
    for _ in 0..30 {
        pipe.say(ROUND);
    }
    pipe.wait_for("over: Arrows wins");
    pipe.hang_up();
    assert_eq!(pipe.ended().code, Some(0));

    let mut replay = home.pipe(&["replay", "m.json", "--plain"]);
    replay.say("faster faster wait-end boards");
    replay.wait_for("over: Arrows wins (16 is reached)");
    replay.wait_for("Fair: ");
    replay.wait_for("best tile 16");
    replay.say("back");
    replay.wait_for("best tile 8");
    replay.say("next");
    replay.wait_for(", merged ");
    replay.hang_up();
    let ran = replay.ended();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_plain(&ran);
}
