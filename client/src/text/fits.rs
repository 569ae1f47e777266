//! Every text is there in every language, says something of its own in each, and fits the place where
//! it stands.

mod notices;

use unicode_width::UnicodeWidthStr as _;
use versus2048_protocol::game::{BySeat, Outcome, Reason, Seat, Status};
use versus2048_protocol::name::NameError;
use versus2048_protocol::rules::Direction;
use versus2048_protocol::wire::{ClosedReason, Emote, ErrorCode, Phase, RejectedReason};

use crate::model::{AddressProblem, CodeProblem, FormProblem, Lang, MenuItem, Question};
use crate::saved_game::Unusable;
use crate::session::{Fairness, Happening, Unfair};
use crate::text::{self, Asked, Ended, Hint, Language, Winner, Word};

/// A line of the usual window, without its margins.
const LINE: usize = 78;
/// A line beside which the keys that answer stand.
const QUESTION: usize = 60;
/// An entry of the menu, and what it is for.
const MENU_ITEM: usize = 24;
const MENU_NOTE: usize = 72;
/// A word of a list or a panel.
const WORD: usize = 16;
/// A line of a page.
const PAGE: usize = 76;
/// What a key does, beside it in the help.
const HINT: usize = 24;
/// The same where it has the line of keys alone.
const COPIED: usize = 26;
/// An emote: seven of them stand in two lines.
const EMOTE: usize = 16;
/// The longest name (20 columns).
const NAME: &str = "Bartholomew-the-Grea";

/// Texts, each with the columns that it has.
type Texts = Vec<(String, usize)>;

fn names() -> BySeat<String> {
    BySeat([NAME, "王小明王小明王小明王"].map(str::to_owned))
}

fn menu(say: &dyn Language) -> Texts {
    let entries = MenuItem::shown(true).flat_map(|item| {
        let entry = (say.menu_item(item), MENU_ITEM);
        [entry, (say.menu_note(item), MENU_NOTE)]
    });
    entries
        .map(|(text, room)| (text.to_owned(), room))
        .collect()
}

fn words(say: &dyn Language) -> Texts {
    let phases = [
        Phase::Waiting,
        Phase::Ready,
        Phase::Countdown,
        Phase::Playing,
        Phase::Paused,
        Phase::Over,
    ];
    let phases = phases.map(|phase| say.phase(phase)).into_iter();
    let statuses = [Status::Reached, Status::Stuck].map(|status| say.status(status));
    let directions = Direction::ALL.map(say.directions());
    let words = phases
        .chain(statuses)
        .chain(directions)
        .chain([say.other()]);
    words.map(|word| (word.to_owned(), WORD)).collect()
}

fn emotes(say: &dyn Language) -> Texts {
    let emotes = Emote::ALL.into_iter();
    emotes
        .map(|emote| (say.emote(emote).to_owned(), EMOTE))
        .collect()
}

fn questions(say: &dyn Language) -> Texts {
    let questions = [
        Question::Resign,
        Question::Leave,
        Question::LeaveLocal,
        Question::Restart,
        Question::PlayOn,
        Question::CloseTable,
        Question::Suspend,
        Question::Resume("K7QX4M".parse().expect("a code")),
    ];
    let asked = questions.into_iter().flat_map(|question| {
        [false, true].map(|has_moved| Asked {
            question,
            target: Some(131_072),
            has_moved,
        })
    });
    asked.map(|asked| (say.question(asked), QUESTION)).collect()
}

fn endings(say: &dyn Language) -> Texts {
    let names = names();
    let reasons = [
        Reason::Target,
        Reason::Stuck,
        Reason::Outscored,
        Reason::Time,
        Reason::Resigned,
        Reason::Abandoned,
        Reason::Aborted,
    ];
    let headline = |reason, winner: Option<Seat>| {
        let ended = Ended {
            outcome: Outcome { winner, reason },
            names: &names,
            target: Some(131_072),
            is_solo: false,
            you: None,
        };
        let winner = winner.map_or(Winner::Draw, |seat| Winner::Other(&names[seat]));
        format!(" {}   {}", say.winner(winner), say.reason(ended))
    };
    let winners = [None, Some(Seat::Zero), Some(Seat::One)];
    let reasons = reasons.into_iter();
    reasons
        .flat_map(|reason| winners.map(|winner| (headline(reason, winner), LINE)))
        .collect()
}

fn proofs(say: &dyn Language) -> Texts {
    let seat = Seat::Zero;
    let found = [
        Fairness::Proven { tiles: 123_456 },
        Fairness::Broken(Unfair::Commitment),
        Fairness::Broken(Unfair::Seed),
        Fairness::Broken(Unfair::Nonce),
        Fairness::Broken(Unfair::Tile { seat, number: 9999 }),
        Fairness::Broken(Unfair::Board { seat, turn: 9999 }),
        Fairness::Broken(Unfair::Result),
    ];
    let names = names();
    found.map(|it| (say.fairness(it, &names), LINE)).into()
}

fn news(say: &dyn Language) -> Texts {
    let (seat, dir) = (Seat::One, Direction::Left);
    let refused = |reason| Happening::Refused { seat, dir, reason };
    let happenings = [
        Happening::Joined(seat),
        Happening::LeftSeat(seat),
        Happening::Ready(seat),
        Happening::Countdown,
        Happening::Started,
        Happening::Paused,
        Happening::TakenBack(seat),
        Happening::Stuck(seat),
        refused(RejectedReason::RateLimited),
        refused(RejectedReason::Unavailable),
        refused(RejectedReason::NotPlaying),
        refused(RejectedReason::Stuck),
        refused(RejectedReason::Stale),
        refused(RejectedReason::NoChange),
        Happening::NotYet(seat),
        Happening::TooFast(seat),
        Happening::Away(seat),
        Happening::Back(seat),
        Happening::Watching(10_000),
        Happening::RematchOffered(seat),
        Happening::GameAside(Unusable::Damaged),
        Happening::GameAside(Unusable::OtherVersion),
        Happening::Reconnected,
    ];
    let behind_a_name = LINE - NAME.len() - 1;
    let closed = [
        ClosedReason::Left,
        ClosedReason::NotReady,
        ClosedReason::Idle,
        ClosedReason::Shutdown,
    ];
    let closed = closed.map(|reason| (say.closed(reason).to_owned(), LINE));
    let happenings = happenings.map(|what| (say.happening(&what, say.directions()), behind_a_name));
    happenings.into_iter().chain(closed).collect()
}

fn errors(say: &dyn Language) -> Texts {
    let codes = [
        ErrorCode::BadJson,
        ErrorCode::UnsupportedProtocol,
        ErrorCode::NameInvalid,
        ErrorCode::NoSuchMatch,
        ErrorCode::MatchFull,
        ErrorCode::NotWatchable,
        ErrorCode::AlreadySeated,
        ErrorCode::NotSeated,
        ErrorCode::WrongPhase,
        ErrorCode::OptionsInvalid,
        ErrorCode::RateLimited,
        ErrorCode::Unavailable,
        ErrorCode::ServerFull,
        ErrorCode::ShuttingDown,
        ErrorCode::Internal,
    ];
    codes.map(|code| (say.error(code).to_owned(), LINE)).into()
}

fn problems(say: &dyn Language) -> Texts {
    let codes = [
        CodeProblem::Missing,
        CodeProblem::Length(5),
        CodeProblem::Character('u'),
        CodeProblem::Character('-'),
    ];
    let codes = codes.into_iter().map(AddressProblem::Code);
    let addresses = codes.chain([AddressProblem::Server, AddressProblem::Port]);
    let names = [NameError::Empty, NameError::TooLong, NameError::Character];
    let problems = addresses.map(FormProblem::Address);
    let problems = problems.chain(names.map(FormProblem::Name));
    // They are wrapped, into three lines at the most.
    problems
        .map(|problem| (say.problem(problem), 3 * 58))
        .collect()
}

fn lines(say: &dyn Language) -> Texts {
    let mut lines: Vec<&str> = say.rules().to_vec();
    lines.extend(say.commands());
    lines.extend([say.begin(), say.network_rule(), say.answers()]);
    lines.extend([true, false].map(|listens| say.listens(listens)));
    lines.extend([true, false].map(|may_rematch| say.what_now(may_rematch)));
    // They are wrapped, or said.
    let lines = lines.into_iter();
    lines.map(|line| (line.to_owned(), usize::MAX)).collect()
}

/// The columns of a phrase: those in a panel or a list have fewer than those on a page.
const fn room(word: Word) -> usize {
    match word {
        Word::You
        | Word::OwnSide
        | Word::Bot
        | Word::Nobody
        | Word::Arrows
        | Word::Ready
        | Word::NotReady
        | Word::Reconnecting
        | Word::GettingReady
        | Word::HotSeat
        | Word::Solo
        | Word::Undone
        | Word::Watching
        | Word::FreeSeat
        | Word::Replay
        | Word::Say => WORD,
        _ => PAGE,
    }
}

fn phrases(say: &dyn Language) -> Texts {
    let phrases = Word::ALL.iter();
    phrases
        .map(|&word| (say.word(word).to_owned(), room(word)))
        .collect()
}

/// What keys do, beside them in the help, or in the line of keys alone.
fn hints(say: &dyn Language) -> Texts {
    let hints = Hint::ALL.iter().map(|&hint| match hint {
        Hint::Copied => (say.hint(hint), COPIED),
        _ => (say.hint(hint), HINT),
    });
    hints.map(|(text, room)| (text.to_owned(), room)).collect()
}

/// A way to all texts of a kind.
type Kind = fn(&dyn Language) -> Texts;

const KINDS: [Kind; 13] = [
    menu,
    words,
    phrases,
    hints,
    notices::headlines,
    emotes,
    questions,
    endings,
    proofs,
    news,
    errors,
    problems,
    lines,
];

fn is_chinese(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character)
}

#[test]
fn every_text_fits_its_place() {
    for lang in Lang::ALL {
        let texts = KINDS.into_iter().flat_map(|kind| kind(text::of(lang)));
        for (text, room) in texts {
            let is_wide = text.width() > room;
            assert!(!is_wide, "{lang:?}: {text:?} has {room} columns");
            assert!(!text.trim().is_empty(), "{lang:?} says nothing");
        }
    }
}

#[test]
fn every_text_is_of_its_own_language() {
    for kind in KINDS {
        let [english, chinese] = [Lang::En, Lang::Zh].map(|lang| kind(text::of(lang)));
        assert_eq!(english.len(), chinese.len());
        for ((english, _), (chinese, _)) in english.iter().zip(&chinese) {
            let own = english.replace(&names()[Seat::One], "");
            assert!(!own.contains(is_chinese), "{english}");
            let own = chinese.replace(&names()[Seat::One], "");
            assert!(own.contains(is_chinese), "{chinese}");
        }
    }
}

#[test]
fn chinese_has_marks_of_its_own() {
    for kind in KINDS {
        for (text, _) in kind(text::of(Lang::Zh)) {
            // What is typed so.
            let text = text.replace("主机:端口", "主机");
            let mut pairs = text.chars().zip(text.chars().skip(1));
            let half = pairs.find(|&(one, mark)| is_chinese(one) && ",;:!?(".contains(mark));
            assert_eq!(half, None, "{text}");
        }
    }
}
