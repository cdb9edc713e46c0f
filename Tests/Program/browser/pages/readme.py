"""The page of README.md as a reader saves it: its messages, and that what is read stays where it is while others come in."""

import re
import tempfile
from pathlib import Path

from lib import ROOT
from lib.browser.files import Files
from lib.browser.service import Service

from . import drawing

PLACE, LINES = "http://127.0.0.1:8080", 15
CELLS = """
    return [...document.querySelectorAll("article")].map((node) => (
      { text: node.textContent, count: Number(node.ariaSetSize), y: node.getBoundingClientRect().y }));"""


def test(browser, service, check):
    text = (ROOT / "README.md").read_text()
    [page] = re.findall(r"```html\n(.*?)```", text, re.DOTALL)
    [option] = re.findall(r"script/server (--cors-origins) http://127.0.0.1:8000\n", text)
    lines = [line for line in page.splitlines() if line not in ("", "</script>")]
    check(f"readme: the page has at most {LINES} lines", [] if len(lines) <= LINES else [f"it has {len(lines)}"])
    with tempfile.TemporaryDirectory() as folder, Files(folder) as files, Service(service.program, option, files.url) as own:
        (Path(folder) / "index.html").write_text(page.replace(PLACE, own.url))
        browser.view(390, 844)
        browser.open(f"{files.url}/")
        browser.wait("document.querySelectorAll('article').length > 10")
        first = browser.run(CELLS)
        check("readme: it shows the first messages", [] if {"Message 0", "Message 9"} <= {cell["text"] for cell in first} else [
            f"{first}"])
        browser.run("scrollTo(0, 1_000_000)")
        drawing.still(browser, CELLS, "[...document.querySelectorAll('article')].some((node) => node.getBoundingClientRect().y > 400)")
        before = browser.run(CELLS)
        browser.wait("document.querySelector('article').ariaSetSize > arguments[0]", before[0]["count"] + 1)
        after = {cell["text"]: cell["y"] for cell in browser.run(CELLS)}
        seen = [cell for cell in before if 0 < cell["y"] < 844]
        moved = [f"{cell} {after.get(cell['text'])}" for cell in seen if abs(after.get(cell["text"], 1e9) - cell["y"]) > 0.05]
        check("readme: what is read stays where it is while messages come in", moved if len(seen) > 5 else [f"{seen}"])
