"""Memory that runs out while the head of an answer is made: the request is answered otherwise or its connection closed, and
everything that it held is given back, once."""

import json
import mmap
import struct
import subprocess
from pathlib import Path

import pytest

from benchmarking.setting import WARNINGS, compiler
from lib.http import Closed, Connection
from lib.server import Server
from lib.wait import eventually

from .load import large_snapshot

pytestmark = pytest.mark.landing

SOURCE = Path(__file__).with_name("memory.c")
ID, CODING = b"X-Request-Id", b"Content-Encoding"


class Plan:
    """Which line fails, and how often, in a server that has its environment."""

    def __init__(self, folder):
        library, path = folder / "memory.so", folder / "lines"
        subprocess.run([compiler("clang"), "-std=c17", *WARNINGS, "-shared", "-fPIC", "-o", library, SOURCE], check=True)
        path.write_bytes(bytes(64))
        with path.open("r+b") as file:
            self.memory = mmap.mmap(file.fileno(), 0)
        # Freed memory is overwritten, so that what is used once more shows.
        self.environment = {
            "LD_PRELOAD": str(library), "LINES_FAIL": str(path), "GLIBC_TUNABLES": "glibc.malloc.perturb=165"}

    def fail(self, line, count):
        struct.pack_into("56sq", self.memory, 0, line, count)

    def left(self):
        return struct.unpack_from("q", self.memory, 56)[0]


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    return Plan(tmp_path_factory.mktemp("memory"))


@pytest.fixture(scope="module")
def server(program, plan, tmp_path_factory):
    store = f"--store=sqlite:{tmp_path_factory.mktemp('store')}/layouts.db"
    with Server(program, store, environment=plan.environment) as server:
        server.until_ready()
        server.request("PUT", "/v1/documents/list", json.dumps({"snapshot": {"sections": []}}), If_None_Match="*")
        yield server


# A request, and the lines of its answer that may fail.
REQUESTS = {
    "a body that is copied": ("GET", "/version", None, {}, [ID]),
    "a body that is lent": ("GET", "/openapi.yaml", None, {}, [ID]),
    "a body in brotli, or lent": ("GET", "/client/layout.wasm", None, {"Accept_Encoding": "br"}, [ID]),
    "a compressed body": ("GET", "/openapi.yaml", None, {"Accept_Encoding": "gzip"}, [ID, CODING]),
    "HEAD": ("HEAD", "/openapi.yaml", None, {}, [ID]),
    "no body": ("OPTIONS", "/v1/layouts", None, {}, [ID]),
    "an answer of a compute thread, for which room was reserved": (
        "POST", "/v1/layouts?width=390&rect=0,0,390,9000", large_snapshot(1), {}, [ID]),
    "the same, compressed": (
        "POST", "/v1/layouts?width=390&rect=0,0,390,9000", large_snapshot(2), {"Accept_Encoding": "gzip"}, [ID, CODING]),
    "a stream": ("GET", "/v1/documents/list/events", None, {}, [ID]),
    "a request that is refused": ("GET", "/nothing", None, {}, [ID]),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_head(server, plan, facts, name):
    method, target, body, headers, lines = REQUESTS[name]

    def ask():
        with Connection(server.address) as connection:
            try:
                return connection.request(method, target, body, **headers)
            except Closed as closed:
                return closed.received

    def outcome(answer):
        return answer.status, answer.headers["content-encoding"], answer.headers["content-type"]

    ask()  # A list that is posted again is answered 200.
    usual = outcome(ask())
    for line in lines:
        plan.fail(line, 1)
        answer = ask()
        facts.equal("the line that fails was asked for", plan.left(), 0)
        facts.equal(f"{line}: the status of the answer in its place", getattr(answer, "status", answer), 503)
        if method != "HEAD":
            facts.equal(f"{line}: its type", answer.json()["type"], "/problems/unavailable")
        facts.holds(f"{line}: it has its lines", answer.headers["x-request-id"] and answer.headers["retry-after"] == "1")
        plan.fail(line, 1000)
        answer = ask()
        plan.fail(line, 0)
        # Without Content-Encoding an answer that is not compressed goes out.
        facts.equal(f"{line}: with none for any answer", answer if line == ID else answer.status, b"" if line == ID else 503)
        facts.equal(f"{line}: when there is memory again", outcome(ask()), usual)
    held = ("layoutd_answer_bytes_in_flight", "layoutd_body_bytes_in_flight", "layoutd_watchers")
    rest = eventually(lambda: not any(server.metrics().get(each, 0) for each in held))
    facts.holds("nothing is held", rest, {each: server.metrics().get(each) for each in held})


@pytest.mark.parametrize("line, target, headers", [
    (b"No-Length", "/openapi.yaml", {"If_None_Match": "*"}), (b"Connection", "/version", {})])
def test_last_lines(program, plan, facts, line, target, headers):
    """What the server itself says behind these lines is not left out either: the connection is closed."""
    with Server(program, "--max-requests-per-connection", "1", environment=plan.environment) as server:
        server.until_ready()
        usual = server.request("GET", target, **headers)
        facts.holds("the usual answer has no length where it is a 304", (usual.status == 304) != ("content-length" in usual.headers))
        plan.fail(line, 1)
        try:
            answer = server.request("GET", target, **headers)
        except Closed as closed:
            answer = closed.received
        facts.equal(f"{line}: the answer", answer, b"")
        facts.equal("the line that fails was asked for", plan.left(), 0)
        facts.equal("when there is memory again", server.request("GET", target, **headers).raw, usual.raw)


def test_end(server, facts):
    facts.equal("the exit status", server.stop(), 0)
