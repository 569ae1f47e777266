//! What a player does at a table, and how it waits for what comes of it.

use versus2048_protocol::game::{Seat, Status};
use versus2048_protocol::rules::{Board, Direction, Options};
use versus2048_protocol::wire::{
    BoardUpdate, ClientMessage, Code, MatchOver, Phase, RejectedReason, ServerMessage, TableSummary,
};

use crate::{TestPlayer, View};

impl TestPlayer {
    /// What it knows of the table that it looks at.
    #[must_use]
    pub fn view(&self) -> &View {
        self.table.as_ref().expect("it looks at a table")
    }

    /// The phase of its table.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.view().snapshot.phase
    }

    /// Its seat.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.view().snapshot.you.expect("it has a seat")
    }

    /// Its own board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.view().boards()[self.seat()].rows
    }

    /// Its own score.
    #[must_use]
    pub fn score(&self) -> u64 {
        self.view().boards()[self.seat()].score
    }

    /// Makes a table and gives its code.
    pub async fn create(&mut self, options: Options) -> Code {
        let answer = self.ask(&create(options)).await;
        self.snapshot_code(&answer)
    }

    /// Takes the free seat of a table.
    pub async fn join(&mut self, code: &Code) {
        let join = ClientMessage::Join {
            code: code.to_string(),
        };
        let answer = self.ask(&join).await;
        assert_eq!(self.snapshot_code(&answer), *code);
    }

    /// Watches a table.
    pub async fn watch(&mut self, code: &Code) {
        let watch = ClientMessage::Watch {
            code: code.to_string(),
        };
        let answer = self.ask(&watch).await;
        assert_eq!(self.snapshot_code(&answer), *code);
        assert_eq!(self.view().snapshot.you, None);
    }

    /// Is ready, without a nonce.
    pub async fn ready(&mut self) {
        let answer = self.ask(&ClientMessage::Ready { nonce: None }).await;
        self.snapshot_code(&answer);
    }

    /// The listed tables.
    pub async fn list(&mut self) -> Vec<TableSummary> {
        match self.ask(&ClientMessage::List {}).await {
            ServerMessage::Matches { matches } => matches,
            other => self.fail(&format!("matches, and got {other:?}")),
        }
    }

    /// Makes a move at the turn that it knows.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub async fn make(&mut self, dir: Direction) -> Result<BoardUpdate, RejectedReason> {
        let turn = self.view().boards()[self.seat()].turn.into();
        self.make_at(turn, dir).await
    }

    /// Makes a move at any turn.
    ///
    /// # Errors
    /// The reason of the refusal.
    pub async fn make_at(
        &mut self,
        turn: u64,
        dir: Direction,
    ) -> Result<BoardUpdate, RejectedReason> {
        match self.ask(&ClientMessage::Move { turn, dir }).await {
            ServerMessage::Board(update) => Ok(update),
            ServerMessage::Rejected { reason, .. } => Err(reason),
            other => self.fail(&format!("board or rejected, and got {other:?}")),
        }
    }

    /// Makes the move that is chosen, which has to be possible.
    pub async fn make_chosen(
        &mut self,
        choose: impl FnOnce(&Board) -> Option<Direction>,
    ) -> BoardUpdate {
        let dir = choose(&self.board()).expect("a move is possible");
        self.make(dir).await.expect("the move is taken")
    }

    /// Plays on until its board is stuck or the match is over; the end is read, if there is one.
    pub async fn play(&mut self, choose: impl Fn(&Board) -> Option<Direction>) {
        while let Some(dir) = choose(&self.board()) {
            let turn = self.view().boards()[self.seat()].turn.into();
            match self.ask(&ClientMessage::Move { turn, dir }).await {
                ServerMessage::Board(_) => {}
                ServerMessage::Rejected {
                    reason: RejectedReason::NotPlaying,
                    ..
                } if self.phase() == Phase::Over => return,
                other => self.fail(&format!("a move that is taken, and got {other:?}")),
            }
            let status = self.view().boards()[self.seat()].status;
            if status != Status::Playing {
                self.settle().await;
            }
            if self.phase() == Phase::Over {
                return;
            }
        }
    }

    /// Reads on until its table is in a phase, which it may be already.
    pub async fn until_phase(&mut self, phase: Phase) {
        while self
            .table
            .as_ref()
            .is_none_or(|view| view.snapshot.phase != phase)
        {
            self.told(&format!("phase {phase:?}")).await;
        }
    }

    /// Reads on until the match is over, which it may be already.
    pub async fn until_over(&mut self) -> MatchOver {
        self.until_phase(Phase::Over).await;
        let result = self.view().snapshot.result.clone();
        result.expect("a match that is over has a result")
    }

    /// Reads on until a seat is seen to be there or away, which it may be already.
    pub async fn until_presence(&mut self, seat: Seat, connected: bool) {
        let is_so = |view: &View| {
            let player = view.snapshot.players[seat].as_ref();
            player.is_some_and(|player| player.connected == connected)
        };
        while !self.table.as_ref().is_some_and(is_so) {
            self.told(&format!("seat {seat} to be connected: {connected}"))
                .await;
        }
    }

    fn snapshot_code(&self, answer: &ServerMessage) -> Code {
        match answer {
            ServerMessage::Match(snapshot) => snapshot.code,
            other => self.fail(&format!("a snapshot, and got {other:?}")),
        }
    }
}

/// A `create` with complete options.
#[must_use]
pub fn create(options: Options) -> ClientMessage {
    ClientMessage::Create {
        options: Some(super::to_fields(&options)),
        listed: None,
        bot: None,
    }
}
