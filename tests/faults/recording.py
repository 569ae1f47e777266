"""The recording of a run, and places in it where a fault can be planted."""

import copy
from dataclasses import dataclass

from history import HEARD, Entry

PLANTS = []


@dataclass
class Recording:
    """What the checker judges."""

    history: object
    stored: object
    at_ends: dict

    def copy(self):
        return Recording(self.history.copy(), self.stored.copy(), copy.deepcopy(self.at_ends))

    # --- finding the place for a fault

    def heard(self, kind, wanted=lambda entry: True):
        """What somebody heard, of this type, in order."""
        return [e for e in self.history.entries if e.kind == HEARD and e.message["type"] == kind and wanted(e)]

    def game_of(self, entry):
        """The match that a connection looked at when it heard this."""
        game = None
        for other in self.history.entries[: entry.number]:
            if other.connection == entry.connection and other.kind == HEARD and other.message["type"] == "match":
                game = other.message["id"]
        return game

    def told_move(self, wanted=lambda entry: True):
        """A board from the middle of the run that was told, and its match as it is stored."""
        boards = self.heard("board", lambda e: e.message["turn"] > 3 and wanted(e))
        entry = boards[len(boards) // 2]
        return entry, self.stored.matches[self.game_of(entry)]

    def event_of(self, entry, match):
        """The index of the event that a board tells of."""
        seat, turn = entry.message["seat"], entry.message["turn"]
        moves = [n for n, e in enumerate(match.events) if e["event"] == "moved" and e["seat"] == seat]
        return moves[turn - 1]

    def same_board(self, entry):
        """Everybody's message of the same move."""
        at_ms, rows = entry.message["at_ms"], entry.message["rows"]
        return self.heard("board", lambda e: e.message["at_ms"] == at_ms and e.message["rows"] == rows)

    def insert_after(self, entry, message):
        where = entry.number + 1
        new = Entry(where, entry.at, entry.life, HEARD, entry.who, entry.connection, message)
        self.history.entries.insert(where, new)
        self.number()

    def remove(self, entries):
        gone = {entry.number for entry in entries}
        self.history.entries = [entry for entry in self.history.entries if entry.number not in gone]
        self.number()

    def number(self):
        for number, entry in enumerate(self.history.entries):
            entry.number = number


def some(candidates):
    """The first of them; a run in which nothing offers itself was too short."""
    for each in candidates:
        return each
    raise LookupError("nothing in this run to plant the fault in")


def plant(found):
    """Registers what plants a fault in a copy of a recording, with a part of the sentence in which it must be found."""

    def register(function):
        function.found = found
        PLANTS.append(function)
        return function

    return register
