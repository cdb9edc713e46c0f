import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Warnings of a post")
struct WarningTests {
  let test: TestService

  init() throws { test = try TestService() }

  private struct Warning: Equatable {
    let pointer: String
    let code: String
  }

  private func warnings(_ snapshot: JSONValue, _ query: String = "") throws -> [Warning]? {
    let answer = try test.post(snapshot, query)
    #expect(answer.status == 201 || answer.status == 200)
    return try answer.json()["warnings"]?.array?.map {
      #expect($0["detail"]?.string?.isEmpty == false)
      return Warning(pointer: $0["pointer"]?.string ?? "", code: $0["code"]?.string ?? "")
    }
  }

  @Test("A snapshot whose members are all read has no warnings")
  func none() throws {
    #expect(try warnings(Snapshots.mixed, "width=390") == nil)
    #expect(try warnings(["sections": []], "width=390") == nil)
    #expect(try warnings(["metrics": ["rowHeight": 20], "sections": []], "width=390") == nil)
  }

  @Test("Metrics that a section's engine does not read are named where they stand")
  func metrics() throws {
    #expect(
      try warnings([
        "engine": "column",
        "sections": [
          ["metrics": ["rowHeight": 20, "placement": "leftToRight", "itemSize": ["width": 2]]],
          ["engine": "mosaic", "metrics": ["numberOfColumns": 3, "segmentHeight": 9]],
        ],
      ]) == [
        Warning(pointer: "/sections/0/metrics/placement", code: "not-read"),
        Warning(pointer: "/sections/0/metrics/itemSize", code: "not-read"),
        Warning(pointer: "/sections/1/metrics/numberOfColumns", code: "not-read"),
      ])
  }

  @Test("Metrics of the snapshot are named if no section's engine reads them")
  func inherited() throws {
    let metrics: JSONValue = ["rowHeight": 20, "segmentHeight": 100, "lineAlignment": "leading"]
    #expect(
      try warnings(["metrics": metrics, "sections": [["engine": "column"], [:]]])
        == [Warning(pointer: "/metrics/segmentHeight", code: "not-read")])
  }

  @Test("Sizes that the engine does not read are named, however they are spelled")
  func sizes() throws {
    for (items, pointer) in [
      (["count": 3, "width": 9] as JSONValue, "/sections/0/items/width"),
      (["widths": [1, 2], "heights": [3, 4]], "/sections/0/items/widths"),
      ([["height": 1], ["width": 2, "height": 3]], "/sections/0/items"),
      // In a spelling that is read as a document.
      ([["height": -0.0], ["width": 2, "height": 3]], "/sections/0/items"),
    ] {
      #expect(
        try warnings(["engine": "column", "sections": [["items": items]]])
          == [Warning(pointer: pointer, code: "not-read")], "\(items)")
      #expect(
        try warnings(["engine": "waterfall", "sections": [["items": ["count": 1, "height": 2]]]])
          == nil)
    }
    // The direction exchanges width and height.
    #expect(
      try warnings([
        "scrollDirection": "horizontal", "engine": "column",
        "sections": [["items": ["count": 3, "width": 9, "height": 9]]],
      ]) == [Warning(pointer: "/sections/0/items/height", code: "not-read")])
  }

  @Test("A member of items that frames depend on is named where the engine does not read it")
  func geometry() throws {
    for (items, place) in [
      (["count": 3, "height": 9, "probeSpan": 2] as JSONValue, "/probeSpan"),
      (["heights": [1, 2], "probeSpan": [2, nil]], "/probeSpan"),
      ([["height": 1], ["height": 2, "probeSpan": 3]], ""),
    ] {
      for engine in ["column", "waterfall"] {
        let found = try warnings([
          "engine": .string(engine), "metrics": ["rowHeight": 7],
          "sections": [["items": items], ["engine": "column"]],
        ])
        let expected = Warning(pointer: "/sections/0/items\(place)", code: "not-read")
        #expect(found == (engine == "column" ? [expected] : nil), "\(items)")
      }
    }
  }

  @Test("A flow item wider than its line is named at the width asked for, and at no other")
  func wide() throws {
    let snapshot: JSONValue = [
      "sections": [
        ["items": 5],
        ["items": ["widths": [100, 300, 400], "heights": [1, 1, 1]]],
        ["engine": "column", "items": 1],
      ]
    ]
    #expect(try warnings(snapshot) == nil)
    #expect(try warnings(snapshot, "width=400") == nil)
    #expect(try warnings(snapshot, "width=399.9995") == nil)
    let posted = try test.post(snapshot, "width=299")
    let warning = try posted.json()["warnings"]
    #expect(warning?.array?.count == 1)
    #expect(warning?[0]["pointer"] == "/sections/1/items")
    #expect(warning?[0]["code"] == "wider-than-line")
    #expect(warning?[0]["detail"] == "item 1 is 300 points wide, its line 299")
    // Warnings are not content: a GET of the same has none.
    let path = try #require(posted.json()["id"]?.string)
    #expect(try test.json("/v1/layouts/\(path)?width=299")["warnings"] == nil)
  }

  @Test("With several widths each first screen has those of its width")
  func screens() throws {
    let snapshot: JSONValue = [
      "metrics": ["rowHeight": 1],
      "sections": [["items": ["widths": [100, 300], "heights": [1, 1]]]],
    ]
    let posted = try test.post(snapshot, "widths=299,390,200&limit=1").json()
    #expect(posted["warnings"]?.array?.map { $0["code"] } == ["not-read"])
    let details = posted["layouts"]?.array?.map {
      $0["warnings"]?.array?.compactMap { $0["detail"]?.string }
    }
    #expect(
      details == [
        ["item 1 is 300 points wide, its line 299"], nil,
        ["item 1 is 300 points wide, its line 200"],
      ])
    let path = try #require(posted["id"]?.string)
    let read = try test.json("/v1/layouts/\(path)?widths=299")
    #expect(read["layouts"]?[0]["warnings"] == nil)
    let samples = Exposition(test.service.metrics.exposition()).samples
    #expect(samples[#"layoutd_warnings_total{code="wider-than-line"}"#] == 2)
  }

  @Test("Insets that leave no width, and columns narrower than a point")
  func room() throws {
    let snapshot: JSONValue = [
      "sections": [
        ["metrics": ["sectionInset": ["left": 200, "right": 200]], "items": 1],
        ["engine": "column", "metrics": ["numberOfColumns": 500], "items": 1],
        ["metrics": ["sectionInset": ["left": 900]]],
      ]
    ]
    #expect(
      try warnings(snapshot, "width=390") == [
        Warning(pointer: "/sections/0", code: "no-room"),
        Warning(pointer: "/sections/1", code: "no-room"),
      ])
    #expect(try warnings(snapshot, "width=1000") == nil)
  }

  @Test("What is a point wide, or nothing, but for the last bit of a sum is just that")
  func roundedRoom() throws {
    func snapshot(_ engine: String, _ metrics: JSONValue) -> JSONValue {
      ["sections": [["engine": .string(engine), "metrics": metrics, "items": 1]]]
    }
    // 33 columns of a point, 32 gaps of 0.3 and two insets of 4.7: 0.9999999999999998 points each.
    let columns = snapshot(
      "column",
      [
        "numberOfColumns": 33, "minimumInteritemSpacing": 0.3,
        "sectionInset": ["left": 4.7, "right": 4.7],
      ])
    #expect(try warnings(columns, "width=52") == nil)
    #expect(try warnings(columns, "width=51.9")?.map(\.code) == ["no-room"])
    // 320.3 − 200.1 − 120.2 is 1.4e-14.
    let insets = snapshot("mosaic", ["sectionInset": ["left": 200.1, "right": 120.2]])
    #expect(try warnings(insets, "width=320.3")?.map(\.code) == ["no-room"])
    #expect(try warnings(insets, "width=320.4") == nil)
  }

  @Test("An answer has at most twenty warnings, the same ones for the same body")
  func many() throws {
    let section: JSONValue = ["engine": "column", "metrics": ["placement": "shortest"]]
    let snapshot: JSONValue = ["sections": .array(Array(repeating: section, count: 30))]
    let first = try warnings(snapshot)
    #expect(first?.count == 20)
    #expect(first?.last == Warning(pointer: "/sections/19/metrics/placement", code: "not-read"))
    #expect(try warnings(snapshot) == first)
    #expect(try warnings(snapshot) == first)
    let samples = Exposition(test.service.metrics.exposition()).samples
    #expect(samples[#"layoutd_warnings_total{code="not-read"}"#] == 60)
    #expect(samples[#"layoutd_warnings_total{code="no-room"}"#] == 0)
  }

  @Test("A post with pinning=true also answers the pinning records")
  func pinning() throws {
    let query = "bounds=0,0,390,844&pinning=true"
    let posted = try test.post(Snapshots.mixed, query)
    let id = try #require(posted.json()["id"]?.string)
    let elements = try test.json("/v1/layouts/\(id)/elements?\(query)")
    #expect(try posted.json()["pinning"] == elements["pinning"])
    #expect(try test.get("/v1/layouts/\(id)?\(query)").body == posted.body)
    try test.expect(test.post(Snapshots.mixed, "width=390&pinning=true"), 400, "bad-parameter")
  }
}
