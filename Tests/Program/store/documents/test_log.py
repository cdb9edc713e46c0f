"""The log of documents under SIGKILL and cut connections: what followers are told has no gap and no order of its own.

Steps that are replayed arrive at the layout of every revision, no revision comes twice, and who is too late hears so.
"""

import copy
import json
import random
import tempfile
import threading

import pytest

from lib.http import Connection
from lib.proxy import Proxy, random_cuts
from lib.threads import Threads
from lib.wait import eventually

from ..server import Server
from .follower import Poller, Streamer, wrong_order
from .linear import ABSENT, Client

pytestmark = pytest.mark.landing

FOLLOWERS = 4  # of each kind
WRITERS = 3


def goal_of(number, kills, writes, source):
    """After how many writes a server is killed."""
    return writes if number == kills - 1 else (number + source.uniform(0.5, 1.2)) * writes / kills


class Writing(Threads):
    """Clients that write documents in threads, on a server that comes and goes."""

    def __init__(self, proxy, names, deletes, seed):
        self.stop, self.faults = threading.Event(), []
        self.proxy = proxy
        self.clients = [Client(proxy.port, f"{seed} {number}", names, deletes) for number in range(WRITERS)]
        super().__init__(self._run, self.clients, self.stop.set)

    def _run(self, client):
        try:
            while not self.stop.is_set():
                if self.proxy.server is not None:
                    client.act()
                self.stop.wait(0.001)
        except Exception as error:
            self.faults.append(f"{type(error).__name__}: {error}")
        client.close()

    @property
    def done(self):
        return sum(one.has_written for client in self.clients for one in client.operations)


def whole_log(port, name, after=0):
    """The records of a document, and its head's revision."""
    records = []
    with Connection(port) as connection:
        while True:
            answer = connection.request("GET", f"/v1/documents/{name}/changes?after={after}&limit=500")
            if answer.status == 404:
                return [], 0
            page = answer.json()
            if answer.status == 410:
                after = page["oldest"] - 1
                continue
            records += page["changes"]
            after = records[-1]["revision"]
            if after >= page["revision"]:
                return records, page["revision"]


def replayed(port, records):
    """The revisions at which replaying the steps does not arrive at the layout that the log tells."""
    wrong, layout = [], None
    with Connection(port) as connection:
        for record in records:
            if record["kind"] == "change":
                body = json.dumps({"steps": record["steps"]}).encode()
                answer = connection.request("POST", f"/v1/layouts/{layout}/changes", body)
                made = answer.json().get("id")
                if record["parent"] != layout or made != record["layout"]:
                    wrong.append(record["revision"])
            layout = record.get("layout")
    return wrong


def test_restarts(program, facts, quick):
    """One document that is never deleted."""
    writes, kills = (150, 8) if quick else (3000, 100)
    what, source, early = "restarts", random.Random(3), []
    followers = []
    with tempfile.TemporaryDirectory() as folder, Proxy() as inner, \
            Proxy(random_cuts(random.Random(4), 30_000)) as outer:
        def start():
            server = Server(program, folder, "--history=100000")
            inner.server = outer.server = server.port
            return server

        with Writing(inner, ["grows"], False, "log") as writing:
            for number in range(kills):
                with start() as server:
                    known = max([each.after or 0 for each in followers], default=0)
                    records_head = whole_head(server.port, "grows")
                    if records_head < known:
                        early.append((records_head, known))
                    if number == 0:
                        eventually(lambda: whole_head(server.port, "grows"))
                        followers = [kind(outer.port, "grows", after=0)
                                     for kind in (Poller, Streamer) for _ in range(FOLLOWERS)]
                    goal = goal_of(number, kills, writes, source)
                    eventually(lambda: writing.done >= goal or writing.faults)
                    server.process.kill()
                    inner.server = outer.server = None
                    server.kill()
        with start() as server:
            records, head = whole_log(server.port, "grows")
            eventually(lambda: all(each.after == head or each.fault for each in followers))
            for each in followers:
                each.stop()
            wrong_steps = replayed(server.port, records)
            broken = copy.deepcopy(records)
            changes = [each for each in broken if each["kind"] == "change"]
            source.choice(changes)["steps"][0]["insert"][0]["items"] = [{"height": 1}]
            control = replayed(server.port, broken)
            server.stop()
    facts.equal(f"{what}: faults of writers", writing.faults, [])
    facts.at_least(f"{what}: writes, with {kills} SIGKILLs", writing.done, writes)
    facts.state(f"{what}: connections of followers that were cut", outer.cuts)
    facts.equal(f"{what}: revisions in the log, one after the other from 1 to its head",
                [each["revision"] for each in records] == list(range(1, head + 1)), True)
    for kind in (Poller, Streamer):
        own = [each for each in followers if isinstance(each, kind)]
        wrong = [fault for each in own for fault in [*wrong_order(each.seen), *([each.fault] if each.fault else [])]]
        facts.equal(f"{what}: {len(own)} followers by {kind.kind}: wrong orders", wrong[:3], [])
        facts.equal(f"{what}: followers by {kind.kind} that have each record once, as the log has it",
                    sum(each.records == records for each in own), len(own))
    facts.equal(f"{what}: starts at which a follower knew more than the store", early, [])
    facts.equal(f"{what}: revisions of {len(records)} where replayed steps make another layout", wrong_steps, [])
    facts.at_least(f"{what}: control: one step is another one; wrong layouts", len(control), 1)
    one = followers[0].seen
    for name, planted in (("a record is missing", one[:9] + one[10:]), ("a record comes twice", one[:9] + one[8:]),
                          ("two records change places", [*one[:8], one[9], one[8], *one[10:]])):
        facts.at_least(f"{what}: control: {name}; wrong orders", len(wrong_order(planted)), 1)


def whole_head(port, name):
    with Connection(port) as connection:
        return connection.request("GET", f"/v1/documents/{name}").json().get("revision", 0)


def test_deletions(program, facts, quick):
    """Documents that are deleted and created anew."""
    writes, kills = (150, 4) if quick else (2000, 40)
    what, names, source = "deletions", ("x", "y", "z"), random.Random(5)
    with tempfile.TemporaryDirectory() as folder, Proxy() as inner, \
            Proxy(random_cuts(random.Random(6), 30_000)) as outer:
        followers = [kind(outer.port, name) for name in names for kind in (Poller, Streamer)]
        logs = {name: [] for name in names}
        with Writing(inner, names, True, "deletions") as writing:
            for number in range(kills):
                with Server(program, folder) as server:
                    inner.server = outer.server = server.port
                    goal = goal_of(number, kills, writes, source)
                    eventually(lambda: writing.done >= goal or writing.faults)
                    server.process.kill()
                    inner.server = outer.server = None
                    server.kill()
                with Server(program, folder) as server:
                    for name in names:
                        logs[name] += whole_log(server.port, name)[0]
                    server.kill()
        for each in followers:
            each.stop()
    facts.equal(f"{what}: faults of writers", writing.faults, [])
    operations = [one for client in writing.clients for one in client.operations]
    facts.at_least(f"{what}: deletions", sum(one.kind == "delete" and one.has_written for one in operations), 3)
    facts.at_least(f"{what}: writes, with {kills} SIGKILLs", writing.done, writes)
    told = {name: list(logs[name]) for name in names}
    for one in operations:
        if one.seen and one.seen != ABSENT:
            told[one.name].append({"revision": one.seen.revision, "layout": one.seen.layout})
    for each in followers:
        told[each.path.rpartition("/")[2]] += each.records
    facts.equal(f"{what}: revisions that two writes have had", sum(map(len, map(twice, told.values()))), 0)
    planted = told["x"] + [{"revision": told["x"][0]["revision"], "layout": "another"}]
    facts.equal(f"{what}: control: one revision has two layouts", len(twice(planted)), 1)
    wrong = [fault for each in followers for fault in [*wrong_order(each.seen), *([each.fault] if each.fault else [])]]
    facts.equal(f"{what}: wrong orders of followers", wrong[:3], [])
    facts.state(f"{what}: records that followers were told", sum(len(each.records) for each in followers))
    facts.state(f"{what}: times that a follower heard history-gone", sum(each.gone for each in followers))


def twice(told):
    """The revisions for which there are two layouts."""
    layouts, found = {}, set()
    for each in told:
        layout = each.get("layout")
        if layouts.setdefault(each["revision"], layout) != layout:
            found.add(each["revision"])
    return found
