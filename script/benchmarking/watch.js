/**
 * Looks at the rows of a page in every frame, as they are painted, and notes where they move otherwise than the finger does.
 *
 * A finger is whatever scrolls: `watching.expect(way)` says that it moves the rows by `way` points down the screen from now on.
 * In each frame the row is looked for whose upper or lower edge moves most as the finger does: by something between nothing and
 * what is still expected. How far even this row is from that is the frame's jump. What is still expected in a frame for
 * which `settled` waits is a jump, too.
 */
{
  // What browsers and libraries round.
  const tolerance = 1;
  // A part of the scroller that has no row and is as long as this is a hole. Less is a margin.
  const leastHole = 40;

  const rows = () => [...document.querySelectorAll('[data-row]')];
  const isShown = (row) => row.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const scrollerOf = (row) => {
    for (let node = row.parentElement; node && node !== document.body; node = node.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
    }
    return document.scrollingElement;
  };
  const scroller = scrollerOf(rows()[0]);
  const area = () => {
    if (scroller === document.scrollingElement) return { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    return scroller.getBoundingClientRect();
  };

  let frames = [];
  let isJudging = false;
  let isWatching = false;
  let before = new Map();
  let expected = 0;
  let speed = 0;
  let last = null;
  /** Who waits for how many more frames. */
  let waiting = [];

  /** The edges of each row that can be seen, from the first to the last. */
  const edges = ({ top: from, bottom: to }) => new Map(rows().filter(isShown).map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return [row.dataset.row, { top, bottom }];
  }).filter(([, { top, bottom }]) => bottom > top && bottom > from && top < to).sort(([, one], [, other]) => one.top - other.top));

  /** Whether rows overlap, or leave a hole between them or at an end of the scroller. */
  const isTorn = (seen, { top, bottom }) => {
    const all = [...seen.values()];
    return all.some((row, place) => {
      const gap = row.top - (all[place - 1]?.bottom ?? Math.min(top, row.top));
      return gap < -tolerance || gap > leastHole;
    }) || bottom - (all.at(-1)?.bottom ?? top) > leastHole;
  };

  /** How far the rows move otherwise than the finger, and how far as it does. */
  const moved = (seen) => {
    let found = { jump: Infinity, way: 0 };
    for (const [name, now] of seen) {
      const was = before.get(name);
      for (const edge of was ? ['top', 'bottom'] : []) {
        const all = now[edge] - was[edge];
        const way = Math.max(Math.min(0, expected), Math.min(Math.max(0, expected), all));
        const jump = Math.abs(all - way) > tolerance ? all - way : 0;
        const isNearer = Math.abs(jump) < Math.abs(found.jump);
        if (isNearer || (jump === found.jump && Math.abs(way) > Math.abs(found.way))) found = { jump, way };
      }
    }
    return found;
  };

  const look = (interval) => {
    const place = area();
    const seen = edges(place);
    const isSettled = waiting.some(({ count }) => count === 1) || speed !== 0;
    let { jump, way } = before.size > 0 && seen.size > 0 ? moved(seen) : { jump: 0, way: 0 };
    // Each row is another one.
    if (jump === Infinity) jump = place.bottom - place.top;
    expected -= way;
    if (isSettled) {
      if (jump === 0 && Math.abs(expected) > tolerance) jump = -expected;
      expected = 0;
    }
    if (isJudging) frames.push({ interval, jump, isTorn: isTorn(seen, place) });
    if (seen.size > 0) before = seen;
    waiting = waiting.filter((each) => {
      each.count -= 1;
      if (each.count === 0) each.resolve();
      return each.count > 0;
    });
  };

  const step = (time) => {
    if (!isWatching) return;
    const interval = last === null ? 0 : time - last;
    last = time;
    if (speed !== 0 && interval > 0) {
      // Whole points, which no browser rounds. A frame that comes late is no reason to leap.
      const way = Math.round(speed * Math.min(interval, 100) / 1000);
      expected += way;
      scroller.scrollTo({ top: scroller.scrollTop - way, behavior: 'instant' });
    }
    // Runs when this frame has been painted, before other tasks.
    scheduler.postTask(() => { if (isWatching) look(interval); }, { priority: 'user-blocking' });
    requestAnimationFrame(step);
  };

  globalThis.watching = {
    start() {
      isWatching = true;
      requestAnimationFrame(step);
    },
    /** Judges what comes from now on, or nothing that does. */
    judge(isOn) { isJudging = isOn; },
    expect(way) { expected += way; },
    /** Resolves behind the second frame from now, in which the rows have to be where the finger has them. */
    settled: () => new Promise((resolve) => waiting.push({ count: 2, resolve })),
    /** The rows in sight, from the first one: of each its name, and its edges below the upper edge of the scroller. */
    seen() {
      const place = area();
      return [...edges({ top: place.top + tolerance, bottom: place.bottom - tolerance })].map(([name, { top, bottom }]) => ({ name, top: top - place.top, bottom: bottom - place.top }));
    },
    /** The height of the scroller. */
    height: () => area().bottom - area().top,
    /** Scrolls by script in each frame, by so many points a second down the screen, for so many seconds. */
    async scroll(points, seconds) {
      speed = points;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      speed = 0;
    },
    stop() {
      isWatching = false;
      return frames;
    },
    /** Why what is measured of the page says nothing; null where it does. */
    fault() {
      const names = rows().filter((row) => row.offsetHeight > 0).map((row) => row.dataset.row);
      const twice = names.find((name, place) => names.indexOf(name) !== place);
      if (twice !== undefined) return `two rows have data-row="${twice}"`;
      const isReverse = getComputedStyle(scroller).flexDirection === 'column-reverse';
      return scroller.scrollTop < 1 && !isReverse ? 'it is at its start, and cannot be scrolled up' : null;
    },
    /** Where a finger can be put down, in points of the page, and how far it can go down the screen from there. */
    place() {
      const { left, right, top, bottom } = area();
      return { x: Math.round((left + right) / 2), y: Math.round(top + (bottom - top) / 5), reach: Math.round((bottom - top) * 3 / 5) };
    },
  };
}
