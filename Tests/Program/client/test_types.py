"""The client's types of snapshots, which script/describe makes, and those of documents, beside openapi.yaml: every snapshot
of openapi.yaml, README.md, docs/calls.md, docs/using.md, docs/galleries.md and Sources/Resources/Examples is compiled. Valid ones have to
compile, and those that are shown as refused must not. Types of documents are compared with their schemas, member by member."""

import json
import re
import shutil
import subprocess

import pytest
import yaml

from describing import files
from lib import ROOT

from . import document_types, examples

INDEX = json.dumps(str(ROOT / "clients/typescript/types/index.js"))
OPTIONS = {
    "strict": True, "noEmit": True, "target": "es2022", "module": "es2022", "moduleResolution": "node",
    "lib": ["es2022", "dom"], "types": []}

pytestmark = pytest.mark.quick
needs_compiler = pytest.mark.skipif(not shutil.which("tsc"), reason="tsc is missing")


@pytest.fixture(scope="module")
def document():
    return yaml.safe_load((ROOT / "openapi.yaml").read_text())


@pytest.fixture
def errors(tmp_path):
    def errors(text):
        """What the compiler has against a module, by lines, counted from 1; 0 stands for what has none."""
        (tmp_path / "module.ts").write_text(text)
        (tmp_path / "tsconfig.json").write_text(json.dumps({"files": ["module.ts"], "compilerOptions": OPTIONS}))
        run = subprocess.run(["tsc", "-p", tmp_path], cwd=tmp_path, capture_output=True, text=True)
        said = {}
        for line, what in re.findall(r"^module\.ts\((\d+),.*?\): (.*)", run.stdout, re.MULTILINE):
            said.setdefault(int(line), what)
        return said if said or run.returncode == 0 else {0: run.stdout + run.stderr}
    return errors


def test_current(facts):
    for path, text in files.made_from(ROOT).items():
        facts.no(f"{path} is what openapi.yaml says", (ROOT / path).read_text() != text and "run script/describe")


@needs_compiler
def test_snapshots(document, facts, errors):
    snapshots = examples.all_of(ROOT, document)
    lines = [f"import type {{ PostedSnapshot }} from {INDEX};"]
    for number, (_, snapshot, is_refused) in enumerate(snapshots):
        lines.append("// @ts-expect-error" if is_refused else "")
        lines.append(f"export const snapshot{number}: PostedSnapshot = {json.dumps(snapshot)};")
    found = errors("\n".join(lines) + "\n")
    facts.no("the module of all of them", found.pop(0, None) or found.pop(1, None))
    for number, (name, _, _) in enumerate(snapshots):
        facts.no(name, found.get(2 * number + 2) or found.get(2 * number + 3))


@needs_compiler
def test_documents(document, facts, errors):
    text, subjects = document_types.assertions(document["components"]["schemas"], INDEX)
    found = errors(text)
    facts.no("the module of all of them", found.pop(0, None))
    for number, subject in enumerate(subjects, 1):
        if subject or number in found:
            facts.no(subject or "documents.d.ts", found.get(number))
