import re
import shutil
import subprocess

import pytest

from lib import ROOT


@pytest.fixture(scope="session")
def release(program, tmp_path_factory):
    """The folder of a release that has this program."""
    folder = tmp_path_factory.mktemp("release") / "made"
    # It says on its standard error what it makes, such as a module that is older than its sources.
    run = subprocess.run([ROOT / "script/release", "--program", program, "--into", folder], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout[-1000:] + run.stderr
    return folder


@pytest.fixture(scope="session")
def version():
    text = (ROOT / "Sources/LayoutService/Calls/Operations.swift").read_text()
    return re.search(r'static let version = "([^"]+)"', text)[1]


@pytest.fixture(scope="session")
def unpacked(release, version, tmp_path_factory):
    """The folder of what the tarballs of the release have, by their names."""
    folder = tmp_path_factory.mktemp("unpacked")
    for path in release.glob("*.t*gz"):
        (folder / path.name).mkdir()
        subprocess.run(["tar", "-xzf", path, "-C", folder / path.name], check=True)
    return folder


@pytest.fixture
def installed(unpacked, version, tmp_path):
    """A new folder far from the repository, with the npm package in node_modules as npm puts it there."""
    (tmp_path / "node_modules").mkdir()
    shutil.copytree(unpacked / f"layoutd-client-{version}.tgz/package", tmp_path / "node_modules/layoutd-client")
    return tmp_path


@pytest.fixture(scope="session")
def own(unpacked, version):
    """The folder that comes with the program, which is in it."""
    [folder] = unpacked.glob("layoutd-*-linux-*.tar.gz/*")
    return folder
