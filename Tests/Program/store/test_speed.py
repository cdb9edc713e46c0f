"""How fast a store on this machine's disk is, beside the targets. Nothing fails for being slow."""

import random
import shutil
import statistics
import tempfile
import time
from pathlib import Path

import lib.server
from benchmarking.load import Load, by_turns, head
from lib.http import Connection, request_bytes

from .disk.faults import Faults
from .ledger import snapshot
from .server import Server

CONNECTIONS = 64
MILLION = 1_000_000


def test_speed(program, facts, quick):
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("wrk"):
            posts(program, facts, quick, Path(folder))
            hits(program, facts, quick, Path(folder))
        else:
            facts.state("posts and hits are left out", "they need wrk")
        cold(program, facts, quick, Path(folder))


def posts(program, facts, quick, folder):
    """New snapshots of 2 KB, on a disk as it is and on one whose sync takes 3 ms longer."""
    source = random.Random(1)
    requests = [
        request_bytes("POST", "/v1/layouts", snapshot(source, 2000)[0]) for _ in range(4_000 if quick else 60_000)]
    load = Load(folder, "posts", requests)
    for what, delay, target in (("posts of 2 KB", 0, 8000), ("the same, 3 ms more for a sync", 0.003, 3000)):
        data = folder / what.replace(" ", "-")
        faults = Faults(folder, data)
        faults.slow(delay)
        with Server(program, data, "--access-log=off", faults=faults) as server:
            turn = load.turn(server, 0.2 if quick else 2, CONNECTIONS)
            metrics = server.metrics()
            group = metrics["layoutd_store_grouped_writes_total"] / metrics["layoutd_store_groups_total"]
        faults.close()
        shutil.rmtree(data)
        facts.state(f"{what}, {CONNECTIONS} connections: target {target} a second, p99 below 50 ms",
                    f"{turn.rate:.0f} a second, p99 {turn.p99:.1f} ms, {group:.0f} in a transaction")
        facts.equal(f"{what}: all of them new", turn.count <= len(requests), True)


def hits(program, facts, quick, folder):
    """Pages of a layout in memory, from a server with a store and from one without."""
    with Server(program, folder / "hits", "--access-log=off") as stored, \
            lib.server.Server(program, "--max-requests-per-connection=1000000000", "--access-log=off") as bare:
        body, _ = snapshot(random.Random(2), 100_000)
        for server in (stored, bare):
            with Connection(server.port) as connection:
                path = connection.layout(body)
        load = Load(folder, "hits", [head(f"{path}/elements?width=390&rect=0,{y * 800},390,800") for y in range(100)])
        rates, processor = [], []
        for _ in range(3 if quick else 11):
            turns = by_turns({
                "stored": lambda: load.turn(stored, 0.2 if quick else 1),
                "bare": lambda: load.turn(bare, 0.2 if quick else 1)})
            rates.append(turns["stored"].rate / turns["bare"].rate)
            processor.append(turns["bare"].processor / turns["stored"].processor)
    facts.state("hits with a store, as a part of those without: target 0.98", statistics.median(rates))
    facts.state("  by processor time", statistics.median(processor))


def cold(program, facts, quick, folder):
    """The first GET of a layout after a start."""
    count = 200 if quick else 2000
    sizes = [("1 KB", 1000, count, 1), ("1 MB", MILLION, 3 if quick else 10, 10)]
    for what, length, number, target in sizes:
        source = random.Random(length)
        bodies = [snapshot(source, length)[0] for _ in range(number)]
        times = first_answers(program, folder / what.replace(" ", "-"), bodies)
        facts.state(f"cold GET of {what}: target p50 {target} ms", f"{statistics.median(times):.2f} ms")
    items = MILLION // 10 if quick else MILLION
    body = '{"sections":[{"engine":"column","items":{"heights":[%s]}}]}' % ",".join(
        map(str, random.Random(4).choices(range(10, 100), k=items)))
    turns = range(1 if quick else 5)
    times = [first_answers(program, folder / f"items-{turn}", [body.encode()])[0] for turn in turns]
    facts.state(f"cold GET of {items} items: target 150 ms", f"{statistics.median(times):.1f} ms")


def first_answers(program, folder, bodies):
    """The milliseconds of the first GET of each layout by a server that has just started."""
    with Server(program, folder) as server, Connection(server.port) as connection:
        paths = [connection.layout(body) for body in bodies]
        server.stop()
    times = []
    with Server(program, folder) as server, Connection(server.port) as connection:
        for path in paths:
            start = time.perf_counter()
            status = connection.request("GET", path).status
            times.append((time.perf_counter() - start) * 1e3)
            if status != 200:
                raise RuntimeError(f"answered {status}")
    shutil.rmtree(folder)
    return times
