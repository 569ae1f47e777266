//! What is said about a table.

use versus2048_protocol::game::{BySeat, Seat};
use versus2048_protocol::wire::{MatchOver, Phase};

use crate::model::{Connection, Mode, Play, Question};
use crate::plain::console::Line;
use crate::plain::slid::Slid;
use crate::plain::teller::seen::SeenTable;
use crate::plain::teller::{message, result};
use crate::session::Happening;
use crate::text::{self, Asked, Language, Standing, Word, people};

/// What is left of the time limit when that is told, in milliseconds.
const TIME_MARKS_MS: [u64; 5] = [300_000, 120_000, 60_000, 30_000, 10_000];

/// How long moves that others make are gathered, in milliseconds: who makes one and waits is told at once, and
/// who makes fifteen a second is no flood.
const GATHER_MS: u64 = 1500;

/// What is said about a table at a moment.
pub(super) struct TableTeller<'a> {
    say: &'static dyn Language,
    play: &'a Play,
    names: BySeat<String>,
    now_ms: u64,
}

impl<'a> TableTeller<'a> {
    /// A table at a moment.
    pub(super) fn new(say: &'static dyn Language, play: &'a Play, now_ms: u64) -> Self {
        Self {
            names: people::names(say, play),
            say,
            play,
            now_ms,
        }
    }

    /// What is new since something was seen, in the order in which it happened, and what there is to
    /// remember for the next time.
    pub(super) fn news(&self, seen: Option<&SeenTable>, listens: bool) -> (Vec<Line>, SeenTable) {
        let session = &self.play.session;
        let mut lines = Vec::new();
        if seen.is_none_or(|seen| seen.at.0 != session.code) {
            lines.extend(self.introduction());
        }
        let number = session.series.game;
        if number > 1 && seen.is_none_or(|seen| seen.game != number) {
            lines.push(result(self.say.game(number)));
        }
        // Of another match at the same table nothing was seen.
        let seen = seen.filter(|seen| seen.at == (session.code, session.id));
        lines.extend(self.connection(seen));
        lines.extend(self.happenings(seen));
        lines.extend(self.slides(seen, listens));
        let was_dealt = seen.is_some_and(|seen| seen.boards.both(Option::is_some));
        let has_run_back = seen.is_some_and(|seen| self.has_run_back(seen));
        if !was_dealt || has_run_back {
            lines.extend(self.own_boards());
        }
        lines.extend(self.time_left(seen));
        let was_over = seen.is_some_and(|seen| seen.phase == Phase::Over);
        if session.phase == Phase::Over && !was_over {
            lines.extend(self.result());
        }
        let was_closed = seen.is_some_and(|seen| seen.is_closed);
        let closed = self.play.closed.filter(|_| !was_closed);
        lines.extend(closed.map(|reason| result(self.say.closed(reason))));
        (lines, self.seen(seen))
    }

    /// What there is to remember for the next time.
    fn seen(&self, before: Option<&SeenTable>) -> SeenTable {
        let session = &self.play.session;
        let told = |seat| match before {
            Some(before) if self.gathers(seat, before) => before.boards[seat],
            _ => session.told(seat),
        };
        let slid_at_ms = |seat| {
            let before = before?;
            let slid = Slid::between(before.boards[seat].as_ref()?, &told(seat)?);
            slid.map(|_| self.now_ms).or(before.slid_at_ms[seat])
        };
        SeenTable {
            at: (session.code, session.id),
            game: session.series.game,
            phase: session.phase,
            happened: session.happened,
            boards: BySeat::new(told),
            slid_at_ms: BySeat::new(slid_at_ms),
            is_closed: self.play.closed.is_some(),
            is_connected: self.play.connection == Connection::Up,
            remaining_ms: session.remaining_ms(self.now_ms),
        }
    }

    /// What is told of a table when it is first seen.
    pub(super) fn introduction(&self) -> Vec<Line> {
        let session = &self.play.session;
        let is_online = self.play.mode == Mode::Online;
        let code = is_online.then_some(session.code);
        let mut lines = vec![result(self.say.table(code, &people::options(self.play)))];
        match (session.phase, session.you) {
            (Phase::Waiting, Some(_)) => lines.extend(self.invitation()),
            (Phase::Waiting, None) => {
                let player = session.players.0.iter().position(Option::is_some);
                let name = player.map_or(self.say.word(Word::Nobody), |at| &self.names.0[at]);
                lines.push(result(self.say.watched_waits(session.code, name)));
            }
            _ => lines.extend(self.players()),
        }
        if session.is_under_way() {
            lines.push(result(self.say.phase(session.phase)));
        }
        lines.extend(self.mark());
        lines
    }

    /// One's own board, or those that are shown where nobody has an own one.
    pub(super) fn own_boards(&self) -> Vec<Line> {
        match self.play.session.you {
            Some(you) => self.board(you),
            None => self.boards(),
        }
    }

    /// The boards that are shown.
    pub(super) fn boards(&self) -> Vec<Line> {
        let seats = self.play.seats_shown().into_iter();
        seats.flat_map(|seat| self.board(seat)).collect()
    }

    /// Names, scores and time.
    pub(super) fn status(&self) -> Vec<Line> {
        let session = &self.play.session;
        let mut lines = Vec::from_iter(self.players());
        lines.push(result(
            self.scores(|seat| session.told(seat).map_or(0, |board| board.score)),
        ));
        let left = session.remaining_ms(self.now_ms);
        lines.push(result(match left {
            Some(left_ms) => self.say.time_left(&text::left(left_ms)),
            None => self
                .say
                .time_passed(&text::passed(session.elapsed_ms(self.now_ms))),
        }));
        lines.push(result(self.say.phase(session.phase)));
        lines
    }

    /// A question about the table.
    pub(super) fn asked(&self, question: Question) -> Asked {
        people::asked(self.play, question)
    }

    /// That a move of this game was taken back.
    fn mark(&self) -> Option<Line> {
        let Mode::Solo { is_undone, .. } = self.play.mode else {
            return None;
        };
        is_undone.then(|| result(self.say.word(Word::Undone)))
    }

    fn players(&self) -> Option<Line> {
        let [first, second] = self.play.seats_shown()[..] else {
            return None;
        };
        let names = [&*self.names[first], &*self.names[second]];
        let is_seated = self.play.session.you.is_some();
        Some(result(self.say.players(names, is_seated)))
    }

    fn invitation(&self) -> Vec<Line> {
        let invitation = self.play.invitation.as_ref();
        let taken = invitation.and_then(|invitation| invitation.taken_port);
        let taken = taken.map(|port| result(self.say.port_taken(port)));
        let waits = result(self.say.word(Word::WaitingForOther));
        let they_type = self.say.word(Word::TheyType);
        let targets = invitation.into_iter().flat_map(|it| &it.targets);
        let commands =
            targets.map(|target| result(format!("{they_type}: versus2048 join {target}")));
        taken.into_iter().chain([waits]).chain(commands).collect()
    }

    fn connection(&self, seen: Option<&SeenTable>) -> Option<Line> {
        let was_connected = seen.is_none_or(|seen| seen.is_connected);
        let Connection::Waiting { retry_at_ms, .. } = self.play.connection else {
            return None;
        };
        let in_ms = retry_at_ms.saturating_sub(self.now_ms);
        let text = self
            .say
            .connection(self.play.connection, &text::left(in_ms));
        was_connected.then(|| message(text))
    }

    fn happenings(&self, seen: Option<&SeenTable>) -> Vec<Line> {
        let session = &self.play.session;
        if matches!(self.play.mode, Mode::Replay(_)) {
            return Vec::new();
        }
        let before = seen.map_or(0, |seen| seen.happened);
        let new = usize::try_from(session.happened.saturating_sub(before)).unwrap_or(usize::MAX);
        let old = session.happenings.len().saturating_sub(new);
        let new = session.happenings.iter().skip(old);
        new.filter_map(|happened| self.happening(&happened.what))
            .collect()
    }

    fn happening(&self, what: &Happening) -> Option<Line> {
        let session = &self.play.session;
        let text = self.say.happening(what, self.say.directions());
        Some(match *what {
            // The boards tell it.
            Happening::Merged { .. } | Happening::Slid(..) => return None,
            Happening::Reconnected | Happening::GameAside(_) | Happening::Error { .. } => {
                message(text)
            }
            Happening::Refused { seat, .. }
            | Happening::NotYet(seat)
            | Happening::TooFast(seat) => match session.you {
                Some(_) => result(text),
                None => self.named(seat, &text),
            },
            Happening::Away(seat) => {
                let left_ms = session.forfeit_in_ms(seat, self.now_ms);
                let clock = left_ms.map(text::left);
                self.named(seat, &self.say.away(clock.as_deref()))
            }
            Happening::RematchOffered(seat) if session.you == Some(seat) => {
                result(self.say.rematch_awaited(&self.names[seat.other()]))
            }
            Happening::Joined(seat)
            | Happening::LeftSeat(seat)
            | Happening::Ready(seat)
            | Happening::Stuck(seat)
            | Happening::Back(seat)
            | Happening::Said(seat, _)
            | Happening::RematchOffered(seat) => self.named(seat, &text),
            Happening::TakenBack(_)
            | Happening::Countdown
            | Happening::Started
            | Happening::Paused
            | Happening::Watching(_) => result(text),
        })
    }

    fn named(&self, seat: Seat, text: &str) -> Line {
        result(format!("{} {text}", self.names[seat]))
    }

    fn slides(&self, seen: Option<&SeenTable>, listens: bool) -> Vec<Line> {
        let Some(seen) = seen else {
            return Vec::new();
        };
        let seats = self.play.seats_shown().into_iter();
        let told = seats.filter(|&seat| listens || self.play.session.you != Some(seat.other()));
        let told = told.filter(|&seat| !self.gathers(seat, seen));
        told.filter_map(|seat| {
            let now = self.play.session.told(seat)?;
            let slid = Slid::between(seen.boards[seat].as_ref()?, &now)?;
            Some(self.slid(seat, slid))
        })
        .collect()
    }

    /// Whether moves on a board wait to be told with those that follow: others make them, and some were
    /// told a moment ago.
    fn gathers(&self, seat: Seat, seen: &SeenTable) -> bool {
        let session = &self.play.session;
        let is_gathered = match self.play.mode {
            Mode::Online => session.you != Some(seat),
            Mode::HotSeat { .. } | Mode::Solo { .. } => false,
            Mode::Replay(progress) => progress.is_running,
        };
        let is_recent = |slid_ms: u64| self.now_ms.saturating_sub(slid_ms) < GATHER_MS;
        is_gathered
            && session.phase == Phase::Playing
            && seen.slid_at_ms[seat].is_some_and(is_recent)
    }

    /// Of one's own board everything is told, and how the other stands; who plays has no ear for
    /// where the other's tiles are.
    fn slid(&self, seat: Seat, slid: Slid) -> Line {
        let is_other = self.play.session.you == Some(seat.other());
        let of = self.standing(seat);
        if is_other {
            return result(self.say.slid(&slid.without_spawn(), of, &[]));
        }
        let others = self.play.seats_shown().into_iter();
        let others = others.filter(|&other| other != seat);
        let others: Vec<Standing<'_>> = others.map(|other| self.standing(other)).collect();
        result(self.say.slid(&slid, of, &others))
    }

    fn standing(&self, seat: Seat) -> Standing<'_> {
        let board = self.play.session.told(seat);
        Standing {
            name: self.side(seat),
            score: board.map_or(0, |board| board.score),
        }
    }

    /// Whose board it is: a player hears of itself and of the other, whatever their names.
    fn side(&self, seat: Seat) -> &str {
        match self.play.session.you {
            Some(you) if you == seat => self.say.word(Word::You),
            Some(_) => self.say.other(),
            None => &self.names[seat],
        }
    }

    fn board(&self, seat: Seat) -> Vec<Line> {
        let Some(board) = self.play.session.told(seat) else {
            return Vec::new();
        };
        let head = result(self.say.board(self.side(seat), &board));
        let rows = board.rows.to_rows().into_iter().zip(1..);
        let rows = rows.map(|(tiles, number)| result(self.say.row(number, &tiles)));
        [head].into_iter().chain(rows).collect()
    }

    /// A replay may go back.
    fn has_run_back(&self, seen: &SeenTable) -> bool {
        Seat::ALL.into_iter().any(|seat| {
            let now = self.play.session.told(seat);
            let turns = seen.boards[seat].zip(now);
            turns.is_some_and(|(before, now)| now.turn < before.turn)
        })
    }

    fn time_left(&self, seen: Option<&SeenTable>) -> Option<Line> {
        if self.play.session.phase != Phase::Playing {
            return None;
        }
        let before_ms = seen?.remaining_ms?;
        let left_ms = self.play.session.remaining_ms(self.now_ms)?;
        let mut marks = TIME_MARKS_MS.into_iter();
        let passed = marks.any(|mark_ms| left_ms <= mark_ms && mark_ms < before_ms);
        passed.then(|| result(self.say.time_left(&text::left(left_ms))))
    }

    fn result(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Some(over) = &self.play.session.result {
            lines.push(result(self.headline(over)));
            lines.push(result(self.scores(|seat| over.scores[seat])));
            lines.extend(self.series());
            let fairness = self.say.fairness(self.play.session.fairness, &self.names);
            lines.extend((!fairness.is_empty()).then(|| result(fairness)));
        }
        if let Mode::Solo { best, .. } = self.play.mode {
            lines.push(result(self.say.best_score(&best.to_string())));
        }
        lines.extend(self.mark());
        let is_seated = self.play.session.you.is_some();
        let is_local = matches!(self.play.mode, Mode::HotSeat { .. } | Mode::Solo { .. });
        let may_rematch = is_local || (is_seated && self.play.closed.is_none());
        lines.push(result(self.say.what_now(may_rematch)));
        lines
    }

    /// Who has won how many of the matches at the table, where it was not the first.
    fn series(&self) -> Option<Line> {
        let [first, second] = self.play.seats_shown()[..] else {
            return None;
        };
        let series = self.play.session.series;
        let (name, wins) = ([first, second].map(|seat| self.side(seat)), series.wins);
        let all = format!("{} {}:{} {}", name[0], wins[first], wins[second], name[1]);
        (series.game > 1).then(|| result(all))
    }

    fn headline(&self, over: &MatchOver) -> String {
        let winner = people::winner(self.play, &self.names, over);
        let reason = people::ended(self.play, &self.names, over);
        self.say
            .over(&self.say.winner(winner), &self.say.reason(reason))
    }

    fn scores(&self, score: impl Fn(Seat) -> u64) -> String {
        let seats = self.play.seats_shown().into_iter();
        let scores = seats.map(|seat| format!("{} {}", self.side(seat), score(seat)));
        let scores: Vec<String> = scores.collect();
        scores.join(", ")
    }
}
