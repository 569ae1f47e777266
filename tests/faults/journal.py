"""What the server has stored, read by Python's sqlite3 from a copy of its files, and replayed by the Python rules."""

import hashlib
import json
import shutil
import sqlite3
import tempfile
import uuid
from dataclasses import dataclass, field, replace
from pathlib import Path

from rules import Match, higher

DATABASE = "journal.db"
FILES = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm")


@dataclass
class StoredMatch:
    """A match as it is stored: what it was made with, its events, and its result if it is over."""

    id: str
    options: dict
    secret: str
    players: list
    code: str = ""
    events: list = field(default_factory=list)
    result: dict | None = None
    # The bytes of each event's row that no other row has: the body and the checksum behind it.
    rows: list = field(default_factory=list)

    @property
    def bytes_of_id(self):
        return uuid.UUID(self.id).bytes

    def hash_of(self, count):
        """The hash of the first rows."""
        return hashlib.sha256(b"".join(self.rows[:count])).hexdigest()


@dataclass
class Stored:
    """Everything in a journal."""

    matches: dict
    tables: dict

    def copy(self):
        """A journal of its own, for a fault to be planted in."""
        events = {id: [dict(event) for event in match.events] for id, match in self.matches.items()}
        return Stored({id: replace(match, events=events[id]) for id, match in self.matches.items()}, dict(self.tables))


@dataclass
class Ending:
    """What was stored when a life of the server ended, as little of it as tells whether it is stored later too."""

    # By match: how many events it had, and the hash of their rows.
    events: dict
    # The matches without a result, and the tables, by code: the id of their current match.
    unfinished: set
    tables: dict


def read(directory):
    """Reads the journal of a server that has ended."""
    return from_copy(directory, read_from)


def read_ending(directory):
    """Reads what was stored when a life ended."""
    return from_copy(directory, ending_from)


def from_copy(directory, reader):
    """The files themselves are not opened: that would change them."""
    with tempfile.TemporaryDirectory(prefix="versus2048-journal-") as scratch:
        for name in FILES[:2]:
            if (directory / name).exists():
                shutil.copyfile(directory / name, Path(scratch) / name)
        connection = sqlite3.connect(Path(scratch) / DATABASE)
        try:
            return reader(connection)
        finally:
            connection.close()


def ending_from(connection):
    hashes = {}
    for game, body, checksum in connection.execute("SELECT game, body, checksum FROM events ORDER BY game, seq"):
        count, rows = hashes.get(game, (0, hashlib.sha256()))
        rows.update(body.encode() + checksum)
        hashes[game] = (count + 1, rows)
    finished = {game for (game,) in connection.execute("SELECT game FROM results")}
    tables = {}
    for (body,) in connection.execute("SELECT body FROM tables"):
        body = json.loads(body)
        tables[body["code"]] = body["game"]["id"]
    return Ending(
        events={text_of(game): (count, rows.hexdigest()) for game, (count, rows) in hashes.items()},
        unfinished={text_of(game) for (game,) in connection.execute("SELECT id FROM matches") if game not in finished},
        tables=tables,
    )


def read_from(connection):
    matches = {}
    for id, body in connection.execute("SELECT id, body FROM matches"):
        body = json.loads(body)
        matches[text_of(id)] = StoredMatch(
            id=text_of(id),
            options=body["options"],
            secret=body["game"]["secret"],
            players=[player["id"] for player in body["players"]],
            code=body["code"],
        )
    for game, seq, body, checksum in connection.execute(
        "SELECT game, seq, body, checksum FROM events ORDER BY game, seq"
    ):
        match = matches[text_of(game)]
        match.events.append({"seq": seq, **json.loads(body)})
        match.rows.append(body.encode() + checksum)
    for game, body in connection.execute("SELECT game, body FROM results"):
        matches[text_of(game)].result = json.loads(body)["result"]
    tables = {}
    for (body,) in connection.execute("SELECT body FROM tables"):
        body = json.loads(body)
        tables[body["code"]] = body
    return Stored(matches, tables)


def text_of(id):
    return str(uuid.UUID(bytes=id)) if isinstance(id, bytes) else id


class Impossible(Exception):
    """Stored events that the rules do not allow."""


class Fold:
    """A match as its stored events make it, by the Python rules: every board by seat and turn."""

    def __init__(self, stored):
        self.stored = stored
        self.match = None
        self.boards = ({}, {})
        # By seat and turn: what the move was, its match time, and its place among the events.
        self.moves = ({}, {})
        self.at_ms = 0
        self.phase = None
        self.nonces = None
        self.outcome = None
        for number, event in enumerate(stored.events, 1):
            if event["seq"] != number:
                raise Impossible(f"event {number} of {stored.id} has the number {event['seq']}")
            self.take(event)

    def take(self, event):
        kind = event["event"]
        where = f"event {event['seq']} ({kind}) of {self.stored.id}"
        if self.phase == "over":
            raise Impossible(f"{where} comes after the end")
        allowed = {"begun": (None,), "started": ("countdown",), "moved": ("playing",), "resumed": ("paused",)}
        if self.phase not in allowed.get(kind, ("countdown", "playing", "paused")):
            raise Impossible(f"{where} in {self.phase}")
        getattr(self, kind)(event, where)

    def begun(self, event, _):
        self.nonces = event["nonces"]
        secret = bytes.fromhex(self.stored.secret)
        self.match = Match(self.stored.options, secret, [bytes.fromhex(nonce) for nonce in self.nonces])
        self.phase = "countdown"
        for seat in (0, 1):
            self.keep(seat)

    def started(self, *_):
        self.phase = "playing"

    def paused(self, *_):
        self.phase = "paused"

    def resumed(self, *_):
        self.phase = "countdown"

    def moved(self, event, where):
        seat, at_ms, limit = event["seat"], event["at_ms"], self.match.options["time_limit_s"]
        if at_ms < self.at_ms:
            raise Impossible(f"{where}: time falls from {self.at_ms} to {at_ms}")
        if limit is not None and at_ms >= limit * 1000:
            raise Impossible(f"{where} is past the time limit")
        if self.match.result is not None:
            raise Impossible(f"{where} comes after {self.match.result}")
        moved = self.match.move(seat, event["dir"])
        told = {name: event[name] for name in ("dir", "gained", "spawn")}
        if moved != told:
            raise Impossible(f"{where} is {told}, by the rules {moved}")
        self.at_ms = at_ms
        self.keep(seat)
        self.moves[seat][self.match.boards[seat].turn] = {"moved": moved, "at_ms": at_ms, "seq": event["seq"]}

    def ended(self, event, where):
        self.phase, self.outcome = "over", event["outcome"]
        if event["at_ms"] < self.at_ms:
            raise Impossible(f"{where} is before the last move")
        self.check_outcome(where)

    def check_outcome(self, where):
        outcome, by_boards = self.outcome, self.match.result
        moved = any(board.turn for board in self.match.boards)
        if by_boards is not None:
            right = outcome == by_boards
        else:
            right = {
                "time": outcome["winner"] == higher(self.match.scores),
                "aborted": outcome["winner"] is None,
                "resigned": outcome["winner"] in (0, 1) and moved,
                "abandoned": outcome["winner"] in (0, 1) and moved,
            }.get(outcome["reason"], False)
        if not right:
            raise Impossible(f"{where} is {outcome}, by the boards {by_boards}")

    def keep(self, seat):
        board = self.match.boards[seat]
        self.boards[seat][board.turn] = {**board.view(), "rows": [row[:] for row in board.rows]}

    def after(self, count):
        """Both boards and the match time after this many events."""
        turns = [
            max((turn for turn, move in self.moves[seat].items() if move["seq"] <= count), default=0) for seat in (0, 1)
        ]
        boards = [self.boards[seat][turn] for seat, turn in enumerate(turns)]
        at_ms = max((self.moves[seat][turn]["at_ms"] for seat, turn in enumerate(turns) if turn), default=0)
        return boards, at_ms
