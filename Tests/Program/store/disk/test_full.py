"""A full disk: posts are refused with 507, and work again without a restart once there is room."""

import os
import random
import subprocess
from contextlib import contextmanager

import pytest

from lib.http import Connection
from lib.wait import eventually

from ..ledger import Ledger, Poster, snapshot
from ..server import Server, check_file

pytestmark = pytest.mark.landing

MIB = 1 << 20


def test_store_bytes(program, facts, tmp_path):
    scene(program, facts, "--store-bytes", tmp_path, ["--store-bytes=1MiB"], delete)


@pytest.mark.skipif(os.geteuid() != 0, reason="a small disk needs root")
def test_full_disk(program, facts, tmp_path):
    with small_disk(tmp_path):
        ballast = tmp_path / "ballast"
        ballast.write_bytes(bytes(MIB))
        scene(program, facts, "a full disk", tmp_path / "data", [], lambda *_: ballast.unlink())


@contextmanager
def small_disk(folder):
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], check=True, capture_output=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder])


def delete(connection, ledger):
    """Deletes half of what there is."""
    for id in list(ledger.entries)[::2]:
        ledger.asked(id)
        if connection.request("DELETE", f"/v1/layouts/{id}").status == 204:
            ledger.deleted(id)


def scene(program, facts, what, folder, options, make_room):
    ledger, source = Ledger(), random.Random(1)
    poster = Poster(ledger, 1)

    def post(length):
        body, items = snapshot(source, length)
        answer = connection.post(body)
        if answer.status == 201:
            ledger.kept(answer.json()["id"], items)
        return answer

    with Server(program, folder, *options) as server, Connection(server.port) as connection:
        answer = post(3000)
        while answer.status == 201:
            poster.write(connection)
            answer = post(3000)
        facts.state(f"{what}: layouts until it was full", len(ledger.entries))
        facts.equal(f"{what}: the answer then", (answer.status, answer.json()["type"]), (507, "/problems/store-full"))
        facts.equal(f"{what}: it says when to try again", answer.headers.get("retry-after", "").isdigit(), True)
        further = {post(3000).status for _ in range(5)}
        facts.equal(f"{what}: further answers", further <= {201, 507}, True)
        written = {poster.write(connection) for _ in range(40)}
        facts.equal(f"{what}: answers to writes of a document, {sorted(written)}", written - {200, 201}, {507})
        facts.equal(f"{what}: missing meanwhile", len(ledger.wrong(server.port)), 0)
        server.kill()
    with Server(program, folder, *options) as server, Connection(server.port) as connection:
        facts.equal(f"{what}: missing after a start on it", len(ledger.wrong(server.port)), 0)
        status = post(3000).status
        facts.equal(f"{what}: the answer then, {status}, is a refusal", status in (503, 507), True)
        make_room(connection, ledger)
        again = eventually(lambda: post(3000).status == 201)
        facts.equal(f"{what}: works again without a restart", again, True)
        facts.equal(f"{what}: so do writes of a document", {poster.write(connection) for _ in range(5)}, {200})
        facts.state(f"{what}: writes", ledger.writes())
        facts.equal(f"{what}: missing then", len(ledger.wrong(server.port)), 0)
        server.kill()
    facts.equal(f"{what}: what a check finds", check_file(program, folder), None)
    with Server(program, folder, *options) as server:
        facts.equal(f"{what}: missing after SIGKILL", len(ledger.wrong(server.port)), 0)
