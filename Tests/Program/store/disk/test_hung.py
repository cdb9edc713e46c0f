"""A sync takes ten seconds: posts are refused in time, and what needs no sync is answered as ever."""

import random
import tempfile
import threading
import time
from pathlib import Path

import pytest

from lib.http import Connection
from lib.wait import eventually

from ..ledger import Ledger, snapshot
from ..server import Server
from .faults import Faults

POSTERS = 8


@pytest.mark.landing
def test_hung(program, facts, quick):
    hang, timeout = (3, 1) if quick else (10, 2)
    # In short, other tests run beside this one.
    slack = 1 if quick else 0.5
    ledger, source = Ledger(), random.Random(1)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "data"
        faults = Faults(place, folder)

        def post(connection):
            body, items = snapshot(source, 300)
            answer = connection.post(body)
            if answer.status == 201:
                ledger.kept(answer.json()["id"], items)
            return answer

        with Server(program, folder) as server, Connection(server.port) as connection:
            for _ in range(20):
                post(connection)
            server.stop()
        cold = list(ledger.entries)
        with Server(program, folder, faults=faults, timeout=timeout) as server, \
                Connection(server.port) as connection:
            post(connection)
            hot = list(ledger.entries)[-1]
            faults.slow(hang)
            answers = []

            def late():
                with Connection(server.port) as own:
                    start = time.monotonic()
                    answer = post(own)
                    answers.append((answer.status, time.monotonic() - start))

            posters = [threading.Thread(target=late) for _ in range(POSTERS)]
            start = time.monotonic()
            for poster in posters:
                poster.start()
            times = {"in memory": [], "in the file": []}
            while waiting := [poster for poster in posters if poster.is_alive()]:
                for what, id in (("in memory", hot), ("in the file", cold.pop() if cold else hot)):
                    asked = time.monotonic()
                    status = connection.request("GET", f"/v1/layouts/{id}").status
                    times[what].append(time.monotonic() - asked)
                    if status != 200:
                        facts.fail(f"a layout {what} meanwhile", status)
                waiting[0].join(0.05)
            facts.equal("posts by answer", {status for status, _ in answers}, {503})
            facts.at_most("the longest time of one", max(time for _, time in answers), timeout + slack, "s")
            for what, each in times.items():
                facts.at_most(f"the longest GET of a layout {what}, of {len(each)}", max(each), slack, "s")
            faults.end()
            again = eventually(lambda: post(connection).status == 201)
            facts.holds("a post is acknowledged again", again)
            facts.at_most("it is after", time.monotonic() - start, 2 * hang + timeout + 1, "s")
            facts.equal("missing", len(ledger.wrong(server.port)), 0)
        faults.close()
