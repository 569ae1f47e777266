"""Damaged files: the server refuses to start and says why, or serves what was stored; never a wrong board."""

import asyncio
import json
import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from websockets.asyncio.client import connect

import damage
import journal
import replays
from harness import Failed, check, within
from scene import scenario

PAIRS, PLAYED_S = 8, 10
PANIC = "panicked"


@dataclass
class Truth:
    """What was stored before the damage, and who may ask for it."""

    directory: Path
    other_directory: Path
    stored: journal.Stored
    folds: dict
    # By token: who had it, and the match in whose seat.
    seats: dict
    replays: dict

    @property
    def an_open_match(self):
        return max((m for m in self.stored.matches.values() if m.result is None), key=lambda m: len(m.events))

    @property
    def a_finished_match(self):
        return max((m for m in self.stored.matches.values() if m.result is not None), key=lambda m: len(m.events))


async def play_and_kill(place, pairs, played_s):
    """A directory with matches that are over, and some that are not, and a log that is not empty."""
    server = place.server()
    await server.start()
    crowd = place.crowd(server, pairs=pairs)
    await asyncio.sleep(played_s)
    await server.kill()
    await crowd.leave()
    return server, crowd


async def truth_of(place):
    server, crowd = await play_and_kill(place, PAIRS, PLAYED_S)
    other, _ = await play_and_kill(place, 2, 2)
    directory = place.scratch / "before"
    shutil.copytree(server.directory, directory)
    stored = journal.read(directory)
    await server.start()
    found = {
        id: await replays.replay_of(server, id) for id, match in stored.matches.items() if match.result is not None
    }
    await server.kill()
    return Truth(
        directory=directory,
        other_directory=other.directory,
        stored=stored,
        folds={id: journal.Fold(match) for id, match in stored.matches.items()},
        seats={seat.token: seat.id for seat in crowd.seats},
        replays=found,
    )


async def ask_for_seat(server, token):
    """What a player is told who comes back with this token: the welcome, and the snapshot if there is a seat."""
    async with connect(f"{server.url}/v1/ws", compression=None, proxy=None, max_size=None) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "name": "Ana", "token": token}))
        welcome = json.loads(await within(socket.recv(), "welcome"))
        if welcome["seated"] is None:
            return welcome, None
        while True:
            message = json.loads(await within(socket.recv(), "the snapshot"))
            if message["type"] == "match":
                return welcome, message


class Trial:
    """One damaged copy, and a server on it."""

    def __init__(self, place, truth, damage, number):
        self.place, self.truth, self.damage, self.number = place, truth, damage, number
        self.outcomes = Counter()

    async def run(self):
        directory = self.place.scratch / f"damaged{self.number}"
        shutil.copytree(self.truth.directory, directory)
        self.damage.do(directory, self.truth)
        server = self.place.server(directory=directory, history=None)
        try:
            await server.start()
        except Failed:
            self.refused(server)
        else:
            check(self.damage.may_start, "the server has started")
            await self.serves_what_was_stored(server)
            await server.kill()
        check(PANIC not in server.log_text(), f"a panic: {server.log_text()[-600:]}")
        shutil.rmtree(directory)
        return self.outcomes

    def refused(self, server):
        code, said = server.process.returncode, server.sentence()
        server.process = None
        check(code in self.damage.codes, f"ended with {code}, not {self.damage.codes}: {said}")
        self.outcomes[f"refused with {code}"] += 1

    async def serves_what_was_stored(self, server):
        self.outcomes["served"] += 1
        for token, player in self.truth.seats.items():
            welcome, snapshot = await ask_for_seat(server, token)
            if snapshot is not None:
                check(welcome["player"]["id"] == player, "a token has the seat of another player")
                self.check_snapshot(snapshot)
        for id, before in self.truth.replays.items():
            response = await server.get(f"/v1/replays/{id}")
            if response.status == 200:
                check(response.json() == before, f"another replay of {id}: {response.body[:300]}")
            else:
                # By what is left of it, the match may be one that is unknown, or that is not over.
                check(response.status in (404, 409, 500), f"the replay of {id} has status {response.status}")
                response.problem(response.status)
                self.outcomes[f"replays with {response.status}"] += 1

    def check_snapshot(self, snapshot):
        fold = self.truth.folds.get(snapshot["id"])
        if snapshot["boards"] is None:
            return
        check(fold is not None, f"a match that there was not: {snapshot['id']}")
        newest, _ = fold.after(len(fold.stored.events))
        for seat, board in enumerate(snapshot["boards"]):
            check(board == fold.boards[seat].get(board["turn"]), f"a wrong board: {board}")
            if board != newest[seat]:
                check(self.damage.cuts_the_end, f"a board of turn {board['turn']}, stored was {newest[seat]['turn']}")
                self.outcomes["older boards"] += 1


@scenario(limit_s=400)
async def no_damage_becomes_a_wrong_board(place):
    truth = await truth_of(place)
    damages = [*damage.in_rows(), *damage.in_files(6 if place.is_long else 1)]
    total, faults = Counter(), []
    for number, each in enumerate(damages):
        try:
            total += await Trial(place, truth, each, number).run()
        except Failed as fault:
            faults.append(f"{each.name}: {fault}")
            server = place.servers[-1]
            if server.process is not None:
                await server.kill()
    place.figures["damages"] = len(damages)
    place.figures.update(sorted(total.items()))
    check(not faults, f"{len(faults)} of {len(damages)}: " + "; ".join(faults[:8]))
    check(total["served"], "no damaged journal was served at all, so nothing was compared")
