"""All of it together, for minutes: one program takes everything, a second one beside it is restarted again and again.

The memory of the first one is measured twice, each time when all clients have gone and it was quiet for a while: after
the first minute, when its store and its memo are full, and at the end.
"""

import threading
import time

from lib.oracle import Oracle
from lib.server import Server
from lib.wait import eventually

from .drain import Tally
from .drain import clients as drain_clients
from .drill_clients import Drill
from .scroll import ScrollClient

MIB = 1 << 20
# Small, so that they are full, and have replaced everything, within the first minute.
MEMO, SNAPSHOTS = 16 * MIB, 24 * MIB
OPTIONS = [
    f"--memo-bytes={MEMO}", f"--snapshot-bytes={SNAPSHOTS}", "--head-timeout=3s", "--body-timeout=3s",
    "--response-timeout=5s", "--idle-timeout=5s",
]


def run(program, facts, oracle, minutes, quick=False, **_):
    first = min(60, minutes * 60 / 2)
    with Server(program, *OPTIONS) as server, Oracle(oracle) as naive:
        drill = Drill(server, naive)
        before = phase(program, server, drill, first, facts, "the first minute")
        after = phase(program, server, drill, minutes * 60 - first, facts, "the rest")
        facts.state("requests by answer, as their clients saw them", dict(sorted(drill.counts.items())))
        facts.equal("answers that nobody expected", len(drill.unexpected), 0)
        for unexpected in drill.unexpected[:5]:
            facts.state("  one of them", unexpected)
        facts.equal("answers 500, as the program counts", server.statuses().get("500", 0), 0)
        facts.at_least("answers compared with a look at every element", drill.compared, 20 * minutes)
        facts.equal("  that differ", len(drill.differences), 0)
        for difference in drill.differences[:5]:
            facts.state("  one of them", difference)
        facts.at_most("memory at the end, more than after the first minute", after[0] - before[0], 24 * MIB, "bytes")
        facts.at_most("descriptors at the end, more than after the first minute", after[1] - before[1], 0)
        facts.at_most("threads at the end, more than after the first minute", after[2] - before[2], 1)
        lines_are_complete(server, facts)
        facts.at_most(
            "log of the program, beside its lines of requests", server.log_bytes(), int(minutes * 60 + 60) * 200, "bytes")
        server.terminate()
        facts.equal("exit status after SIGTERM", server.wait(25), 0)


def lines_are_complete(server, facts):
    """The log has a line for each request, or the program counts it as one without."""
    metrics, requests = server.metrics(), server.requests_but_probes()
    suppressed = int(metrics["layoutd_access_log_lines_suppressed_total"])
    dropped = int(metrics["layoutd_log_lines_dropped_total"])
    # The program gathers lines for some milliseconds.
    eventually(lambda: server.requests_logged() + suppressed + dropped >= requests, 5)
    # Connections that are refused, or bring no head, have lines, too.
    facts.at_most(
        f"requests without a line, with {suppressed} left out as repeated and {dropped} dropped",
        requests - server.requests_logged() - suppressed - dropped, 0)


def phase(program, server, drill, seconds, facts, name):
    """Runs everything at once for some seconds, then waits in silence. Returns memory, descriptors and threads."""
    stop = threading.Event()
    tally, statuses = Tally(), []
    restarting = threading.Thread(target=restart_again_and_again, args=[program, stop, tally, statuses])
    with ScrollClient(server, per_second=20) as scroll:
        threads = drill.start(stop)
        restarting.start()
        stop.wait(seconds)
        stop.set()
        for thread in [*threads, restarting]:
            thread.join()
    scroll.note(facts, p99=500, longest=5000)
    facts.state(f"beside it in {name}, {len(statuses)} restarts under load", tally.counts)
    facts.equal("  requests that failed", len(tally.failures), 0)
    for failure in tally.failures[:3]:
        facts.state("  one of them", failure)
    facts.equal("  exit statuses", sorted(set(statuses), key=str), [0])
    # Until the last timeouts are over, threads without work have ended, and freed memory has been given back.
    eventually(lambda: server.metrics()["layoutd_connections"] <= 1, 20)
    time.sleep(15)
    figures = server.memory(), server.descriptors(), server.threads()
    metrics = server.metrics()
    facts.state(f"after {name}: memory", figures[0], "bytes")
    for reading in ("memo_bytes", "snapshot_bytes"):
        facts.state(f"  of it {reading}", metrics[f"layoutd_{reading}"], "bytes")
    facts.state("  descriptors and threads", figures[1:])
    facts.equal("  bytes of bodies in flight", metrics["layoutd_body_bytes_in_flight"], 0)
    return figures


def restart_again_and_again(program, stop, tally, statuses):
    while not stop.is_set():
        with Server(program) as server:
            signalled = threading.Event()
            load = [client for client in drain_clients(server.port, tally, signalled) if client.pause]
            for client in load:
                client.start()
            stop.wait(3)
            signalled.set()
            server.terminate()
            statuses.append(server.wait(25))
            for client in load:
                client.join(30)
