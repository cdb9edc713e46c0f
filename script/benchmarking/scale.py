"""Row 13: few connections and many, one thread and two."""

from contextlib import ExitStack

from lib.http import Connection
from lib.server import Server

from .load import Load, by_turns, head
from .row import Row
from .scene import WIDTH, Scene

ROWS = ("13",)
FALL = 0.8  # The least share of the throughput with fewer connections that is not a cliff.
ELEMENTS = 10_000


def measure(setting):
    return connections(setting) + threads(setting)


def connections(setting):
    counts = (1, 8, 64, 512)
    rates = {count: [] for count in counts}
    with Server(setting.program) as server, Connection(server.port, timeout=60) as connection:
        scene = Scene(connection, setting.scene_items)
        load = Load(setting.folder, "13-elements", [head(each) for each in scene.elements(1000)])
        for i in range(setting.rounds):
            setting.say(f"row 13, connections, round {i + 1} of {setting.rounds}")
            turns = by_turns({count: lambda count=count: load.turn(server, setting.seconds, count) for count in counts})
            for count, turn in turns.items():
                rates[count].append(turn.rate)
    return [Row("13", f"elements, {count} connections; reference: {fewer}", "answers/s", rates[count], rates[fewer],
                target) for fewer, count, target in ((1, 8, 1), (8, 64, FALL), (64, 512, FALL))]


def threads(setting):
    """Answers are gzipped, so that the work is the server's and not the client's."""
    rates, cores = {1: [], 2: []}, {1: [], 2: []}
    with ExitStack() as stack:
        servers, loads = {}, {}
        for count in rates:
            server = servers[count] = stack.enter_context(
                Server(setting.program, "--threads", str(count), "--compute-threads", str(count)))
            connection = stack.enter_context(Connection(server.port, timeout=60))
            scene = Scene(connection, setting.scene_items)
            high = scene.height * ELEMENTS // scene.items
            loads[count] = Load(setting.folder, f"13-threads-{count}", [
                head(f"{scene.path}/elements?width={WIDTH}&rect=0,{y},{WIDTH},{high}", "Accept-Encoding: gzip")
                for y in scene.places(100)])
        for i in range(setting.rounds):
            setting.say(f"row 13, threads, round {i + 1} of {setting.rounds}")
            turns = by_turns({
                count: lambda count=count: loads[count].turn(servers[count], max(2 * setting.seconds, 0.5), 8)
                for count in rates})
            for count, turn in turns.items():
                rates[count].append(turn.rate)
                cores[count].append(turn.rate * turn.processor / 1e6)
    return [Row("13", f"{ELEMENTS} elements, gzip, 2 threads; reference: 1", "answers/s", rates[2], rates[1], 1.6,
                details={f"{count} threads: cores that the server had": cores[count] for count in cores})]
