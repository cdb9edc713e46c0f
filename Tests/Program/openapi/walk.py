"""Every call with every combination of the document's examples that makes sense."""

import itertools
import json
import re
import threading

from .document import examples_of


def address_of(element):
    """The path of a single element below /v1/layouts/{id}."""
    if element["category"] == "cell":
        return f"items/{element['section']}/{element['item']}"
    family = "decorations" if element["category"] == "decoration" else "supplementary"
    if element["kind"] == "globalHeader":
        return f"{family}/globalHeader/{element['index']}"
    return f"{family}/{element['kind']}/{element['section']}/{element['index']}"


def target_of(path, query):
    def text(value):
        return ",".join(map(str, value)) if isinstance(value, list) else str(value)
    pairs = "&".join(f"{k}={text(v)}" for k, v in query.items())
    return f"{path}?{pairs}" if pairs else path


class Walk:
    # Which parameters are tried together; `extent` is width or height, as the snapshot scrolls.
    COMBINATIONS = [
        (), ("extent",), ("extent", "rect"), ("bounds",), ("extent", "bounds", "inset"),
        ("extent", "rect", "bounds"), ("extent", "limit"), ("extent", "rect", "limit"),
        ("extent", "rect", "format"), ("bounds", "inset", "format"), ("extent", "point"),
        ("bounds", "point"), ("extent", "bounds", "inset", "point"), ("extent", "format"),
        ("extent", "rect", "special"), ("extent", "rect", "special", "limit"), ("extent", "point", "special"),
        ("section",), ("bounds", "inset", "snap", "proposed"), ("bounds", "page", "proposed", "velocity"),
        ("extent", "bounds", "keep", "previous", "previousInset"), ("extent", "bounds", "velocity", "ahead", "speed"),
        ("bounds", "inset", "previous", "velocity", "previousVelocity"), ("extent", "bounds", "item", "point"),
        ("bounds", "inset", "item", "target", "point"),
    ]
    DRAWINGS = ("svg", "text")
    OPERATIONS = ("getHealth", "getReadiness", "getMetrics", "getVersion", "getOpenAPI", "getOpenAPIJSON", "getReference",
                  "getGuide", "getPlayground")

    def __init__(self, run):
        self.document, self.server, self.ids = run.document, run.server, run.ids
        self.answered, self.check, self.call = run.answered, run.check, run.call
        self.varied = set()

    def queries(self, operation, horizontal):
        """Every combination of the examples of the operation's parameters that makes sense."""
        extent = "height" if horizontal else "width"
        for combination in self.COMBINATIONS:
            names = [extent if name == "extent" else name for name in combination]
            known = operation.query_parameters
            if not all(name in known for name in names):
                continue
            if not all(name in names for name, p in known.items() if p.get("required")):
                continue
            if operation.name == "getElements" and not {"rect", "bounds"} & set(names):
                continue
            if operation.name == "getTarget" and not {"snap", "page", "keep"} & set(names):
                continue
            if operation.name not in ("createLayout", "getLayout", "getSnapshot") and not {extent, "bounds"} & set(names):
                continue
            for values in itertools.product(*(examples_of(known[name]) for name in names)):
                yield dict(zip(names, values))

    def members_follow_the_query(self, name, value, query):
        """The layout object has exactly the members that were asked for."""
        elements = "cells" if query.get("format") == "columns" else "elements"
        seen = {"contentSize": {"width", "height", "bounds"}, elements: {"rect", "bounds"},
                "next": {"rect", "bounds"}, "special": {"bounds", "special"}}
        self.check(f"{name}: members", [
            f"{member}: {'there' if member in value else 'missing'}"
            for member, causes in seen.items() if (member in value) != bool(causes & set(query))])

    def post_everything(self):
        create = self.document.named("createLayout")
        for name, snapshot in self.document.snapshots.items():
            body = json.dumps(snapshot)
            spaced = json.dumps(dict(reversed(snapshot.items())), indent=3)
            horizontal = snapshot.get("scrollDirection") == "horizontal"
            for query in self.queries(create, horizontal):
                target = target_of("/v1/layouts", query)
                answer = self.call(create, target, body, expected=[200 if name in self.ids else 201])
                if answer is None:
                    continue
                if query.get("format") in self.DRAWINGS:
                    continue
                value = answer.value()
                if name not in self.ids:
                    self.check(f"{name}: another id than the others", [
                        f"the id of {other}" for other, known in self.ids.items() if known == value["id"]])
                    self.check(f"{name}: Location", [] if answer.headers["location"] == f"/v1/layouts/{value['id']}"
                               else [answer.headers["location"]])
                self.check(f"{name}: one content, one id",
                           [] if self.ids.setdefault(name, value["id"]) == value["id"] else [value["id"]])
                self.members_follow_the_query(f"POST {name} {target}", value, query)
                body = spaced  # from now on another spelling of the same content
        shown = self.document.shown_id
        if self.ids.get("mixed") != shown:
            self.check("the documented id", [
                f"openapi.yaml shows {shown},", f"the server gives    {self.ids.get('mixed')}"])

    def get_everything(self):
        for operation in self.document.operations:
            if operation.method != "GET":
                continue
            if operation.name in self.OPERATIONS:
                answer = self.call(operation, operation.template, expected=[200])
                if answer and "etag" in answer.headers:
                    self.variants(operation, operation.template, answer)
                continue
            if operation.name == "getProblem":
                for name in operation.path_parameters[0]["schema"]["enum"]:
                    self.call(operation, f"/problems/{name}", expected=[200])
                self.call(operation, "/problems/nothing", expected=[404])
                continue
            if [p["name"] for p in operation.path_parameters] != ["id"]:
                continue  # single elements: below, for those that there are
            for name, known in self.ids.items():
                horizontal = self.document.snapshots[name].get("scrollDirection") == "horizontal"
                path = operation.template.replace("{id}", known)
                for query in self.queries(operation, horizontal):
                    if not {"section", "item"} & set(query) or self.document.snapshots[name].get("sections") != []:
                        self.get(operation, path, query)

    def get(self, operation, path, query):
        target = target_of(path, query)
        answer = self.call(operation, target, expected=[200])
        if answer is None:
            return
        self.variants(operation, target, answer)
        if query.get("format") in self.DRAWINGS:
            return
        value = answer.value()
        if operation.name == "getLayout":
            self.members_follow_the_query(f"GET {target}", value, query)
        if operation.name == "getSnapshot" and not query:
            posted = self.call(self.document.named("createLayout"), "/v1/layouts", json.dumps(value), expected=[200])
            self.check(f"{target}: posted", [] if posted and posted.value()["id"] in path else ["another id"])
        if value.get("next"):
            self.call(operation, target_of(path, {**query, "cursor": value["next"]}), expected=[200])
        elif operation.name in ("getElements", "getSpecial") and "format" not in query:
            self.single_elements(path.rsplit("/", 1)[0], query, value)

    def variants(self, operation, target, answer):
        """An answer with gzip, and one to who has it, once for each form of an operation's answers."""
        path, _, query = target.partition("?")
        form = operation.name, path if "{" not in operation.template else "", re.sub("(?<!format)=[^&]*", "", query)
        if form in self.varied:
            return
        self.varied.add(form)
        etag = answer.headers["etag"]
        self.call(operation, target, expected=[304], headers={"If-None-Match": etag})
        self.call(operation, target, expected=[200], headers={"Accept-Encoding": "gzip"})

    def single_elements(self, path, query, value, most=12):
        """An element of a list equals the answer for that element alone. With bounds, cells with effects are as these show them."""
        query = {k: v for k, v in query.items() if k in ("width", "height", "bounds", "inset")}
        listed = value["effects"] if "effects" in value else value.get("elements", [])[:most]
        for element in listed + value.get("special", []):
            if element.get("kind") == "globalHeaderBackground":
                continue  # it has no address
            target = target_of(f"{path}/{address_of(element)}", query)
            answer = self.call(self.document.operation("GET", target), target, expected=[200])
            if answer:
                self.check(f"{target}: as listed", [] if answer.value() == element else [str(answer.value())])

    def documents_follow_the_rules(self):
        """A document, its variants, what it leads to, its log, and a poll that a change ends."""
        put, get, change, log = (self.document.named(name) for name in (
            "putDocument", "getDocument", "changeDocument", "getDocumentLog"))
        path, known = "/v1/documents/walk", self.ids["feed"]
        self.call(put, path, json.dumps({"layout": known}), expected=[201], headers={"If-None-Match": "*"})
        self.variants(get, path, self.call(get, path, expected=[200]))
        elsewhere = self.call(self.document.named("getDocumentLayout"), f"{path}/sections?width=390", expected=[307])
        self.check(f"{path}/sections: where it leads", [] if elsewhere and elsewhere.headers["location"] ==
                   f"/v1/layouts/{known}/sections?width=390" else ["somewhere else"])
        answers = []
        poll = threading.Thread(
            target=lambda: answers.append(self.call(log, f"{path}/changes?after=1&wait=20", expected=[200])))
        poll.start()
        step = {"delete": [{"section": 0, "item": 5}]}
        changed = self.call(change, f"{path}/changes", json.dumps({"revision": 1, "steps": [step]}), expected=[200])
        poll.join()
        records = answers[0].value()["changes"] if answers[0] else []
        self.check(f"{path}: the record of a change", [] if changed and [
            (r["revision"], r["kind"], r["layout"], r["parent"]) for r in records] == [
                (2, "change", changed.value()["id"], known)] and records[0]["steps"] == [step] else [str(records)])

    def delete_everything(self):
        self.delete_documents()
        for name, known in self.ids.items():
            for _ in range(2):
                self.call(self.document.named("deleteLayout"), f"/v1/layouts/{known}", expected=[204])
            # What changes of documents have made is derived from it, and is still there.
            self.call(self.document.named("getLayout"), f"/v1/layouts/{known}", expected=[200 if name == "feed" else 404])

    def delete_documents(self):
        """All of them, page by page."""
        listed, names, query = self.document.named("getDocuments"), [], {"limit": 3}
        while True:
            answer = self.call(listed, target_of("/v1/documents", query), expected=[200])
            page = answer.value() if answer else {"documents": [], "next": None}
            names += [document["name"] for document in page["documents"]]
            if page["next"] is None:
                break
            query["cursor"] = page["next"]
        self.check("documents are listed", [] if "walk" in names else [str(names)])
        for name in names:
            path = f"/v1/documents/{name}"
            self.call(self.document.named("deleteDocument"), path, expected=[204], headers={"If-Match": "*"})
            self.call(self.document.named("getDocument"), path, expected=[404])

    def every_operation_answered(self):
        for operation in self.document.operations:
            good = [int(status) for status in operation.good]
            self.check(f"{operation.name} was answered", [
                f"never {status}" for status in good if (operation.name, status) not in self.answered])
