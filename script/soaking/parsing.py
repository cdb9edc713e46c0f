"""Bodies that are expensive to read: small ones beside a scrolling client, and large ones beyond their deadline."""

import subprocess
import sys
import threading
import time
from pathlib import Path

from lib.http import Closed, Connection, is_overload
from lib.server import Server
from lib.threads import Threads

from . import dear
from .scroll import ScrollClient

KIB = 1 << 10
MIB = 1 << 20
# The largest body that may be read on a network thread.
SMALL = 64 * KIB
# The most processor time of a network thread for a post of them, in milliseconds.
HELD = 1.5
# The longest scroll request beside two clients that post the most expensive of them, in milliseconds.
P99 = 3
# How long reading goes on after its deadline, in seconds, on a busy machine.
BEYOND = 0.5
BEYOND_BUSY = 1.5


def run(program, facts, quick=False, **_):
    held_by_small(program, facts, 10 if quick else 50)
    if not quick:
        beside_small(program, facts, 3)
    beyond_deadline(program, facts, 16 * MIB if quick else 62 * MIB, 0.2 if quick else 1,
                    BEYOND_BUSY if quick else BEYOND)


def held_by_small(program, facts, count):
    """Work on a network thread is bounded by steps, not only by bytes."""
    with Server(program) as server:
        for shape in dear.SHAPES:
            body = dear.body(shape, SMALL)
            with Connection(server.port) as connection:
                connection.post(body, "?width=390")
                start = server.thread_seconds("MHD-")
                for number in range(count):
                    connection.post(body + b" " * number, "?width=390")
                held = 1000 * (server.thread_seconds("MHD-") - start) / count
            facts.at_most(f"a network thread's time for a post of {shape[0]}", held, HELD, "ms")


def beside_small(program, facts, seconds):
    """A scrolling client does not wait for two others that post up to 64 KiB over and over, whatever they post."""
    with Server(program) as server:
        with ScrollClient(server, per_second=400) as calm:
            time.sleep(max(1, seconds))
        usual = beside(server, dear.SHAPES[0], max(1, seconds))
        facts.state("scroll requests beside nobody, 99 of 100", calm.figures["p99"], "ms")
        facts.state("beside two that post usual sizes", usual["p99"], "ms")
        # On a machine so busy that usual posts take as long, expensive ones are compared with these.
        allowed = max(P99, 2 * usual["p99"])
        for shape in dear.SHAPES[1:]:
            figures = beside(server, shape, seconds)
            if figures["p99"] > allowed:
                figures = beside(server, shape, 2 * seconds)
            facts.at_most(f"beside two that post {shape[0]}", figures["p99"], allowed, "ms")
            facts.equal("  scroll requests without an answer 200", len(figures["failures"]), 0)
        facts.equal("answers 500", server.statuses().get("500", 0), 0)


def beside(server, shape, seconds):
    """How scroll requests are served while two processes post bodies of a shape."""
    with ScrollClient(server, per_second=400) as scroll:
        posters = [
            subprocess.Popen(
                [sys.executable, "-m", "soaking.parsing", str(server.port), shape[0], str(number)],
                cwd=Path(__file__).parent.parent, stdin=subprocess.PIPE)
            for number in range(2)]
        time.sleep(seconds + 0.3)
        for poster in posters:
            poster.communicate()
    if any(poster.returncode for poster in posters):
        raise RuntimeError(f"a client that posts {shape[0]} has ended early")
    return scroll.figures


def post_until_told(port, name, number):
    """Posts bodies of a shape, none like the one before, until standard input ends."""
    ends = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ends.set()), daemon=True).start()
    whole = dear.body(next(shape for shape in dear.SHAPES if shape[0] == name), SMALL)
    count, connection = 0, Connection(port)
    while not ends.is_set():
        count += 1
        # White space at the end makes another body with the same content.
        answer = connection.post(whole + b" \t\n\r"[number:number + 1] * (count % 60), "?width=390")
        connection = still_open(connection, port, answer)
        if answer.status == 201:
            answer = connection.request("DELETE", f"/v1/layouts/{answer.json()['id']}")
            connection = still_open(connection, port, answer)
    connection.close()


def still_open(connection, port, answer):
    """The connection, or a new one when the server has closed it after its last request."""
    if not answer.closes:
        return connection
    connection.close()
    return Connection(port)


def beyond_deadline(program, facts, size, seconds, beyond):
    """Two large bodies at once, whatever they contain: both are answered soon after their deadline."""
    with Server(program, "--compute-timeout", f"{int(1000 * seconds)}ms") as server:
        for shape in dear.SHAPES:
            body = dear.body(shape, size)
            answers = [None, None]

            def post(number):
                try:
                    with Connection(server.port, timeout=120) as connection:
                        connection.send(
                            f"POST /v1/layouts HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\n"
                            f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:-1])
                        # The time to arrive does not count.
                        time.sleep(0.3)
                        start = time.monotonic()
                        connection.send(body[-1:])
                        answer = connection.answer("POST")
                        took = time.monotonic() - start
                        answers[number] = (answer.status, took, is_overload(answer))
                except (Closed, OSError) as error:
                    answers[number] = (str(error), 0, False)

            with Threads(post, range(2)):
                pass
            longest = max(took for _, took, _ in answers)
            statuses = [status for status, _, _ in answers]
            facts.at_most(
                f"two of {len(body) / MIB:.0f} MiB, {shape[0]}: answered {statuses} after", longest, seconds + beyond, "s")
            good = all(overload or status in (200, 201, 400, 413, 422) for status, _, overload in answers)
            facts.equal("  each of them answered, or rejected with 503", good, True)
        facts.equal("answers 500", server.statuses().get("500", 0), 0)


if __name__ == "__main__":
    post_until_told(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
