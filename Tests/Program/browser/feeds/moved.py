"""Feeds that browsers move without a scroll: hidden, taken out of the page and put back, pushed down by what grows above them.
In the next frames what is visible is filled, and where it was."""


from .feed import STILL, feeds

STAGE = """
    /** A feed in a scroller below a header, in a box; or in the window. */
    globalThis.stage = async (options = {}, { isWindow = false, count = 800, from = 6120 } = {}) => {
      globalThis.feed?.close();
      document.body.removeAttribute('style');
      document.body.innerHTML = `<div id=box><header></header>${isWindow ? '<div id=content></div>' : '<main class=scroller></main>'}</div>`;
      globalThis.box = document.querySelector('#box');
      globalThis.header = document.querySelector('header');
      const target = isWindow ? window : document.querySelector('main');
      const content = isWindow ? { content: document.querySelector('#content') } : {};
      globalThis.told = [];
      globalThis.feed = new Feed(target, { service, node, ...content, ...options });
      for (const name of ['startreached', 'endreached', 'scroll']) feed.addEventListener(name, () => told.push(name));
      globalThis.list = names(count);
      await feed.update(...keyed(list));
      if (from) await scroll(from);
      told.length = 0;
    };
    globalThis.update = (change, options = {}) => {
      list = change(list);
      const [snapshot, keys] = keyed(list);
      return feed.update(snapshot, { ...keys, ...options });
    };
    globalThis.hide = async () => { box.style.display = 'none'; await frames(2); };
    globalThis.show = async () => { box.style.display = ''; await frames(3); };
    /** How much of the visible part of the content has nothing in it, in points of the screen. */
    globalThis.blank = (area = feed.content.parentElement.closest('main')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }) => {
      const content = feed.content.getBoundingClientRect();
      const [low, high] = [Math.max(area.top, content.top, 0), Math.min(area.bottom, content.bottom, innerHeight)];
      return [...feed.content.querySelectorAll('[role=listitem], h2')].reduce((left, cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return left - Math.max(0, Math.min(bottom, high) - Math.max(top, low));
      }, Math.max(0, high - low));
    };
    /** The distance of the last cell from the lower edge. */
    globalThis.end = () => globalThis.cells().at(-1).getBoundingClientRect().bottom - innerHeight;"""


def same(before, after, least=5):
    """What has not stayed where it was, of what is visible before and after."""
    shared = before.keys() & after.keys()
    found = [f"{name}: {before[name]} {after[name]}" for name in shared if abs(after[name] - before[name]) > STILL]
    return found if len(shared) >= least else [*found, f"{len(shared)} of {len(before)} and {len(after)} are the same"]


def still(browser, check, name, script, *arguments, filled=True):
    """Checks that a script leaves what is visible where it is, and no part of it blank."""
    before, after, blank, place, position = browser.run(f"""
        const before = places();
        {script}
        return [before, places(), blank(), feed.place.lead, feed.place.lead - scroller().scrollTop];""", *arguments)
    check(f"moved: {name}: what was visible is where it was", same(before, after))
    check(f"moved: {name}: no part is blank", [] if blank < 1 else [f"{blank} points, at {place}"])
    return position


def hidden(browser, check):
    """An ancestor is hidden and shown again."""
    for is_window in (False, True):
        where = "in the window" if is_window else "in an element"
        stage = f"await stage({{}}, {{ isWindow: {str(is_window).lower()} }})"
        browser.run(stage)
        still(browser, check, f"hidden and shown {where}", "await hide(); await show();")
        still(browser, check, f"an update while it is hidden {where}", """
            await hide();
            await update((list) => [...names(30, 'new'), ...list]);
            await frames(2);
            await show();""")
        # The window itself is scrolled then.
        if not is_window:
            still(browser, check, "hidden and shown in one task, with an update", """
                box.style.display = 'none';
                document.body.offsetHeight;
                const updating = update((list) => [...names(9, 'more'), ...list]);
                box.style.display = '';
                await updating;
                await frames(3);""")
        still(browser, check, f"hidden {where} right after a scroll", """
            scroller().scrollTop += 2000;
            await frames(2);
            for (const name in before) delete before[name];
            Object.assign(before, places());
            await hide();
            await new Promise((resolve) => setTimeout(resolve, 250));
            await show();
            await rest();""")
        still(browser, check, f"shown {where} after other columns' width", """
            await hide();
            box.style.width = '300px';
            await show();
            await rest();
            box.style.width = '';
            await rest();""")
    found = browser.run("""
        await stage();
        await feed.scrollTo({ key: 'k500' });
        await hide();
        const told = [];
        for (const name of ['startreached', 'endreached']) feed.addEventListener(name, () => told.push(name));
        await update((list) => [...list, 'last']);
        await new Promise((resolve) => setTimeout(resolve, 250));
        const { key } = feed.place;
        await show();
        return [key, feed.place.key, told, blank() < 1];""")
    check("moved: hidden, no end is reached", [] if found == ["k500", "k500", [], True] else [f"{found}"])
    found = browser.run("""
        await stage();
        const place = feed.place;
        await scroll(20_000);
        await hide();
        await feed.restore(place);
        await frames(3);
        await show();
        await rest();
        const restored = [feed.place.lead, scroller().scrollTop, blank() < 1];
        await hide();
        await feed.scrollTo({ key: 'k300' });
        await show();
        await rest();
        return [restored, Math.abs(places().k300 - 40) < 0.05, blank() < 1];""")
    check("moved: a place that is gone to while it is hidden is shown", [] if found == [[6120, 6120, True], True, True] else [f"{found}"])
    found = browser.run("""
        await stage();
        await hide();
        await show();
        const kept = scroller().scrollTop;
        await hide();
        box.style.display = '';
        scroller().scrollTop = 9000;
        await rest();
        const chosen = [scroller().scrollTop, feed.place.lead, blank() < 1];
        await hide();
        box.style.display = '';
        scroller().scrollTop = scroller().scrollHeight;
        await rest();
        return [kept, chosen, feed.isAtEnd, blank() < 1];""")
    check("moved: who scrolls what is shown again scrolls it", [] if found == [6120, [9000, 9000, True], True, True] else [f"{found}"])


def turned(browser, check):
    """A scroll while a layout for another width is on its way is not undone by it."""
    found = browser.run("""
        let pause = 0;
        const slow = new LayoutService(new URLSearchParams(location.search).get('service'), { fetch: async (...parameters) => {
          await new Promise((resolve) => setTimeout(resolve, pause));
          return fetch(...parameters);
        } });
        await stage({ service: slow });
        const found = [];
        for (const [turn, moment] of [100, 250, 500].entries()) {
          pause = 200;
          box.style.width = `${200 + turn * 20}px`;
          await new Promise((resolve) => setTimeout(resolve, moment));
          const to = scroller().scrollTop + 100;
          scroller().scrollTop = to;
          while (feed.layout.containerExtent !== feed.content.clientWidth) await frames(1);
          pause = 0;
          await rest();
          if (Math.abs(scroller().scrollTop - to) > 0.5 || Math.abs(feed.place.lead - to) > 0.5) found.push(`after ${moment} ms: ${scroller().scrollTop}, not ${to}`);
        }
        return found;""")
    check("moved: who scrolls while it is turned stays there", found)


def chats(browser, check):
    """A chat at its end stays there."""
    for is_window in ("false", "true"):
        found = browser.run(f"""
            await stage({{ stickToEnd: true }}, {{ isWindow: {is_window}, count: 60, from: 0 }});
            await rest();
            const found = [];
            const look = (what) => {{
              if (Math.abs(end()) > 0.05 || !feed.isAtEnd || blank() >= 1) found.push(`${{what}}: ${{end()}} ${{feed.isAtEnd}} ${{blank()}}`);
            }};
            look('begun');
            await hide();
            await update((list) => [...list, ...names(5, 'm')]);
            await show();
            look('shown');
            await update((list) => [...list, 'more']);
            await frames(1);
            look('a message');
            box.style.display = 'none';
            await update((list) => [...list, 'two']);
            box.style.display = '';
            await frames(2);
            look('shown at once');
            document.body.append(box);
            await frames(3);
            look('put elsewhere');
            document.body.append(box);
            await update((list) => [...list, 'three']);
            await frames(2);
            look('put elsewhere, and a message');
            header.style.height = '70px';
            await frames(3);
            {'look("a header");' if is_window == 'true' else ''}
            return found;""")
        check(f"moved: a chat stays at its end, window {is_window}", found)


def first(browser, check):
    """Hidden, or closed, while the first layout is on its way."""
    found = browser.run("""
        const slow = { post: async (...parameters) => {
          const layout = await service.post(...parameters);
          await new Promise((resolve) => { globalThis.answer = resolve; });
          return layout;
        } };
        const begin = async () => {
          feed.close();
          document.body.innerHTML = '<div id=box><main class=scroller></main></div>';
          globalThis.box = document.querySelector('#box');
          globalThis.feed = new Feed(document.querySelector('main'), { service: slow, node });
          globalThis.answer = null;
          const updating = feed.update(...keyed(names(500)));
          while (!answer) await new Promise((resolve) => setTimeout(resolve, 5));
          return updating.then(() => 'shown', ({ name }) => name);
        };
        const found = [];
        const run = async (act) => {
          let outcome = 'waits';
          const beginning = begin();
          beginning.then((became) => { outcome = became; });
          while (!globalThis.answer) await new Promise((resolve) => setTimeout(resolve, 5));
          return [beginning, () => outcome];
        };
        for (const way of ['hidden', 'taken out', 'closed', 'taken out and closed']) {
          globalThis.answer = null;
          const [beginning, outcome] = await run();
          if (way === 'hidden') box.style.display = 'none';
          if (way.startsWith('taken out')) box.remove();
          if (way.endsWith('closed')) feed.close();
          answer();
          await new Promise((resolve) => setTimeout(resolve, 60));
          await frames(3);
          const before = outcome();
          if (!way.endsWith('closed')) {
            box.style.display = '';
            document.body.append(box);
          }
          found.push([way, before, await beginning, way.endsWith('closed') || (await frames(2), blank() < 1)]);
        }
        return found;""")
    check("moved: a feed that is hidden at first waits until it is shown", [
        one for one in found if one not in (
            ["hidden", "waits", "shown", True], ["taken out", "waits", "shown", True], ["closed", "AbortError", "AbortError", True],
            ["taken out and closed", "AbortError", "AbortError", True])])


def put_back(browser, check):
    """A scroller that is taken out of the page and put back has forgotten its position."""
    for is_window in ("false", "true"):
        where = "of the window" if is_window == "true" else "of an element"
        browser.run(f"await stage({{}}, {{ isWindow: {is_window} }})")
        still(browser, check, f"the content {where} is appended again", "document.body.append(box); await frames(3);")
        still(browser, check, f"the content {where} is appended again, with an update at once", """
            document.body.append(box);
            await update((list) => [...names(30, 'new'), ...list]);
            await frames(2);""")
        still(browser, check, f"the content {where} is away for a while, and updated", """
            box.remove();
            await frames(3);
            await update((list) => [...names(10, 'late'), ...list]);
            await new Promise((resolve) => setTimeout(resolve, 250));
            document.body.append(box);
            await frames(3);""")
        still(browser, check, f"the content {where} is put elsewhere task by task", """
            box.remove();
            await new Promise((resolve) => setTimeout(resolve));
            document.body.appendChild(document.createElement('section')).append(box);
            await frames(3);""")
    found = browser.run("""
        await stage();
        document.body.append(box);
        const at = scroller().scrollTop;
        scroller().scrollTop = 9000;
        await rest();
        return [at, scroller().scrollTop, feed.place.lead, blank() < 1];""")
    check("moved: who scrolls what was put back scrolls it", [] if found == [6120, 9000, 9000, True] else [f"{found}"])


def pushed(browser, check):
    """What stands above the content grows and shrinks."""
    browser.run("""
        await stage({}, { isWindow: true, from: 0 });
        header.style.height = '120px';
        await scroll(5000);""")
    for height in (3000, 3040, 120, 0, 120.5):
        position = still(browser, check, f"a header above the window's content becomes {height} high", """
            header.style.height = `${arguments[0]}px`;
            await frames(3);""", height)
    for script, name in (("header.innerHTML = '<details open>' + '<p>more</p>'.repeat(40) + '</details>'", "details open"),
                         ("header.querySelector('details').open = false", "details close"),
                         ("header.style.font = '40px serif'", "a font above is another one"),
                         ("scroller().scrollTop += 1; header.style.height = '333px'", "a header grows")):
        still(browser, check, f"{name} while the window is scrolled" if "scrollTop" in script else name,
              f"{script}; await frames(3);" if "scrollTop" not in script else f"""
            scroller().scrollTop += 100;
            await frames(2);
            for (const name in before) delete before[name];
            Object.assign(before, places());
            header.style.height = '333px';
            await new Promise((resolve) => setTimeout(resolve, 250));
            await frames(2);""")
    browser.run("""
        await stage({}, { from: 0 });
        globalThis.banner = document.createElement('aside');
        scroller().prepend(banner);
        banner.style.height = '20px';
        await scroll(7000);""")
    for height in (300, 3000, 20):
        still(browser, check, f"a banner in the scroller becomes {height} high", """
            banner.style.height = `${arguments[0]}px`;
            await frames(3);""", height)
    still(browser, check, "a banner comes into the scroller", """
        const other = document.createElement('aside');
        other.style.height = '1234px';
        scroller().prepend(other);
        await frames(3);""")
    found = browser.run("""
        await stage({}, { isWindow: true, from: 0 });
        header.style.height = '300px';
        await scroll(100);
        header.style.height = '500px';
        await frames(3);
        const pushed = [scrollY, places().k0, feed.place.lead, blank() < 1];
        header.style.height = '5000px';
        await scroll(3000);
        header.style.height = '2000px';
        await frames(4);
        await rest();
        return [pushed, blank() < 1];""")
    check("moved: a header in sight pushes the content on", [] if found == [[100, 440, 0, True], True] else [f"{found}"])


def layers(browser, check):
    """Dialogs, popovers and full screen take the scroller into another layer and back."""
    for element in ("dialog", "popover"):
        browser.run(f"""
            await stage();
            const layer = document.createElement('{'dialog' if element == 'dialog' else 'div'}');
            {"layer.popover = 'manual';" if element == 'popover' else ''}
            Object.assign(scroller().style, {{ width: '390px', height: '500px' }});
            Object.assign(layer.style, {{ padding: 0, border: 0, margin: 0 }});
            layer.append(scroller());
            document.body.append(layer);
            globalThis.open = () => {'layer.showModal()' if element == 'dialog' else 'layer.showPopover()'};
            globalThis.shut = () => {'layer.close()' if element == 'dialog' else 'layer.hidePopover()'};
            await frames(3);
            open();
            await frames(3);""")
        still(browser, check, f"a {element} closes, is updated and opens", """
            shut();
            await frames(3);
            await update((list) => [...names(20, 'new'), ...list]);
            open();
            await frames(3);""")
        still(browser, check, f"a {element} closes and opens in one task", "shut(); open(); await frames(3);")


def follows(browser, check):
    """What is followed, shown or measured while it is hidden."""
    browser.run("""
        await stage();
        globalThis.handle = service.document('moved');
        const { revision } = await handle.put({ engine: 'column', sections: [{ items: { count: 500, height: 60 } }] }, { revision: 'none' });
        const { layout } = await handle.layout(200);
        await feed.show(layout);
        await scroll(9000);
        globalThis.following = handle.follow({ viewport: feed.viewport, revision });
        globalThis.revision = revision;""")
    still(browser, check, "a followed document changes while it is hidden", """
        const above = Math.round(feed.place.lead);
        const tops = () => cells().map((cell) => cell.getBoundingClientRect().top).filter((top) => top > -60 && top < innerHeight);
        const seen = tops()[0];
        await hide();
        await handle.change({ insert: [{ section: 0, item: 0, items: { count: 30, height: 70 } }] }, { revision });
        await following.whenAt(revision + 1);
        await show();
        following.close();
        const there = feed.place.lead === above + 2100 && Math.abs(tops()[0] - seen) < 0.05;
        for (const name in before) delete before[name];
        if (there) Object.assign(before, places());""")
    found = browser.run("""
        const [shown, options] = keyed(names(600, 'other'));
        const layout = await service.post(shown, { width: feed.layout.containerExtent });
        await hide();
        await feed.show(layout, options);
        await frames(2);
        await show();
        return [feed.layout === layout, blank() < 1, Math.abs(scroller().scrollTop - feed.place.lead) < 1];""")
    check("moved: a layout is shown while it is hidden", [] if found == [True, True, True] else [f"{found}"])
    found = browser.run("""
        const local = await LayoutService.local();
        for (const [number, name] of names(900).entries()) texts.set(name, `${name} ` + 'word '.repeat(number * 7919 % 60));
        await stage({ service: local }, { from: 0 });
        const guessed = (list) => [
          { engine: 'column', sections: [{ headers: [{ height: 40, pin: true }], items: { count: list.length, height: 50, estimated: true } }] },
          { keys: list }];
        await feed.update(...guessed(names(800)));
        await scroll(12_000);
        const found = [];
        let before = places();
        const look = (what) => {
          const after = places();
          for (const name in after) if (name in before && Math.abs(before[name] - after[name]) > 0.05) found.push(`${what} ${name} ${before[name]} ${after[name]}`);
          found.push(...faults(), ...(blank() >= 1 ? [`${what}: ${blank()} blank`] : []));
          before = after;
        };
        await hide();
        await show();
        look('shown');
        await hide();
        const above = cells()[0];
        await feed.update(...guessed([...names(50, 'new'), ...names(800)]));
        await frames(3);
        await show();
        look('updated');
        await hide();
        await feed.scrollTo({ key: 'k400' });
        await frames(3);
        box.style.display = '';
        await frames(2);
        found.push(...faults(), ...(blank() >= 1 ? [`measured: ${blank()} blank`] : []));
        texts.clear();
        return found;""")
    check("moved: what is measured when it is shown stands where it was", found)


def test(browser, service, check):
    with feeds(browser, service, check, "moved", STAGE):
        hidden(browser, check)
        turned(browser, check)
        chats(browser, check)
        first(browser, check)
        put_back(browser, check)
        pushed(browser, check)
        layers(browser, check)
        follows(browser, check)
