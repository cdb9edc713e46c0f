"""The answers with `--metrics-listen`."""

import tempfile

import pytest

from lib.server import Server

from . import keys
from .run import Run

pytestmark = pytest.mark.quick

THERE = {"getMetrics", "getHealth", "getReadiness"}


def test_metrics_listen(program, document, facts):
    with tempfile.TemporaryDirectory() as folder, Server(
            program, "--metrics-listen", "127.0.0.1:0", "--api-keys-file", keys.file_in(folder),
            "--playground", "on") as server:
        address = server.operations_address()
        main = Run(document, server, facts, keys.header_of("write"), keys.LASTING)
        metrics = document.named("getMetrics")
        main.call(metrics, metrics.template, expected=[404])
        Run(document, server, facts).call(metrics, metrics.template, expected=[401])
        for operation in document.operations:
            if operation.method == "GET" and "{" not in operation.template:
                is_there = operation.name in THERE
                if operation.name != "getMetrics":
                    main.call(operation, operation.template, expected=[200])
                answer = server.request("GET", operation.template, address=address)
                response = operation.responses["200"] if is_there else document.follow(metrics.responses["404"])
                facts.no(f"{operation.name} at the address for operations", main.problems_of(response, answer)
                            + ([] if answer.status == (200 if is_there else 404) else [f"status {answer.status}"]))
        server.terminate()
        facts.no("SIGTERM, with an address for operations", server.problems_of_end())
