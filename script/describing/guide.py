"""The page at /docs/guide: docs/using.md as HTML without scripts that loads only its style."""

import re

from .page import HEAD
from .prose import code, escaped

FENCE = re.compile(r"^ *```")
ITEM = re.compile(r"^(- |\d+\. )")
# In this order: code, links, strong words.
MARKS = re.compile(r"`([^`]*)`|\[((?:[^\]`]|`[^`]*`)*)\]\(([^)]*)\)|\*\*([^*]+)\*\*")
# What the program answers of the files that the page leads to. Of the others it shows the words alone.
SERVED = {"../openapi.yaml"}


def guide(text, version):
    """The page that is made of the Markdown of docs/using.md."""
    lines = text.split("\n")
    parts = [
        HEAD.format(title="guide", version=escaped(version), docs="", guide=' aria-current="page"', root="../", contents="").rstrip(),
        '<main id="content">', *blocks(lines), "</main>", "</body>", "</html>"]
    return "\n".join(parts) + "\n"


def anchor(heading):
    """The anchor of a heading: its letters in lower case, with hyphens between words."""
    return "".join(each for each in heading.lower() if each.isalnum() or each in "-_ ").replace(" ", "-")


def inline(text):
    """Words with code, links and strong words."""
    parts, start = [], 0
    for mark in MARKS.finditer(text):
        parts.append(escaped(text[start:mark.start()]))
        start = mark.end()
        if mark[1] is not None:
            parts.append(f"<code>{escaped(mark[1])}</code>")
        elif mark[4] is not None:
            parts.append(f"<strong>{inline(mark[4])}</strong>")
        else:
            target = mark[3] if mark[3].startswith("#") or mark[3] in SERVED else None
            words = inline(mark[2])
            parts.append(f'<a href="{escaped(target)}">{words}</a>' if target else words)
    return "".join(parts) + escaped(text[start:])


def blocks(lines):
    """Headings, code, lists, tables and paragraphs."""
    lines = lines[:]
    while lines:
        line = lines.pop(0)
        if not line.strip():
            continue
        if FENCE.match(line):
            indent = len(line) - len(line.lstrip())
            inside = []
            while not FENCE.match(lines[0]):
                inside.append(lines.pop(0)[indent:])
            lines.pop(0)
            yield code("\n".join(inside))
        elif line.startswith("#"):
            level, _, words = line.partition(" ")
            yield f'<h{len(level)} id="{anchor(words)}">{inline(words)}</h{len(level)}>'
        elif ITEM.match(line):
            yield from items(line, lines)
        elif line.startswith("|"):
            yield from table([line, *taken(lines, lambda each: each.startswith("|"))])
        else:
            more = taken(lines, lambda each: each.strip() and not FENCE.match(each) and not each.startswith(("#", "|")))
            yield f"<p>{inline(' '.join([line, *more]))}</p>"


def taken(lines, belongs):
    """The first lines that belong together, taken from the list."""
    found = []
    while lines and belongs(lines[0]):
        found.append(lines.pop(0))
    return found


def items(first, lines):
    """A list. What belongs to an item is indented."""
    kind = "ul" if first.startswith("-") else "ol"
    yield f"<{kind}>"
    lines.insert(0, first)
    while lines and (mark := ITEM.match(lines[0])):
        width = mark.end()
        # An empty line belongs to the item where an indented one follows.
        own = [lines.pop(0)[width:]]
        while lines and (lines[0].startswith(" " * width)
                         or not lines[0].strip() and lines[1:] and lines[1].startswith(" " * width)):
            own.append(lines.pop(0)[width:])
        inside = list(blocks(own))
        # One paragraph is the item itself.
        text = inside[0][3:-4] if len(inside) == 1 and inside[0].startswith("<p>") else "\n".join(inside)
        yield f"<li>{text}</li>"
    yield f"</{kind}>"


def table(rows):
    def cells(row):
        return [inline(cell.strip()) for cell in row.strip().strip("|").split("|")]

    titles, _, *body = rows
    yield '<div class="table" tabindex="0">'
    yield "<table>"
    yield f"<thead><tr>{''.join(f'<th scope=col>{cell}</th>' for cell in cells(titles))}</tr></thead>"
    yield "<tbody>"
    for row in body:
        first, *others = cells(row)
        yield f"<tr><th scope=row>{first}</th>{''.join(f'<td>{cell}</td>' for cell in others)}</tr>"
    yield "</tbody>"
    yield "</table>"
    yield "</div>"
