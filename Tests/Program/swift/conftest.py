"""The package of clients/swift, built for Linux and for Apple's systems."""

import shutil

import pytest

from .package import APPLE, CLIENT, PACKAGE, STAND_INS, STRICT, TESTS, binaries, run


@pytest.fixture(scope="session")
def modules():
    """Where the compiler finds its modules; it is built."""
    run("swift", "build", *PACKAGE, *TESTS)
    return ["-I", binaries() / "Modules", "-I", CLIENT / "Sources/CSHA256/include"]


@pytest.fixture(scope="session")
def apple(modules):
    """Where the compiler finds the package's modules as Apple's systems have them. Their index is beside them."""
    shutil.rmtree(APPLE, ignore_errors=True)
    APPLE.mkdir()
    built = binaries()
    found = ["-I", APPLE, "-I", STAND_INS, *modules]

    def make(name, files, *options):
        objects = APPLE / f"{name}.build"
        objects.mkdir()
        run("swiftc", "-parse-as-library", "-wmo", "-num-threads", "2", "-Onone", *options, *found, "-module-name", name,
            "-emit-module", "-emit-module-path", APPLE / f"{name}.swiftmodule", "-c", *files, cwd=objects)

    for name in ("CoreGraphics", "UIKit", "SwiftUI"):
        make(name, [STAND_INS / f"{name}.swift"], "-swift-version", "6", "-suppress-warnings")
    for name in ("LayoutCore", "JSONText", "ContentHash", "LayoutSources", "LayoutWire", "LayoutTypes", "CollectionLayout", "LayoutClient"):
        files = (built / f"{name}.build/sources").read_text().splitlines()
        make(name, files, *STRICT, "-D", "PROBE_MEMBER", "-index-store-path", APPLE / "index/store")
    return found
