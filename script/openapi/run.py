"""Requests to one server, each answer checked against the document."""

import http.client
import threading


class Tally:
    """What was checked, of all runs together. Any thread may check."""

    def __init__(self):
        self.passed = 0
        self.failures = []
        self.lock = threading.Lock()

    def check(self, name, problems):
        with self.lock:
            if problems:
                self.failures.append(name)
                print(f"FAIL {name[:300]}")
                for problem in problems[:5]:
                    print(f"     {problem}")
            else:
                self.passed += 1


class Run:
    def __init__(self, document, server, tally):
        self.document = document
        self.server = server
        self.check = tally.check
        self.answered = set()  # (operation, status)
        self.ids = {}          # request example -> id

    def problems_of(self, response, answer):
        """Where an answer is not what the documented response says."""
        problems = ["a header stands twice"] if answer.repeated else []
        for name, header in response.get("headers", {}).items():
            header = self.document.follow(header)
            value = answer.headers.get(name.lower())
            if value is not None:
                wrong = self.document.errors(value, header["schema"])
                problems += [f"header {name}: {value!r} {e}" for e in wrong]
            elif header.get("required"):
                problems.append(f"header {name} is missing")
        content = response.get("content")
        if not content:
            return problems + (["a body where none is documented"] if answer.raw else [])
        media_type = answer.headers.get("content-type", "").split(";")[0]
        if media_type not in content:
            return problems + [f"content type {media_type!r}, not one of {list(content)}"]
        try:
            value = answer.value()
        except ValueError as error:
            return problems + [f"the body does not read: {error}"]
        problems += self.document.errors(value, content[media_type]["schema"])
        if isinstance(value, dict):
            if media_type == "application/problem+json" and value.get("status") != answer.status:
                problems.append(f"status {answer.status}, but {value.get('status')} in the body")
            for member in ("elements", "special"):
                cells = value[member].get("cells", {}) if isinstance(value.get(member), dict) else {}
                if len({len(column) for column in cells.values()}) > 1:
                    problems.append(f"{member}: columns of different lengths")
        return problems

    def call(self, operation, target, body=None, expected=None, headers=()):
        """Sends a request, checks the answer against its operation, and hands it back."""
        name = f"{operation.method} {target}"
        try:
            answer = self.server.request(operation.method, target, headers, body)
        except (OSError, http.client.HTTPException) as error:
            self.check(name, [f"no answer: {error!r}"])
            return None
        self.answered.add((operation.name, answer.status))
        problems = []
        response = operation.responses.get(str(answer.status))
        if response is None:
            problems.append(f"status {answer.status} is not documented")
        else:
            problems += self.problems_of(response, answer)
        if expected and answer.status not in expected:
            problems.append(f"status {answer.status}, not {expected}: {answer.body[:300]!r}")
        if operation.method == "GET" and answer.status == 200 and "{id}" in operation.template:
            lasting = "private, max-age=60" if "bounds=" in target else "public, max-age=31536000, immutable"
            if answer.headers.get("cache-control") != lasting:
                problems.append(f"Cache-Control: {answer.headers.get('cache-control')}, not {lasting}")
        self.check(name, problems)
        return None if problems else answer
