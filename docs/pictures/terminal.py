"""A program in a pseudo-terminal, and what it shows."""

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte

# How long anything is waited for, in seconds.
LIMIT = 30
KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "end": "\x1b[F"}


class Screen(pyte.Screen):
    """The emulator has no faint letters; italics, which the client never uses, stand for them."""

    def select_graphic_rendition(self, *codes, **options):
        codes = list(codes) or [0]
        while codes:
            # A colour has numbers behind it that are no attributes.
            size = {(38, 2): 5, (48, 2): 5, (38, 5): 3, (48, 5): 3}.get(tuple(codes[:2]), 1)
            code, codes = codes[:size], codes[size:]
            stand_ins = {(2,): [3], (22,): [22, 23]}
            super().select_graphic_rendition(*stand_ins.get(tuple(code), code), **options)


class Terminal:
    """A program in a terminal of its own, ended on leaving."""

    def __init__(self, command, size=(80, 24), environment=()):
        self.screen = Screen(*size)
        self.stream = pyte.Stream(self.screen)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        columns, rows = size
        self.process, self.file = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execvpe(command[0], command, {**os.environ, **dict(environment)})
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.process, signal.SIGHUP)
        os.close(self.file)
        os.waitpid(self.process, 0)

    def press(self, *keys):
        for key in keys:
            os.write(self.file, KEYS.get(key, key).encode())

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def read(self, seconds):
        """Takes what the program writes for so long, or until it ends; whether it still runs."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.file], [], [], left)
            if not ready:
                return True
            try:
                self.stream.feed(self.decoder.decode(os.read(self.file, 65536)))
            except OSError:
                return False
        return True

    def wait_for(self, *texts):
        end = time.monotonic() + LIMIT
        while not all(text in self.text() for text in texts):
            if time.monotonic() > end:
                raise TimeoutError(f"awaited {texts}, but the screen shows\n{self.text()}")
            self.read(0.05)

    def wait_for_end(self):
        end = time.monotonic() + LIMIT
        while self.read(0.05):
            if time.monotonic() > end:
                raise TimeoutError(f"the program goes on, and shows\n{self.text()}")
