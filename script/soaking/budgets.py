"""The program stays within the memory of a small cgroup, whatever is posted."""

import contextlib
import gzip
import itertools
import os
import tempfile
import threading
import time
from pathlib import Path

from lib.http import Closed, Connection, is_overload, request_bytes
from lib.server import Server
from lib.threads import Threads

MIB = 1 << 20
BODY_BYTES = 2_000_000
POSTS = 200
STATUSES = ("200", "201", "413", "422", "503 with Retry-After")
CLIENTS = 16


def run(program, facts, quick=False, **_):
    for limit in (256 * MIB,) if quick else (256 * MIB, 1024 * MIB):
        small_cgroup(program, facts, limit)
        kept_whole(program, facts, limit)


class Cgroup:
    """A memory cgroup below that of this process, of version 1 or 2."""

    def __init__(self, limit):
        version, folder = own_folder()
        self.folder = folder / f"layoutd-soak-{os.getpid()}"
        self.folder.mkdir()
        self.version = version
        try:
            self._write("memory.max" if version == 2 else "memory.limit_in_bytes", limit)
            if version == 2:
                self._write("memory.swap.max", 0)
        except OSError:
            self.remove()
            raise

    def enter(self):
        """Moves the calling process there."""
        self._write("cgroup.procs", os.getpid())

    def kills(self):
        """How often the kernel has killed a process in it for memory."""
        return self._number("memory.events" if self.version == 2 else "memory.oom_control", "oom_kill")

    def peak(self):
        """Its peak memory, with the pages of files, or None if the kernel does not tell."""
        name = "memory.peak" if self.version == 2 else "memory.max_usage_in_bytes"
        path = self.folder / name
        return int(path.read_text()) if path.exists() else None

    def remove(self):
        self.folder.rmdir()

    def _write(self, name, value):
        (self.folder / name).write_text(f"{value}\n")

    def _number(self, file, name):
        lines = (line.split() for line in (self.folder / file).read_text().splitlines())
        return sum(int(words[1]) for words in lines if words[0] == name)


def own_folder():
    """(version, folder) of the cgroup for memory that this process is in."""
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        number, controllers, path = line.split(":", 2)
        version = 2 if number == "0" else 1
        if version == 1 and "memory" not in controllers.split(","):
            continue
        for words in mounts:
            kind, options = words[words.index("-") + 1], words[-1].split(",")
            if kind == ("cgroup2" if version == 2 else "cgroup") and (version == 2 or "memory" in options):
                inside = os.path.relpath(path, words[3]) if path.startswith(words[3]) else "."
                folder = Path(words[4]) / inside
                if version == 1 or "memory" in (folder / "cgroup.subtree_control").read_text().split():
                    return version, folder
    raise OSError("no cgroup for memory is seen")


@contextlib.contextmanager
def limited(facts, limit):
    """A cgroup with a limit, or None if this user may not make one."""
    try:
        cgroup = Cgroup(limit)
    except OSError as error:
        facts.state("no cgroup can be made, so the program is told its limit, and its memory is measured", error)
        yield None
        return
    try:
        yield cgroup
    finally:
        for _ in range(100):
            with contextlib.suppress(OSError):
                cgroup.remove()
                break
            time.sleep(0.05)


def posts():
    """Bodies of two megabytes, no two alike, of each kind that takes much memory for each byte."""
    def filled(start, piece, end):
        return (start + piece * ((BODY_BYTES - len(start) - len(end)) // len(piece)) + end).encode()

    for number in itertools.count():
        mark = f'{{"id":"{number}","items":1}}'
        yield filled(f'{{"sections":[{mark},{{"engine":"waterfall","items":{{"heights":[', "1,2,", "3]}}]}")
        # An unusual spelling of lists, so that the whole body is read as a document.
        yield filled(f'{{"sections":[{mark},{{"engine":"flow","items":[', '{"w\\u0069dth":1},{"height":2.5},', "{}]}]}")
        yield filled(f'{{"engine":"column","sections":[{mark},', '{"items":1,"headers":[{"height":1}]},', "{}]}")
        yield filled(f'{{"sections":[{mark},', '{"metrics":{"minimumLineSpacing":1},"items":2},', "{}]}")
        # Every value is wrong.
        yield filled(f'{{"sections":[{mark},', '{"itmes":1},', "{}]}")


def changes():
    """Bodies of steps of each kind that takes much memory for each byte, for a list of four million items."""
    def listed(start, entry, end):
        pieces, length, number = [], 0, 0
        while length < BODY_BYTES - 100:
            pieces.append(entry(number))
            length += len(pieces[-1]) + 1
            number += 1
        return (start + ",".join(pieces) + end).encode()

    steps = '{"steps":[{'
    for items in ('{}', '{"width":1},{}', '{"count":2}'):
        for key in ("resize", "reload", "insert"):
            yield listed(f'{steps}"{key}":[{{"section":0,"item":0,"items":[', lambda _, items=items: items, "]}]}]}")
    yield listed(f'{steps}"resize":[{{"section":0,"at":[', lambda n: str(2 * n), "]}]}]}")
    yield listed(f'{steps}"resize":[{{"section":0,"at":[', lambda _: "0", "]}]}]}")
    yield listed(f'{steps}"reload":[', lambda n: f'{{"section":0,"item":{2 * n}}}', "]}]}")
    yield listed(f'{steps}"delete":[', lambda n: f'{{"section":0,"item":{2 * n}}}', "]}]}")
    yield listed(f'{steps}"insertSections":[{{"section":0,"sections":[', lambda _: "{}", "]}]}]}")
    yield listed(f'{steps}"setSections":[', lambda _: '{"section":0,"metrics":{}}', "]}]}")
    yield listed('{"steps":[', lambda _: "{}", "]}")


def change_all(server):
    """Posts each change, packed, by several clients at a time, and keys to compare."""
    with Connection(server.port, timeout=60) as connection:
        path = connection.layout(b'{"sections":[{"items":{"count":4000000,"width":10,"height":10}}]}')
    keys = ",".join(map(str, range(BODY_BYTES // 16))).encode()
    diff = b'{"before":[' + keys + b'],"after":[' + keys + b']}'
    left = [(f"{path}/changes", body) for body in changes()] * 2 + [("/v1/diffs", diff)] * 2
    lock, answers = threading.Lock(), {}

    def client(_):
        while True:
            with lock:
                if not left:
                    return
                target, body = left.pop()
            for attempt in range(40):
                try:
                    with Connection(server.port, timeout=60) as connection:
                        encoding = "Content-Encoding: gzip"
                        answer = connection.request("POST", target, gzip.compress(body), encoding)
                except (Closed, OSError) as error:
                    name = f"no answer: {error}"
                    break
                name = "503 with Retry-After" if is_overload(answer) else str(answer.status)
                if not is_overload(answer):
                    break
                time.sleep(0.1 * (attempt + 1))
            with lock:
                answers[name] = answers.get(name, 0) + 1

    with Threads(client, range(4)):
        pass
    return answers


def kept_whole(program, facts, limit):
    """What is kept of layouts with long metrics that many sections share can be read after a restart."""
    styles = ",".join(['"fullWidth"', '"fiftyFifty"'] * 450)
    posted = f'{{"engine":"mosaic","metrics":{{"segments":[{styles}]}},"sections":[{",".join(["{}"] * 3_000)}]}}'
    halves = ",".join(
        f'{{"section":{half * 1_500},"count":1500,"metrics":{{"segments":[{styles[half * 12:]}]}}}}'.replace('[,', '[')
        for half in (0, 1))
    with tempfile.TemporaryDirectory() as folder, limited(facts, limit) as cgroup:
        options = [f"--store=sqlite:{folder}/layouts.db"] + ([] if cgroup else [f"--memory-limit={limit}"])
        before = cgroup.enter if cgroup else None
        last = None
        with Server(program, *options, before=before) as server, Connection(server.port, timeout=60) as connection:
            for metrics in ("", halves):
                path, answers = connection.layout(posted.encode()), {}
                for number in range(20):
                    more = f',"setSections":[{metrics}]' if metrics and number == 0 else ""
                    steps = f'{{"steps":[{{"insert":[{{"section":{number},"item":0,"items":{{"count":1,"width":1,"height":1}}}}]{more}}}]}}'
                    answer = connection.request("POST", f"{path}/changes", steps.encode())
                    answers[answer.status] = answers.get(answer.status, 0) + 1
                    if answer.status != 201:
                        break
                    path = f'/v1/layouts/{answer.json()["id"]}'
                facts.state(f"a limit of {limit // MIB} MiB: changes of 3 000 sections that share {len(styles)} bytes of metrics", answers)
                facts.equal("  answered in another way", {k: v for k, v in answers.items() if k not in (201, 413)}, {})
                last = path
                facts.at_most("  memory of its own at most", server.most_memory(), limit, "bytes")
        with Server(program, *options, before=before) as server, Connection(server.port, timeout=60) as connection:
            facts.equal("  the last one after a restart", connection.request("GET", last).status, 200)
            facts.at_most("  memory of its own at most", server.most_memory(), limit, "bytes")
        if cgroup:
            facts.equal("  kills by the kernel", cgroup.kills(), 0)


def small_cgroup(program, facts, limit):
    with limited(facts, limit) as cgroup:
        options = [] if cgroup else [f"--memory-limit={limit}"]
        with Server(program, *options, before=cgroup.enter if cgroup else None) as server:
            metrics = server.metrics()
            # It knows its limit: half of it is more than any share.
            budgets = sum(metrics[f"layoutd_{name}_limit_bytes"] for name in (
                "snapshot", "memo", "bodies_in_flight", "answers_in_flight"))
            facts.at_most(f"a limit of {limit // MIB} MiB: four budgets together", budgets, limit * 0.7, "bytes")
            most, over = [server.memory()], threading.Event()

            def watch():
                while not over.wait(0.02):
                    with contextlib.suppress(OSError, TypeError):
                        most.append(server.memory())

            watcher = threading.Thread(target=watch)
            watcher.start()
            answers = post_all(server)
            changed = change_all(server) if server.process.poll() is None else {}
            has_ended = server.process.poll()
            idle = [Connection(server.port) for _ in range(200 if has_ended is None else 0)]
            for client in idle:
                client.send(request_bytes("GET", "/version"))
            over.set()
            watcher.join()
            facts.state(f"  {POSTS} posts of {BODY_BYTES} bytes by {CLIENTS} clients", answers)
            facts.state(f"  changes and diffs of {BODY_BYTES} bytes that take much memory", changed)
            answers |= {f"{status} to a change": number for status, number in changed.items() if status not in STATUSES}
            facts.equal("  answered in another way", {k: v for k, v in answers.items() if k not in STATUSES}, {})
            facts.at_least("  answered with 201", answers.get("201", 0), POSTS // 10)
            facts.equal("  its end", has_ended, None)
            if has_ended is not None:
                return
            if cgroup:
                facts.equal("  kills by the kernel", cgroup.kills(), 0)
                facts.state("  the cgroup held at most, with pages of files", cgroup.peak() or 0, "bytes")
            facts.at_most("  memory of its own at most", max(most), limit, "bytes")
            with Connection(server.port) as connection:
                facts.equal("  the next request is answered with", connection.request("GET", "/readyz").status, 200)
            for client in idle:
                client.close()


def post_all(server):
    """Repeats each post until it is accepted or has been rejected for too long."""
    source, lock, answers = posts(), threading.Lock(), {}
    left = iter(range(POSTS))

    def note(name):
        with lock:
            answers[name] = answers.get(name, 0) + 1

    def client(_):
        while True:
            with lock:
                number, body = next(left, None), next(source)
            if number is None:
                return
            for attempt in range(20):
                try:
                    with Connection(server.port, timeout=60) as connection:
                        answer = connection.post(body, f"?widths={300 + number},{600 + number}")
                except (Closed, OSError) as error:
                    note(f"no answer: {error}")
                    break
                if not is_overload(answer):
                    note(str(answer.status))
                    break
                time.sleep(0.1 * (attempt + 1))
            else:
                note("503 with Retry-After")

    with Threads(client, range(CLIENTS)):
        pass
    return answers
