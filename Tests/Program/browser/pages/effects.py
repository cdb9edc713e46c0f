"""A feed whose cells are turned by their distance from its middle: each frame is the service's answer for the same bounds."""

from ..feeds.feed import feeds

HELPERS = """
    /** A row of 100,000 covers beside each other, of which each end can come to the middle. */
    globalThis.covers = async (options) => {
      start(options);
      Object.assign(scroller().style, { height: '300px', overflowX: 'scroll', overflowY: 'hidden' });
      const snapshot = {
        scrollDirection: 'horizontal', engine: 'column', metrics: { sectionInset: { left: 95, right: 95 }, effect: effects.coverFlow({ unit: 200 }) },
        sections: [{ items: { count: 100_000, width: 200 } }],
      };
      await feed.update(snapshot, { keys: () => null });
      await rest();
      return await (await service.post(snapshot)).layout(300);
    };
    /** The bounds, and where each cell is painted. */
    globalThis.covered = () => {
      const { left, top } = scroller().getBoundingClientRect();
      return {
        bounds: { ...feed.viewport.bounds },
        cells: Object.fromEntries(cells().map((cell) => {
          const { left: x, top: y, width, height } = cell.getBoundingClientRect();
          return [cell.ariaPosInSet - 1, [x - left, y - top, width, height, Number(getComputedStyle(cell).opacity), Number(cell.style.zIndex)]];
        })),
      };
    };
    /** What differs between frames and the answers of the service for their bounds. */
    globalThis.unlike = async (layout, frames) => {
      const found = [];
      for (const { bounds, cells } of frames) {
        const { x, y, width, height } = bounds;
        const { effects } = await layout.get(`/special?height=300&bounds=${[x, y, width, height]}`, {});
        const named = Object.fromEntries(effects.map((cell) => [cell.item, cell]));
        if (`${Object.keys(cells)}` !== `${Object.keys(named)}`) found.push(`at ${x}: ${Object.keys(cells)}, not ${Object.keys(named)}`);
        for (const [item, { transformedFrame, frame, alpha = 1, zIndex = 0 }] of Object.entries(named)) {
          const seen = transformedFrame ?? frame;
          const expected = [seen.x - x, seen.y - y, seen.width, seen.height, alpha, zIndex];
          const isNear = cells[item]?.every((number, place) => Math.abs(number - expected[place]) <= (place < 4 ? 0.5 : 0.01));
          if (!isNear) found.push(`${item} at ${x}: ${cells[item]}, not ${expected}`);
        }
      }
      return found.slice(0, 5);
    };"""


def cover_flow(browser, check):
    """Scrolled by 33 points a frame, which are 2,000 a second, every painted frame is the service's, whoever lays out."""
    for name, service in (("the service", "service"), ("the module", "local")):
        found, count, turned = browser.run("""
            globalThis.local ??= await LayoutService.local();
            const layout = await covers({ service: SERVICE });
            const frames = [];
            for (const start of [0, 10_000_000]) {
              scroller().scrollLeft = start;
              await rest();
              for (let frame = 0; frame < 40; frame += 1) {
                scroller().scrollLeft += 33;
                await painted();
                await painted();
                if (feed.viewport.state === 'whole') frames.push(covered());
              }
            }
            const turned = cells().filter((cell) => cell.style.transform.startsWith('matrix3d')).length;
            return [await unlike(layout, frames), frames.length, turned];""".replace("SERVICE", service))
        check(f"effects: cover flow, laid out by {name}", found if count > 40 and turned > 1 else [f"{count} {turned}", *found])


def test(browser, service, check):
    with feeds(browser, service, check, "effects", HELPERS):
        browser.view(390, 844)
        cover_flow(browser, check)
