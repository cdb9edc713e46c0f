"""Scrolls a feed of texts of unknown heights in a headless Chromium, and looks at every frame.

    script/benchmark page [--seconds N] [PROGRAM]      PROGRAM defaults to .build/debug/layoutd

200 000 rows, measured as they are drawn, and, for comparison, the same rows drawn where a layout has them that nobody
measures, as high as they are. Scrolled at 1 200 and at 6 000 points/s, in N (5) seconds each. Of every frame that is
painted: rows that overlap or have a gap between them, and rows that move otherwise than the scroll does; how long the
page worked on it, and how far apart frames are. Then, in the page, what 1 000 measurements of a million rows take.
It fails where a measured row overlaps another, has a gap or moves, or where a request is sent.
"""

import argparse
import subprocess

from lib import ROOT
from lib.browser.files import Files
from lib.browser.service import Service
from lib.browser.webdriver import Chromium

ROWS = 200_000
SPEEDS = (1200, 6000)
TEXTS = """
    const words = (number) => 'word '.repeat(Math.imul(number + 1, 7919) % 97 >>> 0 || 1);
    globalThis.node = (element, reused) => {
      const made = reused ?? document.createElement('div');
      made.textContent = `${element.item} ${words(element.item)}`;
      made.dataset.name = `${element.item}`;
      return made;
    };
    const items = { count: arguments[0], height: 50, estimated: true };
    globalThis.rows = { engine: 'column', metrics: { numberOfColumns: 1 }, sections: [{ items }] };"""
# Scrolls at so many points a second for so many seconds, and looks at what was painted.
SCROLL = """
    const [speed, seconds] = arguments;
    const scroller = document.querySelector('main');
    const isMeasured = feed.viewport.isLocal;
    const frames = [];
    let before = null, start = null, last = null, position = scroller.scrollTop;
    const requests = performance.getEntriesByType('resource').length;
    const look = () => {
      const cells = [...document.querySelectorAll('[role=listitem]')].map((node) => {
        const { top, bottom } = node.getBoundingClientRect();
        return { name: node.dataset.name, top, bottom, end: Math.max(bottom, top + node.scrollHeight) };
      }).filter(({ top, bottom }) => bottom > 0 && top < innerHeight).sort((one, other) => one.top - other.top);
      let faults = 0, moves = 0;
      cells.forEach(({ name, top }, place) => {
        if (place > 0 && Math.abs(top - (isMeasured ? cells[place - 1].bottom : cells[place - 1].end)) > 0.05) faults += 1;
        const was = before?.places.get(name);
        if (was !== undefined && Math.abs(was - top - (scroller.dataset.way ?? 0)) > 0.05) moves += 1;
      });
      if (cells.length === 0 || cells[0].top > 0.05 || cells.at(-1).bottom < innerHeight - 0.05) faults += 1;
      before = { places: new Map(cells.map(({ name, top }) => [name, top])) };
      return { faults, moves };
    };
    return new Promise((resolve) => {
      const step = (time) => {
        start ??= time;
        const interval = last === null ? 0 : time - last;
        last = time;
        if (time - start > seconds * 1000) {
          const sent = performance.getEntriesByType('resource').length - requests;
          resolve({ frames, sent });
          return;
        }
        // Whole points, which no browser rounds. A frame that comes late is no reason to leap.
        const way = Math.round(speed * Math.min(interval, 100) / 1000);
        const began = performance.now();
        scroller.scrollTop += way;
        // The event comes before this frame is painted, and so does what it measures.
        requestAnimationFrame(step);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          scroller.dataset.way = way;
          const found = look();
          frames.push({ ...found, interval, work: globalThis.worked ?? 0 });
          globalThis.worked = 0;
        };
        port2.postMessage(null);
      };
      requestAnimationFrame(step);
    });"""
MEASURE = """
    const { LayoutModule } = await import('../../source/module/wasm/LayoutModule.js');
    const layoutModule = await LayoutModule.load();
    const count = 1_000_000;
    const heights = Float64Array.from({ length: count }, (_, item) => 30 + Math.imul(item + 1, 2654435761) % 90);
    const items = arguments[0] === 'list' ? { heights: heights.map(Math.abs), estimated: true } : { count, height: 50, estimated: true };
    let snapshot = layoutModule.snapshot({ engine: 'column', metrics: { numberOfColumns: 1 }, sections: [{ items }] });
    let layout = snapshot.layout(390);
    const times = [];
    for (let round = 0; round < 60; round += 1) {
      const at = Array.from({ length: 1000 }, (_, place) => 300_000 + round * 1000 + place);
      const start = performance.now();
      const changed = snapshot.change([{ resize: [{ section: 0, at, heights: at.map((item) => 20 + Math.imul(item, 7919) % 60 + 60) }] }]);
      const after = changed.layout(390, layout);
      after.changeFrom(layout, { bounds: { x: 0, y: at[0] * 50, width: 390, height: 800 } });
      times.push(performance.now() - start);
      snapshot.close();
      layout.close();
      [snapshot, layout] = [changed, after];
    }
    return times.sort((one, other) => one - other)[30];"""


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def scrolled(browser, name, speed, seconds):
    """Prints what was seen at a speed. Returns what must not be."""
    found = browser.run(SCROLL, speed, seconds)
    frames = found["frames"][2:]
    torn, moved = (sum(frame[key] > 0 for frame in frames) for key in ("faults", "moves"))
    intervals = [frame["interval"] for frame in frames]
    works = [frame["work"] for frame in frames]
    print(f"{name:11} {speed:6} {len(frames):7} {torn:8} {moved:7} {percentile(intervals, 0.5):8.1f} {percentile(intervals, 0.95):8.1f} "
          f"{percentile(works, 0.5):9.2f} {percentile(works, 0.95):9.2f} {found['sent']:9}", flush=True)
    return torn + moved + found["sent"]


def main(given):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("program", nargs="?", default=ROOT / ".build/debug/layoutd")
    arguments = parser.parse_args(given)
    subprocess.run([ROOT / "script/bootstrap", "--chromium"], check=True)
    subprocess.run([ROOT / "script/wasm"], check=True)
    failures = 0
    with Service(arguments.program) as plain, Files() as files, \
            Service(plain.program, "--cors-origins", files.url) as service, Chromium() as browser:
        browser.view(390, 844)
        print(f"Chromium {browser.version}, {ROWS} rows, times in ms")
        print("rows        pts/s  frames  torn of  moved in   apart      p95      work       p95  requests", flush=True)
        for name in ("measured", "estimated"):
            browser.open(f"{files.url}/tests/feed/feed.html?service={service.url}")
            browser.wait("globalThis.start")
            browser.run(TEXTS, ROWS)
            browser.run("""
                start({ service: arguments[0] === 'measured' ? await LayoutService.local() : service, node });
                await feed.update(rows);
                // How long the page works on a scroll, drawing and measuring included.
                const scroller = document.querySelector('main');
                scroller.addEventListener('scroll', () => { globalThis.began = performance.now(); }, { capture: true });
                feed.addEventListener('scroll', () => { globalThis.worked = performance.now() - began; });
                await feed.whenWhole();""", name)
            for speed in SPEEDS:
                count = scrolled(browser, name, speed, arguments.seconds)
                failures += count if name == "measured" else 0
        for form in ("run", "list"):
            print(f"1 000 measurements of 1 000 000 rows, {form}: {browser.run(MEASURE, form):.2f} ms", flush=True)
    print(f"page: {'passed' if failures == 0 else f'failed, {failures}'}")
    return int(failures > 0)
