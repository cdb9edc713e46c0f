"""SIGKILL under load, again and again: what was acknowledged is there after each."""

import random
import tempfile

import pytest

from .ledger import Crowd, Ledger
from .server import Server, check_file

POSTERS = 64
READY_SECONDS = 2
LAYOUTS = 10_000


@pytest.mark.quick
def test_kill(program, facts, quick):
    rounds, acknowledgements = (3, 1500) if quick else (15, 20_000)
    ledger, source, ready = Ledger(), random.Random(1), []
    unexpected, missing, broken = {}, {}, []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(rounds):
            before, known = ledger.count, set(ledger.entries)
            with Server(program, folder) as server:
                ready.append(server.ready_seconds)
                with Crowd(server, ledger, POSTERS, seed=number):
                    ledger.reaches(acknowledgements * (number + 1) / rounds * source.uniform(1, 1.1))
                    server.kill()
            fault = check_file(program, folder)
            if fault:
                broken.append(fault)
            with Server(program, folder) as server:
                ready.append(server.ready_seconds)
                missing |= ledger.wrong(server.port, ids=set(ledger.entries) - known)
                server.kill() if number % 2 else server.stop()
            facts.state(f"round {number + 1}: acknowledged, and ready again after", (
                ledger.count - before, f"{ready[-1]:.2f} s"))
        with Server(program, folder) as server:
            ready.append(server.ready_seconds)
            missing |= ledger.wrong(server.port)
            # An acknowledgement that there never was has to be missed.
            name, document = next((name, each) for name, each in ledger.documents.items() if each.written)
            ledger.written(name, document.tried + 1, "0" * 64)
            planted = ledger.wrong(server.port, ids=[])
    unexpected = {status: count for status, count in ledger.statuses.items() if status not in (200, 201, 204)}
    facts.state("answers by status", dict(sorted(ledger.statuses.items())))
    facts.at_least("acknowledgements", ledger.count, acknowledgements)
    facts.state("  of them writes", ledger.writes())
    facts.equal("answers that nobody expected", unexpected, {})
    facts.equal("files that a check finds fault with", broken, [])
    facts.equal("acknowledged, and missing or back", len(missing), 0)
    facts.equal("control: a write that was never acknowledged is missed", set(planted) - set(missing), {name})
    for id, answer in list(missing.items())[:3]:
        facts.state(f"  {id}, {ledger.entries.get(id)}", answer)
    if not quick:
        facts.at_least("layouts at the end", len(ledger.entries), LAYOUTS)
    facts.at_most("the longest time until it was ready", max(ready), READY_SECONDS, "s")
