import subprocess

import pytest

from lib import ROOT


def pytest_addoption(parser):
    parser.addoption("--browser", choices=["chromium", "firefox", "webkit", "all"], default="chromium")


@pytest.fixture(scope="session", autouse=True)
def browsers(pytestconfig):
    more = "--chromium" if pytestconfig.getoption("--browser") == "chromium" else "--browser"
    subprocess.run([ROOT / "script/bootstrap", more], check=True)
