"""Finished matches as the server gives them over HTTP, held against the rules and against what is stored."""

import replay
from harness import Failed, check, equal


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
