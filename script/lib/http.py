"""The HTTP/1.1 client of all tests: one connection, exact answers, and requests that no library would send."""

import gzip
import json
import socket
import struct

from . import read_yaml


class Closed(ConnectionError):
    """The connection ended before an answer was complete. `received` is the part that arrived."""

    def __init__(self, reason, received):
        super().__init__(f"{reason} after {len(received)} bytes of an answer")
        self.received = received


class Headers(dict):
    """The fields of a head by their names in lower case. A name is found in any case; what is missing is None."""

    def __getitem__(self, name):
        return self.get(name)

    def __contains__(self, name):
        return super().__contains__(name.lower())

    def get(self, name, default=None):
        return super().get(name.lower(), default)


class Answer:
    def __init__(self, status, lines, raw):
        self.status, self.raw = status, raw
        fields = [line.partition(":") for line in lines]
        self.headers = Headers((name.lower(), value.strip()) for name, _, value in fields)
        self.repeated = len(self.headers) != len(fields)  # a header stands twice

    @property
    def closes(self):
        return self.headers.get("connection", "").lower() == "close"

    @property
    def body(self):
        """The body as it was before it was compressed."""
        return gzip.decompress(self.raw) if self.headers["content-encoding"] == "gzip" else self.raw

    def json(self):
        return json.loads(self.body)

    def value(self):
        """The body as its media type says: JSON and YAML are read, all else is text."""
        media_type = self.headers.get("content-type", "").split(";")[0]
        text = self.body.decode()
        if media_type.endswith("yaml"):
            return read_yaml(text)
        return json.loads(text) if media_type.endswith("json") else text


class Connection:
    """A connection to a port of this machine, or to a (host, port).

    `source` is the loopback address of the client. `host` is what its requests say. `tls` is an SSLContext, for a server
    that is called `host`. Of a stream, which does not end by itself, an answer has the first `events`.
    """

    opens_late = False

    def __init__(self, place, timeout=60, receive_buffer=None, source=None, host=None, tls=None, events=0):
        self.address = place if isinstance(place, tuple) else ("127.0.0.1", place)
        self.host = host or "{}:{}".format(*self.address)
        self.settings = timeout, receive_buffer, source, tls
        self.socket, self.events = None, events
        if not self.opens_late:
            self.open()

    def open(self):
        timeout, receive_buffer, source, tls = self.settings
        self.received, self.is_over = b"", False
        self.socket = socket.socket()
        self.socket.settimeout(timeout)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            if source:
                self.socket.bind((source, 0))
            self.socket.connect(self.address)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls:
                self.socket = tls.wrap_socket(self.socket, server_hostname=self.host)
        except OSError:
            self.socket.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def close(self):
        if self.socket:
            self.socket.close()

    def reset(self):
        """Ends the connection by a reset."""
        reset(self.socket)

    def request(self, method, target, body=None, *lines, **headers):
        """The answer to a request. `lines` are further lines of its head, `headers` are fields, with _ for -."""
        self.send(request_bytes(method, target, body, *lines, host=self.host, **headers))
        return self.answer(method)

    def get(self, target, *lines, **headers):
        return self.request("GET", target, None, *lines, **headers)

    def post(self, body, query="", *lines, **headers):
        return self.request("POST", "/v1/layouts" + query, body, *lines, **headers)

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
        head, _, self.received = self.received.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        answer = Answer(int(first.split()[1]), lines, b"")
        try:
            if method != "HEAD" and answer.status not in (204, 304):
                answer.raw = self._body(answer.headers)
        except Closed as error:
            error.received = head + error.received
            raise
        self.is_over = answer.closes
        return answer

    def _body(self, headers):
        if headers["content-type"] == "text/event-stream":
            # It begins with `retry`, and an empty line ends that and each event.
            return self._chunks(lambda text: text.count(b"\n\n") > self.events)
        if headers["transfer-encoding"] == "chunked":
            return self._chunks()
        if headers["content-length"] is None and headers["connection"] == "close":
            return self.everything()
        length = int(headers.get("content-length", 0))
        pieces, count = [self.received], len(self.received)
        while count < length:
            self.received = b""
            try:
                self._receive()
            except Closed as error:
                error.received = b"".join(pieces)
                raise
            pieces.append(self.received)
            count += len(self.received)
        whole = b"".join(pieces)
        self.received = whole[length:]
        return whole[:length]

    def _chunks(self, is_enough=lambda text: False):
        chunks, text = Chunks(), b""
        while True:
            text = b"".join([text, *chunks.read(self.received)])
            self.received = b""
            if chunks.is_over or is_enough(text):
                self.received = chunks.left
                return text
            self._receive()

    def everything(self):
        """All bytes until the server closes."""
        try:
            while True:
                self._receive()
        except Closed:
            received, self.received = self.received, b""
            return received

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


class Client(Connection):
    """A connection that is opened for the first request, and again behind an answer that has closed it."""

    opens_late = True

    def send(self, data):
        if self.socket is None or self.is_over:
            self.close()
            self.open()
        super().send(data)


class Chunks:
    """The chunks of a body, from bytes as they come. `left` is what is not a whole chunk, or what follows the last one."""

    def __init__(self):
        self.left, self.is_over = b"", False

    def read(self, data):
        """The contents of the chunks that end in these bytes."""
        self.left += data
        found, place = [], 0
        while not self.is_over and (line := self.left.find(b"\r\n", place)) >= 0:
            length = int(self.left[place:line].partition(b";")[0], 16)
            if len(self.left) < line + length + 4:
                break
            found.append(self.left[line + 2:line + 2 + length])
            place = line + length + 4
            self.is_over = length == 0
        self.left = self.left[place:]
        return found


class EventReader:
    """What a stream of events tells: whole events, from the bytes of its answer as they come."""

    def __init__(self):
        self.head, self.chunks, self.start, self.text = None, Chunks(), b"", b""

    def read(self, data):
        """The events that end in these bytes: lists of id, name, data."""
        if self.head is None:
            self.start += data
            if b"\r\n\r\n" not in self.start:
                return []
            self.head, _, data = self.start.partition(b"\r\n\r\n")
        *whole, self.text = b"".join([self.text, *self.chunks.read(data)]).split(b"\n\n")
        return [event for event in map(self._event, whole) if event]

    @staticmethod
    def _event(text):
        fields = dict(line.partition(b": ")[::2] for line in text.split(b"\n"))
        return (fields.get(b"id"), fields[b"event"].decode(), fields[b"data"]) if b"data" in fields else None

    @property
    def status(self):
        return int(self.head.split()[1]) if self.head else None


def request_bytes(method, target, body=None, *lines, host="test", **headers):
    """A request; `lines` are further lines of its head, `headers` are fields, with _ for -."""
    body = body.encode() if isinstance(body, str) else body
    given = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}", *lines, *given]
    if body is not None:
        if not any(line.lower().startswith("content-type:") for line in lines):
            lines.append("Content-Type: application/json")
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


def reset(connection):
    """Ends a connection by a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def is_overload(answer):
    """Whether an answer is a 503 with `Retry-After`."""
    return answer.status == 503 and answer.headers.get("retry-after", "").isdigit()
