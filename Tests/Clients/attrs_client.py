"""Calls a server with the client that openapi-python-client generates from openapi.yaml. Tests/Program/openapi runs it.

    attrs_client.py URL      the client is the package `attrs_made` on the path
"""

import sys

from attrs_made import Client
from attrs_made.api.elements import get_global_header, get_hit, get_item, get_supplementary
from attrs_made.api.layouts import create_layout, delete_layout, get_elements, get_layout, get_sections, get_special
from attrs_made.api.operations import get_health, get_version
from attrs_made.models import (
    Element, Engine, EqualItems, GetElementsFormat, GetSupplementaryKind, ItemColumns, ItemSize, LayoutSection, Metrics,
    NodeHeaderInput, Padding, Problem, SectionInput, Snapshot, SourceNode, SourceState, SupplementaryInput)
from attrs_made.types import UNSET

SNAPSHOT = Snapshot(
    metrics=Metrics(row_height=70.0),
    global_headers=[SupplementaryInput(height=64.0, pin=True), SupplementaryInput(height=20.0)],
    sections=[
        SectionInput(id="people", engine=Engine.COLUMN, metrics=Metrics(number_of_columns=2, separator_color="#d0d0d0"),
                     headers=[SupplementaryInput(height=44.0, pin=True), SupplementaryInput(height=10.0)], items=4),
        SectionInput(items=EqualItems(count=2, width=100.0, height=40.0)),
        SectionInput(items=[ItemSize(width=90.0, height=40.0), ItemSize(height=30.0)]),
        SectionInput(engine=Engine.WATERFALL, items=ItemColumns(widths=[3.0, 4.0], heights=[2.0, 3.0])),
    ])

PAGE = Snapshot(engine=Engine.COLUMN, source=SourceNode(id="page", selected=0, children=[
    SourceNode(id="details", children=[
        SourceNode(id="rows", items=3, keys=["a", "b", 3.0], headers=[NodeHeaderInput(height=30.0)]),
        SourceNode(id="more", state=SourceState.INITIAL)]),
    SourceNode(id="hidden", items=9)]))


def name(element):
    """What an element is, by what a client sees of it."""
    assert all(value is not None for value in element.to_dict().values())
    section = None if element.section is UNSET else element.section
    if element.category == "cell":
        return ("cell", section, element.item)
    return (element.kind, section, element.index)


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r}, not {wanted!r}")
    print(f"passed {what}")


def main():
    client = Client(base_url=sys.argv[1])
    check("health", get_health.sync(client=client), "ok\n")
    check("a limit", get_version.sync(client=client).limits.max_columns, 10000)
    check("what is left out is not sent", Metrics().to_dict(), {})

    posted = create_layout.sync_detailed(client=client, body=SNAPSHOT, width=390.0)
    check("a new layout", (posted.status_code, posted.parsed.section_count, posted.parsed.item_count), (201, 4, 10))
    known = posted.parsed.id
    check("rows inherit their height", posted.parsed.content_size.height, 500.5)
    screens = create_layout.sync_detailed(client=client, body=SNAPSHOT, widths="390,744", length=100.0)
    check("screens", [screen.width for screen in screens.parsed.layouts], [390, 744])
    source = create_layout.sync(client=client, body=PAGE).source
    check("a source", [(node.id, node.state, node.section_count) for node in source.nodes], [
        ("page", "loaded", 2), ("details", "loaded", 2), ("rows", "loaded", 1), ("more", "initial", 1), ("hidden", "loaded", 0)])
    check("what loads", source.load, ["more"])
    layout = get_layout.sync(known, client=client)
    check("the layout again", (layout.id, layout.content_size), (known, UNSET))

    answer = get_elements.sync(known, client=client, bounds="0,0,390,160")
    check("elements", [name(element) for element in answer.elements],
          [("globalHeader", None, 1), ("header", 0, 1), ("cell", 0, 0), ("cell", 0, 1), ("columnSeparator", 0, 0)])
    check("special, which tells global headers from those of sections", [name(element) for element in answer.special],
          [("globalHeader", None, 0), ("header", 0, 0)])
    check("a frame", answer.elements[3].frame.to_dict(), {"x": 195, "y": 138, "width": 195, "height": 70})
    check("the last piece", answer.next_, None)
    piece = get_elements.sync(known, client=client, bounds="0,0,390,160", limit=1)
    rest = get_elements.sync(known, client=client, bounds="0,0,390,160", cursor=piece.next_)
    check("pieces", piece.elements + rest.elements, answer.elements)
    columns = get_elements.sync(known, client=client, bounds="0,0,390,160", format_=GetElementsFormat.COLUMNS)
    check("columns", (columns.elements, columns.cells.item, columns.cells.column_index), (UNSET, [0, 1], [0, 1]))
    check("others", [name(element) for element in columns.others], [("globalHeader", None, 1), ("header", 0, 1), ("columnSeparator", 0, 0)])
    records = get_elements.sync(known, client=client, width=390.0, rect="0,0,390,160", pinning=True).pinning
    check("pinning records", (len(records.global_headers), records.sections[0].headers_height), (1, 54))

    special = get_special.sync(known, client=client, bounds="0,100,390,844", inset="50,0,0,0").special
    check("special", [(name(element), element.frame.y, element.pinned) for element in special],
          [(("globalHeader", None, 0), 150, True), (("header", 0, 0), 214, True)])
    check("a hit", name(get_hit.sync(known, client=client, width=390.0, point="10,150").element), ("cell", 0, 0))
    check("no hit", get_hit.sync(known, client=client, width=390.0, point="-1,-1").element, None)
    check("sections", [section.engine for section in get_sections.sync(known, client=client, width=390.0).sections],
          ["column", "flow", "flow", "waterfall"])
    check("an item", name(get_item.sync(known, 3, 1, client=client, width=390.0)), ("cell", 3, 1))
    header = get_supplementary.sync(known, GetSupplementaryKind.HEADER, 0, 1, client=client, width=390.0)
    check("a header", name(header), ("header", 0, 1))
    header = get_global_header.sync(known, 1, client=client, width=390.0)
    check("a global header", name(header), ("globalHeader", None, 1))

    wrong = Snapshot(sections=[SectionInput(items=[ItemSize(width=1.0), ItemSize(width=-1.0)])])
    problem = create_layout.sync_detailed(client=client, body=wrong).parsed
    check("a problem", (type(problem), problem.type_, problem.status), (Problem, "/problems/invalid-snapshot", 422))
    check("where it is", [(error.pointer, error.code, error.parameter) for error in problem.errors],
          [("/sections/0/items/1/width", "out-of-range", UNSET)])
    problem = get_sections.sync(known, client=client)
    check("a parameter", [(error.parameter, error.code) for error in problem.errors], [("width", "missing")])
    problem = get_item.sync(known, 0, 4, client=client, width=390.0)
    check("nothing there", (problem.type_, problem.errors), ("/problems/not-found", UNSET))
    check("deleted", delete_layout.sync_detailed(known, client=client).status_code, 204)
    check("gone", get_layout.sync(known, client=client).type_, "/problems/layout-not-found")

    new = Element.from_dict({"category": "ornament", "kind": "badge", "frame": answer.rect.to_dict(), "tint": "#fff"})
    check("what may come", (new.category, new.kind, new.additional_properties), ("ornament", "badge", {"tint": "#fff"}))
    section = {"section": 0, "digest": "0" * 64, "engine": "spiral", "itemCount": 1, "frame": answer.rect.to_dict()}
    check("an engine that may come", LayoutSection.from_dict(section).engine, "spiral")
    check("padding", Padding.from_dict({"top": 1, "left": 2, "bottom": 3, "right": 4}).bottom, 3)


main()
