"""Who plays wrong, is somebody else, guesses, or comes in crowds."""

import asyncio
import random
from contextlib import suppress

from websockets.exceptions import InvalidStatus

from harness import Failed, check, equal
from player import Player
from rules import DIRECTIONS
from scenes import TINY, player, playing, possible
from siege import attack

FREE = {"moves_per_second": "100000", "messages_per_second": "100000", "bytes_per_second": "100000000"}


@attack(**FREE)
async def moves_that_are_old_repeated_and_out_of_order(siege):
    """Whatever is sent, a board goes on one turn at a time, each by a move with the right turn."""
    chance = random.Random(2048)
    ana, bo = await playing(siege.address(), {"rows": 8, "cols": 8, "target": None})
    for _ in range(siege.times(30)):
        turn = ana.board["turn"]
        turns = [turn, turn, max(0, turn - 1), turn + 1, turn + 2, 0, 2**31, 2**53 - 1]
        chance.shuffle(turns)
        direction = possible(ana.board["rows"])[0]
        answers = [await ana.move(direction, wrong) for wrong in turns]
        for wrong, answer in zip(turns, answers, strict=True):
            if answer["type"] == "board":
                equal(answer["turn"], wrong + 1, "the turn after a move")
            else:
                check(answer["reason"] in ("stale", "no_change"), f"a wrong move is refused as {answer['reason']}")
        check(ana.board["turn"] > turn, "the right move among wrong ones was not made")
    await bo.wait("board", seat=0, turn=ana.board["turn"])


@attack(**FREE)
async def the_same_moves_again_on_another_connection(siege):
    """A recording of a player, played back by the same player and by a stranger, moves nothing."""
    ana, bo = await playing(siege.address(), {"rows": 8, "cols": 8, "target": None})
    recording = []
    for _ in range(siege.times(20)):
        turn, direction = ana.board["turn"], possible(ana.board["rows"])[0]
        equal((await ana.move(direction, turn))["type"], "board", "the answer to a possible move")
        recording.append((turn, direction))
    board = ana.board
    again = await player(ana.surroundings, "Ana", token=ana.token)
    await again.wait("match", phase="playing")
    thief = await player(siege.address(), "Mal")
    await thief.get("match", "watch", code=ana.watcher.snapshot["code"])
    for turn, direction in recording:
        equal((await again.move(direction, turn))["reason"], "stale", "the refusal of an old move")
        await thief.refused("not_seated", "move", turn=turn, dir=direction)
    equal(again.board, board, "the board after its moves were sent again")
    await bo.get("over", "resign")


@attack(**FREE)
async def moves_at_a_table_of_others(siege):
    code = siege.innocents.code
    spectator = await player(siege.address(), "Mal")
    await spectator.get("match", "watch", code=code)
    elsewhere, _ = await playing(siege.address(), TINY)
    for turn in range(siege.times(50)):
        for direction in DIRECTIONS:
            await spectator.refused("not_seated", "move", turn=turn, dir=direction)
        for kind, fields in (("resign", {}), ("ready", {}), ("rematch", {}), ("emote", {"kind": "hello"})):
            await spectator.refused("not_seated", kind, **fields)
        await elsewhere.refused("already_seated", "watch", code=code)
        await elsewhere.refused("already_seated", "join", code=code)
    with suppress(Failed):
        await (await player(siege.address(), "Mal")).refused("match_full", "join", code=code)


@attack(requests_per_second="100000")
async def tokens_that_are_garbage(siege):
    chance = random.Random(2048)
    known = {each.id for each in siege.innocents.players}
    token = siege.innocents.players[0].token
    flipped = [token[:at] + ("0" if token[at] != "0" else "1") + token[at + 1 :] for at in range(0, 64, 7)]
    made_up = [chance.randbytes(32).hex() for _ in range(siege.times(20))]
    for guess in [*flipped, *made_up, token.upper(), token[:63], token + "0", " " + token, token + "\n", "", "null"]:
        mal = await player(siege.address(), "Mal", token=guess)
        check(mal.id not in known and mal.token != guess, f"the token {guess!r} was taken")
        equal(mal.log[0]["seated"], None, "the seat of who made a token up")
        known.add(mal.id)
        await mal.close()


@attack(requests_per_second="100000")
async def a_stolen_token_is_the_same_player_each_time(siege):
    """By contract: who has the token is the player, and the older connection is told so."""
    ana, bo = await playing(siege.address(), {"rows": 8, "cols": 8, "target": None})
    holder = ana
    for _ in siege.rounds(10):
        thief = await player(siege.address(), "Mal", token=holder.token)
        equal((thief.id, thief.token), (ana.id, ana.token), "the player of a stolen token")
        await holder.wait_closed(4001)
        await thief.wait("match", phase="playing", you=0)
        equal((await thief.move(possible(thief.board["rows"])[0]))["type"], "board", "the thief's move")
        holder = thief
    await bo.settled()
    equal(bo.watcher.snapshot["players"][0]["name"], "Ana", "the name of a stolen seat")


@attack(bytes_per_second="100000000")
async def a_token_that_two_fight_for(siege):
    """Two who take the seat from each other as fast as they can; each is either let in or told."""
    ana, _ = await playing(siege.address(), {"rows": 8, "cols": 8, "target": None})

    async def fight(env):
        for _ in range(siege.times(20)):
            thief = await Player.connect(env)
            with suppress(Failed):
                await thief.hello("Mal", token=ana.token)
                await thief.wait_closed(4001, limit=0.2)

    await asyncio.gather(fight(siege.address(limited=True)), fight(siege.address(limited=True)))
    last = await player(siege.address(), "Ana", token=ana.token)
    equal(last.id, ana.id, "who has the seat in the end")
    await last.wait("match", phase="playing", you=0)


@attack(requests_per_second="100000", messages_per_second="100000")
async def codes_that_are_guessed(siege):
    """From one address thirty a minute, however many connections; the codes of others stay secret."""
    env, answers = siege.address(), []
    for number in range(siege.times(12)):
        mal = await player(env, "Mal")
        for guess in range(8):
            code = f"{number * 8 + guess:06d}"
            answers.append((await mal.ask(("join", "watch")[guess % 2], code=code))["code"])
        await mal.close()
    missed = answers.count("no_such_match")
    equal(set(answers), {"no_such_match", "rate_limited"}, "the answers to guesses")
    # Thirty at once, and one more every two seconds.
    check(30 <= missed <= 45 + siege.times(1) * 5, f"{missed} guesses of {len(answers)} were looked up")
    equal(answers[:30], ["no_such_match"] * 30, "the first thirty answers")
    friend = await player(siege.address(), "Friend")
    await friend.get("match", "watch", code=siege.innocents.code)
    await friend.get("left", "leave")


@attack()
async def storms_of_connections_from_one_address(siege):
    """Past the rate and the number of one address: told so, and nobody else notices."""
    env, statuses = siege.address(), []

    async def one(_):
        try:
            raw = await siege.stranger(greeted=False, env=env)
            statuses.append(101)
            await raw.close()
        except (Failed, ConnectionError) as refused:
            statuses.append(429 if "429" in str(refused) else str(refused))

    for _ in siege.rounds(5):
        await asyncio.gather(*map(one, range(100)))
    check(statuses.count(101) >= 50 and statuses.count(429) >= 50, f"the answers: {set(statuses)}")


@attack(max_connections="400")
async def more_connections_than_the_server_takes(siege):
    """Within the limits of each address: the rest hear 503, and there is room again when they go."""
    statuses = []

    async def come(env):
        for _ in range(50):
            try:
                mal = await Player.connect(env)
                statuses.append(101)
                await mal.hello("Mal")
            except InvalidStatus as refused:
                statuses.append(refused.response.status_code)
            except (OSError, EOFError, Failed):
                statuses.append(None)

    for _ in range(siege.times(1)):
        crowd = [siege.address(limited=True) for _ in range(10)]
        await asyncio.gather(*map(come, crowd))
        check(300 <= statuses.count(101) <= siege.times(1) * 400, f"{statuses.count(101)} were let in")
        check(503 in statuses and 429 not in statuses, f"the answers: {set(statuses)}")
        await asyncio.gather(*(env.close() for env in crowd))
    await player(siege.address(), "Later")


@attack(requests_per_second="100000", messages_per_second="100000")
async def fresh_players_by_the_thousand(siege):
    """A connection each, and no player is anybody again; what is remembered of them is small."""

    async def come(env):
        for _ in range(siege.times(100)):
            mal = await siege.stranger(env=env)
            await mal.close()

    await asyncio.gather(*(come(siege.address()) for _ in range(10)))


@attack(requests_per_second="100000", messages_per_second="100000", max_tables="100")
async def tables_by_the_thousand(siege):
    """Past the greatest number they are refused, and they close with who made them."""
    answers = []

    async def come(env):
        for _ in range(siege.times(15)):
            mal = await player(env, "Mal")
            answer = await mal.ask("create", options={"countdown_s": 0})
            answers.append(answer.get("code") if answer["type"] == "error" else "match")
            if answer["type"] == "error":
                await mal.close()

    crowd = [siege.address() for _ in range(10)]
    await asyncio.gather(*map(come, crowd))
    equal(answers.count("match"), 99, "the number of tables beside that of the innocents")
    equal(set(answers), {"match", "server_full"}, "the answers to create")
