//! The state of a table as messages show it: the snapshot, the result, the line in a list.

use versus2048_protocol::game::{BySeat, Event, Seat, Stage};
use versus2048_protocol::wire::{
    BoardUpdate, BoardView, MatchOver, Moved, Phase, Player, PlayerKind, Snapshot, TableSummary,
};

use crate::journal::MadeBy;
use crate::table::presence::Presence;
use crate::table::record::Published;
use crate::table::state::State;

/// The part of a table that decides whether it has to be published again; a seat is taken and freed
/// with its phase.
pub(crate) type PublishedKey = (Phase, u32, bool, uuid::Uuid);

impl State {
    /// The whole state, as a spectator gets it.
    pub(in crate::table) fn snapshot(&self, presence: &Presence, now_ms: u64) -> Box<Snapshot> {
        let game = self.current.game();
        let boards = game.boards().copied();
        Box::new(Snapshot {
            code: self.setup.code,
            id: self.current.id(),
            phase: self.phase(),
            options: self.setup.options,
            you: None,
            players: BySeat::new(|seat| self.player(presence, now_ms, seat)),
            boards: boards
                .map(|boards| boards.map(|board| BoardView::new(&board, &self.setup.options))),
            commitment: game.commitment(),
            starts_in_ms: match game.stage() {
                Stage::Countdown { start_now_ms } => Some(start_now_ms.saturating_sub(now_ms)),
                _ => None,
            },
            elapsed_ms: game.elapsed_ms(now_ms),
            remaining_ms: game.remaining_ms(now_ms),
            closes_in_ms: self
                .closing()
                .map(|(closes_ms, _)| closes_ms.saturating_sub(now_ms)),
            series: self.series(),
            watching: presence.watching(self.players()),
            result: self.result(),
        })
    }

    /// The board after a move that has just been applied.
    pub(in crate::table) fn board_after(&self, event: &Event) -> Option<BoardUpdate> {
        let Event::Moved {
            seat,
            dir,
            gained,
            spawn,
            at_ms,
        } = *event
        else {
            return None;
        };
        let boards = self.current.game().boards()?;
        let view = BoardView::new(&boards[seat], &self.setup.options);
        Some(BoardUpdate {
            seat,
            turn: view.turn,
            rows: view.rows,
            score: view.score,
            status: view.status,
            moved: Moved { dir, gained, spawn },
            at_ms,
        })
    }

    /// The content of `over`, once the match is.
    pub(in crate::table) fn result(&self) -> Option<MatchOver> {
        let game = self.current.game();
        let outcome = game.outcome()?;
        Some(MatchOver {
            id: self.current.id(),
            winner: outcome.winner,
            reason: outcome.reason,
            scores: game.scores(),
            series: self.series(),
            secret: *game.secret(),
            nonces: game.nonces().clone(),
            seed: game.seed(),
        })
    }

    /// The time that is left to an absent seat, where its absence costs something.
    pub(in crate::table) fn forfeit_in_ms(
        &self,
        presence: &Presence,
        now_ms: u64,
        seat: Seat,
    ) -> Option<u64> {
        let holder = self.seats[seat].as_ref()?;
        let ends_ms = presence.allowance_ends_ms(holder.player)?;
        self.is_match_on().then(|| ends_ms.saturating_sub(now_ms))
    }

    /// See [`PublishedKey`].
    pub(in crate::table) fn published_key(&self, presence: &Presence) -> PublishedKey {
        (
            self.phase(),
            presence.watching(self.players()),
            self.is_listed_now(presence),
            self.current.id(),
        )
    }

    /// The table as those see it who are not at it.
    pub(in crate::table) fn published(&self, presence: &Presence) -> Published {
        Published {
            game: self.current.id(),
            summary: TableSummary {
                code: self.setup.code,
                phase: self.phase(),
                names: BySeat::new(|seat| Some(self.seats[seat].as_ref()?.name.to_string())),
                options: self.setup.options,
                watching: presence.watching(self.players()),
            },
            is_listed: self.is_listed_now(presence),
        }
    }

    /// Whether a seat's player is here.
    pub(in crate::table) fn is_here(&self, presence: &Presence, seat: Seat) -> bool {
        let holder = self.seats[seat].as_ref();
        holder.is_some_and(|holder| presence.is_here(holder.player))
    }

    fn player(&self, presence: &Presence, now_ms: u64, seat: Seat) -> Option<Player> {
        let holder = self.seats[seat].as_ref()?;
        Some(Player {
            id: holder.player.to_string(),
            name: holder.name.to_string(),
            kind: PlayerKind::Human,
            connected: presence.is_here(holder.player),
            ready: holder.nonce.is_some(),
            rematch: holder.offers_rematch,
            forfeit_in_ms: self.forfeit_in_ms(presence, now_ms, seat),
        })
    }

    /// Whether lists have it now: not one that is over, nor one whose creator is absent.
    fn is_listed_now(&self, presence: &Presence) -> bool {
        let is_wanted = self.setup.made_by == MadeBy::Queue || self.is_here(presence, Seat::Zero);
        self.setup.is_listed && is_wanted && self.phase() != Phase::Over && !self.is_closed()
    }
}
