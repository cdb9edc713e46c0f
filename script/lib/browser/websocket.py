"""A client of the WebSocket protocol (RFC 6455), as far as WebDriver BiDi needs it: texts of any length, over one socket."""

import base64
import os
import socket
import struct

CONTINUED, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10


class WebSocket:
    """A connection to ws://127.0.0.1:PORT/PATH. Waits at most `seconds` for each piece of an answer."""

    def __init__(self, port, path, seconds):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        status = self.file.readline()
        if b" 101 " not in status:
            raise ConnectionError(f"no WebSocket: {status!r}")
        while self.file.readline().strip():
            pass

    def close(self):
        self.file.close()
        self.socket.close()

    def send(self, text, kind=TEXT):
        """Sends one frame, masked as those of clients have to be."""
        data = text.encode() if isinstance(text, str) else text
        size = len(data)
        if size < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        elif size < 65536:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, size)
        mask = os.urandom(4)
        key = (mask * (size // 4 + 1))[:size]
        masked = int.from_bytes(data, "big") ^ int.from_bytes(key, "big")
        self.socket.sendall(head + mask + masked.to_bytes(size, "big"))

    def receive(self):
        """The next text. Answers pings meanwhile."""
        pieces = []
        while True:
            kind, isLast, data = self._frame()
            if kind == CLOSE:
                raise ConnectionError("the browser closed the WebSocket")
            if kind == PING:
                self.send(data, PONG)
            elif kind in (TEXT, CONTINUED):
                pieces.append(data)
                if isLast:
                    return b"".join(pieces).decode()

    def _frame(self):
        first, second = self._read(2)
        size = second & 127
        if size > 125:
            size = int.from_bytes(self._read(2 if size == 126 else 8), "big")
        return first & 15, first & 0x80 != 0, self._read(size)

    def _read(self, count):
        data = self.file.read(count)
        if len(data) < count:
            raise ConnectionError("the browser ended the connection")
        return data
