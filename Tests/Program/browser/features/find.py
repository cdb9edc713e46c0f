"""A text is found in feeds, tests/feed/feed.html, in an element, and in React: the hits are gone to and marked, and the bar is used by
keys."""

from ..feeds.element import TOOLS
from ..feeds.feed import feeds
from ..feeds.react import NODE, pages

PAGE = """
    globalThis.canHighlight = Boolean(CSS.highlights);
    const highlighted = (name) => [...CSS.highlights.get(name) ?? []];
    const cellOf = (range) => range.startContainer.parentElement.closest('[role=listitem]').dataset.name;
    const named = (selector) => [...document.querySelectorAll(selector)].map(({ dataset: { name } }) => name);
    /** The marked cells by their names, and the marked texts; the current ones first. */
    globalThis.marks = () => {
      if (!canHighlight) return { current: named('[data-found=current]'), others: named('[data-found=""]').sort(), texts: null };
      const [current, others] = ['layoutd-found-current', 'layoutd-found'].map(highlighted);
      return {
        current: current.map(cellOf), others: others.map(cellOf).sort(),
        texts: [...new Set([...current, ...others].map((range) => range.toString().toLowerCase()))],
      };
    };
    /** The cells that have nodes, in sight or near, whose texts contain a word. */
    globalThis.drawn = (word) => cells().filter(({ textContent }) => textContent.toLowerCase().includes(word))
      .map(({ dataset: { name } }) => name).sort();
    globalThis.marksFit = (what, word, current) => {
      const { current: found, others, texts } = marks();
      expect(`${what}: the marks`, [...found, ...others].sort(), drawn(word));
      expect(`${what}: the current one`, found, [current]);
      if (canHighlight) expect(`${what}: the words`, texts, [word]);
    };
    /** How far the middle of a cell is from that of the scroller. */
    globalThis.offMiddle = (name) => {
      const { top, bottom } = rectOf(name);
      const edge = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
      return Math.abs((top + bottom) / 2 - (edge + scroller().clientHeight / 2));
    };
    globalThis.whole = async (search) => {
      if (!search.isDone) await new Promise((resolve) => search.addEventListener('change', () => search.isDone && resolve()));
    };
    /** 2000 rows, each hundredth of which has the word. */
    globalThis.list = names(2000);
    for (const [number, key] of list.entries()) {
      globalThis.texts.set(key, number % 100 === 60 ? `${key} with a Ne\\u0301edle` : `${key} and hay`);
    }
    globalThis.textOf = ({ key }) => globalThis.texts.get(key);
    globalThis.bar = () => document.querySelector('.layoutd-find');
    globalThis.count = () => document.querySelector('.layoutd-find-count').textContent;"""


def plain(browser, check):
    """Hits are counted, gone to, marked, and marked again where rows are drawn anew."""
    found = browser.run("""
        start({ node: (element, reused) => {
          const made = reused ?? document.createElement('div');
          // The word is in two texts of the page.
          const [first, ...rest] = texts.get(element.key).split('dle');
          const bold = (text) => Object.assign(document.createElement('b'), { textContent: `dle${text}` });
          made.replaceChildren(first, ...rest.map(bold));
          made.dataset.name = element.key;
          return made;
        } });
        await feed.update(...rows(list));
        const word = 'ne\\u0301edle';
        const search = await feed.find('N\\u00c9EDLE', { text: textOf });
        expect('first', (await search.next()).key, 'k60');
        await whole(search);
        expect('numbers', [search.count, search.current, search.skipped], [20, 1, 0]);
        await rest();
        expect('the middle', offMiddle('k60') < 1);
        marksFit('first', word, 'k60');
        for (let step = 0; step < 5; step += 1) await search.next();
        await rest();
        expect('the sixth', [search.current, offMiddle('k560') < 1], [6, true]);
        marksFit('the sixth', word, 'k560');
        await scroll(feed.place.lead + 5 * 50);
        marksFit('scrolled a little', word, 'k560');
        expect('that is in sight', (await search.previous()).key, 'k460');
        await scroll(1000 * 50);
        expect('what is in sight', (await search.next()).key, 'k1060');
        await scroll(100);
        expect('around', (await search.previous()).key, 'k1960');
        await rest();
        expect('number', search.current, 20);
        // The page draws a row itself, and the feed all of them.
        cells().find(({ dataset }) => dataset.name === 'k1960').textContent = 'a ne\\u0301edle, and a NE\\u0301EDLE';
        await rest();
        if (canHighlight) expect('another text', marks().current, ['k1960', 'k1960']);
        feed.refill();
        await rest();
        marksFit('filled again', word, 'k1960');
        search.close();
        await rest();
        expect('closed', marks(), { current: [], others: [], texts: canHighlight ? [] : null });
        expect('attributes', document.querySelectorAll('[data-found]').length, 0);
        return noted();""")
    check("find: hits are gone to and marked", found)
    found = browser.run("""
        const search = await feed.find('with', { text: textOf });
        for (let step = 0; step < 3; step += 1) await search.next();
        await whole(search);
        const at = search.current;
        await feed.update(...rows([...names(50, 'new'), ...list.filter((key) => key !== 'k60')]));
        await whole(search);
        await rest();
        expect('the same hit', [at, search.current, search.count, search.skipped], [2, 1, 19, 50]);
        await feed.scrollTo({ key: 'k160' }, { alignment: 'center' });
        await rest();
        marksFit('changed', 'with', 'k160');
        // A row that shows its text in a picture.
        await feed.update(...rows(list));
        await search.next();
        const [name] = marks().current;
        const cell = cells().find(({ dataset }) => dataset.name === name);
        cell.replaceChildren(document.createElement('canvas'));
        await rest();
        expect('a picture', cell.dataset.found, 'current');
        const words = ['no such word', ''];
        for (const word of words) {
          const none = await feed.find(word, { text: textOf });
          expect('the one before', search.isClosed);
          await whole(none);
          expect(`nothing for ${word}`, [none.count, await none.next()], [0, null]);
        }
        expect('a picture is no hit', 'found' in cell.dataset, false);
        const text = textOf;
        for (const wrong of [[], [3, { text }], ['a'], ['a', {}], ['a', { text: 'b' }], ['a', { text, b: 3 }], ['a', { signal: 3 }]]) {
          const message = await feed.find(...wrong).then(() => 'nothing', ({ message }) => message);
          expect(`wrong: ${message}`, /^(The text to find|What find|text|signal|find) /.test(message));
        }
        const last = await feed.find('with', { text: textOf });
        const [node] = cells().filter(({ dataset }) => drawn('with').includes(dataset.name));
        feed.close();
        expect('closed', [last.isClosed, CSS.highlights?.size ?? 0, node?.dataset.found], [true, 0, undefined]);
        return noted();""")
    check("find: it goes on in a list that changes, and ends with the feed", found)


BAR = """
    start({ find: 'bar', findText: textOf, arrowKeys: true, ...arguments[0] }, arguments[1]);
    await feed.update(...rows(list));
    await rest();
    await import('/built/source/feed/features/finding.js');
    await rest();"""


def bar(browser, check, isInWindow):
    """The bar opens by keys, and what is written is found; Escape gives the focus back."""
    what = "find in the window" if isInWindow else "find"
    browser.run(BAR, {}, isInWindow)
    browser.run("cells()[2].focus()")
    browser.press("Control+f")
    browser.wait("document.activeElement.className === 'layoutd-find-field'")
    found = browser.run("""
        const edges = (document.querySelector('main') ?? document.documentElement).getBoundingClientRect();
        const look = () => {
          const { top, right, height, width } = bar().getBoundingClientRect();
          const isThere = [near(top, Math.max(0, edges.top)), near(right, edges.left + scroller().clientWidth), height > 20, width > 100];
          expect('at the edge', isThere, [true, true, true, true]);
        };
        look();
        expect('it takes no room', feed.place.lead, 0);
        const named = [...bar().querySelectorAll('input, button')].map((node) => node.ariaLabel ?? node.getAttribute('aria-label'));
        expect('names', [bar().getAttribute('role'), named, document.querySelector('.layoutd-find-count').getAttribute('aria-live')],
          ['search', ['Find', 'Previous', 'Next', 'Close'], 'polite']);
        globalThis.looks = look;
        return noted();""")
    check(f"{what}: a bar over the start of what is visible", found)
    browser.type("with")
    browser.wait("count() === '1 of 20'")
    found = browser.run("""
        await rest();
        marksFit('written', 'with', 'k60');
        expect('the middle', offMiddle('k60') < 1);
        looks();
        return noted();""")
    check(f"{what}: what is written is gone to", found)
    browser.press("Enter", "Enter", "Shift+Enter")
    browser.wait("count() === '2 of 20'")
    browser.press("Shift+Enter", "Shift+Enter")
    browser.wait("count() === '20 of 20'")
    found = browser.run("await rest(); marksFit('Enter', 'with', 'k1960'); looks(); return noted()")
    check(f"{what}: Enter and Shift-Enter", found)
    browser.click(".layoutd-find-next")
    browser.wait("count() === '1 of 20'")
    found = browser.run("""
        await rest();
        marksFit('the button', 'with', 'k60');
        const press = (target) => target.dispatchEvent(new KeyboardEvent('keydown', {
          key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true, composed: true }));
        const field = document.querySelector('.layoutd-find-field');
        expect('from the bar', [press(document.querySelector('.layoutd-find-next')), document.activeElement === field], [false, true]);
        expect('in the field', press(field), true);
        return noted();""")
    check(f"{what}: a second press in the field is the browser's", found)
    browser.press("Escape")
    found = browser.run("""
        await rest();
        expect('gone', [bar(), marks().current.length + marks().others.length, document.adoptedStyleSheets?.length ?? 0], [null, 0, 0]);
        return [...noted(), document.activeElement.dataset.name ?? 'none'];""")
    check(f"{what}: Escape closes the bar", found[:-1])
    # Its row may be out of sight, where it stays, since the focus was in it.
    check(f"{what}: and gives the focus back", [] if found[-1] in ("k2", "none") else found[-1:])
    browser.run("await feed.scrollTo('start'); await rest(); cells()[1].focus()")
    browser.press("Control+f")
    browser.wait("count() !== '' && bar().contains(document.activeElement)")
    browser.type("zzz")
    browser.wait("count() === 'Not found'")
    browser.press("Escape")
    back = browser.run("await rest(); return document.activeElement.dataset.name ?? null")
    check(f"{what}: the focus is where it was", [] if back == "k1" else [f"{back}"])


def beside(browser, check):
    """The bar stays beside the page's own bars, and at the edge of a list that scrolls to the left."""
    found = browser.run("""
        const sideways = {
          engine: 'column', scrollDirection: 'horizontal', layoutDirection: 'rtl', sections: [{ items: { count: 500, width: 60 } }],
        };
        const low = { overflow: 'scroll hidden', height: '300px', direction: 'rtl', padding: '0 10px 0 20px' };
        const all = [
          ['left', { top: 30, left: 20, bottom: 0, right: 10 }, low, sideways, [30, 'left', 20]],
          ['in a flex box', { top: 0, left: 0, bottom: 0, right: 0 }, { display: 'flex' }, rows(names(500))[0], [0, 'right', 600]],
          ['down', { top: 50, left: 0, bottom: 0, right: 7 }, { padding: '50px 0 0' }, rows(names(500))[0], [50, 'right', 593]],
        ];
        for (const [what, inset, style, snapshot, [top, side, along]] of all) {
          start({ find: 'bar', findText: ({ key }) => key, inset });
          Object.assign(scroller().style, style);
          await feed.update(snapshot, { keys: names(500) });
          await rest();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }));
          const there = () => [near(bar().getBoundingClientRect().top, top, 1), near(bar().getBoundingClientRect()[side], along, 1)];
          expect(what, there(), [true, true]);
          expect('it takes no room', rectOf('k0').width, what === 'left' ? 60 : scroller().clientWidth);
          await feed.scrollTo({ key: 'k300' });
          await rest();
          expect(`${what}, scrolled`, there(), [true, true]);
        }
        return noted();""")
    check("find: the bar stays beside the page's own", found)


def keys(browser, check):
    """Who else may have the key, and what is missing."""
    words = "{ findWords: { field: 'Suche', count: ({ count }) => `${count} Treffer` } }"
    found = browser.run(BAR.replace("arguments[0]", words).replace("arguments[1]", "false") + """
        const press = (target = document.activeElement, more = {}) => !target.dispatchEvent(new KeyboardEvent('keydown', {
          key: 'f', code: 'KeyF', ctrlKey: true, bubbles: true, cancelable: true, composed: true, ...more }));
        const outside = document.body.appendChild(document.createElement('button'));
        outside.focus();
        expect('the focus elsewhere', [press(), bar()], [false, null]);
        outside.blur();
        document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
        expect('prevented', [press(), bar()], [true, null]);
        const others = [{ ctrlKey: false }, { shiftKey: true }, { altKey: true }, { metaKey: true }, { key: 'g', code: 'KeyG' }];
        for (const other of others) {
          expect(`another key ${JSON.stringify(other)}`, [press(document.body, other), bar()], [false, null]);
        }
        expect('another script', [press(document.body, { key: '\\u0430' }), bar() !== null], [true, true]);
        const field = document.querySelector('.layoutd-find-field');
        expect('words', field.getAttribute('aria-label'), 'Suche');
        field.value = 'with';
        field.dispatchEvent(new Event('input'));
        await until(() => count() === '20 Treffer');
        // What the page finds ends what the bar has found, which finds it anew.
        const own = await feed.find('hay', { text: textOf });
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        await until(() => own.isClosed && marks().current.length === 1);
        feed.close();
        expect('closed', [bar(), press(document.body)], [null, false]);
        outside.remove();
        const errors = [];
        start({ find: 'bar', onError: ({ message }) => errors.push(message) });
        await feed.update(...rows(list));
        await rest();
        expect('no texts', [press(document.body), errors.length, errors[0]?.includes('findText')], [false, 1, true]);
        const wrong = () => {
          try {
            return start({ find: true });
          } catch ({ message }) {
            return message;
          }
        };
        expect('a wrong option', wrong(), 'find is true: not bar');
        return noted();""")
    check("find: the key is that of others, too", found)


def in_element(browser, check):
    """In an element the items are the page's."""
    with_bar = """
        show('<layoutd-feed style="height: 500px" find="bar" estimate="30"></layoutd-feed>');
        element.findText = ({ words }) => words;
        const wordsOf = (id) => (id % 1000 === 700 ? `row ${id}` : undefined);
        const items = Array.from({ length: 3000 }, (_, id) => ({ id, text: `row ${id}`, words: wordsOf(id) }));
        element.items = items;
        await element.whenWhole();
        await rest();"""
    found = browser.run(with_bar + """
        const search = await element.feed.find('ROW', { text: ({ words }) => words });
        const keys = [];
        for (let step = 0; step < 4; step += 1) keys.push((await search.next()).key);
        expect('hits', [keys, search.count, search.skipped], [[700, 1700, 2700, 700], 3, 2997]);
        const other = { 700: 'another', 100: 'a row' };
        element.items = items.map((item) => (item.id in other ? { ...item, words: other[item.id] } : item));
        await element.whenWhole();
        while (!search.isDone || search.count !== 3) await painted();
        expect('another item', [search.current, (await search.previous()).key], [0, 100]);
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }));
        const field = document.querySelector('.layoutd-find-field');
        field.value = 'row 2';
        field.dispatchEvent(new Event('input'));
        await until(() => document.querySelector('.layoutd-find-count').textContent === '1 of 1');
        await rest();
        expect('in sight', cells().some(({ textContent }) => textContent === 'row 2700'));
        expect('nothing is said', events(), []);
        element.remove();
        await rest();
        return noted();""")
    check("find: in an element", found)


def in_react(browser, check):
    """In React the items are those of the feed."""
    found = browser.run("""
        const items = Array.from({ length: 3000 }, (_, number) => (
          { id: `k${number}`, number, text: number % 1000 === 700 ? `the hit ${number}` : `row ${number}` }));
        await start({ items, find: 'bar', findText: ({ text }) => text });
        const search = await feed.find('HIT', { text: ({ text }) => text });
        expect('goes', (await search.next()).key, 'k700');
        await rest();
        const marked = () => (CSS.highlights ? [...CSS.highlights.get('layoutd-found-current') ?? []].map((range) => range.toString())
          : [...document.querySelectorAll('[data-found=current]')].map(() => 'hit'));
        expect('marked', marked(), ['hit']);
        await show({ items: items.map((item) => (item.id === 'k700' ? { ...item, text: 'a hit, and a hit' } : item)) });
        await rest();
        expect('rendered again', marked(), CSS.highlights ? ['hit', 'hit'] : ['hit']);
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }));
        const field = document.querySelector('.layoutd-find-field');
        field.value = 'row 29';
        field.dispatchEvent(new Event('input'));
        await until(() => document.querySelector('.layoutd-find-count').textContent === '12 of 111');
        stop();
        await rest();
        expect('unmounted', [document.querySelector('.layoutd-find'), marked()], [null, []]);
        return [...noted(), ...said, ...errors];""")
    check("find: in React", found)


def test(browser, service, check):
    with feeds(browser, service, check, "find", PAGE):
        browser.view(600, 500)
        plain(browser, check)
        keys(browser, check)
        beside(browser, check)
        bar(browser, check, False)
        bar(browser, check, True)
        browser.run("feed.close()")
    is_open = "document.querySelector('layoutd-feed').feed"
    with feeds(browser, service, check, "find in an element", TOOLS, page="element/element.html", until=is_open):
        in_element(browser, check)
    if (NODE / "react-dom/umd").is_dir():
        with pages() as url:
            browser.open(f"{url}/development.html?service=none")
            browser.wait("globalThis.isReady")
            in_react(browser, check)
