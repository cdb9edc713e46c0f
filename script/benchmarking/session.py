"""Row 29: a recorded scroll, sent to `window` by one client, beside as many bare answers and as many calls of `elements`."""

import statistics
import subprocess
from contextlib import ExitStack

from lib.http import Connection
from lib.server import Server
from replaying.recording import Recording
from replaying.report import FRAMES
from replaying.session import Session

from .load import by_turns, head
from .row import Row, processor_times
from .scroll import Kind
from .setting import ROOT

ROWS = ("29",)
RECORDING = ROOT / "script/replaying/demo.json"
PAUSE = 1000  # microseconds
FRAME = "8.3"


class Client:
    """One connection, on which each request is sent a while after the answer before."""

    def __init__(self, setting, name, heads):
        self.pulse, self.count = setting.tool("pulse"), len(heads)
        self.file = setting.folder / f"{name}.requests"
        self.file.write_bytes(b"".join(heads))

    def turn(self, server):
        """The milliseconds that each answer took, and the server's microseconds of a processor for each."""
        processor = server.cpu_seconds()
        text = subprocess.run([self.pulse, str(server.port), self.file, str(self.count), str(PAUSE)],
                              check=True, stdout=subprocess.PIPE, text=True).stdout
        return [int(line) / 1e6 for line in text.split()], (server.cpu_seconds() - processor) / self.count * 1e6


def measure(setting):
    recording = Recording.read(RECORDING)
    if setting.quick:
        recording.steps = recording.steps[:50]
    with ExitStack() as stack:
        server = stack.enter_context(Server(setting.program))
        session = stack.enter_context(Session(server.url))
        is_horizontal = session.begin(recording)
        windows = [head(each) for each in recording.targets(session.layout, is_horizontal)]
        elements = [head(f"{session.layout}/elements?bounds={recording.bounds(step, is_horizontal)}") for step in recording.steps]
        kind = Kind("29", "window", None, windows)
        kind.capture(setting, stack.enter_context(Connection(server.port)))
        bare = stack.enter_context(kind.reference(setting))
        window, element = (Client(setting, f"29-{name}", heads) for name, heads in (("windows", windows), ("elements", elements)))
        tasks = {"layoutd": lambda: window.turn(server), "bare answers": lambda: window.turn(bare),
                 "elements": lambda: element.turn(server)}
        rounds = []
        for i in range(setting.rounds):
            setting.say(f"row 29, round {i + 1} of {setting.rounds}")
            rounds.append(by_turns(tasks))
    return rows_of(rounds, len(windows), kind.bytes)


def rows_of(rounds, count, answer_bytes):
    times = {name: [each[name][0] for each in rounds] for name in rounds[0]}
    medians = {name: [statistics.median(each) * 1000 for each in own] for name, own in times.items()}
    details = processor_times("µs for each", {name: [each[name][1] for each in rounds] for name in rounds[0]})
    details |= {f"{name}: 99 of 100 within, µs": [statistics.quantiles(each, n=100)[98] * 1000 for each in own]
                for name, own in times.items()}
    details["bytes of an answer's body"] = [answer_bytes]
    details["client"] = f"one connection, {count} requests a round, {PAUSE} µs between two"
    what = f"windows of a recorded scroll of {count} steps, median"
    missed = [sum(time > FRAMES[FRAME] for time in own) for own in times["layoutd"]]
    return [
        Row("29", f"{what}; reference: as many bare answers", "µs", medians["layoutd"], medians["bare answers"], details=details),
        Row("29", "the same; reference: elements at the same bounds", "µs", medians["layoutd"], medians["elements"]),
        Row("29", f"its steps that would have missed a frame of {FRAME} ms", "steps", missed, target=0,
            details={"in the worst round": [max(missed)]}),
    ]
