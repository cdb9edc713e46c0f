"""Slow and silent clients are closed within the times of docs/rules.md#limits, and cost nothing meanwhile. Time in which
the program stands still does not count."""

import random
import select
import signal
import time

from lib.http import Closed, Connection, request_bytes
from lib.server import Server
from lib.threads import Threads
from lib.wait import eventually, settled

from . import bodies, crowd, slowhttptest
from .scroll import ScrollClient

# The reaper looks ten times a second, at idle connections once a second. The rest is for a busy machine.
MARGIN = 1.5
# Their answers are some MiB each, and those in flight have a budget.
READERS = 10
MIB = 1 << 20


class Deadlines:
    """The defaults of docs/rules.md#limits, or shorter times where there is little time."""

    def __init__(self, quick):
        self.head, self.body, self.idle, self.answer = (2, 2, 4, 3) if quick else (10, 10, 75, 30)
        self.silence = 6 if quick else 10
        names = {"head": self.head, "body": self.body, "idle": self.idle, "response": self.answer}
        self.options = [f"--{name}-timeout={seconds}s" for name, seconds in names.items()] if quick else []
        self.options += [f"--body-silence={self.silence}s"] if quick else []


def run(program, facts, quick=False, **_):
    deadlines = Deadlines(quick)
    with Server(program, *deadlines.options) as server:
        slow_clients(server, deadlines, facts, 50 if quick else 250)
        partial_requests(server, facts, 200 if quick else 1000)
        if slowhttptest.is_installed():
            agreement(server, deadlines, facts, 100 if quick else 500)
        else:
            facts.fail("slowhttptest", "is missing; script/bootstrap --all installs it")
    # Nearly all of the room for bodies, with and without the help of other addresses.
    for name, sources in (("one address", ["127.0.0.2"] * 5), ("five addresses", [f"127.0.0.{n}" for n in range(2, 7)])):
        with Server(program, *deadlines.options) as server:
            withheld_bodies(server, deadlines, facts, name, sources, 20 if quick else 240)
    with Server(program, *deadlines.options) as server:
        # Longer than the library's own timer in the long form.
        standstill(server, facts, 5 if quick else 110, 50 if quick else 250)


def slow_clients(server, deadlines, facts, count):
    """All kinds at once."""
    with Connection(server.port) as connection:
        path = connection.layout(bodies.largest_answer())
    large = request_bytes("GET", f"{path}/elements?width=390&rect={bodies.EVERYTHING}")
    post = b"POST /v1/layouts HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
    longest = max(deadlines.idle, deadlines.answer) + 15
    kinds = {
        "a slow head": (count, b"GET /healthz HTTP/1.1\r\nHost: soak\r\nX-Slow: ", b"a", deadlines.head),
        "a slow body": (count, post, b" ", deadlines.body),
        "silence after the connect": (count, b"", b"", deadlines.head),
        "silence after an answer": (count, request_bytes("GET", "/healthz"), b"", deadlines.idle),
    }
    with ScrollClient(server) as scroll:
        start_descriptors = server.descriptors()
        start_timed_out = server.metrics()["layoutd_connections_timed_out_total"]
        crowds = {}

        def hold(name):
            count, head, more, _ = kinds[name]
            crowds[name] = crowd.hold(server.port, count, head, longest, more)

        with Threads(hold, kinds):
            time.sleep(0.5)  # after the connects
            start, cpu = time.monotonic(), server.cpu_seconds()
        share = 100 * (server.cpu_seconds() - cpu) / (time.monotonic() - start)
        for name, (_, _, _, deadline) in kinds.items():
            times = [held.closed_after for held in crowds[name]]
            open_still = times.count(None)
            facts.equal(f"{name}: connections not closed, of {len(times)}", open_still, 0)
            closed = [time for time in times if time is not None] or [0]
            facts.within(f"{name}: closed first", min(closed), deadline - 0.3, deadline + MARGIN, "s")
            facts.within(f"{name}: closed last", max(closed), deadline - 0.3, deadline + MARGIN, "s")
        facts.at_most("processor time while they were there, in percent of a core", share, 15, "%")

        # Closed connections linger for a moment, and would be counted as readers.
        settled(server.descriptors, start_descriptors, 5)
        slow_readers(server, large, deadlines, facts)
        facts.at_most(
            "descriptors afterwards, beyond those at the start",
            settled(server.descriptors, start_descriptors, 5) - start_descriptors, 0)
        timed_out = server.metrics()["layoutd_connections_timed_out_total"] - start_timed_out
        facts.at_least("connections that the program counts as timed out", timed_out, 3 * count + READERS)
    scroll.note(facts, p99=100, longest=1500)


def slow_readers(server, request, deadlines, facts):
    """A client that does not read cannot see that it is closed, so its connections are counted at the server."""
    base = server.descriptors()
    start, cpu = time.monotonic(), server.cpu_seconds()
    readers = [Connection(server.port, receive_buffer=4096) for _ in range(READERS)]
    for reader in readers:
        reader.send(request)
    eventually(lambda: server.descriptors() >= base + READERS, 2)
    # They read a little now and then, and never all of it.
    while server.descriptors() > base and time.monotonic() - start < deadlines.answer + 15:
        for reader in readers:
            try:
                reader.socket.setblocking(False)
                reader.socket.recv(16)
            except OSError:
                pass
        time.sleep(0.1)
    took = time.monotonic() - start
    facts.within("a slow reader: closed last", took, deadlines.answer - 0.3, deadlines.answer + MARGIN + 2, "s")
    share = 100 * (server.cpu_seconds() - cpu) / took
    facts.at_most("processor time while they read, their answers' making included", share, 30, "%")
    for reader in readers:
        reader.close()


def withheld_bodies(server, deadlines, facts, name, sources, seconds):
    """Four bodies of 60 MiB and one of 16, whose last byte never comes, and other clients who post meanwhile."""
    sizes = [60 * MIB] * 4 + [16 * MIB]
    start, withheld = time.monotonic(), []
    for size, source in zip(sizes, sources):
        connection = Connection(server.port, source=source)
        send_until_answered(connection, post_head(size) + b" " * (size - 1))
        withheld.append(connection)
    sent = time.monotonic() - start
    facts.at_most(f"bodies withheld from {name}: sent after", sent, deadlines.silence - 1, "s")
    most = held = server.metrics()["layoutd_body_bytes_in_flight"]
    facts.at_least("  held of them", held, 50 * MIB, "bytes")
    statuses, late, gone = {}, 0, None
    for number in range(seconds):
        # From another address, and from one of those.
        for source in ("127.0.0.1", sources[0]):
            with Connection(server.port, source=source) as connection:
                asked = time.monotonic()
                try:
                    status = connection.post(bodies.small(number)).status
                except Closed:
                    status = "none"
                late += time.monotonic() - asked > 1
                statuses[status] = statuses.get(status, 0) + 1
        held = server.metrics()["layoutd_body_bytes_in_flight"]
        most = max(most, held)
        if held < 50 * MIB and gone is None:
            gone = time.monotonic() - start
        time.sleep(max(0, start + number + 1 - time.monotonic()))
    taken = statuses.get(200, 0) + statuses.get(201, 0)
    facts.equal(f"  small posts meanwhile that are not taken, of {2 * seconds}", sum(statuses.values()) - taken, 0)
    facts.equal("  that take more than a second", late, 0)
    facts.at_most("  room held at most", most, (256 if len(set(sources)) > 1 else 137) * MIB, "bytes")
    gone = 999 if gone is None else gone
    facts.at_most("  until their room is free again", gone, sent + deadlines.silence + MARGIN + 1, "s")
    with Connection(server.port) as connection:
        facts.equal("  a body of 60 MiB then", connection.post(b" " * (60 * MIB - 15) + b'{"sections":[]}').status, 201)
    for connection in withheld:
        connection.close()


def send_until_answered(connection, data):
    """Stops when the server answers early, for example 503."""
    rest = memoryview(data)
    while rest:
        readable, writable, _ = select.select([connection.socket], [connection.socket], [], 30)
        if readable or not writable:
            return
        try:
            rest = rest[connection.socket.send(rest[:1 << 18]):]
        except OSError:
            return


def post_head(length):
    return (b"POST /v1/layouts HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % length)


def standstill(server, facts, seconds, count):
    """The program is stopped for longer than its deadlines while requests arrive, then it goes on."""
    get, post = request_bytes("GET", "/healthz"), request_bytes("POST", "/v1/layouts", bodies.small(1))
    early = {
        "new": (get, b"", get), "within a head": (get, get[:20], get[20:]), "within a body": (post, post[:-9], post[-9:])}
    waiting = []
    for name, (_, beginning, rest) in early.items():
        for _ in range(count):
            connection = Connection(server.port)
            connection.send(beginning)
            waiting.append((name, connection, rest))
    for _ in range(count):
        connection = Connection(server.port)
        connection.request("GET", "/healthz")
        waiting.append(("idle", connection, get))
    server.process.send_signal(signal.SIGSTOP)
    try:
        for _, connection, rest in waiting:
            connection.send(rest)
        for _ in range(count):
            connection = Connection(server.port)
            connection.send(get)
            waiting.append(("connected meanwhile", connection, get))
        time.sleep(seconds)
    finally:
        server.process.send_signal(signal.SIGCONT)
    failed = {}
    for name, connection, _ in waiting:
        with connection:
            try:
                status = connection.answer().status
            except Closed:
                status = "none"
            if status not in (200, 201):
                failed[f"{name}: {status}"] = failed.get(f"{name}: {status}", 0) + 1
    facts.equal(f"stopped for {seconds} s: of {len(waiting)} requests not answered as ever", failed, {})


def partial_requests(server, facts, count):
    """Every beginning of a request, then an orderly close or a reset."""
    source = random.Random(3)
    wholes = [
        request_bytes("GET", "/v1/layouts/" + "0" * 64 + "?width=390"),
        request_bytes("POST", "/v1/layouts?width=390", bodies.small(1)),
    ]
    for name, resets in (("FIN", False), ("RST", True)):
        base = server.descriptors()
        cpu, start = server.cpu_seconds(), time.monotonic()
        for number in range(count):
            whole = wholes[number % 2]
            with Connection(server.port) as connection:
                connection.send(whole[:source.randrange(len(whole))])
                if resets:
                    connection.reset()
        left = settled(server.descriptors, base, 12) - base
        facts.at_most(f"{count} partial requests ended by {name}: descriptors left", left, 0)
        facts.at_most(
            f"{count} partial requests ended by {name}: until all were gone", time.monotonic() - start, 8, "s")
        facts.at_most(
            f"{count} partial requests ended by {name}: processor time of each",
            1000 * (server.cpu_seconds() - cpu) / count, 2, "ms")


def agreement(server, deadlines, facts, count):
    """slowhttptest finds no connection that stays open, and the service available."""
    with Connection(server.port) as connection:
        path = connection.layout(bodies.largest_answer())
    url = f"http://127.0.0.1:{server.port}"
    large = f"{url}{path}/elements?width=390&rect={bodies.EVERYTHING}"
    common = ["-c", count, "-r", 200, "-p", 2]
    for name, deadline, target, options in (
        ("-H", deadlines.head, f"{url}/healthz", ["-H", "-i", 1, "-x", 10]),
        ("-B", deadlines.body, f"{url}/v1/layouts",
         ["-B", "-i", 1, "-x", 10, "-s", 1_000_000, "-f", "application/json"]),
    ):
        # Those that come last end last, and its clock counts whole seconds.
        allowed = deadline + count // 200 + 5
        report = slowhttptest.run(target, *common, *options, "-l", allowed + 20)
        facts.equal(f"slowhttptest {name}: ends with", report.reason, "No open connections left")
        facts.at_most(f"slowhttptest {name}: after", report.seconds, allowed, "s")
        availability(name, report, facts)
    # It does not count a connection as closed whose answer it has not read, so the program is asked. Fewer, as those
    # answers are some MiB each.
    base = server.descriptors()
    report = slowhttptest.run(
        large, *common, "-X", "-c", READERS, "-w", 512, "-y", 1024, "-n", 5, "-z", 32, "-l", deadlines.answer + 3)
    facts.at_most("slowhttptest -X: its connections that are left", settled(server.descriptors, base, 1) - base, 0)
    availability("-X", report, facts)


def availability(name, report, facts):
    facts.equal(
        f"slowhttptest {name}: seconds available, of {report.seconds_seen}",
        report.seconds_available, report.seconds_seen)
