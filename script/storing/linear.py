"""Documents under SIGKILL and cut connections: what clients have seen of each is as if one call came after the other.

A write whose answer was lost may have been done at any time after it was sent, or never.
"""

import bisect
import random
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import NamedTuple

from soaking.client import Closed, Connection

from .proxy import Proxy, random_cuts
from .server import Server

CLIENTS = 6
NAMES = ("a", "b", "c", "d")
NODES_MAX = 2_000_000  # of a search; more are an error of this script


class Head(NamedTuple):
    """A revision of a document and its layout. Where there is no document, `ABSENT`."""
    revision: int
    layout: str


ABSENT = Head(0, "")


@dataclass(frozen=True)
class Operation:
    """A call and what became of it."""
    name: str
    kind: str                   # get, create, replace, delete, change
    called: float
    base: Head = ABSENT         # what a write was meant for
    body: bytes = b""
    key: str | None = None
    returned: float = float("inf")
    status: int | None = None   # None: it is not known
    seen: Head | None = None    # what the answer told
    repeated: bool = False

    @property
    def is_unknown(self):
        return self.status is None

    @property
    def has_written(self):
        return self.kind != "get" and self.status in (200, 201, 204) and not self.repeated


# The model


class State(NamedTuple):
    head: Head
    greatest: int       # the greatest revision that the name has had
    keys: frozenset     # those of retried changes in the log: (key, head)
    used: frozenset     # the places of writes of unknown outcome that create, and have happened


def after(state, one, place, made):
    """The state after an operation, or None if it cannot be its outcome there. `made` is what an unknown one makes."""
    head = state.head
    if one.is_unknown:
        if one.kind == "create":
            fits = head == ABSENT and place not in state.used and made.revision > state.greatest
        else:
            fits = head == one.base and head != ABSENT
        if not fits:
            return None  # It has no effect there, so that it need not be there.
        used = state.used | {place} if one.kind == "create" else state.used
        return written(state, one, made)._replace(used=used)
    if one.repeated:
        return state if (one.key, one.seen) in state.keys else None
    if not one.has_written:
        if head != one.seen:
            return None
        refuses = {"get": True, "create": head != ABSENT}.get(one.kind, head.revision != one.base.revision)
        return state if refuses else None
    if one.kind == "create":
        return written(state, one, one.seen) if head == ABSENT and one.seen.revision > state.greatest else None
    return written(state, one, one.seen) if head == one.base else None


def written(state, one, made):
    if one.kind == "delete":
        return state._replace(head=ABSENT, greatest=state.greatest + 1, keys=frozenset())
    if one.kind != "create" and made.revision != state.head.revision + 1:
        return None
    keys = state.keys | {(one.key, made)} if one.key else state.keys
    return State(made, made.revision, keys, state.used)


class History:
    """The operations on one document. `results` is, of each operation of unknown outcome, the layout that it makes."""

    def __init__(self, operations, results):
        self.known = sorted((one for one in operations if not one.is_unknown), key=lambda one: one.called)
        self.unknown = [one for one in operations if one.is_unknown and one.kind != "get"]
        seen = {one.seen for one in self.known if one.seen}
        revisions = {head.layout: head.revision for head in seen}
        self.by_revision, self.creating = defaultdict(list), []
        for place, one in enumerate(self.unknown):
            layout = results.get(one)
            if one.kind == "delete":
                self.by_revision[one.base.revision].append((place, one, None))
            elif layout in revisions:
                # What nobody has ever seen nobody has built on.
                made = Head(revisions[layout], layout)
                if one.kind == "create":
                    self.creating.append((place, one, made))
                else:
                    self.by_revision[one.base.revision].append((place, one, made))
        retried = {one.key for one in self.known if one.repeated}
        drop = lambda one: one if one.key in retried else replace(one, key=None)
        self.known = [drop(one) for one in self.known]
        self.by_revision = {
            revision: [(place, drop(one), made) for place, one, made in some]
            for revision, some in self.by_revision.items()}

    def is_linear(self):
        """Whether there is an order of the operations that their times allow and that gives their outcomes."""
        known, count = self.known, len(self.known)
        seen, stack = set(), [(0, 0, State(ABSENT, 0, frozenset(), frozenset()))]
        while stack:
            base, done, state = stack.pop()
            while done & 1:
                base, done = base + 1, done >> 1
            if base == count:
                return True
            if (base, done, state) in seen:
                continue
            seen.add((base, done, state))
            if len(seen) > NODES_MAX:
                raise RuntimeError("the search takes too long")
            limit, next_ones, i = float("inf"), [], base
            while i < count and known[i].called <= limit:
                if not done >> (i - base) & 1:
                    next_ones.append(i)
                    limit = min(limit, known[i].returned)
                i += 1
            candidates = self.creating if state.head == ABSENT else self.by_revision.get(state.head.revision, [])
            for place, one, made in candidates:
                moved = after(state, one, place, made) if one.called <= limit else None
                if moved:
                    stack.append((base, done, moved))
            for i in reversed(next_ones):
                moved = after(state, known[i], None, None) if known[i].called <= limit else None
                if moved:
                    stack.append((base, done | 1 << (i - base), moved))
        return False


# What clients do


def snapshot(source):
    return b'{"sections":[{"engine":"column","items":{"heights":[%d]}}]}' % source.randrange(1, 1 << 50)


def steps(source):
    return b'[{"insert":[{"section":0,"item":0,"items":[{"height":%d}]}]}]' % source.randrange(1, 1 << 50)


class Client:
    """Calls on a few documents, by what it has last seen of each. Makes an operation of each."""

    def __init__(self, port, seed, names=NAMES, deletes=True):
        self.port, self.source, self.names, self.deletes = port, random.Random(seed), names, deletes
        self.heads = dict.fromkeys(names, ABSENT)
        self.connection, self.retried, self.operations = None, None, []

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def act(self):
        """One call. Returns what became of it, or None where it could not be sent."""
        if self.connection is None:
            try:
                self.connection = Connection(self.port, timeout=10)
            except OSError:
                return None
        one = self._chosen()
        path = f"/v1/documents/{one.name}"
        method, body, lines = "GET", None, []
        if one.kind == "create":
            method, body, lines = "PUT", b'{"snapshot":%b}' % one.body, ["If-None-Match: *"]
        elif one.kind == "replace":
            method, body, lines = "PUT", b'{"snapshot":%b}' % one.body, [f'If-Match: "{one.base.revision}"']
        elif one.kind == "delete":
            method, lines = "DELETE", [f'If-Match: "{one.base.revision}"']
        elif one.kind == "change":
            key = b',"key":"%b"' % one.key.encode() if one.key else b""
            method, path = "POST", f"{path}/changes"
            body = b'{"revision":%d,"steps":%b%b}' % (one.base.revision, one.body, key)
        one = replace(one, called=time.monotonic())
        try:
            answer = self.connection.request(method, path, body, *lines)
        except (Closed, OSError):
            self.close()
            self.retried = one if one.key else None
            self.operations.append(one)
            return one
        returned = time.monotonic()
        if answer.status == 503:
            self.retried = one if one.key else None
        else:
            one = replace(one, returned=returned, status=answer.status, **self._told(one, answer))
            self.heads[one.name] = ABSENT if one.kind == "delete" and answer.status == 204 else one.seen
        if answer.closes:
            self.close()
        self.operations.append(one)
        return one

    @staticmethod
    def _told(one, answer):
        """What an answer tells of the document."""
        if answer.status == 204:
            return {}
        told = answer.json()
        if answer.status not in (200, 201, 404, 409, 412):
            raise RuntimeError(f"{one.kind} was answered {answer.status}: {told}")
        if "revision" not in told:
            return {"seen": ABSENT}
        layout = told["id"] if one.kind == "change" and answer.status == 200 else told["layout"]
        return {"seen": Head(told["revision"], layout), "repeated": told.get("repeated", False)}

    def _chosen(self):
        if self.retried:
            one, self.retried = self.retried, None
            return one
        source, name = self.source, self.source.choice(self.names)
        head, chance = self.heads[name], source.random()
        if head == ABSENT:
            kind = "create" if chance < 0.7 else "get"
        else:
            # What it knows is often old, so that many writes find another revision.
            kind = ("get" if chance < 0.35 else "change" if chance < 0.7 else "replace" if chance < 0.9
                    else "create" if chance < 0.95 or not self.deletes else "delete")
        body = {"change": steps, "create": snapshot, "replace": snapshot}.get(kind, lambda _: b"")(source)
        key = "%x" % source.getrandbits(64) if kind == "change" and source.random() < 0.6 else None
        return Operation(name, kind, 0, head if kind != "create" else ABSENT, body, key)


def results(operations, port):
    """The layouts that operations of unknown outcome make, by the operation: told by calls without documents."""
    made = {}
    with Connection(port) as connection:
        for one in operations:
            if not one.is_unknown or one.kind not in ("create", "replace", "change"):
                continue
            if one.kind == "change":
                answer = connection.request(
                    "POST", f"/v1/layouts/{one.base.layout}/changes", b'{"steps":%b}' % one.body)
            else:
                answer = connection.post(one.body)
            if answer.status not in (200, 201):
                raise RuntimeError(f"what an operation makes was answered {answer.status}: {answer.body[:200]}")
            made[one] = answer.json()["id"]
    return made


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


def run(program, facts, quick, **_):
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
    facts.state("retries that were answered as repeated", sum(one.repeated for one in operations))
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
    with tempfile.TemporaryDirectory() as folder, Proxy(random_cuts(random.Random(2), 20_000)) as proxy:
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
                while count[0] < goal and not faults:
                    time.sleep(0.002)
                server.process.kill()
                proxy.server = None
                server.kill()
        with Server(program, folder) as server:
            proxy.server = server.port
            while count[0] < calls and not faults:
                time.sleep(0.002)
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
