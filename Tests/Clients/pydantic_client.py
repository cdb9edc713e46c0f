"""Calls a server with the Python client that openapi-generator generates from openapi.yaml. Tests/Program/openapi runs it.

    pydantic_client.py URL      the client is the package `pydantic_made` on the path
"""

import sys

from pydantic_made import (
    ApiClient, ApiException, Configuration, Element, ElementsApi, Engine, EqualItems, ItemColumns, ItemSize, Items,
    LayoutsApi, Metrics, MetricsRowHeight, NodeHeaderInput, OperationsApi, Problem, SectionInput, Snapshot, SourceNode, SourceState,
    SupplementaryInput)

SNAPSHOT = Snapshot(
    metrics=Metrics(row_height=MetricsRowHeight(70)),
    global_headers=[SupplementaryInput(height=64, pin=True), SupplementaryInput(height=20)],
    sections=[
        SectionInput(id="people", engine=Engine.COLUMN, metrics=Metrics(number_of_columns=2, separator_color="#d0d0d0"),
                     headers=[SupplementaryInput(height=44, pin=True), SupplementaryInput(height=10)], items=Items(4)),
        SectionInput(items=Items(EqualItems(count=2, width=100, height=40))),
        SectionInput(items=Items([ItemSize(width=90, height=40), ItemSize(height=30)])),
        SectionInput(engine=Engine.WATERFALL, items=Items(ItemColumns(widths=[3, 4], heights=[2, 3]))),
    ])

PAGE = Snapshot(engine=Engine.COLUMN, source=SourceNode(id="page", selected=0, children=[
    SourceNode(id="details", children=[
        SourceNode(id="rows", items=Items(3), headers=[NodeHeaderInput(height=30)]),
        SourceNode(id="more", state=SourceState.INITIAL)]),
    SourceNode(id="hidden", items=Items(9))]))


def name(element):
    """What an element is, by what a client sees of it."""
    if element.category == "cell":
        return ("cell", element.section, element.item)
    return (element.kind, element.section, element.index)


def check(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r}, not {wanted!r}")
    print(f"passed {what}")


def problem_of(call, *arguments, **parameters):
    """The problem that a call is refused with."""
    try:
        call(*arguments, **parameters)
    except ApiException as refusal:
        return Problem.from_json(refusal.body)
    sys.exit(f"{call.__name__} {arguments} {parameters}: not refused")


def main():
    client = ApiClient(Configuration(host=sys.argv[1]))
    layouts, elements = LayoutsApi(client), ElementsApi(client)
    check("a limit", OperationsApi(client).get_version().limits.max_columns, 10000)
    check("what is left out is not sent", Metrics().to_dict(), {})

    source = layouts.create_layout(PAGE).source
    check("a source", [(node.id, node.state, node.section_count) for node in source.nodes], [
        ("page", "loaded", 2), ("details", "loaded", 2), ("rows", "loaded", 1), ("more", "initial", 1), ("hidden", "loaded", 0)])
    check("what loads", source.load, ["more"])
    posted = layouts.create_layout(SNAPSHOT, width=390)
    check("a layout", (posted.section_count, posted.item_count), (4, 10))
    check("rows inherit their height", posted.content_size.height, 500.5)
    answer = layouts.get_elements(posted.id, bounds="0,0,390,160")
    check("elements", [name(element) for element in answer.elements],
          [("globalHeader", None, 1), ("header", 0, 1), ("cell", 0, 0), ("cell", 0, 1), ("columnSeparator", 0, 0)])
    check("special, which tells global headers from those of sections", [name(element) for element in answer.special],
          [("globalHeader", None, 0), ("header", 0, 0)])
    check("the last piece", answer.next, None)
    columns = layouts.get_elements(posted.id, bounds="0,0,390,160", format="columns")
    check("columns", (columns.elements, columns.cells.item, columns.cells.y), (None, [0, 1], [138, 138]))
    special = layouts.get_special("0,100,390,844", posted.id).special
    check("special", [(name(element), element.frame.y, element.pinned) for element in special],
          [(("globalHeader", None, 0), 100, True), (("header", 0, 0), 164, True)])
    check("a hit", name(elements.get_hit("10,150", posted.id, width=390).element), ("cell", 0, 0))
    check("no hit", elements.get_hit("-1,-1", posted.id, width=390).element, None)
    check("sections", [section.engine for section in layouts.get_sections(posted.id, width=390).sections],
          ["column", "flow", "flow", "waterfall"])

    wrong = Snapshot(engine=Engine.WATERFALL, sections=[SectionInput(items=Items([ItemSize(height=1), ItemSize()]))])
    problem = problem_of(layouts.create_layout, wrong)
    check("a problem", (problem.type, problem.status), ("/problems/invalid-snapshot", 422))
    check("where it is", [(error.pointer, error.code, error.parameter) for error in problem.errors],
          [("/sections/0/items/1/height", "missing", None)])
    problem = problem_of(layouts.get_sections, posted.id)
    check("a parameter", [(error.parameter, error.code) for error in problem.errors], [("width", "missing")])
    layouts.delete_layout(posted.id)
    check("gone", problem_of(layouts.get_layout, posted.id).type, "/problems/layout-not-found")

    new = Element.from_dict({"category": "ornament", "kind": "badge", "frame": answer.rect.to_dict(), "tint": "#fff"})
    check("what may come", (new.category, new.kind), ("ornament", "badge"))


main()
