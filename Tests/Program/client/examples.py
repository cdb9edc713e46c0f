"""The snapshots that documents show: name, snapshot, and whether its types refuse it."""

import json
import re

# The value of a number or the length of a list is wrong, which types cannot express.
UNSEEN = {"negativeWidth", "tooWide"}
# What types refuse beside what documents show as refused.
REFUSED = [
    {}, {"engine": None, "sections": []}, {"metrics": {"numberOfColumns": 2, "minimumColumnWidth": 100}, "sections": []},
    {"sections": [{"engine": "waterfall", "items": [{"width": 3, "height": 2}, {"width": 3}]}]},
]


def all_of(root, document):
    """The snapshots of openapi.yaml, README.md and pages in docs, and the examples of the program."""
    found = [*of_document(document), *((json.dumps(snapshot), snapshot, True) for snapshot in REFUSED)]
    for page in ("README.md", "docs/calls.md", "docs/using.md", "docs/galleries.md"):
        found += of_text(page, (root / page).read_text())
    for file in sorted((root / "Sources/Resources/Examples").glob("*.json")):
        found.append((file.name, json.loads(file.read_text()), False))
    return found


def of_document(node, name=""):
    """The bodies of requests, and the bodies of example answers, whose status tells whether they are valid."""
    if isinstance(node, list):
        for number, child in enumerate(node):
            yield from of_document(child, f"{name}[{number}]")
        return
    if not isinstance(node, dict):
        return
    for example, member in node.get("examples", {}).items() if isinstance(node.get("examples"), dict) else ():
        value, request = member.get("value"), member.get("x-request", {})
        if node.get("schema", {}).get("$ref") == "#/components/schemas/Snapshot":
            yield f"openapi.yaml: {example}", value, False
        elif request.get("method") == "POST" and request.get("target", "").partition("?")[0] == "/v1/layouts" and "body" in request:
            status = value.get("status") if isinstance(value, dict) else None
            if status in (None, 422):
                yield f"openapi.yaml: {example}", json.loads(request["body"]), status == 422 and example not in UNSEEN
    for key, child in node.items():
        if key != "examples":
            yield from of_document(child, key)


def of_text(name, text):
    """Snapshots in calls, each with the answer behind it, and those below a picture."""
    for match in re.finditer(r"--json '(\{.*?\})'.*?```json\n(.*?)```", text, re.DOTALL):
        body = json.loads(match[1])
        if "steps" not in body:
            yield f"{name}: {match[1]}", body.get("snapshot", body), '"status": 422' in match[2]
    for match in re.finditer(r"<img [^>]*>\n\n```json\n(\{.*?)```", text, re.DOTALL):
        yield f"{name}: {match[1]}", json.loads(match[1]), False
