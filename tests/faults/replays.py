"""Finished matches as the server gives them over HTTP, held against the rules and against what is stored."""

import replay
from harness import Failed, check, equal
from journal import Stored, StoredMatch

from history import HEARD


def matches_told(history):
    """The ids of all matches that anybody saw boards of."""
    return {
        entry.message["id"]
        for entry in history.entries
        if entry.kind == HEARD and entry.message["type"] == "match" and entry.message["boards"]
    }


async def replay_of(server, id):
    """The replay of a finished match, verified; None while it is played."""
    response = await server.get(f"/v1/replays/{id}")
    if response.status == 409:
        return None
    check(response.status == 200, f"the replay of {id} has status {response.status}: {response.body[:200]}")
    found = response.json()
    try:
        replay.verify(found)
    except (replay.Invalid, KeyError, TypeError) as why:
        raise Failed(f"the replay of {id} does not hold: {why!r}") from None
    return found


async def stored_by_http(server, history):
    """What a server tells of finished matches, as if it were read from its journal."""
    matches = {}
    for id in matches_told(history):
        found = await replay_of(server, id)
        if found is not None:
            matches[id] = stored_match(found)
    return Stored(matches, {})


def stored_match(found):
    game = replay.Match(found["options"], bytes.fromhex(found["secret"]), [bytes.fromhex(n) for n in found["nonces"]])
    events = [{"event": "begun", "nonces": found["nonces"]}, {"event": "started"}]
    for move in found["moves"]:
        moved = game.move(move["seat"], move["dir"])
        events.append({"event": "moved", "seat": move["seat"], "at_ms": move["at_ms"], **moved})
    result = found["result"]
    last = found["moves"][-1]["at_ms"] if found["moves"] else 0
    outcome = {name: result[name] for name in ("winner", "reason")}
    events.append({"event": "ended", "outcome": outcome, "at_ms": result.get("ended_at_ms", last)})
    return StoredMatch(
        id=found["id"],
        options=found["options"],
        secret=found["secret"],
        players=[player["id"] for player in found["players"]],
        code=found["code"],
        events=[{"seq": seq, **event} for seq, event in enumerate(events, 1)],
        result=result,
    )


async def are_as_stored(server, stored):
    """Every finished match has its replay, and it is what is stored."""
    for id, match in stored.matches.items():
        if match.result is None:
            continue
        found = await replay_of(server, id)
        check(found is not None, f"{id} is over and has no replay")
        moves = [{k: e[k] for k in ("at_ms", "seat", "dir")} for e in match.events if e["event"] == "moved"]
        equal(found["moves"], moves, f"the moves in the replay of {id}")
        equal(found["secret"], match.secret, f"the secret in the replay of {id}")
        for name in ("winner", "reason", "scores"):
            equal(found["result"][name], match.result[name], f"{name} in the replay of {id}")
