"""Feeds of the client over the service, in a page of another origin, tests/feed/feed.html: what fails in passing, what a browser
asks the service before a request, and what a feed leaves behind."""

import collections
import re
import urllib.parse

from .feed import feeds

# A service that fails while `isDown`.
FAILING = """
    globalThis.isDown = false;
    globalThis.asked = 0;
    globalThis.failing = (options = {}) => new LayoutService(address, {
      attempts: 1, ...options, fetch: async (url, init) => {
        asked += 1;
        return isDown ? new Response('', { status: 503 }) : await fetch(url, init);
      },
    });"""


def turns(browser, check):
    """A rotation that fails is made up for, and until then the state is not `whole`."""
    found = browser.run("""
        const errors = [];
        start({ service: failing(), onError: (error) => errors.push(error.status) });
        scroller().style.width = '380px';
        const items = { heights: names(300).map(() => 60) };
        await feed.update({ engine: 'column', sections: [{ items }] }, { keys: names(300) });
        await feed.whenWhole();
        const states = [];
        feed.addEventListener('state', ({ state, error }) => states.push(error ? `${state} ${error.status}` : state));
        isDown = true;
        scroller().style.width = '300px';
        await until(() => errors.length > 1);
        expect('the state while it fails', [feed.state, feed.content.ariaBusy], ['failing', 'true']);
        expect('the width while it fails', feed.layout.containerExtent, 380);
        isDown = false;
        const whole = feed.whenWhole();
        await until(() => feed.layout.containerExtent === 300);
        await whole;
        expect('the state', [feed.state, feed.content.ariaBusy], ['whole', 'false']);
        expect('the rows', cells().every((cell) => cell.offsetWidth === 300));
        expect('what was told', [states[0], states[1], states.indexOf('whole') === states.length - 1], ['loading', 'failing 503', true]);
        // Turned back while it fails, there is nothing to wait for.
        isDown = true;
        const count = errors.length;
        scroller().style.width = '350px';
        await until(() => errors.length > count);
        scroller().style.width = '300px';
        await until(() => feed.state === 'whole');
        isDown = false;
        return noted();""")
    check("feed_service: a rotation that failed is made up for", found)


def requests(own):
    """How many requests the program has answered, by method and route."""
    lines = re.findall(r'^layoutd_requests_total{method="(.*?)",route="(.*?)",status="\d+"} (\d+)', own.client.request("GET", "/metrics").raw.decode(), re.M)
    counts = collections.Counter()
    for method, route, count in lines:
        counts[method, route] += int(count)
    return counts


def asks(browser, own, check):
    """GETs to another origin are not asked for with OPTIONS, pages, items and streams of documents alike."""
    browser.run("""
        start({ service: new LayoutService(address), pageLength: 500 });
        await feed.update(...keyed(names(2000)));
        for (const place of [5000, 20_000, 60_000, 100_000]) await scroll(place);
        await feed.scrollTo({ key: 'k1000' });
        await rest();""")
    asked = requests(own)
    check("feed_service: no page is asked for with OPTIONS first",
          [] if asked["GET", "/v1/layouts/{id}/elements"] > 8 and {route for method, route in asked if method == "OPTIONS"} <= {"/v1/layouts"} else [f"{asked}"])
    own.ask("PUT", "/v1/documents/simple", '{"snapshot": {"sections": [{"items": 3}]}}', If_None_Match="*")
    browser.run("""
        const following = new LayoutService(address).document('simple').follow({ revision: 1 });
        await until(() => following.state === 'stream');
        following.close();""")
    asked = requests(own)
    check("feed_service: no stream is asked for with OPTIONS first", [f"{asked}"] if ("OPTIONS", "/v1/documents/{name}/events") in asked else [])


def leaves(browser, check):
    """What a feed has set on what it has not made is as it was when the feed is closed, whenever that is."""
    found = browser.run("""
        const attributes = (node) => Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
        for (const [name, before] of Object.entries({
          nothing: {}, styles: { style: 'color: red; height: 12px;' }, 'aria-busy': { 'aria-busy': 'mixed', class: 'own' }, empty: { style: '' },
        })) {
          for (const moment of ['begun', 'whole', 'updating', 'turning', 'at once']) {
            globalThis.feed?.close();
            document.body.replaceChildren();
            const made = [];
            const node = (element, reused) => {
              if (!reused) made.push(Object.assign(document.createElement('div'), { style: 'color: red' }));
              return reused ?? made.at(-1);
            };
            const main = document.body.appendChild(document.createElement('main'));
            main.className = 'scroller';
            const styles = attributes(main);
            const content = main.appendChild(document.createElement('div'));
            for (const [key, value] of Object.entries(before)) content.setAttribute(key, value);
            const own = globalThis.feed = new Feed(main, { service, content, node });
            const updating = own.update(...keyed(names(200)));
            updating.catch(() => {});
            if (moment !== 'at once') await updating;
            if (moment === 'whole' || moment === 'updating') await own.whenWhole();
            const after = moment === 'updating' ? own.update(...keyed(names(90))) : null;
            after?.catch(() => {});
            if (moment === 'turning') {
              main.style.width = '300px';
              await new Promise((resolve) => own.addEventListener('state', resolve, { once: true }));
              main.style.width = '';
              main.getAttribute('style');
              main.removeAttribute('style');
            }
            own.close();
            await rest();
            expect(`${name}, ${moment}`, attributes(content), before);
            expect(`${name}, ${moment}: the scroller`, attributes(main), styles);
            expect(`${name}, ${moment}: nodes`, [content.childNodes.length, ...new Set(made.map((node) => node.outerHTML))].slice(0, 2),
              [0, '<div style="color: red;"></div>'].slice(0, 1 + Math.min(1, made.length)));
          }
        }
        return noted();""")
    check("feed_service: close leaves nothing on content that the feed has not made", found)


def edits(browser, check):
    """Items are inserted and removed by their keys, in order with updates, and what is visible keeps its place."""
    found = browser.run("""
        const local = await LayoutService.local();
        for (const made of [service, local]) {
          start({ service: made });
          let list = names(3000);
          const [snapshot, options] = keyed(list);
          await feed.update(snapshot, options);
          await scroll(20_000);
          const before = places();
          const height = (name) => keyed([name])[0].sections[0].items.heights[0];
          const heights = (keys) => ({ heights: keys.map(height) });
          const [news, more] = [names(50, 'new'), names(3, 'more')];
          await Promise.all([
            feed.insert(0, heights(news), { keys: news, anchor: 'first' }), feed.remove(['k3', 'k4', 'k2900']),
            feed.insert({ key: 'k7' }, heights(more), { keys: more }), feed.remove({ item: 0, count: 2 }),
            feed.insert('end', heights(['last']), { keys: ['last'] }),
          ]);
          await rest();
          const after = places();
          const same = Object.keys(before).filter((name) => name in after);
          expect('what stays', [same.length > 3, same.filter((name) => Math.abs(before[name] - after[name]) > 0.05)], [true, []]);
          list = [...news.slice(2), ...names(3000).flatMap((name) => name === 'k7' ? [...more, name] : ['k3', 'k4', 'k2900'].includes(name) ? [] : [name]), 'last'];
          expect('how many', feed.layout.snapshot.itemCount, list.length);
          expect('an update to the same', await feed.update(...keyed(list)), null);
          const wrong = await feed.insert(0, heights(['k9']), { keys: ['k9'] }).catch((error) => error.message);
          expect('a key twice', wrong.includes('the same key k9'), true);
          expect('a list that is not known', (await feed.viewport.change({ delete: [{ section: 0, item: 0 }] }),
            await feed.remove(['k20']).catch((error) => error.name)), 'TypeError');
        }
        return noted();""")
    check("feed_service: what is inserted and removed leaves the rest where it is", found)


def sources(browser, check):
    """A source is shown as its sections are, by the service and by the module in the page, also when it is made for each width."""
    found = browser.run("""
        const page = (selected) => ({
          engine: 'column', metrics: { rowHeight: 50 }, source: {
            selected, headers: [{ height: 44, pin: true }],
            children: [{ items: 3, headers: [{ height: 30 }] }, { id: 'reviews', state: 'initial' }, { items: 2 }],
          },
        });
        const tops = async () => {
          await rest();
          return cells().map((cell) => cell.getBoundingClientRect().top - scroller().getBoundingClientRect().top);
        };
        for (const made of [service, await LayoutService.local()]) {
          start({ service: made });
          await feed.update(page(0));
          expect('the first child', await tops(), [74, 124, 174]);
          await feed.update(JSON.stringify(page(1)));
          expect('one that lists nothing', [await tops(), feed.layout.snapshot.source.load], [[], ['reviews']]);
          await feed.update((width) => page(width > 200 ? 2 : 0));
          expect('one made for the width', await tops(), [44, 94]);
          scroller().style.width = '150px';
          await until(() => feed.layout.containerExtent === 150);
          expect('one made for another width', await tops(), [74, 124, 174]);
          const refused = (snapshot) => feed.update(snapshot, { keys: [['a', 'b']] }).catch(({ name }) => name);
          expect('keys', [await refused(page(2)), await refused(() => page(2))], ['TypeError', 'TypeError']);
        }
        return noted();""")
    check("feed_service: a source is shown as its sections are", found)


def removes(browser, check):
    """Each node that shows its element no more is told, with the key, and all are when the feed is closed."""
    found = browser.run("""
        start();
        const shown = new Map();
        feed.addEventListener('noderemoved', ({ node, key }) => {
          if (key !== undefined && (node.isConnected || node.dataset.name !== key)) expect('a node', [node.isConnected, node.dataset.name], [false, `${key}`]);
          shown.set(key, node);
        });
        await feed.update(...keyed(names(500)));
        await rest();
        const before = cells().map(({ dataset }) => dataset.name);
        expect('nothing at first', shown.size, 0);
        await scroll(9000);
        expect('those out of sight', before.filter((name) => !shown.has(name)), []);
        const visible = cells().map(({ dataset }) => dataset.name);
        shown.clear();
        feed.close();
        expect('the others, at the end', visible.filter((name) => !shown.has(name)), []);
        return noted();""")
    check("feed_service: a node that shows its element no more is told", found)


def wrongs(browser, check):
    """What a feed is given wrongly is named: no message is an engine's own. tests/package/wrongArguments.test.js has all else."""
    found = browser.run("""
        const engineWords = /is not a function|Cannot (read|destructure|convert|use|set)|is not iterable|not iterable|is (undefined|null)$|can't access|is not an object|undefined is not|null is not/;
        const wrongs = [undefined, null, {}, 'x', 3, true, [], [null], [3], () => 3];
        const asText = (value) => (typeof value === 'function' ? 'a function' : JSON.stringify(value) ?? 'undefined');
        const found = [];
        const call = async (what, act) => {
          try {
            // What waits when nothing is under way waits for ever.
            await Promise.race([act(), rest()]);
          } catch (error) {
            if (engineWords.test(error.message)) found.push(`${what}: ${error.message} ${error.stack.split('\\n').slice(0, 3).join()}`);
          }
        };
        const local = await LayoutService.local();
        const [snapshot, options] = keyed(names(20));
        const items = { heights: [50] };
        const shown = async () => {
          const feed = start({ service: local, onError: (error) => call('later', () => { throw error; }) });
          await feed.update(snapshot, options);
          return feed;
        };
        const signal = new AbortController().signal;
        const layout = await local.post(snapshot, { width: 390 });
        const functions = {
          update: [snapshot, { keys: options.keys, anchor: 'first', endThreshold: 3, signal }],
          insert: [0, items, { keys: ['new'], section: 0, anchor: 'first', signal }],
          remove: [['k1'], { section: 0, anchor: 'first', signal }], show: [layout, { keys: options.keys }], whenWhole: [{ signal }],
          restore: [{ offset: 0, lead: 3, key: 'k3' }], find: ['k1', { text: ({ key }) => key, signal }], scrollTo: [{ key: 'k3' }, { alignment: 'start', behavior: 'instant' }],
          preparePrint: [{ signal }],
        };
        const isFunction = (name) => typeof Object.getOwnPropertyDescriptor(Feed.prototype, name).value === 'function';
        const others = ['constructor', 'addEventListener', 'refill', 'close'];
        expect('functions', Object.getOwnPropertyNames(Feed.prototype).filter((name) => isFunction(name) && !others.includes(name)).sort(),
          Object.keys(functions).sort());
        for (const [name, right] of Object.entries(functions)) {
          for (const [place, value] of right.entries()) {
            for (const wrong of wrongs) {
              const feed = await shown();
              await call(`${name}, argument ${place} ${asText(wrong)}`, () => feed[name](...right.with(place, wrong)));
            }
            if (Object.getPrototypeOf(value) !== Object.prototype) continue;
            for (const member of Object.keys(value)) {
              for (const wrong of wrongs) {
                const feed = await shown();
                await call(`${name}, argument ${place}.${member} ${asText(wrong)}`, () => feed[name](...right.with(place, { ...value, [member]: wrong })));
              }
            }
          }
        }
        for (const name of ['service', 'node', 'label', 'content', 'overscan', 'pageLength', 'inset', 'reach', 'stickToEnd', 'measures', 'onError']) {
          for (const wrong of wrongs) {
            await call(`Feed, ${name} ${asText(wrong)}`, async () => {
              const feed = start({ service: local, [name]: wrong });
              await feed.update(snapshot, options);
            });
          }
        }
        // Without a service, and with a node that returns nothing.
        const messages = [];
        await start({ service: undefined }).update(snapshot, options).catch(({ message }) => messages.push(message));
        await start({ service: local, node: () => {} }).update(snapshot, options).catch(({ message }) => messages.push(message));
        feed.close();
        expect('messages', messages, ['The feed has no service: an update needs one, as an option', 'node returns undefined for cell 0: not an element']);
        errors.splice(0).forEach((error) => { if (engineWords.test(error)) found.push(`nobody catches ${error}`); });
        return [...found, ...noted()];""")
    browser.console()
    check("feed_service: what a feed is given wrongly is named", found)


def policed(browser, address, check):
    """A policy that forbids inline styles and scripts forbids nothing that a feed does."""
    policy = "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'"
    browser.open(f"{address}&{urllib.parse.urlencode({'policy': policy})}")
    browser.wait("globalThis.start")
    name = "feed_service: a feed violates no policy of style-src 'self'"
    found = browser.run("""
        start({ service: await LayoutService.local(), measures: 'extent' });
        const list = names(300);
        for (const [place, name] of list.entries()) texts.set(name, `${name} `.repeat(place % 9 * 20 + 1));
        const [snapshot, options] = keyed(list);
        const items = { count: 300, height: 30, estimated: true };
        await feed.update({ ...snapshot, sections: snapshot.sections.map((section) => ({ ...section, items })) }, options);
        await rest();
        await scroll(3000);
        await feed.remove(Object.keys(places()).slice(0, 2));
        await rest();
        await scroll(0);
        const headers = document.querySelectorAll('h2').length;
        const heights = new Set(cells().map((cell) => cell.offsetHeight)).size;
        feed.close();
        await rest();
        return [...errors.splice(0), ...(headers > 0 && heights > 1 ? [] : [`${headers} headers, ${heights} heights`])];""")
    check(name, [*found, *browser.console()])
    # The policy is in force.
    found = browser.run("""
        document.createElement('div').setAttribute('style', 'color: red');
        await rest();
        return errors.splice(0);""")
    browser.console()
    check(f"{name}: one that sets the attribute does", [] if len(found) == 1 and "style-src" in found[0] else [f"{found}"])


def test(browser, service, check):
    with feeds(browser, service, check, "feed_service") as own:
        browser.run(f"globalThis.address = {own.url!r};" + FAILING)
        asks(browser, own, check)
        turns(browser, check)
        leaves(browser, check)
        edits(browser, check)
        sources(browser, check)
        removes(browser, check)
        wrongs(browser, check)
        policed(browser, browser.run("return location.href"), check)
