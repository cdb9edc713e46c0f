"""clients/swift runs on systems whose standard library is older than this compiler's.

A build for Linux does not look at availability, so the symbols that the package's code names are compared with those
that the standard library's symbol graphs call newer. This comparison cannot see Foundation, which has no such graph
here, what the compiler uses without naming it, and what language features need of the runtime."""

import json
import re

from .package import APPLE, binaries, run, target

# iOS; macOS 14, tvOS 17, watchOS 10 and visionOS 1 have the same standard library.
OLDEST = (17, 0)
MODULES = ("Swift", "_Concurrency", "_StringProcessing", "Synchronization")
ALLOWED = {
    # A requirement of a protocol. Each type of numbers has its own operator in every version.
    "s:s17FixedWidthIntegerP2amoiyxx_xtFZ",  # &*
    # Loops call `next()` where this one is missing, and iterators need no more than `next()`.
    "s:ScI4next9isolation7ElementQzSgScA_pSgYi_tYa7FailureQzYKF",  # AsyncIteratorProtocol.next(isolation:)
    "s:ScI12_ConcurrencyE4next9isolation7ElementQzSgScA_pSgYi_tYa7FailureQzYKF",  # its default
    "s:ScS8IteratorV4next9isolationxSgScA_pSgYi_tYaF",  # AsyncStream.Iterator.next(isolation:)
    "s:Scs8IteratorV4next9isolationxSgScA_pSgYi_tYaq_YKF",  # AsyncThrowingStream.Iterator.next(isolation:)
}


def is_older(identifier, introduced):
    """Whether the package may name a symbol. What takes or returns an `Int128` cannot be used without naming that type."""
    takes_wide_numbers = re.search("6Int128V|7UInt128V", identifier) and not re.fullmatch("s:s(6|7U)Int128V", identifier)
    return introduced <= OLDEST or takes_wide_numbers or identifier in ALLOWED


def newer_symbols(folder):
    """The names of the standard library's symbols that the oldest systems lack, by identifier."""
    triple = target()["target"]["triple"]
    newer = {}
    for module in MODULES:
        run("swift-symbolgraph-extract", "-module-name", module, "-target", triple, "-output-dir", folder)
    for graph in folder.glob("*.symbols.json"):
        for symbol in json.loads(graph.read_text())["symbols"]:
            for one in symbol.get("availability", []):
                version = one.get("introduced", {"major": 0})
                introduced = (version["major"], version.get("minor", 0))
                identifier = symbol["identifier"]["precise"]
                if one.get("domain") == "iOS" and not is_older(identifier, introduced):
                    newer[identifier] = ".".join(symbol["pathComponents"])
    return newer


def symbols_named(records, known):
    """For each of the known identifiers that a source names, the names of its files."""
    pattern = re.compile(b"|".join(re.escape(one.encode()) for one in sorted(known, key=len, reverse=True)))
    found = {}
    for record in records:
        for identifier in set(pattern.findall(record.read_bytes())):
            found.setdefault(identifier.decode(), set()).add(record.name.rpartition("-")[0])
    return found


def records(build):
    """The records that the compiler writes for an index, one for each source, with the identifiers of all symbols that
    it names. Those of earlier builds stay in the folder; units name the records of the last one."""
    units = b"".join(path.read_bytes() for path in build.rglob("index/store/*/units/*"))
    found = [path for path in build.rglob("index/store/*/records/*/*")
             if ".swift-" in path.name and path.name.encode() in units]
    names = {path.name.rpartition("-")[0] for path in found}
    assert {"SpanArray.swift", "SnapshotLayout.swift", "Sender.swift"} <= names
    return found


def test_symbols(apple, tmp_path):
    newer = newer_symbols(tmp_path)
    assert {"Array.span", "InlineArray", "Mutex", "String.UTF8View.span"} <= set(newer.values())
    found = symbols_named(records(APPLE), newer)
    assert {newer[one]: sorted(files) for one, files in found.items()} == {}


def test_symbols_of_linux(modules, tmp_path):
    """The same comparison finds what the other side of the condition in SpanArray.swift names."""
    newer = newer_symbols(tmp_path)
    found = {newer[one]: files for one, files in symbols_named(records(binaries()), newer).items()}
    assert "SpanArray.swift" in found["InlineArray"] and "RunColumn.swift" in found["Array.mutableSpan"]
