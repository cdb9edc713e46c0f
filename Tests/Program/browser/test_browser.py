"""Opens the program's pages and the client's in headless browsers.

A part is described in its file. It has a ring: QUICK is run by script/test, LANDING by script/test --all, too, and NIGHTLY by
script/test --nightly and script/test --only browser alone. Parts that are about the client run in each browser; of the others, PARTS says why they need
Chromium. A part that fails is repeated once, and the end of the run says which were.
"""

import pytest

from lib import BUILD
from lib.browser.driver import BrowserError
from lib.browser.firefox import Firefox
from lib.browser.service import Service
from lib.browser.webdriver import Chromium, WebKit
from lib.facts import Facts

from . import short
from .features import arrows, bars, dragging, find, printing, snapping, together
from .feeds import (
    bundles, drawn, element, ended, example, feed, first, given, gliding, loading, module, moved, overflow, react, service, wall)
from .pages import below, bundlers, demo, document, editor, effects, examples, looks, metrics, opening, playground, product, readme, sources, texts
from .trees import held

BROWSERS = {browser.name: browser for browser in (Chromium, Firefox, WebKit)}
QUICK, LANDING, NIGHTLY = [pytest.mark.quick], [pytest.mark.landing], []
# Each part: its test, its ring, and why it runs in Chromium alone; None where it runs in all browsers.
PARTS = {
    "playground": (playground.test, QUICK, "reads the accessibility tree and clears the session by the DevTools protocol"),
    "opening": (opening.test, LANDING, "sets dark colours by the DevTools protocol"),
    "playground-metrics": (metrics.test, LANDING, "reads the accessibility tree by the DevTools protocol"),
    "editor": (editor.test, NIGHTLY, None),
    "looks": (looks.test, NIGHTLY, "sets dark colours and calm motion by the DevTools protocol"),
    "sources": (sources.test, LANDING, "reads the accessibility tree and clears the session by the DevTools protocol"),
    "texts": (texts.test, NIGHTLY, "replaces a function before the page loads by the DevTools protocol"),
    "demo": (demo.test, NIGHTLY, "makes flings and reads the accessibility tree by the DevTools protocol"),
    "demo-short": (short.billion, LANDING, "as demo"),
    "examples": (examples.test, NIGHTLY, None),
    "product": (product.test, NIGHTLY, None),
    "document": (document.test, NIGHTLY, "sets dark colours by the DevTools protocol"),
    "document-short": (short.phones, LANDING, "as document"),
    "below": (below.test, NIGHTLY, "what nginx forwards is one thing, whatever the browser"),
    "example": (example.test, LANDING, None),
    "readme": (readme.test, QUICK, None),
    "feed": (feed.test, LANDING, None),
    "moved": (moved.test, LANDING, None),
    "drawn": (drawn.test, NIGHTLY, None),
    "loading": (loading.test, NIGHTLY, None),
    "wall": (wall.test, LANDING, None),
    "gliding": (gliding.test, NIGHTLY, None),
    "gliding-short": (short.glides, LANDING, None),
    "arrows": (arrows.test, NIGHTLY, None),
    "bars": (bars.test, LANDING, None),
    "dragging": (dragging.test, NIGHTLY, None),
    "dragging-short": (short.drags, LANDING, None),
    "ended": (ended.test, NIGHTLY, None),
    "element": (element.test, LANDING, None),
    "first": (first.test, LANDING, None),
    "bundles": (bundles.test, NIGHTLY, None),
    "react": (react.test, NIGHTLY, None),
    "react-short": (short.in_react, LANDING, None),
    "find": (find.test, NIGHTLY, None),
    "given": (given.test, NIGHTLY, None),
    "bundlers": (bundlers.test, NIGHTLY, "what bundlers make is one thing, whatever the browser"),
    "overflow": (overflow.test, LANDING, None),
    "printing": (printing.test, LANDING, None),
    "snapping": (snapping.test, NIGHTLY, None),
    "effects": (effects.test, LANDING, None),
    "together": (together.test, NIGHTLY, None),
    "service": (service.test, NIGHTLY, None),
    "module": (module.test, LANDING, None),
    "held": (held.test, NIGHTLY, None),
}


def pytest_generate_tests(metafunc):
    chosen = metafunc.config.getoption("--browser")
    metafunc.parametrize("name, part", [
        pytest.param(name, part, marks=ring) for name in BROWSERS if chosen in ("all", name)
        for part, (_, ring, why) in PARTS.items() if why is None or name == "chromium"])


def run(name, part, program, facts):
    """Runs a part in a browser, with a program of its own."""
    with Service(program) as service, BROWSERS[name]() as browser:
        try:
            PARTS[part][0](browser, service, facts.no)
        except BrowserError as error:
            facts.fail("the part itself", error)
            browser.screenshot(BUILD / f"browser/failed-{name}.png")
        facts.no("no message in the browser's log", browser.console())


def test_part(name, part, program, facts, repeated):
    first = Facts(facts.judges_times)
    try:
        run(name, part, program, first)
    except Exception as error:
        first.fail("the part itself", repr(error))
    if first.failed:
        repeated[f"{part} in {name}"] = first.failed
        run(name, part, program, facts)
    else:
        facts.count = first.count
