"""The page of README.md as a reader saves it: its posts, and that what is read stays where it is while others come in."""

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
# Whether all pictures that are there have loaded, and some are visible.
LOADED = """[...document.querySelectorAll('img')].every(({ complete, naturalHeight }) => complete && naturalHeight > 0)
    && [...document.querySelectorAll('article')].some((node) => node.getBoundingClientRect().y > 400)"""


def test(browser, service, check):
    text = (ROOT / "README.md").read_text()
    [page] = re.findall(r"```html\n(.*?)```", text, re.DOTALL)
    lines = [line for line in page.splitlines() if line not in ("", "</script>")]
    check(f"readme: the page has at most {LINES} lines", [] if len(lines) <= LINES else [f"it has {len(lines)}"])
    # Another origin than the service's, to which it gives no rights.
    with tempfile.TemporaryDirectory() as folder, Files(folder) as files, Service(service.program) as own:
        (Path(folder) / "index.html").write_text(page.replace(PLACE, own.url))
        browser.view(390, 844)
        browser.open(f"{files.url}/")
        browser.wait("document.querySelectorAll('article').length > 3")
        first = browser.run(CELLS)
        check("readme: it shows the first posts", [] if {"Post 0", "Post 1"} <= {cell["text"] for cell in first} else [f"{first}"])
        browser.wait("document.querySelector('layoutd-feed').feed.viewport")
        browser.run("scrollTo(0, 20_000)")
        drawing.still(browser, CELLS, LOADED)
        before = browser.run(CELLS)
        browser.wait("document.querySelector('article').ariaSetSize > arguments[0]", before[0]["count"] + 1)
        after = {cell["text"]: cell["y"] for cell in browser.run(CELLS)}
        seen = [cell for cell in before if -300 < cell["y"] < 844]
        moved = [f"{cell} {after.get(cell['text'])}" for cell in seen if abs(after.get(cell["text"], 1e9) - cell["y"]) > 0.05]
        check("readme: what is read stays where it is while posts come in", moved if len(seen) > 2 else [f"{seen}"])
