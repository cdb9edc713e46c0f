"""Measures the figures of docs/operations.md#sizing, and what logging, keys and CORS cost a request.

    script/benchmark sizing [--quick] [--against OTHER] [--rounds N] PROGRAM [PART…]

Parts, by default all:

    memory       bytes for each item whose size is given, by engine: of the snapshot, of its layout, while it is posted
    connections  bytes for each open connection
    requests     requests a second, and processor time of the server for each
    doors        the same load with the access log, keys and CORS off and on by turns, and, with --against, on another
                 program, such as the one of the release before

PROGRAM is a release build. Requests a second depend on the machine's other work; processor time for each request depends
less on it. All figures are medians of several rounds; where two are compared, each round measures both, one shortly
after the other. --quick shows whether it runs.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

from lib import ROOT
from lib.http import Connection
from lib.server import Server

from .load import Load, head, rounds_of
from .setting import run

KEY, ORIGIN = "a-key-that-reads-and-writes", "https://app.example"
WIDTH, VIEW_HEIGHT = 390, 844
# Every load sends the same heads, so that only the work of the server differs.
HEADERS = (f"Authorization: Bearer {KEY}", f"Origin: {ORIGIN}", "X-Request-Id: measure-0123456789")
CONNECTIONS, PLACES = 16, 1000


def snapshot(engine, count, seed):
    """A snapshot of items of whole sizes, each given; its headers pin."""
    numbers, sizes = random.Random(seed), [str(size) for size in range(40, 240)]
    columns = [f'"{name}":[{",".join(numbers.choices(sizes, k=count))}]'
               for name in (["heights"] if engine in ("column", "waterfall") else ["widths", "heights"])]
    return (f'{{"sections":[{{"engine":"{engine}","headers":[{{"height":40,"pin":true}}],'
            f'"items":{{{",".join(columns)}}}}}]}}').encode()


def show(title, columns, rows):
    widths = [max(len(str(row[i])) for row in [columns, *rows]) for i in range(len(columns))]
    print(f"\n{title}\n")
    for row in [columns, ["-" * width for width in widths], *rows]:
        print("  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                        for i, (cell, width) in enumerate(zip(row, widths))))
    sys.stdout.flush()


def memory_of(program, engine, count, snapshots, seed):
    """Bytes for each item: resident and as the service counts them, of snapshots, of layouts; the peak of one post."""
    # With so little room for bodies no buffer waits for the next one.
    with Server(program, "--snapshot-bytes", "64GiB", "--memo-bytes", "64GiB", "--max-bodies-in-flight", "24MiB",
                "--access-log", "off") as server, Connection(server.port, timeout=60) as connection:

        def post(seeds):
            paths, highest = [], 0
            for each in seeds:
                body = snapshot(engine, count, each)
                Path(f"/proc/{server.pid}/clear_refs").write_text("5")  # The peak begins anew, with what there is.
                before = server.most_memory()
                paths.append(connection.layout(body))
                highest = max(highest, server.most_memory() - before)
            return paths, highest, len(body)

        def lay_out(paths):
            for path in paths:
                connection.request("GET", f"{path}?width={WIDTH}")

        def read(name):
            time.sleep(0.3)  # Another thread releases memory that is no longer needed.
            return server.memory(), server.metrics()[name]

        def difference(after, before):
            return [(each - other) / count / snapshots for each, other in zip(after, before)]

        # After the first ones the program keeps some memory for the next ones.
        first, highest, length = post(range(seed, seed + snapshots))
        before = read("layoutd_snapshot_bytes")
        second, *_ = post(range(seed + snapshots, seed + 2 * snapshots))
        of_snapshots = difference(read("layoutd_snapshot_bytes"), before)
        lay_out(first)
        before = read("layoutd_memo_bytes")
        lay_out(second)
        of_layouts = difference(read("layoutd_memo_bytes"), before)
    return *of_snapshots, *of_layouts, highest / count, length / count


def measure_memory(program, given, folder):
    count, snapshots, rounds = (50_000, 2, 2) if given.quick else (1_000_000, 4, given.rounds or 5)
    rows = []
    for engine in ("flow", "column", "waterfall", "mosaic"):
        runs = [memory_of(program, engine, count, snapshots, 100 * i) for i in range(rounds)]
        rows.append([engine, *(f"{statistics.median(each):.1f}" for each in zip(*runs))])
    show(f"Bytes for each of {count} items, {snapshots} snapshots after {snapshots} others, {rounds} rounds",
         ["engine", "snapshot", "(counted)", "layout", "(counted)", "peak of a post", "of that the body"], rows)


def measure_connections(program, given, folder):
    count, rounds = (200, 2) if given.quick else (4000, given.rounds or 5)
    runs = []
    for _ in range(rounds):
        with Server(program, descriptors=2 * count + 1000) as server, ExitStack() as stack:
            with Connection(server.port) as connection:
                connection.request("GET", "/healthz")
            time.sleep(0.3)
            resident = [server.memory()]
            connections = [stack.enter_context(Connection(server.port)) for _ in range(count)]
            time.sleep(0.5)
            resident.append(server.memory())
            for connection in connections:
                connection.request("GET", "/healthz")
            resident.append(server.memory())
        runs.append([(each - resident[0]) / count for each in resident[1:]])
    new, used = (f"{statistics.median(each) / 1024:.1f} KiB" for each in zip(*runs))
    show(f"Memory for each of {count} connections, {rounds} rounds", ["connection", "memory"],
         [["open, no request yet", new], ["answered once", used]])


def loads_of(server, folder, items):
    """Requests to nothing, and to a waterfall at places of which no two neighbours are the same."""
    with Connection(server.port, timeout=60) as connection:
        layout = connection.request(
            "POST", f"/v1/layouts?width={WIDTH}", snapshot("waterfall", items, 1), HEADERS[0]).json()
    path, high = f"/v1/layouts/{layout['id']}", int(layout["contentSize"]["height"])
    places = [997 * place % high for place in range(PLACES)]
    return {name: Load(folder, name, [head(target, *HEADERS) for target in targets]) for name, targets in {
        "healthz": ["/healthz"],
        "special": [f"{path}/special?bounds=0,{y},{WIDTH},{VIEW_HEIGHT}" for y in places],
        "elements": [f"{path}/elements?width={WIDTH}&rect=0,{y},{WIDTH},{VIEW_HEIGHT}" for y in places]}.items()}


def measure_requests(program, given, folder):
    items, rounds, seconds = (10_000, 2, 1) if given.quick else (1_000_000, given.rounds or 7, 3)
    with Server(program, "--access-log", "off", "--max-requests-per-connection", "1000000000") as server:
        loads = loads_of(server, folder, items)
        runs = rounds_of({name: lambda load=load: load.turn(server, seconds, CONNECTIONS) for name, load in loads.items()},
                         rounds)
    rows = []
    for name, turns in runs.items():
        times = [turn.processor for turn in turns]
        rows.append([name, f"{statistics.median(turn.rate for turn in turns):.0f}", f"{statistics.median(times):.1f}",
                     spread(times, 1), f"{1e6 / statistics.median(times):.0f}"])
    show(f"Requests, {rounds} rounds of {seconds} s, a waterfall of {items} items",
         ["request", "a second", "µs each", "quartiles", "a second and core"], rows)


def spread(values, digits):
    """The quartiles around the median."""
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{low:.{digits}f} to {high:.{digits}f}"


def measure_doors(program, given, folder):
    rounds, seconds = (3, 1) if given.quick else (given.rounds or 15, 2)
    keys = Path(folder) / "keys.txt"
    keys.write_text(f"{sha256(KEY.encode()).hexdigest()} measure write\n")
    off = ["--access-log", "off"]
    variants = {
        "all off": (program, off),
        "access log": (program, []),
        "keys": (program, [*off, "--api-keys-file", keys]),
        "CORS": (program, [*off, "--cors-origins", ORIGIN]),
        "all on": (program, ["--api-keys-file", keys, "--cors-origins", ORIGIN]),
        "all off, once more": (program, off),
    }
    if given.against:
        variants["the other program"] = (given.against.resolve(), [])
    with ExitStack() as stack:
        tasks = {}
        for name, (its_program, options) in variants.items():
            server = stack.enter_context(
                Server(its_program, "--max-requests-per-connection", "1000000000", *options))
            load = loads_of(server, folder, 1000)["special"]
            load.turn(server, 1, CONNECTIONS)
            tasks[name] = lambda server=server, load=load: load.turn(server, seconds, CONNECTIONS)
        runs = rounds_of(tasks, rounds)
    base = [turn.processor for turn in runs["all off"]]
    rows = []
    for name, turns in runs.items():
        times = [turn.processor for turn in turns]
        differences = [each - reference for each, reference in zip(times, base)]
        ratios = [each / reference for each, reference in zip(times, base)]
        rows.append([name, f"{statistics.median(turn.rate for turn in turns):.0f}", f"{statistics.median(times):.2f}"] + (
            ["", "", "", ""] if name == "all off" else
            [f"{statistics.median(differences):+.2f}", spread(differences, 2), f"{statistics.median(ratios):.3f}",
             spread(ratios, 3)]))
    show(f"What parts cost a request (special), {rounds} rounds of {seconds} s, against all off in the same round",
         ["program with", "a second", "µs each", "difference", "quartiles", "ratio", "quartiles"], rows)


PARTS = {"memory": measure_memory, "connections": measure_connections, "requests": measure_requests,
         "doors": measure_doors}


def main(arguments):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("program", type=Path, metavar="PROGRAM")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART")
    parser.add_argument("--against", type=Path, metavar="OTHER")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--quick", action="store_true")
    given = parser.parse_args(arguments)
    run(ROOT / "script/bootstrap", "--benchmark")
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} processors, load {load:.1f}" + (": busy, so take this as provisional" if load >= 2 else ""))
    with tempfile.TemporaryDirectory() as folder:
        for part in given.parts or PARTS:
            PARTS[part](given.program.resolve(), given, folder)
