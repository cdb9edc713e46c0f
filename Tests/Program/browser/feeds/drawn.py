"""Feeds that are drawn larger, smaller or upside down, in a shadow root or in a frame: positions and sizes are those of the
scroller itself."""

from .feed import feeds
from .moved import STAGE

# A style, on what, and how long a point of the content is on screen then.
DRAWN = (("zoom: 0.7", "box", 0.7), ("zoom: 1.3", "box", 1.3), ("zoom: 0.7", "main", 0.7), ("transform: scale(0.7)", "box", 0.7),
         ("transform: scale(1.3)", "box", 1.3), ("transform: scale(0.7)", "main", 0.7), ("scale: 0.5", "main", 0.5),
         ("transform: scaleY(-1)", "main", -1), ("transform: scale(-0.7)", "box", -0.7))
SCALED = """
    /** Where cells do not stand side by side, or not as they are scaled. */
    globalThis.gaps = (scale) => {
      const all = cells();
      return all.slice(1).flatMap((cell, place) => {
        const [one, other] = [all[place].getBoundingClientRect(), cell.getBoundingClientRect()];
        const gap = scale > 0 ? other.top - one.bottom : one.top - other.bottom;
        return Math.abs(gap) > 0.05 ? [`${cell.dataset.name} is ${gap} behind ${all[place].dataset.name}`] : [];
      });
    };
    globalThis.scaled = async (style, where) => {
      (where === 'box' ? box : where === 'body' ? document.body : scroller()).setAttribute('style', style);
      await rest();
    };
    /** How long a point of the content is in client rectangles: browsers differ about zoom. */
    globalThis.point = () => feed.content.getBoundingClientRect().height / parseFloat(feed.content.style.height);
    /** How far behind the edge of the scroller the cell of a key begins, in points of the screen. */
    globalThis.behind = (key, scale) => {
      const [cell, area] = [document.querySelector(`[data-name=${key}]`), scroller()].map((element) => element.getBoundingClientRect());
      return scale > 0 ? cell.top - area.top : area.bottom - cell.bottom;
    };"""


def scaled(browser, check):
    """Drawn larger, smaller or upside down, positions and sizes are those of the scroller itself."""
    browser.run(SCALED)
    for style, where, scale in DRAWN:
        name = f"drawn: {style} on {where}"
        found = browser.run("""
            const [style, where, scale] = arguments;
            // Positions are rounded to pixels, which are not points when it is zoomed.
            const isNear = (one, other) => near(one, other, style.startsWith('zoom') ? 0.8 : 0.05);
            await stage({}, { from: 0 });
            await scaled(style, where);
            expect('begins whole', blank() < 1);
            await scroll(5000);
            expect('at 5000', [isNear(feed.place.lead, 5000), blank() < 1, gaps(scale)], [true, true, []]);
            await feed.scrollTo({ key: 'k400' });
            expect('scrolled to', isNear(behind('k400', scale), 40 * point()));
            await update((list) => [...names(20, 'new'), ...list]);
            await rest();
            expect('updated', isNear(behind('k400', scale), 40 * point()));
            const { lead } = feed.place;
            await hide();
            box.style.display = '';
            await rest();
            expect('shown again', isNear(feed.place.lead, lead));
            await feed.scrollTo('end');
            await rest();
            expect('the end', feed.isAtEnd);
            const [last, area] = [cells().at(-1), scroller()].map((element) => element.getBoundingClientRect());
            expect('the last', isNear(scale > 0 ? last.bottom : area.top, scale > 0 ? area.bottom : last.top));
            const ended = feed.place.lead;
            (where === 'box' ? box : scroller()).removeAttribute('style');
            await rest();
            expect('as it is', [blank() < 1, isNear(feed.place.lead, Math.min(ended, feed.layout.contentSize.height - 844))], [true, true]);
            return noted();""", style, where, scale)
        check(f"{name}: what is visible is there", found)
        found = browser.run("""
            const [style, where, scale] = arguments;
            write(names(900));
            await stage({ service: await LayoutService.local() }, { from: 0 });
            await scaled(style, where);
            await feed.update(...guessed(names(800)));
            await scroll(9000);
            const { height } = feed.layout.contentSize;
            expect('measured', [gaps(scale), blank() < 1, height === 40 + 800 * 50], [[], true, false]);
            if (style.startsWith('transform') || style.startsWith('scale')) {
              (where === 'box' ? box : scroller()).removeAttribute('style');
              feed.refill();
              await rest();
              expect('measured again', [near(feed.layout.contentSize.height, height), gaps(1)], [true, []]);
            }
            texts.clear();
            return noted();""", style, where, scale)
        check(f"{name}: what is measured stands side by side", found)
    found = browser.run("""
        const styles = document.head.appendChild(document.createElement('style'));
        styles.textContent = '[role=listitem] { line-height: 14px; padding: 13.25px 0 } dialog { padding: 0; border: 0; margin: 0 }';
        await stage({ service: await LayoutService.local() }, { from: 0 });
        await feed.update(...guessed(names(800)));
        await rest();
        expect('40.5', [near((await feed.layout.item(0, 3)).frame.height, 40.5, 0.02), cells()[3].getBoundingClientRect().height], [true, 40.5]);
        for (const from of ['scale(.5)', 'scale(0)']) {
          await stage({ service: await LayoutService.local() }, { from: 0 });
          const dialog = document.createElement('dialog');
          Object.assign(scroller().style, { width: '390px', height: '500px' });
          dialog.append(scroller());
          document.body.append(dialog);
          dialog.showModal();
          const opening = dialog.animate([{ transform: from }, { transform: 'none' }], { duration: 250 });
          await feed.update(...guessed(names(800)));
          scroller().scrollTop = 3000;
          await opening.finished;
          await rest();
          expect(from, [gaps(1).slice(0, 2), blank() < 1, near(feed.place.lead, scroller().scrollTop, 1)], [[], true, true]);
        }
        await stage({ service: await LayoutService.local() }, { from: 0 });
        styles.textContent += '@keyframes enter { from { transform: scale(.8) } } [role=listitem] { animation: enter 100ms }';
        await feed.update(...guessed(names(800)));
        await scroll(2000);
        expect('animated', gaps(1), []);
        styles.remove();
        return noted();""")
    check("drawn: sizes keep their fractions, and are those of what is not scaled", found)
    for zoom in (0.7, 1.3):
        found = browser.run("""
            await stage({}, { isWindow: true, from: 0 });
            header.style.height = '100px';
            document.body.style.zoom = arguments[0];
            await rest();
            await scroll(5000);
            const found = [blank() < 1, gaps(1)];
            await feed.scrollTo({ key: 'k300' });
            const { top } = document.querySelector('[data-name=k300]').getBoundingClientRect();
            document.body.style.zoom = '';
            await rest();
            return [...found, Math.round(top * 10) / 10];""", zoom)
        tops = (40 * zoom, 40)
        check(f"drawn: in a window whose page is zoomed to {zoom}, what is visible is there",
              [] if found[:2] == [True, []] and any(abs(found[2] - top) <= 0.6 for top in tops) else [f"{found}"])


def roots(browser, check):
    """What has the focus keeps it while it is out of sight, and so does the place: in the page, in a shadow root, in another document."""
    found = browser.run("""
        const ways = [['the page', () => document.body], ['a shadow root', () => {
          const host = document.body.appendChild(document.createElement('div'));
          return host.attachShadow({ mode: 'open' });
        }], ['a shadow root in another', () => {
          const outer = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' });
          return outer.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' });
        }], ['a frame', () => {
          const frame = document.body.appendChild(document.createElement('iframe'));
          Object.assign(frame.style, { width: '390px', height: '500px', border: 0 });
          return frame.contentDocument.body;
        }]];
        for (const [name, make] of ways) {
          for (const isInside of [false, true]) {
            feed.close();
            document.body.innerHTML = '';
            const root = make();
            const page = root.ownerDocument;
            const main = page.createElement('main');
            Object.assign(main.style, { height: '400px', overflowY: 'scroll' });
            root.append(main);
            globalThis.feed = new Feed(main, { service, node: (element, reused) => {
              const made = reused ?? page.createElement('div');
              if (!made.shadowRoot) made.attachShadow({ mode: 'open' }).innerHTML = '<button>one</button>';
              made.dataset.name = element.key ?? element.kind;
              return made;
            } });
            await feed.update(...keyed(names(500)));
            main.scrollTop = 500;
            await rest();
            const cell = main.querySelectorAll('[role=listitem]')[3];
            const target = isInside ? cell.shadowRoot.querySelector('button') : cell;
            if (!isInside) cell.tabIndex = 0;
            target.focus({ preventScroll: true });
            const { name: key } = cell.dataset;
            for (const to of [3000, 12_000, 500]) {
              main.scrollTop = to;
              await rest();
              expect(`${name}, ${isInside ? 'inside' : 'itself'}, at ${to}`, [cell.isConnected, cell.dataset.name, target.getRootNode().activeElement === target], [true, key, true]);
            }
            expect(`${name}: how often ${key} is there`, main.querySelectorAll(`[data-name=${key}]`).length, 1);
            root.append(main);
            await rest();
            expect(`${name}: put back`, main.scrollTop, 500);
            main.style.display = 'none';
            await rest();
            main.style.display = '';
            await rest();
            expect(`${name}: shown`, [main.scrollTop, feed.place.lead], [500, 500]);
          }
        }
        return noted();""")
    check("drawn: what has the focus keeps it, also in a shadow root or a frame", found)


def test(browser, service, check):
    with feeds(browser, service, check, "drawn", STAGE):
        scaled(browser, check)
        roots(browser, check)
