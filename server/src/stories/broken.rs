//! A disk that takes nothing for a while: nobody loses a move, matches can be looked at, and it goes
//! on by itself.

use serde_json::json;

use super::{Hall, direction};

#[tokio::test]
async fn while_the_disk_is_broken_moves_are_unavailable_and_then_it_goes_on() {
    for stored in [false, true] {
        let hall = Hall::new();
        // Whoever is greeted is written down behind the greeting: before the matches, so that it is on
        // disk when they are told.
        let mut eve = hall.connect("Eve").await;
        let (mut ana, mut bo, code) = hall.playing(json!({})).await;
        let (cem, _dan, other_code) = hall.playing(json!({})).await;
        let dir = direction(&ana.view["boards"][0]);

        hall.faults.break_down(stored);
        ana.send(json!({"type": "move", "turn": 0, "dir": dir, "id": 1000}))
            .await;
        hall.until_it_fails().await;
        hall.let_table_take_all(&code).await;
        for id in [1001, 1002] {
            bo.send(json!({"type": "move", "turn": 0, "dir": dir, "id": id}))
                .await;
            let refused = bo.expect("rejected").await;
            assert_eq!(
                (&refused["reason"], &refused["re"]),
                (&json!("unavailable"), &json!(id))
            );
        }
        // A match of which nothing is in flight can be looked at.
        let seen = eve
            .get(json!({"type": "watch", "code": other_code}), "match")
            .await;
        assert_eq!(seen["boards"], cem.view["boards"]);
        assert_eq!(ana.try_next(), None);

        hall.faults.repair();
        let answer = ana.next().await;
        let expected = if stored { "board" } else { "rejected" };
        assert_eq!(
            (&answer["type"], &answer["re"]),
            (&json!(expected), &json!(1000))
        );
        let turn = u64::from(stored);
        assert_eq!(ana.expect_phase("playing").await["boards"][0]["turn"], turn);
        let board = ana.move_somehow(turn).await;
        assert_eq!(board["turn"], turn + 1);
    }
}
