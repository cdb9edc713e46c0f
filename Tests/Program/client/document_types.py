"""Assertions for the TypeScript compiler: the client's types of documents, which are written by hand, have the members
that the schemas of openapi.yaml have, each of the same type, and needed where they are needed there."""

from describing.client_types import Place

# The declared type, its schema, members of the schema that it leaves out, and members that the client always has.
PAIRS = (
    ("DocumentHead", "Document", {"warnings"}, set()),
    ("PutDocument", "Document", set(), {"warnings"}),
    ("DocumentRecord", "LogRecord", set(), set()),
)
# What the schema says in words alone, or what the client has a name for.
NAMED = {"steps": "readonly Step[]", "warnings": "readonly Warning[]"}
HEAD = """\
import type {{ DocumentHead, DocumentRecord, PutDocument, Step, Warning }} from {index};
type Keys<T> = T extends unknown ? keyof T : never;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
type MayLack<T> = undefined extends T ? true : false;
"""


def member_type(place, name, schema):
    values = place.resolved(schema).get("x-extensible-enum")
    if values:
        return " | ".join(f"'{value}'" for value in values)
    return NAMED.get(name) or place.type(schema)


def assertions(schemas, index):
    """A module that compiles where the types agree, and what each of its lines is about."""
    place = Place(schemas)
    head = HEAD.format(index=index)
    lines, subjects = [], []

    def same(subject, first, second):
        lines.append(f"export const agrees{len(lines)}: Same<{first}, {second}> = true;")
        subjects.append(subject)

    for declared, name, left_out, added in PAIRS:
        members = [member for member in place.members(schemas[name]) if member[0] not in left_out]
        names = " | ".join(f"'{member}'" for member, _, _ in members)
        same(f"the members of {declared}", f"Keys<{declared}>", names)
        for member, schema, is_needed in members:
            own = f"{declared}['{member}']"
            same(own, f"Exclude<{own}, undefined>", member_type(place, member, schema))
            is_there = is_needed or member in added
            same(f"whether {own} is always there", f"MayLack<{own}>", "false" if is_there else "true")
    return head + "\n".join(lines) + "\n", [None] * head.count("\n") + subjects
