"""A line between a client and a server that is cut after so many bytes, in one direction or the other."""

import asyncio
import socket
import struct
from contextlib import suppress

# Gives a cut line no chance to say goodbye: what is closed is reset.
RESET = struct.pack("ii", 1, 0)


class Line:
    """Passes on everything both ways, until so many bytes have gone one way; counts what has gone either way."""

    def __init__(self, server, source, up=None, down=None):
        self.server, self.source = server, source
        # What may still go to the server and to the client; None for all.
        self.left = {"up": up, "down": down}
        self.passed = {"up": 0, "down": 0}
        self.ends, self.tasks = [], []

    async def open(self):
        """The port that leads to the server."""
        self.listener = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        return self.listener.sockets[0].getsockname()[1]

    async def accept(self, reader, writer):
        far_reader, far_writer = await asyncio.open_connection(
            self.server.host, self.server.port, local_addr=self.source
        )
        self.ends += [writer, far_writer]
        self.tasks += [
            asyncio.create_task(self.pass_on("up", reader, far_writer)),
            asyncio.create_task(self.pass_on("down", far_reader, writer)),
        ]

    async def pass_on(self, way, reader, writer):
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if self.left[way] is not None:
                    data = data[: self.left[way]]
                    self.left[way] -= len(data)
                self.passed[way] += len(data)
                writer.write(data)
                await writer.drain()
                if self.left[way] == 0:
                    break
        self.cut()

    def cut(self):
        """Both ends are reset, as by a router that has forgotten the connection."""
        for end in self.ends:
            with suppress(OSError):
                end.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            end.transport.abort()

    async def close(self):
        self.listener.close()
        self.cut()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
