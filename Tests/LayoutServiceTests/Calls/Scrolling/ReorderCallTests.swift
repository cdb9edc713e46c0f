import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("A dragged item")
struct ReorderCallTests {
  let test: TestService

  init() throws { test = try TestService() }

  private static let rows: JSONValue = [
    "sections": [
      ["engine": "column", "metrics": ["numberOfColumns": 2, "rowHeight": 50], "items": 5]
    ]
  ]

  /// The same, each row of another height.
  private func differentRows(count: Int) -> JSONValue {
    let heights = (1...count).map { JSONValue.number(Double($0)) }
    return ["sections": [["engine": "column", "items": ["heights": .array(heights)]]]]
  }

  /// The steps that move one item.
  private func move(_ from: (Int, Int), to: (Int, Int)) -> String {
    func path(_ path: (Int, Int)) -> String {
      #"{"section":\#(path.0),"item":\#(path.1)}"#
    }
    return #"{"steps":[{"move":[{"from":\#(path(from)),"to":\#(path(to))}]}]}"#
  }

  @Test("The preview shows where the item would land, and dropping it there makes that layout")
  func preview() throws {
    let path = try test.path(of: Self.rows)
    let answer = try test.json(
      "\(path)/reorder?bounds=0,0,300,600&item=0,1&point=200,75")
    #expect(answer["id"]?.string == path.split(separator: "/").last.map(String.init))
    #expect(answer["width"] == 300)
    #expect(answer["target"] == ["section": 0, "item": 3])
    #expect(answer["gap"] == ["x": 150, "y": 50, "width": 150, "height": 50])
    #expect(answer["dragged"] == ["x": 125, "y": 50, "width": 150, "height": 50])
    #expect(
      answer["elements"]?.array?.map { [$0["item"]!, $0["frame"]!["x"]!, $0["frame"]!["y"]!] }
        == [[0, 0, 0], [2, 150, 0], [3, 0, 50], [4, 0, 100]])
    #expect(answer["elements"]?.array?[0]["columnIndex"] == 0)
    #expect(answer["special"] == [])
    #expect(answer["contentSize"] == ["width": 300, "height": 150])
    #expect(answer["autoScroll"] == -300)
    let given = try test.json(
      "\(path)/reorder?bounds=0,0,300,600&item=0,1&target=0,3&point=200,75")
    #expect(given == answer)
  }

  @Test("Cells carry the marks that they have, and separators are those of the preview")
  func extras() throws {
    let path = try test.path(of: [
      "sections": [
        [
          "engine": "column",
          "metrics": ["separatorColor": "#010203", "backgroundColor": "#0a0b0c"],
          "items": [
            ["height": 50], ["height": 60, "estimated": true], ["height": 70],
          ],
        ]
      ]
    ])
    let answer = try test.json(
      "\(path)/reorder?bounds=0,0,300,600&item=0,0&target=0,2&point=10,500")
    let cells = answer["elements"]?.array?.filter { $0["category"] == "cell" } ?? []
    #expect(cells.map { $0["item"]?.int } == [1, 2])
    #expect(cells.map { $0["estimated"] } == [true, nil])
    #expect(cells.allSatisfy { $0["backgroundColor"] == "#0a0b0c" }, "\(answer.text)")
    let separators = answer["elements"]?.array?.filter { $0["kind"] == "rowSeparator" } ?? []
    #expect(!separators.isEmpty && separators.allSatisfy { $0["color"] != nil })
  }

  @Test("An item whose sizes the engine of the target lacks is refused as the move is")
  func openSizes() throws {
    let path = try test.path(of: [
      "sections": [
        ["engine": "mosaic", "items": 4], ["engine": "waterfall", "items": ["heights": [40, 50]]],
      ]
    ])
    let refused = try test.expect(
      test.post(text: move((0, 1), to: (1, 0)), to: "\(path)/changes"), 422, "invalid-change")
    let bounds = "bounds=0,0,300,2000"
    let given = try test.expect(
      test.get("\(path)/reorder?\(bounds)&item=0,1&target=1,0&point=1,1900"), 422, "invalid-change")
    #expect(given["errors"] == refused["errors"] && given["detail"] == refused["detail"])
    // So is one that the finger comes to.
    let elements = try test.json("\(path)/elements?\(bounds)")
    let cell = try #require(
      elements["elements"]?.array?.first { $0["section"] == 1 && $0["category"] == "cell" })
    let (x, y) = (cell["frame"]!["x"]!.double! + 1, cell["frame"]!["y"]!.double! + 1)
    let found = try test.expect(
      test.get("\(path)/reorder?\(bounds)&item=0,1&point=\(x),\(y)"), 422, "invalid-change")
    #expect(found["errors"] == refused["errors"])
    // The other way the engine reads no sizes.
    #expect(
      try test.json("\(path)/reorder?\(bounds)&item=1,1&target=0,4&point=1,1900")["target"]
        == ["section": 0, "item": 4])
  }

  @Test(
    "What is missing or not there is an error of its parameter",
    arguments: [
      ("item=0,1&point=1,1&width=300", "bounds", "missing"),
      ("bounds=0,0,300,100&point=1,1", "item", "missing"),
      ("bounds=0,0,300,100&item=0,1", "point", "missing"),
      ("bounds=0,0,300,100&item=0,5&point=1,1", "item", "out-of-range"),
      ("bounds=0,0,300,100&item=1,0&point=1,1", "item", "out-of-range"),
      ("bounds=0,0,300,100&item=0,1&target=0,5&point=1,1", "target", "out-of-range"),
      ("bounds=0,0,300,100&item=0,1&target=1,0&point=1,1", "target", "out-of-range"),
      ("bounds=0,0,300,100&item=0,1&target=0&point=1,1", "target", "bad-syntax"),
      ("bounds=0,0,300,100&item=0,1&target=-1,0&point=1,1", "target", "out-of-range"),
      ("bounds=0,0,300,100&item=0,1&point=1,1&limit=3", "limit", "unknown-key"),
    ])
  func errors(query: String, parameter: String, code: String) throws {
    let answer = try test.get("\(test.path(of: Self.rows))/reorder?\(query)")
    #expect(answer.status == 400)
    let error = try answer.json()["errors"]?.array?.first
    #expect(error?["parameter"]?.string == parameter)
    #expect(error?["code"]?.string == code)
  }

  @Test("More elements than an answer may have are refused")
  func tooMany() throws {
    let path = try test.path(of: [
      "sections": [
        [
          "metrics": ["minimumLineSpacing": 0, "minimumInteritemSpacing": 0],
          "items": ["count": 40_000, "width": 1, "height": 1],
        ]
      ]
    ])
    let answer = try test.get("\(path)/reorder?bounds=0,0,300,100&item=0,1&point=1,1")
    #expect(answer.status == 400)
    #expect(try answer.json()["errors"]?.array?.first?["code"] == "too-many")
    #expect(try test.json("\(path)/reorder?bounds=0,0,300,3&item=0,1&point=1,1")["id"] != nil)
  }

  /// How often engines have laid out a section.
  private var engineRuns: Int { test.service.metrics.value(of: "layoutd_engine_runs_total") }

  @Test("A target that is asked again costs no move and no layout, and none is found by its id")
  func askedAgain() throws {
    let path = try test.path(of: differentRows(count: 40))
    let drag = "\(path)/reorder?bounds=0,0,300,200&item=0,1&target=0,30&point="
    let first = try test.get(drag + "10,5000")
    #expect(first.headers["cache-status"] == "layoutd; fwd=miss; detail=derived")
    #expect(first.headers["cache-control"] == "private, max-age=60")
    #expect(first.headers["server-timing"]?.contains("apply") == true)
    let runs = engineRuns
    let again = try test.get(drag + "11,5001")
    #expect(again.headers["cache-status"] == "layoutd; hit")
    #expect(again.headers["server-timing"]?.contains("apply") == false)
    #expect(engineRuns == runs)
    // What it is a layout of has not been kept: the drop makes it.
    #expect(test.service.cache.usage.snapshots == 1)
    let dropped = try test.post(
      text: move((0, 1), to: (0, 30)), to: "\(path)/changes?width=300")
    #expect(dropped.status == 201)
    #expect(test.service.cache.usage.snapshots == 2)
  }

  @Test("Snapshots after moves are bounded in number and bytes, and go with their layout")
  func bounded() throws {
    let test = try TestService(limits: { $0.snapshotBytes = 1 << 20 })
    let path = try test.path(of: differentRows(count: 60))
    let cache = test.service.cache
    let before = cache.usage.bytes
    for target in 2..<60 {
      for item in 0..<8 where item != target {
        _ = try test.json(
          "\(path)/reorder?bounds=0,0,300,200&item=0,\(item)&target=0,\(target)&point=10,9000")
      }
    }
    #expect(cache.usage.bytes > before)
    #expect(cache.usage.bytes <= 1 << 20)
    #expect(cache.usage.snapshots == 1)
    let layouts = test.service.memo.usage.layouts
    #expect(layouts > 1 && layouts <= SnapshotCache.previewsMax + 1)
    #expect(try test.request("DELETE", path).status == 204)
    #expect(cache.usage == (snapshots: 0, bytes: 0))
    #expect(test.service.memo.usage == (layouts: 0, bytes: 0))
  }

  @Test("What is made of content for previews is bounded with them")
  func boundedContent() throws {
    let capacity = 4 << 20
    let test = try TestService(limits: { $0.snapshotBytes = capacity })
    // Rows that repeat are cut by their number alone: all are in one leaf, which each move makes anew.
    let heights = (0..<4000).map { JSONValue.number([50.1, 60.2, 70.3][$0 % 3]) }
    let path = try test.path(of: [
      "sections": [["engine": "column", "items": ["heights": .array(heights)]]]
    ])
    let cache = test.service.cache
    let before = cache.usage.bytes
    for target in 2..<150 {
      _ = try test.json(
        "\(path)/reorder?bounds=0,0,300,200&item=0,1&target=0,\(target)&point=10,1e9")
    }
    // Beside an eighth for content there are the blocks that are laid out of it.
    #expect(cache.usage.bytes - before > capacity / 16)
    #expect(cache.usage.bytes - before <= capacity / 4)
  }

  @Test("A snapshot that needs the room takes that of previews")
  func madeRoom() throws {
    let test = try TestService(limits: { $0.snapshotBytes = 200_000 })
    let path = try test.path(of: differentRows(count: 60))
    for target in 2..<40 {
      _ = try test.json(
        "\(path)/reorder?bounds=0,0,300,200&item=0,0&target=0,\(target)&point=10,9000")
    }
    for count in 61..<400 { _ = try test.path(of: differentRows(count: count)) }
    #expect(test.service.cache.usage.bytes <= 200_000)
  }
}
