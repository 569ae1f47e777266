"""What happened in a run, in the order in which the clients saw it: what they sent and heard, and the server's lives.

It knows nothing of rules; `checker.py` judges it afterwards.
"""

import json
import time
from dataclasses import asdict, dataclass, replace

# What may be the `kind` of an entry.
OPENED, SENT, HEARD, CLOSED, STARTED, ENDED = "opened", "sent", "heard", "closed", "started", "ended"


@dataclass(slots=True)
class Entry:
    """One thing that happened. `who` and `connection` are None where it happened to the server."""

    number: int
    at: float
    life: int
    kind: str
    who: str | None = None
    connection: int | None = None
    message: dict | None = None


class History:
    """Entries by number. What is sent is entered before it leaves, so nothing can be stored that is not entered."""

    def __init__(self, entries=()):
        self.entries = list(entries)
        self.life = max((entry.life for entry in self.entries), default=0)
        # The life of the server in which each connection was opened: what comes on it late is of that life.
        self.lives = {}

    def add(self, kind, who=None, connection=None, message=None):
        life = self.lives.get(connection, self.life)
        self.entries.append(Entry(len(self.entries), time.monotonic(), life, kind, who, connection, message))

    def opened(self, who):
        """Enters a new connection, and gives its number."""
        connection = len(self.lives) + 1
        self.lives[connection] = self.life
        self.add(OPENED, who, connection)
        return connection

    def started(self):
        """A new life of the server begins."""
        self.life += 1
        self.add(STARTED)

    def ended(self):
        self.add(ENDED)

    def copy(self):
        """A history with entries of its own, for a fault to be planted in. Messages are to be replaced, not changed."""
        return History(replace(entry) for entry in self.entries)

    def save(self, path):
        with path.open("w", encoding="utf-8") as file:
            for entry in self.entries:
                file.write(json.dumps(asdict(entry)) + "\n")
