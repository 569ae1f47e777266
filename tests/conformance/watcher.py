"""Follows the matches that one connection sees, and checks all of them against the rules."""

import hashlib

from harness import check, equal
from rules import DEFAULT_OPTIONS, Board, commitment_of, seed_of
from wire import check_board, check_move


class Seen:
    """One match as far as it was seen: the boards by seat and turn, and the moves that led to them."""

    def __init__(self, snapshot):
        self.id = snapshot["id"]
        self.options = {**DEFAULT_OPTIONS, **snapshot["options"]}
        self.commitment = snapshot["commitment"]
        self.boards = ({}, {})
        self.moves = ({}, {})
        self.at_ms = 0
        self.over = None

    def newest(self, seat):
        return self.boards[seat][max(self.boards[seat])]

    def snapshot(self, message):
        equal(message["commitment"], self.commitment, "the commitment of a match that was seen before")
        equal({**DEFAULT_OPTIONS, **message["options"]}, self.options, "the options of a match that was seen before")
        for seat, board in enumerate(message["boards"] or ()):
            known = self.boards[seat].setdefault(board["turn"], board)
            equal(board, known, "a board told before")
            equal(board["turn"], max(self.boards[seat]), "the turn in a snapshot after newer boards")

    def board(self, message):
        seat, turn = message["seat"], message["turn"]
        check(self.over is None, "a board after the end")
        check(message["at_ms"] >= self.at_ms, f"at_ms falls from {self.at_ms} to {message['at_ms']}")
        limit = self.options["time_limit_s"]
        check(limit is None or message["at_ms"] < limit * 1000, f"a move at {message['at_ms']} ms of {limit} s")
        self.at_ms = message["at_ms"]
        board = {name: message[name] for name in ("turn", "rows", "score", "status")}
        check_board(board, self.options)
        known = self.boards[seat]
        check(known and turn > max(known), f"turn {turn} after {max(known, default=None)}")
        if turn - 1 in known:
            check_move(known[turn - 1], message, self.options)
        known[turn] = board
        self.moves[seat][turn] = message["moved"]

    def end(self, message):
        equal(message["id"], self.id, "the id in over")
        check(self.over is None, "a second end")
        self.over = {name: value for name, value in message.items() if name not in ("type", "re")}
        secret, seed = bytes.fromhex(message["secret"]), bytes.fromhex(message["seed"])
        equal(commitment_of(secret).hex(), self.commitment, "SHA-256 of the secret")
        equal(seed_of(secret, [bytes.fromhex(n) for n in message["nonces"]]).hex(), message["seed"], "the seed")
        for seat in (0, 1):
            equal(self.newest(seat)["score"], message["scores"][seat], f"the score of seat {seat} in over")
            self.check_tiles(seed, seat)

    def check_tiles(self, seed, seat):
        """Every tile that was seen to appear, and where nothing was missed, the board from its beginning."""
        board = Board(self.options, seed, seat)
        if 0 in self.boards[seat]:
            equal(self.boards[seat][0], board.view(), f"the first board of seat {seat}")
        for turn, moved in sorted(self.moves[seat].items()):
            rows = self.boards[seat][turn]["rows"]
            equal(moved["spawn"], spawn_on(rows, moved["spawn"], seed, board, turn), f"tile {turn + 1} of seat {seat}")


def spawn_on(rows, spawn, seed, board, turn):
    """The tile that belongs on this board as it was before `spawn` appeared."""
    empty = [
        (r, c)
        for r, row in enumerate(rows)
        for c, tile in enumerate(row)
        if tile == 0 or (r, c) == (spawn["row"], spawn["col"])
    ]
    digest = hashlib.sha256(seed + bytes([board.stream]) + (turn + 1).to_bytes(4, "big")).digest()
    row, col = empty[int.from_bytes(digest[8:16], "big") % len(empty)]
    four = int.from_bytes(digest[:8], "big") % 1000 < board.options["four_permille"]
    return {"row": row, "col": col, "value": 4 if four else 2}


class Watcher:
    """Folds the messages of one connection."""

    def __init__(self):
        self.matches = {}
        self.current = None
        self.snapshot = None

    def see(self, message):
        match message["type"]:
            case "match":
                self.snapshot = message
                self.current = self.matches.setdefault(message["id"], Seen(message))
                self.current.snapshot(message)
                if message["result"] is not None and self.current.over is not None:
                    result = {name: value for name, value in message["result"].items() if name != "re"}
                    equal(result, self.current.over, "result in the snapshot after over")
            case "board":
                check(self.current is not None, "a board without a match")
                self.current.board(message)
            case "over":
                check(self.current is not None, "over without a match")
                self.current.end(message)
