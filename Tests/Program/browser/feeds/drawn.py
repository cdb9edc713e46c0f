"""Feeds that are drawn larger, smaller or upside down, in a shadow root or in a frame: positions and sizes are those of the
scroller itself."""


from .feed import feeds
from .moved import STAGE

# A style, on what, and how long a point of the content is on screen then.
DRAWN = (("zoom: 0.7", "box", 0.7), ("zoom: 1.3", "box", 1.3), ("zoom: 0.7", "main", 0.7), ("transform: scale(0.7)", "box", 0.7),
         ("transform: scale(1.3)", "box", 1.3), ("transform: scale(0.7)", "main", 0.7), ("scale: 0.5", "main", 0.5),
         ("transform: scaleY(-1)", "main", -1), ("transform: scale(-0.7)", "box", -0.7))
SCALED = """
    globalThis.guessed = (list) => [
      { engine: 'column', sections: [{ headers: [{ height: 40, pin: true }], items: { count: list.length, height: 50, estimated: true } }] },
      { keys: list }];
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
      await frames(3);
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
            const found = [];
            const expect = (what, value) => { if (value !== true) found.push(`${what}: ${JSON.stringify(value)}`); };
            // Positions are rounded to pixels, which are not points when it is zoomed.
            const near = (one, other) => Math.abs(one - other) < (style.startsWith('zoom') ? 0.8 : 0.05) || [one, other];
            await stage({}, { from: 0 });
            await scaled(style, where);
            expect('begins whole', blank() < 1 || blank());
            scroller().scrollTop = 5000;
            await rest();
            expect('at 5000', near(feed.place.lead, 5000));
            expect('whole', blank() < 1 || blank());
            expect('gaps', gaps(scale).length === 0 || gaps(scale));
            await feed.scrollTo({ key: 'k400' });
            expect('scrolled to', near(behind('k400', scale), 40 * point()));
            const before = places();
            await update((list) => [...names(20, 'new'), ...list]);
            await frames(2);
            expect('updated', near(behind('k400', scale), 40 * point()));
            expect('shown', Object.keys(before).length > 0);
            const lead = feed.place.lead;
            await hide();
            box.style.display = '';
            await frames(3);
            expect('shown again', near(feed.place.lead, lead));
            await feed.scrollTo('end');
            await rest();
            expect('the end', feed.isAtEnd);
            const last = cells().at(-1);
            expect('the last', near(scale > 0 ? last.getBoundingClientRect().bottom : scroller().getBoundingClientRect().bottom,
              scale > 0 ? scroller().getBoundingClientRect().bottom : last.getBoundingClientRect().top + scroller().getBoundingClientRect().height));
            const ended = feed.place.lead;
            (where === 'box' ? box : scroller()).removeAttribute('style');
            await frames(3);
            await rest();
            expect('as it is', blank() < 1 && near(feed.place.lead, Math.min(ended, feed.layout.contentSize.height - 844)));
            return found;""", style, where, scale)
        check(f"{name}: what is visible is there", found)
        found = browser.run("""
            const [style, where, scale] = arguments;
            for (const [number, name] of names(900).entries()) texts.set(name, `${name} ` + 'word '.repeat(number * 7919 % 60));
            await stage({ service: await LayoutService.local() }, { from: 0 });
            await scaled(style, where);
            await feed.update(...guessed(names(800)));
            await scroll(9000);
            const found = [...gaps(scale), ...(blank() < 1 ? [] : [`${blank()} blank`])];
            const size = feed.layout.contentSize.height;
            if (size === 40 + 800 * 50) found.push('nothing was measured');
            if (style.startsWith('transform') || style.startsWith('scale')) {
              (where === 'box' ? box : scroller()).removeAttribute('style');
              feed.refill();
              await frames(3);
              if (Math.abs(feed.layout.contentSize.height - size) > 0.05) found.push(`measured ${size}, then ${feed.layout.contentSize.height}`);
              found.push(...gaps(1));
            }
            texts.clear();
            return found;""", style, where, scale)
        check(f"{name}: what is measured stands side by side", found)
    found = browser.run("""
        const found = [];
        const styles = document.head.appendChild(document.createElement('style'));
        styles.textContent = '[role=listitem] { line-height: 14px; padding: 13.25px 0 } dialog { padding: 0; border: 0; margin: 0 }';
        await stage({ service: await LayoutService.local() }, { from: 0 });
        await feed.update(...guessed(names(800)));
        await frames(2);
        const { height } = cells()[3].getBoundingClientRect();
        if (Math.abs((await feed.layout.item(0, 3)).frame.height - 40.5) > 0.02 || height !== 40.5) found.push(`40.5 is ${height}`);
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
          await frames(3);
          await opening.finished;
          await frames(3);
          found.push(...gaps(1).slice(0, 2), ...(blank() < 1 ? [] : [`${from}: ${blank()} blank`]));
          if (Math.abs(feed.place.lead - scroller().scrollTop) > 1) found.push(`${from}: ${feed.place.lead} ${scroller().scrollTop}`);
        }
        await stage({ service: await LayoutService.local() }, { from: 0 });
        styles.textContent += '@keyframes enter { from { transform: scale(.8) } } [role=listitem] { animation: enter 100ms }';
        await feed.update(...guessed(names(800)));
        await scroll(2000);
        found.push(...gaps(1));
        styles.remove();
        return found;""")
    check("drawn: sizes keep their fractions, and are those of what is not scaled", found)
    for zoom in (0.7, 1.3):
        found = browser.run("""
            await stage({}, { isWindow: true, from: 0 });
            header.style.height = '100px';
            document.body.style.zoom = arguments[0];
            await frames(3);
            scroller().scrollTop = 5000;
            await rest();
            const found = [blank() < 1, gaps(1)];
            await feed.scrollTo({ key: 'k300' });
            const { top } = document.querySelector('[data-name=k300]').getBoundingClientRect();
            document.body.style.zoom = '';
            await frames(3);
            return [...found, Math.round(top * 10) / 10];""", zoom)
        tops = (40 * zoom, 40)
        check(f"drawn: in a window whose page is zoomed to {zoom}, what is visible is there",
              [] if found[:2] == [True, []] and any(abs(found[2] - top) <= 0.6 for top in tops) else [f"{found}"])


def roots(browser, check):
    """In a shadow root, and in another document."""
    found = browser.run("""
        const found = [];
        const places = [['a shadow root', () => {
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
        for (const [name, make] of places) {
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
            cell.tabIndex = isInside ? -1 : 0;
            if (isInside) cell.removeAttribute('tabindex');
            target.focus({ preventScroll: true });
            const { name: key } = cell.dataset;
            for (const to of [3000, 12_000, 500]) {
              main.scrollTop = to;
              await rest();
              const hasFocus = target.getRootNode().activeElement === target;
              if (!cell.isConnected || cell.dataset.name !== key || !hasFocus) found.push(`${name}, ${isInside ? 'inside' : 'itself'}, at ${to}`);
            }
            if (main.querySelectorAll(`[data-name=${key}]`).length !== 1) found.push(`${name}: ${key} is there twice`);
            root.append(main);
            await frames(3);
            if (main.scrollTop !== 500) found.push(`${name}: put back at ${main.scrollTop}`);
            main.style.display = 'none';
            await frames(2);
            main.style.display = '';
            await frames(3);
            if (main.scrollTop !== 500 || feed.place.lead !== 500) found.push(`${name}: shown at ${main.scrollTop}`);
          }
        }
        return found;""")
    check("drawn: what has the focus in a shadow root or a frame keeps it", found)


def test(browser, service, check):
    with feeds(browser, service, check, "drawn", STAGE):
        scaled(browser, check)
        roots(browser, check)
