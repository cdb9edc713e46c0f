"""Instructions outside the kernel, as valgrind counts them: they depend neither on other work nor on the processor's speed.

A count is the difference between two runs of one program, of which one does twice as much of the same work. Start, end
and what is prepared are in both, and so are not counted.
"""

import os
import random
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lib.http import Connection, request_bytes
from lib.server import Server

from .load import head
from .scene import VIEW_HEIGHT, WIDTH, Scene, sizes
from .setting import ROOT, run

ITEMS = 100_000
POSTED_ITEMS = 10_000
ENGINES = ("flow", "column", "waterfall", "mosaic")
LAYOUTS = 10
COLLECTED = re.compile(r"Collected : (\d+)")
# Swift's tables have the same order in all runs. The C library clears and copies in loops: valgrind counts every byte of
# the one instruction that it would take.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("LAYOUTD_")} | {
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.x86_rep_stosb_threshold=1073741824:glibc.cpu.x86_rep_movsb_threshold=1073741824"}


def valgrind(log):
    return ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}"]


def collected(log):
    return int(COLLECTED.search(Path(log).read_text())[1])


class CountedServer(Server):
    """The program in valgrind, with one thread of each kind, and the access log in a file."""

    def __init__(self, program, log):
        self.counts = log
        super().__init__(program, "--threads", "1", "--compute-threads", "1", environment=ENVIRONMENT)

    def command(self, program, listen, options):
        return [*valgrind(self.counts), program, "serve", "--listen", listen, *options]


def special(connection, count):
    return map(head, Scene(connection, ITEMS).special(count))


def elements(connection, count):
    return map(head, Scene(connection, ITEMS).elements(count))


def posts(connection, count):
    """Snapshots of which each differs from the others in one size."""
    widths, heights = sizes(POSTED_ITEMS, 1), sizes(POSTED_ITEMS, 2)
    for number in range(count):
        heights[number] = "99"
        items = ",".join(f'{{"width":{width},"height":{height}}}' for width, height in zip(widths, heights))
        yield request_bytes("POST", f"/v1/layouts?width={WIDTH}&bounds=0,0,{WIDTH},{VIEW_HEIGHT}",
                            f'{{"sections":[{{"engine":"flow","items":[{items}]}}]}}'.encode())


def insertions(connection, count):
    """Changes of one list, each of which inserts an item at another place."""
    body = '{"sections":[{"engine":"flow","items":{"widths":[%s],"heights":[%s]}}]}' % (
        ",".join(sizes(ITEMS, 1)), ",".join(sizes(ITEMS, 2)))
    path = connection.layout(body.encode())
    target = f"{path}/changes?width={WIDTH}&bounds=0,0,{WIDTH},{VIEW_HEIGHT}&transition=true"
    for place in random.Random(7).sample(range(ITEMS), count):
        change = '{"steps":[{"insert":[{"section":0,"item":%d,"items":[{"width":71.5,"height":%d.25}]}]}]}'
        yield request_bytes("POST", target, (change % (place, place % 97 + 40)).encode())


# What is counted, how many of it, and the status of the answers.
REQUESTS = {
    "special": (special, 1000, 200),
    "elements": (elements, 1000, 200),
    "post of 10 000 items": (posts, 50, 201),
    "insertion into 100 000 items": (insertions, 200, 201),
}


def requests_counted(program, folder, name, count):
    make, _, status = REQUESTS[name]
    with CountedServer(program, folder / f"{name}.{count}") as server:
        with Connection(server.port, timeout=120) as connection:
            for request in make(connection, count):
                connection.send(request)
                answer = connection.answer()
                if answer.status != status:
                    raise RuntimeError(f"{name} was answered {answer.status}: {answer.body[:200]}")
        server.stop()
        return collected(server.counts)


def layouts_counted(program, folder, engine, count):
    log = folder / f"{engine}.{count}"
    subprocess.run([*valgrind(log), program, "--lay-out", engine, str(ITEMS), str(count)], check=True, env=ENVIRONMENT)
    return collected(log)


def measure(program):
    """Instructions of a request, and of a layout for each item, by name."""
    run(ROOT / "script/bootstrap", "--benchmark")
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as threads:
        folder = Path(name)
        # This valgrind does not read the debugging information of Swift.
        programs = [folder / each for each in ("layoutd", "Benchmarks")]
        for each in programs:
            run("objcopy", "--strip-all", program.with_name(each.name), each)

        def growth(count_of, which, what, count):
            both = [threads.submit(count_of, which, folder, what, each) for each in (count, 2 * count)]
            return lambda: (both[1].result() - both[0].result()) / count

        requests = {name: growth(requests_counted, programs[0], name, count)
                    for name, (_, count, _) in REQUESTS.items()}
        layouts = {engine: growth(layouts_counted, programs[1], engine, LAYOUTS) for engine in ENGINES}
        return {name: round(count()) for name, count in requests.items()} | {
            f"{engine}, for each of 100 000 items": round(count() / ITEMS, 2) for engine, count in layouts.items()}
