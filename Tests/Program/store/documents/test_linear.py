"""Documents under SIGKILL and cut connections: what clients have seen of each is as if one call came after the other."""

import bisect
import random
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import replace

import pytest

from lib.proxy import Proxy, random_cuts
from lib.wait import eventually

from ..server import Server
from .linear import ABSENT, NAMES, Client, Head, History, Operation, results

CLIENTS = 6

# Histories that must be refused


def with_failed_unknowns(operations, _):
    return [one for one in operations if not one.is_unknown]


def with_stale_read(operations, source):
    """A GET tells what a write had replaced before it was sent."""
    writes = [one for one in operations if one.has_written and one.kind in ("replace", "change")]
    source.shuffle(writes)
    gets = sorted((one for one in operations if one.kind == "get" and not one.is_unknown), key=lambda one: one.called)
    for write in writes:
        place = bisect.bisect(gets, write.returned, key=lambda one: one.called)
        if place < len(gets):
            return [replace(one, seen=write.base) if one is gets[place] else one for one in operations]
    return None


def with_lost_update(operations, source):
    """A write that was refused, since another one had come first, was done instead."""
    refused = [one for one in operations if one.kind in ("replace", "change") and one.status in (409, 412)
               and one.base != ABSENT]
    if not refused:
        return None
    lost = source.choice(refused)
    done = replace(lost, status=200, seen=Head(lost.base.revision + 1, "lost"))
    return [done if one is lost else one for one in operations]


CONTROLS = {
    "a write of unknown outcome is taken for failed": with_failed_unknowns,
    "a read is stale": with_stale_read,
    "an update is lost": with_lost_update,
}


@pytest.mark.landing
def test_linear(program, facts, quick):
    calls, kills = (1200, 12) if quick else (10_000, 100)
    began = time.monotonic()
    operations, done, cuts, made = worked(program, calls, kills)
    seconds = time.monotonic() - began
    unknown = [one for one in operations if one.is_unknown and one.kind != "get"]
    facts.at_least("calls", len(operations), calls)
    facts.at_least("SIGKILLs, each followed by a start", done, kills)
    facts.state("connections that were cut", cuts)
    facts.at_least("writes of unknown outcome", len(unknown), 1)
    facts.state("writes that were done", sum(one.has_written for one in operations))
    facts.at_least("retries that were answered as repeated", sum(one.repeated for one in operations), 1)
    facts.state("seconds of calls", seconds, "s")
    source, by_name = random.Random(1), defaultdict(list)
    for one in operations:
        by_name[one.name].append(one)
    began = time.monotonic()
    linear = [History(own, made).is_linear() for own in by_name.values()]
    facts.equal("documents whose history is in order", (linear.count(True), len(linear)), (len(NAMES), len(NAMES)))
    facts.state("the search took", time.monotonic() - began, "s")
    for what, control in CONTROLS.items():
        planted = [each for each in (control(own, source) for own in by_name.values()) if each]
        refused = sum(not History(each, made).is_linear() for each in planted)
        # In a short run a document may have no write of unknown outcome that has happened.
        least = 1 if control is with_failed_unknowns else max(1, len(planted))
        facts.at_least(f"control: {what}; histories refused of {len(planted)}", refused, least)


def worked(program, calls, kills):
    """Has clients call a server that is killed again and again. Returns what they did, how often it was killed, how
    many connections were cut, and what the writes of unknown outcome make.
    """
    source, stop = random.Random(1), threading.Event()
    count, faults = [0], []
    with tempfile.TemporaryDirectory() as folder, Proxy(random_cuts(random.Random(2), 4_000)) as proxy:
        clients = [Client(proxy.port, f"linear {number}") for number in range(CLIENTS)]

        def work(client):
            try:
                while not stop.is_set():
                    if proxy.server is None:
                        stop.wait(0.002)
                    elif client.act():
                        count[0] += 1
            except Exception as error:
                faults.append(error)
            client.close()

        threads = [threading.Thread(target=work, args=[client], daemon=True) for client in clients]
        for thread in threads:
            thread.start()
        for number in range(kills):
            with Server(program, folder) as server:
                proxy.server = server.port
                goal = (number + source.uniform(0.5, 1.2)) * calls / kills
                eventually(lambda: count[0] >= goal or faults, pause=0.002)
                server.process.kill()
                proxy.server = None
                server.kill()
        with Server(program, folder) as server:
            proxy.server = server.port
            eventually(lambda: count[0] >= calls or faults, pause=0.002)
            stop.set()
            for thread in threads:
                thread.join()
            if faults:
                raise faults[0]
            last = Client(server.port, "last")
            for name in NAMES:
                last.retried = Operation(name, "get", 0)
                last.act()
            last.close()
            operations = [one for client in [*clients, last] for one in client.operations]
            made = results(operations, server.port)
    return operations, kills, proxy.cuts, made
