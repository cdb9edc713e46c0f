"""Feeds without a service while the module that lays out is being loaded: the first rows of a column are there without it, and
when it comes nothing moves."""

from lib.browser.files import Files

from . import react

ITEMS = "feed.items = posts(0, 300);"
PINNED = "feed.headers = [{ height: 44, pin: true, render: title('Posts') }];"
SHOWN = "await until(() => named().size > 0); await waiting();"
# What rows have that is to stay as it is.
KEPT = {
    "a video that plays": "await plays(rows[2]);",
    "<details> that are open": "await opens(rows[2]);",
    "a selection": "selects(rows[2], rows[4]);",
}
IN_FRONT = "feed.items = [...posts(1000, 5), ...posts(0, 300)]; await waiting();"
# What a page sets, and what it does once rows are there, if they are.
CASES = {
    "from the start": ITEMS + SHOWN,
    "from the end": "feed.stickToEnd = true;" + ITEMS + SHOWN,
    "few": "feed.items = posts(0, 4);" + SHOWN,
    "with given sizes": "feed.size = 50;" + ITEMS + SHOWN,
    "with headers": "feed.headers = [{ height: 44, render: title('Posts') }];" + ITEMS + SHOWN,
    "with headers that are measured":
        "feed.headers = [{ height: 44, estimated: true, render: title('A title '.repeat(60)) }];" + ITEMS + SHOWN,
    "with a pinned header": PINNED + ITEMS + SHOWN,
    "with a pinned header, scrolled": PINNED + ITEMS + SHOWN + "feed.scrollTop = 500; await waiting();",
    "with pinned headers in sections": """
        feed.sections = [0, 1, 2].map((number) => ({ id: `s${number}`, items: posts(100 * number, 12),
          headers: [{ height: 30, pin: true, render: title(`Day ${number}`) }, { height: 20, render: title('Some') }] }));""" + SHOWN + """
        feed.scrollTop = 690; await waiting(); feed.scrollTop = 640; await waiting();""",
    "from the end, with a pinned header": "feed.stickToEnd = true;" + PINNED + ITEMS + SHOWN,
    "with spaces": "feed.metrics = { minimumLineSpacing: 7, sectionInset: { top: 20, left: 10, bottom: 5, right: 30 } };" + ITEMS + SHOWN,
    "in sections": """
        feed.sections = [{ id: 'a', items: posts(0, 5), footers: [{ height: 30, render: title('The end') }] },
          { id: 'b', items: posts(100, 40), headers: [{ height: 44, render: title('More') }] }];""" + SHOWN,
    "scrolled": ITEMS + SHOWN + "feed.scrollTop = 900; await waiting(); feed.scrollTop = 1300; await waiting();",
    "in the window": "document.querySelector('p').remove(); feed.window = true; feed.style.height = '';" + ITEMS + SHOWN,
    "as empty, then with items": "feed.items = []; await waiting();" + ITEMS + SHOWN,
    "with items that came in front": ITEMS + SHOWN + "feed.scrollTop = 400; await waiting();" + IN_FRONT,
    "with items that went": ITEMS + SHOWN + "feed.scrollTop = 400; await waiting(); feed.items = posts(5, 295); await waiting();",
    "made narrower": ITEMS + SHOWN + "feed.style.width = '250px'; await waiting();",
    "with the focus": ITEMS + SHOWN + "const { 7: row } = [...named().values()]; row.tabIndex = 0; row.focus();",
    "with rows that grow": ITEMS + SHOWN + """
        feed.scrollTop = 300; await waiting();
        for (const node of named().values()) node.append(Object.assign(document.createElement('p'), { textContent: 'late' }));
        await waiting(); await waiting();""",
    "at its place": """
        sessionStorage.setItem('layoutd-feed first', '{}');
        feed.remember = 'first';""" + ITEMS + SHOWN,
    **{f"with {name}": f"{ITEMS}{SHOWN}const rows = [...named().values()]; {script} await waiting();" for name, script in KEPT.items()},
    **{f"with {name}, and items that came in front": f"{ITEMS}{SHOWN}const rows = [...named().values()]; {script} await waiting();{IN_FRONT}"
       for name, script in KEPT.items()},
}
# Modules that have not come in time: whether what the next update does is right, and what becomes of the rows.
LATE = {
    "comes late": "return [told, asked === 1, await takenOver()];",
    "comes late, and another update came meanwhile": "const { release: before } = globalThis; hold();" + IN_FRONT + """
        await until(() => asked > 1);
        globalThis.release = before;
        return [told, asked === 2 && cached.join() === 'default,reload', await takenOver()];""",
    "never comes, and does when it is asked for once more": "hold();" + IN_FRONT + """
        await until(() => asked > 1);
        const count = end();
        await until(() => errors.length > 0);
        const again = errors.splice(0).length;
        hold();
        feed.items = posts(5, 295);
        await until(() => asked > 2);
        await waiting();
        return [told, count === 1 && again === 1 && asked === 3, await takenOver()];""",
}
# Those that wait for the module.
WAITING = {
    "of two columns": "feed.engine = 'waterfall';" + ITEMS + "await waiting();",
    "with separators": "feed.metrics = { separatorColor: 'red' };" + ITEMS + "await waiting();",
    "with what a server rendered": """
        const made = Object.assign(document.createElement('layoutd-feed'), {
          innerHTML: '<div data-content><article data-key="0">0</article></div>', render: feed.render });
        made.style.height = '700px';
        feed.replaceWith(made);
        globalThis.feed = made;""" + ITEMS + "await waiting();",
}


def elements(browser, url, check):
    for name, script in CASES.items():
        browser.open(f"{url}/tests/element/first.html")
        browser.wait("globalThis.viewport")
        found = browser.run(script + """
            const found = seen().length === 0 ? ['no row is there'] : viewport() ? ['the module is there'] : [];
            return [...found, ...await takenOver()];""")
        check(f"first: a feed {name}", found)
    for name, script in WAITING.items():
        browser.open(f"{url}/tests/element/first.html")
        browser.wait("globalThis.viewport")
        found = browser.run(script + """
            const { size } = named();
            release();
            await until(viewport);
            return [size, named().size, errors];""")
        check(f"first: a feed {name} waits", [] if found[0] <= 1 < found[1] and not found[2] else [f"{found}"])


def ends(browser, url, check):
    """A page that loads more at an end does so before the module is there; an end that is not there is not told."""
    browser.open(f"{url}/tests/element/first.html")
    browser.wait("globalThis.viewport")
    found = browser.run("""
        feed.items = posts(0, 3);
        await until(() => ends.length > 1);
        const found = [[...ends].sort().join()];
        feed.items = posts(0, 300);
        ends.length = 0;
        await until(() => named().size > 10);
        feed.scrollTop = 400;
        await waiting();
        feed.scrollTop = feed.scrollHeight;
        await waiting();
        return [...found, ends.includes('endreached'), viewport() === null];""")
    check("first: the ends of a list", [] if found == ["endreached,startreached", False, True] else [f"{found}"])


def fails(browser, url, check):
    """Without the module the rows stay, and the error is told."""
    browser.open(f"{url}/tests/element/first.html")
    browser.wait("globalThis.viewport")
    found = browser.run(ITEMS + SHOWN + """
        const { size } = named();
        fail(new TypeError('no network'));
        await until(() => errors.length > 0);
        await waiting();
        return [size > 10 && named().size === size, errors.length, errors[0].includes('no network')];""")
    check("first: a module that does not come", [] if found == [True, 1, True] else [f"{found}"])
    browser.console()


def late(browser, url, check):
    """A module that has not come in time is told as one that does not come. The next update asks once more, and takes what comes first."""
    for name, script in LATE.items():
        browser.open(f"{url}/tests/element/first.html")
        browser.wait("globalThis.viewport")
        found = browser.run(ITEMS + SHOWN + """
            const { size } = named();
            const told = [end()];
            await until(() => errors.length > 0);
            await waiting();
            const { name } = await feed.whenWhole().catch((error) => error);
            told.push(size > 10 && named().size === size, viewport() === null, ...errors.splice(0), name);
            """ + script)
        wanted = [[1, True, True, "The module has not come within 20 seconds", "TimeoutError"], True]
        check(f"first: a module that {name}", [*found[2], *([] if found[:2] == wanted else [f"{found[:2]}"])])


def cut(browser, files, check):
    """A module whose transfer ends in the middle is told, and the next update loads it."""
    browser.open(f"{files.url}/tests/element/first.html")
    browser.wait("globalThis.viewport")
    files.cuts = True
    told = browser.run(ITEMS + SHOWN + """
        const { size } = named();
        release();
        await until(() => errors.length > 0);
        await waiting();
        return [size > 10 && named().size === size, viewport() === null, errors.splice(0).length, end()];""")
    files.cuts = False
    found = browser.run("hold();" + IN_FRONT + "return await takenOver();")
    check("first: a module that is cut off", [*found, *([] if told == [True, True, 1, 0] else [f"{told}"])])
    browser.console()


def in_react(browser, check):
    with react.pages() as url:
        for build in ("development", "production.min"):
            browser.open(f"{url}/{build}.html")
            browser.wait("globalThis.isReady")
            found = browser.run("""
                await import('/client/tests/element/held.js');
                globalThis.viewport = () => globalThis.feed?.viewport;
                void start({ items: posts(300), headers: undefined });
                await until(() => named().size > 10);
                await waiting();
                document.querySelector('#root > div').scrollTop = 300;
                await waiting();
                const rows = [...document.querySelectorAll('[data-name]')];
                await plays(rows[4]);
                await opens(rows[5]);
                selects(rows[6], rows[7]);
                await waiting();
                void show({ items: [...posts(5, 'new'), ...posts(300)] });
                await waiting();
                const found = viewport() ? ['the module is there'] : [];
                return [...found, ...await takenOver(), ...said];""")
            check(f"first: in React, {build}", found)
            browser.open(f"{url}/{build}.html")
            browser.wait("globalThis.isReady")
            found = browser.run("""
                await import('/client/tests/element/held.js');
                globalThis.viewport = () => globalThis.feed?.viewport;
                void start({ items: posts(300), headers: undefined, onError: ({ name }) => errors.push(name) });
                await until(() => named().size > 10);
                await waiting();
                const { size } = named();
                end();
                await until(() => errors.length > 0);
                await waiting();
                const told = [named().size === size, viewport() === null, ...errors.splice(0)];
                hold();
                void show({ items: [...posts(5, 'new'), ...posts(300)] });
                await until(() => asked > 1);
                await waiting();
                return [told, await takenOver(), said];""")
            check(f"first: in React, {build}, a module that never comes, and does when it is asked for once more",
                  [*found[1], *found[2], *([] if found[0] == [True, True, "TimeoutError"] else [f"{found[0]}"])])


class Cutting(Files):
    """Ends, as long as `cuts` is set, the connection after the beginning of the module."""

    cuts = False

    class Handler(Files.Handler):
        def copyfile(self, source, outputfile):
            if self.server.cuts and self.path.endswith(".wasm"):
                outputfile.write(source.read(1000))
            else:
                super().copyfile(source, outputfile)


def test(browser, service, check):
    with Cutting() as files:
        browser.view(390, 844)
        elements(browser, files.url, check)
        ends(browser, files.url, check)
        fails(browser, files.url, check)
        late(browser, files.url, check)
        cut(browser, files, check)
    if not react.NODE.joinpath("react-dom").exists():
        return
    in_react(browser, check)
