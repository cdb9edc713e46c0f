"""Rows 1 to 3: the requests of a scrolling client, beside a bare server that sends as many bytes. Row 50: whole pixels."""

from contextlib import ExitStack

from lib.http import Connection
from lib.server import Server

from .load import Load, Reference, by_turns, compared, head
from .row import Row, processor_times
from .scene import Scene

ROWS = ("1", "1b", "2", "3", "50")
PLACES = 8192  # Fewer requests than a connection may have.
OWN_LINES = ("date", "connection", "content-length")  # The library writes these itself.
SAMPLE = 201


class Kind:
    """Requests of one row, and the answer that a bare server gives to each."""

    def __init__(self, row, what, target, heads):
        self.row, self.what, self.target, self.heads = row, what, target, heads
        self.name = f"{row}-{what.split()[0]}"
        self.compresses = False

    def capture(self, setting, connection):
        """Chooses the answer of median length from many of layoutd's."""
        answers = sorted((ask(connection, each) for each in self.heads[:SAMPLE]), key=lambda each: len(each.raw))
        answer = answers[len(answers) // 2]
        self.compresses = answer.headers.get("content-encoding") == "gzip"
        self.head_file, self.body_file = (setting.folder / f"{self.name}.{each}" for each in ("head", "body"))
        self.head_file.write_text("".join(
            f"{name}: {value}\n" for name, value in answer.headers.items() if name not in OWN_LINES))
        self.body_file.write_bytes(answer.body)
        self.status, self.bytes = answer.status, len(answer.raw)
        self.load = Load(setting.folder, self.name, self.heads)

    def reference(self, setting, *options):
        return Reference(setting.tool("bare"), str(self.status), self.head_file, self.body_file, *options)


def ask(connection, request):
    connection.send(request)
    return connection.answer()


def kinds_of(setting, server, scene):
    """Every kind with its requests. Those for 304 have the ETag of the answer."""
    count = 500 if setting.quick else PLACES
    elements = [head(each) for each in scene.elements(count)]
    special = [head(each) for each in scene.special(count)]

    def tagged(heads):
        with Connection(server.port) as connection:
            tags = [ask(connection, each).headers["etag"] for each in heads]
        return [each[:-2] + f"If-None-Match: {tag}\r\n\r\n".encode() for each, tag in zip(heads, tags)]

    zipped = [each[:-2] + b"Accept-Encoding: gzip\r\n\r\n" for each in elements]
    makers = [
        ("1", "elements in a view", 0.80, lambda: elements),
        ("1b", "elements, gzip", 0.85, lambda: zipped),
        ("2", "special at an origin", 0.90, lambda: special),
        ("3", "elements, unchanged (304)", 0.95, lambda: tagged(elements)),
        ("3", "special, unchanged (304)", 0.95, lambda: tagged(special)),
    ]
    return [Kind(row, what, target, make()) for row, what, target, make in makers if row in setting.only]


def measure(setting):
    rows = []
    with ExitStack() as stack:
        server = stack.enter_context(Server(setting.program))
        connection = stack.enter_context(Connection(server.port, timeout=60))
        scene = Scene(connection, setting.scene_items)
        kinds = kinds_of(setting, server, scene)
        servers, turns = {}, {}
        for kind in kinds:
            kind.capture(setting, connection)
            own = servers[kind] = {"layoutd": server}
            if kind.compresses:
                own["reference"] = stack.enter_context(kind.reference(setting, "--gzip"))
            else:
                own["reference"] = stack.enter_context(kind.reference(setting))
                own["harsher"] = stack.enter_context(kind.reference(setting, "--shared"))
            turns[kind] = {name: [] for name in own}
        for i in range(setting.rounds):
            setting.say(f"rows 1 to 3, round {i + 1} of {setting.rounds}")
            for kind in kinds:
                done = by_turns({name: lambda each=each: kind.load.turn(each, setting.seconds)
                                 for name, each in servers[kind].items()})
                for name, turn in done.items():
                    turns[kind][name].append(turn)
        for kind in kinds:
            rows.append(row_of(setting, kind, servers[kind], turns[kind]))
        if "50" in setting.only:
            rows.append(whole_pixels(setting, server, scene))
    return rows


def whole_pixels(setting, server, scene):
    targets = scene.elements(500 if setting.quick else PLACES)
    loads = {"layoutd": Load(setting.folder, "50-pixels", [head(f"{each}&scale=2") for each in targets]),
             "reference": Load(setting.folder, "50-points", [head(each) for each in targets])}
    tasks = {name: lambda load=load: load.turn(server, setting.seconds) for name, load in loads.items()}
    return compared(setting, "50", "whole pixels", "elements in a view, scale=2; reference: without", tasks, 0.95)


def row_of(setting, kind, servers, turns):
    details = processor_times("µs for each", {name: [turn.processor for turn in own] for name, own in turns.items()})
    details["bytes of an answer's body"] = [kind.bytes]
    for name, each in servers.items():
        counted = kind.load.instructions(each, setting.seconds)
        if counted:
            details[f"{name}: user instructions for each"] = [round(counted)]
    rates = {name: [turn.rate for turn in own] for name, own in turns.items()}
    return Row(kind.row, kind.what, "answers/s", rates["layoutd"], rates["reference"], kind.target,
               rates.get("harsher", []), details)
