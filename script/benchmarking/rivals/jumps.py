"""Scrolls pages in Chromium, and finds the frames in which what is visible jumps."""

import statistics

from lib import ROOT
from lib.browser.driver import BrowserError

WATCH = (ROOT / "script/benchmarking/watch.js").read_text()
WIDTH, HEIGHT = 390, 844
# How long a page may take to its first row.
ROWS_SECONDS = 10
# Chromium begins to scroll when a finger has gone further than 15 points.
SLOP = 20
# How far a notch of the wheel goes.
NOTCH = 100


class PageError(Exception):
    """A page of which nothing can be said."""


def opened(browser, page):
    """Opens a page, and watches its rows from when they stand still."""
    try:
        browser.open(page)
        browser.wait("document.querySelector('[data-row]') !== null", seconds=ROWS_SECONDS)
    except BrowserError as error:
        raise PageError(f"{page} shows no row, a node with the attribute data-row: {error}") from error
    browser.run("await new Promise((resolve) => setTimeout(resolve, 1000));" + WATCH)
    browser.run("watching.start(); await watching.settled();")


class Finger:
    """One finger on a page."""

    def __init__(self, browser):
        self.browser = browser
        place = browser.run("return watching.place()")
        self.x, self.start, self.reach = place["x"], place["y"], place["reach"]
        self.y = None

    def send(self, kind, *points):
        self.browser.command("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in points])

    def down(self):
        self.y = self.start
        self.send("touchStart", (self.x, self.y))

    def move(self, way):
        """Moves down the screen."""
        self.y += way
        self.send("touchMove", (self.x, self.y))

    def up(self):
        self.send("touchEnd")


def by_finger(browser, given):
    """Drags the rows down, from the upper part of the scroller to the lower one, again and again."""
    finger = Finger(browser)
    moves = (finger.reach - SLOP) // given.step
    if moves < 1:
        raise PageError(f"--step is more than a finger can go here, {finger.reach - SLOP}")
    for _ in until(browser, given.seconds):
        finger.down()
        # How much of this is left for the scroll is the browser's to decide.
        finger.move(SLOP)
        browser.run("await watching.settled(); watching.judge(true)")
        for _ in range(moves):
            browser.run("watching.expect(arguments[0])", given.step)
            finger.move(given.step)
            browser.run("await watching.settled()")
        # One that rests before it is lifted lets nothing glide on.
        browser.run("await new Promise((resolve) => setTimeout(resolve, 150)); await watching.settled()")
        finger.up()
        browser.run("await watching.settled(); watching.judge(false)")


def check(browser, page):
    """Fails where what is measured of a page says nothing."""
    fault = browser.run("return watching.fault()")
    if fault:
        raise PageError(f"{page}: {fault}")


def until(browser, seconds):
    """Again and again, until the time of a page is over."""
    end = browser.run("return performance.now()") + seconds * 1000
    while browser.run("return performance.now()") < end:
        yield


def by_script(browser, given):
    browser.run("watching.judge(true); await watching.scroll(arguments[0], arguments[1])", given.speed, given.seconds)


def by_wheel(browser, given):
    place = browser.run("watching.judge(true); return watching.place()")
    for _ in until(browser, given.seconds):
        browser.run("watching.expect(arguments[0])", NOTCH)
        browser.command("Input.dispatchMouseEvent", type="mouseWheel", x=place["x"], y=place["y"], deltaX=0, deltaY=-NOTCH)
        browser.run("await watching.settled()")


MOTIONS = {"finger": by_finger, "script": by_script, "wheel": by_wheel}


def row(name, motion, frames):
    """What was seen of a page."""
    jumps = [abs(frame["jump"]) for frame in frames if frame["jump"]]
    intervals = sorted(frame["interval"] for frame in frames)
    if len(intervals) < 10:
        raise PageError(f"{name} has painted {len(intervals)} frames")
    return {
        "page": name, "scrolledBy": motion, "frames": len(frames), "jumps": len(jumps),
        "points": [min(jumps), max(jumps)] if jumps else None, "torn": sum(frame["isTorn"] for frame in frames),
        "apart": statistics.median(intervals), "apart95": intervals[len(intervals) * 95 // 100],
    }


def line(values):
    points = values["points"] and " to ".join(f"{each:.0f}" for each in values["points"]) or ""
    return (values["page"], values["scrolledBy"], values["frames"], values["jumps"], points, values["torn"],
            f"{values['apart']:.1f}", f"{values['apart95']:.1f}")


def moved(browser, page, motion, given):
    """The row of a page and of a motion."""
    opened(browser, page)
    check(browser, page)
    MOTIONS[motion](browser, given)
    check(browser, page)
    return row(browser.run("return document.title || location.href"), motion, browser.run("return watching.stop()"))
