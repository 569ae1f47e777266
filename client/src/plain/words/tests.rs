//! Words while something lies over the screen that nobody sees.

use versus2048_protocol::rules::Secret;
use versus2048_protocol::wire::Phase;

use crate::config::{Cli, Config, PlayConfig};
use crate::effect::Exit;
use crate::keeper::Places;
use crate::local::Chance;
use crate::model::{Lang, Model, Overlay, Question};
use crate::outside::{Outside, Setup};
use crate::plain::tests::{at_table, in_phase};
use crate::plain::{Client, Console};
use crate::settings_file::SettingsFile;

/// Every word that is a command somewhere, a letter of each kind, and words that are none.
const WORDS: &str = "up down left right help b board boards t status table wait wait-end quiet loud yes \
                     no later resign undo again rematch restart say quit leave reload pause next back \
                     faster slower 上 帮助 双方 是 否 认输 再来 说 退出 q e r u k y n w a ? + hepl \
                     solo join";

const LIST: &str = "1 Hello!, 2 Good luck!, ";
const BY_NUMBER: &str = "only what has a number can be said";

/// What a line has led to.
#[derive(Debug, PartialEq)]
struct Led {
    results: String,
    messages: String,
    exit: Option<Exit>,
    overlay: Option<Overlay>,
}

fn setup() -> Setup {
    Setup {
        places: Places::default(),
        speaker: None,
        new_player: false,
        chance: Chance::From(Secret([7; 32])),
        recorder: None,
        data_dir: None,
        listener: None,
    }
}

fn config() -> PlayConfig {
    let cli = Cli::read(["versus2048", "--plain"], Lang::En).expect("a command line");
    match Config::new(cli, SettingsFile::default(), |_| None) {
        Config::Play(config) => *config,
        other => unreachable!("{other:?} is no game"),
    }
}

/// Says a line after what is there was told.
async fn led(model: Model, overlay: Option<Overlay>, line: &str) -> Led {
    let mut outside = Outside::new(None, setup());
    let (mut results, mut messages) = (Vec::new(), Vec::new());
    let console = Console::new(&mut results, &mut messages, false);
    let model = Model { overlay, ..model };
    let mut client = Client::new(&mut outside, console, model, config());
    drop(client.teller.tell(&client.model));
    client.words.extend(line.split(' ').map(str::to_owned));
    while let Some(word) = client.words.pop_front() {
        client.hear(&word).await.expect("a Vec takes it");
    }
    client.tell_refused().expect("a Vec takes it");
    let (exit, overlay) = (client.exit, client.model.overlay);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Led {
        results: text(results),
        messages: text(messages),
        exit,
        overlay,
    }
}

/// A match that waits, one that runs, one that is over, and one that is watched.
const MATCHES: [fn() -> Model; 4] = [
    || in_phase(Phase::Waiting),
    || in_phase(Phase::Playing),
    || in_phase(Phase::Over),
    || at_table(|play| play.session.you = None),
];

#[tokio::test(start_paused = true)]
async fn what_nobody_sees_takes_no_command_for_itself() {
    for (at, game) in MATCHES.into_iter().enumerate() {
        for word in WORDS.split_whitespace() {
            let expected = led(game(), None, word).await;
            for overlay in [Overlay::Emotes, Overlay::Help { above: 0 }] {
                let led = led(game(), Some(overlay.clone()), word).await;
                assert_eq!(led, expected, "{at} {word} {overlay:?}");
            }
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_question_takes_its_answers_and_tells_that_it_waits_for_them() {
    const ANSWERS: [&str; 11] = [
        "yes", "no", "later", "quit", "leave", "是", "否", "退出", "q", "y", "n",
    ];
    // They are carried out, and there is nothing to tell yet.
    const SILENT: [&str; 9] = [
        "up", "down", "left", "right", "上", "w", "a", "wait", "wait-end",
    ];
    for about in [Question::Leave, Question::Resign] {
        let asked = Some(Overlay::Question {
            about,
            until_ms: None,
        });
        let is_answer = |word: &str| ANSWERS.contains(&word);
        for word in WORDS.split_whitespace().filter(|word| !is_answer(word)) {
            let led = led(in_phase(Phase::Playing), asked.clone(), word).await;
            assert_eq!(led.overlay, asked, "{word}");
            let is_told = led.results.len() + led.messages.len() > 0;
            assert!(is_told || SILENT.contains(&word), "{word}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_said_has_a_number() {
    let playing = || in_phase(Phase::Playing);
    let listed = led(playing(), None, "say").await;
    assert!(listed.results.starts_with(LIST), "{listed:?}");
    assert_eq!(listed.messages, "");
    assert_eq!(listed.overlay, Some(Overlay::Emotes));

    for line in ["say 3", "e 3"] {
        for overlay in [None, Some(Overlay::Emotes)] {
            let said = led(playing(), overlay, line).await;
            assert_eq!((&*said.results, &*said.messages), ("", ""), "{line}");
            assert_eq!(said.overlay, None);
        }
    }
    let said = led(playing(), Some(Overlay::Emotes), "3").await;
    assert_eq!((&*said.results, &*said.messages), ("", ""));

    for line in [
        "say hello",
        "say hello my friend",
        "say 9",
        "say 0",
        "say 300",
    ] {
        let led = led(playing(), None, line).await;
        assert!(led.results.starts_with(LIST), "{line}: {led:?}");
        assert!(led.messages.starts_with(BY_NUMBER), "{line}: {led:?}");
        assert_eq!(led.messages.lines().count(), 1, "{line}: {led:?}");
        assert_eq!(led.overlay, Some(Overlay::Emotes), "{line}");
    }
    let then = led(playing(), None, "say board").await;
    assert!(then.results.starts_with(LIST) && then.results.contains("row 1: "));
    assert_eq!(then.overlay, None);
}
