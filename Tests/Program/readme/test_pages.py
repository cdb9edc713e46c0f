"""Runs the calls of README.md and of pages in docs, and compares their answers with those that they show.

A call is a block of commands with curl, or a block of JavaScript, which node runs with the client of clients/typescript.
Its answer is the next block of JSON or text; `--update` writes the real one. The time of day makes no difference.
"""

import json
import re
import subprocess

import pytest

from lib import ROOT, transpiled
from lib.http import Client
from picturing import templates

pytestmark = pytest.mark.quick

PLACE = "http://127.0.0.1:8080"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
CALL = re.compile(r"```(?P<language>sh|js)\n(?P<code>.*?)```\n(?P<answer>\n?```(json|text)\n.*?```\n)?", re.DOTALL)


def block_of(output):
    """An answer as a page shows it."""
    if output.startswith("{"):
        return f"```json\n{shown(json.loads(output))}\n```\n"
    return f"```text\n{output.rstrip()}\n```\n"


def shown(answer):
    """JSON as a page shows it: one line if it fits, else one line for each member and each element."""
    line = json.dumps(answer, ensure_ascii=False)
    if len(line) <= 110:
        return line
    members = []
    for key, value in answer.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and value:
            rows = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in value)
            text = f"[\n    {rows}\n  ]"
        members.append(f"  {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(members) + "\n}"


@pytest.mark.parametrize("page", ["README.md", "docs/calls.md", "docs/using.md", "docs/galleries.md"])
def test_page(page, server, facts, pytestconfig):
    path = ROOT / page
    calls = Calls(page, server.url, facts)
    updated = CALL.sub(calls.answered, path.read_text())
    if pytestconfig.getoption("--update"):
        path.write_text(updated)
    assert facts.count, "a page without a call was not understood"


def test_snapshots(server, facts):
    """Each template of docs/galleries.md has a layout, without a warning, and its picture is there."""
    found = templates.EXAMPLE.findall((ROOT / "docs/galleries.md").read_text())
    facts.equal("templates", len(found), 5)
    with Client(server.address) as client:
        for name, text in found:
            answer = client.request("POST", "/v1/layouts?width=390", text)
            facts.holds(name, answer.status < 300 and "warnings" not in answer.value(), f"{answer.status} {answer.body[:500]}")
            facts.holds(f"{name}: its picture", (ROOT / f"docs/pictures/{name}.svg").exists(), "is missing")


class Calls:
    """The calls of one page, sent to the server at an address."""

    def __init__(self, page, address, facts):
        self.page, self.address, self.facts = page, address, facts
        self.variables = ""

    def answered(self, match):
        """The text that the page should have for a call and its answer."""
        language, code = match["language"], match["code"]
        if PLACE not in code or (language == "sh" and "curl" not in code):
            return match[0]
        ready = code.replace(PLACE, self.address)
        if language == "js":
            transpiled.update()
            ready = ready.replace("'layoutd-client'", "'./built/index.js'")
            run = self.run("node", "--input-type=module", "-e", ready, folder=ROOT / "clients/typescript")
        else:
            run = self.run("bash", "-euc", self.variables + ready)
        if language == "sh" and re.match(r"\w+=", code):
            self.variables += ready
            return match[0]
        block = block_of(run.stdout)
        shown = match["answer"] or ""
        same = run.returncode == 0 and TIME.sub("", shown).strip() == TIME.sub("", block).strip()
        self.facts.holds(f"{self.page}: {code.strip()}", same, f"answers\n{block}{run.stderr}")
        return match[0] if same else f"```{language}\n{code}```\n\n{block}"

    @staticmethod
    def run(*command, folder=ROOT):
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)
