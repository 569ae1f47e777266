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
# What belongs to it: its write-ahead log, and the journal of a change that was made without that.
FILES = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-journal")


@dataclass
class StoredMatch:
    """A match as it is stored: what it was made with, its moves as events, and its result if it is over."""

    id: str
    options: dict
    secret: str
    players: list
    code: str = ""
    events: list = field(default_factory=list)
    result: dict | None = None

    @property
    def bytes_of_id(self):
        return uuid.UUID(self.id).bytes

    def hash_of(self, count):
        """The hash of the first events, by what of them is kept for ever."""
        kept = [[event.get(name) for name in ("event", "at_ms", "seat", "dir")] for event in self.events[:count]]
        return hashlib.sha256(json.dumps(kept).encode()).hexdigest()

    def add(self, event):
        """Adds an event; those that only stop and start the time are not kept for ever."""
        if event["event"] not in ("begun", "moved", "ended"):
            return
        if event["event"] == "moved" and len(self.events) == 1:
            self.append({"event": "started"})
        self.append(event)

    def append(self, event):
        self.events.append({"seq": len(self.events) + 1, **event})


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
        for name in FILES:
            if (directory / name).exists():
                shutil.copyfile(directory / name, Path(scratch) / name)
        connection = sqlite3.connect(Path(scratch) / DATABASE)
        try:
            return reader(connection)
        finally:
            connection.close()


def ending_from(connection):
    return ending_of(read_from(connection))


def ending_of(stored):
    return Ending(
        events={id: (len(match.events), match.hash_of(len(match.events))) for id, match in stored.matches.items()},
        unfinished={id for id, match in stored.matches.items() if match.result is None},
        tables={code: table["game"]["id"] for code, table in stored.tables.items()},
    )


def read_from(connection):
    log = Log()
    for (body,) in connection.execute("SELECT body FROM log WHERE body <> '' ORDER BY number"):
        log.take(json.loads(body))
    finished = connection.execute("SELECT header, moves FROM finished").fetchall()
    matches = {match.id: match for match in (packed(json.loads(h), json.loads(m)) for h, m in finished)}
    playing = {id: match for id, match in log.playing().items() if id not in matches}
    return Stored({**playing, **matches}, log.tables)


def packed(header, moves):
    """A finished match: of its moves only what its replay tells."""
    match = StoredMatch(
        id=header["id"],
        options=header["options"],
        secret=header["secret"],
        players=[player["id"] for player in header["players"]],
        code=header["code"],
        result=header["result"],
    )
    match.add({"event": "begun", "nonces": header["nonces"]})
    for move in moves:
        match.add({"event": "moved", **move})
    outcome = {name: header["result"][name] for name in ("winner", "reason")}
    match.add({"event": "ended", "outcome": outcome, "at_ms": header["result"]["ended_at_ms"]})
    return match


DIRECTIONS = ("up", "down", "left", "right")


def move_of(way, gained, cell, value, at_ms):
    """A move as the log has it: four times the seat plus the direction, and so on."""
    spawn = {"row": cell // 16, "col": cell % 16, "value": value}
    return {"seat": way // 4, "dir": DIRECTIONS[way % 4], "gained": gained, "spawn": spawn, "at_ms": at_ms}


class Log:
    """The open tables as the rows of the log make them. Each row has entries of tables, which are a code and writes."""

    def __init__(self):
        self.tables, self.matches = {}, {}
        # By code: the current match, of which events have come.
        self.current = {}
        # Tables all of which has been seen: an entry of another one belongs to what stands in a later row.
        self.known = set()

    def playing(self):
        games = {table["game"]["id"] for table in self.tables.values()}
        return {id: match for id, match in self.matches.items() if id in games and self.current.get(match.code) == id}

    def take(self, entries):
        for code, writes in entries:
            if writes and writes[0] == "anew":
                self.known.add(code)
            if code in self.known:
                for write in writes:
                    self.take_write(code, write)
                if "closed" in writes:
                    self.close(code)

    def take_write(self, code, write):
        match = self.matches.get(self.current.get(code))
        if isinstance(write, list):
            match.add({"event": "moved", **move_of(*write)})
        elif write == "over" or "result" in write:
            self.current.pop(code, None)
        elif "table" in write:
            self.tables[code] = write["table"]
        elif "match" in write:
            self.begin(code, write["match"])
        elif "event" in write:
            match.add(write["event"])

    def close(self, code):
        self.tables.pop(code, None)
        self.current.pop(code, None)
        self.known.discard(code)

    def begin(self, code, body):
        id = body["game"]["id"]
        self.current[code] = id
        self.matches[id] = StoredMatch(
            id=id,
            options=body["options"],
            secret=body["game"]["secret"],
            players=[player["id"] for player in body["players"]],
            code=body["code"],
        )


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
        # Of a match that is over, its moves alone are kept.
        told = {name: event[name] for name in ("dir", "gained", "spawn") if name in event}
        if moved is None or any(moved[name] != told[name] for name in told):
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
