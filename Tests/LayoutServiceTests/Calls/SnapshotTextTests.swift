import ContentHash
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

/// `GET /v1/layouts/{id}/snapshot`.
@Suite("The snapshot of a layout")
struct SnapshotTextTests {
  /// The answer, which is the same as a whole and section by section, and makes the same layout when it is posted, as the
  /// text that a store keeps does.
  @discardableResult
  private func expectSnapshot(
    of path: String, _ test: TestService, _ comment: Comment
  ) throws -> JSONValue {
    let answer = try test.get("\(path)/snapshot")
    try #require(answer.status == 200, "\(answer.text) \(comment)")
    let posted = try test.post(text: answer.text)
    #expect(posted.status == 200, "\(posted.text) \(comment)")
    let object = try posted.json()
    #expect(object["id"]?.string.map { "/v1/layouts/\($0)" } == path, "\(answer.text) \(comment)")
    let codes = object["warnings"]?.array?.map { $0["code"]?.string } ?? []
    #expect(codes.allSatisfy { $0 == "nothing-to-fill" }, "\(posted.text) \(comment)")
    let digest = try #require(Digest(hexadecimal: String(path.suffix(64))))
    let named = try #require(test.service.cache.snapshot(digest))
    var allowance = Allowance(on: .compute, until: .now + .seconds(300))
    let kept = try #require(try test.service.text(of: named, bytesMax: 10_000_000, &allowance))
    let text = String(decoding: kept, as: UTF8.self)
    #expect(try test.post(text: text).json()["id"] == object["id"], "\(text) \(comment)")
    let snapshot = try answer.json()
    for (number, section) in (snapshot["sections"]?.array ?? []).enumerated() {
      let alone = try test.json("\(path)/snapshot?section=\(number)")
      #expect(alone == section, "section \(number) \(comment)")
    }
    return snapshot
  }

  @Test(
    "Posting it gives the same id, before and after a change",
    arguments: seeds(short: 0..<2, all: 0..<8))
  func seeded(batch: Int) throws {
    let test = try TestService()
    for seed in UInt64(batch * 40)..<UInt64(batch * 40 + 40) {
      var generator = StepGenerator(seed: seed)
      let (snapshot, width) = generator.snapshot()
      let path = try test.path(of: snapshot)
      let text = try expectSnapshot(of: path, test, "seed \(seed)")
      #expect(resolved(text).text == resolved(snapshot).text, "seed \(seed)")
      let steps: JSONValue = [
        "steps": .array(generator.steps(for: snapshot, containerWidth: width))
      ]
      let change = try test.request(
        "POST", "\(path)/changes", headers: [("Content-Type", "application/json")],
        body: Array(steps.text.utf8))
      try #require(change.status < 300, "\(change.text) seed \(seed)")
      let id = try #require(try change.json()["id"]?.string)
      try expectSnapshot(of: "/v1/layouts/\(id)", test, "seed \(seed) after \(steps.text)")
    }
  }

  @Test("It says the directions, and of each section its engine and items, and what is no default")
  func form() throws {
    let test = try TestService()
    let path = try test.path(of: Snapshots.mixed)
    let text = try expectSnapshot(of: path, test, "mixed")
    #expect(
      text == [
        "scrollDirection": "vertical", "layoutDirection": "ltr",
        "globalHeaders": [["height": 64, "pin": true], ["height": 10]],
        "sections": [
          [
            "id": "people", "engine": "column",
            "metrics": [
              "minimumColumnWidth": 150, "separatorColor": "#ccc", "backgroundColor": "white",
            ],
            "headers": [["height": 44, "pin": true]], "items": ["count": 12, "height": 70],
          ],
          ["id": "photos", "engine": "mosaic", "items": ["count": 40]],
          [
            "engine": "flow",
            "items": ["widths": [90, 120.5, 9], "heights": [40, 64, 50]],
            "footers": [["height": 20, "pin": true], ["height": 7]],
          ],
          [
            "engine": "waterfall",
            "metrics": [
              "numberOfColumns": 3, "sectionSeparatorColor": "red",
              "showsSectionSeparatorWhenLastSection": true,
            ],
            "items": ["widths": [3, 4, 1], "heights": [2, 3, 1]],
          ],
        ],
      ])
  }

  @Test(
    "Headers behind hidden and empty ones have their indices, and colours that are not inherited")
  func headers() throws {
    let test = try TestService()
    let path = try test.path(of: [
      "sections": [
        [
          "engine": "column", "metrics": ["backgroundColor": "red", "padding": ["top": 1]],
          "headers": [
            ["height": 0], ["height": 9, "hidden": true], ["height": 20, "estimated": true],
            ["height": 3, "backgroundColor": .null, "selectedBackgroundColor": "blue"],
            ["hidden": true],
          ],
        ]
      ]
    ])
    let section = try expectSnapshot(of: path, test, "headers")["sections"]?.array?.first
    #expect(
      section == [
        "engine": "column",
        "metrics": [
          "backgroundColor": "red", "padding": ["top": 1, "left": 0, "bottom": 0, "right": 0],
        ],
        "headers": [
          ["hidden": true], ["hidden": true], ["height": 20, "estimated": true],
          ["height": 3, "backgroundColor": .null, "selectedBackgroundColor": "blue"],
        ],
        "items": ["count": 0],
      ])
  }

  @Test("Above the limit it is refused, and its sections are answered one by one")
  func tooLong() throws {
    let test = try TestService(limits: { $0.snapshotTextBytes = 500 })
    let path = try test.path(of: Snapshots.mixed)
    let problem = try test.expect(try test.get("\(path)/snapshot"), 413, "too-large")
    #expect(problem["detail"]?.string?.contains("section=S") == true)
    for section in 0..<4 {
      #expect(try test.get("\(path)/snapshot?section=\(section)").status == 200)
    }
    let long = try test.path(of: [
      "globalHeaders": [["height": 1]],
      "sections": [
        ["engine": "column", "items": ["heights": .array((0..<300).map { .number(Double($0)) })]],
        ["engine": "column", "items": 7], ["id": .string(String(repeating: "a", count: 256))],
      ],
    ])
    try test.expect(try test.get("\(long)/snapshot"), 413, "too-large")
    try test.expect(try test.get("\(long)/snapshot?section=0"), 413, "too-large")
    #expect(try test.get("\(long)/snapshot?section=1").status == 200)
  }

  @Test("Answers are exactly as long as the limit allows", arguments: 0..<20)
  func limit(seed: Int) throws {
    var generator = StepGenerator(seed: UInt64(seed))
    let (snapshot, _) = generator.snapshot()
    let free = try TestService()
    let path = try free.path(of: snapshot)
    let answer = try free.get("\(path)/snapshot")
    for (bytes, status) in [(answer.body.count, 200), (answer.body.count - 1, 413)] {
      let test = try TestService(limits: { $0.snapshotTextBytes = bytes })
      #expect(try test.path(of: snapshot) == path)
      #expect(try test.get("\(path)/snapshot").status == status, "\(answer.text)")
    }
  }

  @Test("A section that is not there is a wrong parameter")
  func sectionOutOfRange() throws {
    let test = try TestService()
    let path = try test.path(of: Snapshots.mixed)
    let target = "\(path)/snapshot?section=4"
    let problem = try test.expect(try test.get(target), 400, "bad-parameter")
    #expect(problem["errors"]?.array?.first?["code"]?.string == "out-of-range")
    let unknown = "/v1/layouts/\(String(repeating: "0", count: 64))/snapshot"
    try test.expect(try test.get(unknown), 404, "layout-not-found")
  }

  @Test("A long one is written on a compute thread, and the deadline ends it there")
  func heavy() throws {
    let test = try TestService()
    let rows = (0..<20_000).map { JSONValue.number(Double($0 % 97)) }
    let path = try test.path(of: [
      "sections": [["engine": "column", "items": ["heights": .array(rows)]]]
    ])
    guard case .failure(.tooHeavy) = test.outcome("\(path)/snapshot", on: .network) else {
      Issue.record("written on a network thread")
      return
    }
    guard case .success(let answer) = test.outcome("\(path)/snapshot", on: .compute) else {
      Issue.record("not written")
      return
    }
    #expect(try test.get("\(path)/snapshot").body == answer.body)
    guard
      case .failure(.problem(let problem)) = test.outcome(
        "\(path)/snapshot", on: .compute, secondsLeft: -1)
    else {
      Issue.record("written after the deadline")
      return
    }
    #expect(problem.name == .unavailable)
    let rest = try test.path(of: Snapshots.mixed)
    guard case .success = test.outcome("\(rest)/snapshot", on: .network) else {
      Issue.record("a short one is not written on a network thread")
      return
    }
  }
}
