"""A second process on the same file is refused with one line; the first goes on."""

import random
import subprocess
import tempfile

import pytest

from lib.http import Connection

from .ledger import snapshot
from .server import FILE, Server


@pytest.mark.landing
def test_second(program, facts):
    source = random.Random(1)
    with tempfile.TemporaryDirectory() as folder, Server(program, folder) as server, \
            Connection(server.port) as connection:
        facts.equal("a post before", connection.post(snapshot(source, 300)[0]).status, 201)
        ended = subprocess.run(
            [program, "serve", "--listen", "127.0.0.1:0", f"--store=sqlite:{folder}/{FILE}"], capture_output=True,
            text=True, timeout=60)
        lines = [line for line in ended.stderr.splitlines() if not line.startswith("{")]
        facts.equal("the second one ends with a failure", ended.returncode != 0, True)
        facts.equal("lines that it says", len(lines), 1)
        facts.state("  it", " ".join(lines))
        facts.equal("a post after", connection.post(snapshot(source, 300)[0]).status, 201)
        server.kill()
        with Server(program, folder) as following, Connection(following.port) as connection:
            answer = connection.post(snapshot(source, 300)[0])
            facts.equal("a post to the next one, once the first is killed", answer.status, 201)
