"""A player: one WebSocket connection that checks all that it hears and answers questions in one line."""

import asyncio
import itertools
import json

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from harness import PATIENCE_S, Failed, check, equal, limited, short
from watcher import Watcher
from wire import check_message


class Player:
    """Keeps what it hears in `inbox` until somebody asks for it, and everything in `log`."""

    def __init__(self, socket, surroundings):
        self.socket = socket
        self.surroundings = surroundings
        self.moves_pace = surroundings.pace.moves()
        self.messages_pace = surroundings.pace.messages()
        self.log, self.inbox, self.broken = [], [], []
        self.watcher = Watcher()
        self.news = asyncio.Condition()
        self.ids = itertools.count(1)
        self.closed_with = None
        self.token = self.id = self.name = None
        self.reader = asyncio.create_task(self.read())

    @classmethod
    async def connect(cls, surroundings, **options):
        """A connection that has not said hello yet."""
        await surroundings.pace.connections.take()
        socket = await connect(
            f"{surroundings.server.url}/v1/ws",
            local_addr=surroundings.source(),
            compression=None,
            ping_interval=None,
            close_timeout=3,
            max_size=None,
            proxy=None,
            **options,
        )
        player = cls(socket, surroundings)
        surroundings.closing.append(player)
        return player

    async def read(self):
        try:
            async for text in self.socket:
                self.hear(text)
                async with self.news:
                    self.news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.closed_with = (self.socket.close_code, self.socket.close_reason)
            async with self.news:
                self.news.notify_all()

    def hear(self, text):
        try:
            check(isinstance(text, str), "a binary frame from the server")
            message = json.loads(text)
            self.log.append(message)
            self.inbox.append(message)
            check_message(message)
            self.watcher.see(message)
        except (Failed, KeyError, TypeError, ValueError, IndexError) as fault:
            self.broken.append(f"{fault!r} in {short(text)}" if not isinstance(fault, Failed) else str(fault))

    def healthy(self):
        if self.broken:
            raise Failed(self.broken[0])

    # --- sending

    async def send_text(self, text):
        try:
            await self.socket.send(text)
        except ConnectionClosed as closed:
            raise Failed(f"the connection is closed: {closed}") from None

    async def send(self, kind, /, **fields):
        pace = self.moves_pace if kind == "move" else self.messages_pace
        await pace.take()
        await self.send_text(json.dumps({"type": kind, **fields}))

    # --- hearing

    async def wait(self, kind, /, *, limit=PATIENCE_S, **where):
        """Takes the first message of a type, with these fields, from the inbox, or waits for it."""

        def wanted(message):
            return message["type"] == kind and all(message.get(k, ...) == v for k, v in where.items())

        return await self.take(wanted, f"{kind} {where or ''}".strip(), limit)

    async def take(self, wanted, what, limit=PATIENCE_S):
        async def found():
            async with self.news:
                while True:
                    self.healthy()
                    for index, message in enumerate(self.inbox):
                        if wanted(message):
                            return self.inbox.pop(index)
                    if self.closed_with is not None:
                        raise Failed(f"closed with {self.closed_with} before {what}")
                    await self.news.wait()

        try:
            return await limited(found(), limit)
        except TimeoutError:
            heard = [m["type"] for m in self.inbox[-6:]]
            raise Failed(f"waited {limit:g} s in vain for {what}; heard {heard}") from None

    async def wait_closed(self, *codes, limit=PATIENCE_S):
        """Waits for the end of the connection; with codes, its close code must be one of them."""
        try:
            await asyncio.wait_for(asyncio.shield(self.reader), limit)
        except TimeoutError:
            raise Failed(f"the connection is still open after {limit:g} s") from None
        self.healthy()
        code, reason = self.closed_with
        if codes:
            check(code in codes, f"closed with {code} ({reason!r}), not {codes}")
            check(reason, f"close {code} has no reason text")
        return code

    def forget(self):
        """Empties the inbox, so that what is waited for next is new."""
        self.inbox.clear()

    # --- asking

    async def answer_to(self, text, message_id):
        """Sends a text and takes the message that carries this id as `re`."""
        await self.messages_pace.take()
        await self.send_text(text)
        return await self.take(lambda m: m.get("re") == message_id, f"the answer to {text[:80]}")

    async def ask(self, kind, /, **fields):
        """Sends a message with an id of its own and takes the direct answer, whatever it is."""
        message_id = next(self.ids)
        pace = self.moves_pace if kind == "move" else self.messages_pace
        await pace.take()
        await self.send_text(json.dumps({"type": kind, "id": message_id, **fields}))
        return await self.take(lambda m: m.get("re") == message_id, f"the answer to {kind} {fields}")

    async def get(self, answer, kind, /, **fields):
        """Asks, and wants an answer of this type."""
        message = await self.ask(kind, **fields)
        check(message["type"] == answer, f"{kind} {fields} was answered by {short(message)}, not by {answer}")
        return message

    async def refused(self, code, kind, /, **fields):
        """Asks, and wants an error with this code."""
        message = await self.get("error", kind, **fields)
        check(message["code"] == code, f"{kind} {short(fields)}: {message['code']} ({message['message']}), not {code}")
        return message

    async def hello(self, name="Ana", **fields):
        welcome = await self.get("welcome", "hello", protocol=1, name=name, **fields)
        self.token, self.id, self.name = welcome["token"], welcome["player"]["id"], welcome["player"]["name"]
        return welcome

    async def settled(self):
        """A round trip: whatever was on its way to this player before has come."""
        t = next(self.ids)
        equal((await self.get("pong", "ping", t=t))["t"], t, "pong.t")

    # --- playing

    async def move(self, direction, turn=None):
        """Sends a move with an id and takes its answer, `board` or `rejected`."""
        if turn is None:
            turn = self.board["turn"]
        return await self.ask("move", turn=turn, dir=direction)

    @property
    def seat(self):
        return self.watcher.snapshot["you"]

    @property
    def board(self):
        return self.watcher.current.newest(self.seat)

    async def close(self):
        await self.socket.close()

    def vanish(self):
        """Cuts the TCP connection without a word."""
        self.socket.transport.abort()
