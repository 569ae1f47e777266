"""HTTP and WebSocket frames by hand, for what a well-behaved library would not send."""

import asyncio
import base64
import json
import os
import socket
import struct
from dataclasses import dataclass

from harness import Failed, check, equal, within

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA


@dataclass
class Response:
    status: int
    headers: dict
    body: bytes

    def json(self):
        return json.loads(self.body)

    def problem(self, status):
        """Checks that this is an error in the form of RFC 9457."""
        equal(self.status, status, "the HTTP status")
        kind = self.headers.get("content-type", "").split(";")[0]
        equal(kind, "application/problem+json", "the content type of an error")
        problem = self.json()
        check(isinstance(problem, dict), f"a problem is an object, not {problem!r}")
        equal(problem.get("status", status), status, "the status in the problem")
        check(problem.get("title") or problem.get("detail"), f"a problem without words: {problem}")
        return problem


class Raw:
    """A TCP connection to the server."""

    def __init__(self, reader, writer, surroundings):
        self.reader, self.writer, self.surroundings = reader, writer, surroundings
        self.host_header = surroundings.server.host_header

    @classmethod
    async def connect(cls, surroundings, receive_buffer=None):
        """A new connection; with a size for the kernel's buffer, one that holds little for a slow reader."""
        server = surroundings.server
        await surroundings.pace.connections.take()
        tcp = socket.socket(socket.AF_INET6 if ":" in server.host else socket.AF_INET)
        tcp.setblocking(False)
        if receive_buffer is not None:
            tcp.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if surroundings.source() is not None:
            tcp.bind(surroundings.source())
        opening = asyncio.get_running_loop().sock_connect(tcp, (server.host, server.port))
        await within(opening, "a TCP connection")
        raw = cls(*await asyncio.open_connection(sock=tcp), surroundings)
        surroundings.closing.append(raw)
        return raw

    async def close(self):
        self.writer.close()

    def stop_reading(self):
        self.writer.transport.pause_reading()

    def read_on(self):
        self.writer.transport.resume_reading()

    async def send(self, data):
        self.writer.write(data)
        await within(self.writer.drain(), "the server to read")

    # --- HTTP

    async def request(self, path, method="GET", **headers):
        """Sends a request and reads the whole response; underscores in the names of headers stand for hyphens."""
        lines = {"Host": self.host_header, **{k.replace("_", "-"): v for k, v in headers.items()}}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value is not None)
        await self.send(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode())
        try:
            return await within(self.response(method), f"the response to {method} {path}")
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Failed(f"the connection ended before the response to {method} {path}") from None

    async def response(self, method):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.split(":", 1) for line in head[1:] if line)
        headers = {name.strip().lower(): value.strip() for name, value in pairs}
        status, body = int(head[0].split()[1]), b""
        if method == "HEAD" or status == 101:
            pass
        elif headers.get("transfer-encoding") == "chunked":
            body = await self.chunks()
        elif "content-length" in headers:
            body = await self.reader.readexactly(int(headers["content-length"]))
        return Response(status, headers, body)

    async def chunks(self):
        body = b""
        while size := int((await self.reader.readline()).split(b";")[0], 16):
            body += await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()
        return body

    # --- WebSocket

    async def try_upgrade(self, path="/v1/ws", **headers):
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
        return await self.request(path, **{**upgrade, "Sec_WebSocket_Key": key, **headers})

    async def upgrade(self, **headers):
        response = await self.try_upgrade(**headers)
        equal(response.status, 101, "the status of an upgrade")
        return self

    async def frame(self, opcode, payload=b"", *, fin=True, mask=True, reserved=0, claim=None):
        """Sends one frame; `claim` is a length to claim in its header in place of the real one."""
        await self.send(encode(opcode, payload, fin=fin, mask=mask, reserved=reserved, claim=claim))

    async def text(self, message):
        await self.frame(TEXT, message.encode() if isinstance(message, str) else json.dumps(message).encode())

    async def hello(self, name="Raw"):
        """Upgrades, and says hello."""
        await self.upgrade()
        await self.text({"type": "hello", "protocol": 1, "name": name})
        equal((await self.message())["type"], "welcome", "the answer to hello")
        return self

    async def next_frame(self):
        """Opcode and payload of the next frame; None at the end of the stream."""

        async def read():
            first, second = await self.reader.readexactly(2)
            check(first & 0x70 == 0 and first & 0x80, "a fragment or a reserved bit from the server")
            check(second & 0x80 == 0, "a masked frame from the server")
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", await self.reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", await self.reader.readexactly(8))
            return first & 0x0F, await self.reader.readexactly(length)

        try:
            return await within(read(), "a frame")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def message(self):
        """The next text message; answers pings on the way."""
        return await within(self.next_message(), "a message")

    async def next_message(self):
        while True:
            frame = await self.next_frame()
            if frame is None:
                raise Failed("the connection was dropped")
            opcode, payload = frame
            if opcode == PING:
                await self.frame(PONG, payload)
            elif opcode == CLOSE:
                raise Failed(f"closed: {payload!r}")
            elif opcode == TEXT:
                return json.loads(payload)

    async def close_code(self):
        """Reads to the close frame and gives its code; None if the connection ends without one."""
        while (frame := await self.next_frame()) is not None:
            opcode, payload = frame
            if opcode == CLOSE:
                check(len(payload) > 2, "a close without a reason text")
                return struct.unpack(">H", payload[:2])[0]
        return None

    async def closes(self, code):
        equal(await self.close_code(), code, "the close code")

    async def ended(self):
        """Reads to the end of the stream, whatever comes."""
        while await self.next_frame() is not None:
            pass


def encode(opcode, payload, *, fin=True, mask=True, reserved=0, claim=None):
    length = len(payload) if claim is None else claim
    bit = 0x80 if mask else 0
    head = bytes([(0x80 if fin else 0) | reserved | opcode])
    if length < 126:
        head += bytes([bit | length])
    elif length < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", length)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", length)
    key = os.urandom(4) if mask else b""
    if mask:
        payload = bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))
    return head + key + payload


async def get(surroundings, path, method="GET", **headers):
    """One HTTP request on a connection of its own."""
    raw = await Raw.connect(surroundings)
    try:
        return await raw.request(path, method, Connection="close", **headers)
    finally:
        await raw.close()
