"""Rows and scrollers of a feed that are otherwise than most: what sticks out of a row, rows without content or whose contents browsers
skip, scrollers that are boxes of other kinds or have no height."""

from .feed import feeds

# Rows as high as a line, which Firefox makes higher than that in this font.
ROWS = """
    document.head.insertAdjacentHTML('beforeend', '<style>[role=listitem] { font: 24px/20px monospace; }</style>');
    globalThis.lines = (keys, more) => rows(keys, { height: 20, ...more });
    globalThis.inside = (cell, style) => {
      const made = document.createElement('i');
      made.style.cssText = `position: absolute; ${style}`;
      cell.append(made);
      return made;
    };"""


def lines(browser, check):
    """The list is as long as its rows, whatever the font, and its end is the end of the last one."""
    browser.run(ROWS)
    found = browser.run("""
        const found = [];
        globalThis.local = await LayoutService.local();
        const end = () => document.querySelector('[role=listitem]:last-child').getBoundingClientRect().bottom - innerHeight;
        for (const [isWindow, more] of [[false], [true], [false, { estimated: true, height: 50 }]]) {
          start({ service: local, stickToEnd: true }, isWindow);
          let list = names(410);
          await feed.update(...lines(list, more));
          await rest();
          for (let message = 0; message < 3; message += 1) {
            const { scrollHeight } = scroller();
            if (scrollHeight !== feed.layout.contentSize.height) found.push(`${scrollHeight} for ${list.length} rows of ${feed.layout.contentSize.height}`);
            await scroll(1e6);
            if (!feed.isAtEnd || Math.abs(end()) > 0.05) found.push(`${isWindow} ${message}: the end is at ${end()}`);
            await feed.update(...lines(list = [...list, `m${message}`], more));
          }
        }
        return found;""")
    check("overflow: lines higher than their line make no list longer", found)


def sticking(browser, check):
    """So it is with whatever else sticks out, measured or not, downwards and to the side."""
    found = browser.run("""
        const found = [];
        for (const more of [{}, { estimated: true, height: 50 }]) {
          for (const isWindow of [false, true]) {
            start({ service: local, stickToEnd: true }, isWindow);
            await feed.update(...lines(names(90), more));
            await rest();
            const before = scroller().scrollHeight;
            const all = cells();
            inside(all.at(-1), 'top: 20px; width: 10px; height: 300px');
            inside(all.at(-2), 'left: 20px; width: 10px; height: 300px');
            inside(all[0], 'top: -50px; width: 10px; height: 900px');
            await rest();
            const after = scroller().scrollHeight;
            if (after !== before || before !== feed.layout.contentSize.height) {
              found.push(`${isWindow} ${JSON.stringify(more)}: ${before} became ${after}`);
            }
          }
        }
        start({ service: local });
        Object.assign(scroller().style, { height: '300px', overflowX: 'scroll', overflowY: 'hidden' });
        await feed.update({ scrollDirection: 'horizontal', engine: 'column', sections: [{ items: { count: 30, width: 90 } }] });
        await feed.scrollTo('end');
        await rest();
        for (const cell of cells()) inside(cell, 'left: 20px; width: 400px; height: 10px');
        if (scroller().scrollWidth !== 2700) found.push(`to the side ${scroller().scrollWidth}`);
        return found;""")
    check("overflow: what sticks out of a row makes no list longer", found)


def painted(browser, check):
    """What sticks out of the first and the last row is there to be seen and clicked: it is not cut. Pinned headers pin."""
    found = browser.run("""
        const found = [];
        start({}, true);
        const [above, below] = ['header', 'footer'].map((name) => document.createElement(name));
        above.style.height = below.style.height = '200px';
        document.body.prepend(above);
        document.body.append(below);
        await feed.update(...lines(names(3)));
        await rest();
        const all = cells();
        for (const [cell, top] of [[all[0], -30], [all[2], 30]]) {
          const made = inside(cell, `top: ${top}px; left: 20px; width: 20px; height: 20px; z-index: 1`);
          const { left, top: y } = made.getBoundingClientRect();
          if (document.elementFromPoint(left + 10, y + 10) !== made) found.push(`${cell.dataset.name} is cut`);
        }
        start();
        await feed.update(...keyed(names(300)));
        await scroll(3000);
        const header = document.querySelector('h2').getBoundingClientRect();
        if (Math.abs(header.top) > 0.05 || document.elementFromPoint(9, 9)?.tagName !== 'H2') found.push(`the header is at ${header.top}`);
        return found;""")
    check("overflow: what sticks out of a row is painted", found)


def heights(browser, check):
    """Rows are as high as what is in them, also 0 or 0.4 points or a height that the page sets, and boxes are whose contents are skipped."""
    found = browser.run("""
        document.head.insertAdjacentHTML('beforeend', '<style>.skipped { content-visibility: auto; contain-intrinsic-size: auto 60px; }</style>');
        const high = {
          empty: (number) => [number % 2 * 20, (made, height) => { made.innerHTML = `<i style="display: block; height: ${height}px"></i>`; }],
          low: (number) => [number % 2 ? 0.5 : 20, (made, height) => { made.innerHTML = `<i style="display: block; height: ${height}px"></i>`; }],
          own: (number) => [20 + number % 90, (made, height) => { made.style.height = `${height}px`; }],
          skipped: (number) => [40 + number * 7919 % 260, (made, height) => {
            made.className = 'skipped';
            made.innerHTML = `<i style="display: block; height: ${height}px"></i>`;
          }],
          inside: (number) => [40 + number * 7919 % 260, (made, height) => { made.innerHTML = `<b class=skipped style="display: block"><i style="display: block; height: ${height}px"></i></b>`; }],
        };
        for (const [name, of] of Object.entries(high)) {
          start({ service: local, node: ({ kind, key = kind, item }, reused) => {
            const made = reused ?? document.createElement('div');
            made.dataset.name = key;
            if (kind === 'cell') of(item)[1](made, of(item)[0]);
            return made;
          } });
          watch(() => [...faults(), ...cells().filter(({ dataset, offsetHeight }) => Math.abs(offsetHeight - of(Number(dataset.name.slice(1)))[0]) > 0.5)
            .map(({ dataset, offsetHeight }) => `${dataset.name} is ${offsetHeight} high`)]);
          await feed.update({ engine: 'column', sections: [{ headers: [{ height: 30, estimated: true }], items: { count: 2000, height: 50, estimated: true } }] }, { keys: names(2000) });
          await rest();
          expect(`${name}: the first`, near(rectOf('k0').top, 0));
          await scroll(30_000);
          expect(name, [await ways(30, -60), [...new Set(watched().flat())]], [[], []]);
          const [cell] = cells();
          feed.close();
          expect(`${name}: given back`, cell.style.contentVisibility, '');
        }
        start({ service: local, node: () => Object.assign(document.createElement('p'), { innerHTML: '<img src="data:image/png,x" style="display: block; height: 0">' }) });
        await feed.update(...guessed(names(3)));
        await until(() => feed.layout.contentSize.height < 41);
        return noted();""")
    check("overflow: rows are as high as what is in them, if that is nothing or skipped", found)


def kinds(browser, check):
    """A feed fills a scroller that is a flex box or a grid, and what is scrolled by the window is the window. One without a height is told."""
    found = browser.run("""
        for (const style of ['flex', 'flex; align-items: center', 'flex; flex-direction: column; align-items: center', 'flex; flex-direction: column-reverse', 'grid; place-items: center']) {
          start();
          scroller().style.cssText = `display: ${style}`;
          await feed.update(...keyed(names(500)));
          await rest();
          const { top, left, width } = rectOf('k0');
          await feed.scrollTo('end');
          await rest();
          expect(style, [top, left, width, near(rectOf('k499').bottom, 844)], [40, 0, 390, true]);
        }
        for (const name of ['documentElement', 'scrollingElement', 'body']) {
          globalThis.feed.close();
          document.body.replaceChildren();
          globalThis.feed = new Feed(document[name], { service, node });
          await feed.update(...keyed(names(500)));
          await feed.scrollTo('end');
          await rest();
          expect(name, [near(rectOf('k499').bottom, 844), cells().length < 40], [true, true]);
        }
        const { warn } = console;
        const said = [];
        console.warn = (text) => said.push(text);
        for (const style of ['height: 0', 'height: 0', 'display: none', 'width: 0']) {
          start();
          scroller().style.cssText = style;
          const shown = feed.update(...rows(names(9)));
          await rest();
          scroller().style.cssText = '';
          await shown;
        }
        console.warn = warn;
        expect('warnings', said.map((text) => text.split(',')[0]), ['The scroller of a feed is 0 points high', 'The scroller of a feed is 0 points wide']);
        return noted();""")
    check("overflow: a scroller of any kind is filled, and one without an extent is told", found)


def narrower(browser, check):
    """A scroller with scroll bars that becomes narrower gets none below its rows; else a size observer would raise an error."""
    found = browser.run("""
        document.head.insertAdjacentHTML('beforeend', '<style>main::-webkit-scrollbar { width: 15px; height: 15px; }</style>');
        write(names(900));
        start({ service: local });
        await feed.update(...guessed(names(900)));
        await rest();
        const found = [];
        for (let width = 390; width > 300; width -= 3) {
          scroller().style.width = `${width}px`;
          await painted();
          if (scroller().clientHeight < 844) found.push(width);
        }
        await rest();
        return [...found, ...errors.splice(0)];""")
    check("overflow: a scroller that becomes narrower", found)


def test(browser, service, check):
    with feeds(browser, service, check):
        lines(browser, check)
        sticking(browser, check)
        painted(browser, check)
        heights(browser, check)
        kinds(browser, check)
        narrower(browser, check)
