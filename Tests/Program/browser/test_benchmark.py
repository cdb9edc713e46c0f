"""script/benchmark-page: it finds the jumps of a page that jumps, as they are, and none in a page that does not."""

import json
import subprocess

import pytest

from lib import ROOT
from lib.browser.files import Files

ROWS = ROOT / "Tests/Program/browser/rows"


def measured(path, *pages):
    subprocess.run([ROOT / "script/benchmark-page", "--seconds", "1", "--json", path, *pages], check=True, stdout=subprocess.DEVNULL)
    return json.loads(path.read_text())["rows"]


@pytest.mark.parametrize("jumps", [0, 3])
def test_jumps(jumps, tmp_path, facts):
    with Files(ROWS) as files:
        rows = measured(tmp_path / "rows.json", f"{files.url}/rows.html?jumps={jumps}")
    facts.equal("scrolled by", [row["scrolledBy"] for row in rows], ["finger", "script", "wheel"])
    for row in rows:
        name = row["scrolledBy"]
        facts.equal(f"{name}: frames with a jump", row["jumps"], jumps)
        facts.equal(f"{name}: how far", row["points"], [37, 37] if jumps else None)
        facts.equal(f"{name}: torn frames", row["torn"], 0)


def test_feed(tmp_path, facts):
    """The page that it measures by default."""
    for row in measured(tmp_path / "rows.json"):
        # What a row grows by while a turn of the wheel is on its way counts as a part of that way.
        if row["scrolledBy"] != "wheel":
            facts.equal(f"{row['scrolledBy']}: frames with a jump", row["jumps"], 0)
        facts.equal(f"{row['scrolledBy']}: torn frames", row["torn"], 0)


@pytest.mark.parametrize("page, message", [
    ("<p>no row", "shows no row, a node with the attribute data-row"),
    ("<p data-row=1>one", "it is at its start, and cannot be scrolled up"),
    ("<p data-row=1>one<p data-row=1>the same", 'two rows have data-row="1"'),
    (None, "there is no"),
])
def test_wrong_page(page, message, tmp_path):
    path = tmp_path / "page.html"
    if page:
        path.write_text(f"<!doctype html><title>Page</title>{page}")
    run = subprocess.run([ROOT / "script/benchmark-page", path], capture_output=True, text=True)
    assert run.returncode == 1 and message in run.stderr and "Traceback" not in run.stderr, run.stderr


@pytest.mark.parametrize("option", ["--seconds", "--step", "--speed"])
def test_wrong_option(option):
    run = subprocess.run([ROOT / "script/benchmark-page", option, "0"], capture_output=True, text=True)
    assert run.returncode == 2 and f"{option} has to be above 0" in run.stderr, run.stderr
