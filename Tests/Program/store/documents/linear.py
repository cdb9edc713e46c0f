"""Documents under SIGKILL and cut connections: what clients have seen of each is as if one call came after the other.

A write whose answer was lost may have been done at any time after it was sent, or never.
"""

import random
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import NamedTuple

from lib.http import Closed, Connection
from lib.wait import WAIT_SECONDS

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
                self.connection = Connection(self.port, timeout=WAIT_SECONDS)
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
