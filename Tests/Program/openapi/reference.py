"""/openapi.json, /docs and /docs/guide are what script/describe makes, and the pages are complete."""

import re
from html.parser import HTMLParser
from urllib.parse import urljoin

from describing import files
from lib import ROOT

# Elements without an end, among those that the page has.
VOID = {"meta", "link", "wbr"}


def look_at_reference(run):
    made = files.made_from(ROOT)
    served = {"docs/reference/openapi.json": "/openapi.json", "docs/reference/index.html": "/docs",
              "docs/reference/guide.html": "/docs/guide"}
    for path, target in served.items():
        answer = run.server.request("GET", target)
        run.check(f"{target} is what script/describe makes", [] if answer.body.decode() == made[path] else [
            "run script/describe, then build the program"])
    description = run.server.request("GET", "/openapi.json").value()
    run.check("/openapi.json equals /openapi.yaml", [
        f"{name} differs" for name in {**description, **run.document.root}
        if description.get(name) != run.document.root.get(name)])
    guide = ParsedPage(made["docs/reference/guide.html"])
    page = ParsedPage(made["docs/reference/index.html"])
    for target, each in {"/docs/guide": guide, "/docs": page}.items():
        run.check(f"{target}: elements are closed as they are opened", each.problems + each.open)
        run.check(f"{target}: ids", [f"{name} stands twice" for name in each.ids if each.ids.count(name) > 1])
        run.check(f"{target}: what it leads to", [
            f"{link} leads nowhere" for link in sorted(each.links) if not leads_somewhere(run, link, each, target)])
        run.check(f"{target}: nothing runs, and nothing comes from elsewhere", each.foreign)
    run.check("/docs/guide: the words of docs/using.md in their order", differences(
        words_of((ROOT / "docs/using.md").read_text()), words_of_text(guide.main)))
    components = run.document.root["components"]
    names = [operation.name for operation in run.document.operations]
    for kind, group in {"schema": "schemas", "answer": "responses", "header": "headers"}.items():
        names += [f"{kind}-{name}" for name in components[group]]
    run.check("/docs: all of the document", [f"{name} is missing" for name in names if name not in page.ids])
    run.check("/docs: every description", [
        f"{text!r} is missing" for text in sorted(descriptions(run.document.root)) if words(text) not in page.words])


def leads_somewhere(run, link, page, target):
    """Whether a relative link of the page at a target is answered."""
    if link.startswith("#"):
        return link[1:] in page.ids
    return not link.startswith("/") and run.server.request("GET", urljoin(target, link)).status == 200


def words_of(markdown):
    """The words of a page of Markdown, without its marks and the targets of links."""
    text = re.sub(r"^(?: *```\w*|\|[-|]+)$", "", markdown, flags=re.MULTILINE)
    return words_of_text(re.sub(r"\[((?:[^\]`]|`[^`]*`)*)\]\([^)]*\)", r"\1", text))


def words_of_text(text):
    """The words, without the signs that Markdown takes for marks, and without the numbers of lists."""
    return [word for word in re.sub(r"[`*#]", "", text.replace("|", " ")).split() if not re.fullmatch(r"-|\d+\.", word)]


def differences(expected, found):
    """The first place where two lists of words differ."""
    if expected == found:
        return []
    at = next((n for n, pair in enumerate(zip(expected, found)) if pair[0] != pair[1]), min(len(expected), len(found)))
    return [f"{' '.join(found[at:at + 8])!r} in place of {' '.join(expected[at:at + 8])!r}"]


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
        self.text, self.main = [], 0
        self.feed(text)
        self.close()
        self.words = " ".join("".join(self.text).split())
        self.main = "".join(self.text[self.main:])

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "main":
            self.main = len(self.text)
        if tag in ("th", "td"):
            self.text.append(" ")
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
