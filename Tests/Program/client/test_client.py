"""The tests of clients/typescript, by node beside the program.

--long lays out 5 000 random lists in the module and in the program; without it these are a few.
"""

import os
import re
import shutil
import subprocess

import pytest

from lib import BUILD, ROOT, transpiled

CLIENT = ROOT / "clients/typescript"
MODULE_TESTS = sorted(
    path for path in CLIENT.glob("tests/*/*.test.js") if re.search(r"/moduleFile\.js'|of services\)", path.read_text()))


@pytest.fixture(scope="module", autouse=True)
def module():
    subprocess.run([ROOT / "script/wasm"], check=True)
    transpiled.update()


def run_tests(program, facts, *files, **environment):
    run = subprocess.run(
        ["node", "--test", "--test-reporter=spec", *files], cwd=CLIENT, stdout=subprocess.PIPE, text=True,
        env=os.environ | {"LAYOUTD_PROGRAM": str(program), **environment})
    print(run.stdout)
    counts = dict(re.findall(r"^ℹ (\w+) (\d+)$", run.stdout, re.MULTILINE))
    facts.at_least("tests that pass", int(counts.get("pass", 0)), len(files))
    facts.no("tests that fail", run.returncode and (run.stdout.partition("failing tests:")[2] or run.stdout[-2000:]))


@pytest.mark.quick
def test_client(program, facts):
    run_tests(program, facts, *sorted(CLIENT.glob("tests/*/*.test.js")))


def test_checked_module(program, facts):
    """The run-time checks of Swift stop the module where one of them fails. The one that ships has none."""
    checked = BUILD / "layout-checked.wasm"
    subprocess.run([ROOT / "script/wasm", "--checked", checked], check=True)
    # It is slow, and sources have been compared with the other one.
    run_tests(program, facts, *MODULE_TESTS, LAYOUTD_MODULE=str(checked), LAYOUTD_SOURCES="120", LAYOUTD_TREES="140")


def test_members(program, facts, tmp_path):
    """No engine, metric or member of tests is in the module that ships, nor in the client's tables; in these they are, beside a program
    that is built for debugging. Nothing else of the client knows their names."""
    module = BUILD / "layout-members.wasm"
    subprocess.run([ROOT / "script/wasm", "--checked", module], check=True, env=os.environ | {"LAYOUTD_WASM_MEMBERS": "1"})
    client = tmp_path / "client"
    shutil.copytree(CLIENT, client, ignore=shutil.ignore_patterns("node_modules", "bundles"))
    subprocess.run([ROOT / "script/describe", "--tables", client / "source/steps", "--probes"], check=True)
    transpiled.make(client)
    run_tests(program, facts, client / "tests/module/probes.server.test.js", LAYOUTD_MODULE=str(module))


@pytest.mark.landing
def test_whole_module(program, facts):
    """Pages load the module in two files; this is the one that is whole."""
    run_tests(program, facts, "tests/module/module.server.test.js", LAYOUTD_MODULE=str(CLIENT / "layout.wasm"))


def test_benchmark():
    """The benchmark of the module works."""
    subprocess.run([ROOT / "script/benchmark", "module", "--quick"], check=True, stdout=subprocess.DEVNULL)
