"""Clients that keep to a rate, and send what failed once more."""

import collections
import heapq
import multiprocessing
import random
import selectors
import socket
import threading
import time

from lib.http import Client, Closed
from lib.wait import eventually

CONNECTIONS = 32
AGAIN_SECONDS = 0.1  # before a request is sent again, unless the answer has Retry-After
SILENCE_SECONDS = 60


class Connection:
    """A connection of an address of its own, as proxies limit what one address may do."""

    def __init__(self, load, number):
        self.load, self.source = load, f"127.0.0.{2 + number}"
        self.socket = None
        self.request = None

    def open(self):
        self.socket = socket.create_connection(("127.0.0.1", self.load.port), 5, (self.source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.load.selector.register(self.socket, selectors.EVENT_READ, self)

    def close(self):
        if self.socket:
            self.load.selector.unregister(self.socket)
            self.socket.close()
            self.socket = None

    def send(self, request):
        self.request, self.received, self.sent = request, b"", time.monotonic()
        try:
            if self.socket is None:
                self.open()
            self.socket.send(request.data)
        except OSError as error:
            self.fail(repr(error))

    def readable(self):
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except OSError as error:
            data, why = b"", repr(error)
        else:
            why = "closed"
        if not data:
            # A proxy may close a connection on which nothing is under way.
            return self.fail(why) if self.request else self.close()
        self.received += data
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end:
            return
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        if len(body) < int(fields[b"content-length"]):
            return
        request, self.request = self.request, None
        if fields.get(b"connection") == b"close":
            self.close()
        self.load.answered(self, request, int(head[9:12]), body, float(fields.get(b"retry-after", AGAIN_SECONDS)))

    def fail(self, why):
        self.close()
        request, self.request = self.request, None
        self.load.failed(self, request, why)


class Request:
    def __init__(self, data, expected):
        self.data, self.expected = data, expected
        self.is_again = False


class Load:
    """The requests, and what became of them. `requests` are pairs of bytes and the body that is expected, or None.
    `progress` tells another process how many were answered."""

    def __init__(self, port, rate, requests, seed, progress):
        self.port, self.rate, self.requests = port, rate, requests
        self.random, self.progress = random.Random(seed), progress
        self.selector = selectors.DefaultSelector()
        self.counts = collections.Counter()
        self.examples = []
        self.durations = []

    def run(self, is_over):
        idle = collections.deque(Connection(self, number) for number in range(CONNECTIONS))
        self.idle, self.again = idle, []
        begin = due = time.monotonic()
        last_look = begin
        while not is_over.is_set() or len(idle) < CONNECTIONS or self.again:
            now = time.monotonic()
            while idle and self.again and self.again[0][0] <= now:
                idle.popleft().send(heapq.heappop(self.again)[2])
            while idle and due <= now and not is_over.is_set():
                due += 1 / self.rate
                idle.popleft().send(Request(*self.random.choice(self.requests)))
                self.counts["sent"] += 1
            due = max(due, now - 0.1)  # What a busy machine did not send is not made up for.
            for key, _ in self.selector.select(max(0, min(due - time.monotonic(), 0.01))):
                key.data.readable()
            if now > last_look + 1:
                last_look = now
                for key in list(self.selector.get_map().values()):
                    if key.data.request and now > key.data.sent + SILENCE_SECONDS:
                        key.data.fail("silence")
        self.counts["milliseconds"] = int(1e3 * (time.monotonic() - begin))
        return self.counts, self.examples, sorted(self.durations)

    def answered(self, connection, request, status, body, again_seconds):
        if status >= 500 or status == 429:
            return self.failed(connection, request, f"{status} {body[:200]}", again_seconds)
        self.idle.append(connection)
        self.durations.append(time.monotonic() - connection.sent)
        if status == 404:
            self.counts["not found"] += 1
        elif status >= 400:
            self.note("failed", f"{status} {body[:200]}")
        elif request.expected and body != request.expected:
            self.note("wrong", f"{request.data[:100]} {body[:200]}")
        else:
            self.counts["answered"] += 1
            self.progress.value += 1

    def failed(self, connection, request, why, again_seconds=AGAIN_SECONDS):
        self.idle.append(connection)
        if request.is_again:
            return self.note("failed", why)
        request.is_again = True
        self.note("sent again", why)
        heapq.heappush(self.again, (time.monotonic() + again_seconds, self.counts["sent again"], request))

    def note(self, what, why):
        self.counts[what] += 1
        if len(self.examples) < 20:
            self.examples.append(f"{what}: {why}")


class Poller(threading.Thread):
    """Polls a document through a proxy, again at once after each answer. `answers` has the statuses, or what failed."""

    def __init__(self, proxy, name):
        super().__init__(daemon=True)
        self.proxy, self.target = proxy, f"/v1/documents/{name}/changes?after=1&wait=30"
        self.answers, self.most = [], 0
        self.client = Client(proxy.plain_port, source=f"127.0.4.{int(name[-1]) + 1}")
        self.start()

    def run(self):
        while True:
            try:
                self.answers.append(self.client.get(self.target).status)
            except (Closed, OSError) as error:
                self.answers.append(repr(error))
                return


class Running:
    """A load in a process of its own, until `end`."""

    def __init__(self, *arguments):
        context = multiprocessing.get_context("fork")
        self.is_over, self.answers = context.Event(), context.Value("q")
        here, there = context.Pipe()
        self.process = context.Process(
            target=lambda: there.send(Load(*arguments, self.answers).run(self.is_over)), daemon=True)
        self.process.start()
        there.close()
        self.pipe = here

    def go_on(self, count):
        """Waits until so many more are answered."""
        goal = self.answers.value + count
        eventually(lambda: self.answers.value >= goal)

    def end(self):
        """The counts, some failures as texts, and the seconds of all answers in order."""
        self.is_over.set()
        if not self.pipe.poll(60):
            self.process.kill()
            raise TimeoutError("the load does not end")
        found = self.pipe.recv()
        self.process.join()
        return found
