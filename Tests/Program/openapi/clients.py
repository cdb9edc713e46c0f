"""Clients that are generated from openapi.yaml, built and run against the program.

script/bootstrap --all installs the generator if there is a package index. If it is missing, the report says what
is left out.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path

from lib import BUILD, ROOT
from lib.server import Server

TOOLS = BUILD / "clients/bin"
GENERATOR = "openapi-generator-cli"
PROGRAMS = ROOT / "Tests/Clients"
SECONDS = 300


def look(program):
    """Makes, builds and runs them: what was looked at, and its problems."""
    found = []
    with tempfile.TemporaryDirectory() as folder, Server(program) as server:
        if not (TOOLS / GENERATOR).exists():
            print(f"without {GENERATOR}; no client of its making is built")
            return found
        for client in (swift_client, pydantic_client):
            found.append((client.__name__, client(Path(folder), ROOT / "openapi.yaml", server.url)))
        server.terminate()
        return found + [("SIGTERM, after generated clients", server.problems_of_end())]


def problems_of(name, command, folder):
    """The output of a program that fails."""
    try:
        ran = subprocess.run(
            [*map(str, command)], cwd=folder, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return [f"{name}: more than {SECONDS} s"]
    return [] if ran.returncode == 0 else [f"{name}: exit code {ran.returncode}", *ran.stdout.splitlines()[-4:]]


def pydantic_client(folder, document, url):
    return generated("python", folder, document, folder, "packageName=pydantic_made") or runs_in_python(
        PROGRAMS / "pydantic_client.py", folder, url)


def swift_client(folder, document, url):
    if shutil.which("swiftc") is None:
        print("without swiftc; the Swift client is not built")
        return []
    sources = folder / "swift"
    program = folder / "swift_client"
    problems = generated("swift6", sources, document, folder)
    return problems or problems_of("compiler", [
        "swiftc", "-swift-version", "6", "-Onone", "-wmo", "-module-name", "Made", "-o", program,
        *sorted(sources.glob("Sources/**/*.swift")), PROGRAMS / "main.swift"], folder) or problems_of(
            "client", [program, url], folder)


def generated(language, target, document, folder, *options):
    """What openapi-generator says of the document."""
    more = ["--additional-properties", ",".join(options)] if options else []
    return problems_of("generator", [
        TOOLS / GENERATOR, "generate", "-i", document, "-g", language, "-o", target, *more], folder)


def runs_in_python(program, folder, url):
    return problems_of("client", ["env", f"PYTHONPATH={folder}", TOOLS / "python3", program, url], folder)
