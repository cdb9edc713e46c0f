"""clients/swift: its tests beside the program, that it depends on no other package, its documentation, the code of its
README, and that its examples are Swift. These are compiled only where UIKit and SwiftUI are."""

import json
import os
import re
import subprocess

import pytest

from lib import BUILD, ROOT

CLIENT = ROOT / "clients/swift"
PACKAGE = ["--package-path", CLIENT, "--scratch-path", BUILD / "swift"]
# Whole modules without debug information take two thirds of the time to build.
TESTS = ["--build-tests", "-debug-info-format", "none", "-Xswiftc", "-disable-batch-mode", "-Xswiftc", "-wmo",
         "-Xswiftc", "-num-threads", "-Xswiftc", "2"]
# Its own: links lead into the program's sources.
SOURCES = [path for path in CLIENT.rglob("*.swift") if path.is_file() and not path.is_symlink()
           and not any(part.startswith(".") for part in path.relative_to(CLIENT).parts)]


def run(*command, **environment):
    """The output of a command, whose errors are shown."""
    return subprocess.run(
        command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, env=os.environ | environment).stdout


@pytest.fixture(scope="module")
def modules():
    """Where the compiler finds its modules; it is built."""
    run("swift", "build", *PACKAGE, *TESTS)
    folder = run("swift", "build", *PACKAGE, "--show-bin-path").strip()
    return ["-I", f"{folder}/Modules", "-I", CLIENT / "Sources/CSHA256/include"]


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


@pytest.mark.parametrize("module", ["LayoutTypes", "CollectionLayout", "LayoutClient"])
def test_documentation(module, modules, tmp_path):
    target = json.loads(run("swiftc", "-print-target-info"))["target"]["triple"]
    run("swift-symbolgraph-extract", "-module-name", module, *modules, "-target", target, "-minimum-access-level",
        "public", "-skip-synthesized-members", "-output-dir", tmp_path)
    run("docc", "convert", CLIENT / f"Sources/{module}/{module}.docc", "--warnings-as-errors",
        "--additional-symbol-graph-dir", tmp_path, "--output-path", tmp_path / f"{module}.doccarchive",
        "--fallback-display-name", module, "--fallback-bundle-identifier", f"layoutd.{module}")


def test_examples():
    run("swiftc", "-parse", *CLIENT.glob("Examples/*.swift"))


def test_readme(modules, tmp_path):
    blocks = re.findall(r"^```swift\n(.*?)^```$", (CLIENT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    # What is no program, such as an entry of Package.swift, imports nothing.
    programs = [block for block in blocks if re.search("^import", block, re.MULTILINE)]
    assert programs
    for block in programs:
        (tmp_path / "main.swift").write_text(block)
        run("swiftc", "-typecheck", "-swift-version", "6", "-suppress-warnings", *modules, tmp_path / "main.swift")
