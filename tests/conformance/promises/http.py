"""The paths beside the WebSocket."""

import re
from datetime import UTC, datetime
from uuid import uuid4

from harness import check, equal, promise
from http_client import replay_of
from raw import Raw, get
from scenes import (
    TINY,
    counting_down,
    finished,
    move_somehow,
    play_until_over,
    player,
    playing,
    seated,
    start,
    until_over,
    waiting,
)
from wire import UUID_V7


@promise()
async def health_and_readiness_are_200(env):
    for path in ("/healthz", "/readyz"):
        equal((await get(env, path)).status, 200, f"the status of {path}")


@promise()
async def unknown_paths_and_methods_are_problems(env):
    for path in ("/", "/nowhere", "/v1", "/v1/", "/v2/ws", "/v1/replays/", "/metrics", "/v1/replays/../../etc/passwd"):
        (await get(env, path)).problem(404)
    for method in ("POST", "PUT", "DELETE"):
        for path in ("/healthz", "/v1/matches", "/v1/replays"):
            (await get(env, path, method, Content_Length="0")).problem(405)


@promise("list")
async def matches_are_those_of_list(env):
    ana, code = await waiting(env, {"rows": 6, "target": None})
    _, hidden = await waiting(env, listed=False)
    response = await get(env, "/v1/matches")
    equal(response.status, 200, "the status")
    check(response.headers["content-type"].startswith("application/json"), "not JSON")
    entries = {entry["code"]: entry for entry in response.json()["matches"]}
    mine = (await ana.get("matches", "list"))["matches"]
    equal(entries[code], next(e for e in mine if e["code"] == code), "the entry, compared with list")
    check(hidden not in entries, "an unlisted table")


@promise()
async def the_schema_names_every_message(env):
    response = await get(env, "/v1/schema")
    equal(response.status, 200, "the status")
    check(isinstance(response.json(), dict), "the schema is not an object")
    text = response.body.decode()
    for name in ("hello", "rematch_offered", "forfeit_in_ms", "no_change", "unsupported_protocol", "four_permille"):
        check(f'"{name}"' in text, f"{name} is not in the schema")


@promise()
async def a_replay_has_everything_and_is_valid(env):
    ana, bo = await playing(env, {**TINY, "tiles": "independent"}, ("c0ffee", None))
    await play_until_over(ana)
    if ana.watcher.current.over is None:
        await play_until_over(bo)
    over = await until_over(ana, bo)
    replay = await replay_of(env, over["id"])
    for field in ("id", "secret", "nonces", "seed"):
        equal(replay[field], over[field], f"{field} of the replay, compared with over")
    for field in ("code", "commitment", "options"):
        equal(replay[field], ana.watcher.snapshot[field], f"{field} of the replay, compared with match")
    equal(
        {k: replay["result"][k] for k in ("winner", "reason", "scores")},
        {k: over[k] for k in ("winner", "reason", "scores")},
        "the result",
    )
    check(set(replay["result"]) <= {"winner", "reason", "scores", "ended_at_ms"}, f"fields of {replay['result']}")
    equal(replay["players"], [{"id": p.id, "name": p.name, "kind": "human"} for p in (ana, bo)], "the players")
    check(
        re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", replay["played_at"]),
        f"played_at {replay['played_at']}",
    )
    age = datetime.now(UTC) - datetime.fromisoformat(replay["played_at"])
    check(-5 < age.total_seconds() < 120, f"played {age} ago")
    seen = ana.watcher.current
    equal(len(replay["moves"]), sum(len(moves) for moves in seen.moves), "the number of moves")


@promise()
async def a_replay_of_a_match_given_up_is_valid(env):
    ana, bo = await finished(env)
    replay = await replay_of(env, ana.watcher.current.id)
    equal(replay["result"]["reason"], "resigned", "the reason")
    ana, bo = await counting_down(env)
    over = await ana.get("over", "resign")
    replay = await replay_of(env, over["id"])
    equal((replay["moves"], replay["result"]["reason"]), ([], "aborted"), "moves and reason")


@promise()
async def an_unknown_replay_is_404_and_one_that_is_played_409(env):
    for unknown in (uuid4(), "0199aaaa-0000-7000-8000-000000000000", "x", "0", "%00", "a" * 300):
        (await get(env, f"/v1/replays/{unknown}")).problem(404)
    ana, bo = await playing(env)
    (await get(env, f"/v1/replays/{ana.watcher.current.id}")).problem(409)
    await move_somehow(ana)
    await ana.get("over", "resign")
    equal((await get(env, f"/v1/replays/{ana.watcher.current.id}")).status, 200, "the status after the end")


@promise()
async def every_match_of_a_series_has_its_own_replay(env):
    ana, bo = await finished(env)
    first = ana.watcher.current.id
    await ana.get("rematch_offered", "rematch")
    await bo.get("match", "rematch")
    await ana.wait("match", phase="ready")
    await start(ana, bo)
    await move_somehow(bo)
    over = await bo.get("over", "resign")
    check(over["id"] != first, "two matches with one id")
    equal((await replay_of(env, first))["id"], first, "the id of the first replay")
    equal((await replay_of(env, over["id"]))["id"], over["id"], "the id of the second replay")


@promise()
async def the_list_of_replays_is_newest_first_without_moves(env):
    ana, bo = await seated(env)
    played = []
    for _ in range(3):
        await start(ana, bo)
        await move_somehow(ana)
        played.append((await bo.get("over", "resign"))["id"])
        await ana.wait("over")
        await ana.get("rematch_offered", "rematch")
        await bo.get("match", "rematch")
        await ana.wait("match", phase="ready")
    listed = await replays(env, f"player={ana.id}")
    equal([r["id"] for r in listed], played[::-1], "the ids")
    check(all("moves" not in r for r in listed), "a list with moves")
    equal(listed[0]["players"][0]["id"], ana.id, "the player")
    check(all(UUID_V7.fullmatch(r["id"]) for r in listed), "the ids are no UUIDv7")
    equal([r["id"] for r in await replays(env, f"player={bo.id}&limit=1")], played[-1:], "with limit=1")
    check(played[-1] in [r["id"] for r in await replays(env, "limit=100")], "the newest is not among the newest")


async def replays(env, query):
    response = await get(env, f"/v1/replays?{query}")
    equal(response.status, 200, f"the status of {query}")
    return response.json()["replays"]


@promise()
async def unlisted_replays_are_found_by_id_alone(env):
    ana, bo = await playing(env, listed=False)
    await move_somehow(ana)
    over = await ana.get("over", "resign")
    equal(await replays(env, f"player={ana.id}"), [], "the listed replays of the player")
    await replay_of(env, over["id"])


@promise()
async def the_limit_of_replays_is_1_to_100(env):
    for limit in ("0", "101", "-1", "x", "1.5", ""):
        (await get(env, f"/v1/replays?limit={limit}")).problem(400)
    for limit in (1, 100):
        check(len(await replays(env, f"limit={limit}")) <= limit, "more than the limit")
    check(len(await replays(env, "")) <= 20, "more than 20 without a limit")


@promise()
async def an_unknown_player_has_no_replays(env):
    equal(await replays(env, f"player={uuid4()}"), [], "the replays")


@promise()
async def head_is_get_without_a_body(env):
    response = await get(env, "/healthz", "HEAD")
    equal(response.status, 200, "the status")


@promise()
async def nonsense_instead_of_http_ends_that_connection_alone(env):
    ana = await player(env)
    for nonsense in (
        b"\x16\x03\x01\x02\x00",
        b"SSH-2.0-scan\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0" * 64 + b"\r\n\r\n",
    ):
        raw = await Raw.connect(env)
        await raw.send(nonsense)
        raw.writer.write_eof()
        await raw.reader.read()
    await ana.settled()
