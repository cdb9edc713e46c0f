"""Clients that follow a document: by polls that wait, and by a stream of events."""

import json
import threading

from lib.http import Closed, Connection, EventReader, request_bytes

WAIT_SECONDS = 2
PAUSE_SECONDS = 0.02


class Follower(threading.Thread):
    """Follows a document through a port, until it is told to stop. `seen` has its records, and a number wherever it
    began behind that revision: first, and where the log had no longer what came next."""

    def __init__(self, port, name, after=None):
        super().__init__(daemon=True)
        self.port, self.path = port, f"/v1/documents/{name}"
        self.after, self.seen, self.gone, self.fault = after, [], 0, None
        self.stopping, self.connection = threading.Event(), None
        if after is not None:
            self.seen.append(after)
        self.start()

    def run(self):
        while not self.stopping.is_set():
            try:
                with Connection(self.port, timeout=40) as self.connection:
                    while not self.stopping.is_set():
                        if self.after is None:
                            self.begin()
                        else:
                            self.follow()
            except (Closed, OSError):
                self.stopping.wait(PAUSE_SECONDS)
            except Exception as error:
                self.fault = f"{type(error).__name__}: {error}"
                return

    def begin(self):
        """Reads the document, and goes on from its revision."""
        answer = self.connection.request("GET", self.path)
        if answer.status == 200:
            self.after = answer.json()["revision"]
            self.seen.append(self.after)
        elif answer.status in (404, 503):
            self.stopping.wait(PAUSE_SECONDS)
        else:
            raise RuntimeError(f"answered {answer.status}")

    def take(self, record):
        self.seen.append(record)
        self.after = record["revision"]

    def refused(self, status, problem):
        """An answer that has no records."""
        if status == 410:
            if not problem["oldest"] <= problem["revision"]:
                raise RuntimeError(f"history-gone says {problem}")
            self.gone, self.after = self.gone + 1, None
        elif status in (404, 503):
            self.stopping.wait(PAUSE_SECONDS)
        else:
            raise RuntimeError(f"answered {status}: {problem}")

    def stop(self):
        self.stopping.set()

    @property
    def records(self):
        return [each for each in self.seen if isinstance(each, dict)]


class Poller(Follower):
    kind = "poll"

    def follow(self):
        answer = self.connection.request("GET", f"{self.path}/changes?after={self.after}&wait={WAIT_SECONDS}")
        if answer.status != 200:
            return self.refused(answer.status, answer.json())
        for record in answer.json()["changes"]:
            self.take(record)


class Streamer(Follower):
    kind = "events"

    def follow(self):
        connection, reader = self.connection, EventReader()
        connection.socket.settimeout(WAIT_SECONDS)
        connection.send(request_bytes("GET", f"{self.path}/events", None, f"Last-Event-ID: {self.after}"))
        while not self.stopping.is_set():
            try:
                data = connection.socket.recv(1 << 16)
            except TimeoutError:
                continue
            if not data:
                raise Closed("closed", b"")
            if reader.status is None:
                connection.received += data
                if b"\r\n\r\n" not in connection.received:
                    continue
                if b" 200 " not in connection.received[:16]:
                    answer = connection.answer()
                    return self.refused(answer.status, answer.json())
                data, connection.received = connection.received, b""
            for id, name, text in reader.read(data):
                text = json.loads(text)
                if name == "gone":
                    self.refused(410, text)
                elif name != "heartbeat":
                    if int(id) != text["revision"] or name != text["kind"]:
                        raise RuntimeError(f"the event {id} {name} has {text}")
                    self.take(text)
            if self.after is None:
                raise Closed("gone", b"")


def wrong_order(seen):
    """What is wrong with the order of what a follower has seen: each record is the next one, unless it has begun
    anew."""
    wrong, last = [], None
    for each in seen:
        if isinstance(each, int):
            if last is not None and each < last:
                wrong.append(f"it went back from {last} to {each}")
            last = each
            continue
        if last is not None and each["revision"] != last + 1:
            wrong.append(f"{each['revision']} came after {last}")
        last = each["revision"]
    return wrong
