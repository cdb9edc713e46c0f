"""Row 23: layouts that a store keeps, in a file on this machine's disk."""

import random
import time
from contextlib import ExitStack

from lib.http import Connection, request_bytes
from lib.server import Server

from .load import Load, compared, head
from .row import Row
from .scene import WIDTH, Scene

ROWS = ("23",)
POSTERS = 64
POST_BYTES = 2000
POSTS = 40_000  # More than a turn keeps.
COLD = 500


def measure(setting):
    return [hits(setting), posts(setting), cold(setting)]


def stored(setting, name):
    """A server that keeps layouts in a file of that name."""
    return Server(setting.program, "--store", f"sqlite:{setting.folder}/{name}/layouts.db")


def hits(setting):
    """Elements of a layout in memory."""
    with ExitStack() as stack:
        servers = {"layoutd": stack.enter_context(stored(setting, "hits")),
                   "reference": stack.enter_context(Server(setting.program))}
        for server in servers.values():
            scene = Scene(stack.enter_context(Connection(server.port, timeout=60)), setting.scene_items)
        load = Load(setting.folder, "23-elements", [head(each) for each in scene.elements(1000)])
        return compared(
            setting, "23", "hits", "elements, layouts kept in a file; reference: in memory",
            {name: lambda server=server: load.turn(server, setting.seconds) for name, server in servers.items()}, 0.98)


def snapshot(source, byte_count):
    """A snapshot that no other one is equal to."""
    heights = ",".join("%.4f" % source.uniform(10, 99) for _ in range(byte_count // 8))
    return ('{"sections":[{"engine":"column","items":{"heights":[%s]}}]}' % heights).encode()


def posts(setting):
    """Small snapshots, each new, each on disk before it is answered."""
    rates = []
    source = random.Random(7)
    for i in range(setting.rounds):
        setting.say(f"row 23, posts, round {i + 1} of {setting.rounds}")
        load = Load(setting.folder, "23-posts", [
            request_bytes("POST", "/v1/layouts", snapshot(source, POST_BYTES))
            for _ in range(POSTS // 20 if setting.quick else POSTS)])
        with stored(setting, f"posts-{i}") as server:
            rates.append(load.turn(server, setting.seconds, POSTERS).rate)
    return Row("23", f"posts of 2 KB on {POSTERS} connections, kept in a file", "answers/s", rates, target=8000)


def cold(setting):
    """The first GET of small layouts by a server that has just started."""
    source = random.Random(8)
    with stored(setting, "cold") as server, Connection(server.port, timeout=60) as connection:
        paths = [connection.layout(snapshot(source, 1000)) for _ in range(COLD // 10 if setting.quick else COLD)]
        server.stop()
    medians = []
    for i in range(setting.rounds):
        setting.say(f"row 23, cold, round {i + 1} of {setting.rounds}")
        times = []
        with stored(setting, "cold") as server, Connection(server.port, timeout=60) as connection:
            for path in paths:
                start = time.perf_counter()
                answer = connection.request("GET", f"{path}?width={WIDTH}")
                times.append((time.perf_counter() - start) * 1e3)
                if answer.status != 200:
                    raise RuntimeError(f"a kept layout was answered {answer.status}: {answer.body[:200]}")
        medians.append(sorted(times)[len(times) // 2])
    return Row("23", "first GET of 1 KB that is kept in a file", "ms", medians, target=1)
