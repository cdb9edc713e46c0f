"""Row 12: how long a scrolling client waits while others post large snapshots."""

import itertools
import statistics
import subprocess
import threading
import time
from contextlib import ExitStack, contextmanager

from lib.http import Connection
from lib.server import Server
from lib.threads import Threads

from .load import head
from .posts import Post
from .row import Row
from .scene import VIEW_HEIGHT, Scene

ROWS = ("12",)
PAUSE = 1000  # microseconds


class Burden:
    """One client that posts without pause, and one that asks for another snapshot at one new width after the other."""

    def __init__(self, setting, server, scene):
        self.server, self.scene, self.failures = server, scene, []
        self.post = Post("12", "flow", "rows", 8_000 if setting.quick else 400_000)
        self.widths = itertools.count(300, 0.25)
        self.posted = self.asked = 0

    @contextmanager
    def running(self):
        ends = threading.Event()
        with Threads(lambda client: self._guarded(client, ends), (self._posts, self._asks), ends.set):
            yield
        if self.failures:
            raise self.failures[0]

    def _guarded(self, client, ends):
        try:
            with Connection(self.server.port, timeout=60) as connection:
                while not ends.is_set():
                    client(connection)
        except Exception as failure:
            self.failures.append(failure)

    def _posts(self, connection):
        self.post.change()
        self.post.send("new", self.server, connection, 201)
        self.posted += 1

    def _asks(self, connection):
        width = next(self.widths)
        answer = connection.request("GET", f"{self.scene.path}/elements?width={width}&rect=0,0,{width},{VIEW_HEIGHT}")
        if answer.status != 200:
            raise RuntimeError(f"a new width was answered {answer.status}: {answer.body[:200]}")
        self.asked += 1


def measure(setting):
    count = 200 if setting.quick else 1500
    calm, burdened, highest = [], [], []
    with ExitStack() as stack:
        server = stack.enter_context(Server(setting.program))
        connection = stack.enter_context(Connection(server.port, timeout=60))
        scene = Scene(connection, setting.scene_items)
        requests = setting.folder / "pulse.requests"
        requests.write_bytes(b"".join(head(each) for each in scene.special(1000)))
        burden = Burden(setting, server, scene)

        def p99():
            text = subprocess.run([setting.tool("pulse"), str(server.port), requests, str(count), str(PAUSE)],
                                  check=True, stdout=subprocess.PIPE, text=True).stdout
            times = [int(line) / 1e6 for line in text.split()]
            highest.append(max(times))
            return statistics.quantiles(times, n=100)[98]

        p99()
        for i in range(setting.rounds):
            setting.say(f"row 12, round {i + 1} of {setting.rounds}")
            calm.append(p99())
            with burden.running():
                burdened.append(p99())
            time.sleep(0.5)  # Memory is freed after the answer.
    details = {
        "posts": [burden.posted], "new widths": [burden.asked], "highest of all, ms": [max(highest)],
        "client": f"one connection, {count} requests a round, {PAUSE} µs between two",
    }
    return [
        Row("12", "p99 of special, others post and ask new widths; reference: calm", "ms", burdened, calm, 3,
            details=details),
        Row("12", "the same, the highest p99 of all rounds", "ms", [max(burdened)], target=50),
    ]
