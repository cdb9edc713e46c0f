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
# Of what each is made.
ENTRIES = {"feed": "entries/feed", "index": "index", "element": "entries/element", "react": "entries/react", "module": "entries/module"}
# What these have in common, `core`, is a file of its own: who loads one of them can begin to load that, too. `index` has what `feed` has.
CORE = "core"
FEEDS = ("feed", "element", "react")
IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{1,2}/[^"']+)["']""")
# Where the module's files are. That is not part of a bundle, since the service has bundles beside the folder `module`. Elsewhere a
# file in `bundles` leads there.
FILES = re.compile(r"\bimport\('(?:\.\./)+module/files\.js'\)")
# A file that has no code of its own, as esbuild writes it: what it imports, and what it exports of that.
HANDING = re.compile(r'((?:import(?:{[^}]*}from)?"\./[\w-]+\.js";)+)(?:export{([^}]*)};)?\s*')
IMPORTS = re.compile(r'import(?:{([^}]*)}from)?"\./([\w-]+\.js)";')
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
        entries = {**ENTRIES, CORE: gather(copy)}
        esbuild(copy, "bundles", entries)
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
    if not (client / "types/described.ts").exists():
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


def esbuild(copy, into, entries, *options):
    named = (f"{name}={path}.ts" for name, path in entries.items())
    subprocess.run(["esbuild", *OPTIONS, *options, f"--outdir={into}", *named], check=True, cwd=copy)


def graph(copy):
    """For each entry the sources that it needs at once, and for each source that is loaded later those it needs then, and by which
    it is loaded. Imports of types are none."""
    esbuild(copy, "trial", ENTRIES, "--metafile=graph.json")
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
    """Has `module` sources of its own where it would share them with `feed`, since each of both is to load without the other; and `element`
    and `react` where only these two share them, so that each is one file beside `core`."""
    entries, later = graph(copy)
    shared = entries["module"] & entries["feed"]
    for path in shared:
        if has_state(path) or re.search(r"^(export )?class ", path.read_text(), re.M):
            sys.exit(f"bundles: {path.name} is in module.js and in feed.js, and has a class or a state")
    own(copy, "module", entries["module"], shared)
    # What only one of the two loads later shares its copies.
    parts = {entry: entries[entry].union(*(needed for needed, loaders in later.values() if loaders <= entries[entry] - entries[other]))
             for entry, other in (("element", "react"), ("react", "element"))}
    elsewhere = entries["feed"].union(*(needed for path, (needed, _) in later.items() if path not in parts["element"] ^ parts["react"]))
    alike = {path for path in entries["element"] & entries["react"] - elsewhere if not has_state(path)}
    for entry, needed in parts.items():
        own(copy, entry, needed, alike)


def own(copy, entry, needed, shared):
    """Has an entry copies of the sources that it shares."""
    def named(path):
        return lambda match: match[0].replace(".js", f"-{entry}.js") if (path.parent / match[1]).resolve().with_suffix(".ts") in shared else match[0]

    for path in needed:
        (path.with_stem(f"{path.stem}-{entry}") if path in shared else path).write_text(IMPORTED.sub(named(path), path.read_text()))


def has_state(path):
    return re.search(r"^(export )?(let |const \w+(: [^=\n]+)? = new (Weak)?(Map|Set)\b)", path.read_text(), re.M)


def gather(copy):
    """Makes the source of `core`, and has each source that is loaded later import all that is there by then, each feed all of `core`, and
    who needs more of `feed` all of that. esbuild puts into one file what the same files import, where it would cut that into dozens."""
    entries, later = graph(copy)
    core = entries["element"] & entries["react"]
    feed = entries["feed"] | core
    least = {path: feed if needed & feed - core else core for path, (needed, _) in later.items()}
    there, found = {}, {path: set().union(*entries.values()) for path in later}
    while there != found:
        there = found
        groups = [*(entries[name] | core for name in FEEDS), entries["index"] | feed, entries["module"],
                  *(needed | least[path] | there[path] for path, (needed, _) in later.items())]
        found = {path: set.intersection(*(group for group in groups if group & loaders)) for path, (_, loaders) in later.items()}
    # What an entry has at once loads no more than before.
    there = {path: least[path] | (others if path not in feed else set()) for path, others in there.items()}
    for name in FEEDS:
        there[copy / f"{ENTRIES[name]}.ts"] = core
    there[copy / "index.ts"] = feed
    (copy / "core.ts").touch()
    there[copy / "core.ts"] = core
    for path, others in there.items():
        names = (os.path.relpath(other, path.parent) for other in sorted(others) if other.parent != copy / "entries" and other != path)
        path.write_text("".join(f"import './{name}';\n" for name in names) + path.read_text())
    return CORE


def join(folder):
    """Has each file that only hands on what another one has replaced by that, which then has its name, and names files by what all of them
    have."""
    texts = {path.name: path.read_text() for path in folder.glob("*.js")}
    core, *plain = (f"{name}.js" for name in (CORE, *ENTRIES))
    names = {}
    for name in [core, *plain, *sorted({*texts} - {core, *plain})]:
        handing = HANDING.fullmatch(texts[name])
        if not handing:
            continue
        imported = [(path, given, alias) for given, path in IMPORTS.findall(handing[1]) for given, alias in pairs(given)]
        public = {alias: shown for alias, shown in pairs(handing[2] or "")}
        [home, *others] = sorted({path for path, _, _ in imported if names.get(path) != core}) or [IMPORTS.search(handing[1])[2]]
        if others or name not in plain and any(path != home for path, _, _ in imported):
            continue
        code, exported = re.fullmatch(r"(.*)export{([^}]*)};\s*", texts[home], re.S).groups()
        local = {alias: own for own, alias in pairs(exported)}
        added = [f"{local[given]} as {public[alias]}" for path, given, alias in imported if path == home and public[alias] not in local]
        handed = [f"{given} as {public[alias]}" for path, given, alias in imported if path != home]
        texts[home] = f"{code}export{{{','.join([exported, *added])}}};\n"
        if handed:
            texts[home] = f'export{{{",".join(handed)}}}from"./{next(path for path in names if names[path] == core)}";{texts[home]}'
        names[name] = names.setdefault(home, name)
        del texts[name]
    # Of another build, its short names mean something else: who imports one fails.
    digest = hashlib.sha256(json.dumps([texts, names], sort_keys=True).encode()).hexdigest()
    build = f"build_{digest[:8]}"

    def final(name):
        name = names.get(name, name)
        stem, is_hashed, _ = name.rpartition("-")
        return f"{stem}-{base64.b32encode(hashlib.sha256(f'{digest}{name}'.encode()).digest())[:8].decode()}.js" if is_hashed else name

    for path in folder.glob("*.js"):
        path.unlink()
    for name, text in texts.items():
        text = re.sub(r'"\./([\w-]+\.js)"', lambda match: f'"./{final(match[1])}"', text)
        if final(name) == core:
            text = re.sub(r"export{(\w+)( as|,|})", rf"export{{\1 as {build},\1\2", text)
        elif final(name) in plain:
            text = re.sub(r'import{([^}]*)}from"\./core\.js"', rf'import{{{build},\1}}from"./{core}"', text, count=1)
        (folder / final(name)).write_text(text)


def pairs(names):
    """Of a list such as `a as b,c` what each is, and what it is called."""
    return [(name, alias or name) for name, _, alias in (each.partition(" as ") for each in filter(None, names.split(",")))]


def loaded(entry):
    """The files that a page loads at once with one of `bundles`, that one first."""
    found = [entry]
    for path in found:
        found += sorted({path.parent / name for name in IMPORTED.findall(path.read_text())} - {*found})
    return found


def gzipped(paths):
    """Their bytes as they are sent, each by itself."""
    return sum(len(gzip.compress(Path(path).read_bytes(), 9, mtime=0)) for path in paths)
