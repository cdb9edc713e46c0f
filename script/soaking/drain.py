"""SIGTERM under load.

Clients may rely on this (RFC 9112 sections 9.3 to 9.6). A server may close an idle connection; a request that crosses
such a close gets no byte of an answer and is sent again. After an answer with `Connection: close` nothing more is sent.
Every other request on a connection in use is answered, and an answer that has begun is completed. A connection is in
use when its last request was sent less than 0.15 s ago (the program allows 0.2 s from its answer; the time of the request
counts here, since a client on a busy machine may read its answer late). A new connection is accepted and answered, or
refused. The system may complete a connect between the program's last accept and the end of its listening, so a few are
closed without a byte of an answer.
"""

import threading
import time

from lib.http import Closed, Connection, is_overload, request_bytes
from lib.server import Server

from . import bodies

IN_USE_SECONDS = 0.15
DRAIN_SECONDS = 20


def run(program, facts, quick=False, **_):
    under_load(program, facts, 6 if quick else 40)


class Tally:
    """The results of the requests of many clients."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = {"answered": 0, "crossed an idle close": 0, "refused": 0, "closed when new": 0}
        self.failures = []

    def add(self, name):
        with self.lock:
            self.counts[name] += 1

    def fail(self, reason):
        with self.lock:
            self.failures.append(reason)


class Client(threading.Thread):
    """Repeats a request on one connection, or on a new one each time, until the server ends."""

    def __init__(self, port, tally, signalled, data, pause=0.0, renews=False):
        super().__init__(daemon=True)
        self.port, self.tally, self.signalled = port, tally, signalled
        self.data, self.pause, self.renews = data, pause, renews

    def run(self):
        connection, last = None, None
        while True:
            try:
                connection = connection or Connection(self.port)
            except OSError as error:
                if self.signalled.is_set():
                    self.tally.add("refused")
                else:
                    self.tally.fail(f"not connected: {error}")
                return
            is_new = last is None
            pause, begun = 0, time.monotonic()
            try:
                connection.send(self.data)
                pause = 0 if is_new else time.monotonic() - last
                answer = connection.answer()
            except Closed as closed:
                self.note(closed, is_new, pause)
                connection.close()
                connection = last = None
                continue
            if answer.status in (200, 201) or is_overload(answer):
                self.tally.add("answered")
            else:
                self.tally.fail(f"status {answer.status}: {answer.body[:100]}")
            last = begun
            if self.renews or answer.closes:
                connection.close()
                connection = last = None
            if self.pause:
                time.sleep(self.pause)

    def note(self, closed, is_new, pause):
        if closed.received or not self.signalled.is_set():
            self.tally.fail(str(closed))
        elif is_new:
            self.tally.add("closed when new")
        elif pause > IN_USE_SECONDS:
            self.tally.add("crossed an idle close")
        else:
            self.tally.fail(f"{closed}, {1000 * pause:.0f} ms after the last request: {self.data[:30]}")


def clients(port, tally, signalled):
    with Connection(port) as connection:
        path = connection.layout(bodies.scrolled())
    scroll = request_bytes("GET", f"{path}/special?width=390&bounds=0,777,390,844")
    elements = request_bytes("GET", f"{path}/elements?width=390&rect=0,0,390,90000")
    small = request_bytes("POST", "/v1/layouts?width=390", bodies.small(1))
    heavy = request_bytes("POST", "/v1/layouts?width=390", bodies.heavy(1, 100_000))
    made = [Client(port, tally, signalled, scroll, pause=0.002) for _ in range(6)]
    made += [Client(port, tally, signalled, elements) for _ in range(2)]
    made += [Client(port, tally, signalled, small, pause=0.005) for _ in range(2)]
    made += [Client(port, tally, signalled, heavy) for _ in range(2)]
    made += [Client(port, tally, signalled, scroll, pause=0.35) for _ in range(4)]
    made += [Client(port, tally, signalled, scroll, renews=True) for _ in range(2)]
    return made


def under_load(program, facts, restarts):
    tally, longest, statuses, unready = Tally(), 0, [], 0
    for number in range(restarts):
        delay = 0.4 if number % 2 else 0
        with Server(program, f"--drain-delay={int(1000 * delay)}ms") as server:
            signalled = threading.Event()
            load = clients(server.port, tally, signalled)
            for client in load:
                client.start()
            time.sleep(0.5 + number % 7 / 20)
            signalled.set()
            server.terminate()
            start = time.monotonic()
            if delay:
                unready += is_unready_before_refusing(server.port)
            statuses.append(server.wait(DRAIN_SECONDS + 5))
            longest = max(longest, time.monotonic() - start - delay)
            for client in load:
                client.join(30)
    facts.state(f"{restarts} restarts by SIGTERM under load", tally.counts)
    facts.equal("  requests that failed", len(tally.failures), 0)
    for failure in tally.failures[:5]:
        facts.state("  one of them", failure)
    facts.at_most("  new connections closed instead of refused", tally.counts["closed when new"], restarts // 10)
    facts.at_least("  new connections refused", tally.counts["refused"], restarts)
    facts.equal("  not ready before connects were refused, with a delay", unready, restarts // 2)
    facts.equal("  exit statuses", sorted(set(statuses), key=str), [0])
    facts.at_most("  the longest end, beside the delay", longest, DRAIN_SECONDS, "s")


def is_unready_before_refusing(port):
    """Whether a connection that is still accepted gets 503 from `/readyz`."""
    try:
        while True:
            with Connection(port) as connection:
                if connection.request("GET", "/readyz").status == 503:
                    return True
    except (OSError, Closed):
        return False
