"""A scrolling client in a process of its own, which has to be served whatever other clients do.

    python3 -m soaking.scroll PORT TARGET PER_SECOND

It sends requests until its standard input ends, then prints how long the answers took, as JSON.
"""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from lib.http import Closed, Connection

from . import bodies


class ScrollClient:
    """Scrolls in a small layout of its own while its `with` block runs. `figures` then has the times of its answers."""

    def __init__(self, server, per_second=50):
        with Connection(server.port) as connection:
            path = connection.layout(bodies.scrolled())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "soaking.scroll", str(server.port), path, str(per_second)],
            cwd=Path(__file__).parent.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.figures = json.loads(self.process.communicate()[0])

    def note(self, facts, p99, longest):
        """Notes its figures, in milliseconds, next to what is allowed."""
        figures = self.figures
        facts.equal(f"scroll requests without an answer 200, of {figures['count']}", len(figures["failures"]), 0)
        for failure in figures["failures"][:3]:
            facts.state("  one of them", failure)
        facts.state("scroll requests, median", figures["p50"], "ms")
        facts.at_most("scroll requests, 99 of 100", figures["p99"], p99, "ms")
        facts.at_most("scroll requests, longest", figures["max"], longest, "ms")


def scroll(port, path, per_second, ends):
    times, failures = [], []
    connection, number = None, 0
    while not ends.is_set():
        start = time.monotonic()
        number += 1
        target = f"{path}/special?width=390&bounds=0,{number * 37 % 45_000},390,844"
        try:
            connection = connection or Connection(port)
            answer = connection.request("GET", target)
            if answer.status != 200 or b'"special":[{' not in answer.body:
                failures.append(f"status {answer.status}: {answer.body[:100].decode()}")
            if answer.closes:
                connection.close()
                connection = None
        except (Closed, OSError) as error:
            failures.append(str(error))
            connection = None
        took = time.monotonic() - start
        times.append(took)
        if number == 1:
            print("scrolling", flush=True)
        ends.wait(max(0, 1 / per_second - took))
    times.sort()
    return {
        "count": len(times), "failures": failures,
        "p50": 1000 * times[len(times) // 2], "p99": 1000 * times[len(times) * 99 // 100],
        "max": 1000 * times[-1],
    }


def main():
    ends = threading.Event()

    def wait_for_end():
        while os.read(0, 100):
            pass
        ends.set()

    threading.Thread(target=wait_for_end, daemon=True).start()
    print(json.dumps(scroll(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), ends)))


if __name__ == "__main__":
    main()
