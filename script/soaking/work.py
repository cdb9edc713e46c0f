"""The most expensive snapshots and queries, while another client scrolls in another layout."""

import random
import threading
import time

from lib.http import Closed, Connection, is_overload
from lib.server import Server
from lib.threads import Threads
from lib.wait import eventually, settled

from . import bodies
from .scroll import ScrollClient

MIB = 1 << 20
KEPT = 48 * MIB
COMPUTE_SECONDS = 10


def run(program, facts, quick=False, **_):
    with Server(program) as server:
        with ScrollClient(server) as scroll:
            for name, body in bodies.monsters():
                monster(server, facts, name, body, 24 if quick else 120)
            for each in bodies.dear_changes():
                change(server, facts, *each)
        scroll.note(facts, p99=250, longest=3000)
        facts.equal("answers 500", server.statuses().get("500", 0), 0)
    with Server(program) as server:
        with ScrollClient(server, per_second=20) as scroll:
            heavy_posts(server, facts, 200)
        scroll.note(facts, p99=500, longest=3000)


def monster(server, facts, name, body, count):
    """It is laid out in time, and all queries on it are fast."""
    source = random.Random(name)
    with Connection(server.port, timeout=60) as connection:
        start = time.monotonic()
        answer = connection.post(body, "?width=390")
        took = time.monotonic() - start
        if answer.status != 201:
            facts.fail(name, f"{answer.status} after {took:.1f} s: {answer.body[:300].decode()}")
            return
        facts.at_most(f"{name}, {len(body) / MIB:.0f} MiB: answered 201 after", took, COMPUTE_SECONDS, "s")
        layout = answer.json()
        path, height = f"/v1/layouts/{layout['id']}", layout["contentSize"]["height"]
        slowest, which, statuses = 0, "", {}
        for number in range(count):
            target = path + query(source, number, height)
            start = time.monotonic()
            answer = connection.request("GET", target)
            took = time.monotonic() - start
            # More elements than an answer holds are refused (docs/rules.md#answer-limits), and so are items that are not there.
            is_refused = any(word in answer.body for word in (b"pinning", b"too-many", b"out-of-range", b"/problems/not-found"))
            expected = answer.status == 200 or is_refused or is_overload(answer)
            statuses[answer.status if expected else "wrong"] = statuses.get(answer.status if expected else "wrong", 0) + 1
            if not expected:
                facts.state("  wrong", f"{target}: {answer.status} {answer.body[:200].decode()}")
            if took > slowest:
                slowest, which = took, target[len(path):]
        facts.equal(f"  random queries answered, of {count}", count - statuses.get("wrong", 0) - statuses.get(503, 0), count)
        # Ten thousand elements take some tens of milliseconds to write; others wait for their turn behind them.
        facts.at_most(f"  the slowest of them ({which})", 1000 * slowest, 1000, "ms")
        connection.request("DELETE", path)


def change(server, facts, name, body, bounds, steps):
    """It is applied in time, and no more slowly than its result is posted."""
    with Connection(server.port, timeout=60) as connection:
        path = f"/v1/layouts/{connection.post(body, '?width=390').json()['id']}"
        asked = f"{path}/changes?width=390&bounds={bounds}&anchor=first&limit=100"
        sent = bodies.encoded({"steps": steps})
        start = time.monotonic()
        answer = connection.request("POST", asked, sent)
        took = time.monotonic() - start
        if answer.status != 201:
            facts.fail(name, f"{answer.status} after {took:.1f} s: {answer.body[:300].decode()}")
            return
        facts.at_most(f"{name}, {len(sent) / MIB:.1f} MiB: answered 201 after", took, COMPUTE_SECONDS, "s")
        connection.request("DELETE", path)
        connection.request("DELETE", f"/v1/layouts/{answer.json()['id']}")


def query(source, number, height):
    """Rectangles, points, scroll positions, and questions about scrolling; the extremes first."""
    calls = (elements, hit, special, window, target, neighbors)
    y = (0, height, height / 2, -1)[number // len(calls) % 4] if number < 4 * len(calls) else source.uniform(-100, height + 100)
    return calls[number % len(calls)](source, y, height)


def elements(source, y, height):
    length = source.choice([1, 844, max(1, height)])
    x = source.uniform(0, 390) if length > 844 else 0
    return f"/elements?width=390&rect={x},{y},390,{length}&limit={source.choice([1, 100, 10000])}"


def hit(source, y, height):
    return f"/hit?width=390&point={source.uniform(0, 390)},{y}&bounds=0,{y - 100},390,844"


def special(source, y, height):
    return f"/special?width=390&bounds=0,{y},390,{source.choice([1, 844])}"


def window(source, y, height):
    previous = y + source.choice([-844, -1, 0, 300, height])
    return (f"/window?bounds=0,{y},390,{source.choice([1, 844])}&previous=0,{previous},390,844&ahead={source.choice([1, 100])}"
            f"&velocity=0,{source.choice([-500, 0, 500])}&previousVelocity=0,{source.choice([-500, 500])}")


def target(source, y, height):
    aim = source.choice([
        "item=0,0&position=center", f"snap=nearest&proposed=0,{source.uniform(-100, height)}",
        f"page=844&proposed=0,{y}&velocity=0,1", f"keep=first&previous=0,{y},390,844", f"keep=end&previous=0,{y},390,844"])
    return f"/target?bounds=0,{y},390,844&{aim}"


def neighbors(source, y, height):
    return f"/items/0/{source.choice([0, 1, 5000, 999_999])}/neighbors?width=390"


def heavy_posts(server, facts, count):
    """More expensive bodies at once than can be computed: each is answered, or rejected with 503."""
    sent = [bodies.heavy(seed) for seed in range(8)]
    with Connection(server.port) as connection:
        facts.state("a heavy body alone is answered with", connection.post(bodies.heavy(99), "?width=390").status)
    base = server.descriptors()
    answers, lock = {}, threading.Lock()

    def post(number):
        try:
            with Connection(server.port, timeout=60) as connection:
                # The same contents at different widths: none is in the memo.
                answer = connection.post(sent[number % len(sent)], f"?width={300 + number}")
            name = "503 with Retry-After" if is_overload(answer) else str(answer.status)
        except (Closed, OSError) as error:
            name = f"no answer: {error}"
        with lock:
            answers[name] = answers.get(name, 0) + 1

    start = time.monotonic()
    with Threads(post, range(count)):
        pass
    size = len(sent[0]) / MIB
    facts.state(f"{count} bodies of {size:.1f} MiB at once, in {time.monotonic() - start:.1f} s", answers)
    good = sum(answers.get(name, 0) for name in ("200", "201", "503 with Retry-After"))
    facts.equal("  answered with 2xx, or with 503 and Retry-After", good, count)
    facts.at_least("  answered with 2xx", answers.get("200", 0) + answers.get("201", 0), 1)
    metrics = server.metrics
    # A body is released after its answer.
    eventually(lambda: metrics()["layoutd_body_bytes_in_flight"] == 0, 15)
    facts.equal("  bytes of bodies in flight afterwards", metrics()["layoutd_body_bytes_in_flight"], 0)
    facts.at_most("  descriptors left", settled(server.descriptors, base, 5) - base, 0)
    held = metrics()["layoutd_memo_bytes"] + metrics()["layoutd_snapshot_bytes"]
    kept = settled(server.memory, held + KEPT, 15) - held
    facts.at_most("  memory that stays beyond snapshots and layouts", kept, KEPT, "bytes")
    with Connection(server.port) as connection:
        facts.equal("  the next heavy body is answered with", connection.post(bodies.heavy(98)).status, 201)
