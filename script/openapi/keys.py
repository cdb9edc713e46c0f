"""The answers with keys set."""

import hashlib
import json
import tempfile
from pathlib import Path

from . import examples
from .run import Run
from .server import Server

KEYS = {"read": "key-that-may-read", "write": "key-that-may-write", "unknown": "key-of-nobody"}
LASTING = "private, max-age=31536000, immutable"


def file_in(folder):
    """A file that lists the keys that may read and write."""
    lines = [f"{hashlib.sha256(KEYS[name].encode()).hexdigest()} {name}er {name}\n" for name in ("read", "write")]
    path = Path(folder) / "keys.txt"
    path.write_text("# of a test\n" + "".join(lines))
    return path


def header_of(key):
    return {} if key == "none" else {"Authorization": f"Bearer {KEYS[key]}"}


def test(program, document, tally):
    with tempfile.TemporaryDirectory() as folder, Server(program, "--api-keys-file", file_in(folder)) as server:
        runs = {key: Run(document, server, tally, header_of(key), LASTING) for key in (*KEYS, "none")}
        for run in runs.values():
            run.writing = header_of("write")
        post_all(runs["write"])
        shown(runs)
        for key, run in runs.items():
            for operation in document.operations:
                one_call(run, key, operation)
        server.terminate()
        tally.check("SIGTERM, with keys", server.problems_of_end())
        tally.check("no key in the log", [key for key in KEYS.values() if key in server.log_text()])


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
    elif operation.method != "GET" and key == "read":
        good = [403]
    asked = examples.call_of(run, operation)
    answer = run.call(operation, asked.target, asked.body, expected=good, headers=asked.headers)
    if answer and "304" in operation.responses:
        known = answer.headers.get("etag", "*")
        run.call(operation, asked.target, expected=[304 if 200 in good else 401], headers={"If-None-Match": known})
