"""The disk fails once, works again, and then the power is cut: nothing that was acknowledged is lost.

On ext4 what is written after a failed sync may lie in blocks that a mount does not find, though later syncs succeed.
"""

import random
import sqlite3
import time
from contextlib import closing, contextmanager

import pytest

from lib.http import Connection
from lib.server import Refused
from lib.wait import eventually

from ..ledger import Ledger, Poster, fill_log, snapshot
from ..server import FILE, Server, check_file
from .disk import Disk, skip_without_disk

BEFORE, AFTER = 200, 100


@pytest.mark.landing
def test_eio(program, facts, quick, brief):
    skip_without_disk()
    for number in range(1 if quick else 3):
        for what in list(SCENES)[::3] if brief else SCENES:
            with Scene(program, facts, what, number) as one:
                SCENES[what](one)
                one.cut_power(1 if quick else 20)
    for what, statement in list(CONTROLS.items())[:1 if brief else None]:
        lost, count = carried_on(statement)
        facts.at_least(f"control: a program that goes on after a {what} that failed loses, of {count} commits", lost, 1)


class Scene:
    """A disk, what a store on it has acknowledged, and what became of it."""

    def __init__(self, program, facts, what, seed):
        self.program, self.facts, self.what = program, facts, what
        self.disk = Disk(64)
        self.source = random.Random(seed)

    def __enter__(self):
        self.disk.__enter__()
        self.ledger = Ledger(self.disk.counter)
        self.poster = Poster(self.ledger, self.source.random())
        return self

    def __exit__(self, *exception):
        self.disk.__exit__(*exception)

    @contextmanager
    def serving(self):
        with Server(self.program, self.disk.data) as server, Connection(server.port) as connection:
            self.server, self.connection = server, connection
            yield server

    def post(self, count):
        """Posts, changes, deletes and writes of a document that are acknowledged."""
        for _ in range(count):
            if not eventually(lambda: self.poster.act(self.connection) < 300, pause=0.01):
                raise RuntimeError(f"still refused: {self.server.said()}")

    def fails(self):
        """Whether a post and a write of a document are refused while the disk fails."""
        with self.disk.failing():
            answer = self.connection.post(snapshot(self.source, 300)[0])
            return {answer.status, self.poster.write(self.connection)} == {503}

    def works_again(self):
        start = time.monotonic()
        self.post(1)
        return time.monotonic() - start

    def note(self, holds, what):
        self.facts.equal(f"{self.what}: {what}", holds, True)

    def cut_power(self, count):
        """Asks a new server for everything: after a power cut at the end, and after some since the disk failed."""
        record = self.disk.record()
        points = record.points(self.disk.failed_at)
        cuts = [(len(record.events), self.ledger.count, None)]
        cuts += [(*point, self.source) for point in self.source.sample(points, min(count, len(points)))]
        self.facts.state(f"{self.what}: writes", self.ledger.writes())
        lost, faults = [], []
        for number, stamp, source in cuts:
            with record.power_cut(number, source) as data:
                fault = check_file(self.program, data)
                if fault:
                    faults.append(fault)
                try:
                    with Server(self.program, data) as server:
                        wrong = self.ledger.wrong(server.port, stamp)
                except Refused as error:
                    wrong = {"all": str(error)}
                if wrong:
                    lost.append((number, stamp, len(wrong), *next(iter(wrong.items()))))
        self.facts.equal(f"{self.what}: power cuts of {len(cuts)} after which something is lost", len(lost), 0)
        self.facts.equal(f"{self.what}: power cuts of {len(cuts)} after which the file is not whole", len(faults), 0)
        for what in [*lost, *faults][:3]:
            self.facts.state("  one of them", what)


def at_commit(scene):
    with scene.serving():
        scene.post(BEFORE)
        scene.note(scene.fails(), "posts and writes of a document are answered with 503")
        scene.facts.state(f"{scene.what}: the next one is acknowledged after", scene.works_again(), "s")
        scene.post(AFTER)
        scene.server.kill()


def at_commit_killed(scene):
    with scene.serving():
        scene.post(BEFORE)
        scene.fails()
        scene.server.kill()
    with scene.serving():
        scene.post(AFTER)
        scene.server.kill()


def often(scene):
    with scene.serving():
        scene.post(BEFORE)
        with scene.disk.failing():
            statuses = set()
            for _ in range(AFTER):
                statuses.add(scene.connection.post(snapshot(scene.source, 300)[0]).status)
                statuses.add(scene.poster.write(scene.connection))
        scene.facts.equal(f"{scene.what}: posts and writes of a document by answer", statuses, {503})
        scene.facts.state(f"{scene.what}: the next one is acknowledged after", scene.works_again(), "s")
        scene.post(AFTER)
        scene.server.kill()


def at_checkpoint(scene):
    file = scene.disk.data / FILE
    with scene.serving() as server:
        scene.post(BEFORE)
        before = file.stat().st_ino
        fill_log(server, scene.connection, scene.ledger)
        with scene.disk.failing():
            scene.note(eventually(lambda: "a checkpoint of the store failed" in server.log_text()), "that checkpoint has failed")
        begun = time.monotonic()
        scene.note(eventually(lambda: file.stat().st_ino != before), "the file is replaced")
        scene.note(eventually(lambda: server.condition() == "working"), "it works again")
        scene.facts.state(f"{scene.what}: it does after", time.monotonic() - begun, "s")
        scene.post(AFTER)
        server.kill()


def at_last_checkpoint(scene):
    with scene.serving() as server:
        scene.post(BEFORE)
        with scene.disk.failing():
            server.stop()
        scene.note("a checkpoint of the store failed" in server.log_text(), "that checkpoint has failed")
    with scene.serving() as server:
        scene.post(AFTER)
        server.kill()


def at_first_checkpoint(scene):
    with scene.serving() as server:
        scene.post(BEFORE)
        server.kill()
    with scene.disk.failing():
        try:
            with scene.serving():
                scene.note(False, "it does not start while the disk fails")
        except Refused:
            pass
    with scene.serving() as server:
        scene.post(AFTER)
        server.kill()


SCENES = {
    "once at a commit": at_commit,
    "once at a commit, and SIGKILL": at_commit_killed,
    "often": often,
    "once at a checkpoint": at_checkpoint,
    "once at the last checkpoint": at_last_checkpoint,
    "once at the first checkpoint": at_first_checkpoint,
}
# What fails in a control, which then goes on; the statement, or a commit.
CONTROLS = {"commit": None, "checkpoint": "pragma wal_checkpoint(truncate)"}


def carried_on(statement):
    """What SQLite alone loses where a program goes on after a commit, or a statement, that failed; of how many commits.

    The statement is done again.
    """
    with Disk() as disk:
        database = sqlite3.connect(disk.data / FILE, isolation_level=None)
        for setting in ("page_size = 16384", "journal_mode = wal", "synchronous = full", "wal_autocheckpoint = 0"):
            database.execute(f"pragma {setting}")
        database.execute("create table kept (number integer primary key, body blob)")
        database.execute("pragma wal_checkpoint(truncate)")
        committed = []

        def commit():
            number = len(committed)
            database.execute("insert into kept values (?, ?)", (number, random.Random(number).randbytes(4000)))
            committed.append(number)

        for _ in range(BEFORE):
            commit()
        with disk.failing():
            try:
                database.execute(statement) if statement else commit()
            except sqlite3.OperationalError:
                pass
        if statement:
            database.execute(statement)
        for _ in range(AFTER):
            commit()
        record = disk.record()
        database.close()
    with record.power_cut() as data, closing(sqlite3.connect(data / FILE)) as database:
        try:
            found = {row[0] for row in database.execute("select number from kept where length(body) = 4000")}
        except sqlite3.DatabaseError:
            found = set()
    return len(set(committed) - found), len(committed)
