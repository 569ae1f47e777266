//! Rows of a journal that nobody has written: each is refused, or stays the same when it is written and
//! read again; and where rows together have a replay, it holds.
//!
//! A line is a row. The first is that of a match, the last its result, those between are its events.

#![no_main]

use libfuzzer_sys::fuzz_target;
use versus2048_server::foreign_rows::{replay, written_again};

fuzz_target!(|text: &str| {
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines {
        for (kind, row) in written_again(line).into_iter().enumerate() {
            if let Some(row) = row {
                assert_eq!(written_again(&row)[kind].as_ref(), Some(&row));
            }
        }
    }
    if let [begun, events @ .., result] = &lines[..]
        && let Some(replay) = replay(begun, events, result)
    {
        assert!(
            replay.verify().is_ok(),
            "a match is kept whose replay does not hold"
        );
    }
});
