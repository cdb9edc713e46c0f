"""The form of data files: what fits in a line stands on one line. Numbers, strings and the order of members stay as they
are written."""

import re

COLUMNS = 160
TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+)')
CLOSING = {"[": "]", "{": "}"}


def compact(text, levels=None):
    """A JSON text in this form. A value below that many levels stands on one line, however long it is."""
    return "\n".join(lines(parsed(iter(TOKEN.findall(text))), levels)) + "\n"


def parsed(tokens):
    """The next value: a token, or a bracket, its members with their keys, and its bracket."""
    token = next(tokens)
    if token not in CLOSING:
        return token
    members, key = [], ""
    while (value := parsed(tokens)) != CLOSING[token]:
        if value == ":":
            key = members.pop()[1] + ": "
        elif value != ",":
            members.append((key, value))
            key = ""
    return token, members, CLOSING[token]


def flat(value):
    """A value on one line."""
    if isinstance(value, str):
        return value
    opening, members, closing = value
    return opening + ", ".join(key + flat(member) for key, member in members) + closing


def lines(value, levels, before="", after="", depth=0):
    line = " " * depth + before + flat(value) + after
    if len(line) <= COLUMNS or isinstance(value, str) or not value[1] or depth == levels:
        yield line
        return
    opening, members, closing = value
    yield " " * depth + before + opening
    for number, (key, member) in enumerate(members, 1):
        yield from lines(member, levels, key, "," * (number < len(members)), depth + 1)
    yield " " * depth + closing + after
