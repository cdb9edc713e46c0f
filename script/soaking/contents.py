"""Snapshots and layouts take the memory that is counted for them, give it back, and reading takes no more than documented."""

import random
import re
import subprocess
import time

from lib.http import Connection
from lib.server import Server
from lib.wait import settled

MIB = 1 << 20
# Free memory that the allocator keeps, and the memory for reading the last body.
SHARE_BESIDE, BESIDE = 0.1, 48 * MIB
KEPT = 32 * MIB
# The program gives freed memory back every few seconds.
GIVEN_BACK_SECONDS = 20
# Reading a body takes at most this multiple of its bytes, and these bytes.
READING_MULTIPLE, READING_BESIDE = 20, 4 * MIB


def run(program, heap, facts, quick):
    for name, body in kinds():
        held(program, facts, name, body, (64 if quick else 512) * MIB)
    layouts(program, facts, (32 if quick else 256) * MIB)
    read(program, facts, 4 * MIB if quick else 30 * MIB)
    searched(heap, facts, 50 if quick else 1500)


def _sections(entries, members=""):
    return f'{{{members}"sections":[{",".join(entries)}]}}'.encode()


def kinds():
    """A name, and a body for each number. No two bodies share a section."""
    source = random.Random(5)

    def stacks(number):
        stack = ",".join(f'{{"height":{source.randint(1, 99)},"pin":{source.choice(["true", "false"])}}}' for _ in range(20))
        return _sections(
            f'{{"headers":[{stack}],"footers":[{{"height":{number * 3000 + place + 1}}}]}}' for place in range(3000))

    def mosaics(number):
        return _sections(
            (f'{{"items":{number * 20000 + place},"metrics":{{"segmentHeight":{place % 97 + 1}}}}}' for place in range(20000)),
            '"engine":"mosaic",')

    def few_items(number):
        return _sections(
            (f'{{"items":{{"heights":[{source.randint(1, 99)},{place},{number}]}}}}' for place in range(20000)),
            '"engine":"waterfall",')

    def many_items(number):
        widths = ",".join(map(str, source.choices(range(1, 1000), k=300_000)))
        return _sections([f'{{"id":"{number}","items":{{"widths":[{widths}],"heights":[{widths}]}}}}'])

    def colours(number):
        return _sections(
            f'{{"metrics":{{"backgroundColor":"colour {place} of number {number}"}}}}' for place in range(10000))

    yield "stacks of headers and footers", stacks
    yield "mosaics", mosaics
    yield "waterfalls of few items", few_items
    yield "flows of many items", many_items
    yield "sections with ids, and colours of their own", colours


def _post(port, body, query=""):
    with Connection(port, timeout=60) as connection:
        answer = connection.post(body, query)
        if answer.status not in (200, 201):
            raise RuntimeError(f"status {answer.status}: {answer.body[:200]}")
        return answer.json()["id"]


def held(program, facts, name, body, capacity):
    """Fills the store, replaces everything in it, and empties it."""
    with Server(program, f"--snapshot-bytes={capacity}", "--memo-bytes=1MiB", "--access-log=off") as server:
        _post(server.port, b'{"sections":[]}')
        start, ids = server.memory(), []

        def post_until(is_enough):
            while not is_enough(server.metrics()):
                ids.append(_post(server.port, body(len(ids))))

        post_until(lambda metrics: metrics["layoutd_snapshot_evictions_total"] > 0)
        counted, grown = server.metrics()["layoutd_snapshot_bytes"], server.memory() - start
        facts.at_least(f"{name}: counted when the store is full", counted, capacity * 0.8, "bytes")
        facts.at_most("  memory then", grown, counted * (1 + SHARE_BESIDE) + BESIDE, "bytes")
        count = len(ids)
        post_until(lambda _: len(ids) >= 2 * count)
        allowed = capacity * (1 + SHARE_BESIDE) + BESIDE
        grown = settled(lambda: server.memory() - start, allowed, GIVEN_BACK_SECONDS)
        facts.at_most("  memory when all were evicted for others", grown, allowed, "bytes")
        with Connection(server.port) as connection:
            for identifier in ids:
                if connection.request("DELETE", f"/v1/layouts/{identifier}").closes:
                    raise RuntimeError("the connection was closed")
        facts.equal("  counted when all are deleted", server.metrics()["layoutd_snapshot_bytes"], 0, "bytes")
        began = time.monotonic()
        left = settled(server.memory, start + KEPT, GIVEN_BACK_SECONDS) - start
        facts.at_most("  memory when all are deleted", left, KEPT, "bytes")
        facts.state("    after", time.monotonic() - began, "s")


def layouts(program, facts, capacity):
    """Fills the memo with layouts of many sections, and deletes them."""
    options = [f"--memo-bytes={capacity}", f"--snapshot-bytes={4 * capacity}", "--access-log=off"]
    with Server(program, *options) as server:
        _post(server.port, b'{"sections":[]}', "?width=1")
        start, ids = server.memory(), []
        body = dict(kinds())["waterfalls of few items"]
        ids.append(_post(server.port, body(0), "?width=390"))
        one = server.metrics()["layoutd_memo_bytes"]
        while server.metrics()["layoutd_memo_evictions_total"] == 0:
            ids.append(_post(server.port, body(len(ids)), "?width=390"))
        metrics = server.metrics()
        counted = metrics["layoutd_memo_bytes"] + metrics["layoutd_snapshot_bytes"]
        # One more of these does not fit.
        facts.at_least("layouts of few items: counted when the memo is full", metrics["layoutd_memo_bytes"], 0.95 * (capacity - one), "bytes")
        allowed = counted * (1 + SHARE_BESIDE) + BESIDE
        grown = settled(lambda: server.memory() - start, allowed, GIVEN_BACK_SECONDS)
        facts.at_most("  memory then, with their snapshots", grown, allowed, "bytes")
        with Connection(server.port) as connection:
            for identifier in ids:
                connection.request("DELETE", f"/v1/layouts/{identifier}")
        left = settled(server.memory, start + KEPT, GIVEN_BACK_SECONDS) - start
        facts.at_most("  memory when all are deleted", left, KEPT, "bytes")


def expensive(size):
    """The names and bodies that take the most memory for their bytes."""
    def repeated(start, entry, end):
        pieces, length, number = [], 0, 0
        while length < size:
            pieces.append(entry(number))
            length += len(pieces[-1]) + 1
            number += 1
        return (start + ",".join(pieces) + end).encode()

    source = random.Random(9)
    styles = ",".join(['"fullWidth"'] * 1000)
    yield "empty sections", repeated('{"sections":[', lambda _: "{}", "]}")
    yield "sections of one item each", repeated('{"sections":[', lambda n: f'{{"items":{n % 90 + 10}}}', "]}")
    yield "sections with padding", repeated(
        '{"sections":[', lambda _: f'{{"metrics":{{"padding":{{"top":{source.randint(0, 99)}}}}}}}', "]}")
    yield "sections that inherit a thousand styles", repeated(
        f'{{"engine":"mosaic","metrics":{{"segments":[{styles}],"leadingSegments":[{styles}]}},"sections":[',
        lambda n: f'{{"metrics":{{"padding":{{"top":{n % 2}}}}}}}', "]}")
    yield "a header for each section", repeated(
        '{"sections":[', lambda _: f'{{"headers":[{{"height":{source.randint(1, 99)}}}]}}', "]}")
    yield "one stack of headers", repeated('{"sections":[{"headers":[', lambda _: '{"height":1}', "]}]}")
    yield "items without sizes", repeated('{"sections":[{"items":[{"width":-0},', lambda _: "{}", "]}]}")
    yield "sections with ids", repeated('{"sections":[', lambda n: f'{{"id":"{n % 10}"}}', "]}")
    yield "unknown keys", repeated('{"sections":[{', lambda n: f'"{n % 10}":0', "}]}")
    yield "long integers", repeated('{"sections":[', lambda _: '{"items":12345678901234567890}', "]}")
    yield "what is not JSON", b"[" * size


def read(program, facts, size):
    """The most memory that reading a body takes, as a multiple of it."""
    for name, body in expensive(size):
        with Server(program, "--max-sections=10000000", "--compute-timeout=60s") as server:
            _post(server.port, b'{"sections":[]}')
            base = server.most_memory()
            with Connection(server.port, timeout=90) as connection:
                status = connection.post(body).status
            taken = server.most_memory() - base - len(body) - READING_BESIDE
            facts.at_most(f"reading {name} ({status}): memory, in multiples of the body", taken / len(body), READING_MULTIPLE)


def searched(heap, facts, tries):
    """The same to the byte, for bodies that a search finds."""
    for size in (100_000, 1_000_000):
        output = subprocess.run(
            [heap, "decoding", str(size), "1", str(tries)], check=True, capture_output=True, text=True).stdout
        worst = re.search(r"^worst (\S+) (.*)", output, re.MULTILINE)
        facts.at_most(f"the worst body of {size} bytes in {tries} tries, in multiples of it", float(worst[1]), READING_MULTIPLE)
        facts.state("  " + worst[2][:100], float(worst[1]))
