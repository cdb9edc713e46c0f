import pytest

from lib import proxies
from lib.replicas import DRAIN_SECONDS


def pytest_addoption(parser):
    parser.addoption("--store", help="postgresql://… or memory; by default a database of the tests' own, where one can be had")
    parser.addoption("--rate", type=int, help="requests a second")
    parser.addoption("--proxy", action="append", choices=proxies.ALL, help="these alone")


@pytest.fixture(scope="module")
def store(request, pytestconfig):
    """What the replicas share, or None, where every snapshot is posted to each of them."""
    given = pytestconfig.getoption("--store")
    if given:
        return None if given == "memory" else given
    try:
        return request.getfixturevalue("database").url()
    except pytest.skip.Exception as missing:
        print(f"left out: a shared store: {missing}")
        return None


@pytest.fixture(scope="module")
def replica_options(store):
    return [f"--drain-delay={DRAIN_SECONDS}s", *(["--store", store] if store else [])]
