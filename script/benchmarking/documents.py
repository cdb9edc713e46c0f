"""Row 24: documents that a store keeps in a file, and those who follow them."""

import json
import random
import sqlite3
import statistics
import time
from contextlib import closing

from lib.http import Connection

from .crowd import Crowd, body_of
from .load import Load, Turn, compared, head
from .row import Row
from .scene import sizes
from .store import stored

ROWS = ("24",)
FOLLOWERS = 1000
CHANGES = 3        # a second apart, in a round
ROW_CHANGES = 16   # The layout of the next one is kept whole.
PATH = "/v1/documents/followed"


def measure(setting):
    rows = []
    for follow in (Streams, Polls):
        rows += following(setting, follow)
    for count in (1, 64):
        rows.append(changes(setting, count))
    return [*rows, heads(setting), written(setting)]


def create(connection, path, snapshot):
    answer = connection.request("PUT", path, b'{"snapshot":%b}' % snapshot, "If-None-Match: *")
    if answer.status != 201:
        raise RuntimeError(f"a document was answered {answer.status}: {answer.body[:200]}")
    return answer.json()


def small(number):
    return b'{"sections":[{"id":"%d","engine":"column","items":{"count":100,"height":44}}]}' % number


def insertion(source):
    return b'[{"insert":[{"section":0,"item":0,"items":[{"height":%d}]}]}]' % source.randrange(1 << 40)


# Followers


class Streams:
    name = "streams of events"

    @staticmethod
    def ask(crowd, number, revision):
        crowd.send(number, "GET", f"{PATH}/events", None, f"Last-Event-ID: {revision}")

    @staticmethod
    def is_open(data):
        return b"retry:" in data

    goes_on = False


class Polls:
    name = "polls that wait"

    @staticmethod
    def ask(crowd, number, revision):
        crowd.send(number, "GET", f"{PATH}/changes?after={revision}&wait=30")

    is_open = None
    goes_on = True


def following(setting, follow):
    """Those who follow one document: how long after the answer to a change each hears of it, and what each takes."""
    count, pause = (FOLLOWERS // 20, 0.1) if setting.quick else (FOLLOWERS, 1)
    p50, p99, source = [], [], random.Random(1)
    with stored(setting, f"followed-{follow.__name__}") as server, Connection(server.port) as connection:
        revision = create(connection, PATH, small(0))["revision"]
        time.sleep(pause)
        before = server.memory()
        with Crowd(server, count + 1) as crowd:
            writer, *followers = crowd.sockets
            for number in followers:
                follow.ask(crowd, number, revision)
            wait_until_open(crowd, server, follow, followers)
            time.sleep(pause)
            memory = (server.memory() - before) / count / 1024
            for i in range(setting.rounds):
                setting.say(f"row 24, {follow.name}, round {i + 1} of {setting.rounds}")
                delays = []
                for _ in range(1 if setting.quick else CHANGES):
                    time.sleep(pause)
                    delays += delays_of_change(crowd, follow, writer, followers, revision, insertion(source))
                    revision += 1
                delays.sort()
                p50.append(delays[len(delays) // 2] * 1e3)
                p99.append(delays[len(delays) * 99 // 100] * 1e3)
    return [
        Row("24", f"{count} {follow.name}, p99 from a change's answer to the last but one in 100", "ms", p99, target=100,
            details={"p50, ms": p50}),
        Row("24", f"{count} {follow.name}, memory of each", "KiB", [memory], target=40)]


def wait_until_open(crowd, server, follow, followers):
    """Waits until all follow."""
    end, opened = time.monotonic() + 30, set()
    while time.monotonic() < end:
        if follow.is_open:
            opened |= {number for number, data, _ in crowd.received(0.1) if follow.is_open(data)}
            if len(opened) == len(followers):
                return
        elif server.metrics()["layoutd_watchers"] == len(followers):
            return
    raise RuntimeError(f"not all {len(followers)} follow")


def delays_of_change(crowd, follow, writer, followers, revision, steps):
    """Changes the document. Returns the seconds from the answer until each has heard of it, at least 0."""
    crowd.send(writer, "POST", f"{PATH}/changes", b'{"revision":%d,"steps":%b}' % (revision, steps))
    expected, pieces = b'"revision":%d,"kind":"change"' % (revision + 1), {}
    heard, answered, end = {}, None, time.monotonic() + 10
    while (answered is None or len(heard) < len(followers)) and time.monotonic() < end:
        for number, data, at in crowd.received(0.1):
            data = pieces[number] = pieces.get(number, b"") + data
            if number == writer and body_of(data):
                if body_of(data)[0] != 200:
                    raise RuntimeError(f"a change was answered {data[:300]}")
                answered = at
            elif number != writer and number not in heard and expected in data:
                heard[number] = at
    if answered is None or len(heard) < len(followers):
        raise RuntimeError(f"{len(heard)} of {len(followers)} have heard of a change")
    if follow.goes_on:
        for number in followers:
            follow.ask(crowd, number, revision + 1)
    return [max(0, at - answered) for at in heard.values()]


# Rates


def changes(setting, count):
    """Changes of documents, one on each connection, each after the answer to the one before, beside changes of layouts
    without documents."""
    what = "one document on one connection" if count == 1 else f"{count} documents on {count} connections"
    with stored(setting, f"changes-{count}") as server, Connection(server.port) as connection:
        documents, layouts = [], []
        for number in range(count):
            documents.append(create(connection, f"/v1/documents/changed-{number}", small(number))["revision"])
            layouts.append(connection.post(small(number + count)).json()["id"])
        return compared(
            setting, "24", f"changes on {count} connections",
            f"changes of {what}; reference: of layouts without documents", {
                "layoutd": lambda: chained(setting, server, documents, of_document, "revision"),
                "reference": lambda: chained(setting, server, layouts, of_layout, "id")})


def of_document(place, revision, source):
    return (f"/v1/documents/changed-{place}/changes",
            b'{"revision":%d,"key":"%x","steps":%b}' % (revision, source.getrandbits(63), insertion(source)))


def of_layout(_, id, source):
    return f"/v1/layouts/{id}/changes", b'{"steps":%b}' % insertion(source)


def chained(setting, server, states, request, told):
    """Goes on from the state of each place for a while. Returns the answers a second, and the server's processor time."""
    source, done = random.Random(), 0
    with Crowd(server, len(states)) as crowd:
        numbers = {number: place for place, number in enumerate(crowd.sockets)}
        pieces = dict.fromkeys(numbers, b"")
        processor, start = server.cpu_seconds(), time.perf_counter()
        end, waiting = start + setting.seconds, len(states)
        for number, place in numbers.items():
            crowd.send(number, "POST", *request(place, states[place], source))
        while waiting:
            for number, data, at in crowd.received(10):
                pieces[number] += data
                answer = body_of(pieces[number])
                if answer is None:
                    continue
                if answer[0] not in (200, 201):
                    raise RuntimeError(f"a change was answered {pieces[number][:300]}")
                pieces[number], place, done = b"", numbers[number], done + 1
                states[place] = json.loads(answer[1])[told]
                if at < end:
                    crowd.send(number, "POST", *request(place, states[place], source))
                else:
                    waiting -= 1
        seconds = time.perf_counter() - start
        return Turn(done / seconds, done, (server.cpu_seconds() - processor) / done * 1e6)


def heads(setting):
    """GET of a document, which the store is asked for, beside GET of its layout, which is in memory."""
    with stored(setting, "heads") as server, Connection(server.port) as connection:
        layout = create(connection, PATH, small(0))["layout"]
        loads = {"layoutd": Load(setting.folder, "24-documents", [head(PATH)]),
                 "reference": Load(setting.folder, "24-layouts", [head(f"/v1/layouts/{layout}")])}
        return compared(
            setting, "24", "heads", "GET of a document; reference: of a layout in memory",
            {name: lambda load=load: load.turn(server, setting.seconds) for name, load in loads.items()})


def written(setting):
    """What the rows of a change of a large document take."""
    setting.say("row 24, rows")
    items, source = setting.scene_items, random.Random(2)
    widths, heights = (",".join(sizes(items, seed)) for seed in (1, 2))
    snapshot = '{"sections":[{"engine":"flow","items":{"widths":[%s],"heights":[%s]}}]}' % (widths, heights)
    with stored(setting, "large") as server, Connection(server.port, timeout=60) as connection:
        revision = create(connection, PATH, snapshot.encode())["revision"]
        for _ in range(ROW_CHANGES + 1):
            body = b'{"revision":%d,"key":"%x","steps":[{"resize":[{"section":0,"at":[%d],"heights":[%d]}]}]}' % (
                revision, source.getrandbits(63), source.randrange(items), source.randrange(1 << 40))
            answer = connection.request("POST", f"{PATH}/changes", body)
            if answer.status != 200:
                raise RuntimeError(f"a change was answered {answer.status}: {answer.body[:200]}")
            revision = answer.json()["revision"]
        server.stop()
    with closing(sqlite3.connect(f"{setting.folder}/large/layouts.db")) as database:
        layouts, records = bytes_of(database, "layout"), bytes_of(database, "record")
    changed = [layout + record for layout, record in zip(layouts[1:], records[1:])]
    return Row("24", f"a change of a document of {items} items: its row and record", "bytes", changed[:ROW_CHANGES],
               target=1024, details={
                   f"change {ROW_CHANGES + 1}, whose layout is kept whole": [changed[-1]],
                   "the mean of all": [statistics.mean(changed)]})


def bytes_of(database, table):
    """The bytes of each row of a table, in order: texts and bytes as they are, a number as 8."""
    rows = database.execute(f"select * from {table} order by rowid").fetchall()
    return [sum(len(value) if isinstance(value, (bytes, str)) else 8 for value in row if value is not None)
            for row in rows]
