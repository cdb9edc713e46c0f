"""Checks of answers that are stricter than the document.

Clients ignore members that they do not know, so the document closes no answer. Here each answer is closed: it has no
member and no value that the document does not name. Conditions that the document has in words only are checked, too.
"""

import copy


def one_of(*alternatives):
    return {"oneOf": list(alternatives)}


def having(*names, without=(), **properties):
    """An object with these members, without those."""
    return {"required": [*names, *properties], "properties": {**properties, **dict.fromkeys(without, False)}}


def number(least, most):
    return {"minimum": least, "maximum": most}


ONE_EXTENT = one_of(having("width", without=["height"]), having("height", without=["width"]))
ONE_FORM = one_of(having("elements", without=["cells", "others"]), having("cells", "others", without=["elements"]))
APPEARANCE = ["backgroundColor", "selectedBackgroundColor", "padding"]
ELEMENT = one_of(
    having("section", "item", category={"const": "cell"},
           without=["kind", "index", "zIndex", "pinned", "color", "data", "alpha", "hidden", "distance"]),
    having("section", "item", "distance", category={"const": "cell"}, without=["kind", "index", "pinned", "color", "data", "hidden"]),
    having("section", "index", category={"const": "supplementary"}, kind={"enum": ["header", "footer"]},
           zIndex=number(1000, 9000), without=["item", "columnIndex", "color", "alpha", "hidden", "distance"]),
    having("index", category={"const": "supplementary"}, kind={"const": "globalHeader"}, zIndex=number(1000, 10000),
           without=["section", "item", "columnIndex", "color", "alpha", "hidden", "distance"]),
    having("section", "index", "color", category={"const": "decoration"}, zIndex={"const": 100},
           kind={"enum": ["rowSeparator", "columnSeparator", "sectionSeparator"]},
           without=["item", "pinned", "columnIndex", *APPEARANCE, "data", "alpha", "hidden", "distance"]),
    having("section", "index", category={"const": "decoration"}, zIndex={"enum": [-1000, -100]},
           kind={"enum": ["background", "shelf"]},
           without=["item", "pinned", "columnIndex", *APPEARANCE, "data", "alpha", "hidden", "distance"]),
    having("index", "color", category={"const": "decoration"}, zIndex={"const": 9001}, kind={"const": "globalHeaderBackground"},
           without=["section", "item", "pinned", "columnIndex", *APPEARANCE, "data", "alpha", "hidden", "distance"]),
)
# The conditions that the document has in words, by the name of the schema.
RULES = {
    "Element": ELEMENT,
    "ElementsAnswer": {"allOf": [ONE_EXTENT, ONE_FORM]},
    "SpecialAnswer": ONE_EXTENT,
    "SectionsAnswer": ONE_EXTENT,
    "HitAnswer": ONE_EXTENT,
    "NeighborsAnswer": ONE_EXTENT,
    "TargetAnswer": ONE_EXTENT,
    "WindowAnswer": ONE_EXTENT,
    "ReorderAnswer": ONE_EXTENT,
    "ElementName": one_of(
        having("section", "item", category={"const": "cell"}, without=["kind", "index"]),
        having("index", "kind", category={"enum": ["supplementary", "decoration"]}, without=["item"])),
    "FirstScreen": {"allOf": [ONE_EXTENT, ONE_FORM]},
    "LayoutObject": one_of(
        {"allOf": [having("contentSize", "next"), ONE_FORM]},
        having(without=["elements", "cells", "others", "next", "special"])),
    "ChangedDocument": one_of(
        having("repeated", without=["sectionCount", "itemCount", "scrollDirection", "contentSize", "change"]),
        having("sectionCount", "itemCount", "scrollDirection", "change", without=["repeated"])),
    "PinningSection": one_of(
        having("minY", "maxY", "headersHeight", without=["minX", "maxX", "headersWidth"]),
        having("minX", "maxX", "headersWidth", without=["minY", "maxY", "headersHeight"])),
    "SnapshotAnswer": one_of(
        having("scrollDirection", "layoutDirection", "sections",
               without=["id", "engine", "metrics", "headers", "items", "footers"]),
        having("engine", "items", without=["scrollDirection", "layoutDirection", "globalHeaders", "sections"])),
    "ResolvedSizes": one_of(
        having("count", without=["widths", "heights"]), having(without=["count", "width", "height"])),
    "ProblemError": one_of(having("pointer", without=["parameter"]), having("parameter", without=["pointer"])),
}


def closed(schema):
    """The closed schema: it allows nothing that it does not name. References are not followed."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    own = {key: closed(value) for key, value in schema.items()}
    if "x-extensible-enum" in own:
        own["enum"] = own.pop("x-extensible-enum")
    if isinstance(own.get("properties"), dict) and own.get("type") == "object":
        own.setdefault("additionalProperties", False)
    return own


def strict_components(components):
    """The components, their schemas closed and with the rules for them."""
    own = copy.deepcopy(components)
    own["schemas"] = closed(own["schemas"])
    for name, rule in RULES.items():
        own["schemas"][name] = {**own["schemas"][name], "allOf": [rule]}
    return own
