//! Who is remembered, whatever the disk does meanwhile.

use super::*;
use crate::journal::sample::{ENDED_AT, stored_player};

/// What a directory knows of players after a disk that took nothing has recovered and the process
/// has been killed.
async fn known_after_trouble(stored: bool) -> Vec<StoredPlayer> {
    let dir = tempfile::tempdir().expect("a directory");
    let database = Database::open(dir.path()).expect("a journal");
    let faults = MemoryFaults::default();
    let journal = Journal::with_faults(database, faults.clone()).expect("its threads");
    let mut health = journal.health();
    let used_at = ENDED_AT / 1000;

    faults.break_down(stored);
    journal.remember(stored_player(Seat::Zero, used_at));
    let failing = health.wait_for(|health| !health.is_healthy());
    drop(
        tokio::time::timeout(LIMIT, failing)
            .await
            .expect("a failure"),
    );
    journal.remember(stored_player(Seat::One, used_at));
    journal.flush().await;
    faults.repair();
    let healthy = health.wait_for(Health::is_healthy);
    drop(
        tokio::time::timeout(LIMIT, healthy)
            .await
            .expect("a recovery"),
    );
    journal.flush().await;

    // What a kill leaves: nothing of the process but its files.
    let copy = tempfile::tempdir().expect("a directory");
    let copied = back_up(dir.path(), &copy.path().join("journal.db"));
    copied.expect("a copy of what is on disk");
    let mut kept = Database::open(copy.path()).expect("the copy");
    let mut players = kept.players(ENDED_AT).expect("its contents");
    players.sort_by_key(|player| *player.token.as_bytes());
    players
}

#[tokio::test]
async fn who_is_greeted_while_the_disk_fails_is_known_once_it_works() {
    let used_at = ENDED_AT / 1000;
    let expected = Seat::ALL.map(|seat| stored_player(seat, used_at));
    for stored in [false, true] {
        assert_eq!(known_after_trouble(stored).await, expected);
    }
}
