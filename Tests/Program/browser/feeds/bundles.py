"""The client's bundles in a page: what they load at once, what they load later, and that a feed shows the same."""

import re
import subprocess

from lib import ROOT, bundles
from lib.browser.files import Files
from lib.browser.service import Service

LOADED = """
    globalThis.loaded = () => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/bundles/') && path.endsWith('.js')).map((path) => path.slice(9));"""
SHOWN = """
    const { Feed, LayoutService } = await import(arguments[0]);
    document.body.innerHTML = '<main style="height: 600px; width: 300px; overflow: auto"></main>';
    const node = ({ key, kind }, reused) => {
      const made = reused ?? document.createElement('div');
      made.textContent = key ?? kind;
      return made;
    };
    const feed = new Feed(document.querySelector('main'), { service: new LayoutService(arguments[1]), node });
    const texts = () => [...document.querySelectorAll('[role=listitem]')]
      .map((cell) => `${cell.textContent} ${Math.round(cell.getBoundingClientRect().top)}`).join();
    const names = Array.from({ length: 200 }, (_, number) => `k${number}`);
    const update = (keys) => feed.update(
      { engine: 'column', sections: [{ items: { heights: keys.map((key) => 40 + key.length) } }] }, { keys });
    await update(names);
    await feed.whenWhole();
    const found = [texts()];
    await feed.scrollTo({ key: 'k90' });
    await feed.whenWhole();
    found.push(texts());
    await update(['new', ...names.slice(5)]);
    await feed.insert(40, 2, { keys: ['one', 'two'] }).then(() => feed.remove(['k60']));
    await feed.whenWhole();
    found.push(texts());
    feed.close();
    return found;"""


SMALL = """
    const { Feed, LayoutService } = await import(arguments[0]);
    globalThis.feed = new Feed(document.body.appendChild(document.createElement('main')), {
      service: new LayoutService(arguments[1]), node: (_, reused) => reused ?? document.createElement('p') });
    Object.assign(feed.content.parentElement.style, { height: '300px', width: '300px', overflow: 'auto' });
    await feed.update({ sections: [{ engine: 'column', items: 3 }] }, { keys: [1, 2, 3] });"""


def sizes(folder, check):
    """README of the client says how large they are, to within 1 %, and in how many files."""
    rows = re.findall(r"^\| `layoutd-client(?:/(\w+))?` .* \| ([\d.]+) \| (\d+) \|$", (bundles.CLIENT / "README.md").read_text(), re.M)
    said = {name or "index": (float(size), int(count)) for name, size, count in rows}
    files = {name: bundles.loaded(folder / f"{name}.js") for name in bundles.ENTRIES}
    found = {name: (bundles.gzipped(paths) / 1000, len(paths)) for name, paths in files.items()}
    wrong = [f"{name} has {size:.1f} kB in {count}" for name, (size, count) in found.items()
             if not abs(said.get(name, (0, 0))[0] / size - 1) < 0.01 or said[name][1] != count]
    check("bundles: README of the client says their sizes", wrong)
    alone = {name: {path.name for path in paths} - {f"{name}.js"} for name, paths in files.items() if name in bundles.FEEDS}
    check("bundles: a feed is one file beside core.js", [f"{name}: {paths}" for name, paths in alone.items() if paths != {"core.js"}])
    # A file of another build would have other short names.
    builds = {name: set(re.findall(r"build_\w+", (folder / f"{name}.js").read_text())) for name in bundles.ENTRIES}
    check("bundles: entries know their build", [] if builds.pop("module") == set() and len(set.union(*builds.values())) == 1 and all(
        builds.values()) else [f"{builds}"])


def classes(browser, url, check):
    """A page that has several of them has each class once."""
    found = browser.run("""
        const all = await Promise.all(['feed', 'index', 'element'].map((name) => import(`${arguments[0]}/bundles/${name}.js`)));
        const names = ['Feed', 'IdChanged', 'Problem', 'Layout', 'LayoutService', 'ScrollSpace'];
        // The last three are not in element.js.
        return names.filter((name, place) => !all[0][name] || all.slice(0, place < 3 ? 3 : 2).some((one) => one[name] !== all[0][name]));""", url)
    check("bundles: classes that are there twice", found)


def element(browser, url, check):
    """The element of the bundle shows its items."""
    browser.run("""
        const { LayoutdFeed } = await import(`${arguments[0]}/bundles/element.js`);
        const feed = Object.assign(new LayoutdFeed(), { size: 40, render: ({ id }, _, reused) => reused ?? Object.assign(document.createElement('p'), { textContent: id }) });
        feed.style.height = '300px';
        document.body.replaceChildren(feed);
        feed.items = Array.from({ length: 50 }, (_, id) => ({ id }));
        globalThis.shown = feed;""", url)
    found = browser.becomes("shown.feed?.layout?.snapshot.itemCount === 50 && document.querySelectorAll('[role=listitem]').length > 7")
    check("bundles: element shows its items", [] if found else [browser.run("return document.body.innerHTML.slice(0, 500)")])


def idle(browser, bundle, url, check):
    """Once a feed is shown, what it needs later is loaded without being used."""
    browser.wait("globalThis.until")
    found = browser.run(SMALL + """
        await until(() => loaded().some((name) => name.startsWith('travel')));
        feed.close();
        return loaded().map((name) => name.split('-')[0]);""", bundle, url)
    check("bundles: what is loaded while nothing else is", [] if {"feedEdits", "snapshotSteps", "travel"} <= {*found} else [f"{found}"])


def missing(browser, folder, bundle, url, check):
    """What cannot be loaded fails what needs it, says so, and is tried again."""
    path = next(folder.glob("feedEdits-*.js"))
    away = path.rename(path.with_suffix(".away"))
    found = browser.run(SMALL + """
        globalThis.inserted = () => feed.insert(1, 1, { keys: [4] }).then(({ layout }) => layout.snapshot.itemCount, ({ name }) => name);
        return await inserted();""", bundle, url)
    away.rename(path)
    found = [found, browser.run("return await inserted()")]
    check("bundles: what cannot be loaded", [] if found == ["TypeError", 4] else [f"{found}"])
    browser.console()  # The failed request is in it.


def test(browser, service, check):
    subprocess.run([ROOT / "script/wasm"], check=True)
    folder = bundles.make()
    sizes(folder, check)
    with Files() as files, Service(service.program, "--cors-origins", files.url) as own:
        browser.view(390, 844)
        browser.open(f"{files.url}/tests/feed/feed.html?service={own.url}")
        expected = browser.run(SHOWN, f"{files.url}/built/index.js", own.url)
        check("bundles: the sources show something", [] if all("k9" in text for text in expected[1:]) else [f"{expected}"])
        classes(browser, files.url, check)
        element(browser, files.url, check)
        for name in ("feed", "index"):
            browser.open(f"{files.url}/tests/feed/feed.html?service={own.url}")
            browser.run(LOADED)
            found = browser.run(SHOWN, f"{files.url}/bundles/{name}.js", own.url)
            check(f"bundles: {name} shows what the sources show", [] if found == expected else [f"{found}, not {expected}"])
            loaded = browser.run("return loaded()")
            at_once = {path.name for path in bundles.loaded(folder / f"{name}.js")}
            first, then = set(loaded[:len(at_once)]), {path.split("-")[0] for path in loaded[len(at_once):]}
            check(f"bundles: what {name} loads first", [] if first == at_once else [f"{first}, not {at_once}"])
            wanted = {"keptPages", "feedEdits", "snapshotSteps", "travel"}
            check(f"bundles: what {name} loads later", [] if wanted <= then else [f"{then}"])
            found = browser.run("""
                const service = await (await import(arguments[0])).LayoutService.local();
                return (await service.post({ sections: [{ engine: 'column', items: 3 }] }, { width: 300 })).contentSize.height;""",
                                f"{files.url}/bundles/{name}.js")
            check(f"bundles: {name} finds the module", [] if found == 132 else [f"{found}"])
        if browser.name == "firefox":
            # It does not try again what it could not load.
            return
        browser.open(f"{files.url}/tests/feed/feed.html?service={own.url}")
        browser.run(LOADED)
        idle(browser, f"{files.url}/bundles/feed.js", own.url, check)
        browser.open(f"{files.url}/tests/feed/feed.html?service={own.url}")
        missing(browser, folder, f"{files.url}/bundles/feed.js", own.url, check)
