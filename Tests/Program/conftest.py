"""What the tests of the program have in common: `python3 -m pytest Tests/Program/GROUP`, or script/test --only GROUP.

    --program PATH   the program, by default LAYOUTD_PROGRAM, or .build/debug/layoutd
    --long           with the longer forms of the tests, and those that are marked `long`; of the groups client and browser
                     with 5 000 random lists for the module
    -m EXPRESSION    only those that are marked so: `quick`, what script/test runs; "quick or landing", what
                     script/test --all runs of most groups. What was left out is named at the end.
    -k NAME          only those of a name
    -s               shows what was measured, too

A group is a folder. Other options of a group are in its own conftest.py.
"""

import os
import resource
import signal
import sys
import tempfile
from pathlib import Path

import pytest

from lib import ROOT
from lib.database import Cluster, missing
from lib.facts import Facts
from lib.ports import free_ports
from lib.replicas import Replica
from lib.server import Server

COUNTS = pytest.StashKey()
LEFT_OUT = pytest.StashKey()


def pytest_addoption(parser):
    parser.addoption("--program", type=Path, default=os.environ.get("LAYOUTD_PROGRAM", ROOT / ".build/debug/layoutd"))
    parser.addoption("--long", action="store_true")


def pytest_configure(config):
    config.stash[COUNTS] = {"passed": 0, "failed": 0}
    config.stash[LEFT_OUT] = []
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if config.getoption("--long"):
        os.environ.setdefault("LAYOUTD_MODULE_SNAPSHOTS", "5000")
    # What is mounted or started is ended also where the run is.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def pytest_collection_modifyitems(config, items):
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="only with --long"))


def pytest_deselected(items):
    if items and items[0].config.option.markexpr:
        items[0].config.stash[LEFT_OUT].extend(items)


def left_out(items, run):
    """A line for each group with what a run with -m leaves out: whole modules, else functions, else cases by their names."""
    groups = {}
    for item in items:
        group = item.path.relative_to(Path(__file__).parent).parts[0]
        names, count = groups.get(group, ({}, 0))
        module = item.path.stem
        if not any(other.path == item.path for other in run):
            name = module
        elif not any(other.path == item.path and other.originalname == item.originalname for other in run):
            name = item.originalname
        else:
            name = item.name
        groups[group] = names | {name.removeprefix("test_"): None}, count + 1
    return [f"{group}: {', '.join(names)} ({count} test{'s' * (count > 1)})"
            for group, (names, count) in groups.items()]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A test fails at its end when one of its facts is wrong. One that asserts instead counts as one."""
    report = (yield).get_result()
    if call.when != "call" or report.skipped:
        return
    facts, counts = item.funcargs.get("facts"), item.config.stash[COUNTS]
    if facts and facts.failed and report.passed:
        report.outcome, report.longrepr = "failed", "\n".join(facts.failed)
    failed = len(facts.failed) if facts else 0
    counts["passed"] += facts.count - failed if facts else int(report.passed)
    counts["failed"] += failed or int(report.failed)


def pytest_collection_finish(session):
    session.config.stash[LEFT_OUT] = left_out(session.config.stash[LEFT_OUT], session.items)


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.write_line("facts: {passed} passed, {failed} failed".format(**config.stash[COUNTS]))
    for line in config.stash[LEFT_OUT]:
        terminalreporter.write_line(f"left out: {line}")
    if config.option.markexpr or os.environ.get("LAYOUTD_LEFT_OUT"):
        for report in terminalreporter.stats.get("skipped", []):
            if "only with --long" not in str(report.longrepr):
                name, (*_, reason) = report.nodeid, report.longrepr
                config.stash[LEFT_OUT].append(f"{name}: {reason.removeprefix('Skipped: ')}")
    if gathered := os.environ.get("LAYOUTD_LEFT_OUT"):
        with open(gathered, "a") as file:
            file.writelines(f"{line}\n" for line in config.stash[LEFT_OUT])


@pytest.fixture(scope="session")
def program(pytestconfig):
    return Path(pytestconfig.getoption("--program")).resolve()


@pytest.fixture(scope="session")
def quick(pytestconfig):
    """Whether the tests are the shorter ones."""
    return not pytestconfig.getoption("--long")


@pytest.fixture(scope="session")
def brief(pytestconfig):
    """Whether the tests are the shortest ones: those of a run with -m, which shows one fact of each kind."""
    return bool(pytestconfig.option.markexpr)


@pytest.fixture
def facts(quick):
    """Times are judged with --long alone, on a machine that does nothing else."""
    return Facts(judges_times=not quick)


@pytest.fixture(scope="module")
def server(request, program, tmp_path_factory):
    """A server that is ready, which keeps its layouts in a file. OPTIONS of the module are its options."""
    store = f"--store=sqlite:{tmp_path_factory.mktemp('server')}/layouts.db"
    with Server(program, store, *getattr(request.module, "OPTIONS", ())) as server:
        server.until_ready()
        yield server


@pytest.fixture(scope="session")
def postgresql():
    """PostgreSQL can be run, with lib.database.Cluster."""
    reason = missing()
    if reason:
        pytest.skip(f"{reason}; run script/bootstrap --landing")


@pytest.fixture(scope="module")
def database(program, postgresql):
    """A PostgreSQL server with layoutd's tables."""
    with Cluster() as cluster:
        cluster.prepare(program)
        yield cluster


@pytest.fixture(scope="module")
def folder():
    """A folder that other users may look into, such as those that proxies run as."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="module")
def replica_options(request):
    return getattr(request.module, "OPTIONS", ())


@pytest.fixture(scope="module")
def replicas(request, program, replica_options, folder):
    """As many replicas as REPLICAS of the module says, with its OPTIONS."""
    count = request.module.REPLICAS
    ports, started = free_ports(2 * count), []
    try:
        for number in range(count):
            started.append(Replica(
                program, number + 1, ports[number], folder, replica_options, operations_port=ports[count + number]))
        yield started
    finally:
        for replica in started:
            replica.end()
