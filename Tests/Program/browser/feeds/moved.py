"""Feeds that browsers move without a scroll: hidden, taken out of the page and put back, pushed down by what grows above them.
In the next frames what is visible is filled, and where it was."""

from .feed import differences, feeds

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
    globalThis.update = (change) => feed.update(...keyed(list = change(list)));
    /** Scrolls, until that is told, and does not wait until it has come to rest. */
    globalThis.scrollOn = async (by) => { await scrolls(2, by / 2); };
    globalThis.hide = async () => { box.style.display = 'none'; await rest(); };
    globalThis.show = async () => { box.style.display = ''; await rest(); };
    /** How much of the visible part of the content has nothing in it, in points of the screen. */
    globalThis.blank = (area = feed.content.parentElement.closest('main')?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }) => {
      const content = feed.content.getBoundingClientRect();
      const [low, high] = [Math.max(area.top, content.top, 0), Math.min(area.bottom, content.bottom, innerHeight)];
      return [...feed.content.querySelectorAll('[role=listitem], h2')].reduce((left, cell) => {
        const { top, bottom } = cell.getBoundingClientRect();
        return left - Math.max(0, Math.min(bottom, high) - Math.max(top, low));
      }, Math.max(0, high - low));
    };
    /** Whether a chat is at its end, and no part of it blank. */
    globalThis.isAtEnd = () => near(cells().at(-1).getBoundingClientRect().bottom, innerHeight) === true && feed.isAtEnd && blank() < 1;"""


def still(browser, check, name, script, *arguments):
    """Checks that a script leaves what is visible, or what it says was, where it is, and no part of it blank."""
    before, after, blank, place = browser.run(f"""
        let before = places();
        {script}
        await rest();
        return [before, places(), blank(), feed.place.lead];""", *arguments)
    check(f"moved: {name}: what was visible is where it was", differences(before, after))
    check(f"moved: {name}: no part is blank", [] if blank < 1 else [f"{blank} points, at {place}"])


def hidden(browser, check):
    """An ancestor is hidden and shown again."""
    for is_window in (False, True):
        where = "in the window" if is_window else "in an element"
        browser.run("await stage({}, { isWindow: arguments[0] })", is_window)
        still(browser, check, f"hidden and shown {where}", "await hide(); await show();")
        still(browser, check, f"an update while it is hidden {where}", """
            await hide();
            await update((list) => [...names(30, 'new'), ...list]);
            await show();""")
        # The window itself is scrolled then.
        if not is_window:
            still(browser, check, "hidden and shown in one task, with an update", """
                box.style.display = 'none';
                document.body.offsetHeight;
                const updating = update((list) => [...names(9, 'more'), ...list]);
                box.style.display = '';
                await updating;""")
        still(browser, check, f"hidden {where} right after a scroll", """
            await scrollOn(2000);
            before = places();
            await hide();
            await show();""")
        still(browser, check, f"shown {where} after other columns' width", """
            await hide();
            box.style.width = '300px';
            await show();
            box.style.width = '';""")
    found = browser.run("""
        await stage();
        await feed.scrollTo({ key: 'k500' });
        await hide();
        told.length = 0;
        await update((list) => [...list, 'last']);
        await rest();
        expect('hidden', [feed.place.key, told.filter((name) => name !== 'scroll')], ['k500', []]);
        await show();
        expect('shown', [feed.place.key, told.filter((name) => name !== 'scroll'), blank() < 1], ['k500', [], true]);
        return noted();""")
    check("moved: hidden, no end is reached", found)
    found = browser.run("""
        await stage();
        const place = feed.place;
        await scroll(20_000);
        await hide();
        await feed.restore(place);
        await show();
        expect('restored', [feed.place.lead, scroller().scrollTop, blank() < 1], [6120, 6120, true]);
        await hide();
        await feed.scrollTo({ key: 'k300' });
        await show();
        expect('scrolled', [near(places().k300, 40), blank() < 1], [true, true]);
        return noted();""")
    check("moved: a place that is gone to while it is hidden is shown", found)
    found = browser.run("""
        await stage();
        await hide();
        await show();
        expect('kept', scroller().scrollTop, 6120);
        await hide();
        box.style.display = '';
        await scroll(9000);
        expect('chosen', [scroller().scrollTop, feed.place.lead, blank() < 1], [9000, 9000, true]);
        await hide();
        box.style.display = '';
        await scroll(scroller().scrollHeight);
        expect('the end', [feed.isAtEnd, blank() < 1], [true, true]);
        return noted();""")
    check("moved: who scrolls what is shown again scrolls it", found)


def turned(browser, check):
    """A scroll while a layout for another width is on its way is not undone by it."""
    found = browser.run("""
        let [left, release] = [0, null];
        const slow = new LayoutService(new URLSearchParams(location.search).get('service'), { fetch: async (...parameters) => {
          left -= 1;
          if (left === 0) await new Promise((resolve) => { release = resolve; });
          return await fetch(...parameters);
        } });
        await stage({ service: slow });
        // The scroll is made while the first request waits, while the next one does, and behind all.
        for (const request of [1, 2, 9]) {
          [left, release] = [request, null];
          box.style.width = `${200 + request * 20}px`;
          await until(() => release || feed.layout.containerExtent === feed.content.clientWidth && feed.state === 'whole');
          const to = scroller().scrollTop + 100;
          scroller().scrollTop = to;
          await painted();
          left = 0;
          release?.();
          await rest();
          expect(`request ${request}`, [near(scroller().scrollTop, to, 0.5), near(feed.place.lead, to, 0.5)], [true, true]);
        }
        return noted();""")
    check("moved: who scrolls while it is turned stays there", found)


def chats(browser, check):
    """A chat at its end stays there."""
    for is_window in (False, True):
        found = browser.run("""
            const [isWindow] = arguments;
            await stage({ stickToEnd: true }, { isWindow, count: 60, from: 0 });
            const look = async (what) => {
              await rest();
              expect(what, isAtEnd());
            };
            await look('begun');
            await hide();
            await update((list) => [...list, ...names(5, 'm')]);
            await show();
            await look('shown');
            await update((list) => [...list, 'more']);
            await look('a message');
            box.style.display = 'none';
            await update((list) => [...list, 'two']);
            box.style.display = '';
            await look('shown at once');
            document.body.append(box);
            await look('put elsewhere');
            document.body.append(box);
            await update((list) => [...list, 'three']);
            await look('put elsewhere, and a message');
            header.style.height = '70px';
            if (isWindow) await look('a header');
            return noted();""", is_window)
        check(f"moved: a chat stays at its end, window {is_window}", found)


def first(browser, check):
    """Hidden, or closed, while the first layout is on its way."""
    found = browser.run("""
        const slow = { post: async (...parameters) => {
          const layout = await service.post(...parameters);
          await new Promise((resolve) => { globalThis.answer = resolve; });
          return layout;
        } };
        for (const way of ['hidden', 'taken out', 'closed', 'taken out and closed']) {
          feed.close();
          document.body.innerHTML = '<div id=box><main class=scroller></main></div>';
          globalThis.box = document.querySelector('#box');
          globalThis.feed = new Feed(document.querySelector('main'), { service: slow, node });
          globalThis.answer = null;
          let outcome = 'waits';
          const beginning = feed.update(...keyed(names(500))).then(() => 'shown', ({ name }) => name);
          beginning.then((became) => { outcome = became; });
          await until(() => answer);
          if (way === 'hidden') box.style.display = 'none';
          if (way.startsWith('taken out')) box.remove();
          const isClosed = way.endsWith('closed');
          if (isClosed) feed.close();
          answer();
          await rest();
          expect(`${way} at first`, outcome, isClosed ? 'AbortError' : 'waits');
          if (isClosed) continue;
          box.style.display = '';
          document.body.append(box);
          expect(way, await beginning, 'shown');
          await rest();
          expect(`${way}, blank`, blank() < 1);
        }
        return noted();""")
    check("moved: a feed that is hidden at first waits until it is shown", found)


def sorted_anew(browser, check):
    """A list in another order stays where it was scrolled to, whichever item a diff leaves in its place."""
    for where in ("service", "await LayoutService.local()"):
        browser.run(f"await stage({{ service: {where} }})")
        for order in ("toReversed()", "toSorted((one, other) => (parseInt(one.slice(1)) * 337) % 800 - (parseInt(other.slice(1)) * 337) % 800)"):
            found = browser.run(f"""
                const before = feed.place.lead;
                await update((list) => list.{order});
                await rest();
                return [before, feed.place.lead];""")
            check("moved: a list in another order stays where it was", [] if found[0] == found[1] > 6000 else [f"{order}: {found}"])


def put_back(browser, check):
    """A scroller that is taken out of the page and put back has forgotten its position."""
    for is_window in (False, True):
        where = "of the window" if is_window else "of an element"
        browser.run("await stage({}, { isWindow: arguments[0] })", is_window)
        still(browser, check, f"the content {where} is appended again", "document.body.append(box);")
        still(browser, check, f"the content {where} is appended again, with an update at once", """
            document.body.append(box);
            await update((list) => [...names(30, 'new'), ...list]);""")
        still(browser, check, f"the content {where} is away for a while, and updated", """
            box.remove();
            await rest();
            await update((list) => [...names(10, 'late'), ...list]);
            await rest();
            document.body.append(box);""")
        still(browser, check, f"the content {where} is put elsewhere task by task", """
            box.remove();
            // In the next task, which may be in the same frame.
            await new Promise((resolve) => setTimeout(resolve));
            document.body.appendChild(document.createElement('section')).append(box);""")
    found = browser.run("""
        await stage();
        document.body.append(box);
        const at = scroller().scrollTop;
        await scroll(9000);
        return [at, scroller().scrollTop, feed.place.lead, blank() < 1];""")
    check("moved: who scrolls what was put back scrolls it", [] if found == [6120, 9000, 9000, True] else [f"{found}"])


def pushed(browser, check):
    """What stands above the content grows and shrinks."""
    browser.run("""
        await stage({}, { isWindow: true, from: 0 });
        header.style.height = '120px';
        await scroll(5000);""")
    for height in (3000, 3040, 120, 0, 120.5):
        still(browser, check, f"a header above the window's content becomes {height} high", "header.style.height = `${arguments[0]}px`;", height)
    for script, name in (("header.innerHTML = '<details open>' + '<p>more</p>'.repeat(40) + '</details>';", "details open"),
                         ("header.querySelector('details').open = false;", "details close"),
                         ("header.style.font = '40px serif';", "a font above is another one")):
        still(browser, check, name, script)
    still(browser, check, "a header grows while the window is scrolled", """
        await scrollOn(100);
        before = places();
        header.style.height = '333px';""")
    browser.run("""
        await stage({}, { from: 0 });
        globalThis.banner = document.createElement('aside');
        scroller().prepend(banner);
        banner.style.height = '20px';
        await scroll(7000);""")
    for height in (300, 3000, 20):
        still(browser, check, f"a banner in the scroller becomes {height} high", "banner.style.height = `${arguments[0]}px`;", height)
    still(browser, check, "a banner comes into the scroller", """
        const other = document.createElement('aside');
        other.style.height = '1234px';
        scroller().prepend(other);""")
    found = browser.run("""
        await stage({}, { isWindow: true, from: 0 });
        header.style.height = '300px';
        await scroll(100);
        header.style.height = '500px';
        await rest();
        const pushed = [scrollY, places().k0, feed.place.lead, blank() < 1];
        header.style.height = '5000px';
        await scroll(3000);
        header.style.height = '2000px';
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
            await rest();
            open();
            await rest();""")
        still(browser, check, f"a {element} closes, is updated and opens", """
            shut();
            await rest();
            await update((list) => [...names(20, 'new'), ...list]);
            open();""")
        still(browser, check, f"a {element} closes and opens in one task", "shut(); open();")


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
        before = there ? places() : {};""")
    found = browser.run("""
        const [shown, options] = keyed(names(600, 'other'));
        const layout = await service.post(shown, { width: feed.layout.containerExtent });
        await hide();
        await feed.show(layout, options);
        await show();
        return [feed.layout === layout, blank() < 1, Math.abs(scroller().scrollTop - feed.place.lead) < 1];""")
    check("moved: a layout is shown while it is hidden", [] if found == [True, True, True] else [f"{found}"])
    browser.run("""
        write(names(900));
        await stage({ service: await LayoutService.local() }, { from: 0 });
        await feed.update(...guessed(names(800)));
        await scroll(12_000);""")
    for name, script in (("shown", ""), ("updated", "await feed.update(...guessed([...names(50, 'new'), ...names(800)]));")):
        still(browser, check, f"what is measured is {name} while it is hidden", f"await hide(); {script} await show();")
        check(f"moved: what is measured is {name} while it is hidden: it stands side by side", browser.run("return faults()"))
    found = browser.run("""
        await hide();
        await feed.scrollTo({ key: 'k400' });
        await show();
        texts.clear();
        return [...faults(), ...(blank() < 1 ? [] : [`${blank()} blank`])];""")
    check("moved: what is scrolled to while it is hidden is measured when it is shown", found)


def test(browser, service, check):
    with feeds(browser, service, check, "moved", STAGE):
        hidden(browser, check)
        turned(browser, check)
        chats(browser, check)
        first(browser, check)
        sorted_anew(browser, check)
        put_back(browser, check)
        pushed(browser, check)
        layers(browser, check)
        follows(browser, check)
