"""What is measured of each library: a measure is a row of MEASURES, and a function that takes it once of one page."""

import statistics
from dataclasses import dataclass
from typing import Callable

from lib.browser.firefox import Firefox
from lib.browser.webdriver import Chromium

from . import jumps
from .line import Line

# What the line has for first rows: those of a slow phone.
DELAY, RATE = 0.150, 1_600_000
# How many points browsers round.
TOLERANCE = 1
# How far up a page is scrolled in a second while its main thread is watched, and for how many seconds.
SPEED, SECONDS = 3000, 5
# How many posts there are, how many come in front, and which row Firefox is asked for.
POSTS, PREPENDED, FAR = 200_000, 20, 150_000
# Notes when the first row is painted, and what has come by then.
FIRST_ROW = """
  globalThis.firstRow = new Promise((resolve) => {
    const look = () => {
      const row = document.querySelector('[data-row]');
      const { top = -1, bottom = 0 } = row?.getBoundingClientRect() ?? {};
      const isSeen = bottom > top && top >= 0 && top < innerHeight && row.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isSeen) return requestAnimationFrame(() => scheduler.postTask(look, { priority: 'user-blocking' }));
      const now = performance.now();
      const come = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ name, responseEnd }) => /^http/.test(name) && responseEnd > 0 && responseEnd <= now);
      resolve({ ms: now, bytes: come.reduce((sum, { transferSize }) => sum + transferSize, 0), requests: come.length });
    };
    look();
  });"""
# The bytes of the memories of WebAssembly.
MEMORIES = """
  const found = new Set();
  globalThis.memories = () => [...found].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const own = WebAssembly[name];
    WebAssembly[name] = async (...values) => {
      const made = await own.apply(WebAssembly, values);
      for (const value of Object.values((made.instance ?? made).exports)) if (value instanceof WebAssembly.Memory) found.add(value);
      return made;
    };
  }"""
# Resolves when the same rows are in sight, in the same places, for a second.
SETTLED = """
  let [text, since] = ['', performance.now()];
  for (const end = since + 15000; performance.now() < Math.min(end, since + 1000);) {
    await new Promise(requestAnimationFrame);
    const now = JSON.stringify(watching.seen());
    if (now !== text) [text, since] = [now, performance.now()];
  }"""
ROLES = """
  const roles = [...document.querySelectorAll('#root [role], main[role], main [role]')].map((node) => node.getAttribute('role'));
  const attributes = ['aria-setsize', 'aria-posinset'].filter((name) => document.querySelector(`[${name}]`));
  return [...new Set(roles), ...attributes];"""
SCROLL = """
  const [speed, seconds] = arguments;
  let node = document.querySelector('[data-row]');
  while (!/auto|scroll/.test(getComputedStyle(node).overflowY)) node = node.parentElement;
  let [frames, last] = [0, performance.now()];
  const end = last + seconds * 1000;
  await new Promise((resolve) => {
    const step = (time) => {
      node.scrollTop -= Math.round(speed * Math.min(Math.max(time - last, 0), 100) / 1000);
      [frames, last] = [frames + 1, time];
      if (time < end) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
  return frames;"""


@dataclass
class Visit:
    """A browser at a library's page, and the site of the page that has no list."""

    browser: object
    site: object
    alone: object
    given: object

    def address(self, port=None, **parameters):
        query = "&".join(f"{name}={value}" for name, value in parameters.items())
        return f"http://127.0.0.1:{port or self.site.port}/assets/page.html?{query}"

    def open(self, **parameters):
        jumps.opened(self.browser, self.address(**parameters))

    def run(self, script, *arguments):
        return self.browser.run(script, *arguments)


def by(motion):
    return lambda visit: jumps.moved(visit.browser, visit.address(), motion, visit.given)


def grouped(number, digits=0):
    return f"{number:,.{digits}f}".replace(",", " ")


def jumped(values):
    found, frames, torn = (grouped(sum(value[name] for value in values)) for name in ("jumps", "frames", "torn"))
    return f"{found} of {frames}" + (f", {torn} torn" if torn != "0" else "")


def prepends(visit):
    """How far all rows move when posts come in front, near the start, so that they are measured."""
    visit.open(posts=1000, first=0)
    visit.run("await watching.scroll(-900, 1); await new Promise((resolve) => setTimeout(resolve, 1000)); watching.judge(true)")
    for _ in range(2):
        visit.run("void list.prepend(arguments[0]); await new Promise((resolve) => setTimeout(resolve, 1500))", PREPENDED)
    return max(abs(frame["jump"]) for frame in visit.run("return watching.stop()"))


def seen(visit, script, *arguments):
    """The rows in sight, after what a script does has come to rest."""
    return visit.run(script + SETTLED + "return watching.seen()", *arguments)


def end(visit):
    """How many rows are behind the last one in sight, and how far that ends from the end of the scroller."""
    visit.open(posts=POSTS, first=0)
    rows = seen(visit, "void list.toEnd();")
    if not rows:
        raise jumps.PageError("no row is in sight")
    return {"rows": POSTS - 1 - int(rows[-1]["name"]), "points": rows[-1]["bottom"] - visit.run("return watching.height()")}


def far(visit):
    """The first row in sight, where one far down is asked for; None where there is none."""
    visit.open(posts=POSTS, first=0)
    rows = seen(visit, "void list.goTo(arguments[0]);", FAR)
    return int(rows[0]["name"]) if rows else None


def rotation(visit):
    """By how many rows another one is the first in sight."""
    visit.open()
    before = seen(visit, "await watching.scroll(1200, 1);")
    visit.browser.view(jumps.HEIGHT, jumps.WIDTH)
    after = seen(visit, "")
    if not (before and after):
        raise jumps.PageError("no row is in sight")
    return abs(int(after[0]["name"]) - int(before[0]["name"]))


def roles(visit):
    visit.open()
    return visit.run(ROLES)


def first_row(visit, port=None):
    """When the first row is painted, and what has come by then."""
    added = visit.browser.command("Page.addScriptToEvaluateOnNewDocument", source=FIRST_ROW)["identifier"]
    try:
        visit.browser.open(visit.address(port, posts=1000, first=0))
        return visit.run("return firstRow")
    finally:
        visit.browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)


def over_line(visit):
    with Line(visit.site.port, DELAY, RATE) as line:
        return first_row(visit, line.port)


def memory(visit):
    """The bytes of JavaScript and of WebAssembly that are in use with all posts, but for those without a list."""
    used = []
    for site in (visit.site, visit.alone):
        # One page of a site may stay in memory after another has come.
        with Chromium() as browser:
            browser.view(jumps.WIDTH, jumps.HEIGHT)
            browser.command("Page.addScriptToEvaluateOnNewDocument", source=MEMORIES)
            Visit(browser, site, None, visit.given).open(posts=POSTS)
            # Longer than it takes to load what comes behind the first rows.
            modules = browser.run("await new Promise((resolve) => setTimeout(resolve, 2000)); return memories()")
            browser.command("HeapProfiler.enable")
            for _ in range(3):
                browser.command("HeapProfiler.collectGarbage")
            used.append(browser.command("Runtime.getHeapUsage")["usedSize"] + modules)
    return used[0] - used[1]


def main_thread(visit):
    """The milliseconds of a frame in which the main thread works."""
    def work():
        metrics = visit.browser.command("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")

    visit.browser.open(visit.address())
    visit.browser.wait("document.querySelector('[data-row]') !== null", seconds=jumps.ROWS_SECONDS)
    visit.run("await new Promise((resolve) => setTimeout(resolve, 1000))")
    visit.browser.command("Performance.enable")
    before = work()
    frames = visit.run(SCROLL, SPEED, SECONDS)
    return (work() - before) * 1000 / frames


def median(name, unit, digits=0, scale=1):
    """The text of numbers, which may be members of what was found."""
    def text(values):
        found = statistics.median(value[name] if name else value for value in values) / scale
        return f"{grouped(found, digits)}{unit}"

    return text


def worst(values):
    return grouped(max(values, key=abs))


def only(values):
    return "none" if values[0] is None else grouped(values[0])


def listed(values):
    return ", ".join(values[0]) or "none"


def ended(values):
    rows = max(value["rows"] for value in values)
    points = max((value["points"] for value in values), key=abs)
    return f"{grouped(rows)} rows before it" if rows else "yes" if abs(points) <= TOLERANCE else f"{points:.0f} points off"


def transferred(values):
    return f"{median('bytes', ' kB', 1, 1000)(values)}, {median('requests', ' files')(values)}"


@dataclass(frozen=True)
class Measure:
    name: str
    title: str
    take: Callable  # of a Visit
    text: Callable  # of the values of all rounds
    rounds: int = 1
    browser: type = Chromium


MEASURES = (
    Measure("finger", "jumps by a finger", by("finger"), jumped),
    Measure("script", "jumps by a script", by("script"), jumped),
    Measure("wheel", "jumps by a wheel", by("wheel"), jumped),
    Measure("prepends", f"points that rows move when {PREPENDED} posts come in front", prepends, worst, rounds=2),
    Measure("end", "at the end, when asked for it", end, ended, rounds=2),
    Measure("far", f"row in sight in Firefox, when asked for {grouped(FAR)}", far, only, browser=Firefox),
    Measure("rotation", "rows away after a rotation", rotation, worst, rounds=2),
    Measure("roles", "roles and attributes", roles, listed),
    Measure("first", f"first row at {DELAY * 1000:.0f} ms and {RATE / 1e6} Mbit/s", over_line, median("ms", " ms"), rounds=5),
    Measure("local", "first row without a limit", first_row, median("ms", " ms"), rounds=5),
    Measure("bytes", "bytes before the first row, gzipped", over_line, transferred),
    Measure("heap", f"JavaScript and WebAssembly memory with {grouped(POSTS)} posts", memory, median(None, " MB", 1, 1e6), rounds=2),
    Measure("thread", f"main thread a frame, at {grouped(SPEED)} points a second", main_thread, median(None, " ms", 1), rounds=3),
)
