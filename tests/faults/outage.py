"""One power cut: a server is started on what the disk has kept, and judged by what the clients knew."""

import asyncio
import itertools
import json
import shutil
import sqlite3

from websockets.asyncio.client import connect

import journal
import replays
from checker import check_run
from harness import Failed, check, equal, within
from history import CLOSED, HEARD, SENT

NUMBERS = itertools.count(1)


class Outage:
    """A recording of which the end never was, and the server that starts after it."""

    def __init__(self, place, recording, server):
        self.place, self.recording, self.server = place, recording, server
        self.directory = place.scratch / f"cut{next(NUMBERS)}"

    async def run(self, cut, files):
        """All faults, as sentences, and some figures."""
        history = self.recording.history_at(cut)
        self.write(files)
        try:
            faults, figures = await self.judge(history, files)
        except Failed as fault:
            faults, figures = [str(fault)], {}
        finally:
            if self.server.process is not None:
                await self.server.kill()
        shutil.rmtree(self.directory)
        return faults, figures

    def write(self, files):
        self.directory.mkdir()
        for name, content in files.items():
            (self.directory / name).write_bytes(content)

    async def judge(self, history, files):
        life = history.life
        kept = await self.read() if journal.DATABASE in files else journal.Stored({}, {})
        ending = journal.ending_of(kept)
        self.server.directory, self.server.history, self.server.logs = self.directory, history, []
        await self.server.start()
        for id in sorted(ending.unfinished):
            await self.come_back(history, kept.matches[id])
        await replays.are_as_stored(self.server, kept)
        equal(await self.server.stop(), 0, "the exit code after SIGTERM")
        stored = await self.read()
        faults, figures = await asyncio.to_thread(check_run, history, stored, {life: ending})
        faults += self.server.log_faults()
        return faults, {
            "moves that were told": figures["acknowledged moves"],
            "matches that came back": figures["matches that came back"],
            "replays": figures["finished"],
        }

    async def read(self):
        try:
            return await asyncio.to_thread(journal.read, self.directory)
        except (sqlite3.DatabaseError, ValueError, LookupError, TypeError, AttributeError) as why:
            raise Failed(f"the journal can't be read: {why!r}") from why

    async def come_back(self, history, match):
        """A player of a match that is not over asks for it, so that the checker sees what the server makes of it."""
        tokens = {
            e.message["player"]["id"]: e.message["token"]
            for e in history.entries
            if e.kind == HEARD and e.message["type"] == "welcome"
        }
        token = next((tokens[player] for player in match.players if player in tokens), None)
        check(token is not None, f"{match.id} is stored, and neither of its players was there")
        hello = {"type": "hello", "id": 1, "protocol": 1, "name": "Ana", "token": token}
        async with connect(f"{self.server.url}/v1/ws", compression=None, proxy=None, max_size=None) as socket:
            connection = history.opened("who came back")
            history.add(SENT, "who came back", connection, hello)
            await socket.send(json.dumps(hello))
            while True:
                message = json.loads(await within(socket.recv(), "the match to come back"))
                history.add(HEARD, "who came back", connection, message)
                check(message.get("seated", True), f"the seat in {match.id} is lost")
                if message["type"] == "match":
                    break
        history.add(CLOSED, "who came back", connection, {"code": 1000, "reason": ""})
