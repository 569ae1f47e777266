"""What an attack is written with: strangers from addresses of their own, and the match that is played beside them."""

import asyncio
import os
from contextlib import suppress

from harness import Failed, Pace, Surroundings, check, equal, within
from raw import Raw, get
from scenes import move_somehow, playing, start

ATTACKS = []
# How many moves each innocent makes at least, so that an attack meets them.
LEAST_MOVES = 10
# A board is given up with so many turns, long before it could be stuck.
LONGEST = 400
# No attack takes longer, on a busy machine either; the long form of one, ten times that.
ATTACK_LIMIT_S = 240
# What the allocator may keep of what an attack made it take, and what an attack may take while it goes on.
KEPT_KIB = 24 * 1024
TAKEN_KIB = 64 * 1024


def attack(apart=False, **options):
    """Registers a function as an attack, on a server with the usual limits and these options.

    One that stands apart does something to the network, and gets one of its own.
    """

    def register(function):
        function.options = {f"--{name.replace('_', '-')}": value for name, value in options.items()}
        function.apart = apart
        function.title = f"{function.__module__.removeprefix('attacks.')}.{function.__name__}"
        ATTACKS.append(function)
        return function

    return register


class Siege:
    """What an attack gets: the server, the match beside it, and strangers."""

    def __init__(self, server, long):
        self.server, self.long = server, long
        self.surroundings = []
        self.innocents = None

    def times(self, number):
        """How often something is done: so often, and ten times that in the long form."""
        return number * 10 if self.long else number

    def rounds(self, number):
        """So many rounds, and more until the match beside them has gone on for some moves."""
        least, done = self.innocents.moves + 2 * LEAST_MOVES, 0
        while done < self.times(number) or self.innocents.moves < least:
            yield done
            done += 1

    def address(self, limited=False):
        """An address that nobody has come from, and what can be done from there."""
        env = Surroundings(self.server, Pace(limited))
        self.surroundings.append(env)
        return env

    async def stranger(self, greeted=True, receive_buffer=None, env=None):
        """A connection that is upgraded, and has said hello if it is to."""
        raw = await Raw.connect(env or self.address(), receive_buffer)
        return await (raw.hello("Mal") if greeted else raw.upgrade())

    async def close(self):
        for env in self.surroundings:
            await env.close()


class Innocents:
    """Two players in a match, far below every limit. Each move has to be acknowledged, and told to the other."""

    def __init__(self, ana, bo, env):
        self.players, self.env, self.moves = (ana, bo), env, 0
        self.has_to_stop = asyncio.Event()

    @classmethod
    async def begin(cls, siege):
        env = siege.address(limited=True)
        ana, bo = await playing(env, {"rows": 8, "cols": 8, "target": None})
        return cls(ana, bo, env)

    @property
    def code(self):
        return self.players[0].watcher.snapshot["code"]

    async def play(self):
        """Plays until it is told to stop, some moves at least."""
        while not self.has_to_stop.is_set() or self.moves < 2 * LEAST_MOVES:
            boards = [await self.move(*pair) for pair in (self.players, self.players[::-1])]
            for each in self.players:
                each.forget()
            if max(board["turn"] for board in boards) >= LONGEST:
                await self.play_another()

    async def move(self, mover, other):
        board = await move_somehow(mover)
        await other.wait("board", seat=board["seat"], turn=board["turn"])
        self.moves += 1
        return board

    async def play_another(self):
        """Gives this match up and begins another at the same table."""
        ana, bo = self.players
        await ana.get("over", "resign")
        await bo.wait("over")
        await ana.get("rematch_offered", "rematch")
        await bo.get("match", "rematch")
        await ana.wait("match", phase="ready")
        await start(ana, bo)

    async def end(self):
        """Gives the match up: `over` proves every tile that was seen."""
        ana, bo = self.players
        over = await ana.get("over", "resign")
        equal((over["reason"], over["winner"]), ("resigned", bo.seat), "the end of the match beside the attack")
        await bo.wait("over")
        for each in self.players:
            await each.settled()
            await each.close()


class Usage:
    """What the server's process uses, from /proc."""

    def __init__(self, server):
        self.folder = f"/proc/{server.process.pid}"
        self.memory_kib, self.files = self.memory("VmRSS"), self.open_files()

    def memory(self, name):
        with open(f"{self.folder}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(f"{name}:"))

    def open_files(self):
        return len(os.listdir(f"{self.folder}/fd"))

    async def is_back(self):
        """Waits until no descriptor of the attack is left, then looks at the memory."""

        async def no_more_files():
            while self.open_files() > self.files:
                await asyncio.sleep(0.05)

        await within(no_more_files(), f"the server to have {self.files} open files again", 30)
        kept = self.memory("VmRSS") - self.memory_kib
        check(kept <= KEPT_KIB, f"{kept} KiB are kept after the attack")
        taken = self.memory("VmHWM") - self.memory_kib
        check(taken <= TAKEN_KIB, f"{taken} KiB were taken in the attack")
        return f"kept {max(kept, 0)} of {max(taken, 0)} KiB"


async def endure(attack, server, long):
    """One attack, with a match beside it; says how it was borne."""
    siege = Siege(server, long)
    try:
        innocents = siege.innocents = await Innocents.begin(siege)
        # The journal keeps the file of its first reader for those to come.
        await get(siege.address(), "/v1/replays")
        usage = Usage(server)
        await beside(innocents, attack(siege), ATTACK_LIMIT_S * (10 if long else 1))
        for env in siege.surroundings:
            if env is not innocents.env:
                await env.close()
        told = await usage.is_back()
        await innocents.end()
        await innocents.env.close()
    except BaseException:
        with suppress(Exception):
            await siege.close()
        raise
    is_calm(server)
    return f"{innocents.moves} moves beside it, {told}"


async def beside(innocents, attacking, limit):
    """Lets the innocents play until the attack is over; whoever fails first is told."""
    playing_on, attacking = asyncio.create_task(innocents.play()), asyncio.create_task(attacking)
    try:
        await asyncio.wait((playing_on, attacking), timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        if playing_on.done():
            playing_on.result()
        check(attacking.done(), f"the attack is not over after {limit} s")
        attacking.result()
        innocents.has_to_stop.set()
        await playing_on
    finally:
        for task in (playing_on, attacking):
            task.cancel()
        await asyncio.gather(playing_on, attacking, return_exceptions=True)


def is_calm(server):
    """The process lives, and has nothing to say that somebody would have to act on."""
    check(server.process.returncode is None, "the server has ended")
    said = [line for line in server.log_text().splitlines() if " ERROR " in line or "panicked" in line]
    if said:
        raise Failed(f"the server says: {said[0]}")
