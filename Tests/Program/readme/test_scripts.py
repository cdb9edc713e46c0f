"""Scripts and tests that hardly anybody runs: their text is read, and the names in it are there, also those that they import
from each other."""

import ast
import builtins
import os
import subprocess
import symtable

import pytest

from lib import ROOT
from lib.wait import eventually

pytestmark = pytest.mark.quick

FOLDERS = ("script", "Tests/Program", "Tests/Clients", ".ci")
KNOWN = {*dir(builtins), "__file__", "__name__", "__doc__"}


def tracked(first_line, ending):
    """The files in FOLDERS with an ending, and those without one that begin with a line."""
    listed = subprocess.run(["git", "ls-files", "-z", *FOLDERS], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for path in (ROOT / name for name in listed.split("\0")[:-1]):
        if path.is_file() and (path.suffix == ending or not path.suffix and path.read_bytes().startswith(first_line)):
            yield path


@pytest.fixture(scope="module")
def trees():
    return {path: ast.parse(path.read_text(), path) for path in tracked(b"#!/usr/bin/env python3", ".py")}


def module_of(statement, path, trees):
    """The file of the module that a statement imports from; None where it is none of these."""
    place = path.parents[statement.level - 1] if statement.level else ROOT / "script"
    place = place.joinpath(*(statement.module or "").split("."))
    return next((each for each in (place.with_suffix(".py"), place / "__init__.py") if each in trees), None)


def names_of(path, trees):
    """What a module defines or imports, and of a package its modules."""
    found = {symbol.get_name() for symbol in symtable.symtable(path.read_text(), path, "exec").get_symbols()}
    if path.name == "__init__.py":
        found |= {each.stem for each in path.parent.iterdir()}
    return found


def unknown_names(table, known):
    """Names that nothing defines, of a module and of all in it."""
    for symbol in table.get_symbols():
        is_own = symbol.is_assigned() or symbol.is_parameter()
        if symbol.is_referenced() and symbol.is_global() and not is_own and symbol.get_name() not in known:
            yield f"{symbol.get_name()} in {table.get_name()}"
    for each in table.get_children():
        yield from unknown_names(each, known)


def test_python(trees, facts):
    facts.at_least("files of Python", len(trees), 150)
    for path, tree in trees.items():
        shown = path.relative_to(ROOT)
        for statement in (each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)):
            module = module_of(statement, path, trees)
            missing = {each.name for each in statement.names} - names_of(module, trees) if module else statement.level
            facts.no(f"{shown}: what it imports from {statement.module or 'its folder'}", missing)
        table = symtable.symtable(path.read_text(), path, "exec")
        facts.no(f"{shown}: its names", list(unknown_names(table, KNOWN | names_of(path, trees))))


def test_shell(facts):
    scripts = list(tracked(b"#!/usr/bin/env bash", ".sh"))
    facts.at_least("files of shell", len(scripts), 5)
    for path in scripts:
        run = subprocess.run(["bash", "-n", path], capture_output=True, text=True)
        facts.no(f"{path.relative_to(ROOT)}", run.returncode and run.stderr)


PROGRAM = """#!/usr/bin/env bash
echo "listening"
echo "$LAYOUTD_CLIENT_FOLDER $*" >&2
until [ -e stop ]; do sleep 0.1; done
"""


@pytest.mark.parametrize("bundles, wasm, said", [
    (":", ":", ["made the WebAssembly module for pages"]),
    (":", "echo no packages >&2; exit 1", ["without the WebAssembly module for pages: no packages",
                                           "this makes it: script/bootstrap --wasm && script/wasm"]),
    ("exit 1", "touch started; sleep 1000", [])])
def test_server(facts, tmp_path, bundles, wasm, said):
    """script/server makes the bundles or goes on without, and the module while the service runs, says once how that went, and ends
    with the service."""
    for path, text in {
        ".build/release/layoutd": PROGRAM, ".build/release/Modules/LayoutCore.swiftmodule": "", "bin/swift": "#!/bin/sh",
        "script/bootstrap": "#!/bin/sh\n[ \"$1\" != --wasm ] || echo installing >&2", "script/describe": "#!/bin/sh",
        "script/wasm": f"#!/bin/sh\n{wasm}", "script/bundles": f"#!/bin/sh\n{bundles}", "script/server": (ROOT / "script/server").read_text(),
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text + "\n")
        (tmp_path / path).chmod(0o755)
    errors = tmp_path / "errors"
    with open(errors, "w") as file, subprocess.Popen(
            ["script/server", "--threads", "2"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=file, text=True,
            env=os.environ | {"PATH": f"{tmp_path}/bin:{os.environ['PATH']}"}) as run:
        early = [] if bundles == ":" else ["script/server: without the client for pages: script/bootstrap --bundles && script/bundles"]
        eventually(lambda: len(errors.read_text().splitlines()) > len(said) if said else (tmp_path / "started").exists())
        (tmp_path / "stop").touch()
        # Its output ends with the last process that has it.
        facts.equal("its output", run.communicate(timeout=60)[0], "listening\n")
    facts.equal("what it says", errors.read_text().splitlines(),
                [*early, f"{tmp_path}/clients/typescript serve --threads 2", *(f"script/server: {line}" for line in said)])
