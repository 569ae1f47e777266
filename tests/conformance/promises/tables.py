"""Codes, seats, spectators, `join`, `watch`, `leave`, `closed`, phases and the list."""

from harness import check, equal, promise
from player import Player
from scenes import counting_down, finished, move_somehow, player, players, playing, seated, waiting
from wire import CODE

UNKNOWN = "000000"
EMOTES = ("hello", "good_luck", "nice", "wow", "oops", "good_game", "thanks")


@promise()
async def create_makes_a_table_that_waits_for_the_other_seat(env):
    ana = await player(env)
    game = await ana.get("match", "create")
    equal((game["phase"], game["you"], game["players"][1]), ("waiting", 0, None), "phase, seat and other seat")
    me = game["players"][0]
    equal((me["id"], me["name"], me["kind"], me["connected"]), (ana.id, "Ana", "human", True), "the creator")
    equal((me["ready"], me["rematch"]), (False, False), "ready and rematch")
    equal((game["watching"], game["series"]), (0, {"game": 0, "wins": [0, 0], "draws": 0}), "spectators and series")
    check(0 < game["closes_in_ms"] <= 1_800_000, f"closes_in_ms {game['closes_in_ms']}")


@promise()
async def codes_are_read_as_people_write_them(env):
    # Codes with a 0 or 1 are needed; a quarter of all codes has one.
    tried = set()
    for _ in range(60):
        ana, code = await waiting(env)
        check(CODE.fullmatch(code), f"code {code!r}")
        written = code.lower().replace("0", "o").replace("1", "l" if "l" not in tried else "i")
        for bo_code in {written, written.upper()}:
            bo = await player(env, "Bo")
            equal((await bo.get("match", "watch", code=bo_code))["code"], code, f"the table of {bo_code}")
            await bo.close()
        tried |= {letter for letter in written if letter in "oli"}
        await ana.close()
        if tried == {"o", "l", "i"}:
            return
    check(False, f"60 codes had only {tried}")


@promise()
async def anything_that_is_no_code_is_no_such_match(env):
    ana = await player(env)
    for code in (
        "",
        " ",
        UNKNOWN,
        "K7QX4",
        "K7QX4MM",
        "K7QX4U",
        "K7-X4M",
        "K7QX4é",
        "😀",
        "x" * 1000,
        "K7QX4M\n",
        "ſſſſſſ",
    ):
        await ana.refused("no_such_match", "join", code=code)
        await ana.refused("no_such_match", "watch", code=code)


@promise()
async def join_takes_the_free_seat_and_all_are_told(env):
    ana, code = await waiting(env)
    eve, bo = await players(env, "Eve", "Bo")
    await eve.get("match", "watch", code=code)
    game = await bo.get("match", "join", code=code)
    equal((game["phase"], game["you"]), ("ready", 1), "phase and seat of the one who joined")
    equal([p["name"] for p in game["players"]], ["Ana", "Bo"], "the players")
    check(0 < game["closes_in_ms"] <= 60_000, f"closes_in_ms {game['closes_in_ms']}")
    equal((await ana.wait("match", phase="ready"))["you"], 0, "the creator's seat")
    equal((await eve.wait("match", phase="ready"))["you"], None, "the spectator's seat")


@promise()
async def a_full_table_is_match_full(env):
    ana, bo = await seated(env)
    cid = await player(env, "Cid")
    code = ana.watcher.snapshot["code"]
    await cid.refused("match_full", "join", code=code)
    await cid.get("match", "watch", code=code)
    await cid.refused("match_full", "join", code=code)
    await cid.settled()


@promise()
async def one_player_cannot_take_both_seats(env):
    ana, code = await waiting(env)
    error = await ana.refused("already_seated", "join", code=code)
    equal(error["table"], code, "table")
    again = await player(env, "Ana", token=ana.token)
    await again.refused("already_seated", "join", code=code)


async def is_held(one, code, other_code):
    """From the seat of a match that is not over nothing else can be begun."""
    for kind, fields in (
        ("create", {}),
        ("join", {"code": other_code}),
        ("watch", {"code": other_code}),
        ("watch", {"code": code}),
        ("join", {"code": code}),
        ("join", {"code": UNKNOWN}),
        ("queue", {}),
    ):
        error = await one.refused("already_seated", kind, **fields)
        equal(error["table"], code, f"table in the refusal of {kind}")


@promise()
async def a_seat_whose_match_is_not_over_is_already_seated(env):
    _, other_code = await waiting(env)
    ana, code = await waiting(env)
    await is_held(ana, code, other_code)
    for scene in (seated, counting_down, playing):
        ana, bo = await scene(env)
        for each in (ana, bo):
            await is_held(each, ana.watcher.snapshot["code"], other_code)


@promise()
async def from_a_finished_match_one_may_go_elsewhere_which_closes_the_table(env):
    for kind in ("create", "join", "watch", "queue"):
        other, other_code = await waiting(env)
        ana, bo = await finished(env)
        eve = await player(env, "Eve")
        code = ana.watcher.snapshot["code"]
        await eve.get("match", "watch", code=code)
        fields = {"code": other_code} if kind in ("join", "watch") else {}
        fields = {"options": {"rows": 7, "target": 32}} if kind == "queue" else fields
        await ana.get("queued" if kind == "queue" else "match", kind, **fields)
        for each in (bo, eve):
            equal((await each.wait("closed"))["reason"], "left", f"the reason after {kind}")
        check(not any(m["type"] in ("left", "closed") for m in ana.log), f"left or closed after {kind}")
        await bo.refused("no_such_match", "watch", code=code)
        await bo.refused("not_seated", "leave")


@promise()
async def an_error_leaves_one_where_one_was(env):
    ana, code = await waiting(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    await eve.refused("no_such_match", "join", code=UNKNOWN)
    await eve.refused("no_such_match", "watch", code=UNKNOWN)
    await eve.refused("options_invalid", "create", options={"rows": 1})
    await eve.refused("options_invalid", "queue", options={"rows": 1})
    equal((await eve.get("left", "leave"))["code"], code, "the table that was left")


@promise()
async def a_finished_table_is_kept_after_an_error(env):
    ana, bo = await finished(env)
    code = ana.watcher.snapshot["code"]
    await ana.refused("no_such_match", "join", code=UNKNOWN)
    await ana.refused("options_invalid", "create", options={"cols": 9})
    await ana.refused("already_seated", "watch", code=code)
    await bo.get("rematch_offered", "rematch")
    await ana.wait("rematch_offered", seat=1)


@promise()
async def a_spectator_who_joins_becomes_the_seat(env):
    ana, code = await waiting(env)
    bo = await player(env, "Bo")
    equal((await bo.get("match", "watch", code=code))["you"], None, "the seat of a spectator")
    game = await bo.get("match", "join", code=code)
    equal((game["you"], game["watching"]), (1, 0), "seat and spectators")
    equal((await ana.wait("match", phase="ready"))["players"][1]["id"], bo.id, "seat 1")


@promise()
async def watching_another_table_leaves_the_first(env):
    ana, first = await waiting(env)
    bo, second = await waiting(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=first)
    await ana.wait("audience", watching=1)
    await eve.get("match", "watch", code=second)
    await ana.wait("audience", watching=0)
    await bo.wait("audience", watching=1)
    check(not any(m["type"] == "left" for m in eve.log), "left without leave")
    equal((await eve.get("left", "leave"))["code"], second, "the table that was left")


@promise()
async def watching_the_same_table_again_gives_a_snapshot_again(env):
    ana, code = await waiting(env)
    eve = await player(env, "Eve")
    for _ in range(2):
        game = await eve.get("match", "watch", code=code)
        equal((game["you"], game["watching"]), (None, 1), "seat and spectators")


@promise()
async def create_and_queue_leave_a_table_that_is_only_watched(env):
    ana, code = await waiting(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    await ana.wait("audience", watching=1)
    await eve.get("queued", "queue", options={"rows": 6, "target": 16})
    await ana.wait("audience", watching=0)
    await eve.get("match", "watch", code=code)
    await ana.wait("audience", watching=1)
    await eve.get("match", "create")
    await ana.wait("audience", watching=0)


@promise()
async def a_table_may_be_closed_to_spectators(env):
    ana, code = await waiting(env, {"watchable": False})
    eve = await player(env, "Eve")
    await eve.refused("not_watchable", "watch", code=code)
    await eve.get("match", "join", code=code)
    await ana.wait("match", phase="ready")


@promise()
async def a_spectator_sees_everything_from_the_moment_of_coming(env):
    ana, bo = await playing(env)
    for _ in range(3):
        await move_somehow(ana)
    eve = await player(env, "Eve")
    game = await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    equal((game["phase"], game["you"], game["boards"][0]), ("playing", None, ana.board), "the snapshot")
    await move_somehow(bo)
    await move_somehow(ana)
    await eve.wait("board", seat=1, turn=1)
    await eve.wait("board", seat=0, turn=4)
    await bo.get("emote", "emote", kind="wow")
    await eve.wait("emote", seat=1, kind="wow")
    await bo.get("over", "resign")
    await eve.wait("over", winner=0)
    await ana.get("rematch_offered", "rematch")
    await eve.wait("rematch_offered", seat=0)
    await bo.get("match", "rematch")
    equal((await eve.wait("match", phase="ready"))["you"], None, "the seat of the spectator")


@promise()
async def a_finished_table_can_still_be_watched(env):
    ana, bo = await finished(env)
    eve = await player(env, "Eve")
    game = await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    equal((game["phase"], game["result"]["winner"], game["result"]["reason"]), ("over", 0, "resigned"), "the snapshot")
    result = {name: value for name, value in game["result"].items() if name != "re"}
    equal(result, ana.watcher.current.over, "the result, compared with what over said")


@promise()
async def spectators_have_no_say(env):
    ana, bo = await playing(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    await has_no_seat(eve)
    await move_somehow(ana)


async def has_no_seat(one):
    for kind, fields in (
        ("ready", {}),
        ("move", {"turn": 0, "dir": "left"}),
        ("resign", {}),
        ("rematch", {}),
        ("emote", {"kind": "hello"}),
    ):
        await one.refused("not_seated", kind, **fields)


@promise()
async def without_a_table_commands_of_seats_are_not_seated(env):
    ana = await player(env)
    await has_no_seat(ana)
    await ana.refused("not_seated", "leave")


@promise()
async def the_queue_is_not_a_table(env):
    ana = await player(env)
    await ana.get("queued", "queue", options={"rows": 8, "cols": 3, "target": 8})
    await has_no_seat(ana)
    await ana.refused("not_seated", "leave")


@promise()
async def what_the_phase_does_not_allow_is_wrong_phase(env):
    ana, _ = await waiting(env)
    for kind in ("ready", "resign", "rematch"):
        await ana.refused("wrong_phase", kind)
    for scene, wrong in (
        (seated, ("resign", "rematch")),
        (counting_down, ("ready", "rematch")),
        (playing, ("ready", "rematch")),
        (finished, ("ready", "resign")),
    ):
        ana, bo = await scene(env)
        for kind in wrong:
            for each in (ana, bo):
                await each.refused("wrong_phase", kind)


@promise()
async def leaving_a_table_that_waits_closes_it(env):
    ana, code = await waiting(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    equal((await ana.get("left", "leave"))["code"], code, "the code in left")
    closed = await eve.wait("closed")
    equal((closed["code"], closed["reason"]), (code, "left"), "closed")
    await eve.refused("no_such_match", "join", code=code)
    await ana.refused("not_seated", "leave")
    await ana.get("match", "create")


@promise()
async def in_ready_seat_0_closes_the_table_by_leaving(env):
    ana, bo = await seated(env)
    await ana.get("left", "leave")
    equal((await bo.wait("closed"))["reason"], "left", "the reason")
    await bo.get("match", "create")


@promise()
async def in_ready_seat_1_leaves_the_table_waiting_with_nobody_ready(env):
    ana, bo = await seated(env)
    await ana.get("match", "ready")
    code = ana.watcher.snapshot["code"]
    await bo.get("left", "leave")
    game = await ana.wait("match", phase="waiting")
    equal((game["players"][0]["ready"], game["players"][1]), (False, None), "the seats")
    cid = await player(env, "Cid")
    game = await cid.get("match", "join", code=code)
    equal([p["ready"] for p in game["players"]], [False, False], "who is ready")
    await cid.get("match", "ready")
    equal((await ana.wait("match", phase="ready", you=0))["phase"], "ready", "the phase")
    await ana.get("match", "ready")
    await cid.wait("match", phase="playing")


@promise()
async def a_spectator_just_leaves(env):
    ana, bo = await playing(env)
    code = ana.watcher.snapshot["code"]
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    equal((await eve.get("left", "leave"))["code"], code, "the code")
    await eve.refused("not_seated", "leave")
    await move_somehow(ana)


@promise()
async def leaving_a_running_match_is_a_resignation_and_closes_the_table(env):
    ana, bo = await playing(env)
    await move_somehow(ana)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=ana.watcher.snapshot["code"])
    await ana.get("left", "leave")
    over = await ana.wait("over")
    check(ana.log.index(over) < next(i for i, m in enumerate(ana.log) if m["type"] == "left"), "left before over")
    for each in (bo, eve):
        over = await each.wait("over")
        equal((over["winner"], over["reason"]), (1, "resigned"), "the end")
        closed = await each.wait("closed")
        equal(closed["reason"], "left", "the reason")
        check(each.log.index(over) < each.log.index(closed), "closed before over")
    await bo.refused("not_seated", "rematch")


@promise()
async def leaving_a_countdown_aborts_and_closes_the_table(env):
    ana, bo = await counting_down(env)
    await bo.get("left", "leave")
    over = await ana.wait("over")
    equal((over["winner"], over["reason"]), (None, "aborted"), "the end")
    await ana.wait("closed", reason="left")


@promise()
async def leaving_after_the_end_closes_the_table(env):
    ana, bo = await finished(env)
    await bo.get("left", "leave")
    await ana.wait("closed", reason="left")
    await ana.refused("not_seated", "rematch")


@promise()
async def emotes_are_told_to_all_in_every_phase(env):
    ana, code = await waiting(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    answer = await ana.get("emote", "emote", kind="hello")
    equal((answer["seat"], answer["kind"]), (0, "hello"), "the emote")
    await eve.wait("emote", seat=0, kind="hello")
    ana, bo = await seated(env)
    await bo.get("emote", "emote", kind="good_luck")
    await ana.wait("emote", seat=1, kind="good_luck")
    ana, bo = await finished(env)
    await bo.get("emote", "emote", kind="good_game")
    await ana.wait("emote", seat=1, kind="good_game")


@promise()
async def every_kind_of_emote_is_known(env):
    for kind in EMOTES:
        ana, _ = await waiting(env)
        equal((await ana.get("emote", "emote", kind=kind))["kind"], kind, "the kind")
        await ana.close()


@promise()
async def a_second_emote_within_a_second_is_rate_limited(env):
    ana, bo = await seated(env)
    await ana.get("emote", "emote", kind="wow")
    await ana.refused("rate_limited", "emote", kind="wow")
    await bo.get("emote", "emote", kind="oops")


@promise()
async def ping_is_answered_by_pong_wherever_one_is(env):
    ana, bo = await playing(env)
    cid = await player(env, "Cid")
    for each in (ana, bo, cid):
        equal((await each.get("pong", "ping", t=123))["t"], 123, "pong.t")


# --- the list


async def listed(one):
    return {entry["code"]: entry for entry in (await one.get("matches", "list"))["matches"]}


@promise("list")
async def the_list_has_listed_tables_that_are_not_over(env):
    ana, code = await waiting(env, {"rows": 5})
    secret, secret_code = await waiting(env, listed=False)
    one, two = await playing(env)
    done, _ = await finished(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    entries = await listed(eve)
    entry = entries[code]
    equal((entry["phase"], entry["names"], entry["watching"]), ("waiting", ["Ana", None], 1), "the entry")
    equal(entry["options"], ana.watcher.snapshot["options"], "the options of the entry")
    check(secret_code not in entries, "an unlisted table is in the list")
    check(done.watcher.snapshot["code"] not in entries, "a finished match is in the list")
    running = entries[one.watcher.snapshot["code"]]
    equal((running["phase"], running["names"]), ("playing", ["Ana", "Bo"]), "a running match")
    phases = [entry["phase"] for entry in entries.values()]
    equal(phases, sorted(phases, key=lambda phase: phase != "waiting"), "waiting first")


@promise("list")
async def the_list_leaves_out_tables_whose_creator_is_absent(env):
    ana, code = await waiting(env)
    eve = await player(env, "Eve")
    await eve.get("match", "watch", code=code)
    check(code in await listed(eve), "the table is not in the list")
    ana.vanish()
    await gone_from_list(eve, code)
    again = await player(env, "Ana", token=ana.token)
    await again.wait("match")
    check(code in await listed(eve), "the table is not in the list though its creator is back")


async def gone_from_list(eve, code):
    """Asks until the server has noticed; that it does is bounded by the number of questions."""
    for _ in range(2000):
        if code not in await listed(eve):
            return
    check(False, "the table of an absent creator is still in the list")


@promise("long_list")
async def the_list_has_the_newest_first_and_fifty_at_most(env):
    codes = [(await waiting(env))[1] for _ in range(55)]
    ana = await player(env, "Ana")
    entries = list((await listed(ana)).values())
    equal([entry["code"] for entry in entries], codes[::-1][:50], "the codes in the list")


@promise("few_tables")
async def past_the_greatest_number_of_tables_is_server_full(env):
    first, _ = await waiting(env)
    second, _ = await waiting(env)
    third = await player(env, "Cid")
    await third.refused("server_full", "create")
    await third.settled()
    await first.get("left", "leave")
    await third.get("match", "create")


@promise()
async def player_ids_in_a_snapshot_are_those_of_welcome_and_tokens_are_nowhere(env):
    ana, bo = await playing(env)
    equal([p["id"] for p in bo.watcher.snapshot["players"]], [ana.id, bo.id], "the ids")
    for each in (ana, bo):
        told = [m for m in each.log if m["type"] != "welcome"]
        check(not any(t in repr(told) for t in (ana.token, bo.token)), "a token outside of welcome")
    stranger = await Player.connect(env)
    await stranger.hello("Eve", token=ana.id)
    check(stranger.id != ana.id, "a player id works as a token")
