"""SIGTERM under load.

Clients may rely on this (RFC 9112 sections 9.3 to 9.6). A server may close an idle connection; a request that crosses
such a close gets no byte of an answer and is sent again. After an answer with `Connection: close` nothing more is sent.
Every other request on a connection in use is answered, and an answer that has begun is completed. A connection is in
use when its last request was sent less than 0.15 s ago (the program allows 0.2 s from its answer; the time of the request
counts here, since a client on a busy machine may read its answer late). A new connection is accepted and answered, or
refused. The system may complete a connect between the program's last accept and the end of its listening, so a few are
closed without a byte of an answer.
"""

import signal
import threading
import time

from lib.http import Closed, Connection, is_overload, request_bytes
from lib.server import Server
from lib.wait import eventually, settled

from . import bodies

IN_USE_SECONDS = 0.15
DRAIN_SECONDS = 20


def run(program, facts, quick=False, **_):
    under_load(program, facts, 6 if quick else 40)
    while_computing(program, facts)
    second_signal(program, facts)
    resets(program, facts, 30 if quick else 300)


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


def computing(server, body):
    """A connection on which a whole expensive body has been sent, which is being computed."""
    connection = Connection(server.port, timeout=60)
    connection.send(request_bytes("POST", "/v1/layouts?width=390", body))
    arrived = eventually(lambda: server.metrics()["layoutd_body_bytes_in_flight"] == len(body), 10)
    return connection if arrived else None


def while_computing(program, facts):
    body = dict(bodies.monsters())["a million pinned headers"]
    with Server(program) as server:
        connection = computing(server, body)
        start = time.monotonic()
        server.terminate()
        try:
            answer = connection.answer()
            facts.equal("SIGTERM while a body of 36 MiB is computed: answered with", answer.status, 201)
            facts.equal("  and says that it closes", answer.closes, True)
        except Closed as closed:
            facts.fail("SIGTERM while a body of 36 MiB is computed", str(closed))
        facts.equal("  exit status", server.wait(DRAIN_SECONDS + 5), 0)
        facts.at_most("  ended after", time.monotonic() - start, DRAIN_SECONDS, "s")


def second_signal(program, facts):
    body = dict(bodies.monsters())["a million pinned headers"]
    for name, status in (("SIGTERM", signal.SIGTERM), ("SIGINT", signal.SIGINT)):
        with Server(program, "--drain-delay=60s") as server:
            connection = computing(server, body)
            server.terminate()
            eventually(lambda: not is_ready(server), 5)
            start = time.monotonic()
            server.process.send_signal(status)
            facts.equal(f"a second signal, {name}, while it computes: exit status", server.wait(10), 128 + status)
            facts.at_most("  ended after", time.monotonic() - start, 0.5, "s")
            connection.close()


def is_ready(server):
    with Connection(server.port) as connection:
        return connection.request("GET", "/readyz").status == 200


def resets(program, facts, count):
    """Clients that reset before, during and after the computation of their answers."""
    with Server(program) as server:
        with Connection(server.port) as connection:
            path = connection.layout(bodies.largest_answer())
        large = request_bytes("GET", f"{path}/elements?width=390&rect={bodies.EVERYTHING}")
        heavy = request_bytes("POST", "/v1/layouts?width=390", bodies.heavy(2, 100_000))
        base = server.descriptors()
        for number in range(count):
            connection = Connection(server.port, receive_buffer=4096)
            connection.send(heavy if number % 3 == 2 else large)
            if number % 3 == 0:
                connection.socket.recv(100)
            connection.reset()
        eventually(lambda: server.metrics()["layoutd_requests_in_flight"] <= 1, 20)
        facts.equal(f"after {count} peers that reset during their answers: exit status so far", server.process.poll(), None)
        facts.at_most("  descriptors left", settled(server.descriptors, base, 10) - base, 0)
        facts.equal("  answers 500", server.statuses().get("500", 0), 0)
        server.terminate()
        facts.equal("  exit status after SIGTERM", server.wait(DRAIN_SECONDS), 0)
