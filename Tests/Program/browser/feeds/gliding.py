"""Smooth scrolls of a feed to an item, through rows that are measured on the way and pictures that come late."""

import itertools
import os

from .feed import feeds

# How often a scroll is tried.
TRIES = int(os.environ.get("LAYOUTD_GLIDES", 4))
# Rows whose height is a guess; a picture in each has its height between 50 and 400 ms after it was first there, as one that is loaded.
PICTURES = """
    globalThis.pictures = (isLate) => {
      const heights = new Map();
      start({
        service: local, reach: 0,
        node: ({ key, item }, reused) => {
          const made = reused ?? document.createElement('div');
          made.dataset.name = key;
          const height = 30 + item * 7919 % 170;
          made.innerHTML = `<p style="margin: 0">${key}</p><i style="display: block; height: ${heights.get(key) ?? 0}px"></i>`;
          const picture = made.lastChild;
          if (heights.has(key)) return made;
          const come = () => {
            heights.set(key, height);
            picture.style.height = `${height}px`;
          };
          // In a frame: between a frame and a look at it nothing may grow.
          if (isLate) setTimeout(() => requestAnimationFrame(come), 50 + item * 104729 % 350);
          else come();
          return made;
        },
      });
    };"""


def late(browser, check):
    """Each arrives where its target is, within half a point, whatever is measured on the way, and stays there."""
    browser.run("globalThis.local = await LayoutService.local();" + PICTURES)
    problems = []
    for number in range(TRIES):
        problems += browser.run("""
            const [number] = arguments;
            pictures(number % 4 !== 3);
            const list = names(2000);
            await feed.update(...rows(list, { height: 60, estimated: true }));
            await painted();
            const goal = 12 + number * 37 % 400;
            const key = `k${goal}`;
            const isThere = await feed.scrollTo({ key }, { behavior: 'smooth' });
            expect(`${number} ${key} arrives`, [isThere, near(rectOf(key).top, 0, 0.5)], [true, true]);
            await rest();
            expect(`${number} ${key} rests`, near(rectOf(key).top, 0, 0.5));
            return noted();""", number)
    check("gliding: each arrives where it should", problems)
    if TRIES > 4:
        print(f"gliding: {TRIES} scrolls in {browser.name}")


def restores(browser, check):
    """A place is restored where it is, also where what stands before it gets its size meanwhile."""
    found = browser.run("""
        const list = names(2000);
        const extra = { height: 0 };
        start({ service: local, node: ({ key }, reused) => {
          const made = reused ?? document.createElement('div');
          made.dataset.name = key;
          made.innerHTML = `<i style="display: block; height: ${40 + extra.height}px"></i>`;
          return made;
        } });
        await feed.update(...rows(list, { height: 60, estimated: true }));
        await rest();
        const restored = feed.restore({ section: 0, item: 40, key: 'k40', offset: 10, lead: 2400, isAtEnd: false });
        extra.height = 30;
        feed.refill();
        await restored;
        const arrived = places().k40;
        await rest();
        return [arrived, places().k40];""")
    check("gliding: a place is restored in the layout that is shown", [] if found == [10, 10] else [f"{found}"])


def arrives(browser, check, slowdown=1):
    """An item among estimates is where it should be in the first frame that shows it, and stays there, whatever is measured: with its
    start, its middle or its end."""
    problems = []
    # Before the pictures come a row has 20 points, so the first 41 rows are seen before the scroll. No goal is among them.
    ways = itertools.product((False, True), ("start", "center", "end", "nearest"), (700, 60, 1990))
    for number, (is_late, alignment, goal) in enumerate(ways, 1):
        problems += browser.run("""
            const [isLate, alignment, goal, key] = arguments;
            pictures(isLate);
            await feed.update({ engine: 'column', sections: [
              { headers: [{ height: 40, pin: true }], items: { count: 2000, height: 60, estimated: true } },
            ] }, { keys: names(2000) });
            await painted();
            const at = ({ top, bottom }) => ({ center: (top + bottom) / 2, end: bottom }[alignment] ?? top);
            // What is drawn beyond what is visible is not seen.
            watch(() => (rectOf(key)?.top < 844 && rectOf(key).bottom > 40 ? at(rectOf(key)) : null));
            const isThere = await feed.scrollTo({ key }, { alignment });
            await rest();
            const tops = watched().filter((at) => at !== null);
            const text = `${key} ${alignment} ${isLate}`;
            expect(`${text} is reached`, isThere);
            // Near the end it gets to its place as what is behind it grows.
            const isNear = isLate && goal > 1900;
            if (tops.length < 2 || !isNear && Math.max(...tops) - Math.min(...tops) > 0.5) expect(`${text} jumps`, [...new Set(tops)]);
            if (!feed.isAtEnd && alignment !== 'nearest') expect(`${text} arrives`, near(at(rectOf(key)), { start: 40, center: 442, end: 844 }[alignment], 0.5));
            return noted();""", is_late, alignment, goal, f"k{goal + number % 7}")
    check(f"gliding: an item among estimates arrives without a jump, at {slowdown} x slowdown", problems)


def holds(browser, check):
    """The last row stays at the end while pictures come, whatever is appended or inserted, until the user scrolls."""
    found = browser.run("""
        for (const [target, options] of [['end', {}], ['end', { behavior: 'smooth' }], [{ key: 'k4999' }, {}]]) {
          const name = JSON.stringify([target, options]);
          pictures(true);
          await feed.update(...rows(names(5000), { height: 60, estimated: true }));
          await painted();
          expect(name, await feed.scrollTo(target, options));
          watch(() => Math.round(rectOf('k4999')?.bottom));
          await rest();
          for (const [at, letter] of target === 'end' ? [['end', 'm'], [0, 'f']] : []) {
            await feed.insert(at, { count: 9, height: 60, estimated: true }, { keys: names(9, letter) });
            await rest();
          }
          expect(`${name} holds`, [...new Set(watched())], [844]);
          await scroll(scroller().scrollTop - 100);
          document.querySelector('[data-name=k4999] i').style.height = '300px';
          await rest();
          expect(`${name} is not held any more`, rectOf('k4999').bottom > 950);
        }
        return noted();""")
    check("gliding: the end stays there while pictures come", found)


def test(browser, service, check):
    with feeds(browser, service, check):
        late(browser, check)
        restores(browser, check)
        arrives(browser, check)
        holds(browser, check)
        if browser.is_chromium:
            browser.command("Emulation.setCPUThrottlingRate", rate=6)
            arrives(browser, check, 6)
            browser.command("Emulation.setCPUThrottlingRate", rate=1)
