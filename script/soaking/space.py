"""Memory and descriptors stay within the settings, and are released."""

import resource
import threading
import time

from lib.http import Closed, Connection, is_overload, request_bytes
from lib.server import Server
from lib.wait import eventually, settled

from . import bodies, contents, crowd
from .scroll import ScrollClient

MIB = 1 << 20
# Freed memory that the allocator keeps, and memory that only the first requests need.
KEPT = 32 * MIB
# The program gives freed memory back every few seconds.
GIVEN_BACK_SECONDS = 15


def run(program, facts, heap=None, quick=False, **_):
    contents.run(program, heap, facts, quick)
    declared_bodies(program, facts, 500)
    bodies_in_flight(program, facts)
    widths(program, facts, 10_000 if quick else 100_000)
    idle_connections(program, facts, 2_000 if quick else 9_900)
    no_descriptors(program, facts)
    large_answers(program, facts, 100 if quick else 300)


def post_head(length):
    return (b"POST /v1/layouts HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % length)


def warmed_up(server):
    """Its memory after the first requests of each kind."""
    with Connection(server.port) as connection:
        path = connection.layout(bodies.scrolled())
        for number in range(50):
            connection.request("GET", f"{path}/elements?width={300 + number}&rect=0,0,900,900")
    server.metrics()
    return server.memory()


def declared_bodies(program, facts, count):
    """A declared length without a body costs as much as a connection."""
    with Server(program) as server:
        memory = warmed_up(server)
        clients = crowd.connected(server.port, count)
        for client in clients:
            client.sendall(post_head(64 * MIB))
        eventually(lambda: server.metrics()["layoutd_requests_in_flight"] > count, 5)
        grown = server.memory() - memory
        facts.at_most(f"{count} clients that declare 64 MiB and send nothing: memory", grown, count * 96 * 1024, "bytes")
        facts.state("  of each", grown / count, "bytes")
        metrics = server.metrics()
        facts.equal("  bytes of bodies that the program counts", metrics["layoutd_body_bytes_in_flight"], 0)
        with Connection(server.port) as connection:
            facts.equal("  a client beside them is answered with", connection.post(bodies.small(1)).status, 201)
        crowd.close_all(clients)


def bodies_in_flight(program, facts):
    """Bytes of bodies are charged as they arrive; requests beyond the budget are rejected with 503."""
    budget, each = 256 * MIB, 20 * MIB
    piece = b" " * each
    with Server(program, "--body-silence=60s") as server:
        memory = warmed_up(server)
        clients = []
        # A sixteenth is for small bodies; each address has half of the rest.
        half = budget * 15 // 16 // 2
        for source in ("127.0.0.2", "127.0.0.3"):
            for _ in range(half // each):
                client = Connection(server.port, source=source)
                client.send(post_head(60 * MIB) + piece)
                clients.append(client)
        used = 2 * (half // each * each)
        eventually(lambda: server.metrics()["layoutd_body_bytes_in_flight"] >= used, 10)
        in_flight = server.metrics()["layoutd_body_bytes_in_flight"]
        facts.within("bodies in flight", in_flight, used, budget, "bytes")
        statuses = []
        for _ in range(10):
            with Connection(server.port) as beyond:
                beyond.send(post_head(60 * MIB) + piece)
                try:
                    statuses.append("503" if is_overload(beyond.answer()) else "another answer")
                except Closed:
                    statuses.append("none")
        facts.equal("beyond them, of 10 answered 503 with Retry-After", statuses.count("503"), 10)
        facts.at_most("bodies in flight then", server.metrics()["layoutd_body_bytes_in_flight"], budget, "bytes")
        facts.at_most("memory of all of them", server.memory() - memory, budget + KEPT, "bytes")
        with Connection(server.port) as connection:
            facts.equal("a small body beside them is answered with", connection.post(bodies.small(1)).status, 201)
        for client in clients:
            client.close()
        left = settled(lambda: server.metrics()["layoutd_body_bytes_in_flight"], 0, 5)
        facts.equal("bodies in flight when they have gone", left, 0, "bytes")
        facts.at_most(
            "memory when they have gone", settled(server.memory, memory + KEPT, GIVEN_BACK_SECONDS) - memory, KEPT, "bytes")


def widths(program, facts, count):
    """One snapshot at many widths neither takes more memory nor evicts the layouts of another one."""
    budget = 4 * MIB  # a layout here is some KiB, so that a tenth of them is more than that
    with Server(program, f"--memo-bytes={budget}") as server, Connection(server.port) as connection:
        other = connection.layout(bodies.scrolled())
        flooded = connection.layout(bodies.many_widths())
        others = [f"{other}/elements?width={width}&rect=0,0,500,500" for width in (320, 390, 1024)]
        asked = 0

        def hits():
            connection = Connection(server.port)
            answers = [connection.request("GET", target).headers.get("cache-status") for target in others]
            connection.close()
            return answers.count("layoutd; hit")

        def flood(number):
            nonlocal asked, connection
            for _ in range(number):
                # Every width differs, and none is a round number.
                target = f"{flooded}/elements?width={200 + asked / 64}&rect=0,0,9,9"
                answer = connection.request("GET", target)
                asked += 1
                if answer.status != 200:
                    raise RuntimeError(f"status {answer.status} at width {200 + asked / 64}")
                if answer.closes:
                    connection = Connection(server.port)

        hits()
        flood(count // 10)
        memory, memo = server.memory(), server.metrics()["layoutd_memo_bytes"]
        hit, rounds = hits(), 9
        for _ in range(rounds):
            flood(count // 10)
            hit += hits()
        held = server.metrics()["layoutd_memo_bytes"]
        facts.state(f"{asked} widths of one snapshot: a layout each of about", layout_bytes(server), "bytes")
        facts.at_most("  memo", held, budget, "bytes")
        facts.at_most("  memo, more than after a tenth of them", held - memo, MIB, "bytes")
        facts.at_most("  memory, more than after a tenth of them", server.memory() - memory, 8 * MIB, "bytes")
        facts.equal("  another snapshot's answers that were there, asked now and then", hit, 3 * (rounds + 1))


def layout_bytes(server):
    metrics = server.metrics()
    return metrics["layoutd_memo_bytes"] / max(1, metrics["layoutd_layouts_held"])


def idle_connections(program, facts, count):
    """The memory of a connection without a request, and after a request."""
    with Server(program) as server:
        memory = warmed_up(server)
        with ScrollClient(server, per_second=20) as scroll:
            clients = idle_crowd(server, facts, count)
            silent = (server.memory() - memory) / count
            facts.at_most(f"{count} connections that have said nothing: of each", silent, 8192, "bytes")
            used = ask_and_stay(clients, server) - memory
            facts.at_most("  that have had an answer: of each", used / count, 48 * 1024, "bytes")
            start, cpu = time.monotonic(), server.cpu_seconds()
            time.sleep(3)
            share = 100 * (server.cpu_seconds() - cpu) / (time.monotonic() - start)
            facts.at_most("  processor time while they are silent, in percent of a core", share, 25, "%")
            crowd.close_all(clients)
            start = time.monotonic()
            gone = eventually(lambda: server.metrics()["layoutd_connections"] <= 2, 15)
            facts.at_most("  until all of them were gone", time.monotonic() - start if gone else 99, 15, "s")
            left = settled(server.memory, memory + KEPT, GIVEN_BACK_SECONDS) - memory
            facts.at_most("  memory when they have gone", left, KEPT, "bytes")
            clients = idle_crowd(server, facts, count)
            again = ask_and_stay(clients, server) - memory
            facts.at_most("  as many once more: memory, more than the first", again - used, 8 * MIB, "bytes")
            crowd.close_all(clients)
        scroll.note(facts, p99=250, longest=3000)


def idle_crowd(server, facts, count):
    clients = crowd.connected(server.port, count)
    if not eventually(lambda: server.metrics()["layoutd_connections"] > count, 5):
        facts.fail(f"{count} idle connections", "are not all open")
    return clients


def ask_and_stay(clients, server):
    """Every connection has one answer; returns the memory then."""
    for client in clients:
        client.sendall(request_bytes("GET", "/healthz"))
    for client in clients:
        client.recv(1000)
    return server.memory()


def no_descriptors(program, facts):
    """A low descriptor limit, also one that is lowered while it runs, makes it neither spin nor log much nor refuse for ever."""
    with Server(program, descriptors=128) as server:
        surplus(server, facts, "a limit of 128 descriptors", 300)
    with Server(program) as server:
        _, hard = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (server.descriptors() + 20, hard))
        surplus(server, facts, "a limit that sinks to what is open", 300)


def surplus(server, facts, name, count):
    """More connections than descriptors, which send a request and stay open."""
    log, base = server.log_bytes(), server.descriptors()
    start, cpu = time.monotonic(), server.cpu_seconds()
    clients = [Connection(server.port, timeout=5) for _ in range(count)]
    served = refused = lost = 0
    for client in clients[:-1]:
        client.send(request_bytes("GET", "/healthz"))
    time.sleep(2)
    share = 100 * (server.cpu_seconds() - cpu) / (time.monotonic() - start)
    for client in clients[:-1]:
        try:
            answer = client.answer()
            served += answer.status == 200
            refused += is_overload(answer)
            lost += answer.status not in (200, 503)
        except Closed as closed:
            # Refused without an answer.
            refused += not closed.received
            lost += bool(closed.received)
    facts.state(f"{name}, {count} connections: served", served)
    facts.at_least("  served", served, 5)
    facts.equal("  served or refused", served + refused, count - 1)
    facts.equal("  answered in another way", lost, 0)
    facts.at_most("  processor time over the first seconds, in percent of a core", share, 15, "%")
    for client in clients:
        client.close()

    def is_back():
        try:
            with Connection(server.port, timeout=1) as connection:
                return connection.request("GET", "/healthz").status == 200
        except (Closed, OSError):
            return False

    start = time.monotonic()
    answers = eventually(is_back, 10)
    facts.at_most("  answers again, when they have gone, after", time.monotonic() - start if answers else 99, 3, "s")
    facts.at_most("  log, beside its lines of requests", server.log_bytes() - log, 8192, "bytes")
    facts.at_most("  descriptors left", settled(server.descriptors, base, 5) - base, 0)


def large_answers(program, facts, count):
    """Many clients ask for the largest answer and take it slowly or not at all."""
    budget = 256 * MIB
    with Server(program, "--response-timeout=20s", "--idle-timeout=20s") as server:
        memory = warmed_up(server)
        with Connection(server.port) as connection:
            path = connection.layout(bodies.largest_answer())
            target = f"{path}/elements?width=390&rect={bodies.EVERYTHING}"
            size = len(connection.request("GET", target).body)
        facts.state("the largest answer", size, "bytes")
        with ScrollClient(server, per_second=20) as scroll:
            base = server.descriptors()
            clients = []
            most, over = 0, threading.Event()

            def watch():
                nonlocal most
                while not over.wait(0.05):
                    most = max(most, server.memory())

            watcher = threading.Thread(target=watch)
            watcher.start()
            for number in range(count):
                client = Connection(server.port, receive_buffer=4096)
                client.send(request_bytes("GET", target))
                clients.append(client)
                if number % 40 == 39:
                    time.sleep(2)  # so that the queue of computations takes most of them
            time.sleep(3)
            heads = {}
            for number, client in enumerate(clients):
                client.socket.settimeout(0.01 if number % 2 else 1)
                # Every second one reads only the beginning.
                try:
                    status = client.socket.recv(12)[9:12].decode()
                except OSError:
                    status = "none yet"
                heads[status] = heads.get(status, 0) + 1
            facts.state(f"{count} clients ask for it: answers that began", heads)
            facts.equal("  begun with another status than 200 or 503", count - sum(
                heads.get(status, 0) for status in ("200", "503", "none yet")), 0)
            with Connection(server.port) as connection:
                facts.equal("  a small answer beside them", connection.request("GET", "/version").status, 200)
            left = settled(server.descriptors, base, 30) - base
            over.set()
            watcher.join()
            facts.at_most("  connections left when their time was over", left, 0)
            # The answers, those that two threads are making, and the memory of the connections.
            facts.at_most("  memory at most", most - memory, budget + 4 * size + count * 64 * 1024 + KEPT, "bytes")
            for client in clients:
                client.close()
        scroll.note(facts, p99=500, longest=3000)
        left = settled(server.memory, memory + KEPT, GIVEN_BACK_SECONDS) - memory
        facts.at_most("  memory when they have gone", left, KEPT, "bytes")
