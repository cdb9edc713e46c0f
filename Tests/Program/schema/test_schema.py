"""Requests made from openapi.yaml, sent to a server, and the answers: schemathesis, with all checks.

In short a few requests are sent for each call, always the same. With --long values on and beyond every bound of a schema
are sent, too, and sequences of calls, which takes some minutes; and all of it to a server that needs API keys: requests
then have a key that may write, and some have none or a wrong one. schemathesis.toml has what a schema cannot express.
"""

import hashlib
import shutil
import subprocess

import pytest

from lib import BUILD, ROOT
from lib.server import Server

DOCUMENT = ROOT / "openapi.yaml"
# The security of the document, without keys and with keys.
OPTIONAL, NEEDED = "\nsecurity: [{}, {bearer: []}]\n", "\nsecurity: [{bearer: []}]\n"
KEY = "key-that-may-write"


@pytest.mark.parametrize("has_keys", [False, pytest.param(True, marks=pytest.mark.long)], ids=["open", "keys"])
def test_schema(has_keys, program, quick, tmp_path):
    own = BUILD / "schema/bin/schemathesis"
    tool = own if own.exists() else shutil.which("schemathesis")
    if tool is None:
        pytest.skip("schemathesis is missing; run script/bootstrap --all where there is a package index")
    amount = ["--max-examples", "50"]
    if quick:
        amount = ["--max-examples", "10", "--phases", "examples,fuzzing", "--generation-deterministic"]
    document, options, header = DOCUMENT, [], []
    if has_keys:
        keys, document = tmp_path / "keys.txt", tmp_path / "openapi.yaml"
        keys.write_text(f"{hashlib.sha256(KEY.encode()).hexdigest()} tester write\n")
        before, after = DOCUMENT.read_text().split(OPTIONAL)
        document.write_text(before + NEEDED + after)
        options, header = ["--api-keys-file", keys], ["--header", f"Authorization: Bearer {KEY}"]
    with Server(program, "--log-level", "warning", "--access-log", "off", *options) as server:
        code = subprocess.run(
            [tool, "--config-file", ROOT / "Tests/Program/schema/schemathesis.toml", "run", document, "--url", server.url,
             "--no-shrink", "--warnings", "off", "--suppress-health-check", "too_slow", *header, *amount], cwd=ROOT).returncode
        assert server.stop() == 0
    assert code == 0
