"""The libraries that are compared, and their pages: a library is a row of LIBRARIES and a file in script/benchmarking/pages."""

import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from lib import ROOT, bundles
from lib.browser.files import CLIENT

from .jumps import PageError

PAGES = ROOT / "script/benchmarking/pages"
# Where Debian has React.
NODE = Path("/usr/share/nodejs")
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="posts.css">
<{root}></{element}>
<script type="module" src="{name}.js"></script>
</html>
"""


@dataclass(frozen=True)
class Library:
    """The source of its page is `name` with the suffix .jsx, or .js where it is without React."""

    name: str
    title: str
    aliases: dict = field(default_factory=dict, hash=False)  # what its page imports -> where that is in its clone
    repository: str | None = None
    package: str = "."  # where the package is in the clone, whose version it has

    def clone(self, folder):
        return folder / self.repository.split("/")[1]

    def version(self, folder):
        if not self.repository:
            return None
        return json.loads((self.clone(folder) / self.package / "package.json").read_text())["version"]

    @property
    def has_react(self):
        return (PAGES / f"{self.name}.jsx").exists()


LIBRARIES = (
    Library("feed", "layoutd's `Feed`"),
    Library("react", "the same in React"),
    Library("tanstack", "TanStack Virtual", {
        "@tanstack/react-virtual": "packages/react-virtual/src/index.tsx",
        "@tanstack/virtual-core": "packages/virtual-core/src/index.ts",
    }, "TanStack/virtual", "packages/react-virtual"),
    Library("virtuoso", "react-virtuoso", {
        "react-virtuoso": "packages/react-virtuoso/src/index.tsx",
    }, "petyosi/react-virtuoso", "packages/react-virtuoso"),
    Library("virtua", "virtua", {"virtua": "src/react/index.ts"}, "inokawa/virtua"),
    Library("legend", "Legend List", {"@legendapp/list/react": "src/react.ts", "@": "src"}, "LegendApp/legend-list"),
)
# The posts without a list, of which the heap is no library's.
ALONE = Library("alone", "posts alone")
# layoutd's packed entries. What is a package of its own for React 17 is React's from 18 on.
ALIASES = {
    "layoutd-client/feed": CLIENT / "bundles/feed.js", "layoutd-client/react": CLIENT / "bundles/react.js",
    "use-sync-external-store/shim": "react",
}


def check(folder, libraries, browsers):
    """Fails where a clone, or what makes or shows the pages, is missing."""
    missing = [f"git clone https://github.com/{each.repository} {each.clone(folder)}" for each in libraries
               if each.repository and not each.clone(folder).is_dir()]
    if missing:
        raise PageError("\n  ".join(["clones of libraries are missing:", *missing]))
    is_there = {"esbuild": shutil.which("esbuild")}
    if "firefox" in browsers:
        is_there["firefox-esr"] = shutil.which("firefox-esr")
    if any(each.has_react for each in libraries):
        is_there |= {name: (NODE / name.removeprefix("node-")).is_dir() for name in ("node-react", "node-react-dom")}
    if absent := [name for name, found in is_there.items() if not found]:
        raise PageError(f"packages are missing: apt-get install {' '.join(absent)}")


def make(folder, libraries, into):
    """Makes the page of each library, and that of ALONE, in a folder of its own: those files that a site has."""
    bundles.update()
    # In place of those of the clones, of which some leave JSX as it is.
    (into / "tsconfig.json").write_text('{"compilerOptions": {"jsx": "react-jsx"}}')
    for library in (*libraries, ALONE):
        assets = into / library.name / "assets"
        assets.mkdir(parents=True)
        aliases = {**ALIASES, **{name: library.clone(folder).resolve() / path for name, path in library.aliases.items()}}
        run = subprocess.run(
            ["esbuild", PAGES / f"{library.name}.js{'x' if library.has_react else ''}", PAGES / "posts.css", "--bundle", "--splitting", "--minify",
             "--format=esm", "--jsx=automatic", "--target=es2022", '--define:process.env.NODE_ENV="production"', f"--outdir={assets}",
             f"--tsconfig={into}/tsconfig.json", "--log-level=error", *(f"--alias:{name}={path}" for name, path in aliases.items())],
            env={**os.environ, "NODE_PATH": f"{NODE}"}, capture_output=True, text=True)
        if run.returncode != 0:
            raise PageError(f"{library.title} cannot be made:\n{run.stderr}")
        element = "div" if library.has_react else "main"
        root = 'div id="root"' if library.has_react else element
        (assets / "page.html").write_text(PAGE.format(name=library.name, title=library.title, root=root, element=element))
        if not library.repository and library != ALONE:
            shutil.copytree(CLIENT / "module", into / library.name / "module")
