"""A client that comes back: one connection after another by the same player, all of it entered in the history."""

import asyncio
import itertools
import json
import random

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidMessage, WebSocketException

from harness import limited
from history import CLOSED, HEARD, SENT

# How long a client waits before it comes back: short, so that restarts are met by a storm.
LEAST_WAIT_S, MOST_WAIT_S = 0.01, 0.3
# An answer that takes longer is a fault of the server. Far above what a busy machine needs.
PATIENCE_S = 20.0
OPEN_LIMIT_S = 5.0


class Unanswered(Exception):
    """What was sent has no direct answer for so long that nothing comes any more."""


class Line:
    """Connects, says hello with its token, hears, and connects again until it is told to stop."""

    def __init__(self, history, server, who, address=None):
        self.history, self.server, self.who, self.address = history, server, who, address
        self.ids = itertools.count(1)
        self.token = self.id = None
        self.socket = self.connection = None
        self.unanswered = {}
        self.news = asyncio.Event()
        self.stopping = False
        self.patience_s = PATIENCE_S
        # Whether all that is sent arrives, so that the server is at fault if nothing is answered.
        self.is_link_good = True
        self.faults = []
        # The connections that it has cut by itself.
        self.cut = set()

    async def run(self):
        """Lives until `stop`; what the server did wrong on the way is in `faults`."""
        while not self.stopping:
            try:
                await self.connect_once()
            except (OSError, WebSocketException, InvalidHandshake, InvalidMessage, TimeoutError, EOFError):
                pass
            if not self.stopping:
                await asyncio.sleep(random.uniform(LEAST_WAIT_S, MOST_WAIT_S))

    async def connect_once(self):
        source = (self.address, 0) if self.address else None
        async with connect(
            f"{self.server.url}/v1/ws",
            local_addr=source,
            compression=None,
            ping_interval=None,
            open_timeout=OPEN_LIMIT_S,
            close_timeout=1,
            max_size=None,
            max_queue=None,
            proxy=None,
        ) as socket:
            self.socket, self.connection = socket, self.history.opened(self.who)
            self.unanswered = {}
            acting = asyncio.create_task(self.act_until_closed())
            try:
                async for text in socket:
                    self.enter(json.loads(text))
            finally:
                self.socket = None
                code = {"code": socket.close_code, "reason": socket.close_reason}
                self.history.add(CLOSED, self.who, self.connection, code)
                acting.cancel()
                await asyncio.gather(acting, return_exceptions=True)
                self.gone()

    def enter(self, message):
        self.history.add(HEARD, self.who, self.connection, message)
        self.unanswered.pop(message.get("re"), None)
        if message["type"] == "welcome":
            self.token, self.id = message["token"], message["player"]["id"]
        self.hear(message)
        self.news.set()

    async def act_until_closed(self):
        try:
            await self.send("hello", protocol=1, name=self.who, token=self.token)
            await self.act()
        except (OSError, WebSocketException):
            pass
        except Unanswered as fault:
            # A server that was killed owes no answer, and its last word may be lost on the way.
            if self.is_link_good and self.history.lives[self.connection] == self.history.life:
                self.faults.append(f"{self.who}: {fault}")
            self.vanish()

    async def send(self, kind, /, **fields):
        """Sends a message with an id of its own; its direct answer takes it from `unanswered`."""
        message = {"type": kind, "id": next(self.ids), **fields}
        self.unanswered[message["id"]] = message
        self.history.add(SENT, self.who, self.connection, message)
        await self.socket.send(json.dumps(message))

    async def answered(self):
        """Comes back when everything that was sent has its direct answer."""
        limit = self.patience_s
        deadline = asyncio.get_running_loop().time() + limit
        while self.unanswered:
            if not await self.heard_within(deadline - asyncio.get_running_loop().time()):
                raise Unanswered(f"no answer within {limit:g} s to {list(self.unanswered.values())[:3]}")

    async def heard_within(self, limit):
        """Waits for any message; says whether one came."""
        self.news.clear()
        try:
            await limited(self.news.wait(), max(limit, 0))
        except TimeoutError:
            return False
        return True

    def vanish(self):
        """Cuts the TCP connection without a word."""
        if self.socket is not None:
            self.cut.add(self.connection)
            self.socket.transport.abort()

    async def stop(self):
        self.stopping = True
        if self.socket is not None:
            await self.socket.close()

    # --- what a kind of client does

    def hear(self, message):
        """Takes a message in; called before anybody waits for it."""

    def gone(self):
        """The connection has ended."""

    async def act(self):
        """What the client does while it is connected; it may end early."""
