"""The answers with listed web origins. The document describes them in words only."""

import tempfile

import pytest

from lib.server import Server

from . import examples, keys
from .run import Run

pytestmark = pytest.mark.quick

LISTED = ["https://app.example", "http://127.0.0.1:3000"]
OTHERS = ["https://other.example", "https://app.example:8443", "http://app.example", "null", ""]
EXPOSED = {"ETag", "Location", "Cache-Status", "Server-Timing", "Retry-After", "X-Request-Id", "Deprecation",
           "Sunset", "Layoutd-Near"}
ACCEPTED = {"Authorization", "Content-Encoding", "Content-Type", "If-Match", "If-None-Match", "Last-Event-ID", "X-Request-Id",
            "traceparent", "Layoutd-Near"}
STANDING = {"headers": {
    "X-Request-Id": {"$ref": "#/components/headers/RequestID"},
    "X-Content-Type-Options": {"$ref": "#/components/headers/NoSniff"},
    "Cache-Control": {"$ref": "#/components/headers/NoStore"},
}}


def test_origins(program, document, facts):
    words = document.root["info"]["description"]
    facts.no("the headers that openapi.yaml names for browsers", [
        f"{name} is missing" for name in sorted(EXPOSED | ACCEPTED) if f"`{name}`" not in words])
    with tempfile.TemporaryDirectory() as folder, Server(
            program, "--cors-origins", ",".join(LISTED), "--api-keys-file", keys.file_in(folder),
            "--playground", "on") as server:
        for origin in LISTED + OTHERS:
            # Which origins are listed is found before the call; so each call is made for one of either kind.
            operations = document.operations if origin in (LISTED[0], OTHERS[0]) else [document.named("createLayout")]
            for key in ("write", "none"):
                headers = {"Origin": origin, **keys.header_of(key)}
                run = Run(document, server, facts, headers, keys.LASTING)
                run.writing = keys.header_of("write")
                for operation in operations:
                    call(run, operation, origin)
                    preflight(run, operation, origin, key)
        server.terminate()
        facts.no("SIGTERM, with origins", server.problems_of_end())


def names(answer, header):
    return {name.strip() for name in answer.headers.get(header, "").split(",") if name.strip()}


def problems_of_headers(answer, origin):
    """The CORS headers that are wrong or missing for a page of an origin."""
    told = {name: answer.headers.get(name) for name in ("access-control-allow-origin", "timing-allow-origin")}
    wanted = dict.fromkeys(told, origin if origin in LISTED else None)
    exposed = names(answer, "access-control-expose-headers")
    problems = [f"{told}, not {wanted}"] if told != wanted else []
    if exposed != (EXPOSED if origin in LISTED else set()):
        problems.append(f"exposed: {exposed}")
    if "Origin" not in names(answer, "vary"):
        problems.append(f"Vary: {answer.headers.get('vary')}")
    if "access-control-allow-credentials" in answer.headers:
        problems.append("credentials are allowed")
    return problems


def call(run, operation, origin):
    asked = examples.call_of(run, operation)
    answer = run.call(operation, asked.target, asked.body, headers=asked.headers)
    if answer:
        run.check(f"{operation.name} for {origin}", problems_of_headers(answer, origin))


def preflight(run, operation, origin, key):
    """A preflight. A browser sends no key with it, and one would change nothing."""
    target = examples.call_of(run, operation).target
    asked = {"Access-Control-Request-Method": operation.method, "Access-Control-Request-Headers": "authorization"}
    answer = run.server.request("OPTIONS", target, **{**run.headers, **asked})
    name = f"OPTIONS {target} for {origin}"
    if origin not in LISTED:
        status = 405 if operation.is_open or key != "none" else 401
        told = [header for header in answer.headers if header.startswith("access-control-")]
        run.check(name, told + ([] if answer.status == status else [f"status {answer.status}, not {status}"]))
        return
    methods = {other.method for other in run.document.operations if other.template == operation.template}
    problems = problems_of_headers(answer, origin) + run.problems_of(STANDING, answer)
    for problem, found in {
        f"status {answer.status}": answer.status != 204,
        "a body": bool(answer.raw),
        "methods": names(answer, "access-control-allow-methods") != methods | ({"HEAD"} if "GET" in methods else set()),
        "headers": names(answer, "access-control-allow-headers") != ACCEPTED,
        "time": answer.headers.get("access-control-max-age") != "86400",
    }.items():
        problems += [problem] if found else []
    run.check(name, problems)
