"""The examples of the document: that they are what its schemas say, and what the program answers."""

import http.client
import json
import signal
import subprocess
import threading

from .document import examples_of
from .server import DRAIN_SECONDS


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
        check(f"{name}: example", document.errors(example["value"], media["schema"]))


def send(run, name, response, status, media, example, seconds=30):
    """Sends the request of an example, if it has one, and compares the answer with the example."""
    request = example.get("x-request")
    if request is None:
        return
    document = run.document
    known = run.ids.get("mixed", document.shown_id)
    if status == 201:
        run.server.request("DELETE", f"/v1/layouts/{known}")
    try:
        if "raw" in request:
            answer = run.server.send(request["raw"], request.get("seconds", seconds))
            operation = None
        else:
            target = request["target"].replace("{id}", known) + "a" * request.get("targetPadding", 0)
            headers = dict(request.get("headers", {}))
            for i in range(request.get("headPadding", 0) // 1000):
                headers[f"X-Padding-{i}"] = "a" * 985
            body = request.get("body")
            if "bodyExample" in request:
                body = json.dumps(document.snapshots[request["bodyExample"]])
            answer = run.server.request(request["method"], target, headers, body)
            operation = document.operation(request["method"], target)
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
    """What of a problem is promised: the wording of details may change."""
    places = [error.get("pointer", error.get("parameter")) for error in problem.get("errors", [])]
    return {**{k: problem[k] for k in ("type", "title", "status")}, "at": places}


def send_all(run):
    """All but those that the shutdown provokes; the slow ones, whose threads are returned, beside the others."""
    slow = []
    for shown in run.document.response_examples():
        request = shown[4].get("x-request", {})
        if "afterSignal" in request:
            continue
        if "seconds" in request:
            slow.append(threading.Thread(target=send, args=(run, *shown)))
            slow[-1].start()
        else:
            send(run, *shown)
    return slow


def shut_down(run):
    """Ends the program, and sends what is answered in another way then."""
    shown = [s for s in run.document.response_examples() if "afterSignal" in s[4].get("x-request", {})]
    run.server.process.send_signal(signal.SIGTERM)
    threading.Event().wait(DRAIN_SECONDS / 4)
    for example in shown:
        send(run, *example)
    try:
        code = run.server.process.wait(timeout=60)
        run.check("SIGTERM", [] if code == 0 else [f"exit code {code}"])
    except subprocess.TimeoutExpired:
        run.check("SIGTERM", ["does not end"])
