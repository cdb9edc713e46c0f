"""Every call with every combination of the document's examples that makes sense."""

import itertools
import json
import re
import threading
from xml.etree import ElementTree

from .document import examples_of


SVG = "{http://www.w3.org/2000/svg}"


def columns_as_rows(columns):
    """The cells of `format=columns`, one by one; a member that a cell lacks, or a mark that is false, is left out."""
    cells = columns["cells"]
    rows = []
    for i in range(len(cells["item"])):
        row = {k: v[i] for k, v in cells.items() if v[i] is not None and v[i] is not False}
        frame = {k: row.pop(k) for k in ("x", "y", "width", "height")}
        rows.append({"category": "cell", **row, "frame": frame})
    return rows


def name_of(element):
    """The label of an element in a drawing."""
    if element["category"] == "cell":
        return f"cell {element['section']}/{element['item']}"
    section = f"{element['section']}/" if "section" in element else ""
    return f"{element['kind']} {section}{element['index']}"


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
                    self.is_drawn(f"POST {name} {target}", answer, query)
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
            self.is_drawn(target, answer, query)
            self.draws_the_list(operation, path, query, answer)
            return
        value = answer.value()
        if operation.name == "getLayout":
            self.members_follow_the_query(f"GET {target}", value, query)
        if operation.name == "getSnapshot" and not query:
            posted = self.call(self.document.named("createLayout"), "/v1/layouts", json.dumps(value), expected=[200])
            self.check(f"{target}: posted", [] if posted and posted.value()["id"] in path else ["another id"])
        if query.get("format") == "columns":
            self.columns_equal_rows(operation, path, query, value)
        if "limit" in query:
            self.pages_add_up(operation, path, query, value)
        elif operation.name in ("getElements", "getSpecial") and "format" not in query:
            self.single_elements(path.rsplit("/", 1)[0], query, value)

    def variants(self, operation, target, answer):
        """HEAD, gzip and 304 of an answer agree with it, once for each form of an operation's answers."""
        path, _, query = target.partition("?")
        form = operation.name, path if "{" not in operation.template else "", re.sub("(?<!format)=[^&]*", "", query)
        if form in self.varied:
            return
        self.varied.add(form)
        etag = answer.headers["etag"]
        head = self.server.request("HEAD", target)
        same = ("etag", "cache-control", "vary", "content-type", "content-length")
        self.check(f"HEAD {target}", [
            f"{name}: {head.headers.get(name)}, GET says {answer.headers.get(name)}"
            for name in same if head.headers.get(name) != answer.headers.get(name)
        ] + ([f"status {head.status}"] if head.status != 200 else [])
          + (["has a body"] if head.raw else []))
        for validator in (etag, f'"other", W/{etag}', "*"):
            self.call(operation, target, expected=[304], headers={"If-None-Match": validator})
        self.call(operation, target, expected=[200], headers={"If-None-Match": '"other"'})
        coded = self.call(operation, target, expected=[200], headers={"Accept-Encoding": "gzip"})
        if coded:
            encoding = coded.headers.get("content-encoding")
            self.check(f"gzip {target}", [
                problem for problem, found in {
                    "gzip answers something else": coded.body != answer.body,
                    f"{len(answer.raw)} bytes, encoding {encoding}":
                        (encoding == "gzip") != (len(answer.raw) > 1024),
                    "one ETag for two codings":
                        (coded.headers.get("etag") == etag) == (encoding == "gzip"),
                }.items() if found])

    def is_drawn(self, name, answer, query):
        """A drawing is a document of its format."""
        problems = []
        if query["format"] == "svg":
            try:
                root = ElementTree.fromstring(answer.body)
                if root.tag != SVG + "svg":
                    problems.append(f"a document of {root.tag}")
            except ElementTree.ParseError as error:
                problems.append(f"no XML: {error}")
            if "content-security-policy" not in answer.headers:
                problems.append("no Content-Security-Policy")
        elif any(len(line) > 80 for line in answer.value().splitlines()):
            problems.append("a line of more than 80 columns")
        self.check(f"{name}: a drawing", problems)

    def draws_the_list(self, operation, path, query, drawing):
        """An SVG drawing has each element of the list once, beside the special ones."""
        if query["format"] != "svg":
            return
        answer = self.call(operation, target_of(path, {**query, "format": "rows"}), expected=[200])
        if answer is None:
            return
        drawn = [title.text for title in ElementTree.fromstring(drawing.body).iterfind(f".//{SVG}rect/{SVG}title")]
        listed = [name_of(element) for element in answer.value()["elements"]]
        resting = [name for name in drawn if not name.endswith((", pinned", ", at rest"))
                   and not name.startswith("globalHeaderBackground ")]
        self.check(f"{target_of(path, query)}: elements", [] if sorted(resting) == sorted(listed) else [
            f"drawn {resting[:20]}", f"listed {listed[:20]}"])

    def columns_equal_rows(self, operation, path, query, columns):
        rows = self.call(operation, target_of(path, {**query, "format": "rows"}), expected=[200])
        if rows is None:
            return
        rows = rows.value()
        listed = rows.get("elements", [])
        others = [e for e in listed if e["category"] != "cell"]
        self.check(f"{target_of(path, query)}: as columns", [
            problem for problem, found in {
                "elements beside cells": "elements" in columns,
                "cells where there are no elements": ("cells" in columns) != ("elements" in rows),
                "other cells than as rows":
                    "cells" in columns and columns_as_rows(columns) != [e for e in listed if e["category"] == "cell"],
                "other others than as rows": columns.get("others", []) != others,
                "other special elements than as rows": columns.get("special") != rows.get("special"),
            }.items() if found])

    def pages_add_up(self, operation, path, query, first, pages=6):
        """The pieces that `next` leads to are the beginning of one answer without a limit."""
        member = "sections" if operation.name == "getSections" else "elements"
        if member not in first:
            return
        whole = self.call(operation, target_of(path, {k: v for k, v in query.items() if k != "limit"}))
        collected, page = list(first[member]), first
        for _ in range(pages):
            if page["next"] is None:
                break
            answer = self.call(operation, target_of(path, {**query, "cursor": page["next"]}), expected=[200])
            if answer is None:
                return
            page = answer.value()
            collected += page[member]
        if whole:
            listed = whole.value()[member]
            expected = listed if page["next"] is None else listed[:len(collected)]
            self.check(f"{target_of(path, query)}: pages",
                       [] if collected == expected else [f"{len(collected)} elements, {len(listed)} at once"])

    def single_elements(self, path, query, value, most=12):
        """An element of a list equals the answer for that element alone."""
        query = {k: v for k, v in query.items() if k in ("width", "height", "bounds", "inset")}
        for element in value.get("elements", [])[:most] + value.get("special", []):
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
