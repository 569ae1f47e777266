"""Who is there: presence, forfeits, the audience, and tables that close by themselves."""

from harness import check, equal, promise
from http_client import replay_of
from scenes import counting_down, finished, move_somehow, player, players, playing, seated, until_over, waiting


@promise()
async def an_absence_is_told_with_the_time_that_is_left(env):
    ana, bo = await playing(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    bo.vanish()
    for each in (ana, eve):
        told = await each.wait("presence", seat=1, connected=False)
        check(40_000 < told["forfeit_in_ms"] <= 45_000, f"forfeit_in_ms {told['forfeit_in_ms']}")
    late = await player(env, "Late")
    seat = (await late.get("match", "watch", code=ana.watcher.snapshot["code"]))["players"][1]
    check(not seat["connected"] and 0 < seat["forfeit_in_ms"] <= 45_000, f"the absent seat in a snapshot: {seat}")
    again = await player(env, "Bo", token=bo.token)
    for each in (ana, eve):
        equal((await each.wait("presence", seat=1, connected=True))["forfeit_in_ms"], None, "forfeit_in_ms on return")
    await again.wait("match")
    await move_somehow(again)


@promise()
async def a_close_that_is_said_is_an_absence_too(env):
    ana, bo = await playing(env)
    await bo.close()
    await ana.wait("presence", seat=1, connected=False)


@promise()
async def in_ready_and_over_absence_costs_nothing(env):
    for scene in (seated, finished):
        ana, bo = await scene(env)
        ana.vanish()
        told = await bo.wait("presence", seat=0, connected=False)
        equal(told["forfeit_in_ms"], None, "forfeit_in_ms")


@promise()
async def match_time_runs_on_while_a_seat_is_absent_and_the_other_may_move(env):
    ana, bo = await playing(env)
    ana.vanish()
    await bo.wait("presence", seat=0, connected=False)
    await move_somehow(bo)
    again = await player(env, "Ana", token=ana.token)
    equal((await again.wait("match"))["boards"][1]["turn"], 1, "the turn of the other board on return")


@promise("forfeit")
async def who_stays_away_too_long_loses(env):
    ana, bo = await playing(env)
    while not ana.board["score"]:
        await move_somehow(ana)
    ana.vanish()
    over = await until_over(bo)
    equal((over["winner"], over["reason"], over["series"]["wins"]), (1, "abandoned", [0, 1]), "the end")


@promise("forfeit")
async def before_either_side_has_moved_it_is_aborted(env):
    for scene in (playing, counting_down):
        ana, bo = await scene(env)
        ana.vanish()
        over = await until_over(bo)
        equal((over["winner"], over["reason"], over["series"]["wins"]), (None, "aborted", [0, 0]), "the end")


@promise("forfeit")
async def a_return_in_time_cancels_the_forfeit_wholly(env):
    ana, bo = await playing(env)
    await move_somehow(ana)
    for _ in range(4):
        ana.vanish()
        await bo.wait("presence", seat=0, connected=False)
        ana = await player(env, "Ana", token=ana.token)
        await ana.wait("match", phase="playing")
        await bo.wait("presence", seat=0, connected=True)
    bo.vanish()
    await ana.wait("presence", seat=1, connected=False)
    over = await until_over(ana)
    equal((over["winner"], over["reason"]), (0, "abandoned"), "the end, which only the other's absence has brought")


@promise("forfeit")
async def with_both_seats_absent_nobody_wins(env):
    ana, bo = await playing(env)
    await move_somehow(ana)
    await move_somehow(bo)
    eve = await player(env, "Eve")
    game = await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    ana.vanish()
    bo.vanish()
    over = await until_over(eve)
    equal((over["winner"], over["reason"]), (None, "aborted"), "the end")
    replay = await replay_of(env, game["id"])
    equal(replay["result"]["reason"], "aborted", "the reason in the replay")


@promise("forfeit")
async def a_table_that_waits_without_its_creator_closes(env):
    ana, code = await waiting(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    ana.vanish()
    equal((await eve.wait("closed"))["reason"], "left", "the reason")
    await eve.refused("no_such_match", "watch", code=code)


@promise("forfeit")
async def absence_in_over_and_ready_ends_nothing(env):
    ana, bo = await finished(env)
    ana.vanish()
    cid, dan = await playing(env)
    await move_somehow(cid)
    cid.vanish()
    await until_over(dan)
    await bo.get("rematch_offered", "rematch")
    again = await player(env, "Ana", token=ana.token)
    equal((await again.wait("match"))["phase"], "over", "the phase on return, long after")


@promise("closing")
async def a_table_that_waits_too_long_closes_as_idle(env):
    ana, _ = await waiting(env)
    equal((await ana.wait("closed"))["reason"], "idle", "the reason")
    await ana.get("match", "create")


@promise("closing")
async def a_table_that_is_not_ready_in_time_closes_as_not_ready(env):
    ana, bo = await seated(env)
    await ana.get("match", "ready")
    for each in (ana, bo):
        equal((await each.wait("closed"))["reason"], "not_ready", "the reason")


@promise("closing")
async def a_table_that_is_over_too_long_closes_as_idle(env):
    ana, bo = await finished(env)
    for each in (ana, bo):
        equal((await each.wait("closed"))["reason"], "idle", "the reason")
    await ana.refused("not_seated", "rematch")


@promise("closing")
async def a_running_match_is_not_closed_by_any_of_these(env):
    ana, bo = await playing(env)
    cid, _ = await waiting(env)
    await cid.wait("closed")
    await move_somehow(ana)
    await bo.wait("board", seat=0, turn=1)


@promise()
async def the_audience_is_counted_and_its_last_change_told(env):
    ana, bo = await seated(env)
    code = ana.watcher.snapshot["code"]
    crowd = await players(env, *(f"Eve {n}" for n in range(6)))
    for number, eve in enumerate(crowd, 1):
        equal((await eve.get("match", "watch", code=code))["watching"], number, "watching in the spectator's snapshot")
    for each in (ana, bo, *crowd):
        await each.wait("audience", watching=6)
    changes = [m["watching"] for m in ana.log if m["type"] == "audience"]
    check(len(changes) <= 4, f"the audience was told {len(changes)} times")
    for eve in crowd[1:]:
        await eve.get("left", "leave")
    await ana.wait("audience", watching=1)
    crowd[0].vanish()
    await ana.wait("audience", watching=0)
