"""Text as HTML: the Markdown of descriptions, and examples in a readable form."""

import html
import json
import re

WIDTH = 100


def escaped(text):
    return html.escape(str(text), quote=True)


def inline(text):
    """Words, with code where it stands between backquotes."""
    parts = re.split(r"`([^`]*)`", " ".join(text.split()))
    return "".join(f"<code>{escaped(part)}</code>" if number % 2 else escaped(part) for number, part in enumerate(parts))


def blocks(text):
    """Paragraphs and lists, each on a line."""
    for block in re.split(r"\n\s*\n", (text or "").strip()):
        lines = block.split("\n")
        first = next((number for number, line in enumerate(lines) if line.startswith("- ")), len(lines))
        if lines[:first] and block.strip():
            yield f"<p>{inline(' '.join(lines[:first]))}</p>"
        if lines[first:]:
            items = re.split(r"\n- ", "\n" + "\n".join(lines[first:]))[1:]
            yield "<ul>"
            yield from (f"<li>{inline(item)}</li>" for item in items)
            yield "</ul>"


def short(value):
    return json.dumps(value, ensure_ascii=False)


def readable(value, indent=""):
    """JSON with a line for each member, but for what fits into one."""
    text = short(value)
    if not isinstance(value, (dict, list)) or len(indent + text) <= WIDTH:
        return text
    more = indent + "  "
    if isinstance(value, dict):
        parts = [f"{short(key)}: {readable(part, more)}" for key, part in value.items()]
        opening, closing = "{}"
    else:
        parts = [readable(part, more) for part in value]
        opening, closing = "[]"
    return f"{opening}\n" + ",\n".join(more + part for part in parts) + f"\n{indent}{closing}"


def code(text):
    """Preformatted lines, which can be scrolled by keyboard, too."""
    return f'<pre tabindex="0"><code>{escaped(text.rstrip())}</code></pre>'
