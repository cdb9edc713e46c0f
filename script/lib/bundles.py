"""The client's bundles: what pages load of it, minified by esbuild, in files that have what they share once."""

import gzip
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import ROOT

CLIENT = ROOT / "clients/typescript"
# What browsers of 2022 know, as README of the client says.
OPTIONS = ("--bundle", "--splitting", "--minify", "--format=esm", "--target=es2022", "--chunk-names=[name]-[hash]",
           "--external:*/module/files.js", "--log-level=warning")
# Each has what those before it have.
ENTRIES = ("service", "feed", "module")
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{1,2}/[^"']+)["']""")
LATER = re.compile(r"\bimport\('(\./\w+\.js)'\)(?!\.[A-Z])")


def make(client=CLIENT):
    """Makes the folder `bundles` of the client's folder anew: for each entry a file that has its name, its declarations, and
    the files that these import, at once or when they are first needed. Equal sources give equal bytes."""
    if not shutil.which("esbuild"):
        sys.exit("bundles: esbuild is missing; run script/bootstrap --all")
    into = client / "bundles"
    shutil.rmtree(into, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for folder in ("entries", "source"):
            shutil.copytree(client / folder, copy / folder)
        gather(copy)
        command = ["esbuild", *OPTIONS, f"--outdir={into}", *(f"entries/{entry}.js" for entry in ENTRIES)]
        subprocess.run(command, check=True, cwd=copy)
    for entry in ENTRIES:
        shutil.copy(client / f"entries/{entry}.d.ts", into)
    return into


def gather(copy):
    """Has each file that is loaded later import all that the first entry has that may load it. That is there anyway; and
    esbuild puts into one file what the same files import, where it would cut that into a dozen."""
    texts = {path: path.read_text() for path in copy.rglob("*.js")}
    closures = []
    for entry in ENTRIES:
        found = [copy / f"entries/{entry}.js"]
        for path in found:
            names = {(path.parent / each).resolve() for each in IMPORTED.findall(texts[path])}
            found += sorted(names - set(found))
        closures.append((entry, set(found)))
    for path, text in texts.items():
        for later in LATER.findall(text):
            entry = next((entry for entry, closure in closures if path in closure), ENTRIES[-1])
            target = path.parent / later
            names = IMPORTED.findall(texts[copy / f"entries/{entry}.js"])
            target.write_text("".join(f"import '{name}';\n" for name in names) + texts[target])


def loaded(entry):
    """The files that a page loads at once with one of `bundles`, that one first."""
    found = [entry]
    for path in found:
        found += [other for name in IMPORTED.findall(path.read_text()) if (other := path.parent / name) not in found]
    return found


def gzipped(paths):
    """Their bytes as they are sent, each by itself."""
    return sum(len(gzip.compress(Path(path).read_bytes(), 9, mtime=0)) for path in paths)
