"""script/benchmark-page --rivals: what it says of values, its line, and a run with the page of layoutd alone."""

import json
import os
import subprocess
import time

import pytest

from benchmarking import rivals
from benchmarking.rivals import MEASURES
from benchmarking.rivals.line import Line, Site
from lib import ROOT
from lib.http import Connection

TEXTS = {
    "finger": ([{"jumps": 1, "frames": 100, "torn": 0}, {"jumps": 2, "frames": 101, "torn": 3}], "3 of 201, 3 torn"),
    "script": ([{"jumps": 0, "frames": 1198, "torn": 0}], "0 of 1 198"),
    "prepends": ([0, -12.4, 3], "-12"),
    "end": ([{"rows": 0, "points": 0.2}, {"rows": 0, "points": -1}], "yes"),
    "far": ([150_000], "150 000"),
    "roles": ([[]], "none"),
    "first": ([{"ms": 1434.4}, {"ms": 900}, {"ms": 2000}], "1 434 ms"),
    "bytes": ([{"bytes": 62_449, "requests": 3}], "62.4 kB, 3 files"),
    "heap": ([5_940_000, 1_000_000, 7_000_000], "5.9 MB"),
    "local": ([{"ms": 90}, {"error": "it shows no row"}], "fails"),
}


@pytest.mark.landing
def test_texts(facts):
    measures = {measure.name: measure for measure in MEASURES}
    for name, (values, text) in TEXTS.items():
        facts.equal(name, rivals.text(measures[name], values), text)
    for rows, text in ((3, "3 rows before it"), (0, "9 points off")):
        values = [{"rows": 0, "points": 0}, {"rows": rows, "points": 9}]
        facts.equal(f"the end behind {rows} rows", rivals.text(measures["end"], values), text)


@pytest.mark.landing
def test_line(tmp_path, facts):
    """A file takes both ways twice, and the time of its bytes; another one over the same connection both ways once."""
    (tmp_path / "file").write_bytes(os.urandom(20_000))
    with Site(tmp_path) as site, Line(site.port, 0.1, 800_000) as line, Connection(line.port) as connection:
        for least in (0.4, 0.3):
            before = time.monotonic()
            answer = connection.get("/file")
            facts.equal("status", answer.status, 200)
            # It may wait for the processor, but not for a second line.
            facts.within("how long it takes", time.monotonic() - before, least, least + 1, "s")


@pytest.mark.landing
def test_run(tmp_path, facts):
    path = tmp_path / "values.json"
    run = subprocess.run(
        [ROOT / "script/benchmark-page", "--rivals", tmp_path, "--pages", "feed", "--only", "end", "--rounds", "1", "--json", path],
        check=True, capture_output=True, text=True)
    facts.equal("the table", run.stdout.splitlines()[-3:], [
        "|  | layoutd's `Feed` |", "| --- | --- |", "| at the end, when asked for it | yes |"])
    facts.equal("the end", json.loads(path.read_text())["measures"]["end"]["feed"][0]["rows"], 0)


@pytest.mark.landing
@pytest.mark.parametrize("options, code, message", [
    ([], 1, "git clone https://github.com/TanStack/virtual {folder}/virtual"),
    (["--only", "speed"], 2, "there is no speed"),
])
def test_wrong(options, code, message, tmp_path):
    run = subprocess.run([ROOT / "script/benchmark-page", "--rivals", tmp_path, *options], capture_output=True, text=True)
    assert run.returncode == code and message.format(folder=tmp_path) in run.stderr and "Traceback" not in run.stderr, run.stderr
