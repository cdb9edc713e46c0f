"""The client's bundles: what pages load of it, minified by esbuild, in files that have what they share once."""

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from describing import tables

from . import ROOT

CLIENT = ROOT / "clients/typescript"
FOLDERS = ("entries", "source")
# What browsers of 2022 know, as README of the client says.
OPTIONS = ("--bundle", "--splitting", "--minify", "--format=esm", "--target=es2022", "--chunk-names=[name]-[hash]",
           "--external:*/module/files.js", "--external:react", "--external:react-dom", "--log-level=warning")
# Of what each is made. All but `module` have what `feed` has.
ENTRIES = {"feed": "entries/feed", "index": "index", "element": "entries/element", "react": "entries/react", "module": "entries/module"}
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{1,2}/[^"']+)["']""")
# Where the module's files are. That is not part of a bundle, since the service has bundles beside the folder `module`. Elsewhere a
# file in `bundles` leads there.
FILES = re.compile(r"\bimport\('(?:\.\./)+module/files\.js'\)")
# What makes objects of classes that pages do not make.
PRIVATE = re.compile(r"/\*\*(?:(?!\*/).)*@private(?:(?!\*/).)*\*/\s+constructor\(.*?\);", re.S)
# Files without code.
TYPES = re.compile(r"^export \* from '\.{1,2}/types/.*\n", re.M)


def update(client=CLIENT):
    """Makes the bundles unless they are newer than their sources, of which script/describe makes one."""
    tables.update(ROOT)
    made = client / "bundles/files.h"
    sources = [Path(__file__), client / "index.ts", *(path for name in FOLDERS for path in (client / name).rglob("*"))]
    if not made.exists() or max(path.stat().st_mtime for path in sources) > made.stat().st_mtime:
        make(client)
        # The next build embeds them: also where there were none before, which its compiler cannot have noticed.
        (ROOT / "Sources/CResources/resources.c").touch()


def make(client=CLIENT):
    """Makes the folder `bundles` of the client's folder anew: for each entry a file that has its name, the files
    that these import, at once or when they are first needed, and a list of them for Sources/CResources.
    Equal sources give equal bytes."""
    if not shutil.which("esbuild"):
        sys.exit("bundles: esbuild is missing; run script/bootstrap --bundles")
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name).resolve()
        for folder in FOLDERS:
            shutil.copytree(client / folder, copy / folder)
        shutil.copy(client / "index.ts", copy)
        for path in copy.rglob("*.ts"):
            path.write_text(TYPES.sub("", FILES.sub("import('./module/files.js')", path.read_text())))
        separate(copy)
        gather(copy)
        esbuild(copy, "bundles")
        into = copy / "bundles"
        join(into)
        listed = [f'  FILE("/client/{name}", JAVASCRIPT, "clients/typescript/bundles/{name}")'
                  for name in sorted(path.name for path in into.glob("*.js"))]
        (into / "files.h").write_text(" \\\n".join(["#define BUNDLES(FILE, MISSING)", *listed]) + "\n")
        (into / "module").mkdir()
        (into / "module/files.js").write_text("export * from '../../module/files.js';\n")
        # The service may answer them meanwhile.
        shutil.rmtree(client / "bundles", ignore_errors=True)
        shutil.move(into, client / "bundles")
    return client / "bundles"


def declare(into, client=CLIENT):
    """Writes what the entries declare into a new folder, as npm packs it, in files of the same names as the sources'. Private names are
    left out: they would tell classes apart that are alike."""
    if not shutil.which("tsc"):
        sys.exit("bundles: tsc is missing; run script/bootstrap --package")
    if not (client / "types/snapshot.ts").exists():
        subprocess.run([ROOT / "script/describe"], check=True)
    with tempfile.TemporaryDirectory() as name:
        made = Path(name).resolve()
        subprocess.run(["tsc", "-p", client / "tsconfig.json", "--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--stripInternal",
                        "--outDir", made], check=True)
        found = [made / f"{entry}.d.ts" for entry in ENTRIES.values()]
        for path in found:
            text = PRIVATE.sub("protected constructor();", re.sub(r"^ +#private;\n", "", path.read_text(), flags=re.M))
            text = without_unused(text)
            names = {*IMPORTED.findall(text), *re.findall(r"\bimport\(\"(\.{1,2}/[^\"]+)\"\)", text)}
            found += sorted({(path.parent / name).resolve().with_suffix(".d.ts") for name in names} - {*found})
            target = into / path.relative_to(made)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)


def without_unused(text):
    """A declaration file without the imports that it does not use: those of what is internal."""
    imports = re.compile(r"^import (type )?{ (.*) } from (.*);\n", re.M)
    rest = imports.sub("", text)

    def used(match):
        names = [name for name in match[2].split(", ") if re.search(rf"\b{name.split(' ')[-1]}\b", rest)]
        return f"import {match[1] or ''}{{ {', '.join(names)} }} from {match[3]};\n" if names else ""

    return imports.sub(used, text)


def esbuild(copy, into, *options):
    entries = (f"{name}={path}.ts" for name, path in ENTRIES.items())
    subprocess.run(["esbuild", *OPTIONS, *options, f"--outdir={into}", *entries], check=True, cwd=copy)


def graph(copy):
    """For each entry the sources that it needs at once, and for each source that is loaded later those it needs then, and by which
    it is loaded. Imports of types are none."""
    esbuild(copy, "trial", "--metafile=graph.json")
    found = {copy / name: each["imports"] for name, each in json.loads((copy / "graph.json").read_text())["inputs"].items()}
    imports = {kind: {path: {copy / each["path"] for each in imports if each["kind"] == kind} & found.keys()
                      for path, imports in found.items()} for kind in ("import-statement", "dynamic-import")}

    def needed(path):
        paths = [path]
        for each in paths:
            paths += sorted(imports["import-statement"][each] - {*paths})
        return {*paths}

    later = imports["dynamic-import"]
    return ({entry: needed(copy / f"{path}.ts") for entry, path in ENTRIES.items()},
            {path: (needed(path), {each for each in later if path in later[each]}) for path in sorted(set().union(*later.values()))})


def separate(copy):
    """Has `module` functions of its own where it would share them with `feed`, since each of both is to load without the other."""
    entries, _ = graph(copy)
    shared = entries["module"] & entries["feed"]

    def own(path, text):
        def named(match):
            is_shared = (path.parent / match[1]).resolve().with_suffix(".ts") in shared
            return match[0].replace(".js", "-own.js") if is_shared else match[0]

        if path in shared and re.search(r"^(export )?(class|let) ", text, re.M):
            sys.exit(f"bundles: {path.name} is in module.js and in feed.js, and has a class or a state")
        return IMPORTED.sub(named, text)

    for path in entries["module"]:
        (path.with_stem(f"{path.stem}-own") if path in shared else path).write_text(own(path, path.read_text()))


def gather(copy):
    """Has each source that is loaded later import all that is there by then, and each entry but `module` all of `feed`. esbuild puts
    into one file what the same files import, where it would cut that into dozens."""
    entries, later = graph(copy)
    there, found = {}, {path: set().union(*entries.values()) for path in later}
    while there != found:
        there = found
        groups = [*entries.values(), *(needed | there[path] for path, (needed, _) in later.items())]
        found = {path: set.intersection(*(group for group in groups if group & loaders)) for path, (_, loaders) in later.items()}
    for entry in entries.keys() - {"feed", "module"}:
        there[copy / f"{ENTRIES[entry]}.ts"] = entries["feed"]
    for path, others in there.items():
        names = (os.path.relpath(other, path.parent) for other in sorted(others) if other.parent != copy / "entries" and other != path)
        path.write_text("".join(f"import './{name}';\n" for name in names) + path.read_text())


def join(folder):
    """Puts into feed.js the code that esbuild has in a file beside it, and names files by what all of them have."""
    texts = {path.name: path.read_text() for path in folder.glob("*.js")}
    entry = re.fullmatch(r'import{([^}]*)}from"./(chunk-\w+\.js)";export{([^}]*)};\s*', texts["feed.js"])
    if not entry:
        sys.exit("bundles: the code of feed.js is in several files. A static field or a private static method of a class needs helpers of "
                 "esbuild, which are one")
    names, shared, public = entry.groups()
    [(code, exported)] = re.findall(r"^(.*)export{([^}]*)};\s*$", texts.pop(shared), re.S)
    local = {alias: name for name, alias in pairs(exported)}
    local |= {alias: local[name] for name, alias in pairs(names)}
    texts = {name: text.replace(f'"./{shared}"', '"./feed.js"') for name, text in texts.items()}
    # Of another build, its short names mean something else: who imports one fails.
    digest = hashlib.sha256(json.dumps([texts, code, exported], sort_keys=True).encode()).hexdigest()
    build = f"build_{digest[:8]}"
    for entry in ENTRIES.keys() - {"module"}:
        texts[entry + ".js"] = re.sub(r'import{([^}]*)}from"./feed\.js"', rf'import{{{build},\1}}from"./feed.js"', texts[entry + ".js"])
    added = [*(f"{local[name]} as {alias}" for name, alias in pairs(public)), f"{next(iter(local.values()))} as {build}"]
    texts["feed.js"] = f"{code}export{{{exported},{','.join(added)}}};\n"
    named = {name: f"{name.rpartition('-')[0]}-{base64.b32encode(hashlib.sha256(f'{digest}{name}'.encode()).digest())[:8].decode()}.js"
             for name in texts if "-" in name}
    for path in folder.glob("*.js"):
        path.unlink()
    for name, text in texts.items():
        text = re.sub(r'"\./([\w-]+\.js)"', lambda match: f'"./{named.get(match[1], match[1])}"', text)
        (folder / named.get(name, name)).write_text(text)


def pairs(names):
    """Of a list such as `a as b,c` what each is, and what it is called."""
    return [(name, alias or name) for name, _, alias in (each.partition(" as ") for each in names.split(","))]


def loaded(entry):
    """The files that a page loads at once with one of `bundles`, that one first."""
    found = [entry]
    for path in found:
        found += [other for name in IMPORTED.findall(path.read_text()) if (other := path.parent / name) not in found]
    return found


def gzipped(paths):
    """Their bytes as they are sent, each by itself."""
    return sum(len(gzip.compress(Path(path).read_bytes(), 9, mtime=0)) for path in paths)
