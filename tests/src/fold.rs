//! What a viewer knows of a table, folded from the messages that it is told and held against the
//! contract on the way.

use versus2048_protocol::game::{BySeat, Seat, Status};
use versus2048_protocol::rules::{Board, Options, Scoring, Spawn};
use versus2048_protocol::wire::{
    BoardUpdate, BoardView, MatchOver, Phase, Player, RejectedReason, ServerMessage, Snapshot,
};

/// A table as one viewer knows it: the last snapshot, kept up to date.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The last snapshot, with everything folded in that was told since.
    pub snapshot: Snapshot,
    /// How many ends of this match were told.
    pub ends: u32,
    last_ms: u64,
    /// The tiles that were seen to appear, to be checked when the secret is told.
    spawns: Vec<Seen>,
}

/// A tile that appeared.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    seat: Seat,
    turn: u32,
    slid: Board,
    spawn: Spawn,
}

impl View {
    /// Begins with a snapshot, or goes on with one.
    pub(crate) fn see(view: &mut Option<Self>, snapshot: &Snapshot) {
        check_snapshot(snapshot);
        let same = view.as_ref().filter(|view| view.snapshot.id == snapshot.id);
        if let Some(before) = same {
            before.check_goes_on(snapshot);
        }
        let ends = same.map_or(u32::from(snapshot.phase == Phase::Over), |view| view.ends);
        let last_ms = same.map_or(0, |view| view.last_ms);
        *view = Some(Self {
            snapshot: snapshot.clone(),
            ends,
            last_ms,
            spawns: same.map(|view| view.spawns.clone()).unwrap_or_default(),
        });
    }

    /// Folds a message about the table in.
    pub(crate) fn fold(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Board(update) => self.fold_board(update),
            ServerMessage::Over(over) => self.fold_over(over),
            ServerMessage::Presence {
                seat,
                connected,
                forfeit_in_ms,
            } => {
                let player = self.player_mut(*seat);
                player.connected = *connected;
                player.forfeit_in_ms = *forfeit_in_ms;
            }
            ServerMessage::Audience { watching } => self.snapshot.watching = *watching,
            ServerMessage::RematchOffered { seat } => self.player_mut(*seat).rematch = true,
            ServerMessage::Rejected { reason, .. } => {
                assert!(
                    *reason != RejectedReason::NotPlaying || self.snapshot.phase != Phase::Playing
                );
            }
            _ => {}
        }
    }

    /// The boards, once they are dealt.
    #[must_use]
    pub fn boards(&self) -> &BySeat<BoardView> {
        self.snapshot.boards.as_ref().expect("the boards are dealt")
    }

    fn options(&self) -> &Options {
        &self.snapshot.options
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        let player = self.snapshot.players[seat].as_mut();
        player.expect("only a seat that is taken is told about")
    }

    fn fold_board(&mut self, update: &BoardUpdate) {
        assert_eq!(
            self.snapshot.phase,
            Phase::Playing,
            "boards move while the match is played"
        );
        assert!(update.at_ms >= self.last_ms, "match time never falls");
        if let Some(limit_s) = self.options().time_limit_s {
            assert!(update.at_ms < limit_s * 1000, "a move is below the limit");
        }
        let before = self.boards()[update.seat];
        assert!(
            update.turn > before.turn,
            "boards arrive in order: {update:?}"
        );
        if update.turn == before.turn + 1 {
            self.check_move(&before, update);
        }
        check_status(update.rows, update.status, self.options());
        self.last_ms = update.at_ms;
        let boards = self.snapshot.boards.as_mut().expect("the boards are dealt");
        boards[update.seat] = BoardView {
            turn: update.turn,
            rows: update.rows,
            score: update.score,
            status: update.status,
        };
    }

    /// A move that follows the board that was seen last.
    fn check_move(&mut self, before: &BoardView, update: &BoardUpdate) {
        let slide = before.rows.slide(update.moved.dir);
        let slide = slide.expect("a move that is told changes the board");
        let (seat, spawn) = (update.seat, update.moved.spawn);
        let mut rows = slide.board;
        assert_eq!(rows.tile(spawn.row, spawn.col), 0, "{update:?}");
        rows.place(spawn);
        assert_eq!((rows, slide.gained), (update.rows, update.moved.gained));
        let score = match self.options().scoring {
            Scoring::Merges => before.score + slide.gained,
            Scoring::Sum => rows.sum(),
        };
        assert_eq!(score, update.score);
        self.spawns.push(Seen {
            seat,
            turn: update.turn,
            slid: slide.board,
            spawn,
        });
    }

    fn fold_over(&mut self, over: &MatchOver) {
        assert_eq!(self.ends, 0, "the end is told once");
        assert_eq!(over.id, self.snapshot.id);
        assert_eq!(over.secret.commitment(), self.snapshot.commitment);
        assert_eq!(over.secret.seed(over.nonces.as_ref().0), over.seed);
        let scores = BySeat::new(|seat| self.boards()[seat].score);
        assert_eq!(
            over.scores, scores,
            "the final boards are told before the end"
        );
        for Seen {
            seat,
            turn,
            slid,
            spawn,
        } in &self.spawns
        {
            let tiles = self.options().tile_stream(over.seed, seat.number());
            assert_eq!(tiles.spawn(turn + 1, slid), Some(*spawn));
        }
        self.ends = 1;
        self.snapshot.phase = Phase::Over;
        self.snapshot.series = over.series;
        self.snapshot.result = Some(over.clone());
        self.snapshot.starts_in_ms = None;
    }

    /// A later snapshot of the same match takes nothing back.
    fn check_goes_on(&self, later: &Snapshot) {
        assert_eq!(later.commitment, self.snapshot.commitment);
        assert_eq!(later.options, self.snapshot.options);
        if let (Some(before), Some(after)) = (&self.snapshot.boards, &later.boards) {
            for seat in Seat::ALL {
                assert!(after[seat].turn >= before[seat].turn);
                let moved = after[seat].turn > before[seat].turn;
                assert!(moved || after[seat] == before[seat]);
            }
        }
    }
}

/// What holds of every snapshot by itself.
fn check_snapshot(snapshot: &Snapshot) {
    let Snapshot {
        phase,
        boards,
        starts_in_ms,
        closes_in_ms,
        result,
        players,
        ..
    } = snapshot;
    let is_free = players.find(Option::is_none).is_some();
    assert_eq!(is_free, *phase == Phase::Waiting, "{snapshot:?}");
    let is_dealt = !matches!(phase, Phase::Waiting | Phase::Ready);
    assert_eq!(boards.is_some(), is_dealt, "{snapshot:?}");
    assert_eq!(starts_in_ms.is_some(), *phase == Phase::Countdown);
    let closes = matches!(phase, Phase::Waiting | Phase::Ready | Phase::Over);
    assert_eq!(closes_in_ms.is_some(), closes, "{snapshot:?}");
    assert_eq!(result.is_some(), *phase == Phase::Over, "{snapshot:?}");
    let has_limit = snapshot.options.time_limit_s.is_some();
    assert_eq!(snapshot.remaining_ms.is_some(), has_limit);
    if !is_dealt {
        assert_eq!(snapshot.elapsed_ms, 0);
    }
    for board in boards.iter().flatten() {
        check_status(board.rows, board.status, &snapshot.options);
    }
}

fn check_status(rows: Board, status: Status, options: &Options) {
    let is_reached = options
        .target
        .is_some_and(|target| rows.best_tile() >= target);
    let expected = match (is_reached, rows.is_stuck()) {
        (true, _) => Status::Reached,
        (false, true) => Status::Stuck,
        (false, false) => Status::Playing,
    };
    assert_eq!(status, expected, "{rows}");
}
