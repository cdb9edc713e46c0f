"""What a visitor of the playground sees first, on a desk and on a phone, in the light and in the dark."""

import json

from . import drawing, forms, playground

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
STALE = """
    return [...document.querySelectorAll(".pane")].map((pane) => [
      pane.matches(".stale"), Number(getComputedStyle(pane.querySelector(".scroller")).opacity) < 0.5]);"""


def wait_for_pictures(browser, count):
    browser.wait(f"document.querySelectorAll('.window').length === {count} && "
                 "[...document.querySelectorAll('.content')].every((node) => node.querySelector('canvas'))")
    drawing.settled(browser)
    browser.run("await (await import('/playground/photo/photo.js')).photosDrawn()")


def looks(browser, check):
    """Every drawing is there, takes all of its room, and shows photographs; the state names the chosen width."""
    width = browser.run("return innerWidth")
    name, count = f"playground at {width}", 3 if width > 899 else 1
    wait_for_pictures(browser, count)
    widths = browser.run(WIDTHS)
    check(f"{name}: the widths", [] if widths == [390, 744, 1024][:count] else [f"{widths}"])
    across, along = browser.run(FILLED)
    check(f"{name}: drawings take the room", [] if across > 0.85 and along > 0.9 else [f"{across} × {along}"])
    items, plain = browser.run(PICTURES)
    check(f"{name}: items are photographs", plain if items > 5 else [f"{items} items"])
    state = browser.run("return document.getElementById('state').textContent")
    check(f"{name}: the state names the width", [] if state.endswith("at width 390.") else [state])
    below = browser.run("return document.documentElement.scrollHeight - innerHeight")
    check(f"{name}: nothing is below the window", [] if below <= 0 else [f"{below}"])


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
        check(f"{name}: all that can be set is seen", [] if browser.run(forms.IS_INSIDE) else ["it is not"])
        browser.screenshot(playground.PICTURES / f"{name}-controls.png")


def test(browser, service, check):
    def show():
        playground.open_new(browser, service)
        looks(browser, check)

    forms.looked_at(browser, check, "playground", show, "#panes", 0.77)
    browser.view(*forms.LARGE)
    playground.open_new(browser, service)
    example = json.loads((playground.EXAMPLES / "photos.json").read_text())
    count = sum(s["items"] if isinstance(s["items"], int) else len(s["items"]["widths"]) for s in example["sections"])
    state = browser.run("return document.getElementById('state').textContent")
    check("all items are laid out", [] if state.startswith(f"{count} items") else [state])
    choosing(browser, check)
    failing(browser, check)
    small(browser, service, check)
    browser.view(1200, 900)
