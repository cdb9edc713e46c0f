"""Requests to one server, each answer checked against the document."""

import itertools
import re


class Run:
    """Calls of one server. Each has `headers`; `lasting` is the `Cache-Control` of answers that never change."""

    def __init__(self, document, server, facts, headers=(), lasting="public, max-age=31536000, immutable"):
        self.document = document
        self.server = server
        self.check = facts.no
        self.headers, self.lasting = dict(headers), lasting
        self.writing = self.headers  # with which documents are put before they are asked for
        self.answered = set()  # (operation, status)
        self.ids = {}          # request example -> id
        self.calls = itertools.count()
        self.made = set()      # ids that the server has made for requests

    def problems_of(self, response, answer):
        """The differences between an answer and the documented response."""
        problems = ["a header stands twice"] if answer.repeated else []
        for name, header in response.get("headers", {}).items():
            header = self.document.follow(header)
            value = answer.headers.get(name.lower())
            if value is not None:
                wrong = self.document.answer_errors(value, header["schema"])
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
        problems += self.document.answer_errors(value, content[media_type]["schema"])
        if isinstance(value, dict):
            if media_type == "application/problem+json" and value.get("status") != answer.status:
                problems.append(f"status {answer.status}, but {value.get('status')} in the body")
            request_id = answer.headers.get("x-request-id")
            if media_type == "application/problem+json" and value.get("requestId") != request_id:
                problems.append(f"X-Request-Id {request_id}, but {value.get('requestId')} in the body")
            if len({len(column) for column in value.get("cells", {}).values()}) > 1:
                problems.append("columns of different lengths")
        return problems

    def call(self, operation, target, body=None, expected=None, headers=()):
        """Sends a request, checks the answer against its operation, and returns it."""
        name = f"{operation.method} {target}"
        own_id, id_header = self.request_id()
        try:
            sent = {**self.headers, **id_header, **dict(headers)}
            answer = self.server.request(operation.method, target, body, **sent)
        except OSError as error:
            self.check(name, [f"no answer: {error!r}"])
            return None
        self.answered.add((operation.name, answer.status))
        problems = self.problems_of_id(own_id, answer)
        response = operation.responses.get(str(answer.status))
        if response is None:
            problems.append(f"status {answer.status} is not documented")
        else:
            problems += self.problems_of(response, answer)
        if expected and answer.status not in expected:
            problems.append(f"status {answer.status}, not {expected}: {answer.body[:300]!r}")
        if operation.method == "GET" and answer.status in (200, 304) and "{id}" in operation.template:
            lasting = "private, max-age=60" if "bounds=" in target else self.lasting
            if answer.headers.get("cache-control") != lasting:
                problems.append(f"Cache-Control: {answer.headers.get('cache-control')}, not {lasting}")
        self.check(name, problems)
        return None if problems else answer

    def request_id(self):
        """For the next request: the id that its answer must have, or None for a new one, and the header for it."""
        number = next(self.calls)
        choice = (f"call.{number}_A-z", None, "x" * 64, None, "no id", None, "x" * 65)[number % 7]
        well_formed = choice if choice and re.fullmatch(r"[A-Za-z0-9._-]{1,64}", choice) else None
        return well_formed, {} if choice is None else {"X-Request-Id": choice}

    def problems_of_id(self, own_id, answer):
        """A well-formed id of the client is used; other ids are new, and no two are equal."""
        found = answer.headers.get("x-request-id")
        if own_id is not None:
            return [] if found == own_id else [f"X-Request-Id: {found}, not {own_id}"]
        is_new = found not in self.made
        self.made.add(found)
        return [] if is_new else [f"X-Request-Id: {found} once more"]
