"""What is given to a feed in React, tests/react/page.html, and given anew while it is mounted: sections with all that stands in them,
lists that come faster than they are shown or are refused, other options, and components that throw or wait."""

from lib.browser.service import Service

from .react import builds

TOOLS = """
    globalThis.h = React.createElement;
    globalThis.react = await import('/client/built/source/react/index.js');
    /** Another tree in place of the one before. */
    globalThis.mount = async (tree) => {
      globalThis.other?.unmount();
      if (globalThis.feed) stop();
      document.querySelector('#root').innerHTML = '';
      globalThis.feed = null;
      globalThis.other = ReactDOM.createRoot(document.querySelector('#root'));
      other.render(tree);
      await rest();
    };
    /** A feed by the hook, whose last answer is `used`. */
    globalThis.renders = 0;
    globalThis.Used = (options) => {
      renders += 1;
      globalThis.used = react.useFeed({ keyOf: ({ id }) => id, render: post, ...options });
      return h('div', { ref: used.ref, style: { height: '300px', overflowY: 'scroll' } }, used.content);
    };
    globalThis.told = [];
    globalThis.onError = ({ message }) => void told.push(message);
    globalThis.tops = (selector) => [...document.querySelectorAll(`#root ${selector}`)]
      .map((node) => `${node.textContent} ${node.getBoundingClientRect().top}`);"""


def differences(found, expected):
    """What was found that is not as expected, by its name."""
    return [f"{name}: {found.get(name)}, not {expected[name]}" for name in expected if found.get(name) != expected[name]]


def sections(browser, check, build):
    """Sections with headers, footers and separators, global headers: where they stand, and what they are when sections come and go."""
    found = browser.run("""
        const found = {};
        const draw = (word) => ({ kind, section, sectionId, index }) => h('h2', { style: { margin: 0 } }, [word, kind, section, sectionId, index].filter((part) => part !== undefined).join(' '));
        const section = (id, count) => ({
          id, items: posts(count, id), metrics: { separatorColor: 'red', sectionSeparatorColor: 'blue', rowHeight: 50 },
          headers: [{ height: 30, pin: true, render: draw(`of ${id}`) }, { height: 10, render: draw(`more of ${id}`) }],
          footers: [{ height: 20, render: draw(`end of ${id}`) }],
        });
        await start({
          items: undefined, headers: undefined, size: undefined, estimate: undefined, sections: [section('a', 2), section('b', 3)],
          globalHeaders: [{ height: 60, pin: true, render: draw('all') }], label: (number, id) => `list ${number} ${id}`,
          renderSeparator: ({ kind, section, index }) => h('i', null, `${kind} ${section} ${index}`),
        });
        found.first = tops('h2');
        found.separators = tops('[aria-hidden=true]');
        found.lists = [...document.querySelectorAll('#root section > [role=list]')].map((list) => `${list.ariaLabel}: ${list.children.length}`);
        // What has not come yet is not drawn as what was at its number.
        ReactDOM.flushSync(() => void show({ sections: [section('c', 1), section('a', 2), section('b', 3)] }));
        found.meanwhile = [...document.querySelectorAll('#root section h2')].map(({ textContent }) => textContent);
        await rest();
        found.inserted = tops('h2').filter((line) => line.startsWith('of '));
        await show({ sections: [section('b', 300), section('a', 2)], globalHeaders: [], renderSeparator: undefined });
        await scroll(5000);
        found.pinned = tops('h2');
        found.counts = [...new Set(cells().map(({ ariaSetSize }) => ariaSetSize))];
        await show({ sections: undefined, items: posts(4), globalHeaders: undefined });
        found.plain = [tops('h2').length, cells().length];
        return found;""")
    check(f"given {build}: headers, footers and separators of sections", differences(found, {
        "first": ["all globalHeader 0 0", "of a header 0 a 0 60", "more of a header 0 a 1 90", "end of a footer 0 a 0 200",
                  "of b header 1 b 0 220", "more of b header 1 b 1 250", "end of b footer 1 b 0 410"],
        "separators": ["rowSeparator 0 1 150", "sectionSeparator 1 0 220", "rowSeparator 1 1 310", "rowSeparator 1 2 360"],
        "lists": ["list 0 a: 2", "list 1 b: 3"],
        "meanwhile": ["of a header 0 a 0", "more of a header 0 a 1", "end of a footer 0 a 0", "of b header 1 b 0", "more of b header 1 b 1",
                      "end of b footer 1 b 0"],
        "inserted": ["of c header 0 c 0 60", "of a header 1 a 0 170", "of b header 2 b 0 330"],
        "pinned": ["of b header 0 b 0 0"], "counts": ["300"], "plain": [0, 4]}))


def lists(browser, check, build):
    """Lists of any length and order, and such as come while another one is on its way, or behind one that was refused."""
    found = browser.run("""
        const found = {};
        const items = posts(500);
        const wrong = () => [...gaps(), ...cells().filter((cell) => cell.firstChild?.dataset.name !== shown[cell.ariaPosInSet - 1].id).map(({ textContent }) => textContent)];
        let shown = items;
        const give = async (list) => {
          shown = list;
          await show({ items: list });
        };
        await start({ items, headers: undefined, onError });
        await feed.scrollTo('end');
        await give(items.slice(0, 20));
        found.shorter = [wrong(), 'k19' in named()];
        await give([...items.slice(0, 2)].reverse());
        found.reversed = [wrong(), cells().length];
        await give([0, '', '0', -1, 1.5, '"', '#1', ' '].map((id) => ({ id, text: `${id}` })));
        found.keys = cells().length;
        await give(shown.toReversed());
        found.keysReversed = [cells().map(({ textContent }) => textContent), feed.state];
        await give(items);
        await feed.scrollTo({ key: 'k250' });
        for (let time = 0; time < 30; time += 1) {
          shown = items.filter((_, place) => place * 7919 % 31 !== time);
          ReactDOM.flushSync(() => void show({ items: shown }));
          if (time % 3 === 0) await painted();
          scroller().scrollTop += 300;
        }
        await rest();
        found.quick = [wrong(), feed.layout.snapshot.itemCount === shown.length];
        await give(items);
        await feed.scrollTo('start');
        await show({ items: [...posts(5, 'new'), ...posts(5, 'new')] });
        await scroll(6000);
        found.refused = [wrong(), cells().length > 8, told.splice(0)];
        return found;""")
    check(f"given {build}: lists of any order, in any haste", differences(found, {
        "shorter": [[], True], "reversed": [[], 2], "keys": 8, "keysReversed": [[" ", "#1", '"', "1.5", "-1", "0", "", "0"], "whole"],
        "quick": [[], True], "refused": [[], True, ["Items 0 and 5 have the same key new0"]]}))


def refused(browser, check, build):
    """What is refused is told once, and tried again when that is asked for, also where it is made anew each time."""
    found = browser.run("""
        const found = {};
        told.length = renders = 0;
        const items = posts(5);
        const refuse = (given) => h(() => h(Used, { size: -1, ...given, onError }));
        await mount(refuse({ sections: [{ items }] }));
        found.refused = [told.length, renders < 10, used.state, used.error.type ?? used.error.name];
        used.retry();
        await rest();
        found.again = [told.length, renders < 20];
        const Slices = () => h(Used, { size: -1, items: items.slice(), onError });
        told.length = renders = 0;
        await mount(h(Slices));
        found.slices = [told.length, renders < 10];
        let posted = 0;
        const local = await LayoutService.local();
        const service = { post: (...given) => { posted += 1; return local.post(...given); } };
        const bounds = { x: 0, y: 0, width: 300, height: 300 };
        const Drawn = ({ engine }) => {
          const { state, elements } = react.useLayout({ engine, sections: [{ items: 5 }] }, { width: 300, bounds, service, onError });
          return h('p', null, `${state} ${elements.length}`);
        };
        told.length = 0;
        await mount(h(Drawn, { engine: 'column' }));
        found.drawn = [document.querySelector('#root').textContent, posted < 10];
        other.render(h(Drawn, { engine: 'waterfall' }));
        await rest();
        found.drawnRefused = [document.querySelector('#root').textContent, posted < 20, told.length];
        class Boundary extends React.Component {
          state = {};
          static getDerivedStateFromError(error) { return { error }; }
          render() { return this.state.error?.message ?? this.props.children; }
        }
        found.messages = [];
        for (const given of [{ items: null }, { items: 'abc' }, { sections: {} }, { sections: [null] }, { sections: [{ items: [] }, {}] }]) {
          await mount(h(Boundary, null, h(Used, given)));
          found.messages.push(document.querySelector('#root').textContent);
        }
        // React tells what was caught, and so does the browser.
        said.length = errors.length = 0;
        return found;""")
    browser.console()
    check(f"given {build}: what is refused is tried once", differences(found, {
        "refused": [1, True, "failing", "/problems/invalid-snapshot"], "again": [2, True], "slices": [1, True], "drawn": ["whole 5", True],
        "drawnRefused": ["failing 5", True, 1],
        "messages": ["items is null: not a list", 'items is "abc": not a list', "sections is an object: not a list", "Section 0 is null: not an object",
                     "items of section 1 is undefined: not a list"]}))


def options(browser, check, build):
    """Other options while it is mounted."""
    found = browser.run("""
        const found = {};
        await start({ items: posts(3000) });
        await feed.scrollTo({ key: 'k100' });
        await rest();
        const head = () => [...document.querySelectorAll('#root section > div')].find(({ textContent }) => textContent === 'All posts').getBoundingClientRect().top;
        await show({ inset: { top: 25, left: 0, bottom: 35, right: 0 }, style: { height: '100vh', boxSizing: 'border-box', padding: '25px 0 35px' } });
        found.inset = [head()];
        await feed.scrollTo('end');
        found.inset.push(innerHeight - cells().at(-1).getBoundingClientRect().bottom);
        await feed.scrollTo({ key: 'k0' });
        found.inset.push(head(), named().k0 - head(), feed.isAtStart);
        await show({ inset: undefined, style: { height: '100vh' } });
        await feed.scrollTo({ key: 'k100' });
        await rest();
        found.noInset = head();
        let before = named();
        const count = cells().length;
        await show({ overscan: 0 });
        found.overscan = [cells().length < count, away(before)];
        before = named();
        await show({ window: true, style: undefined });
        found.window = [document.scrollingElement.scrollHeight > 100_000, 'k100' in named()];
        await show({ window: false, style: { height: '300px', width: '300px' }, headers: undefined, scrollDirection: 'horizontal' });
        const lefts = () => cells().map((cell) => [cell.firstChild.dataset.name, Math.round(cell.getBoundingClientRect().left)]).filter(([name]) => name === 'k100');
        found.horizontal = [lefts(), scroller().scrollHeight, feed.state];
        await show({ scrollDirection: 'vertical', style: { height: '100vh' } });
        found.vertical = [gaps(), named().k100, scroller().scrollWidth];
        let height = 70;
        const rows = () => new Set(cells().map((cell) => cell.getBoundingClientRect().height));
        await start({ items: posts(300), headers: undefined, estimate: undefined, size: 50 });
        await show({ size: () => height });
        found.size = [...rows()];
        height = 71;
        await show({ version: 'larger' });
        found.version = [...rows()];
        await show({ metrics: { minimumLineSpacing: 7 }, layoutDirection: 'rtl', engine: 'waterfall' });
        const [first, second, third] = cells().map((cell) => cell.getBoundingClientRect());
        found.waterfall = [first.left > second.left, third.top - first.bottom];
        return found;""")
    check(f"given {build}: other options", differences(found, {
        "inset": [25, 35, 25, 40, True], "noInset": 0, "overscan": [True, []], "window": [True, True], "horizontal": [[["k100", 40]], 300, "whole"],
        "vertical": [[], 40, 390], "size": [70], "version": [71], "waterfall": [True, 7]}))


def fails(browser, check, build, url):
    """A service that fails, and one elsewhere that measures nothing."""
    found = browser.run("""
        const found = {};
        told.length = 0;
        const local = await LayoutService.local();
        let isFailing = true;
        const service = { post: (...given) => (isFailing ? Promise.reject(new Error('no network')) : local.post(...given)) };
        const given = { items: posts(100), estimate: 40, service, onError };
        await mount(h(Used, given));
        found.first = [used.state, used.error.message, told.splice(0)];
        isFailing = false;
        used.retry();
        await rest();
        found.retried = [used.state, used.error, cells().length > 3];
        isFailing = true;
        document.querySelector('#root').style.width = '200px';
        await rest();
        // It may have been tried again.
        found.turned = [used.state, used.error?.message, [...new Set(told.splice(0))]];
        isFailing = false;
        await until(() => used.state === 'whole');
        found.later = [used.state, used.error, used.feed.layout.containerExtent];
        document.querySelector('#root').style.width = '';
        const remote = new LayoutService(arguments[0]);
        await mount(h(Used, { items: [], estimate: () => 40, service: remote, onError }));
        found.empty = told.splice(0);
        for (const count of [100, 101]) {
          other.render(h(Used, { items: posts(count), estimate: () => 40, service: remote, onError }));
          await rest();
        }
        found.unmeasured = [told.splice(0).map((message) => message.slice(0, 27)), used.state, used.error];
        for (const more of [{ size: 30 }, { size: () => 30, estimate: 40 }]) {
          await mount(h(Used, { items: posts(100), service: remote, onError, ...more }));
          await mount(h(Used, { items: posts(100), estimate: 40, onError }));
        }
        found.measured = told.splice(0);
        await mount(null);
        return found;""", url)
    check(f"given {build}: what fails is told, and what is not measured", differences(found, {
        "first": ["failing", "no network", ["no network"]], "retried": ["whole", None, True],
        "turned": ["failing", "no network", ["no network"]], "later": ["whole", None, 200], "empty": [],
        "unmeasured": [["The service lays out elsewh"], "whole", None], "measured": []}))


def components(browser, check, build):
    """Components that throw, and that wait; two feeds of one list, and feeds in a feed."""
    found = browser.run("""
        const found = {};
        const items = posts(1000);
        const keyOf = ({ id }) => id;
        const style = { height: '100vh' };
        const ref = (feed) => { if (feed) globalThis.feed = feed; };
        const common = { items, keyOf, estimate: 40, style, ref, onError };
        told.length = 0;
        let bad = 'k115';
        class Boundary extends React.Component {
          state = {};
          static getDerivedStateFromError(error) { return { error }; }
          render() { return this.state.error ? h('button', { onClick: () => this.setState({ error: null }) }, this.state.error.message) : this.props.children; }
        }
        const fragile = ({ id }) => {
          if (id === bad) throw new Error(`${id} is bad`);
          return h('p', { 'data-name': id }, id);
        };
        await mount(h(Boundary, null, h(react.Feed, { ...common, render: fragile, remember: 'fragile' })));
        await scroll(4000);
        found.thrown = document.querySelector('#root').textContent;
        bad = null;
        document.querySelector('button').click();
        await rest();
        found.mended = [cells().length > 8, gaps(), feed.state];
        scroller().scrollTop += 3000;
        await rest();
        found.scrolled = [cells().length > 8, gaps(), told.splice(0)];
        sessionStorage.clear();
        // React tells what was caught, and so does the browser.
        said.length = errors.length = 0;

        // Nothing is said of sizes, and every other row is empty.
        await mount(h(react.Feed, { items, keyOf, style, ref, onError, render: ({ id }) => (id.endsWith('0') ? null : h('p', { style: { margin: 0, height: 30 } }, id)) }));
        await rest();
        found.nothing = cells().slice(9, 13).map((cell) => [cell.textContent, cell.getBoundingClientRect().top]);

        const come = new Map();
        const Slow = ({ id }) => {
          if (come.get(id) === true) return h('p', { 'data-name': id }, id);
          if (!come.has(id)) come.set(id, painted().then(() => { come.set(id, true); }));
          throw come.get(id);
        };
        await mount(h(React.StrictMode, null, h(React.Suspense, { fallback: 'loading' }, h(react.Feed, { ...common, render: (item) => h(Slow, item) }))));
        const all = () => cells().length > 8 && cells().every((cell) => cell.textContent !== '') && getComputedStyle(scroller()).display !== 'none';
        await until(all);
        await scroll(2000);
        await until(all);
        found.waited = [all(), gaps(), Object.keys(named()).length > 8, come.size < 300, told.splice(0)];

        const feeds = {};
        const one = (name, by) => h(react.Feed, { ...common, id: name, render: post, style: { height: '40vh' }, ref: (feed) => { feeds[name] = feed ?? feeds[name]; } });
        await mount(h(React.StrictMode, null, one('one'), one('two')));
        await feeds.one.scrollTo({ key: 'k500' });
        await rest();
        found.two = [feeds.one.place.key, feeds.two.place.key];
        const inner = () => h(react.Feed, { items, keyOf, size: 80, scrollDirection: 'horizontal', render: ({ id }) => id, style: { height: 60 } });
        await mount(h(React.StrictMode, null, h(react.Feed, { ...common, render: inner, id: 'outer' })));
        await scroll(4000);
        const outer = document.querySelectorAll('#outer > div > section > div > [role=listitem]').length;
        found.nested = [outer > 8, document.querySelectorAll('#outer [role=listitem] [role=listitem]').length > 4 * outer, feed.state];
        const others = { data: 'x', followoutput: 'y', role: 'feed', tabIndex: 0, itemProp: 'a', 'data-x': 1, onClickCapture() {}, onTouchMove() {} };
        await mount(h(react.Feed, { ...common, ...others, render: post, onError }));
        await until(() => told.length > 1);
        found.others = told.splice(0);
        await mount(null);
        found.left = [document.querySelector('#root').innerHTML, told.splice(0), mounted.size];
        return found;""")
    browser.console()
    check(f"given {build}: components that throw, and that wait", differences(found, {
        "thrown": "k115 is bad", "mended": [True, [], "whole"], "scrolled": [True, [], []], "waited": [True, [], True, True, []],
        "nothing": [["k9", 240], ["", 270], ["k11", 270], ["k12", 300]], "two": ["k500", "k0"], "nested": [True, True, "whole"],
        "others": ["Feed has no prop data; here it is items", "Feed has no prop followoutput; here it is stickToEnd"], "left": ["", [], 0]}))


def test(browser, service, check):
    for build, url in builds(browser, check, "given"):
        browser.run(TOOLS)
        for part in (sections, lists, options, refused, components):
            part(browser, check, build)
        with Service(service.program, "--cors-origins", url) as own:
            fails(browser, check, build, own.url)
