"""clients/swift: its tests beside the program, that it depends on no other package, its documentation, the code of its
README, and its examples. On Apple's systems frames are those of CoreGraphics; this side of the package is tested, too,
with stand-ins for Apple's modules, and so are the examples."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from lib.server import Server

from .package import APPLE, CLIENT, PACKAGE, STAND_INS, binaries, run, target

# What an app's file imports beside the package.
IMPORTS = "".join(f"import {name}\n" for name in ("Darwin", "Foundation", "SwiftUI", "UIKit"))
# Its own: links lead into the program's sources.
SOURCES = [path for path in CLIENT.rglob("*.swift") if path.is_file() and not path.is_symlink()
           and not any(part.startswith(".") for part in path.relative_to(CLIENT).parts)]


def symbols(module, modules, folder):
    """What a module declares in public."""
    run("swift-symbolgraph-extract", "-module-name", module, *modules, "-target", target()["target"]["triple"],
        "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder)
    return json.loads((folder / f"{module}.symbols.json").read_text())["symbols"]


def linked(modules):
    """The object files of modules that the tests of the package are linked of: builds of other commits leave more files."""
    objects = (binaries() / "CollectionLayoutPackageTests.product/Objects.LinkFileList").read_text().splitlines()
    return [path for path in objects if re.search(rf"/({modules})\.build/", path)]


def test_build(modules):
    assert modules


def test_form():
    run("swift", "format", "lint", "-s", *SOURCES)


def test_unsafe_code():
    own = [path.relative_to(CLIENT) for path in SOURCES if path.is_relative_to(CLIENT / "Sources")]
    assert [str(path) for path in own if re.search(r"\bunsafe\b", (CLIENT / path).read_text())] == [
        "Sources/JSONText/JSONOutput.swift"]


def test_dependencies(tmp_path):
    """An app gets a package that is whole without the tests, and depends on no other."""
    folder = tmp_path / "CollectionLayout"
    run("script/release", "--swift-package", folder)
    described = run("swift", "package", "--package-path", folder, "--scratch-path", tmp_path / "build", "describe",
                    "--type", "json")
    assert json.loads(described)["dependencies"] == []


def test_package(program, modules):
    run("swift", "test", *PACKAGE, "--skip-build", "--disable-xctest", "--quiet", LAYOUTD_PROGRAM=str(program))


def test_apple(apple, tmp_path):
    """The tests of the package, the JSON of the client's answers and the examples, with frames of CoreGraphics."""
    shared = linked("CSHA256|Oracle")
    (tmp_path / "runner.swift").write_text("""import Testing

@main struct Runner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
""")
    run("swiftc", "-parse-as-library", "-wmo", "-Onone", "-swift-version", "6", "-package-name", "swift", *apple,
        "-plugin-path", Path(target()["paths"]["runtimeResourcePath"]) / "host/plugins/testing", "-module-name", "Tests",
        *(CLIENT / "Tests/CollectionLayoutTests").glob("*.swift"), CLIENT / "Tests/LayoutClientTests/AnswerTests.swift",
        *(CLIENT / "Tests/ExampleTests").glob("*.swift"), *CLIENT.glob("Examples/*.swift"),
        tmp_path / "runner.swift", *APPLE.glob("*.build/*.o"), *shared, "-lm", "-o", tmp_path / "tests")
    run(tmp_path / "tests")


def test_nodes(modules, tmp_path):
    """A node of a source is of one kind: members of two kinds do not compile."""
    kinds = {"items": "items: 3, keys: [1, 2, 3]", "sections": "sections: []", "children": "children: [], selected: 0"}
    states = {"items": "items: 3, state: .loading", "sections": "sections: [], editable: true"}
    mixed = {f"{one}, {other}" for one in kinds.values() for other in kinds.values() if one != other} | {
        "children: [], state: .loading", "items: 3, selected: 0", "sections: [], keys: [1]"}
    for members, compiles in [*((one, True) for one in [*kinds.values(), *states.values()]), *((one, False) for one in mixed)]:
        (tmp_path / "main.swift").write_text(f'import CollectionLayout\nprint(SourceNode(id: "a", {members}))\n')
        done = subprocess.run(["swiftc", "-typecheck", "-swift-version", "6", *modules, tmp_path / "main.swift"],
                              capture_output=True, text=True)
        assert (done.returncode == 0) == compiles, f"{members}: {done.stderr}"
        assert compiles or "argument" in done.stderr


@pytest.mark.parametrize("module", ["LayoutTypes", "CollectionLayout", "LayoutClient"])
def test_documentation(module, modules, tmp_path):
    symbols(module, modules, tmp_path)
    run("docc", "convert", CLIENT / f"Sources/{module}/{module}.docc", "--warnings-as-errors",
        "--additional-symbol-graph-dir", tmp_path, "--output-path", tmp_path / f"{module}.doccarchive",
        "--fallback-display-name", module, "--fallback-bundle-identifier", f"layoutd.{module}")


def test_names(modules, apple, tmp_path):
    """No type has a name that is ambiguous in a file which imports Apple's modules, or in a test."""
    names = {symbol["pathComponents"][0] for module in ("LayoutTypes", "CollectionLayout", "LayoutClient")
             for symbol in symbols(module, modules, tmp_path) if len(symbol["pathComponents"]) == 1}
    assert {"LayoutRect", "SnapshotLayout", "Transport"} <= names
    (tmp_path / "names.swift").write_text(
        IMPORTS + "import Testing\nimport CollectionLayout\nimport LayoutClient\n"
        + "".join(f"typealias Its{name} = {name}\n" for name in sorted(names)))
    run("swiftc", "-typecheck", "-swift-version", "6", *apple, tmp_path / "names.swift")


def test_examples(apple):
    run("swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors", *apple,
        *CLIENT.glob("Examples/*.swift"))


@pytest.fixture(scope="session")
def blocks():
    """The programs of the README. What is none, such as an entry of Package.swift, imports nothing."""
    blocks = re.findall(r"^```swift\n(.*?)^```$", (CLIENT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    programs = [block for block in blocks if re.search("^import", block, re.MULTILINE)]
    assert programs
    return programs


def test_readme(modules, apple, blocks, tmp_path):
    for block in blocks:
        for imports, found in (("", modules), (IMPORTS, apple)):
            (tmp_path / "main.swift").write_text(imports + block)
            run("swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", *found, tmp_path / "main.swift")


def test_readme_runs(program, modules, blocks, tmp_path):
    """Each program ends, but the one that follows a document, which prints a change."""
    objects = linked("CSHA256|CollectionLayout|JSONText|LayoutClient|LayoutCore|ContentHash|LayoutSources|LayoutTypes|LayoutWire")
    with Server(program, "--log-level", "error", "--access-log", "off") as server:
        for block in blocks:
            (tmp_path / "main.swift").write_text(block.replace("http://127.0.0.1:8080", server.url))
            run("swiftc", "-swift-version", "6", "-suppress-warnings", "-Onone", *modules, tmp_path / "main.swift", *objects,
                "-lm", "-o", tmp_path / "main")
            # Each line is sent at once.
            with subprocess.Popen(["stdbuf", "-oL", tmp_path / "main"], stdout=subprocess.PIPE, text=True) as process:
                if "LayoutService" in block:
                    assert process.stdout.readline().startswith("2 [")
                    process.kill()
                else:
                    assert process.wait() == 0
