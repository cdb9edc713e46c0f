"""/openapi.json and /docs are made from openapi.yaml, and the page is complete."""

from html.parser import HTMLParser

from describing import files
from lib import ROOT

# Elements without an end, among those that the page has.
VOID = {"meta", "link", "wbr"}


def look_at_reference(run):
    made = files.made_from(ROOT / "openapi.yaml")
    served = {"docs/reference/openapi.json": "/openapi.json", "docs/reference/index.html": "/docs"}
    for path, target in served.items():
        answer = run.server.request("GET", target)
        run.check(f"{target} is what is made of openapi.yaml", [] if answer.body.decode() == made[path] else [
            "run script/describe, then build the program"])
    description = run.server.request("GET", "/openapi.json").value()
    run.check("/openapi.json equals /openapi.yaml", [
        f"{name} differs" for name in {**description, **run.document.root}
        if description.get(name) != run.document.root.get(name)])
    page = ParsedPage(made["docs/reference/index.html"])
    run.check("/docs: elements are closed as they are opened", page.problems + page.open)
    run.check("/docs: ids", [f"{name} stands twice" for name in page.ids if page.ids.count(name) > 1])
    run.check("/docs: what it leads to", [
        f"{link} leads nowhere" for link in sorted(page.links) if not leads_somewhere(run, link, page)])
    run.check("/docs: nothing runs, and nothing comes from elsewhere", page.foreign)
    components = run.document.root["components"]
    names = [operation.name for operation in run.document.operations]
    for kind, group in {"schema": "schemas", "answer": "responses", "header": "headers"}.items():
        names += [f"{kind}-{name}" for name in components[group]]
    run.check("/docs: all of the document", [f"{name} is missing" for name in names if name not in page.ids])
    run.check("/docs: every description", [
        f"{text!r} is missing" for text in sorted(descriptions(run.document.root)) if words(text) not in page.words])


def leads_somewhere(run, link, page):
    if link.startswith("#"):
        return link[1:] in page.ids
    return link.startswith("/") and run.server.request("GET", link).status == 200


def words(text):
    return " ".join(text.replace("`", "").split())


def descriptions(node):
    """The first words of every description and summary, which no list and no paragraph ends."""
    if isinstance(node, list):
        for part in node:
            yield from descriptions(part)
    elif isinstance(node, dict):
        for key, part in node.items():
            if key in ("description", "summary") and isinstance(part, str):
                yield part.split("\n\n")[0].split("\n- ")[0]
            elif key not in ("value", "examples"):
                yield from descriptions(part)


class ParsedPage(HTMLParser):
    """The contents of a page: ids, links, words, and forbidden elements."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.open, self.problems, self.foreign = [], set(), [], [], []
        self.text = []
        self.feed(text)
        self.close()
        self.words = " ".join("".join(self.text).split())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if "href" in given:
            self.links.add(given["href"])
        self.foreign += [f"{tag} {name}" for name in given if name in ("src", "style") or name.startswith("on")]
        self.foreign += [tag] if tag in ("script", "style", "iframe", "form", "base") else []

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"line {self.getpos()[0]}: {tag} ends where it does not")

    def handle_data(self, data):
        self.text.append(data)
