"""What a store has acknowledged, and whether a server still has it."""

import mmap
import random
import struct
import threading
import time
from dataclasses import dataclass

from soaking.client import Closed, Connection, request_bytes

PIPELINED = 64


@dataclass
class Entry:
    """A layout that was acknowledged. Each number is that of the acknowledgements at that moment."""
    items: int
    kept: int
    asked: int | None = None    # somebody began to delete it
    deleted: int | None = None  # that was acknowledged

    def may_be(self, stamp):
        """Whether a store that has acknowledged so much may have it, may lack it: what is expected of an answer."""
        if self.deleted is not None and stamp >= self.deleted:
            return {404}
        if stamp < self.kept or (self.asked is not None and stamp >= self.asked):
            return {200, 404}
        return {200}


class Ledger:
    """All acknowledgements, in order. `counter` is a file of 8 bytes that tells others how many there are."""

    def __init__(self, counter=None):
        self.lock = threading.Lock()
        self.entries, self.count, self.statuses, self.times = {}, 0, {}, []
        self.counter = None
        if counter:
            with open(counter, "r+b") as file:
                self.counter = mmap.mmap(file.fileno(), 8)

    def _counted(self):
        self.count += 1
        if self.counter:
            struct.pack_into("<Q", self.counter, 0, self.count)
        self.times.append(time.monotonic())
        return self.count

    def kept(self, id, items):
        with self.lock:
            self.entries[id] = Entry(items, self._counted())

    def asked(self, id):
        with self.lock:
            self.entries[id].asked = self.count

    def deleted(self, id):
        with self.lock:
            self.entries[id].deleted = self._counted()

    def seen(self, status):
        with self.lock:
            self.statuses[status] = self.statuses.get(status, 0) + 1

    def wrong(self, port, stamp=None, ids=None):
        """Asks a server for each id. Returns those whose answer is not what it must be, with the answer."""
        stamp = self.count if stamp is None else stamp
        ids = list(self.entries if ids is None else ids)
        wrong = {}
        with Connection(port) as connection:
            for start in range(0, len(ids), PIPELINED):
                some = ids[start:start + PIPELINED]
                connection.send(b"".join(request_bytes("GET", f"/v1/layouts/{id}") for id in some))
                for id in some:
                    answer, entry = connection.answer(), self.entries[id]
                    if answer.status not in entry.may_be(stamp) or (
                            answer.status == 200 and answer.json()["itemCount"] != entry.items):
                        wrong[id] = f"{answer.status} {answer.body[:200].decode(errors='replace')}"
        return wrong


def snapshot(source, length):
    """A snapshot of about so many bytes that no other one equals, and the number of its items."""
    heights = [source.randrange(10_000, 99_999) / 100 for _ in range(max(1, length // 7))]
    text = '{"engine":"column","sections":[{"id":"%x","items":{"heights":[%s]}}]}' % (
        source.getrandbits(64), ",".join(map(str, heights)))
    return text.encode(), len(heights)


def steps(source):
    """Steps that insert an item that no other one equals."""
    height = source.randrange(1 << 40) / 1024
    return b'{"steps":[{"insert":[{"section":0,"item":0,"items":[{"width":9,"height":%f}]}]}]}' % height


class Poster:
    """Posts, changes and deletes, each on the layouts that it has posted itself, on one connection."""

    def __init__(self, ledger, seed, lengths=(300, 2000, 9000)):
        self.ledger, self.source, self.lengths = ledger, random.Random(seed), lengths
        self.leaves, self.parents = [], []

    def act(self, connection):
        """Does one thing. Returns the status of its answer."""
        chance = self.source.random()
        if self.leaves and chance < 0.1:
            return self.delete(connection)
        if self.leaves and chance < 0.4:
            return self.change(connection)
        return self.post(connection)

    def post(self, connection):
        body, items = snapshot(self.source, self.source.choice(self.lengths))
        return self._noted(connection.post(body), items)

    def change(self, connection):
        # One from which another one is derived stays where it is deleted, so it never is.
        parent = self.leaves.pop(self.source.randrange(len(self.leaves)))
        answer = connection.request("POST", f"/v1/layouts/{parent}/changes", steps(self.source))
        return self._noted(answer, self.ledger.entries[parent].items + 1)

    def delete(self, connection):
        id = self.leaves.pop(self.source.randrange(len(self.leaves)))
        self.ledger.asked(id)
        answer = connection.request("DELETE", f"/v1/layouts/{id}")
        if answer.status == 204:
            self.ledger.deleted(id)
        self.ledger.seen(answer.status)
        return answer.status

    def _noted(self, answer, items):
        if answer.status in (200, 201):
            id = answer.json()["id"]
            self.ledger.kept(id, items)
            self.leaves.append(id)
        self.ledger.seen(answer.status)
        return answer.status


class Crowd:
    """Posters at once, each a thread, until the end of the `with` block or of the server."""

    def __init__(self, server, ledger, count, seed=0, pause=0, lengths=(300, 2000, 9000)):
        self.stop = threading.Event()
        posters = [Poster(ledger, f"{seed} {number}", lengths) for number in range(count)]
        self.threads = [
            threading.Thread(target=self._run, args=[server.port, poster, pause], daemon=True) for poster in posters]

    def _run(self, port, poster, pause):
        try:
            with Connection(port) as connection:
                while not self.stop.is_set():
                    poster.act(connection)
                    if pause:
                        self.stop.wait(pause)
        except (Closed, OSError):
            pass  # The server has been killed.

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *exception):
        self.stop.set()
        for thread in self.threads:
            thread.join()
