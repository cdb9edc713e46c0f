"""The endless list that README of the client shows, bundled by esbuild, webpack and rollup as it says there, opened in a page. And
its recipe for heights of texts, with what stands in for the library.
"""

import functools
import json
import re
import shutil
import subprocess
import tempfile
import urllib.parse
from pathlib import Path

from lib import BUILD, ROOT, bundles
from lib.browser.files import CLIENT, Files

from ..feeds import react

README = CLIENT / "README.md"
# Of node, where Debian has packages of it, and where script/bootstrap --all unpacks those that want Debian's node.
MODULES = (BUILD / "bundlers/usr/share/nodejs", react.NODE)
COUNT = 25


def pieces():
    """The example and the recipe."""
    return re.findall(r"```jsx\n(.*?)```", README.read_text(), re.S)


def project(folder):
    """A folder as npm makes it, with the example. That has no JSX for those who know none without more plugins."""
    modules = folder / "node_modules"
    modules.mkdir()
    (modules / "layoutd-client").symlink_to(CLIENT)
    for name in ("react", "react-dom", "scheduler"):
        (modules / name).symlink_to(react.NODE / name)
    (folder / "app.jsx").write_text(pieces()[0])
    subprocess.run(["esbuild", "app.jsx", "--jsx=automatic", "--outfile=app.js"], cwd=folder, check=True, capture_output=True)


def esbuild(folder):
    for line in re.search(r"```sh\n(esbuild .*?)```", README.read_text(), re.S)[1].splitlines():
        # The folder is a link here.
        subprocess.run(["sh", "-c", line.replace("cp -r", "cp -rL") + (" --preserve-symlinks" if line.startswith("esbuild") else "")],
                       cwd=folder, check=True, capture_output=True)
    return "app.js"


def by_node(script, folder):
    run = subprocess.run(["node", CLIENT / f"tests/react/{script}", *MODULES], cwd=folder, capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"{script}: {run.stdout[-1500:]}{run.stderr[-1500:]}")
    return "app.js"


def webpack(folder):
    return by_node("webpack.cjs", folder)


def rollup(folder):
    shutil.copytree(CLIENT / "module", folder / "dist/module")
    return by_node("rollup.cjs", folder)


class Posts(Files):
    """A folder, and posts, so many at a time."""

    def __init__(self, folder):
        super().__init__(folder)
        self.RequestHandlerClass = functools.partial(Posts.Handler, directory=folder)

    class Handler(Files.Handler):
        def do_GET(self):
            address = urllib.parse.urlsplit(self.path)
            if address.path != "/posts.json":
                super().do_GET()
                return
            first = int(urllib.parse.parse_qs(address.query)["from"][0])
            posts = [{"id": number, "title": f"Post {number}", "text": "word " * (number * 7919 % 61)} for number in range(first, first + COUNT)]
            body = json.dumps(posts).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)


def bundled(browser, check, bundle):
    with tempfile.TemporaryDirectory(prefix="layoutd-bundler-") as name:
        folder = Path(name)
        project(folder)
        entry = bundle(folder)
        (folder / "dist/index.html").write_text(
            f'<!doctype html><meta charset="utf-8"><div id="root"></div><script type="module" src="assets/{entry}"></script>')
        with Posts(folder / "dist") as files:
            browser.open(f"{files.url}/index.html")
            browser.wait("document.querySelectorAll('[role=listitem] h2').length > 3")
            found = browser.run("""
                const scroller = document.querySelector('#root > div');
                while (scroller.scrollTop < 9000) {
                  scroller.scrollTop += 200;
                  const { scrollHeight } = scroller;
                  // At the end, more comes.
                  do await new Promise(requestAnimationFrame);
                  while (scroller.scrollTop + scroller.clientHeight > scrollHeight - 200 && scroller.scrollHeight === scrollHeight);
                }
                const [cell] = document.querySelectorAll('[role=listitem]');
                return [Number(cell.ariaSetSize) >= 75, Number(cell.ariaPosInSet) > 20];""")
            check(f"bundlers: {bundle.__name__}", [] if found == [True, True] else [f"{found}"])
            check(f"bundlers: {bundle.__name__}: no message in the browser's log", browser.console())


def recipe(browser, check):
    """Heights that are computed of texts are those which the texts have, at each width, and nothing is measured in the page."""
    with react.pages(**{"recipe.js": pieces()[1].replace("'@chenglou/pretext'", "'/client/tests/react/pretext.js'")}) as url:
        browser.view(390, 844)
        browser.open(f"{url}/production.min.html?service=none")
        browser.wait("globalThis.isReady")
        found = browser.run("""
            const { heightOf } = await import('/recipe.js');
            const style = { padding: 16, font: '16px/24px Inter', boxSizing: 'border-box', overflowWrap: 'break-word' };
            await start({ items: posts(5000), headers: undefined, estimate: undefined, size: heightOf,
              render: ({ id, text }) => React.createElement('p', { 'data-name': id, style }, text) });
            globalThis.wrong = () => [...document.querySelectorAll('[data-name]')].flatMap((node) => {
              const [own, cell] = [node.getBoundingClientRect().height, node.parentElement.getBoundingClientRect().height];
              return Math.abs(own - cell) < 0.1 ? [] : [`${node.dataset.name}: ${own} in ${cell}`];
            });
            const found = wrong();
            for (const key of ['k700', 'k4000']) {
              await feed.scrollTo({ key });
              found.push(...wrong());
            }
            return [...found, ...gaps(), ...(feed.layout.snapshot.estimatedCount === 0 ? [] : ['something was estimated'])];""")
        browser.view(700, 844)
        browser.wait("feed.layout.containerExtent === 700")
        check("bundlers: the recipe of README for heights of texts", found + browser.run("await rest(); return [...wrong(), ...said, ...errors]"))


def test(browser, service, check):
    missing = [name for folder, name in ((react.NODE, "react-dom"), (MODULES[0], "webpack"), (MODULES[0], "@rollup/plugin-commonjs"))
               if not (folder / name).is_dir()]
    if missing or not shutil.which("esbuild") or not shutil.which("rollup"):
        print(f"bundlers: left out, since there is no {' and no '.join(missing) or 'bundler'}; script/bootstrap --all installs them")
        return
    subprocess.run([ROOT / "script/wasm"], check=True)
    bundles.update()
    example, computed = pieces()
    check("bundlers: the list of README has at most 25 lines, its recipe 20",
          [] if example.count("\n") <= 25 and computed.count("\n") <= 20 else [f"{example}{computed}"])
    browser.view(390, 844)
    for bundle in (esbuild, webpack, rollup):
        bundled(browser, check, bundle)
    recipe(browser, check)
