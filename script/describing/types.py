"""Which values a schema allows, in words."""

from .prose import escaped, inline, short


def name_of(reference):
    return reference.rpartition("/")[2]


def link(kind, name):
    return f'<a href="#{kind}-{name}">{escaped(name)}</a>'


def type_of(schema):
    """The type of a value: a link where the schema has a name."""
    if "$ref" in schema:
        return link("schema", name_of(schema["$ref"]))
    if "oneOf" in schema:
        return joined([type_of(part) for part in schema["oneOf"]])
    if "const" in schema:
        return f"<code>{escaped(schema['const'])}</code>"
    if "enum" in schema:
        return joined([f"<code>{escaped(value)}</code>" for value in schema["enum"]])
    if "x-extensible-enum" in schema:
        values = [f"<code>{escaped(value)}</code>" for value in schema["x-extensible-enum"]]
        return joined(values) + "; more may come" if len(values) > 1 else values[0] + "; others may come"
    kinds = schema.get("type", "any value")
    return joined([kind_of(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def kind_of(kind, schema):
    if kind == "array":
        return f"list of {type_of(schema['items'])}"
    return {"integer": "whole number", "null": "<code>null</code>"}.get(kind, kind)


def joined(parts):
    return ", ".join(parts[:-1]) + " or " + parts[-1] if len(parts) > 1 else parts[0]


def bounds_of(schema):
    """The other conditions of a schema, as sentences."""
    said = []
    if "exclusiveMinimum" in schema:
        said.append(f"above {number(schema['exclusiveMinimum'])}")
    if "minimum" in schema:
        said.append(f"at least {number(schema['minimum'])}")
    if "maximum" in schema:
        said.append(f"at most {number(schema['maximum'])}")
    for key, least, most in (("Items", "at least", "at most"), ("Length", "at least", "at most")):
        what = {"Items": "entries", "Length": "characters"}[key]
        if f"min{key}" in schema:
            said.append(f"{least} {count(schema[f'min{key}'], what)}")
        if f"max{key}" in schema:
            said.append(f"{most} {count(schema[f'max{key}'], what)}")
    if "minProperties" in schema:
        said.append("not empty")
    text = escaped(", ".join(said).capitalize() + ".") if said else ""
    if "pattern" in schema:
        text = f"{text} Matches <code>{escaped(schema['pattern'])}</code>.".strip()
    if "default" in schema:
        text = f"{text} By default <code>{escaped(plain(schema['default']))}</code>.".strip()
    for key, sentence in (("x-engines", "Read by {}."), ("x-needed-by", "Needed by {}.")):
        if key in schema:
            text = f"{text} {sentence.format(joined([escaped(engine) for engine in schema[key]], ).replace(' or ', ' and '))}".strip()
    return text


def plain(value):
    return value if isinstance(value, str) else short(value)


def count(number_of, what):
    return f"{number_of} {what if number_of != 1 else {'entries': 'entry', 'characters': 'character'}[what]}"


def number(value):
    return {2**53: "2^53", 2**53 - 1: "2^53 − 1"}.get(value, plain(value))


def told(schema, *more):
    """The description of a value and its conditions, without its type."""
    return " ".join(part for part in (inline(schema.get("description", "")), bounds_of(schema), *more) if part)
