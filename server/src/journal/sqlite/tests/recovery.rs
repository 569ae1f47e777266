//! When a database that has failed is used again.

use std::fs;

use super::*;

#[test]
fn a_disk_without_room_for_more_than_a_probe_has_not_recovered() {
    let dir = directory();
    let mut database = Database::open(dir.path()).expect("a journal");
    let room = room::beside(&database.place().file());
    // Every write of it fails as on a full disk, those of the database don't.
    std::os::unix::fs::symlink("/dev/full", &room).expect("a link");
    let refused = database.reopen();
    assert!(refused.is_err(), "{refused:?}");
    // The next attempt has a name of its own again.
    assert!(fs::symlink_metadata(&room).is_err());
    database.reopen().expect("a disk with room");
    assert!(fs::symlink_metadata(&room).is_err(), "nothing is left");
    drop(database);
    write(dir.path(), [Sample::new(1).opened()]);
}
