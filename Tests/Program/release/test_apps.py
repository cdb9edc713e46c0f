"""A backend in node, a page and a React app that have the files of a release, and nothing of the repository: the program, which
lays out, and the npm package."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lib import ROOT
from lib.browser.service import Service
from lib.browser.webdriver import Chromium
from lib.http import Client
from lib.ports import free_port
from lib.wait import eventually

APPS = ROOT / "Tests/Program/release/apps"
# Where Debian has it, with what it needs beside it.
REACT = Path("/usr/share/nodejs/react")
VIEW = (390, 844)
# What is visible: the name of each cell, and where it stands in the window.
CELLS = """
    return [...document.querySelectorAll("article")].map((node) => ({ key: node.textContent, node: node.getBoundingClientRect() }))
      .filter(({ node }) => node.bottom > 1 && node.top < innerHeight - 1)
      .map(({ key, node }) => [key, node.x, node.y, node.width, node.height]);"""


@pytest.fixture(scope="module", autouse=True)
def browsers():
    subprocess.run([ROOT / "script/bootstrap", "--chromium"], check=True)


class Backend:
    """The backend in a folder that has the npm package, with the program of the release."""

    def __init__(self, folder, program):
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.service = Service(program, "--store=memory", "--cors-origins", self.url)
        shutil.copy(APPS / "backend.mjs", folder)
        self.process = subprocess.Popen(
            ["node", "backend.mjs", self.service.url, str(port)], cwd=folder, stdout=subprocess.PIPE, text=True)
        self.line = self.process.stdout.readline()
        self.client = Client(("127.0.0.1", port), timeout=60)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.client.close()
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.service.__exit__(*exception)

    def posts(self, method="GET"):
        return self.client.request(method, "/posts").json()["posts"]

    def frames(self, y):
        """What the service says is visible there, as CELLS has it."""
        width, height = VIEW
        layout = self.service.get("/v1/documents/posts")["layout"]
        found = self.service.get(f"/v1/layouts/{layout}/elements?width={width}&rect=0,{y},{width},{height}")["elements"]
        posts = self.posts()
        frames = [(posts[element["item"]]["key"], element["frame"]) for element in found]
        return {key: [frame["x"], frame["y"] - y, frame["width"], frame["height"]] for key, frame in frames}


@pytest.fixture
def backend(installed, own):
    with Backend(installed, own / "layoutd") as backend:
        assert backend.line.startswith("listens"), backend.line
        yield backend


def differences(seen, expected):
    """Which cells stand elsewhere; one that sticks out by a point may be missing."""
    seen = {key: frame for key, *frame in seen}
    return [f"{key}: {seen.get(key)}, not {frame}" for key, frame in expected.items()
            if 1 < frame[1] + frame[3] and frame[1] < VIEW[1] - 1
            and (key not in seen or max(abs(one - other) for one, other in zip(seen[key], frame)) > 0.1)]


def test_backend(backend, facts):
    facts.equal("its posts", len(backend.posts()), 20_000)
    facts.equal("after another one", [post["key"] for post in backend.posts("POST")[:2]], ["post 20000", "post 0"])
    document = backend.service.get("/v1/documents/posts")
    facts.equal("the document's revision", document["revision"], 2)
    facts.equal("its items", backend.service.get(f"/v1/layouts/{document['layout']}?width=390")["itemCount"], 20_001)


def look(browser, backend, facts, post):
    """A page shows what the service says, also far below; and what is visible stays where it is while a post comes in above."""
    for y in (0, 50_000):
        browser.run("scrollTo(0, arguments[0])", y)
        expected = backend.frames(y)
        eventually(lambda: not differences(browser.run(CELLS), expected), 20)
        before = browser.run(CELLS)
        facts.no(f"what it shows at {y}", differences(before, expected))
    count = len(backend.posts())
    post()
    browser.wait("document.querySelector('[aria-setsize]').ariaSetSize === arguments[0]", str(count + 1))
    after = {key: frame for key, *frame in browser.run(CELLS)}
    facts.no("what has moved", differences(before, after))
    facts.at_least("cells that were compared", len(after), 5)
    facts.no("the browser's log", browser.console())


def test_page(installed, backend, facts):
    shutil.copy(APPS / "page.html", installed)
    with Chromium() as browser:
        browser.view(*VIEW)
        browser.open(f"{backend.url}/page.html")
        look(browser, backend, facts, lambda: backend.posts("POST"))


@pytest.mark.skipif(not REACT.is_dir(), reason="React is missing; run script/bootstrap --all")
def test_react(installed, backend, facts):
    """The app is bundled as README of the package says, with Debian's React."""
    for name in ("react.html", "app.jsx"):
        shutil.copy(APPS / name, installed)
    readme = (installed / "node_modules/layoutd-client/README.md").read_text()
    [commands] = re.findall(r"^```sh\n(esbuild .*?)^```$", readme, re.MULTILINE | re.DOTALL)
    subprocess.run(["bash", "-euc", commands], check=True, cwd=installed, env=os.environ | {"NODE_PATH": str(REACT.parent)})
    with Chromium() as browser:
        browser.view(*VIEW)
        browser.open(f"{backend.url}/react.html")
        browser.wait("document.querySelector('[aria-setsize]')")
        look(browser, backend, facts, lambda: browser.click("button"))
