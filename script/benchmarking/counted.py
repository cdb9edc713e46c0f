"""Instructions outside the kernel, as valgrind counts them: they depend neither on other work nor on the processor's speed.

A count is the difference between two runs of one program, of which one does twice as much of the same work. Start, end
and what is prepared are in both, and so are not counted.

The files that a request executes, in a debug program, are those of the instructions that a run with two requests of a
kind executes more often than a run with one, and a run with three once more. What a file inlines from others counts for
these, as the line table says.
"""

import json
import os
import random
import re
import subprocess
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lib.http import Connection, request_bytes
from lib.server import Server

from .load import head
from .scene import VIEW_HEIGHT, WIDTH, Scene, sizes
from .setting import ROOT, compiler, run

ITEMS = 100_000
POSTED_ITEMS = 10_000
FEW_ITEMS = 100
ENGINES = ("flow", "column", "waterfall", "mosaic")
LAYOUTS = 10
FEW_QUERY = f"?width={WIDTH}&bounds=0,0,{WIDTH},{VIEW_HEIGHT}"
DOCUMENT = "/v1/documents/list"
COLLECTED = re.compile(r"Collected : (\d+)")
# Swift's tables have the same order in all runs. The C library clears and copies in loops: valgrind counts every byte of
# the one instruction that it would take.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("LAYOUTD_")} | {
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.x86_rep_stosb_threshold=1073741824:glibc.cpu.x86_rep_movsb_threshold=1073741824"}


def valgrind(log, counts="/dev/null"):
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", f"--log-file={log}"]


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


class TracedServer(CountedServer):
    """The same with a store in memory, and how often each instruction ran."""

    def command(self, program, listen, options):
        return [*valgrind("/dev/null", self.counts), "--dump-instr=yes", "--dump-line=no", "--compress-strings=no",
                "--compress-pos=no", program, "serve", "--listen", listen, *options, "--store", "memory"]


def post(path, body):
    return request_bytes("POST", path, json.dumps(body).encode())


def section(number):
    return {"id": "a", "engine": "flow", "items": [
        {"width": int(width), "height": 40 + number} for width in sizes(FEW_ITEMS, number)]}


def tree(number):
    """A tree of two nodes, of which one is another for each number."""
    return {"engine": "column", "source": {"children": [
        {"id": f"node {number}", "items": [{"height": 40}]}, {"id": "last", "items": [{"height": 60 + number}]}]}}


def insertion(number):
    return {"steps": [{"insert": [{"section": 0, "item": number, "items": [{"width": 71.5, "height": 40.25 + number}]}]}]}


def few_posts(connection, count):
    return [post(f"/v1/layouts{FEW_QUERY}", {"sections": [section(number)]}) for number in range(count)]


def few_changes(connection, count):
    path = connection.layout(json.dumps({"sections": [section(9)]}).encode())
    return [post(f"{path}/changes{FEW_QUERY}", insertion(number)) for number in range(count)]


def trees(connection, count):
    """Two trees, of which the steps are found."""
    path = connection.layout(json.dumps(tree(9)).encode())
    return [post(f"{path}/changes{FEW_QUERY}", {"from": tree(9), "to": tree(number)}) for number in range(count)]


def documents(connection, count):
    connection.request("PUT", DOCUMENT, json.dumps({"snapshot": {"sections": [section(9)]}}).encode(), "If-None-Match: *")
    return [post(f"{DOCUMENT}/changes{FEW_QUERY}", {"revision": number + 1, **insertion(number)}) for number in range(count)]


# What is traced.
EXECUTED = {
    "special": lambda connection, count: [head(path) for path in Scene(connection, 1000).special(count)],
    "elements": lambda connection, count: [head(path) for path in Scene(connection, 1000).elements(count)],
    "post": few_posts,
    "change": few_changes,
    "two trees": trees,
    "change of a document": documents,
}


def instructions(counts):
    """How often each instruction of the program ran, by its address, and the address of the program's `main`."""
    counted, start, ours, name, is_call = Counter(), None, False, "", False
    for line in Path(counts).read_text(errors="replace").splitlines():
        if line.startswith("ob="):
            ours = line.endswith("/layoutd")
        elif line.startswith("fn="):
            name = line[3:]
        elif line.startswith("calls="):
            is_call = True
        elif line.startswith("0x"):
            address, _, cost = line.partition(" ")
            if ours and not is_call:
                counted[int(address, 16)] += int(cost.split()[-1])
                if name == "layoutd_main":
                    start = min(start or int(address, 16), int(address, 16))
            is_call = False
    return counted, start


def executed(program, folder, name):
    """The instructions that the second request of a kind executes, counted from `main`."""
    counts = []
    for count in (1, 2, 3):
        log = folder / f"{name}.{count}"
        with TracedServer(program, log) as server:
            with Connection(server.port, timeout=120) as connection:
                for request in EXECUTED[name](connection, count):
                    connection.send(request)
                    answer = connection.answer()
                    if answer.status not in (200, 201):
                        raise RuntimeError(f"{name} was answered {answer.status}: {answer.body[:200]}")
            server.stop()
        counts.append(instructions(log))
    (one, start), (two, _), (three, _) = counts
    return [address - start for address in two if one[address] < two[address] < three[address]]


def sources(program, places):
    """The files of the sources that are at places in the program, counted from `main`."""
    symbols = run("nm", program).splitlines()
    main = next(int(line.split()[0], 16) for line in symbols if line.endswith(" T layoutd_main"))
    found = subprocess.run(
        [compiler("llvm-symbolizer"), f"--obj={program}", "--no-inlines", "--functions=none"], check=True, text=True,
        input="\n".join(hex(place + main) for place in places), stdout=subprocess.PIPE).stdout
    folder = str(ROOT / "Sources") + "/"
    return {line.rsplit(":", 2)[0].removeprefix(folder) for line in found.splitlines() if line.startswith(folder)}


def executed_files(program):
    """The number of files of the sources that the second request of a kind executes, by the kind."""
    run(ROOT / "script/bootstrap", "--benchmark")
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(os.cpu_count()) as threads:
        folder = Path(name)
        run("objcopy", "--strip-debug", program, folder / "layoutd")
        found = {kind: threads.submit(executed, folder / "layoutd", folder, kind) for kind in EXECUTED}
        return {kind: len(sources(program, places.result())) for kind, places in found.items()}
