"""The rules of the board and of the end of a match, as docs/protocol.md states them.

Nothing here knows of connections or of time: boards are lists of rows, and a match is told its moves.
"""

import hashlib

DIRECTIONS = ("up", "down", "left", "right")

DEFAULT_OPTIONS = {
    "rows": 4,
    "cols": 4,
    "target": 2048,
    "time_limit_s": None,
    "four_permille": 100,
    "tiles": "mirrored",
    "scoring": "merges",
    "countdown_s": 3,
    "watchable": True,
}

MOST_MOVES = 100_000
LONGEST_MATCH_MS = 24 * 3600 * 1000


def slide_line(line):
    """What a line becomes when its tiles move toward its first cell, and the sum of the tiles made."""
    tiles = [tile for tile in line if tile]
    out, gained, at = [], 0, 0
    while at < len(tiles):
        if at + 1 < len(tiles) and tiles[at] == tiles[at + 1]:
            out.append(2 * tiles[at])
            gained += 2 * tiles[at]
            at += 2
        else:
            out.append(tiles[at])
            at += 1
    return out + [0] * (len(line) - len(out)), gained


def lines_of(rows, cols, direction):
    """The cells of each line of a board, the one at the wall that the tiles move toward first."""
    if direction in ("left", "right"):
        lines = [[(row, col) for col in range(cols)] for row in range(rows)]
    else:
        lines = [[(row, col) for row in range(rows)] for col in range(cols)]
    return [line[::-1] for line in lines] if direction in ("right", "down") else lines


def slide(board, direction):
    """The board after a slide, before a tile appears, and the points; None where nothing would change."""
    after, gained = [row[:] for row in board], 0
    for line in lines_of(len(board), len(board[0]), direction):
        values, points = slide_line([board[row][col] for row, col in line])
        gained += points
        for (row, col), value in zip(line, values, strict=True):
            after[row][col] = value
    return None if after == board else (after, gained)


def is_stuck(board):
    return all(slide(board, direction) is None for direction in DIRECTIONS)


def status_of(board, target):
    if target is not None and any(target in row for row in board):
        return "reached"
    return "stuck" if is_stuck(board) else "playing"


def commitment_of(secret):
    return hashlib.sha256(secret).digest()


def seed_of(secret, nonces):
    return hashlib.sha256(secret + nonces[0] + nonces[1]).digest()


class Board:
    """One seat's board: its tiles, turn and score, and the stream that its new tiles come from."""

    def __init__(self, options, seed, seat):
        self.options = options
        self.seed = seed
        self.stream = 0 if options["tiles"] == "mirrored" else seat
        self.rows = [[0] * options["cols"] for _ in range(options["rows"])]
        self.turn = 0
        self.points = 0
        self.spawn(0)
        self.spawn(1)

    def spawn(self, number):
        digest = hashlib.sha256(self.seed + bytes([self.stream]) + number.to_bytes(4, "big")).digest()
        x, y = int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big")
        empty = [(r, c) for r, row in enumerate(self.rows) for c, tile in enumerate(row) if tile == 0]
        row, col = empty[y % len(empty)]
        value = 4 if x % 1000 < self.options["four_permille"] else 2
        self.rows[row][col] = value
        return {"row": row, "col": col, "value": value}

    @property
    def score(self):
        return sum(map(sum, self.rows)) if self.options["scoring"] == "sum" else self.points

    @property
    def status(self):
        return status_of(self.rows, self.options["target"])

    def move(self, direction):
        """Makes a move and says what it did, or returns None and changes nothing."""
        slid = slide(self.rows, direction)
        if slid is None:
            return None
        self.rows, gained = slid
        self.points += gained
        self.turn += 1
        return {"dir": direction, "gained": gained, "spawn": self.spawn(self.turn + 1)}

    def view(self):
        return {"turn": self.turn, "rows": self.rows, "score": self.score, "status": self.status}


def higher(scores):
    """The seat with the higher score, None if they are equal."""
    return None if scores[0] == scores[1] else scores.index(max(scores))


class Match:
    """Two boards, and what rules 1 to 3 make of them."""

    def __init__(self, options, secret, nonces):
        self.options = {**DEFAULT_OPTIONS, **options}
        self.seed = seed_of(secret, nonces)
        self.boards = [Board(self.options, self.seed, seat) for seat in (0, 1)]
        self.result = None

    @property
    def scores(self):
        return [board.score for board in self.boards]

    def refusal(self, seat, direction):
        """Why a move with the right turn is refused, or None."""
        if self.result is not None:
            return "not_playing"
        board = self.boards[seat]
        if board.status == "stuck":
            return "stuck"
        return "no_change" if slide(board.rows, direction) is None else None

    def move(self, seat, direction):
        moved = self.boards[seat].move(direction)
        self.result = self.ended()
        return moved

    def ended(self):
        """The result by rules 1 to 3, or None where they say nothing."""
        statuses = [board.status for board in self.boards]
        if "reached" in statuses:
            return {"winner": statuses.index("reached"), "reason": "target"}
        if statuses == ["stuck", "stuck"]:
            return {"winner": higher(self.scores), "reason": "stuck"}
        for seat in (0, 1):
            if statuses[seat] == "stuck" and higher(self.scores) == 1 - seat:
                return {"winner": 1 - seat, "reason": "outscored"}
        return None
