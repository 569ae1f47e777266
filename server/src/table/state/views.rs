//! How the table looks: the snapshot, the result, the line in a list, the finished match.

use versus2048_protocol::game::{BySeat, Seat, Stage};
use versus2048_protocol::replay::ReplayPlayer;
use versus2048_protocol::wire::{
    BoardView, MatchOver, Phase, Player, PlayerKind, Snapshot, TableSummary,
};

use crate::table::state::{MadeBy, Table};
use crate::table::telling::{Asker, Published, Record, Telling};

/// What of a table changes what others are told about it; a seat is taken and freed with its phase.
pub(crate) type PublishedKey = (Phase, u32, bool, uuid::Uuid);

impl Table {
    /// The whole state, for nobody in particular.
    pub(crate) fn snapshot(&self, now_ms: u64) -> Box<Snapshot> {
        let game = self.current.game();
        let boards = game.boards().copied();
        Box::new(Snapshot {
            code: self.setup.code,
            id: self.current.id(),
            phase: self.phase(),
            options: self.setup.options,
            you: None,
            players: BySeat::new(|seat| self.player(now_ms, seat)),
            boards: boards
                .map(|boards| boards.map(|board| BoardView::new(&board, &self.setup.options))),
            commitment: game.commitment(),
            starts_in_ms: match game.stage() {
                Stage::Countdown { start_now_ms } => Some(start_now_ms.saturating_sub(now_ms)),
                _ => None,
            },
            elapsed_ms: game.elapsed_ms(now_ms),
            remaining_ms: game.remaining_ms(now_ms),
            closes_in_ms: self.closes_in_ms(now_ms),
            series: self.series(),
            watching: self.watching(),
            result: self.result(),
        })
    }

    /// Tells the whole state to everybody.
    pub(crate) fn tell_snapshot(&self, asker: Option<&Asker>, record: &mut Record) {
        let snapshot = self.snapshot(record.now_ms);
        let asker = asker.cloned();
        record.tell(Telling::Snapshot { snapshot, asker });
    }

    /// Tells the whole state to one connection.
    pub(crate) fn tell_view(&self, asker: Asker, record: &mut Record) {
        let snapshot = self.snapshot(record.now_ms);
        record.tell(Telling::View { snapshot, asker });
    }

    /// What has to change for [`published`](Self::published) to change.
    pub(crate) fn published_key(&self) -> PublishedKey {
        (
            self.phase(),
            self.watching(),
            self.is_listed_now(),
            self.current.id(),
        )
    }

    /// What others are told about the table.
    pub(crate) fn published(&self) -> Published {
        Published {
            game: self.current.id(),
            summary: TableSummary {
                code: self.setup.code,
                phase: self.phase(),
                names: BySeat::new(|seat| Some(self.seats[seat].as_ref()?.name.to_string())),
                options: self.setup.options,
                watching: self.watching(),
            },
            is_listed: self.is_listed_now(),
        }
    }

    /// What `over` says, once it is.
    pub(super) fn result(&self) -> Option<MatchOver> {
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

    /// Who plays, as a replay says it.
    pub(super) fn replay_players(&self) -> Option<BySeat<ReplayPlayer>> {
        let players = BySeat::new(|seat| self.replay_player(seat));
        let [Some(zero), Some(one)] = players.0 else {
            return None;
        };
        Some(BySeat([zero, one]))
    }

    fn replay_player(&self, seat: Seat) -> Option<ReplayPlayer> {
        let holder = self.seats[seat].as_ref()?;
        Some(ReplayPlayer {
            id: holder.player.to_string(),
            name: holder.name.to_string(),
            kind: PlayerKind::Human,
        })
    }

    fn player(&self, now_ms: u64, seat: Seat) -> Option<Player> {
        let holder = self.seats[seat].as_ref()?;
        Some(Player {
            id: holder.player.to_string(),
            name: holder.name.to_string(),
            kind: PlayerKind::Human,
            connected: self.presence.is_here(seat),
            ready: holder.nonce.is_some(),
            rematch: holder.offers_rematch,
            forfeit_in_ms: self.forfeit_in_ms(now_ms, seat),
        })
    }

    /// Whether lists say it now: not one that is over, nor one whose creator is absent.
    fn is_listed_now(&self) -> bool {
        let is_wanted = self.setup.made_by == MadeBy::Queue || self.presence.is_here(Seat::Zero);
        self.setup.is_listed && is_wanted && self.phase() != Phase::Over && !self.is_closed()
    }
}
