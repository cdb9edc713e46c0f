"""The client's example page, from a file server of its own: the order of its nodes, their roles, and what a rotation of
the window keeps."""

import functools
import http.server
import threading
from pathlib import Path

from .service import Service

CLIENT = Path(__file__).resolve().parent.parent.parent / "clients/typescript"
COUNT = 1_000_000
# The cells in the order of the nodes: section and item from their texts, their accessibility attributes, and their
# positions.
CELLS = """
    return [...document.querySelectorAll("[role=listitem]")].map((node) => {
      const { x, y } = node.getBoundingClientRect();
      const [section, item] = node.textContent.split(" · ").map(Number);
      return { section, item, x, y, place: Number(node.ariaPosInSet), count: Number(node.ariaSetSize),
               list: node.parentElement.role, header: node.closest("section").querySelector("h2")?.textContent ?? null };
    });"""


class Files(http.server.ThreadingHTTPServer):
    """A server of the client's folder on a free port. The end of its `with` block stops it."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

        def do_GET(self):
            if self.path == "/favicon.ico":
                self.send_response(204)
                self.end_headers()
            else:
                super().do_GET()

    def __init__(self):
        super().__init__(("127.0.0.1", 0), functools.partial(Files.Handler, directory=CLIENT))
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __exit__(self, *exception):
        self.shutdown()
        super().__exit__(*exception)


def settled(browser):
    browser.wait("document.querySelector('#scroller').ariaBusy === 'false'")
    browser.run("return new Promise((resolve) => setTimeout(resolve, 300))")


def scroll(browser, by):
    browser.run("""
        document.querySelector("#scroller").scrollBy(0, arguments[0]);
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));""", by)
    settled(browser)


def order(browser, check, name):
    """Nodes stand in reading order, and have their position and the number of all."""
    cells = browser.run(CELLS)
    places = [(cell["section"], cell["item"]) for cell in cells]
    check(f"example, {name}: nodes stand in the order of items", [] if places and places == sorted(places) else [f"{places[:20]}"])
    seen = [(cell["y"], cell["x"]) for cell in cells]
    check(f"example, {name}: that is the order on screen", [] if seen == sorted(seen) else [f"{seen[:20]}"])
    told = [cell for cell in cells if cell["place"] != cell["item"] or cell["count"] != COUNT or cell["list"] != "list"]
    check(f"example, {name}: cells say which one of how many they are", told[:3])
    headers = {cell["header"] for cell in cells}
    check(f"example, {name}: each list stands below its header",
          [] if headers == {f"Section {section}" for section, _ in places} else [f"{headers}"])


def top(browser):
    """The first cell below the pinned headers, and where it stands on screen."""
    end = browser.run("return Math.max(...[...document.querySelectorAll('.header, .globalHeader')].map("
                      "(node) => node.getBoundingClientRect().bottom))")
    cell = min((cell for cell in browser.run(CELLS) if cell["y"] >= end - 0.01), key=lambda cell: (cell["y"], cell["item"]))
    return (cell["section"], cell["item"]), cell["y"]


def turns(browser, check):
    """The top cell stays the same, at the same place, however often the window is rotated."""
    for width, height in ((844, 390), (390, 844), (1300, 700), (390, 844)):
        kept, before = top(browser)
        columns = len({cell["x"] for cell in browser.run(CELLS)})
        browser.view(width, height)
        browser.wait("new Set([...document.querySelectorAll('[role=listitem]')].map((node) => node.style.left)).size !== arguments[0]", columns)
        settled(browser)
        cells = {(cell["section"], cell["item"]): cell["y"] for cell in browser.run(CELLS)}
        after = cells.get(kept)
        # The browser sets scroll positions in whole points.
        check(f"example: {kept} stays where it is at {width} × {height}",
              [] if after is not None and abs(after - before) <= 1 else [f"it stood at {before}, and stands at {after}"])


def roles(browser, check):
    nodes = [node for node in browser.command("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
    value = lambda node, member: node.get(member, {}).get("value", "")
    found = {(value(node, "role"), value(node, "name")) for node in nodes}
    for wanted in (("main", "Rows"), ("heading", "Section 1"), ("list", "Section 1")):
        check(f"example: {wanted[0]} {wanted[1]!r}", [] if wanted in found else [f"{sorted(found)[:20]}"])


def test(browser, service, check):
    with Files() as files, Service(service.program, "--cors-origins", files.url) as own:
        browser.view(390, 844)
        browser.open(f"{files.url}/example.html?service={own.url}")
        settled(browser)
        roles(browser, check)
        order(browser, check, "at the start")
        scroll(browser, 12_345)
        turns(browser, check)
        for by in (333, -700, 5_000_000, 40_000, -10 ** 9, 700):
            scroll(browser, by)
            order(browser, check, f"scrolled by {by}")
        turns(browser, check)
