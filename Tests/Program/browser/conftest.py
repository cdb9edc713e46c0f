"""The pages of the program and the feeds of the client, in browsers."""
import subprocess

import pytest

from lib import ROOT

REPEATED = pytest.StashKey()


def pytest_addoption(parser):
    parser.addoption("--browser", choices=["chromium", "firefox", "webkit", "all"], default="chromium")


def pytest_configure(config):
    config.stash[REPEATED] = {}


def pytest_terminal_summary(terminalreporter, config):
    for part, failed in config.stash[REPEATED].items():
        terminalreporter.write_line(f"repeated: {part}, which had failed:")
        for line in failed:
            terminalreporter.write_line(f"    {line}")


@pytest.fixture(scope="session")
def repeated(pytestconfig):
    """What failed of the parts that were repeated, by their names. The end of the run shows it."""
    return pytestconfig.stash[REPEATED]


@pytest.fixture(scope="session", autouse=True)
def browsers(pytestconfig):
    more = "--chromium" if pytestconfig.getoption("--browser") == "chromium" else "--browser"
    subprocess.run([ROOT / "script/bootstrap", more], check=True)
