"""What cells of a feed say beside their frames. Turned by their distance from its middle, each frame is the service's answer for the same
bounds; measured, they have the members that the page prefers; on another line at another width, they fade."""

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


def preferred(browser, check):
    """A measured cell has what the page prefers for its content, until that is other content, at another width too."""
    found = browser.run("""
        globalThis.local ??= await LayoutService.local();
        let asked = 0;
        const node = ({ key }, reused) => Object.assign(reused ?? document.createElement('p'), { textContent: key });
        start({
          service: local, node,
          preferred({ key }, { textContent, style }) {
            asked += 1;
            if (textContent.startsWith('faint')) return { alpha: 0.5 };
            return textContent.startsWith('turned') ? { transform: [0.5, 0, 0, 0.5, 0, 0], zIndex: 3 } : null;
          },
        });
        const list = (keys) => [
          { engine: 'column', sections: [{ items: { count: keys.length, height: 30, estimated: true } }] }, { keys: () => keys }];
        const keys = ['faint', 'turned', 'plain', ...names(200)];
        const shown = () => cells().slice(0, 3).map(({ textContent, style: { opacity, transform, zIndex } }) => [textContent, opacity, transform, zIndex]);
        const looks = [['faint', '0.5', '', '0'], ['turned', '', 'matrix(0.5, 0, 0, 0.5, 0, 0)', '3'], ['plain', '', '', '0']];
        await feed.update(...list(keys));
        await rest();
        expect('measured', shown(), looks);
        const { alpha, estimated } = await feed.layout.item(0, 0);
        expect('in the layout', [alpha, estimated, asked >= cells().length && asked <= 2 * cells().length], [0.5, undefined, true]);
        await feed.update(...list([...names(1, 'new'), ...keys]));
        await rest();
        expect('moved on', [cells().find((cell) => cell.textContent === 'faint').style.opacity, (await feed.layout.item(0, 1)).alpha], ['0.5', 0.5]);
        await feed.update(...list(keys));
        scroller().style.width = '300px';
        await rest();
        expect('at another width', shown(), looks);
        cells()[0].textContent = 'plain again, and so long that it needs another line, and one more after that one';
        cells()[2].textContent = 'faint now, and so long that it needs another line, and one more after that one';
        await rest();
        expect('other content', shown().map(([, opacity]) => opacity), ['', '', '0.5']);
        return noted();""")
    check("effects: preferred members", found)
    found = browser.run("""
        let preferred = () => ({ alpha: 0.5 });
        const told = [];
        start({ service: local, preferred: (...given) => preferred(...given), onError: ({ message }) => told.push(message) });
        const list = (height, members = {}) => [
          { engine: 'column', sections: [{ items: [{ height, estimated: true, ...members }, { count: 20, height, estimated: true }] }] },
          { keys: () => names(21) }];
        const alphas = async () => (await Promise.all([0, 1].map((item) => feed.layout.item(0, item)))).map(({ alpha = 1 }) => alpha);
        await feed.update(...list(30));
        await rest();
        expect('preferred', await alphas(), [0.5, 0.5]);
        preferred = () => null;
        await feed.update(...list(31));
        await rest();
        expect('estimated again', await alphas(), [1, 1]);
        preferred = () => ({ alpha: 1 });
        await feed.update(...list(31, { alpha: 0.25 }));
        await rest();
        expect('the default', await alphas(), [1, 1]);
        preferred = () => ({ alpha: 0.75 });
        await feed.update(...list(32, { alpha: 0.3 }));
        await rest();
        expect('more than the list', await alphas(), [0.75, 0.75]);
        preferred = ({ item }) => { if (item === 0) throw new Error('odd'); return { alpha: item === 1 ? 0.5 : 2, hidden: item === 1 }; };
        await feed.update(...list(33));
        await rest();
        const { snapshot: { estimatedCount } } = feed.layout;
        expect('mistakes', [estimatedCount, told[0], told.length > 1, cells().length], [0, 'odd', true, 21]);
        return noted();""")
    check("effects: preferred members follow what the page prefers, and mistakes leave sizes measured", found)


def crossing(browser, check):
    """Turned to another width, cells of flow on other lines fade, and no others, as the service says."""
    for service in ("service", "local"):
        found = browser.run("""
            globalThis.local ??= await LayoutService.local();
            const faded = new Set();
            const animate = Element.prototype.animate;
            // A turn waits for the answer here, however slow the machine is.
            const wait = globalThis.setTimeout;
            globalThis.setTimeout = (act, delay, ...given) => (delay === 100 ? 0 : wait(act, delay, ...given));
            Element.prototype.animate = function (frames, options) {
              if (frames[0].opacity === 0) faded.add(this.ariaPosInSet - 1);
              return animate.call(this, frames, options);
            };
            try {
              start({ service: SERVICE, crossfades: true, margins: (extent) => ({ left: extent < 500 ? 20 : 47 }) });
              const snapshot = { engine: 'flow', sections: [{ items: { count: 1000, width: 100, height: 50 } }] };
              await feed.update(snapshot);
              await rest();
              const bounds = { ...feed.viewport.bounds };
              scroller().style.width = '700px';
              await rest();
              const [extent, room] = [feed.layout.containerExtent, feed.layout.containerExtent - 47];
              const query = `width=${room}&bounds=0,0,${room},844&fromWidth=${bounds.width - 20}&fromBounds=0,0,${bounds.width - 20},844`;
              const { transition } = await (await service.post(snapshot)).get(`/transition?${query}`, {});
              const others = transition.filter(({ crossfades, to }) => crossfades && cells().length > to.item).map(({ to: { item } }) => item);
              const visible = [...faded].filter((item) => others.at(-1) >= item).sort((one, other) => one - other);
              expect('faded', [visible, visible.length > 10, extent > 500], [others, true, true]);
              faded.clear();
              scroller().style.width = '250px';
              await feed.update({ ...snapshot, sections: [{ headers: [{ height: 20, estimated: true }], items: { count: 1000, width: 100, height: 50 } }] });
              await rest();
              faded.clear();
              scroller().style.width = '400px';
              await rest();
              expect('with what is measured', faded.size > 10);
              faded.clear();
              await feed.update({ ...snapshot, sections: [{ items: { count: 999, width: 100, height: 50 } }] });
              feed.refill();
              await rest();
              expect('no turn', [...faded], []);
            } finally {
              Element.prototype.animate = animate;
              globalThis.setTimeout = wait;
            }
            return noted();""".replace("SERVICE", service))
        check(f"effects: cells on other lines fade, laid out by {service}", found)


def test(browser, service, check):
    with feeds(browser, service, check, "effects", HELPERS):
        browser.view(390, 844)
        cover_flow(browser, check)
        preferred(browser, check)
        crossing(browser, check)
