"""Faults in what was stored, sent and told: each is one that the checker has to find."""

from itertools import pairwise

from history import HEARD, SENT
from recording import plant, some


def renumber(match):
    for seq, event in enumerate(match.events, 1):
        event["seq"] = seq


# --- what is stored


@plant("was told and is not stored")
def a_lost_move(run):
    entry, match = run.told_move()
    match.events = match.events[: run.event_of(entry, match)]


@plant("has the number")
def a_missing_row(run):
    entry, match = run.told_move()
    del match.events[run.event_of(entry, match)]


@plant("do not replay")
def a_move_stored_twice(run):
    entry, match = run.told_move()
    at = run.event_of(entry, match)
    # Once more may be a move that the rules allow, since no tile is kept with it; so often it is not.
    match.events[at:at] = [dict(match.events[at]) for _ in range(40)]
    renumber(match)


@plant("do not replay")
def two_moves_in_another_order(run):
    entry, match = run.told_move()
    seat, at = entry.message["seat"], run.event_of(entry, match)
    other = max(n for n, e in enumerate(match.events[:at]) if e["event"] == "moved" and e["seat"] == seat)
    match.events[at], match.events[other] = match.events[other], match.events[at]
    renumber(match)


@plant("by the rules")
def a_wrong_tile_in_the_journal(run):
    entry, match = run.told_move()
    event = match.events[run.event_of(entry, match)]
    event["spawn"] = {"row": 0, "col": 0, "value": 6}


@plant("time falls")
def a_match_time_that_falls(run):
    entry, match = run.told_move()
    match.events[run.event_of(entry, match)]["at_ms"] = 0


@plant("by its events")
def another_winner_in_the_result(run):
    match = some(m for m in run.stored.matches.values() if m.result and m.result["winner"] is not None)
    match.result = {**match.result, "winner": 1 - match.result["winner"]}


@plant("comes after the end")
def an_event_after_the_end(run):
    match = some(m for m in run.stored.matches.values() if m.result and len(m.events) > 5)
    match.events.append({"event": "paused"})
    renumber(match)


@plant("is not stored")
def a_match_that_is_not_there(run):
    _, match = run.told_move()
    del run.stored.matches[match.id]


# --- what was sent


@plant("was not sent")
def a_move_that_nobody_sent(run):
    entry, match = run.told_move()
    player = match.players[entry.message["seat"]]
    connections = {e.connection for e in run.heard("welcome", lambda e: e.message["player"]["id"] == player)}
    turn = entry.message["turn"] - 1
    run.remove(
        e
        for e in run.history.entries
        if e.kind == SENT and e.connection in connections and e.message["type"] == "move" and e.message["turn"] == turn
    )


@plant("or refused")
def a_move_that_was_refused_and_made(run):
    entry, _ = run.told_move(lambda e: "re" in e.message)
    move = entry.message
    entry.message = {
        "type": "rejected", "turn": move["turn"] - 1, "dir": move["moved"]["dir"], "reason": "unavailable",
        "re": move["re"],
    }  # fmt: skip


@plant("before it was sent")
def a_move_that_was_told_before_it_was_sent(run):
    entry, _ = run.told_move(lambda e: "re" in e.message)
    sent = some(
        e
        for e in run.history.entries
        if e.kind == SENT and e.connection == entry.connection and e.message["id"] == entry.message["re"]
    )
    run.history.entries.remove(sent)
    last = max(e.number for e in run.same_board(entry))
    run.history.entries.insert(last, sent)
    run.number()


# --- what was told


@plant("rows of turn")
def a_wrong_tile_on_a_board(run):
    entry, _ = run.told_move()
    for each in run.same_board(entry):
        rows = [row[:] for row in each.message["rows"]]
        spawn = each.message["moved"]["spawn"]
        row, col = some(
            (r, c)
            for r in range(len(rows))
            for c in range(len(rows[0]))
            if (r, c) != (spawn["row"], spawn["col"]) and rows[r][c]
        )
        rows[row][col] *= 2
        each.message = {**each.message, "rows": rows}


@plant("is not what")
def a_spectator_who_saw_another_board(run):
    entry, _ = run.told_move(lambda e: e.who.startswith("Eve"))
    entry.message = {**entry.message, "at_ms": entry.message["at_ms"] + 1}


@plant("after turn")
def boards_in_another_order(run):
    def is_later(first, second):
        same = first.connection == second.connection and first.message["seat"] == second.message["seat"]
        return same and first.message["turn"] < second.message["turn"]

    first, second = some(pair for pair in pairwise(run.heard("board")) if is_later(*pair))
    first.message, second.message = second.message, first.message


@plant("after turn")
def a_board_told_twice(run):
    entry, _ = run.told_move(lambda e: e.who.startswith("Eve"))
    run.insert_after(entry, dict(entry.message))


@plant("a second answer")
def an_answer_given_twice(run):
    entry = some(run.heard("rejected", lambda e: "re" in e.message))
    run.insert_after(entry, dict(entry.message))


@plant("of another move")
def the_answer_to_another_question(run):
    refusals = {e.connection: e for e in run.heard("rejected") if "re" in e.message}
    entry = some(
        e
        for e in run.heard("board", lambda e: "re" in e.message and e.connection in refusals)
        if e.number > refusals[e.connection].number
    )
    entry.message = {**entry.message, "re": refusals[entry.connection].message["re"]}


@plant("comes after that to")
def answers_in_another_order(run):
    refusals = [e for e in run.heard("rejected") if "re" in e.message]
    sent = {(e.connection, e.message["id"]): e.number for e in run.history.entries if e.kind == SENT}
    first, second = some(
        (a, b)
        for a, b in pairwise(refusals)
        if a.connection == b.connection and sent[b.connection, b.message["re"]] < a.number
    )
    first.message, second.message = second.message, first.message


@plant("a board after the end")
def a_board_after_the_end(run):
    end = run.heard("over")[0]
    board = [e for e in run.heard("board") if e.connection == end.connection and e.number < end.number][-1]
    run.insert_after(end, {name: value for name, value in board.message.items() if name != "re"})


@plant("a second end")
def two_ends(run):
    end = run.heard("over", lambda e: e.who.startswith("Eve"))[0]
    run.insert_after(end, dict(end.message))


@plant("is not what")
def another_end_for_one(run):
    end = run.heard("over", lambda e: e.who.startswith("Eve"))[0]
    end.message = {**end.message, "scores": [score + 2 for score in end.message["scores"]]}


@plant("does not follow from secret")
def another_seed(run):
    end = run.heard("over")[0]
    for each in run.heard("over", lambda e: e.message["id"] == end.message["id"]):
        each.message = {**each.message, "seed": "00" * 32}


@plant("had been told before")
def a_snapshot_that_is_behind(run):
    for entry in run.heard("match", lambda e: e.message["boards"] and e.message["phase"] == "playing"):
        before = [e for e in run.history.entries[: entry.number] if e.connection == entry.connection]
        is_first = not any(e.kind == HEARD and e.message["type"] == "match" for e in before)
        if is_first and all(board["turn"] > 3 for board in entry.message["boards"]):
            beginning = run.heard(
                "match", lambda e, id=entry.message["id"]: e.message["id"] == id and e.message["boards"]
            )[0]
            entry.message = {**entry.message, "boards": beginning.message["boards"]}
            return
    raise LookupError("nobody came to a match that ran")


@plant("belongs to nobody")
def a_token_that_was_forgotten(run):
    back = some(e for e in run.heard("welcome") if e.message["seated"])
    other = run.heard("welcome", lambda e: e.who != back.who)[0]
    back.message = {**back.message, "player": other.message["player"]}


@plant("wrong form")
def a_message_of_the_wrong_form(run):
    entry, _ = run.told_move()
    entry.message = {name: value for name, value in entry.message.items() if name != "at_ms"}
