"""Three replicas behind each proxy of deploy, which are killed. What was measured is shown with -s.

The replicas share a database. Without one every snapshot is posted to each of them, and 404 is no failure. What is on
which way, and the moves, are looked at beside the others, since most of that is waiting.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from lib import proxies

from .run import REPLICAS, Run  # REPLICAS is also for the fixture `replicas`.
from .ways import look_at_ways


@pytest.fixture(scope="module")
def names(pytestconfig):
    chosen = pytestconfig.getoption("--proxy") or proxies.ALL
    return [name for name in chosen if proxies.ALL[name].program]


@pytest.fixture(scope="module", autouse=True)
def beside(names, folder):
    """What goes on from the first test on, by its name."""
    with ThreadPoolExecutor(4) as pool:
        yield {"pool": pool} | {
            name: pool.submit(look_at_ways, proxies.ALL[name], folder / f"ways-{name}") for name in names}


@pytest.fixture(scope="module")
def looked(program, folder, replicas, replica_options, store, quick, pytestconfig):
    return Run(program, folder, replicas, replica_options, store, quick, pytestconfig.getoption("--rate"))


@pytest.fixture
def run(looked, facts):
    looked.facts = facts
    return looked


def test_same_bytes(run):
    run.same_bytes()


def test_behind(run, names, beside, folder):
    """Where ids lead to, and requests at a rate while each replica is killed with SIGKILL and started again; then with SIGTERM."""
    if "envoy" in names:
        beside["moves"] = beside["pool"].submit(run.moves, folder / "moves")
    # One after the other, or in short all at once.
    for group in [names] if run.is_quick else [[name] for name in names]:
        run.behind([proxies.ALL[name] for name in group])


def test_moves(beside, facts):
    """Requests while each replica is replaced by one at another address (Envoy, with a name server)."""
    if "moves" not in beside:
        pytest.skip("Envoy is missing; run script/bootstrap --all")
    for what, seen, expected in beside["moves"].result():
        facts.equal(what, seen, expected)


@pytest.mark.parametrize("name", proxies.ALL)
def test_ways(name, beside, facts):
    """Waiting polls, streams of events, headers, bodies, limits."""
    if name not in beside:
        pytest.skip(f"{name} is missing, or left out; script/bootstrap --all installs it")
    for what, seen, expected in beside[name].result():
        facts.equal(what, seen, expected)
