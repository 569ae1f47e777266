"""The queue. Each promise has options of its own, so that nobody is paired across promises."""

import itertools

from harness import check, equal, promise
from rules import DEFAULT_OPTIONS
from scenes import move_somehow, player, players, start, waiting

limits = itertools.count(1000)


def own_options():
    return {"countdown_s": 0, "time_limit_s": next(limits)}


async def paired(env, options=None):
    ana, bo = await players(env, "Ana", "Bo")
    options = options or own_options()
    await ana.get("queued", "queue", options=options)
    await bo.get("queued", "queue", options=options)
    for each in (ana, bo):
        await each.wait("match", phase="ready")
    return ana, bo


@promise()
async def queued_tells_the_complete_options(env):
    ana = await player(env)
    options = own_options()
    answer = await ana.get("queued", "queue", options=options)
    equal(answer["options"], {**DEFAULT_OPTIONS, **options}, "the options")


@promise()
async def who_waited_longer_has_seat_0(env):
    ana, bo = await paired(env)
    equal((ana.seat, bo.seat), (0, 1), "the seats")
    equal(ana.watcher.snapshot["code"], bo.watcher.snapshot["code"], "the code of the table")
    kinds = [m["type"] for m in bo.log]
    check(kinds.index("queued") < kinds.index("match"), "match before queued")
    await start(ana, bo)
    await move_somehow(ana)
    await bo.wait("board", seat=0, turn=1)


@promise()
async def options_count_as_they_are_complete(env):
    ana, bo = await players(env, "Ana", "Bo")
    options = own_options()
    await ana.get("queued", "queue", options=options)
    await bo.get("queued", "queue", options={**DEFAULT_OPTIONS, **options, "colour": "red"})
    for each in (ana, bo):
        await each.wait("match", phase="ready")


@promise()
async def other_options_are_not_paired(env):
    ana, bo, cid = await players(env, "Ana", "Bo", "Cid")
    options = own_options()
    await ana.get("queued", "queue", options=options)
    await bo.get("queued", "queue", options={**options, "four_permille": 101})
    await cid.get("queued", "queue", options=options)
    equal((await cid.wait("match"))["players"][0]["id"], ana.id, "whom the third was paired with")
    await bo.settled()
    check(not any(m["type"] == "match" for m in bo.log), "paired with other options")


@promise()
async def a_player_is_never_paired_with_itself(env):
    ana = await player(env, "Ana")
    options = own_options()
    await ana.get("queued", "queue", options=options)
    await ana.get("queued", "queue", options=options)
    again = await player(env, "Ana", token=ana.token)
    await ana.wait_closed(4001)
    await again.get("queued", "queue", options=options)
    await again.settled()
    check(not any(m["type"] == "match" for m in ana.log + again.log), "a match of one player")
    bo = await player(env, "Bo")
    await bo.get("queued", "queue", options=options)
    equal((await bo.wait("match"))["players"][0]["id"], ana.id, "the player in seat 0")


@promise()
async def a_second_queue_takes_the_place_of_the_first(env):
    ana, bo, cid = await players(env, "Ana", "Bo", "Cid")
    first, second = own_options(), own_options()
    await ana.get("queued", "queue", options=first)
    await ana.get("queued", "queue", options=second)
    await bo.get("queued", "queue", options=first)
    await cid.get("queued", "queue", options=second)
    equal((await cid.wait("match"))["players"][0]["id"], ana.id, "seat 0 under the second options")
    await bo.settled()
    check(not any(m["type"] == "match" for m in bo.log), "paired under options that were replaced")


@promise()
async def unqueue_is_always_answered_and_takes_one_out(env):
    ana, bo = await players(env, "Ana", "Bo")
    await ana.get("unqueued", "unqueue")
    options = own_options()
    await ana.get("queued", "queue", options=options)
    await ana.get("unqueued", "unqueue")
    await bo.get("queued", "queue", options=options)
    await bo.settled()
    check(not any(m["type"] == "match" for m in bo.log), "paired with one who is out of the queue")
    await ana.get("match", "create")
    await ana.get("unqueued", "unqueue")


@promise()
async def after_the_pairing_unqueue_changes_nothing(env):
    ana, bo = await paired(env)
    await ana.get("unqueued", "unqueue")
    await start(ana, bo)


@promise()
async def who_has_gone_is_not_paired(env):
    ana, bo = await players(env, "Ana", "Bo")
    options = own_options()
    await ana.get("queued", "queue", options=options)
    await ana.close()
    # Coming back without asking for the queue again proves that the server has noticed.
    await player(env, "Ana", token=ana.token)
    await bo.get("queued", "queue", options=options)
    cid = await player(env, "Cid")
    await cid.get("queued", "queue", options=options)
    equal((await cid.wait("match"))["players"][0]["id"], bo.id, "seat 0")


@promise()
async def create_join_and_watch_take_one_out_of_the_queue(env):
    _, code = await waiting(env)
    for kind, fields in (("create", {}), ("watch", {"code": code}), ("join", {"code": code})):
        ana, bo = await players(env, "Ana", "Bo")
        options = own_options()
        await ana.get("queued", "queue", options=options)
        await ana.get("match", kind, **fields)
        await bo.get("queued", "queue", options=options)
        await bo.settled()
        check(not any(m["type"] == "match" for m in bo.log), f"paired with one who has sent {kind}")


@promise()
async def an_error_leaves_one_in_the_queue(env):
    ana, bo = await players(env, "Ana", "Bo")
    options = own_options()
    await ana.get("queued", "queue", options=options)
    await ana.refused("no_such_match", "join", code="000000")
    await ana.refused("options_invalid", "create", options={"rows": 99})
    await ana.refused("options_invalid", "queue", options={"rows": 99})
    await bo.get("queued", "queue", options=options)
    await ana.wait("match", phase="ready")


@promise()
async def either_seat_of_a_pair_closes_the_table_by_leaving(env):
    for leaver in (0, 1):
        pair = await paired(env)
        await pair[leaver].get("left", "leave")
        await pair[1 - leaver].wait("closed", reason="left")
        await pair[1 - leaver].refused("not_seated", "leave")


@promise()
async def a_pair_may_play_again(env):
    ana, bo = await paired(env)
    await start(ana, bo)
    await move_somehow(ana)
    await ana.get("over", "resign")
    await ana.get("rematch_offered", "rematch")
    game = await bo.get("match", "rematch")
    equal((game["phase"], game["you"]), ("ready", 1), "phase and seat")
