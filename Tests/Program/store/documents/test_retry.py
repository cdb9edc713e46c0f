"""Writes of documents whose answers are lost: a change that is sent again with its key is done once."""

import random
import tempfile
import time

from lib.http import Closed, Connection
from lib.proxy import Proxy, after_request

from ..server import Server
from .linear import snapshot, steps


def test_retry(program, facts, quick):
    changes, puts, every = (60, 20, 20) if quick else (1000, 200, 25)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Proxy(after_request) as proxy:
        scene = Scene(program, folder, proxy)
        try:
            scene.start()
            revision, layout = scene.create("retried")
            repeated, once, kills = 0, 0, 0
            for number in range(changes):
                body = b'{"revision":%d,"key":"%d","steps":%b}' % (revision, number, steps(scene.source))
                scene.lose("POST", "/v1/documents/retried/changes", body)
                if number % every == 0:
                    scene.kill()
                    kills += 1
                answer = scene.ask("POST", "/v1/documents/retried/changes", body)
                told = answer.json()
                repeated += answer.status == 200 and told.get("repeated") is True
                once += told.get("revision") == revision + 1
                revision += 1
            facts.equal(f"changes of {changes} whose retry is answered as repeated", repeated, changes)
            facts.equal("  whose revision is the next one", once, changes)
            facts.state("  with a SIGKILL between, and a start", kills)
            head = scene.ask("GET", "/v1/documents/retried").json()
            facts.equal("the revision in the end", head["revision"], changes + 1)
            items = scene.ask("GET", f"/v1/layouts/{head['layout']}").json()["itemCount"]
            facts.equal("items in the end, one for each change", items, changes + 1)
            lost_puts(facts, scene, puts, every)
            controls(facts, scene)
            facts.state("seconds", time.monotonic() - began, "s")
        finally:
            scene.end()


def lost_puts(facts, scene, count, every):
    """A PUT whose answer was lost shows itself in the 412 of its retry."""
    revision, _ = scene.create("put")
    shown = 0
    for number in range(count):
        text = snapshot(scene.source)
        body, condition = b'{"snapshot":%b}' % text, f'If-Match: "{revision}"'
        scene.lose("PUT", "/v1/documents/put", body, condition)
        if number % every == 0:
            scene.kill()
        answer = scene.ask("PUT", "/v1/documents/put", body, condition)
        layout = scene.ask("POST", "/v1/layouts", text).json()["id"]
        told = answer.json()
        shown += (answer.status, told.get("revision"), told.get("layout")) == (412, revision + 1, layout)
        revision += 1
    facts.equal(f"PUTs of {count} that the 412 of the retry shows", shown, count)


def controls(facts, scene):
    """Changes without a key are not known again: the same revision is refused, and a later one does them twice."""
    revision, _ = scene.create("control")
    body = b'{"revision":%d,"steps":%b}'
    own = steps(scene.source)
    scene.lose("POST", "/v1/documents/control/changes", body % (revision, own))
    answer = scene.ask("POST", "/v1/documents/control/changes", body % (revision, own))
    facts.equal("control: without a key, the answer to a retry", answer.status, 409)
    scene.ask("POST", "/v1/documents/control/changes", body % (revision + 1, own))
    layout = scene.ask("GET", "/v1/documents/control").json()["layout"]
    items = scene.ask("GET", f"/v1/layouts/{layout}").json()["itemCount"]
    facts.equal("control: a retry for the revision that the 409 tells inserts twice; items", items, 3)
    other = b'{"revision":%d,"key":"0","steps":%b}' % (1, steps(scene.source))
    answer = scene.ask("POST", "/v1/documents/retried/changes", other)
    held = scene.ask("GET", "/v1/documents/retried/changes?after=1&limit=1").status == 200
    # Where the log is longer than the history, the first key has been forgotten.
    facts.equal("a key with other steps", answer.status, 422 if held else 409)


class Scene:
    """A server, which may be killed, and a proxy before it that loses each answer."""

    def __init__(self, program, folder, proxy):
        self.program, self.folder, self.proxy = program, folder, proxy
        self.source, self.server, self.connection = random.Random(9), None, None

    def start(self):
        self.server = Server(self.program, self.folder)
        self.proxy.server = self.server.port
        self.connection = Connection(self.server.port)

    def end(self):
        if self.connection:
            self.connection.close()
        if self.server:
            self.server.kill()
            self.server.__exit__()

    def kill(self):
        self.end()
        self.start()

    def ask(self, method, path, body=None, *lines):
        return self.connection.request(method, path, body, *lines)

    def create(self, name):
        told = self.ask(
            "PUT", f"/v1/documents/{name}", b'{"snapshot":%b}' % snapshot(self.source), "If-None-Match: *").json()
        return told["revision"], told["layout"]

    def lose(self, method, path, body, *lines):
        """Sends a request whose answer is lost: the server has begun to send it."""
        with Connection(self.proxy.port) as connection:
            try:
                answer = connection.request(method, path, body, *lines)
            except Closed:
                return
        raise RuntimeError(f"the proxy has passed an answer: {answer.status}")
