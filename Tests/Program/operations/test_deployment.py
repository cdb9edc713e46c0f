"""The files of deploy, by the tools that read them."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lib import ROOT

pytestmark = pytest.mark.landing

STORE_SECONDS = 5  # that a store has to be closed
EXPOSURE_MAX = 20  # the most tenths that `systemd-analyze security` gives the unit


def run_tool(facts, name, *command):
    """A tool finds no error."""
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT)
    facts.no(name, (run.returncode or run.stderr.strip()) and run.stdout[-1000:] + run.stderr)


@pytest.fixture(scope="module")
def settings(program):
    """The variables that the program knows, and its default times of a drain, in seconds."""
    table = subprocess.run([program, "settings"], capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"^\| `--([\w-]+)` \| `([^`]*)`", table, re.MULTILINE)
    return {f"LAYOUTD_{name.upper().replace('-', '_')}": default for name, default in rows}


def check_grace(facts, name, known, given, grace):
    """Variables are settings, and the time before the kill is longer than a drain and the closing of the store."""
    unknown = {variable for variable in given if variable.startswith("LAYOUTD_")} - known.keys()
    facts.no(f"{name}: its variables", unknown and f"{unknown} are no settings")
    times = [given.get(variable, known[variable]) for variable in ("LAYOUTD_DRAIN_DELAY", "LAYOUTD_DRAIN_TIMEOUT")]
    drain = sum(float(text.removesuffix("s")) for text in times) + STORE_SECONDS
    facts.no(f"{name}: its grace", not drain < grace <= drain + 10 and f"{grace} s for a drain of {drain} s")


def check_store(facts, name, given, is_kept):
    """Layouts are kept, in a folder that outlives the program."""
    kind, _, path = given.get("LAYOUTD_STORE", "").partition(":")
    facts.no(f"{name}: its store", not (kind == "sqlite" and is_kept(str(Path(path).parent))) and f"{kind}:{path}")


def test_unit(facts, settings):
    unit = (ROOT / "deploy/layoutd.service").read_text()
    given = dict(each.split("=", 1) for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE)
                 for each in line.split())
    check_grace(facts, "deploy/layoutd.service", settings, given, int(re.search(r"^TimeoutStopSec=(\d+)$", unit, re.M)[1]))
    families = set(re.search(r"^RestrictAddressFamilies=(.*)$", unit, re.MULTILINE)[1].split())
    facts.equal("deploy/layoutd.service: TCP, and the socket of PostgreSQL", families, {"AF_INET", "AF_INET6", "AF_UNIX"})
    states = re.findall(r"^StateDirectory=(\S+)$", unit, re.MULTILINE)
    check_store(facts, "deploy/layoutd.service", given, lambda folder: folder in [f"/var/lib/{each}" for each in states])


def test_unit_reload(program, facts, tmp_path):
    """A file of keys with a mistake fails the reload before the signal."""
    check, signal = re.findall(r"^ExecReload=(.*)$", (ROOT / "deploy/layoutd.service").read_text(), re.MULTILINE)
    facts.equal("deploy/layoutd.service: the second command", signal, "/bin/kill -HUP $MAINPID")
    for text, status in (("0" * 64 + " a read", 0), ("0 a read", 1)):
        (tmp_path / "keys").write_text(text)
        command = check.replace("/usr/local/bin/layoutd", str(program)).replace(
            "${LAYOUTD_API_KEYS_FILE}", str(tmp_path / "keys"))
        facts.equal(f"the first, of {text[-8:]}", subprocess.run(command.split(), capture_output=True).returncode, status)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is missing")
def test_unit_analyzed(program, facts, tmp_path):
    # The program is where it is on this machine.
    path = tmp_path / "layoutd.service"
    path.write_text((ROOT / "deploy/layoutd.service").read_text().replace("/usr/local/bin/layoutd", str(program)))
    run_tool(facts, "systemd-analyze verify", "systemd-analyze", "verify", str(path))
    run_tool(facts, "systemd-analyze security", "systemd-analyze", "security", "--no-pager", "--offline=true",
             f"--threshold={EXPOSURE_MAX}", str(path))


def test_compose(facts, settings):
    compose = (ROOT / "deploy/compose.yaml").read_text()
    given = dict(re.findall(r"^      (LAYOUTD_\w+): (\S+)$", compose, re.MULTILINE))
    check_grace(facts, "deploy/compose.yaml", settings, given, int(re.search(r"stop_grace_period: (\d+)s", compose)[1]))
    volumes = set(re.findall(r"^  (\w+):$", compose.partition("\nvolumes:\n")[2], re.MULTILINE))
    mounts = {target: source for source, target in re.findall(r"^      - (\w+):([^\s:]+)$", compose, re.MULTILINE)}
    owned = re.findall(r"install -d .*-o 65534 -g 65534 (\S+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    check_store(facts, "deploy/compose.yaml", given, lambda folder: mounts.get(folder) in volumes and folder in owned)


def test_compose_read(facts):
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]) and subprocess.run([*command, "version"], capture_output=True).returncode == 0:
            break
    else:
        pytest.skip("Docker Compose is missing; run script/bootstrap --landing")
    run_tool(facts, "docker compose config", *command, "-f", "deploy/compose.yaml", "config", "--quiet")
