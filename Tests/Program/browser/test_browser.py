"""Opens the program's pages and the client's in headless browsers, and lays the same content out with Chromium's own layouts.

Those parts that are about the client run in each browser; of the others, PARTS says why they need Chromium. A part is
described in its file.
"""

import pytest

from lib import BUILD
from lib.browser.driver import BrowserError
from lib.browser.firefox import Firefox
from lib.browser.service import Service
from lib.browser.webdriver import Chromium, WebKit

from .feeds import (
    arrows, bundlers, bundles, dragging, drawn, element, ended, example, feed, given, gliding, loading, module, moved, overflow, react,
    service, snapping, together)
from .pages import below, demo, document, editor, engines, examples, looks, opening, playground, product, readme, sources, texts
from .trees import held

QUICK = ["playground", "readme"]
BROWSERS = {browser.name: browser for browser in (Chromium, Firefox, WebKit)}
# Each part, and why it runs in Chromium alone; None where it runs in all browsers.
PARTS = {
    "engines": (engines, "no other browser has grid lanes, and others round lengths otherwise"),
    "playground": (playground, "reads the accessibility tree and clears the session by the DevTools protocol"),
    "opening": (opening, "sets dark colours by the DevTools protocol"),
    "editor": (editor, None),
    "looks": (looks, "sets dark colours and calm motion by the DevTools protocol"),
    "sources": (sources, "reads the accessibility tree and clears the session by the DevTools protocol"),
    "texts": (texts, "replaces a function before the page loads by the DevTools protocol"),
    "demo": (demo, "makes flings and reads the cost of frames by the DevTools protocol"),
    "examples": (examples, None),
    "product": (product, None),
    "document": (document, "sets dark colours by the DevTools protocol"),
    "below": (below, "what nginx forwards is one thing, whatever the browser"),
    "example": (example, None),
    "readme": (readme, None),
    "feed": (feed, None),
    "moved": (moved, None),
    "drawn": (drawn, None),
    "loading": (loading, None),
    "gliding": (gliding, None),
    "arrows": (arrows, None),
    "dragging": (dragging, None),
    "ended": (ended, None),
    "element": (element, None),
    "bundles": (bundles, None),
    "react": (react, None),
    "given": (given, None),
    "bundlers": (bundlers, "what bundlers make is one thing, whatever the browser"),
    "overflow": (overflow, None),
    "snapping": (snapping, None),
    "together": (together, None),
    "service": (service, None),
    "module": (module, None),
    "held": (held, None),
}


def pytest_generate_tests(metafunc):
    chosen = metafunc.config.getoption("--browser")
    metafunc.parametrize("name, part", [
        pytest.param(name, part, marks=[pytest.mark.quick] * (part in QUICK)) for name in BROWSERS if chosen in ("all", name)
        for part, (_, why) in PARTS.items() if why is None or name == "chromium"])


def test_part(name, part, program, facts):
    """A part in a browser, with a program of its own."""
    with Service(program) as service, BROWSERS[name]() as browser:
        try:
            PARTS[part][0].test(browser, service, facts.no)
        except BrowserError as error:
            facts.fail("the part itself", error)
            browser.screenshot(BUILD / f"browser/failed-{name}.png")
        facts.no("no message in the browser's log", browser.console())
