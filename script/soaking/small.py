"""A container of 256 MiB with a store: mixed load at its limits, then a kill. Everything acknowledged is there again."""

import json
import random
import re
import tempfile
import threading
import time

from lib.http import Closed, Connection, is_overload
from lib.server import Server
from lib.threads import Threads

from .budgets import MIB, limited

LIMIT = 256 * MIB
LEAST_BODY, LEAST_CONNECTIONS = 1 * MIB, 256
POSTERS, EDITORS, WRITERS, FOLLOWERS, SCROLLERS = 2, 2, 4, 8, 8
PAUSE_SECONDS = 0.4  # Between two posts of one client, so that the file does not fill the disk.


def run(program, facts, minutes, **_):
    seconds = 60 * minutes
    with tempfile.TemporaryDirectory() as folder, limited(facts, LIMIT) as cgroup:
        facts.holds("the limit is that of a cgroup", cgroup is not None)
        options = [f"--store=sqlite:{folder}/layouts.db", "--access-log=off"]
        options += [] if cgroup else [f"--memory-limit={LIMIT}"]
        before = cgroup.enter if cgroup else None
        with Server(program, *options, before=before) as server:
            limits = server.request("GET", "/version").json()["limits"]
            facts.at_least("the largest body", limits["maxBody"], LEAST_BODY, "bytes")
            facts.at_least("connections", limits["maxConnections"], LEAST_CONNECTIONS)
            load = Load(server, limits["maxBody"], LEAST_CONNECTIONS)
            load.run(seconds)
            has_ended = server.process.poll()
            facts.equal("the end of the program", has_ended, None)
            facts.state("requests by answer", dict(sorted(load.counts.items())))
            facts.equal("  answered in another way", load.unexpected[:5], [])
            facts.at_least("layouts acknowledged", len(load.layouts), seconds // 4)
            facts.at_least("  of them bodies of the largest size", load.largest, seconds // 60)
            facts.at_least("connections at a time", load.most_connections, LEAST_CONNECTIONS)
            closed = sum(number for name, number in load.counts.items() if name.startswith("closed"))
            facts.at_most("  closed before their answer", closed, sum(load.counts.values()) // 100)
            if has_ended is None:
                facts.at_most("memory of its own at most", server.most_memory(), LIMIT, "bytes")
            server.kill()
        if cgroup:
            facts.equal("kills by the kernel", cgroup.kills(), 0)
            facts.state("the cgroup held at most, with pages of files", cgroup.peak() or 0, "bytes")
        with Server(program, *options, before=before) as server:
            server.until_ready()
            facts.equal("acknowledged layouts that a restart has lost", load.missing(server), 0)
            facts.equal("acknowledged revisions that a restart has lost", load.lost_revisions(server), 0)


class Load:
    """Clients that stay until the end, with as many connections as there may be."""

    def __init__(self, server, body_bytes, connections):
        self.server, self.body_bytes = server, body_bytes
        self.stop, self.lock = threading.Event(), threading.Lock()
        self.counts, self.unexpected = {}, []
        self.largest, self.most_connections = 0, 0
        # What was acknowledged: ids of layouts, and the revision of each document.
        self.layouts, self.documents = [], {}
        named = [self.post] * POSTERS + [self.edit] * EDITORS + [self.write] * WRITERS + [self.follow] * FOLLOWERS
        named += [self.scroll] * SCROLLERS
        self.clients = named + [self.look] * (connections - len(named))

    def run(self, seconds):
        timer = threading.Timer(seconds, self.stop.set)
        timer.start()
        with Threads(self.client, range(len(self.clients))):
            pass
        timer.join()

    def client(self, number):
        """Runs one client, on a connection that is opened again when the server has closed it."""
        chance = random.Random(number)
        while not self.stop.is_set() and self.server.process.poll() is None:
            try:
                with Connection(self.server.port, timeout=60) as connection:
                    while not self.stop.is_set():
                        self.clients[number](connection, number, chance)
            except (Closed, OSError) as error:
                self.note(f"closed: {type(error).__name__}")
                self.stop.wait(0.2)

    def note(self, name):
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + 1

    def ask(self, connection, name, method, target, body=None, *lines, expected=(200, 201, 204)):
        """An answer, or None if the service refuses for a while."""
        answer = connection.request(method, target, body, *lines)
        self.note(f"{name} {answer.status}")
        if is_overload(answer):
            self.stop.wait(0.2)
            return None
        if answer.status not in expected:
            with self.lock:
                self.unexpected.append((name, answer.status, answer.body[:300].decode(errors="replace")))
            return None
        return answer

    def acknowledge(self, answer):
        with self.lock:
            self.layouts.append(answer.json()["id"])

    def some_layout(self, chance):
        with self.lock:
            return chance.choice(self.layouts[-20:]) if self.layouts else None

    def body(self, chance, most):
        """A snapshot whose sizes are as many as have room in so many bytes."""
        items, length = [], 100
        engine = chance.choice(["flow", "column", "waterfall"])
        while length < most - 40:
            items.append(f'{{"width":{chance.randint(20, 180)},"height":{chance.randint(20, 250)}}}')
            length += len(items[-1]) + 1
        return f'{{"sections":[{{"engine":"{engine}","items":[{",".join(items)}]}}]}}'.encode()

    def post(self, connection, number, chance):
        most = self.body_bytes if chance.random() < 0.3 else chance.randint(1000, self.body_bytes // 4)
        answer = self.ask(connection, "post", "POST", "/v1/layouts?width=390", self.body(chance, most))
        if answer:
            self.acknowledge(answer)
            self.largest += most == self.body_bytes
        self.stop.wait(PAUSE_SECONDS)

    def edit(self, connection, number, chance):
        layout = self.some_layout(chance)
        steps = f'{{"steps":[{{"insert":[{{"section":0,"item":0,"items":[{{"width":50,"height":{chance.randint(1, 10**6)}}}]}}]}}]}}'
        if layout:
            answer = self.ask(connection, "change", "POST", f"/v1/layouts/{layout}/changes?width=390", steps.encode())
            if answer:
                self.acknowledge(answer)
        self.stop.wait(0.1)

    def write(self, connection, number, chance):
        name = f"feed-{number}"
        known = self.documents.get(name)
        if not known:
            answer = self.ask(connection, "put", "PUT", f"/v1/documents/{name}", b'{"snapshot":%s}' % self.body(chance, 20_000), "If-None-Match: *")
        else:
            steps = {"insert": [{"section": 0, "item": 0, "items": [{"width": 50, "height": chance.randint(1, 10**6)}]}]}
            change = {"revision": known, "steps": [steps]}
            answer = self.ask(
                connection, "document", "POST", f"/v1/documents/{name}/changes", json.dumps(change).encode(),
                expected=(200, 409, 412))
            if answer and answer.status != 200:  # The answer to the change before was lost.
                answer = self.ask(connection, "document again", "GET", f"/v1/documents/{name}")
        if answer:
            with self.lock:
                self.documents[name] = answer.json()["revision"]
        self.stop.wait(0.05)

    def follow(self, connection, number, chance):
        name = f"feed-{POSTERS + EDITORS + number % WRITERS}"
        known = self.documents.get(name)
        if known:
            self.ask(connection, "follow", "GET", f"/v1/documents/{name}/changes?after={known}&wait=5", expected=(200, 410))
        else:
            self.stop.wait(0.2)

    def scroll(self, connection, number, chance):
        layout = self.some_layout(chance)
        if layout:
            y = chance.randint(0, 20_000)
            target = f"/v1/layouts/{layout}/elements?width={chance.choice([320, 390, 844])}&rect=0,{y},844,900"
            self.ask(connection, "scroll", "GET", target)
        self.stop.wait(0.05)

    def look(self, connection, number, chance):
        answer = self.ask(connection, "look", "GET", "/metrics")
        if answer:
            by_state = re.findall(r"^layoutd_connections\{.*\} (\S+)$", answer.body.decode(), re.MULTILINE)
            self.most_connections = max(self.most_connections, sum(map(int, by_state)))
        self.stop.wait(chance.uniform(2, 6))

    # After the end

    def missing(self, server):
        return sum(server.request("GET", f"/v1/layouts/{layout}").status != 200 for layout in set(self.layouts))

    def lost_revisions(self, server):
        lost = 0
        with Connection(server.port, timeout=60) as connection:
            for name, revision in self.documents.items():
                answer = connection.get(f"/v1/documents/{name}")
                lost += answer.status != 200 or answer.json()["revision"] < revision
        return lost
