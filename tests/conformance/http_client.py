"""What is asked over HTTP in more than one place."""

import replay
from harness import Failed, check, equal
from raw import get


async def replay_of(env, match_id):
    """The replay of a finished match, verified."""
    response = await get(env, f"/v1/replays/{match_id}")
    equal(response.status, 200, "the status of a replay")
    check(response.headers["content-type"].startswith("application/json"), "a replay that is not JSON")
    found = response.json()
    try:
        replay.verify(found)
    except (replay.Invalid, KeyError, TypeError) as fault:
        raise Failed(f"the replay does not hold: {fault!r}") from None
    return found
