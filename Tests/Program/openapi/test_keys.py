"""The answers with keys set."""

import json
import tempfile

import pytest

from lib.server import Server

from . import examples
from .keys import KEYS, LASTING, file_in, header_of
from .run import Run

pytestmark = pytest.mark.quick


def test_keys(program, document, facts):
    with tempfile.TemporaryDirectory() as folder, Server(
            program, "--api-keys-file", file_in(folder), "--playground", "on") as server:
        runs = {key: Run(document, server, facts, header_of(key), LASTING) for key in (*KEYS, "none")}
        for run in runs.values():
            run.writing = header_of("write")
        post_all(runs["write"])
        shown(runs)
        for key, run in runs.items():
            for operation in document.operations:
                one_call(run, key, operation)
        server.terminate()
        facts.no("SIGTERM, with keys", server.problems_of_end())
        facts.no("no key in the log", [key for key in KEYS.values() if key in server.log_text()])


def post_all(run):
    for snapshot in run.document.snapshots.values():
        run.call(run.document.named("createLayout"), "/v1/layouts", json.dumps(snapshot), expected=[201])


def shown(runs):
    """The examples, each with its key, or with a key that may write."""
    for shown in runs["write"].document.response_examples():
        request = shown[4].get("x-request", {})
        # Those are slow, or provoked by the shutdown: no different with keys.
        if not {"seconds", "afterSignal"} & set(request):
            examples.send(runs[request.get("key", "write")], *shown)


def one_call(run, key, operation):
    """An operation is answered or refused by the key, also with `If-None-Match`."""
    good = [int(status) for status in operation.good]
    if not operation.is_open and key in ("unknown", "none"):
        good = [401]
    elif operation.method != "GET" and key == "read" and "403" in operation.responses:
        good = [403]
    asked = examples.call_of(run, operation)
    answer = run.call(operation, asked.target, asked.body, expected=good, headers=asked.headers)
    if answer and "304" in operation.responses:
        known = answer.headers.get("etag", "*")
        run.call(operation, asked.target, expected=[304 if 200 in good else 401], headers={"If-None-Match": known})
