"""clients/swift: where it is, and how it is built for tests."""

import json
import os
import subprocess
from pathlib import Path

from lib import BUILD, ROOT

CLIENT = ROOT / "clients/swift"
PACKAGE = ["--package-path", CLIENT, "--scratch-path", BUILD / "swift"]
# Whole modules without debug information take two thirds of the time to build.
TESTS = ["--build-tests", "-debug-info-format", "none", "-Xswiftc", "-disable-batch-mode", "-Xswiftc", "-wmo",
         "-Xswiftc", "-num-threads", "-Xswiftc", "2"]
# Stand-ins for Darwin, CoreGraphics, UIKit and SwiftUI; where the compiler finds them, canImport is true of them.
STAND_INS = CLIENT / "Tests/StandIns"
APPLE = BUILD / "swift-apple"
# As in Package.swift.
STRICT = ["-swift-version", "6", "-package-name", "swift", "-strict-memory-safety", "-warnings-as-errors", *(
    option for feature in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
    for option in ("-enable-upcoming-feature", feature))]


def run(*command, cwd=ROOT, **environment):
    """The output of a command, whose errors are shown."""
    return subprocess.run(
        command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True, env=os.environ | environment).stdout


def target():
    return json.loads(run("swiftc", "-print-target-info"))


def binaries():
    """Where the package is built for Linux."""
    return Path(run("swift", "build", *PACKAGE, "--show-bin-path").strip())
