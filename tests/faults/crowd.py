"""The load: pairs of players with matches of all kinds, and people who watch them.

Every client is a `Line`: it comes back by itself whatever happens to the server, and goes on with what it was doing.
"""

import asyncio
import random

from rules import DEFAULT_OPTIONS, slide
from scenes import impossible, possible

from line import Line

# Moves that a player sends before it waits for their answers; the server lets 40 pass at once.
AHEAD = 5
# How long a player thinks, so that a match lasts over several lives of the server.
LEAST_THINKING_S, MOST_THINKING_S = 0.02, 0.25
# How often, of all turns, a player does something else than a right move.
TWICE, IMPOSSIBLE, QUIT, VANISH, GREET = 0.05, 0.03, 0.002, 0.004, 0.01
# Moves that a player still makes when the matches have to come to an end; then it resigns.
LAST_MOVES = 15
# How long a player waits for the other to want a rematch too.
REMATCH_S = 3.0

KINDS = (
    {"target": 256},
    {"rows": 3, "cols": 3, "target": None},
    {"tiles": "independent", "target": 512},
    {"scoring": "sum", "tiles": "independent", "target": None},
    {"four_permille": 1000, "countdown_s": 0, "target": 1024},
    {"rows": 8, "cols": 8, "target": None, "countdown_s": 1},
    {"rows": 2, "cols": 8, "scoring": "sum", "four_permille": 0, "target": None, "countdown_s": 0},
    {"rows": 5, "cols": 4, "time_limit_s": 60, "countdown_s": 1},
    {"watchable": False, "target": 128, "countdown_s": 0},
    {"rows": 2, "cols": 2, "target": None, "countdown_s": 0},
)


class Pairing:
    """What two players and those who watch them share."""

    def __init__(self, number, options, is_queued):
        self.number = number
        self.options = {**DEFAULT_OPTIONS, **options}
        self.is_queued = is_queued
        self.is_listed = number % 3 != 0
        self.code = None
        self.last = False
        # Whether its players now and then give up, or cut their connection.
        self.is_restless = True
        # Each pair comes from an address of its own, so that limits per address count it by itself.
        self.address = f"127.3.{number // 250}.{1 + number % 250}"
        if is_queued:
            # Nobody else has these options, so the queue pairs these two.
            self.options["four_permille"] = 200 + number

    def guess(self, rows):
        """A move that is right, and some that follow if no new tile is in the way."""
        for _ in range(random.randint(1, AHEAD)):
            directions = possible(rows)
            if not directions:
                return
            direction = random.choice(directions)
            yield direction
            rows, _ = slide(rows, direction)


class Viewer(Line):
    """Somebody at a table: knows the last snapshot, kept up to date."""

    def __init__(self, history, server, who, pairing, address=None):
        super().__init__(history, server, who, address or pairing.address)
        self.pairing = pairing
        self.game = self.welcome = None
        self.refusal = None

    def hear(self, message):
        match message["type"]:
            case "welcome":
                self.welcome = message
            case "match":
                # A copy, since it is kept up to date, and what was heard stays as it was in the history.
                self.game = dict(message)
                self.pairing.code = message["code"]
            case "board" if self.game and self.game["boards"]:
                self.game["boards"] = [
                    message if seat == message["seat"] else board for seat, board in enumerate(self.game["boards"])
                ]
            case "over":
                self.game = {**self.game, "phase": "over"}
            case "closed" | "left":
                self.game = None
                if self.pairing.code == message["code"]:
                    self.pairing.code = None
            case "error":
                self.refusal = message

    def gone(self):
        self.game = self.welcome = None

    @property
    def phase(self):
        return self.game and self.game["phase"]

    async def ask(self, kind, /, **fields):
        self.refusal = None
        await self.send(kind, **fields)
        await self.answered()


class Seat(Viewer):
    """A player who sits down, plays, plays again, and sits down elsewhere when the table is gone."""

    def __init__(self, history, server, who, pairing, is_first, address=None):
        super().__init__(history, server, who, pairing, address)
        self.is_first = is_first
        self.done = asyncio.Event()
        self.last_turn = None

    async def act(self):
        await self.answered()
        while self.welcome["seated"] and self.game is None:
            await self.heard_within(1)
            if self.welcome["seated"] and not self.unanswered:
                break
        while not self.done.is_set():
            await self.step()

    async def step(self):
        match self.phase:
            case None:
                await self.sit_down()
            case "waiting" | "ready" if self.pairing.last:
                await self.ask("leave")
            case "ready" if not self.game["players"][self.game["you"]]["ready"]:
                await self.ask("ready", nonce=random.randbytes(random.randint(0, 32)).hex())
            case "playing":
                await self.play()
            case "over":
                await self.after_the_end()
            case _:
                await self.heard_within(1)

    async def sit_down(self):
        if self.pairing.last:
            if self.pairing.is_queued:
                await self.ask("unqueue")
            if self.game is None:
                self.done.set()
        elif self.pairing.is_queued:
            await self.ask("queue", options=self.pairing.options)
            while self.game is None and not self.pairing.last:
                await self.heard_within(0.2)
        elif self.is_first:
            await self.ask("create", options=self.pairing.options, listed=self.pairing.is_listed)
        elif self.pairing.code is None:
            await self.heard_within(0.05)
        else:
            code = self.pairing.code
            await self.ask("join", code=code)
            if self.refusal is not None:
                await self.heard_within(0.1)
                if self.pairing.code == code and self.refusal["code"] == "no_such_match":
                    self.pairing.code = None

    async def play(self):
        mine = self.game["boards"][self.game["you"]]
        if mine["status"] != "playing":
            await self.heard_within(1)
            return
        chance = random.random()
        if self.is_enough(mine["turn"]) or (self.pairing.is_restless and chance < QUIT):
            await self.ask("resign")
        elif self.pairing.is_restless and chance < QUIT + VANISH:
            self.vanish()
            await self.heard_within(1)
        else:
            await self.move(mine)
            await self.think()

    def is_enough(self, turn):
        if not self.pairing.last:
            self.last_turn = None
            return False
        if self.last_turn is None or turn < self.last_turn:
            self.last_turn = turn
        return turn > self.last_turn + LAST_MOVES

    async def move(self, mine):
        if random.random() < GREET:
            await self.send("emote", kind="nice")
        wrong = impossible(mine["rows"])
        if wrong and random.random() < IMPOSSIBLE:
            await self.send("move", turn=mine["turn"], dir=random.choice(wrong))
        for turn, direction in enumerate(self.pairing.guess(mine["rows"]), mine["turn"]):
            await self.send("move", turn=turn, dir=direction)
            if random.random() < TWICE:
                await self.send("move", turn=turn, dir=direction)
        await self.answered()

    async def think(self):
        if not self.pairing.last:
            await asyncio.sleep(random.uniform(LEAST_THINKING_S, MOST_THINKING_S))

    async def after_the_end(self):
        if not self.pairing.last:
            ended = self.game["id"]
            await self.ask("rematch")
            deadline = asyncio.get_running_loop().time() + REMATCH_S
            while self.game and self.game["id"] == ended and asyncio.get_running_loop().time() < deadline:
                await self.heard_within(0.2)
            if self.game is None or self.game["id"] != ended:
                return
        await self.ask("leave")


class Eye(Viewer):
    """Somebody who watches whatever the pair plays."""

    async def act(self):
        await self.answered()
        while True:
            if self.game is not None:
                await self.heard_within(1)
            elif self.pairing.code is None:
                await self.heard_within(0.1)
            else:
                await self.ask("watch", code=self.pairing.code)
                if self.game is None:
                    await self.heard_within(0.2)


class Crowd:
    """Pairs, each with one or two who watch them. Without restlessness nobody gives up or goes away by himself."""

    def __init__(
        self, history, server, pairs=10, first=0, kinds=KINDS, has_eyes=True, is_restless=True, addresses=None
    ):
        self.history, self.server = history, server
        self.seats, self.eyes, self.tasks = [], [], []
        self.pairings = [Pairing(n, kinds[n % len(kinds)], is_queued=n % 5 == 4) for n in range(first, first + pairs)]
        for pairing in self.pairings:
            pairing.is_restless = is_restless
            self.seats += [
                Seat(history, server, f"{name} {pairing.number}", pairing, name == "Ana", addresses and next(addresses))
                for name in ("Ana", "Bo")
            ]
            if has_eyes and pairing.options["watchable"]:
                self.eyes += [
                    Eye(history, server, f"Eve {pairing.number}.{n}", pairing, addresses and next(addresses))
                    for n in range(2 if pairing.number % 4 == 0 else 1)
                ]

    @property
    def lines(self):
        return self.seats + self.eyes

    @property
    def faults(self):
        return [fault for line in self.lines for fault in line.faults]

    def come(self):
        self.tasks = [asyncio.create_task(line.run()) for line in self.lines]

    def seat(self, name):
        return next(seat for seat in self.seats if seat.who == name)

    async def send_away(self, line):
        """Somebody goes, and does not come back by himself."""
        await line.stop()
        await asyncio.gather(self.tasks[self.lines.index(line)], return_exceptions=True)

    def call_back(self, line):
        line.stopping = False
        self.tasks[self.lines.index(line)] = asyncio.create_task(line.run())

    async def finish(self, limit=90):
        """Lets every match that has begun be played to its end; fails if one is not."""
        for pairing in self.pairings:
            pairing.last = True
        try:
            await asyncio.wait_for(asyncio.gather(*(seat.done.wait() for seat in self.seats)), limit)
        except TimeoutError:
            stuck = {seat.who: (seat.phase, seat.socket is not None) for seat in self.seats if not seat.done.is_set()}
            raise TimeoutError(f"after {limit} s these still play: {stuck}") from None

    async def leave(self):
        """All connections end; a client that has broken down by itself is told of."""
        await asyncio.gather(*(line.stop() for line in self.lines))
        done, _ = await asyncio.wait(self.tasks, timeout=10)
        for task in self.tasks:
            if task not in done:
                task.cancel()
            elif task.exception() is not None:
                raise task.exception()
