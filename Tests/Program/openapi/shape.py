"""Generators of clients can read the document: answers are open, and types exist in all languages."""


def are_sound(document, check):
    """Every schema of the document, and those that answers have."""
    for name, schema in document.schemas():
        check(f"{name}: a shape that generators read", problems_of(schema))
    for name, schema in reached(document).items():
        check(f"{name}: an answer is open", closings_of(schema))


def parts_of(schema, path=""):
    """A schema and all within it, each with its place."""
    yield path, schema
    for name, part in schema.get("properties", {}).items():
        yield from parts_of(part, f"{path}/{name}")
    if isinstance(schema.get("items"), dict):
        yield from parts_of(schema["items"], f"{path}/items")
    for key in ("oneOf", "anyOf", "allOf"):
        for number, part in enumerate(schema.get(key, [])):
            yield from parts_of(part, f"{path}/{key}/{number}")


def problems_of(schema):
    problems = []
    for path, part in parts_of(schema):
        kinds = part.get("type", [])
        kinds = set([kinds] if isinstance(kinds, str) else kinds)
        kinds = kinds if kinds == {"null"} else kinds - {"null"}
        named = "$ref" in part or "oneOf" in part
        for problem, found in {
            "no type": not kinds and not named,
            "more than one type": len(kinds) > 1,
            "a keyword that few generators know": {"prefixItems", "dependentRequired", "if", "allOf", "anyOf"} & set(part),
            "items that are no schema": not isinstance(part.get("items", {}), dict),
            "no format": kinds in ({"integer"}, {"number"}) and "format" not in part,
            "an alternative without a type": any(
                "$ref" not in other and "type" not in other for other in part.get("oneOf", [])),
            "alternatives that are all strings": [other.get("type") for other in part.get("oneOf", [])].count("string") > 1,
        }.items():
            problems += [f"{path or 'it'}: {problem}"] if found else []
    return problems


def closings_of(schema):
    """The keywords with which a schema excludes later members and values."""
    return [f"{path or 'it'}: {key}" for path, part in parts_of(schema)
            for key in ("additionalProperties", "enum", "const", "maxProperties") if key in part]


def reached(document):
    """The schemas of all bodies of answers, and those that they refer to, by name."""
    found = {}

    def visit(name, schema):
        if name in found:
            return
        found[name] = schema
        for _, part in parts_of(schema):
            if "$ref" in part:
                visit(part["$ref"].rpartition("/")[2], document.follow(part))

    for operation in document.operations:
        for status, response in operation.responses.items():
            for media, content in response.get("content", {}).items():
                visit(f"{operation.name} {status} {media}", content["schema"])
    return found
