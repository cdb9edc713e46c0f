// Calls a server with the Swift client that openapi-generator makes of openapi.yaml: Tests/Program/openapi builds both as
// one module and runs it with the server's URL.

import Foundation

func fail(_ text: String) -> Never {
  print(text)
  exit(1)
}

func check<Value: Equatable>(_ what: String, _ found: Value, _ wanted: Value) {
  guard found == wanted else { fail("\(what): \(found), not \(wanted)") }
  print("passed \(what)")
}

/// An element as a client sees it.
func name(_ element: Element) -> String {
  let section = element.section.map { "\($0)/" } ?? ""
  return "\(element.kind ?? element.category) \(section)\(element.index ?? element.item ?? -1)"
}

/// The problem of a refused call.
func problem(_ call: () async throws -> Void) async throws -> Problem {
  do {
    try await call()
  } catch ErrorResponse.error(_, let body?, _, _) {
    return try JSONDecoder().decode(Problem.self, from: body)
  }
  fail("not refused")
}

let snapshot = Snapshot(
  metrics: Metrics(rowHeight: .typeDouble(70)),
  globalHeaders: [SupplementaryInput(height: 64, pin: true), SupplementaryInput(height: 20)],
  sections: [
    SectionInput(
      id: "people", engine: .column,
      metrics: Metrics(numberOfColumns: 2, separatorColor: "#d0d0d0"),
      headers: [SupplementaryInput(height: 44, pin: true), SupplementaryInput(height: 10)],
      items: .typeInt64(4)),
    SectionInput(items: .typeEqualItems(EqualItems(count: 2, width: 100, height: 40))),
    SectionInput(
      items: .typeArrayOfItemSize([ItemSize(width: 90, height: 40), ItemSize(height: 30)])),
    SectionInput(
      engine: .waterfall, items: .typeItemColumns(ItemColumns(widths: [3, 4], heights: [2, 3]))),
  ])
let server = OpenAPIClientAPIConfiguration(
  basePath: CommandLine.arguments[1], apiResponseQueue: .global())

let health = try await OperationsAPI.getHealth(apiConfiguration: server)
check("health", health, "ok\n")
let limits = try await OperationsAPI.getVersion(apiConfiguration: server).limits
check("a limit", limits.maxColumns, 10_000)
try check("what is left out is not sent", JSONEncoder().encode(Metrics()), Data("{}".utf8))

let posted = try await LayoutsAPI.createLayout(
  snapshot: snapshot, width: 390, apiConfiguration: server)
check("a layout", [posted.sectionCount, posted.itemCount], [4, 10])
check("rows inherit their height", posted.contentSize?.height, 500.5)
let page = Snapshot(
  engine: .column,
  source: SourceNode(
    id: "page",
    children: [
      SourceNode(
        id: "details",
        children: [
          SourceNode(id: "rows", headers: [NodeHeaderInput(height: 30)], items: .typeInt64(3)),
          SourceNode(id: "more", state: .initial),
        ]),
      SourceNode(id: "hidden", items: .typeInt64(9)),
    ], selected: 0))
let source = try await LayoutsAPI.createLayout(snapshot: page, apiConfiguration: server).source
check("a source", source?.nodes.map(\.sectionCount), [2, 2, 1, 1, 0])
check("what loads", source?.load, ["more"])
let screens = try await LayoutsAPI.createLayout(
  snapshot: snapshot, widths: "390,744", length: 100, apiConfiguration: server)
check("screens", screens.layouts?.map(\.width), [390, 744])

let answer = try await LayoutsAPI.getElements(
  id: posted.id, bounds: "0,0,390,160", apiConfiguration: server)
check(
  "elements", answer.elements?.map(name),
  ["globalHeader 1", "header 0/1", "cell 0/0", "cell 0/1", "columnSeparator 0/0"])
check(
  "special, which tells global headers from those of sections", answer.special?.map(name),
  ["globalHeader 0", "header 0/0"])
check("a global header has no section", answer.special?.map(\.section), [nil, 0])
check("the last piece", answer.next, nil)
let piece = try await LayoutsAPI.getElements(
  id: posted.id, bounds: "0,0,390,160", limit: 1, apiConfiguration: server)
let rest = try await LayoutsAPI.getElements(
  id: posted.id, bounds: "0,0,390,160", cursor: piece.next, apiConfiguration: server)
check("pieces", piece.elements! + rest.elements!, answer.elements!)
let columns = try await LayoutsAPI.getElements(
  id: posted.id, bounds: "0,0,390,160", format: .columns, apiConfiguration: server)
check("columns", columns.cells?.y, [138, 138])
check("others", columns.others?.map(name), ["globalHeader 1", "header 0/1", "columnSeparator 0/0"])

let special = try await LayoutsAPI.getSpecial(
  bounds: "0,100,390,844", id: posted.id, apiConfiguration: server
).special
check(
  "special", special.map { "\(name($0)) \($0.frame.y) \($0.pinned!)" },
  [
    "globalHeader 0 100.0 true", "header 0/0 164.0 true",
  ])
let hit = try await ElementsAPI.getHit(
  point: "10,150", id: posted.id, width: 390, apiConfiguration: server)
check("a hit", hit.element.map(name), "cell 0/0")
let miss = try await ElementsAPI.getHit(
  point: "-1,-1", id: posted.id, width: 390, apiConfiguration: server)
check("no hit", miss.element, nil)
let sections = try await LayoutsAPI.getSections(id: posted.id, width: 390, apiConfiguration: server)
  .sections
check("sections", sections.map(\.engine), ["column", "flow", "flow", "waterfall"])

let wrong = Snapshot(sections: [
  SectionInput(items: .typeArrayOfItemSize([ItemSize(width: 1), ItemSize(width: -1)]))
])
let refused = try await problem {
  _ = try await LayoutsAPI.createLayout(snapshot: wrong, apiConfiguration: server)
}
check("a problem", refused.type, "/problems/invalid-snapshot")
check("where it is", refused.errors?.map(\.pointer), ["/sections/0/items/1/width"])
check("what it is", refused.errors?.map(\.code), ["out-of-range"])
let withoutWidth = try await problem {
  _ = try await LayoutsAPI.getSections(id: posted.id, apiConfiguration: server)
}
check("a parameter", withoutWidth.errors?.map(\.parameter), ["width"])
try await LayoutsAPI.deleteLayout(id: posted.id, apiConfiguration: server)
let gone = try await problem {
  _ = try await LayoutsAPI.getLayout(id: posted.id, apiConfiguration: server)
}
check("gone", gone.type, "/problems/layout-not-found")

let coming = """
  {"category": "ornament", "kind": "badge", "frame": {"x": 0, "y": 0, "width": 1, "height": 1}, "tint": "#fff"}
  """
let element = try JSONDecoder().decode(Element.self, from: Data(coming.utf8))
check("what may come", [element.category, element.kind], ["ornament", "badge"])
