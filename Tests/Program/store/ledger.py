"""What a store has acknowledged of layouts and documents, and whether a server still has it."""

import mmap
import random
import struct
import threading
from dataclasses import dataclass, field

from lib.http import Closed, Connection, request_bytes
from lib.threads import Threads
from lib.wait import WAIT_SECONDS

PIPELINED = 64
IDLE_BYTES = 4 << 20  # of a log, in SQLiteWriter


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


@dataclass
class Document:
    """A document: each revision that was acknowledged, with the number of acknowledgements then and its layout."""
    written: dict = field(default_factory=dict)
    tried: int = 0  # the greatest revision that it may have

    def fault(self, log, layout, stamp):
        """What is wrong with the answers for its log and for the newest layout that was acknowledged by then."""
        known = {revision for revision, (count, _) in self.written.items() if count <= stamp}
        if log.status == 404 and not known:
            return None
        if log.status != 200:
            return f"{log.status}, after {max(known, default=0)} revisions"
        records = {record["revision"]: record["layout"] for record in log.json()["changes"]}
        revisions = [record["revision"] for record in log.json()["changes"]]
        if revisions != list(range(1, log.json()["revision"] + 1)):
            return f"the revisions are {revisions}, the head's is {log.json()['revision']}"
        if not max(known, default=0) <= len(revisions) <= self.tried:
            return f"revision {len(revisions)}, acknowledged {max(known, default=0)}, tried {self.tried}"
        other = [each for each in revisions if self.written.get(each, (0, records[each]))[1] != records[each]]
        if other:
            return f"revisions with another layout than was acknowledged: {other}"
        return f"its layout: {layout.status}" if known and layout.status != 200 else None

    def newest(self, stamp):
        """The newest layout that was acknowledged by then."""
        known = [revision for revision, (count, _) in self.written.items() if count <= stamp]
        return self.written[max(known)][1] if known else None


class Ledger:
    """All acknowledgements, in order. `counter` is a file of 8 bytes that tells others how many there are."""

    def __init__(self, counter=None):
        self.lock = threading.Condition()
        self.entries, self.documents, self.count, self.statuses = {}, {}, 0, {}
        self.counter = None
        if counter:
            with open(counter, "r+b") as file:
                self.counter = mmap.mmap(file.fileno(), 8)

    def _counted(self):
        self.count += 1
        if self.counter:
            struct.pack_into("<Q", self.counter, 0, self.count)
        self.lock.notify_all()
        return self.count

    def reaches(self, count, status=None, seconds=WAIT_SECONDS):
        """Waits until there are so many acknowledgements, or so many answers of a status. Returns whether there are."""
        with self.lock:
            return self.lock.wait_for(
                lambda: (self.statuses.get(status, 0) if status else self.count) >= count, seconds)

    def kept(self, id, items):
        with self.lock:
            self.entries[id] = Entry(items, self._counted())

    def asked(self, id):
        with self.lock:
            self.entries[id].asked = self.count

    def deleted(self, id):
        with self.lock:
            self.entries[id].deleted = self._counted()

    def document(self):
        """The name of a new document."""
        with self.lock:
            name = f"document-{len(self.documents)}"
            self.documents[name] = Document()
            return name

    def tries(self, name, revision):
        self.documents[name].tried = revision

    def written(self, name, revision, layout):
        """A revision was acknowledged, or told to one who follows the document."""
        with self.lock:
            own = self.documents[name].written
            if own.get(revision, (0, layout))[1] != layout:
                raise RuntimeError(f"revision {revision} of {name} has two layouts")
            if revision not in own:
                own[revision] = self._counted(), layout

    def writes(self):
        """How many writes of how many documents were acknowledged, in words."""
        with self.lock:
            lengths = [len(each.written) for each in self.documents.values()]
        return f"{sum(lengths)} of {sum(length > 0 for length in lengths)} documents"

    def seen(self, status):
        with self.lock:
            self.statuses[status] = self.statuses.get(status, 0) + 1
            self.lock.notify_all()

    def wrong(self, port, stamp=None, ids=None):
        """Asks a server for each id, and for each document. Returns those whose answer is not what it must be, with the
        answer."""
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
            for name, document in self.documents.items():
                connection.send(request_bytes("GET", f"/v1/documents/{name}/changes"))
                connection.send(request_bytes("GET", f"/v1/layouts/{document.newest(stamp) or '0' * 64}"))
                fault = document.fault(connection.answer(), connection.answer(), stamp)
                if fault:
                    wrong[name] = fault
        return wrong


def snapshot(source, length):
    """A snapshot of about so many bytes that no other one equals, and the number of its items."""
    heights = [source.randrange(10_000, 99_999) / 100 for _ in range(max(1, length // 7))]
    text = '{"engine":"column","sections":[{"id":"%x","items":{"heights":[%s]}}]}' % (
        source.getrandbits(64), ",".join(map(str, heights)))
    return text.encode(), len(heights)


def fill_log(server, connection, ledger):
    """Posts until the log is so long that it is moved into the file when nothing is written for a second."""
    source = random.Random(1)
    for _ in range(200):
        if server.metrics()["layoutd_store_log_bytes"] >= IDLE_BYTES:
            return
        body, items = snapshot(source, 500_000)
        ledger.kept(connection.post(body).json()["id"], items)
    raise AssertionError("the log does not become long")


def steps(source):
    """Steps that insert an item that no other one equals."""
    height = source.randrange(1 << 40) / 1024
    return b'{"steps":[{"insert":[{"section":0,"item":0,"items":[{"width":9,"height":%f}]}]}]}' % height


class Poster:
    """Posts, changes and deletes, each on the layouts that it has posted itself, and, if it `writes`, writes a document
    of its own, on one connection."""

    def __init__(self, ledger, seed, lengths=(300, 2000, 9000), writes=True):
        self.ledger, self.source, self.lengths, self.writes = ledger, random.Random(seed), lengths, writes
        self.leaves = []
        self.name, self.revision, self.unanswered = ledger.document(), 0, None

    def act(self, connection):
        """Does one thing. Returns the status of its answer."""
        if self.writes and (self.unanswered or self.source.random() < 0.2):
            return self.write(connection)
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

    def write(self, connection):
        """Puts its document, or changes it; first sends again what has had no good answer."""
        path = f"/v1/documents/{self.name}"
        if self.unanswered is None:
            if self.revision and self.source.random() < 0.7:
                body = b'{"revision":%d,"key":"%x",' % (self.revision, self.source.getrandbits(64))
                self.unanswered = "POST", f"{path}/changes", body + steps(self.source)[1:]
            else:
                condition = f'If-Match: "{self.revision}"' if self.revision else "If-None-Match: *"
                body = b'{"snapshot":%b}' % snapshot(self.source, 300)[0]
                self.unanswered = "PUT", path, body, condition
            self.ledger.tries(self.name, self.revision + 1)
        answer = connection.request(*self.unanswered)
        if answer.status == 412:
            # It had been done when it was sent first.
            answer = connection.request("GET", path)
        self.ledger.seen(answer.status)
        if answer.status in (200, 201):
            told = answer.json()
            if told["revision"] != self.revision + 1:
                raise RuntimeError(f"{self.name} has gone from {self.revision} to {told['revision']}")
            self.revision, self.unanswered = told["revision"], None
            self.ledger.written(self.name, self.revision, told.get("layout") or told["id"])
        return answer.status

    def _noted(self, answer, items):
        if answer.status in (200, 201):
            id = answer.json()["id"]
            self.ledger.kept(id, items)
            self.leaves.append(id)
        self.ledger.seen(answer.status)
        return answer.status


class Crowd(Threads):
    """Posters at once, each a thread, until the end of the `with` block or of the server."""

    def __init__(self, server, ledger, count, seed=0, pause=0, lengths=(300, 2000, 9000), writes=True):
        self.stop, self.faults = threading.Event(), []
        posters = [Poster(ledger, f"{seed} {number}", lengths, writes) for number in range(count)]
        self.names = [poster.name for poster in posters]
        super().__init__(lambda poster: self._run(server.port, poster, pause), posters, self.stop.set)

    def _run(self, port, poster, pause):
        try:
            with Connection(port) as connection:
                while not self.stop.is_set():
                    poster.act(connection)
                    if pause:
                        self.stop.wait(pause)
        except (Closed, OSError):
            pass  # The server has been killed.
        except RuntimeError as error:
            self.faults.append(str(error))

    def __exit__(self, *exception):
        super().__exit__(*exception)
        if self.faults and not exception[0]:
            raise RuntimeError(self.faults[0])
