"""Short forms of long parts for each landing: one fact of each kind."""

import pytest

from .features import dragging
from .feeds import gliding, react
from .feeds.feed import feeds
from .pages import demo, document, playground


def drags(browser, service, check):
    """Cells are dragged by a mouse and by keys."""
    with feeds(browser, service, check, "dragging", dragging.DRAGS):
        browser.view(600, 500)
        dragging.by_mouse(browser, check, False)
        dragging.by_keys(browser, check, True)


def glides(browser, service, check):
    """A scroll arrives among estimates, and a place is restored."""
    with feeds(browser, service, check):
        gliding.late(browser, check)
        gliding.restores(browser, check)


def in_react(browser, service, check):
    """Posts of React's development build are scrolled and changed."""
    if not (react.NODE / "react-dom/umd").is_dir():
        pytest.skip("React is missing; run script/bootstrap --landing")
    with react.pages() as url:
        browser.view(390, 844)
        browser.open(f"{url}/development.html?service=none")
        browser.wait("globalThis.isReady")
        for part in (react.posts, react.changes):
            part(browser, check, "development")
        check("react development: nothing is said or thrown", browser.run("return [...said, ...errors]"))


def billion(browser, service, check):
    """The demo goes to any place of a billion items."""
    browser.open(service.url + "/playground/demo.html")
    playground.ready(browser)
    demo.billion(browser, service, check)


def phones(browser, service, check):
    """Two phones show what is typed on one of them, and what is written above moves nothing."""
    document.put(service, "shared", document.LONG)
    document.open_page(browser, service)
    document.above(browser, service, check)
    document.typed(browser, service, check)
    browser.open("about:blank")
