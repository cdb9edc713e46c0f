"""Rows 4 to 6 and 37: posted snapshots, beside a server that reads the same bytes into as many arrays."""

import random
import re
import time
from contextlib import ExitStack

from lib.http import Connection
from lib.server import Server

from .load import Reference, by_turns
from .row import Row, number, processor_times
from .scene import COLUMNS, VIEW_HEIGHT, WIDTH, sizes

ROWS = ("4", "5", "6", "37")
TARGETS = {"4": 1.3, "6": 1.7, "37": 1.6}
SIZE = re.compile(rb"(?<=[:,])\d{3}(?=[,}])")


class Post:
    """A post whose snapshot can be changed in one number, and the times that it took."""

    def __init__(self, row, engine, form, count):
        self.row, self.count = row, count
        self.what = f"{number(count)} items, {engine}, {form}"
        widths, heights = sizes(count, 1), sizes(count, 2)
        if form == "rows":
            items = ",".join(f'{{"width":{width},"height":{height}}}' for width, height in zip(widths, heights))
            items = f"[{items}]"
        else:
            lists = {"widths": widths, "heights": heights} | ({"zIndex": sizes(count, 3)} if row == "37" else {})
            items = "{%s}" % ",".join(f'"{name}":[{",".join(list)}]' for name, list in lists.items())
        metrics = f'"metrics":{{"numberOfColumns":{COLUMNS}}},' if engine == "waterfall" else ""
        body = f'{{"sections":[{{"engine":"{engine}",{metrics}"items":{items}}}]}}'.encode()
        head = (f"POST /v1/layouts?width={WIDTH}&bounds=0,0,{WIDTH},{VIEW_HEIGHT} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n").encode()
        self.request, self.first = bytearray(head + body), len(head) + len(body) - len(items)
        self.numbers = random.Random(3)
        self.times = {name: [] for name in ("new", "new reference", "known", "known reference")}
        self.processor = {name: [] for name in self.times}

    def change(self):
        """Gives one item another size, so that the snapshot is new."""
        place = SIZE.search(self.request, self.numbers.randrange(self.first, len(self.request) - 64)).start()
        size = int(self.request[place:place + 3])
        self.request[place:place + 3] = b"%d" % (100 + (size - 100 + self.numbers.randrange(1, 140)) % 140)

    def send(self, name, server, connection, status):
        """Milliseconds from the first byte to the last one of the answer."""
        processor, start = server.cpu_seconds(), time.perf_counter()
        connection.socket.sendall(self.request)
        answer = connection.answer()
        self.times[name].append((time.perf_counter() - start) * 1e3)
        self.processor[name].append((server.cpu_seconds() - processor) * 1e3)
        if answer.status != status or answer.json()["itemCount"] != self.count:
            raise RuntimeError(f"{self.what}: answered {answer.status}: {answer.body[:200]}")

    def table_row(self, row, what, name, target):
        details = processor_times("ms", {
            "layoutd": self.processor[name], "reference": self.processor[f"{name} reference"]})
        details["bytes of the request"] = [len(self.request)]
        return Row(row, f"{what} {self.what}", "ms", self.times[name], self.times[f"{name} reference"], target,
                   details=details)


def posts_of(setting):
    small, large = (2_000, 20_000) if setting.quick else (100_000, 1_000_000)
    posts = []
    if "4" in setting.only or "5" in setting.only:
        posts += [Post("4", engine, "rows", count) for engine in ("flow", "waterfall") for count in (small, large)]
    for row, form in (("37", "columns with zIndex"), ("6", "columns")):
        if row in setting.only:
            posts += [Post(row, engine, form, large) for engine in ("flow", "waterfall")]
    return posts


def faster_reference(setting, post):
    """The options of the reader that took less time."""
    times = {}
    for options in ((), ("--on-demand",)):
        with Reference(setting.tool("reader"), *options) as server, Connection(server.port, timeout=60) as connection:
            for _ in range(5):
                post.send("known", server, connection, 200)
        times[options] = min(post.times["known"])
        post.times["known"], post.processor["known"] = [], []
    return min(times, key=times.get)


def measure(setting):
    posts = posts_of(setting)
    options = faster_reference(setting, posts[-1])
    with ExitStack() as stack:
        server = stack.enter_context(Server(setting.program))
        reference = stack.enter_context(Reference(setting.tool("reader"), *options))
        own, other = (stack.enter_context(Connection(each.port, timeout=60)) for each in (server, reference))
        for i in range(-1, setting.rounds):  # The first post pays for things that happen once, so it is not counted.
            setting.say(f"rows 4 to 6 and 37, round {i + 1} of {setting.rounds}")
            for post in posts:
                post.change()
                for name, status in (("new", 201), ("known", 200)):
                    by_turns({
                        "layoutd": lambda: post.send(name, server, own, status),
                        "reference": lambda: post.send(f"{name} reference", reference, other, 200)})
        rows = []
        for post in posts:
            for times in (post.times, post.processor):
                for values in times.values():
                    del values[0]
            if post.row in setting.only:
                rows.append(post.table_row(post.row, "post", "new", TARGETS[post.row]))
        rows += [post.table_row("5", "post again", "known", 0.6) for post in posts
                 if post.row == "4" and "5" in setting.only]
    for row in rows:
        row.details["the reference reads"] = "by On-Demand" if options else "the document, walked once"
    return sorted(rows, key=lambda row: int(row.row))
