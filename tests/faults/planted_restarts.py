"""Faults over a restart: each is one that the checker has to find."""

from history import HEARD
from recording import plant, some


def back(run, wanted=lambda entry: True):
    """The first snapshot of a match in the second life, of one that had begun in the first; and all of that match."""
    ending = run.at_ends[1]
    for entry in run.heard("match", lambda e: e.life == 2):
        id = entry.message["id"]
        if id in ending.events and id in ending.unfinished and wanted(entry):
            return entry, [e for e in run.heard("match", lambda e: e.life == 2) if e.message["id"] == id]
    raise LookupError("no match came back")


@plant("nobody saw it paused")
def a_match_that_goes_on_at_once(run):
    entry, snapshots = back(run)
    for each in snapshots:
        if each.message["phase"] == "paused":
            players = [{**player, "connected": True, "forfeit_in_ms": None} for player in each.message["players"]]
            each.message = {**each.message, "phase": "playing", "players": players}


@plant("came back as")
def a_match_that_comes_back_without_its_last_move(run):
    entry, snapshots = back(run, lambda e: e.message["boards"][0]["turn"] > 1)
    board = entry.message["boards"][0]
    _, before = some(
        (e, b)
        for e in run.history.entries
        if e.kind == HEARD
        for b in [e.message]
        if b["type"] == "board"
        and b["seat"] == 0
        and b["turn"] == board["turn"] - 1
        and run.game_of(e) == entry.message["id"]
    )
    older = {name: before[name] for name in ("turn", "rows", "score", "status")}
    entry.message = {**entry.message, "boards": [older, entry.message["boards"][1]]}


@plant("ms, not at")
def match_time_that_ran_while_the_server_was_down(run):
    entry, _ = back(run)
    entry.message = {**entry.message, "elapsed_ms": entry.message["elapsed_ms"] + 900}


@plant("an absent seat has")
def an_allowance_that_was_used_up_before(run):
    def has_absent(entry):
        return any(player["forfeit_in_ms"] for player in entry.message["players"])

    entry, _ = back(run, has_absent)
    players = [{**p, "forfeit_in_ms": p["forfeit_in_ms"] and 5000} for p in entry.message["players"]]
    entry.message = {**entry.message, "players": players}


@plant("other players")
def a_match_that_comes_back_with_seats_exchanged(run):
    entry, _ = back(run)
    entry.message = {**entry.message, "players": entry.message["players"][::-1]}


@plant("never came back")
def a_match_that_does_not_come_back(run):
    entry, snapshots = back(run)
    later = [
        e for e in run.history.entries if e.life >= 2 and e.kind == HEARD and e.message["type"] in ("board", "over")
    ]
    ids = {e.number: run.game_of(e) for e in later}
    run.remove([*snapshots, *(e for e in later if ids[e.number] == entry.message["id"])])
    run.history.life = 3
    run.at_ends[3] = run.at_ends[2]


@plant(" s after a restart")
def a_countdown_that_is_too_short(run):
    _, snapshots = back(run, lambda e: e.message["phase"] == "paused")
    for each in snapshots:
        if each.message["phase"] == "countdown":
            each.at += 1.5


@plant("ms after a restart")
def a_countdown_that_is_told_too_short(run):
    _, snapshots = back(run, lambda e: e.message["phase"] == "paused")
    for each in snapshots:
        if each.message["phase"] == "countdown":
            each.message = {**each.message, "starts_in_ms": 1000}


@plant("no countdown")
def no_countdown_at_all(run):
    _, snapshots = back(run, lambda e: e.message["phase"] == "paused")
    run.remove(each for each in snapshots if each.message["phase"] == "countdown")


@plant("are not there any more")
def a_stored_move_that_is_gone_after_the_restart(run):
    entry, _ = back(run)
    count, _ = run.at_ends[1].events[entry.message["id"]]
    run.at_ends[1].events[entry.message["id"]] = (count, "another hash")


@plant("not stored when the life ended")
def a_move_that_was_told_before_it_was_stored(run):
    entry, _ = back(run, lambda e: sum(board["turn"] for board in e.message["boards"]) > 3)
    id = entry.message["id"]
    count = run.at_ends[1].events[id][0] - 3
    run.at_ends[1].events[id] = (count, run.stored.matches[id].hash_of(count))


@plant("was ready before")
def a_player_who_is_ready_without_having_said_so(run):
    entry = lonely(run)
    players = [player and {**player, "ready": True} for player in entry.message["players"]]
    entry.message = {**entry.message, "players": players}


@plant("came back as")
def a_table_with_another_code(run):
    entry = lonely(run)
    entry.message = {**entry.message, "code": "ZZZZZZ"}


def lonely(run):
    """The first snapshot after the restart of a table that had not begun."""
    ending = run.at_ends[1]
    tables = set(ending.tables.values()) - ending.events.keys()
    return some(run.heard("match", lambda e: e.life == 2 and e.message["id"] in tables))
