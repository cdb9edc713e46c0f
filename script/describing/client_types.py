"""TypeScript's types of snapshots, from the schemas of openapi.yaml: for each engine the members that it reads, for each
scroll direction the extents that it reads."""

import itertools
import textwrap

from .step_types import declare_elements, declare_steps

DIRECTIONS = ("vertical", "horizontal")
SCALARS = {"integer": "number", "number": "number", "null": "null", "string": "string", "boolean": "boolean"}
TURNED = {"width": "height", "height": "width", "widths": "heights", "heights": "widths", "x": "y", "y": "x"}
HEAD = """\
/** What can be posted, and what is answered of elements. Made from openapi.yaml by script/describe. */
import type { EdgeInsets, Rect } from './elements.js';
"""
LISTED = """\
export type ListedMembers = {
  [Name in keyof ItemMemberLists]-?: ItemMemberLists & { [Own in Name]: readonly unknown[] };
}[keyof ItemMemberLists];"""
TAIL = """\

/** What a section has, by its engine. One that names none has that of the snapshot. */
type SectionOf<Contents extends Record<Engine, object>, Inherited extends Engine> =
  | { [Name in Engine]: { engine: Name } & Contents[Name] }[Engine]
  | ({ engine?: undefined } & Contents[Inherited]);

/** A section of a snapshot that scrolls vertically, and says that engine for all its sections. */
export type SectionInput<Inherited extends Engine = 'flow'> = SectionOf<VerticalContents, Inherited>;

/** The same of one that scrolls horizontally. */
export type HorizontalSectionInput<Inherited extends Engine = 'flow'> = SectionOf<HorizontalContents, Inherited>;

type Inherits<Name extends Engine> = Name extends 'flow' ? { engine?: Name } : { engine: Name };

/** A snapshot. What its engines do not read is not among their members, also where the service lets it pass. */
export type SnapshotInput = {
  [Name in Engine]: Inherits<Name> & (VerticalSnapshot<Name> | HorizontalSnapshot<Name>);
}[Engine];

/** A snapshot whose sections are listed by the nodes of a source. */
export type SourceSnapshot = VerticalSourceSnapshot | HorizontalSourceSnapshot;

/** What can be posted: a snapshot, or one with a source. */
export type PostedSnapshot = SnapshotInput | SourceSnapshot;
"""


class Place:
    """The context of a schema: the scroll direction of the layout, None for either, and the engine, None for any."""

    def __init__(self, schemas, direction="vertical", engine=None):
        self.schemas, self.direction, self.engine = schemas, direction, engine

    def resolved(self, schema):
        """A schema with its reference resolved; members beside the reference win."""
        if "$ref" not in schema:
            return schema
        return {**self.resolved(self.schemas[schema["$ref"].rpartition("/")[2]]), **schema, "$ref": None}

    def is_read(self, schema):
        return (self.engine is None or self.engine in schema.get("x-engines", [self.engine])) \
            and self.direction in (None, schema.get("x-scroll-direction", self.direction))

    def members(self, schema):
        """The members of an object that are read in this context: name, schema, whether it is required."""
        is_turned = self.direction == "horizontal" and "x-engines" in schema["properties"].get("width", schema["properties"].get("widths", ()))
        for name in schema["properties"]:
            member = schema["properties"][TURNED.get(name, name) if is_turned else name]
            if self.is_read(member):
                yield name, member, name in schema.get("required", ()) or self.engine in member.get("x-needed-by", ())

    def type(self, schema):
        """The type of a value; None where nothing of it is read."""
        reference = (schema.get("$ref") or "").rpartition("/")[2]
        if reference in NAMED:
            return NAMED[reference](self)
        schema = self.resolved(schema)
        if not self.is_read(schema):
            return None
        if "enum" in schema or schema.get("x-extensible-enum"):
            return " | ".join(f"'{value}'" for value in schema.get("enum") or schema["x-extensible-enum"])
        if "const" in schema:
            return f"'{schema['const']}'"
        if "oneOf" in schema:
            return " | ".join(self.alternatives(schema["oneOf"]))
        kind = schema["type"]
        if isinstance(kind, list):
            own = {key: value for key, value in schema.items() if key != "$ref"}
            return " | ".join(self.type(own | {"type": one}) for one in kind)
        if kind == "array":
            of = self.type(schema["items"])
            return of and f"readonly {f'({of})' if '|' in of or '&' in of else of}[]"
        if kind == "object":
            return " | ".join(self.forms(schema)) or None
        return SCALARS[kind]

    def alternatives(self, schemas):
        """Several types; where they are objects, each without the members of the others."""
        resolved = [self.resolved(schema) for schema in schemas]
        names = {name for schema in resolved if schema.get("type") == "object" for name, _, _ in self.members(schema)}
        types = [self.forms(schema, names) if schema.get("type") == "object" else [self.type(original)]
                 for schema, original in zip(resolved, schemas)]
        return [form for forms in types for form in forms if form]

    def forms(self, schema, others=()):
        """The type of an object, with all names that it must not have; several types if it must not be empty."""
        attributes = self.attributes(schema)
        members = [member for member in self.members(schema) if member[0] not in attributes]
        if not members and not attributes:
            return []
        never = [f"{name}?: never" for name in sorted(set(others) - attributes - {name for name, _, _ in members})]
        is_some = schema.get("minProperties") == 1
        more = f" & {'ItemMemberLists' if is_some else 'ItemMembers'}" if attributes else ""

        def written(needed, more=more):
            return "{ " + "; ".join([
                f"{name}{'' if is_needed or name == needed else '?'}: {self.type(member)}"
                for name, member, is_needed in members] + never) + " }" + more

        if is_some and not any(is_needed for _, _, is_needed in members):
            alone = schema.get("not", {}).get("required", ())  # what must not be all that there is
            return [written(name) for name, _, _ in members if name not in alone] + ([written(None, " & ListedMembers")] if attributes else [])
        return [written(None)]

    def attributes(self, schema):
        """The members that every engine keeps of an item, if the schema is one of items: they have a type of their own."""
        names = {name for name, member in self.schemas["ItemSize"]["properties"].items() if "x-engines" not in member} - {"count"}
        return names if names <= set(schema["properties"]) else set()

    def lines(self, schema, leave_out=()):
        """The members of an object, each on a line, with its description."""
        for name, member, is_needed in self.members(schema):
            if name in leave_out:
                continue
            text = member.get("description", "")
            if "default" in member:
                text = f"{text} Default {str(member['default']).lower() if isinstance(member['default'], bool) else member['default']}.".strip()
            yield from comment(text, "  ")
            yield f"  {name}{'' if is_needed else '?'}: {self.type(member)};"


def comment(text, indent=""):
    text = " ".join(text.split())
    if not text:
        return
    if len(indent + text) <= 110:
        yield f"{indent}/** {text} */"
        return
    yield f"{indent}/**"
    yield from textwrap.wrap(text, 124, initial_indent=f"{indent} * ", subsequent_indent=f"{indent} * ")
    yield f"{indent} */"


def title(name):
    return name[0].upper() + name[1:]


def engines(schemas):
    return schemas["Engine"]["enum"]


def prefix(direction):
    return "" if direction == "vertical" else "Horizontal"


def turned(name):
    """The name of a type that there is for each scroll direction; both for either."""
    return lambda place: " | ".join(f"{prefix(direction)}{name}" for direction in ([place.direction] if place.direction else DIRECTIONS))


def items_name(place):
    """Flow and mosaic read the same in both directions. Of no engine in particular: the items of any."""
    if place.engine is None:
        own = (Place(place.schemas, place.direction, engine) for engine in engines(place.schemas))
        return " | ".join(items_name(one) for one in own)
    items = place.schemas["Items"]
    is_turned = place.type(items) != Place(place.schemas, "vertical", place.engine).type(items)
    return f"{'Horizontal' if is_turned else ''}{title(place.engine)}Items"


NAMED = {
    **{name: lambda place, known=known: known for name, known in {
        "Insets": "Insets", "SegmentStyle": "SegmentStyle", "Rect": "Rect", "Padding": "EdgeInsets", "StepPlace": "ItemPath",
        "GivenItems": "StepItems", "StepResize": "ItemResize", "StepAdjust": "StepAdjust", "StepSet": "StepSet",
        "StepSetSections": "StepSetSections", "Group": "Group", "GroupPart": "GroupPart"}.items()},
    "Items": items_name,
    "Metrics": lambda place: " & ".join(f"{title(engine)}Metrics" for engine in ([place.engine] if place.engine else engines(place.schemas))),
    "SupplementaryInput": turned("SupplementaryInput"),
    "GlobalHeaderInput": turned("GlobalHeaderInput"),
    "PlaceholderInput": turned("PlaceholderInput"),
    "SectionInput": lambda place: turned("SectionInput<Inherited>" if place.direction else "SectionInput")(place),
    "NodeHeaderInput": lambda place: "Header",
    "NodeSectionInput": turned("NodeSectionInput"),
    "SourceNode": turned("SourceNode"),
}


def made_from(schemas):
    """The file's text."""
    anywhere = Place(schemas)
    parts = [HEAD]

    def declare(description, *lines):
        parts.append("\n".join(["", *comment(description), *lines, ""]))

    for name in ("Engine", "SegmentStyle"):
        declare("", f"export type {name} = {' | '.join(repr(value) for value in schemas[name]['enum'])};")
    declare(schemas["Insets"]["description"], "export interface Insets {", *anywhere.lines(schemas["Insets"]), "}")
    for name in ("Group", "GroupPart"):
        declare(schemas[name]["description"], f"export interface {name} {{", *anywhere.lines(schemas[name]), "}")
    metrics = schemas["Metrics"]
    own = {name for name, member in metrics["properties"].items() if "x-engines" in member}
    exclusive = metrics["not"]["required"]
    declare("What every engine reads.", "export interface SharedMetrics {", *anywhere.lines(metrics, own), "}")
    shared = set(metrics["properties"]) - own
    for engine in engines(schemas):
        place = Place(schemas, engine=engine)
        choice = [name for name in exclusive if place.is_read(metrics["properties"][name])]
        lines = list(place.lines(metrics, shared | set(exclusive)))
        if not choice:
            declare("", f"export interface {title(engine)}Metrics extends SharedMetrics {{", *lines, "}")
            continue
        declare("", f"export type {title(engine)}Metrics = SharedMetrics & ColumnCount & {{", *lines, "};")
    place = Place(schemas, engine="column")
    declare("One of the two, or none.", "export type ColumnCount =", *(
        line for name in exclusive for line in [
            "  | {", *(f"  {line}" for line in place.lines({"properties": {name: metrics["properties"][name]}})),
            *(f"    {other}?: never;" for other in exclusive if other != name), "  }"]))
    parts[-1] = parts[-1].rstrip() + ";\n"
    of_item, of_items = schemas["ItemSize"], schemas["ItemColumns"]
    sizes = set(of_items["properties"]) - anywhere.attributes(of_items) | set(of_item["properties"]) - anywhere.attributes(of_item)
    declare("What an item may have beside its size.", "export interface ItemMembers {", *anywhere.lines(of_item, sizes), "}")
    declare(
        "What listed items may have beside their sizes: a value for all, or one for each.", "export interface ItemMemberLists {",
        *anywhere.lines(of_items, sizes), "}")
    declare("One of them at least is a list.", LISTED)
    declared = set()
    for engine, direction in itertools.product(engines(schemas), DIRECTIONS):
        place = Place(schemas, direction, engine)
        name = items_name(place)
        if name not in declared:
            declared.add(name)
            lines = [f"  | {form}" for form in place.alternatives(schemas["Items"]["oneOf"])]
            declare("", f"export type {name} =", "\n".join(lines) + ";")
    for direction in DIRECTIONS:
        supplementary(schemas, direction, declare)
        if direction == "vertical":
            of = schemas["PlaceholderInput"]
            declare(of["description"], "export interface PlaceholderInput {", *Place(schemas, direction).lines(of), "}")
        else:
            declare("", "export type HorizontalPlaceholderInput = Omit<PlaceholderInput, 'height'> & { width?: number };")
        contents(schemas, direction, declare)
    for direction in DIRECTIONS:
        place = Place(schemas, direction)
        snapshot = with_global_headers(schemas["Snapshot"])
        scrolls = "scrollDirection?: 'vertical'" if direction == "vertical" else "scrollDirection: 'horizontal'"
        declare(
            "", f"export interface {title(direction)}Snapshot<Inherited extends Engine> {{", f"  {scrolls};",
            "  sections: readonly " + place.type(schemas["SectionInput"] | {"$ref": "/SectionInput"}) + "[];",
            *place.lines(snapshot, {"scrollDirection", "engine", "sections", "source"}), "  source?: never;", "}")
        source(schemas, direction, declare, scrolls)
    parts.append(TAIL)
    either = Place(schemas, None)
    declare_steps(either, schemas, declare, with_global_headers)
    declare_elements(either, schemas, declare)
    return "".join(parts)


def with_global_headers(snapshot):
    """The schema of a snapshot whose global headers are the only ones that may wait."""
    properties = snapshot["properties"]
    headers = properties["globalHeaders"] | {"items": {"$ref": "/GlobalHeaderInput"}}
    return snapshot | {"properties": properties | {"globalHeaders": headers}}


def supplementary(schemas, direction, declare):
    """A header, footer or global header. A hidden or estimated one needs no extent. Global headers wait or pin."""
    place = Place(schemas, direction)
    schema = schemas["SupplementaryInput"]
    (extent, conditions), = ((name, member["x-needed-unless"]) for name, member, _ in place.members(schema) if "x-needed-unless" in member)
    without = "".join(f" | {{ {extent}?: number; {condition}: true }}" for condition in conditions)
    if direction == "vertical":
        waits = place.lines({"properties": {"waits": schema["properties"]["waits"]}})
        declare("What a header or footer may have in both directions.", "export interface SupplementaryMembers {", *place.lines(schema, {extent, "waits"}), "}")
        declare("Whether a global header waits. One that waits does not pin.", "export type Waiting =", "  | { waits?: false }", "  | {",
                *(f"  {line}" for line in waits), "    pin?: false;", "  };")
    own = prefix(direction)
    extents = f"({{ {extent}: number }}{without})"
    declare(schema["description"], f"export type {own}SupplementaryInput = SupplementaryMembers & {{ waits?: false }} & {extents};")
    declare("A global header, which alone may wait.", f"export type {own}GlobalHeaderInput = SupplementaryMembers & Waiting & {extents};")


def source(schemas, direction, declare, scrolls):
    """The nodes of a source, and a snapshot that has one. A node has children, or lists items, or lists sections."""
    place, own = Place(schemas, direction), prefix(direction)
    node, snapshot = schemas["SourceNode"], with_global_headers(schemas["Snapshot"])
    forms = {"items": ["items", "keys"], "sections": ["sections"], "children": ["children", "selected"]}
    basic = ["state", "movable", "editable"]
    names = [name for form in forms.values() for name in form] + basic

    def form(name, members):
        has = {key: node["properties"][key] for key in members}
        required = [name] if name != "items" else []
        never = [f"  {other}?: never;" for other in names if other not in members]
        return [f"  | {{", *(f"  {line}" for line in [*place.lines({"properties": has, "required": required}), *never]), "  }"]

    for name, of, schema in (
            ("NodeHeaderInput", "SupplementaryInput", "NodeHeaderInput"), ("RootHeaderInput", "GlobalHeaderInput", "NodeHeaderInput"),
            ("NodeSectionInput", "SectionInput<Engine>", "NodeSectionInput")):
        known = schemas["SectionInput" if name == "NodeSectionInput" else "SupplementaryInput"]["properties"]
        lines = place.lines(schemas[schema], known)
        description = "A header of the root, which is a global header." if name == "RootHeaderInput" else schemas[name]["description"]
        declare(description, f"export type {own}{name} = {own}{of} & {{", *lines, "};")
    declare("What every node may have.", f"export interface {own}NodeMembers<Header = {own}NodeHeaderInput> {{", *place.lines(node, names), "}")
    declare(
        node["description"], f"export type {own}SourceNode<Header = {own}NodeHeaderInput> = {own}NodeMembers<Header> & (",
        *(line for name, members in forms.items() for line in form(name, members if name == "children" else members + basic)), ");")
    declare(
        "", f"export interface {title(direction)}SourceSnapshot {{", f"  {scrolls};", "  sections?: never;",
        f"  source: {own}SourceNode<{own}RootHeaderInput>;", *place.lines(snapshot, {"scrollDirection", "sections", "source"}), "}")


def contents(schemas, direction, declare):
    """The members of sections besides their engine."""
    section = schemas["SectionInput"]
    lines = []
    for engine in engines(schemas):
        place = Place(schemas, direction, engine)
        declare("", f"export interface {prefix(direction)}{title(engine)}Content {{", *place.lines(section, {"engine"}), "}")
        lines.append(f"  {engine}: {prefix(direction)}{title(engine)}Content;")
    declare("", f"interface {title(direction)}Contents {{", *lines, "}")
