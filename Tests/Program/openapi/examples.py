"""The examples of the document: they match its schemas, and the program answers them."""

import itertools
import json
import re
import signal
from typing import NamedTuple

from lib.wait import eventually

from .document import examples_of


def are_sound(document, check):
    """The examples are what the schemas say."""
    for name, value in document.snapshots.items():
        check(f"request example {name}", document.errors(value, document.snapshot_media["schema"]))
    for operation in document.operations:
        for parameter in [*operation.path_parameters, *operation.query_parameters.values()]:
            for value in examples_of(parameter):
                check(f"{operation.name}: example of {parameter['name']}",
                      document.errors(value, parameter["schema"]))
    for name, _, _, media, example in document.response_examples():
        if media:
            check(f"{name}: example", document.answer_errors(example["value"], media["schema"]))


SHOWN_DOCUMENT = "feed"
DOCUMENT_NUMBERS = itertools.count()
BY = r',\s*"by":\s*"[\w.-]+"'
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


class Asked(NamedTuple):
    """A request of an example. Its document has a name that no other request has."""
    method: str
    target: str
    headers: dict
    body: str | None
    document: str

    def shown(self, text):
        """A text of the answer, or of the example, as both are compared."""
        return TIME.sub("the time", text.replace(self.document, SHOWN_DOCUMENT))


def put_document(run, name, made):
    """Puts the document that a request expects, and changes it; its first revision, which is 1 as long as no other one has
    been deleted."""
    path, headers = f"/v1/documents/{name}", {**run.writing, "Content-Type": "application/json"}
    body = json.dumps({"snapshot": run.document.snapshots[made["snapshot"]]})
    put = run.server.request("PUT", path, body, If_None_Match="*", **headers)
    first = put.value().get("revision", 1)
    answers = [put] + [
        run.server.request("POST", f"{path}/changes", counted_from(first, body), **headers) for body in made.get("changes", [])]
    run.check(f"the document {name}", [
        f"{answer.status}: {answer.body!r}" for answer in answers if answer.status not in (200, 201)])
    return first


def counted_from(first, text):
    """A part of a request for a document whose first revision is not 1: a body, a target, or a tag."""
    return re.sub(
        r'(?<="revision": )\d+|(?<=\bafter=)\d+|(?<=^")\d+(?="$)', lambda shown: str(int(shown[0]) + first - 1), text)


def request_of(run, request):
    """An example's request that is not given as raw bytes; what it expects has been made."""
    known = run.ids.get("mixed", run.document.shown_id)
    name = f"{SHOWN_DOCUMENT}-{next(DOCUMENT_NUMBERS):06}"
    target = request["target"].replace("{id}", known) + "a" * request.get("targetPadding", 0)
    target = re.sub(rf"(?<=/v1/documents/){SHOWN_DOCUMENT}\b|(?<=prefix=){SHOWN_DOCUMENT}\b", name, target)
    headers = dict(request.get("headers", {}))
    for i in range(request.get("headPadding", 0) // 1000):
        headers[f"X-Padding-{i}"] = "a" * 985
    body = request.get("body")
    if "bodyExample" in request:
        body = json.dumps(run.document.snapshots[request["bodyExample"]])
    if "document" in request:
        first = put_document(run, name, request["document"])
        body, target = body and counted_from(first, body), counted_from(first, target)
        headers = {name: counted_from(first, value) for name, value in headers.items()}
    return Asked(request["method"], target, headers, body, name)


def call_of(run, operation):
    """A request that the operation answers with 2xx, or leads on."""
    for status, response in operation.responses.items():
        shown = [e for media in response.get("content", {}).values() for e in media.get("examples", {}).values()]
        for example in [*shown, response]:
            if status in operation.good and "x-request" in example:
                return request_of(run, example["x-request"])
    return Asked(operation.method, operation.target("0" * 64), {}, None, SHOWN_DOCUMENT)


def send(run, name, response, status, media, example):
    """Sends the request of an example, if it has one, and compares the answer with the example."""
    request = example.get("x-request")
    if request is None:
        return
    document = run.document
    known = run.ids.get("mixed", document.shown_id)
    if status == 201 and "id" in example["value"]:
        run.server.request("DELETE", f"/v1/layouts/{example['value']['id']}", **run.headers)
    asked = None
    try:
        if "raw" in request:
            lines = "".join(f"{name}: {value}\r\n" for name, value in run.headers.items())
            raw = request["raw"].replace("Host: a\r\n", f"Host: a\r\n{lines}", 1)
            answer = run.server.send(raw.encode())
            operation = None
        else:
            asked = request_of(run, request)
            shown = str(example.get("value", ""))
            answer = run.server.request(
                asked.method, asked.target, asked.body, events=shown.count("\nevent: "), **{**run.headers, **asked.headers})
            operation = document.operation(asked.method, asked.target)
    except OSError as error:
        run.check(name, [f"no answer: {error!r}"])
        return
    problems = run.problems_of(response, answer)
    wanted = status or example["value"]["status"]
    if answer.status != wanted:
        problems.insert(0, f"status {answer.status}, not {wanted}: {answer.body[:300]!r}")
    if operation and str(answer.status) not in operation.responses:
        problems.append(f"{operation.name} does not document {answer.status}")
    if not problems and media:
        value, expected = answer.value(), json.loads(json.dumps(example["value"]).replace(document.shown_id, known))
        if asked:
            # Without a key in the example its records have no name of one, though this server may have keys.
            hidden = re.compile("(?!)" if "key" in request else BY)
            value, expected = (
                hidden.sub("", asked.shown(one)) if isinstance(one, str) else json.loads(hidden.sub("", asked.shown(json.dumps(one))))
                for one in (value, expected))
        if status is None:
            value, expected = essence(value), essence(expected)
        if value != expected:
            problems += [f"answered {json.dumps(value)[:600]}", f"shown    {json.dumps(expected)[:600]}"]
    if operation:
        run.answered.add((operation.name, answer.status))
    run.check(name, problems)


def essence(problem):
    """The parts of a problem that are promised: not the wording of details, and not the id."""
    places = [(error.get("pointer", error.get("parameter")), error["code"]) for error in problem.get("errors", [])]
    return {**{k: problem[k] for k in ("type", "title", "status")}, "at": places}


def send_all(run):
    """All examples but those that need keys or the shutdown."""
    for shown in run.document.response_examples():
        request = shown[4].get("x-request", {})
        if "afterSignal" not in request and "key" not in request:
            send(run, *shown)


def shut_down(run):
    """Ends the program, and sends the examples with another answer during the shutdown."""
    shown = [s for s in run.document.response_examples() if "afterSignal" in s[4].get("x-request", {})]
    run.server.terminate()
    run.check("readiness turns", [] if eventually(lambda: run.server.request("GET", "/readyz").status == 503) else ["not"])
    for example in shown:
        send(run, *example)
    run.server.terminate()
    code = run.server.wait()
    run.check("a second SIGTERM", [] if code == 128 + signal.SIGTERM else [f"exit code {code}"])
