"""One byte of the file is another one: 500 for that layout, everything else goes on."""

import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from lib.http import Connection

from .ledger import Ledger, snapshot
from .server import FILE, Server, check_file

LAYOUTS = 20


@pytest.mark.landing
def test_damage(program, facts):
    for what, length in (("as posted", 1000), ("deflated", 20_000)):
        with tempfile.TemporaryDirectory() as folder:
            scene(program, facts, what, Path(folder), length)


def scene(program, facts, what, folder, length):
    ledger, source = Ledger(), random.Random(1)
    with Server(program, folder) as server, Connection(server.port) as connection:
        for _ in range(LAYOUTS):
            body, items = snapshot(source, length)
            ledger.kept(connection.post(body).json()["id"], items)
        server.stop()
    damaged = list(ledger.entries)[LAYOUTS // 2]
    flip(folder / FILE, bytes.fromhex(damaged))
    with Server(program, folder) as server, Connection(server.port) as connection:
        answer = connection.request("GET", f"/v1/layouts/{damaged}")
        facts.equal(
            f"{what}: the answer", (answer.status, answer.json()["type"]), (500, "/problems/stored-layout-damaged"))
        others = [id for id in ledger.entries if id != damaged]
        facts.equal(f"{what}: of {len(others)} other layouts missing", len(ledger.wrong(server.port, ids=others)), 0)
        facts.equal(f"{what}: a post is answered with", connection.post(snapshot(source, length)[0]).status, 201)
        server.stop()
    facts.equal(f"{what}: a check names it", damaged in (check_file(program, folder) or ""), True)


def flip(path, id):
    """Changes one bit in the middle of the body of an id."""
    with closing(sqlite3.connect(path)) as database:
        body = database.execute("select body from layout where id = ?", (id,)).fetchone()[0]
    file = bytearray(path.read_bytes())
    middle = body[len(body) // 2:][:64]
    file[file.index(middle) + len(middle) // 2] ^= 1
    path.write_bytes(file)
