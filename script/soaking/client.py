"""A plain HTTP/1.1 client on one connection that returns the exact answer."""

import json
import socket
import struct


class Closed(Exception):
    """The connection ended before an answer was complete. `received` is the part that arrived."""

    def __init__(self, reason, received):
        super().__init__(f"{reason} after {len(received)} bytes of an answer")
        self.received = received


class Answer:
    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def closes(self):
        return self.headers.get("connection", "").lower() == "close"

    def json(self):
        return json.loads(self.body)


class Connection:
    def __init__(self, port, timeout=30, receive_buffer=None, source=None):
        """`source` is the loopback address of the client."""
        self.socket = socket.socket()
        self.socket.settimeout(timeout)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            if source:
                self.socket.bind((source, 0))
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        self.socket.close()

    def reset(self):
        """Ends the connection by a reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def request(self, method, target, body=None, *lines):
        self.send(request_bytes(method, target, body, *lines))
        return self.answer(method)

    def post(self, body, query=""):
        return self.request("POST", "/v1/layouts" + query, body)

    def layout(self, body):
        """Posts a snapshot and returns the path of its layout."""
        return f"/v1/layouts/{self.post(body).json()['id']}"

    def send(self, data):
        """Sends as much as the server takes. Its answer may come before all is sent."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def answer(self, method="GET"):
        """The next answer. Raises `Closed` if it is not complete."""
        while b"\r\n\r\n" not in self.received:
            self._receive()
        head, _, rest = self.received.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        status = int(lines[0].split()[1])
        has_body = method != "HEAD" and status not in (204, 304)
        length = int(headers.get("content-length", 0)) if has_body else 0
        pieces, count = [rest], len(rest)
        while count < length:
            self.received = b""
            try:
                self._receive()
            except Closed as error:
                error.received = head + b"".join(pieces)
                raise
            pieces.append(self.received)
            count += len(self.received)
        whole = b"".join(pieces)
        self.received = whole[length:]
        return Answer(status, headers, whole[:length])

    def _receive(self):
        try:
            data = self.socket.recv(1 << 18)
        except TimeoutError:
            raise Closed("nothing came for long", self.received) from None
        except OSError as error:
            raise Closed(str(error), self.received) from None
        if not data:
            raise Closed("closed", self.received)
        self.received += data


def request_bytes(method, target, body=None, *lines):
    """A request; `lines` are further lines of its head."""
    lines = [f"{method} {target} HTTP/1.1", "Host: soak", *lines]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


def is_overload(answer):
    """Whether an answer is a 503 with `Retry-After`."""
    return answer.status == 503 and answer.headers.get("retry-after", "").isdigit()
