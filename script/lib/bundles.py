"""The client's bundles: what pages load of it, minified by esbuild, in files that have what they share once."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import ROOT, transpiled

CLIENT = ROOT / "clients/typescript"
# What browsers of 2022 know, as README of the client says.
OPTIONS = ("--bundle", "--splitting", "--minify", "--format=esm", "--target=es2022", "--chunk-names=[name]-[hash]",
           "--external:*/module/files.js", "--external:react", "--external:react-dom", "--log-level=warning")
# Each has what those before it have, but the element, which defines itself; the last one has feeds in React alone.
ENTRIES = ("service", "feed", "element", "module", "react")
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{1,2}/[^"']+)["']""")
LATER = re.compile(r"\bimport\('(\.{1,2}/[\w./]+\.js)'\)(?!\.[A-Z])")
# Where the module's files are. That is not part of a bundle, since the service has bundles beside the folder `module`. Elsewhere a
# file in `bundles` leads there.
FILES = re.compile(r"\bimport\('(?:\.\./)+module/files\.js'\)")


def update(client=CLIENT):
    """Makes the bundles unless they are newer than their sources, of which script/describe makes one."""
    transpiled.update(client)
    made = client / "bundles/files.h"
    sources = [Path(__file__), *(path for name in ("entries", "source") for path in (client / name).rglob("*"))]
    if not made.exists() or max(path.stat().st_mtime for path in sources) > made.stat().st_mtime:
        make(client)


def make(client=CLIENT):
    """Makes the folder `bundles` of the client's folder anew: for each entry a file that has its name, its declarations, and
    the files that these import, at once or when they are first needed; and a list of them for Sources/CResources. Equal sources
    give equal bytes."""
    if not shutil.which("esbuild"):
        sys.exit("bundles: esbuild is missing; run script/bootstrap --wasm")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name).resolve()
        into = copy / "bundles"
        for folder in ("entries", "source"):
            shutil.copytree(client / folder, copy / folder)
        gather(copy)
        command = ["esbuild", *OPTIONS, f"--outdir={into}", *(f"entries/{entry}.js" for entry in ENTRIES)]
        subprocess.run(command, check=True, cwd=copy)
        listed = [f'  FILE("/client/{name}", JAVASCRIPT, "clients/typescript/bundles/{name}")'
                  for name in sorted(path.name for path in into.glob("*.js"))]
        (into / "files.h").write_text(" \\\n".join(["#define BUNDLES(FILE, MISSING)", *listed]) + "\n")
        (into / "module").mkdir()
        (into / "module/files.js").write_text("export * from '../../module/files.js';\n")
        for entry in ENTRIES:
            shutil.copy(client / f"entries/{entry}.d.ts", into)
        # The service may answer them meanwhile.
        shutil.rmtree(client / "bundles", ignore_errors=True)
        shutil.move(into, client / "bundles")
    return client / "bundles"


def gather(copy):
    """Has each file that is loaded later import all that the first entry has that may load it. That is there anyway; and
    esbuild puts into one file what the same files import, where it would cut that into a dozen."""
    texts = {path: FILES.sub("import('./module/files.js')", path.read_text()) for path in copy.rglob("*.js")}
    closures = []
    for entry in ENTRIES:
        found = [copy / f"entries/{entry}.js"]
        for path in found:
            found += sorted(imported(path, texts) - set(found))
        closures.append((found[0], set(found)))
    loaders = {}
    for path, text in texts.items():
        for later in LATER.findall(text):
            loaders.setdefault((path.parent / later).resolve(), set()).add(path)
    for path in loaders.keys() & texts.keys():
        # What loads it may be loaded later itself.
        above = loaders[path]
        while above and not any(closure & above for _, closure in closures):
            above = set().union(*(loaders.get(one, ()) for one in above)) | {
                one for one in texts if imported(one, texts) & above}
        entry = next((entry for entry, closure in closures if closure & above), closures[-1][0])
        others = (os.path.relpath(other, path.parent) for other in sorted(imported(entry, texts)))
        texts[path] = "".join(f"import './{other}';\n" for other in others) + texts[path]
    for path, text in texts.items():
        path.write_text(text)


def imported(path, texts):
    """The files that one imports at once."""
    return {(path.parent / name).resolve() for name in IMPORTED.findall(texts[path])}


def loaded(entry):
    """The files that a page loads at once with one of `bundles`, that one first."""
    found = [entry]
    for path in found:
        found += [other for name in IMPORTED.findall(path.read_text()) if (other := path.parent / name) not in found]
    return found


def gzipped(paths):
    """Their bytes as they are sent, each by itself."""
    return sum(len(gzip.compress(Path(path).read_bytes(), 9, mtime=0)) for path in paths)
