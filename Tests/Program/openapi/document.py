"""Reads openapi.yaml."""

import itertools
import re
from urllib.parse import urlsplit

import jsonschema

from lib import read_yaml

from .strict import closed, strict_components


class Document:
    """openapi.yaml, with references followed."""

    def __init__(self, path):
        self.root = read_yaml(path.read_text())
        self.strict = strict_components(self.root["components"])
        self.operations = []
        for template, item in self.root["paths"].items():
            for method in ("get", "post", "put", "delete"):
                if method in item:
                    self.operations.append(Operation(self, template, method, item))
        self.snapshot_media = self.named("createLayout").body["application/json"]
        self.snapshots = {name: example["value"] for name, example in self.snapshot_media["examples"].items()}
        self.shown_id = self.root["components"]["parameters"]["id"]["example"]  # of the snapshot `mixed`

    def follow(self, thing):
        while "$ref" in thing:
            target = self.root
            for step in thing["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            thing = target
        return thing

    def errors(self, value, schema):
        """The differences between `value` and `schema`."""
        return errors_of(value, {**schema, "components": self.root["components"]})

    def answer_errors(self, value, schema):
        """The differences between an answer and `schema`, and members that the document does not name."""
        return errors_of(value, {**closed(schema), "components": self.strict})

    def schemas(self):
        """(name, schema) of all that the document has: named ones, parameters, headers, bodies."""
        components = self.root["components"]
        yield from components["schemas"].items()
        for kind in ("parameters", "headers"):
            yield from ((f"{kind}/{name}", thing["schema"]) for name, thing in components[kind].items())
        for operation in self.operations:
            for parameter in operation.path_parameters:
                yield f"{operation.name} {parameter['name']}", parameter["schema"]
            for media, content in operation.body.items():
                yield f"{operation.name} {media}", content["schema"]
            for status, response in operation.responses.items():
                for media, content in response.get("content", {}).items():
                    yield f"{operation.name} {status} {media}", content["schema"]

    def named(self, name):
        return next(o for o in self.operations if o.name == name)

    def operation(self, method, target):
        """The operation that a request is for, if any."""
        path = urlsplit(target).path
        # A literal path wins over one with parameters.
        for operation in sorted(self.operations, key=lambda o: o.template.count("{")):
            if operation.method == method and re.fullmatch(operation.pattern, path):
                return operation
        return None

    def response_examples(self):
        """(name, response, status or None, media, example) of every answer that is shown."""
        shared = self.root["components"]["responses"].items()
        answers = [(name, response, None) for name, response in shared]
        for operation in self.operations:
            own = [(s, r) for s, r in operation.responses.items() if not any(r is x[1] for x in shared)]
            answers += [(f"{operation.name} {status}", response, int(status)) for status, response in own]
        for name, response, status in answers:
            for media in response.get("content", {}).values():
                for key, example in media.get("examples", {}).items():
                    yield f"{name} {key}", response, status, media, example
        # Answers without a body come last: of these are those that delete.
        for name, response, status in answers:
            if "x-request" in response:
                yield name, response, status, None, {"x-request": response["x-request"]}


def errors_of(value, schema):
    found = jsonschema.Draft202012Validator(schema).iter_errors(value)
    return [f"{e.json_path}: {e.message[:200]}" for e in itertools.islice(found, 3)]


class Operation:
    def __init__(self, document, template, method, item):
        self.template = template
        self.method = method.upper()
        self.name = item[method]["operationId"]
        self.pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
        listed = item.get("parameters", []) + item[method].get("parameters", [])
        parameters = [document.follow(p) for p in listed]
        self.path_parameters = [p for p in parameters if p["in"] == "path"]
        self.query_parameters = {p["name"]: p for p in parameters if p["in"] == "query"}
        self.responses = {s: document.follow(r) for s, r in item[method]["responses"].items()}
        self.body = item[method].get("requestBody", {}).get("content", {})
        self.examples = {p["name"]: str(p["example"]) for p in self.path_parameters if "example" in p}
        # The statuses of answers that are no refusal and no 304.
        self.good = [status for status in self.responses if status[0] == "2" or status == "307"]
        self.is_open = item[method].get("security", document.root["security"]) == []

    def target(self, id):
        """A path of the operation, with this id and the example of every other part that changes."""
        return re.sub(r"\{(\w+)\}", lambda m: id if m[1] == "id" else self.examples[m[1]], self.template)


def examples_of(parameter):
    if "example" in parameter:
        return [parameter["example"]]
    return [example["value"] for example in parameter.get("examples", {}).values()]
