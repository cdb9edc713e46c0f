"""The examples of the document: they match its schemas, and the program answers them."""

import http.client
import json
import threading
import time

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
        check(f"{name}: example", document.answer_errors(example["value"], media["schema"]))


def request_of(run, request):
    """(method, target, headers, body) of an example's request that is not given as raw bytes."""
    known = run.ids.get("mixed", run.document.shown_id)
    target = request["target"].replace("{id}", known) + "a" * request.get("targetPadding", 0)
    headers = dict(request.get("headers", {}))
    for i in range(request.get("headPadding", 0) // 1000):
        headers[f"X-Padding-{i}"] = "a" * 985
    body = request.get("body")
    if "bodyExample" in request:
        body = json.dumps(run.document.snapshots[request["bodyExample"]])
    return request["method"], target, headers, body


def call_of(run, operation):
    """(target, body) of a request that the operation answers with 2xx."""
    for status, response in operation.responses.items():
        for media in response.get("content", {}).values():
            for example in media.get("examples", {}).values():
                if status[0] == "2" and "x-request" in example:
                    _, target, _, body = request_of(run, example["x-request"])
                    return target, body
    return operation.target("0" * 64), None


def send(run, name, response, status, media, example, seconds=30):
    """Sends the request of an example, if it has one, and compares the answer with the example."""
    request = example.get("x-request")
    if request is None:
        return
    document = run.document
    known = run.ids.get("mixed", document.shown_id)
    if status == 201:
        run.server.request("DELETE", f"/v1/layouts/{example['value']['id']}", run.headers)
    try:
        if "raw" in request:
            lines = "".join(f"{name}: {value}\r\n" for name, value in run.headers.items())
            raw = request["raw"].replace("Host: a\r\n", f"Host: a\r\n{lines}", 1)
            answer = run.server.send(raw, request.get("seconds", seconds))
            operation = None
        else:
            method, target, headers, body = request_of(run, request)
            answer = run.server.request(method, target, {**run.headers, **headers}, body)
            operation = document.operation(method, target)
    except (OSError, http.client.HTTPException) as error:
        run.check(name, [f"no answer: {error!r}"])
        return
    problems = run.problems_of(response, answer)
    expected = json.loads(json.dumps(example["value"]).replace(document.shown_id, known))
    wanted = status or expected["status"]
    if answer.status != wanted:
        problems.insert(0, f"status {answer.status}, not {wanted}: {answer.body[:300]!r}")
    if operation and str(answer.status) not in operation.responses:
        problems.append(f"{operation.name} does not document {answer.status}")
    if not problems:
        value = answer.value()
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
    """All examples but those that need keys or the shutdown. The slow ones run in threads, which are returned."""
    slow = []
    for shown in run.document.response_examples():
        request = shown[4].get("x-request", {})
        if "afterSignal" in request or "key" in request:
            continue
        if "seconds" in request:
            slow.append(threading.Thread(target=send, args=(run, *shown)))
            slow[-1].start()
        else:
            send(run, *shown)
    return slow


def shut_down(run, drain_seconds):
    """Ends the program, and sends the examples with another answer during the shutdown."""
    shown = [s for s in run.document.response_examples() if "afterSignal" in s[4].get("x-request", {})]
    run.server.terminate()
    time.sleep(drain_seconds / 4)
    for example in shown:
        send(run, *example)
    run.check("SIGTERM", run.server.problems_of_end())
