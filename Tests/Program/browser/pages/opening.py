"""What a visitor of the playground sees first, on a desk and on a phone, in the light and in the dark."""

import json

from . import drawing, playground
from .looks import SMALL_TARGETS

FORMS = [(1440, 900, False), (1440, 900, True), (390, 844, False), (390, 844, True)]
WIDTHS = "return [...document.querySelectorAll('.window')].map((node) => node.clientWidth)"
# How much of their room the drawings take, across and along.
FILLED = """
    const { width, height } = document.getElementById("panes").getBoundingClientRect();
    const frames = [...document.querySelectorAll(".frame")].map((node) => node.getBoundingClientRect());
    return [frames.reduce((sum, frame) => sum + frame.width, 0) / width, Math.min(...frames.map((frame) => frame.height)) / height];"""
# Visible items, and those whose picture has few colours.
PICTURES = """
    const cells = [...document.querySelectorAll(".cell:not([hidden])")];
    const colors = (canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    };
    return [cells.length, cells.filter((cell) => !cell.querySelector("canvas") || colors(cell.querySelector("canvas")) < 100)
      .map((cell) => cell.dataset.key)];"""
# What of the sheet that is open is outside of the window, or of the sheet.
OUTSIDE = """
    const sheet = document.querySelector(":popover-open"), { left, right, top, bottom } = sheet.getBoundingClientRect();
    const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && sheet.scrollWidth <= sheet.clientWidth;
    return isIn ? [] : [`${[left, right, top, bottom, sheet.scrollWidth, sheet.clientWidth]}`];"""
STALE = """
    return [...document.querySelectorAll(".pane")].map((pane) => [
      pane.matches(".stale"), Number(getComputedStyle(pane.querySelector(".scroller")).opacity) < 0.5]);"""


def wait_for_pictures(browser, count):
    browser.wait(f"document.querySelectorAll('.window').length === {count} && "
                 "[...document.querySelectorAll('.content')].every((node) => node.querySelector('canvas'))")
    drawing.settled(browser)
    browser.run("await (await import('/playground/photo/photo.js')).photosDrawn()")


def looks(browser, check, name, count):
    """Every drawing is there, takes all of its room, and shows photographs; the state names the chosen width."""
    wait_for_pictures(browser, count)
    widths = browser.run(WIDTHS)
    check(f"{name}: the widths", [] if widths == [390, 744, 1024][:count] else [f"{widths}"])
    across, along = browser.run(FILLED)
    check(f"{name}: drawings take the room", [] if across > 0.85 and along > 0.9 else [f"{across} × {along}"])
    items, plain = browser.run(PICTURES)
    check(f"{name}: items are photographs", plain if items > 5 else [f"{items} items"])
    state = browser.run("return document.getElementById('state').textContent")
    check(f"{name}: the state names the width", [] if state.endswith("at width 390.") else [state])
    outside = browser.run("return [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]")
    check(f"{name}: nothing is outside of the window", [] if max(outside) <= 0 else [f"{outside}"])


def choosing(browser, check):
    """The state follows the pane that is chosen, and headers say what their sections are called."""
    browser.run("document.querySelectorAll('.scroller')[1].focus()")
    browser.wait("document.getElementById('state').textContent.endsWith('at width 744.')")
    names = browser.run("return [...document.querySelectorAll('.pane:first-child .header:not([hidden])')].map((node) => node.textContent)")
    check("headers have the names of sections", [] if names[:1] == ["Favourites"] else [f"{names}"])


def failing(browser, check):
    """While the text is wrong the drawings are dimmed, and its place is marked; both end with the error."""
    text = browser.run("return document.getElementById('snapshot').value")
    browser.run(playground.SET_TEXT, text.replace('"items": 37', '"items": -37'))
    browser.wait("document.getElementById('fault-count').textContent === '1 error'")
    check("drawings of another text are dimmed", [] if browser.run(STALE) == [[True, True]] * 3 else [f"{browser.run(STALE)}"])
    browser.run("document.querySelector('#errors button').click()")
    browser.wait("document.querySelector('.line span.error')")
    marked = browser.run("return [...document.querySelectorAll('.line span.error')].map((node) => node.textContent).join('')")
    check("the place of an error is marked", [] if marked == '"items": -37' else [marked])
    browser.screenshot(playground.PICTURES / "playground-error.png")
    browser.run(playground.SET_TEXT, text)
    browser.wait("!document.querySelector('.stale') && !document.querySelector('.line.error')")
    browser.console()  # tells of the 422


def phone(browser, check, name):
    """A phone has one line of heading; what can be set is behind a button."""
    high, panes = browser.run("return ['.bar', '#panes'].map((name) => document.querySelector(name).offsetHeight)")
    check(f"{name}: one line of heading", [] if high <= 60 else [f"is {high} high"])
    check(f"{name}: the drawing has the screen", [] if panes > 650 else [f"is {panes} high"])
    for sheet, parts in (("menu", [".bar nav", "#key"]), ("text", ["#example", "#snapshot"]), ("more", ["#extent", "#look", "#counts", ".requests"])):
        seen = f"return {json.dumps(parts)}.map((part) => document.querySelector(part).checkVisibility())"
        check(f"{name}: {sheet} is put away", [] if not any(browser.run(seen)) else ["it is not"])
        browser.click(f"[popovertarget={sheet}]")
        check(f"{name}: a button shows it", [] if all(browser.run(seen)) else [f"{browser.run(seen)}"])
        check(f"{name}: what is in it is large enough", browser.run(SMALL_TARGETS))
        check(f"{name}: all of it is seen", browser.run(OUTSIDE))
        browser.screenshot(playground.PICTURES / f"{name}-{sheet}.png")
        browser.press("Escape")


def small(browser, service, check):
    """On the smallest phone, and on one that lies, the heading is one line, and what can be set covers nothing."""
    for width, height in ((320, 568), (844, 390)):
        name = f"playground-{width}"
        browser.view(width, height)
        playground.open_new(browser, service)
        wait_for_pictures(browser, 1 if width < 600 else 3)
        high, panes = browser.run("return ['.bar', '#panes'].map((name) => document.querySelector(name).offsetHeight)")
        check(f"{name}: one line of heading", [] if high <= 60 else [f"is {high} high"])
        check(f"{name}: the drawing has most of the screen", [] if panes > 0.6 * height else [f"is {panes} high"])
        width_of_page = browser.run("return document.documentElement.scrollWidth")
        check(f"{name}: the heading is no wider", [] if width_of_page == width else [f"{width_of_page}"])
        browser.click("[popovertarget=more]")
        check(f"{name}: all that can be set is seen", browser.run(OUTSIDE))
        browser.screenshot(playground.PICTURES / f"{name}-controls.png")


def test(browser, service, check):
    for width, height, dark in FORMS:
        name = f"playground-{width}{'-dark' if dark else ''}"
        browser.view(width, height, dark=dark)
        playground.open_new(browser, service)
        looks(browser, check, name, 3 if width > 899 else 1)
        browser.screenshot(playground.PICTURES / f"{name}.png")
        if width < 900:
            phone(browser, check, name)
        elif not dark:
            choosing(browser, check)
            failing(browser, check)
    small(browser, service, check)
    browser.view(1200, 900)
    example = json.loads((playground.EXAMPLES / "photos.json").read_text())
    count = sum(s["items"] if isinstance(s["items"], int) else len(s["items"]["widths"]) for s in example["sections"])
    state = browser.run("return document.getElementById('state').textContent")
    check("all items are laid out", [] if state.startswith(f"{count} items") else [state])
