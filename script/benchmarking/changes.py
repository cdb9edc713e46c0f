"""Rows 16 to 22 and 38: changes of a list. Those in process are measured by Sources/Benchmarks beside one pass in C."""

import random
import time

from lib.http import Connection, request_bytes
from lib.server import Server

from . import inprocess
from .load import Load, compared, head
from .row import Row
from .scene import VIEW_HEIGHT, WIDTH, sizes
from .sources import timed_pairs

IN_PROCESS = ("16", "17", "18", "20", "44")
ROWS = ("16", "17", "18", "19", "20", "21", "22", "38")
RESIZES = 1000
VERSIONS = 1000
CHANGES = 20_000  # More than a turn applies.


class List:
    """A flow of a million items on a server, and changes of it, none of them twice."""

    def __init__(self, connection, items):
        body = '{"sections":[{"engine":"flow","items":{"widths":[%s],"heights":[%s]}}]}' % (
            ",".join(sizes(items, 1)), ",".join(sizes(items, 2)))
        layout = connection.post(body.encode(), f"?width={WIDTH}").json()
        self.items, self.path = items, f"/v1/layouts/{layout['id']}"
        self.height = layout["contentSize"]["height"]
        self.numbers, self.count = random.Random(5), 0

    def resizes(self, items, step="resize", member="heights", scale=1):
        """Gives items heights that no item has, others each time; or another step that gives them another member."""
        values = [scale * (100 + (self.count + i) % 1_400_000 / 10_000) for i in range(len(items))]
        self.count += len(items)
        return ('{"steps":[{"%s":[{"section":0,"at":[%s],"%s":[%s]}]}]}' % (
            step, ",".join(map(str, items)), member, ",".join("%.7g" % value for value in values))).encode()

    def scattered(self, count, *step):
        return self.resizes(sorted(self.numbers.sample(range(self.items), count)), *step)

    def target(self, path=None):
        return f"{path or self.path}/changes?width={WIDTH}"

    def seen(self):
        """A place of the viewport, and a change of an item in it, as a request that answers some 20 elements."""
        place = self.numbers.random()
        top = int(place * (self.height - VIEW_HEIGHT))
        bounds = f"bounds=0,{top},{WIDTH},{VIEW_HEIGHT}"
        body = self.resizes([int(place * self.items)])
        return request_bytes("POST", f"{self.target()}&{bounds}&transition=true", body)

    def elements(self):
        top = self.numbers.randrange(int(self.height - VIEW_HEIGHT))
        return head(f"{self.path}/elements?width={WIDTH}&rect=0,{top},{WIDTH},{VIEW_HEIGHT}")


def measure(setting):
    rows = inprocess.measure(setting, IN_PROCESS) if set(IN_PROCESS) & set(setting.only) else []
    if "19" in setting.only:
        rows.append(scattered(setting))
    if "21" in setting.only:
        rows.append(versions(setting))
    if "22" in setting.only:
        rows.append(rates(setting))
    if "38" in setting.only:
        rows.append(adjusts(setting))
    return sorted(rows, key=lambda row: row.row)


def scattered(setting):
    """Many scattered resizes in one body."""
    times = []
    with Server(setting.program) as server, Connection(server.port, timeout=60) as connection:
        listed = List(connection, setting.scene_items)
        for i in range(-1, setting.rounds):
            setting.say(f"row 19, round {i + 1} of {setting.rounds}")
            request = request_bytes("POST", listed.target(), listed.scattered(min(RESIZES, listed.items // 10)))
            start = time.perf_counter()
            connection.socket.sendall(request)
            answer = connection.answer()
            times.append((time.perf_counter() - start) * 1e3)
            expect(answer, 201)
    return Row("19", f"{RESIZES} scattered resizes of {listed.items} items, flow", "ms", times[1:], target=3)


def adjusts(setting):
    """Many scattered adjusts in one body, beside as many resizes."""
    steps = {"layoutd": ("adjust", "alpha", 1 / 1000), "reference": ()}
    with Server(setting.program) as server, Connection(server.port, timeout=60) as connection:
        listed = List(connection, setting.scene_items)
        count = min(RESIZES, listed.items // 10)
        return timed_pairs(
            setting, server, connection, "38", f"{count} scattered adjusts of {listed.items} items, flow; reference: resizes", 1,
            lambda round: {name: request_bytes("POST", listed.target(), listed.scattered(count, *step))
                           for name, step in steps.items()})


def versions(setting):
    """Memory of versions that follow each other, each one resize after the one before."""
    growths, counted = [], []
    setting.say("row 21")
    # With so little room for bodies no buffer waits for the next one.
    with Server(setting.program, "--max-bodies-in-flight=24MiB") as server, Connection(server.port, timeout=60) as connection:
        listed = List(connection, setting.scene_items)
        path = listed.path
        before, own = server.memory(), held(server)
        for _ in range(VERSIONS // 10 if setting.quick else VERSIONS):
            answer = connection.request("POST", listed.target(path), listed.scattered(1))
            expect(answer, 201)
            path = f"/v1/layouts/{answer.json()['id']}"
        growths.append((server.memory() - before) / 1e6)
        counted.append((held(server) - own) / 1e6)
    return Row("21", f"{VERSIONS} versions of {listed.items} items, flow, beside the first", "MB", growths, target=20,
               details={"as layoutd counts, MB": counted})


def held(server):
    metrics = server.metrics()
    return metrics["layoutd_snapshot_bytes"] + metrics["layoutd_memo_bytes"]


def rates(setting):
    """Changes beside requests for elements, over connections that stay open."""
    count = CHANGES // 10 if setting.quick else CHANGES
    with Server(setting.program) as server, Connection(server.port, timeout=60) as connection:
        listed = List(connection, setting.scene_items)
        elements = Load(setting.folder, "22-elements", [listed.elements() for _ in range(1000)])
        # No change is made twice.
        return compared(setting, "22", "changes", "changes with bounds and transition; reference: elements", {
            "layoutd": lambda: Load(setting.folder, "22-changes", [listed.seen() for _ in range(count)]).turn(
                server, setting.seconds),
            "reference": lambda: elements.turn(server, setting.seconds)}, 0.5)


def expect(answer, status):
    if answer.status != status:
        raise RuntimeError(f"a change was answered {answer.status}: {answer.body[:200]}")
