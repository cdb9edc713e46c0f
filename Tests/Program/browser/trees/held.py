"""A source that is held in a page and shown by a feed: segments slide, headers stay where they are, placeholders end where the screen
does, upright and turned; and cells between margins."""

import re

from lib.browser.files import CLIENT

from ..feeds.feed import STILL, feeds

HELPERS = """
    globalThis.local = await LayoutService.local();
    /** A node that says what it shows by its `data`. */
    globalThis.named = (element, reused) => {
      const made = reused ?? document.createElement(element.kind === 'cell' ? 'div' : 'h2');
      const { kind, section, item, index, data } = element;
      made.dataset.name = data ?? `${kind}/${section}/${item ?? index}`;
      made.dataset.kind = kind;
      return made;
    };
    /** The page: a title that scrolls away, segments that stay, and three segments, the last of which waits for two parts. */
    globalThis.page = (title = true) => ({
      engine: 'column', ...(title && { globalHeaders: [{ height: 100, data: 'title' }] }),
      source: { id: 'page', selected: 0, headers: [{ height: 44, pin: true, data: 'segments' }], children: [
        { id: 'rows', items: { count: 24, height: 50 } }, { id: 'one', items: [{ height: 733 }] },
        { id: 'reviews', placeholder: { data: 'wait' }, children: [{ id: 'ratings', state: 'initial' }, { id: 'texts', state: 'initial' }] },
      ] },
    });
    /** Shows a snapshot in a new feed. `bar` is the height of a bar over the start of the scroller. */
    globalThis.show = async (snapshot, options = {}, bar = 0) => {
      const inset = { top: bar, left: 0, bottom: 0, right: 0 };
      start({ node: named, inset, ...options });
      if (bar > 0) {
        const over = document.createElement('nav');
        over.style = `position: sticky; top: 0; height: ${bar}px; z-index: 1`;
        scroller().prepend(over);
      }
      globalThis.sets = [];
      globalThis.tree = null;
      await feed.update(snapshot);
      feed.viewport.addEventListener('layout', ({ steps }) => {
        for (const { set } of steps ?? []) if (set) sets.push(set.minimumContentLength);
      });
      globalThis.tree = new SourceTree(feed, snapshot);
      await rest();
    };
    /** Until the content has a least length, and is not given another one. */
    globalThis.filled = async (length) => {
      await until(() => sets.at(-1) === length);
      await rest();
      return sets.at(-1) === length ? [] : [`${JSON.stringify(sets)} does not end with ${length}`];
    };"""

SERVICES = (("the service", "service"), ("the module", "local"))


def slides(browser, check, name, service):
    """Another segment begins at its start, and not where the old one was left."""
    # WebKitGTK has no narrower window than 334 points.
    browser.view(340, 568)
    found = browser.run(f"""
        await show({{ engine: 'column', source: {{ id: 'page', selected: 0, children: [
          {{ id: 'rows', items: {{ count: 20, height: 50 }} }}, {{ id: 'one', items: [{{ height: 733 }}] }}] }} }}, {{ service: {service} }});
        await scroll(432);
        const before = feed.viewport.bounds.y;
        const {{ bounds, transition }} = await tree.select('page', 1, {{ transition: true }});
        await rest();
        const sides = transition.map(({{ initial, final }}) => [initial.frame.x, final.frame.x]);
        return [before, bounds.y, scroller().scrollTop, feed.viewport.bounds.y, sides.some(([, x]) => x === -340), sides.some(([x]) => x === 340)];""")
    check(f"held: a segment begins at its start, laid out by {name}", [] if found == [432, 0, 0, 0, True, True] else [f"{found}"])


def stays(browser, check, name, service):
    """The segments stay where they are in each frame, while what is below them is another list, waits, and has come."""
    for bar in (0, 64):
        found = browser.run(f"""
            await show(page(), {{ service: {service}, fills: true }}, {bar});
            const length = innerHeight - {bar};
            const problems = await filled(length);
            await scroll(100 + {bar} + 84);
            problems.push(...await filled(length + 100));
            const top = rectOf('segments').top;
            watch(() => rectOf('segments')?.top);
            await tree.select('page', 1);
            await rest();
            await tree.select('page', 2);
            for (const id of tree.load()) await tree.set(id, {{ state: 'loading' }});
            await rest();
            const waiting = [rectOf('segments').top, rectOf('wait')?.top, rectOf('wait')?.bottom];
            await tree.set('ratings', {{ state: 'loaded', items: 1 }});
            await tree.set('texts', {{ state: 'loaded', items: 40 }});
            await rest();
            const tops = watched();
            return [problems, top, tops.length, tops.filter((one) => !(Math.abs(one - top) <= {STILL})), waiting, innerHeight];""")
        problems, top, frames, moved, waiting, height = found
        expected = [bar, bar + 44, height]
        wrong = [f"{waiting}, not {expected}"] if any(
            place is None or abs(place - right) > 0.5 for place, right in zip(waiting, expected)) else []
        check(f"held: the segments stay below a bar of {bar}, laid out by {name}",
              [*problems, *wrong, *([] if abs(top - bar) <= 0.5 and frames > 3 and not moved else [f"{top} {frames} {moved}"])])


def fills(browser, check, name, service):
    """A placeholder ends where the screen ends, upright and turned, with and without a title; and each length is set once."""
    for title in ("true", "false"):
        browser.view(390, 844)
        problems = browser.run(f"""
            await show(page({title}), {{ service: {service}, fills: true }});
            await tree.select('page', 2);
            for (const id of tree.load()) await tree.set(id, {{ state: 'loading' }});
            return await filled(innerHeight);""")
        for width, height in ((390, 844), (844, 390), (390, 844)):
            browser.view(width, height)
            browser.wait("feed.layout.containerExtent === arguments[0]", width)
            problems += browser.run("return await filled(innerHeight)")
            top, bottom, screen, most = browser.run(
                "const { top, bottom } = rectOf('wait'); return [top, bottom, innerHeight, scroller().scrollHeight]")
            start = 144 if title == "true" else 44
            if abs(top - start) > 0.5 or abs(bottom - screen) > 0.5 or most > screen + 0.5:
                problems.append(f"{width}: {top} to {bottom} of {screen}, {most}")
        sets = browser.run("return sets")
        if any(one == other for one, other in zip(sets, sets[1:])) or len(sets) > 3:
            problems.append(f"{sets}")
        if title == "true":
            # The title scrolls away, and comes back.
            found = browser.run("""
                await tree.select('page', 0);
                await rest();
                const count = sets.length;
                await scroll(300);
                const problems = await filled(innerHeight + 100);
                await scroll(60);
                const between = sets.length;
                await scroll(0);
                problems.push(...await filled(innerHeight));
                await rest();
                return [problems, sets.slice(count), between - count];""")
            problems += found[0] if found[1:] == [[944, 844], 1] else [f"{found}"]
        words = "with" if title == "true" else "without"
        check(f"held: a placeholder ends with the screen, {words} a title, laid out by {name}", problems)


def again(browser, check, name, service):
    """A least length is set in spite of changes of others that fail; and set again if the service could not be reached."""
    waiting = f"""
        const told = [];
        let fails = 0;
        const own = '{service}' === 'local' ? local : new LayoutService(new URLSearchParams(location.search).get('service'), {{
          attempts: 1, fetch: (...given) => ((fails -= 1) >= 0 ? Promise.reject(new TypeError('offline')) : fetch(...given)) }});
        await show(page(), {{ service: own, fills: true, onError: (error) => told.push(error.message) }});
        await tree.select('page', 2);
        for (const id of tree.load()) await tree.set(id, {{ state: 'loading' }});
        const problems = await filled(innerHeight);"""
    problems = browser.run(f"""{waiting}
        const failing = () => feed.viewport.show(async () => {{
          await painted();
          throw new Error('none');
        }}).catch(() => {{}});
        scroller().style.height = '500px';
        const failed = [failing()];
        for (let n = 0; n < 5; n += 1) {{
          await painted();
          failed.push(failing());
        }}
        await Promise.all(failed);
        problems.push(...await filled(500), ...told);
        return problems;""")
    if service != "local":
        problems += browser.run(f"""{waiting}
            fails = 2;
            scroller().style.height = '500px';
            problems.push(...await filled(500));
            if (told.join() !== 'offline' || fails >= 0) problems.push(`${{told}}, ${{fails}}`);
            return problems;""")
    check(f"held: the length is right after others have failed, laid out by {name}", problems)


def returns(browser, check, name, service):
    """Below a bar, the title comes back without a jump; also below one that covers the start of the content, if only part of it can."""
    problems = []
    for covered, tops in ((0, [80, 60, 30, 10]), (64, [30, 10])):
        problems += browser.run(f"""
            await show(page(), {{ service: {service}, fills: true }}, 64);
            document.querySelector('nav').style.marginBottom = '-{covered}px';
            const length = innerHeight - 64;
            await rest();
            await scroll(300);
            const problems = await filled(length + 100);
            await tree.select('page', 2);
            for (const id of tree.load()) await tree.set(id, {{ state: 'loading' }});
            await rest();
            for (const top of {tops}) {{
              await scroll(top);
              await rest();
              if (Math.abs(scroller().scrollTop - top) > 0.5 || sets.at(-1) !== length + 100) problems.push(`${{top}}: ${{scroller().scrollTop}} ${{sets}}`);
            }}
            await scroll(0);
            problems.push(...await filled(length));
            return problems;""")
    check(f"held: the title comes back below a bar, laid out by {name}", problems)
    # The feed says that there is no room for the second bar.
    browser.console()


def sets(browser, check, name, service):
    """A least length that others set, as a step and in two trees, is set right."""
    problems = browser.run(f"""
        await show(page(), {{ service: {service}, fills: true }});
        const problems = await filled(innerHeight);
        const right = () => feed.layout.contentSize.height === innerHeight;
        await tree.select('page', 2);
        for (const id of tree.load()) await tree.set(id, {{ state: 'loading' }});
        await rest();
        for (const change of [
          {{ set: {{ minimumContentLength: 900 }} }},
          {{ from: {{ ...tree.snapshot, minimumContentLength: innerHeight }}, to: {{ ...tree.snapshot, minimumContentLength: 900 }} }},
        ]) {{
          await feed.viewport.change(change);
          await until(right);
          await rest();
        }}
        return problems;""")
    check(f"held: a length that others set is set right, laid out by {name}", problems)


def margins(browser, check, name, service):
    """Cells lie between the margins, headers span the scroller, also when that is turned."""
    browser.view(390, 844)
    problems = browser.run(f"""
        const margins = (width) => (width > 600 ? {{ left: 44, right: 30 }} : {{ left: 20, right: 20 }});
        await show(page(), {{ service: {service}, margins }});
        return [];""")
    for width, height, left, right in ((390, 844, 20, 20), (844, 390, 44, 30), (390, 844, 20, 20)):
        browser.view(width, height)
        browser.wait("feed.layout.containerExtent === arguments[0]", width)
        found = browser.run("""
            await rest();
            return [cells(), ['title', 'segments'].map((name) => document.querySelector(`[data-name="${name}"]`))].map((nodes) => (
              [...new Set(nodes.map((node) => node.getBoundingClientRect()).map(({ left, right }) => `${left} ${right}`))]));""")
        if found != [[f"{left} {width - right}"], [f"0 {width}"]]:
            problems.append(f"{width}: {found}")
    check(f"held: cells lie between margins, laid out by {name}", problems)


def drags(browser, check):
    """A feed that is made as README of the client says moves a cell that is dragged with keys where the node allows it, and the tree
    follows."""
    options = ", ".join(re.findall(r"`((?:movable|onMove): .*tree.*?)`", (CLIENT / "README.md").read_text()))
    found = browser.run("""
        const snapshot = { engine: 'column', source: { id: 'page', children: [
          { id: 'one', items: 3, keys: ['a', 'b', 'c'], movable: true }, { id: 'two', items: 3 }] } };
        await show(snapshot, { service: local, """ + options + """ });
        feed.refill();
        await until(() => cells()[0].hasAttribute('aria-describedby'));
        const press = async (key) => {
          (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
          await rest();
        };
        cells()[0].tabIndex = -1;
        cells()[0].focus();
        for (const key of [' ', 'ArrowDown', ' ']) await press(key);
        const first = tree.node('one').keys;
        // To the node below, which is refused.
        for (const key of [' ', 'ArrowDown', 'ArrowDown', 'ArrowDown', ' ']) await press(key);
        await until(() => feed.layout.snapshot.itemCount === 6);
        await rest();
        await tree.set('two', { items: 4 });
        return [first, tree.node('one').keys, feed.layout.snapshot.itemCount, cells()[3].hasAttribute('aria-describedby')];""")
    check("held: the source follows what a feed moves",
          [] if found == [["b", "a", "c"], ["b", "a", "c"], 7, False] else [f"{found}"])


def keys(browser, check, name, service):
    """A feed with keys has those of the tree after a change of that: cells keep their nodes, and the new one has a key."""
    found = browser.run(f"""
        const snapshot = {{ engine: 'column', source: {{ id: 'page', children: [
          {{ id: 'one', items: {{ count: 3, height: 50 }}, keys: ['a', 'b', 'c'] }}, {{ id: 'two', items: {{ count: 3, height: 50 }}, keys: ['x', 'y', 'z'] }},
        ] }} }};
        const keys = [];
        start({{ node: (element, reused) => {{
          keys.push(element.key);
          return named({{ ...element, data: element.key }}, reused);
        }} }});
        await feed.show(await {service}.post(snapshot, {{ width: feed.content.clientWidth }}), {{ keys: [['a', 'b', 'c'], ['x', 'y', 'z']] }});
        globalThis.tree = new SourceTree(feed, snapshot);
        await rest();
        const node = document.querySelector('[data-name="y"]');
        keys.length = 0;
        await tree.set('two', {{ items: {{ count: 4, height: 50 }}, keys: ['w', 'x', 'y', 'z'] }});
        await rest();
        const names = cells().map(({{ dataset }}) => dataset.name);
        const isKept = node === document.querySelector('[data-name="y"]');
        await tree.set('one', {{ items: 0, keys: undefined }});
        await rest();
        return [names, isKept, keys.includes(undefined), cells().map(({{ dataset }}) => dataset.name), feed.place.key ?? null];""")
    check(f"held: a feed has the keys of the tree, laid out by {name}",
          [] if found == [[*"abcwxyz"], True, False, [*"wxyz"], "w"] else [f"{found}"])


def test(browser, service, check):
    with feeds(browser, service, check, "held", HELPERS):
        for name, where in SERVICES:
            slides(browser, check, name, where)
            browser.view(390, 844)
            stays(browser, check, name, where)
            fills(browser, check, name, where)
            browser.view(390, 844)
            again(browser, check, name, where)
            sets(browser, check, name, where)
            returns(browser, check, name, where)
            margins(browser, check, name, where)
            browser.view(390, 844)
            keys(browser, check, name, where)
        browser.view(390, 844)
        drags(browser, check)
