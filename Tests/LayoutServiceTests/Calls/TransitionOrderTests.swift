import Oracle
import Testing

@testable import LayoutServiceTestSupport

/// How opaque is what steps in any order bring, take away and replace (docs/rules.md#transition).
@Suite("Transitions of steps in all orders")
struct TransitionOrderTests {
  private static let snapshot: JSONValue = [
    "engine": "column",
    "sections": [
      ["headers": [["height": 10]], "items": 4], ["headers": [["height": 10]], "items": 3],
      ["items": 2],
    ],
  ]

  private static let steps: [String: JSONValue] = [
    "insert item": ["insert": [["section": 0, "item": 1, "items": [["height": 20]]]]],
    "reload item": ["reload": [["section": 0, "item": 1, "items": [["height": 30]]]]],
    "delete item": ["delete": [["section": 0, "item": 1]]],
    "move item": [
      "move": [["from": ["section": 0, "item": 1], "to": ["section": 1, "item": 0]]]
    ],
    "move back": [
      "move": [["from": ["section": 1, "item": 0], "to": ["section": 0, "item": 1]]]
    ],
    "insert section": [
      "insertSections": [["section": 0, "sections": [["engine": "column", "items": 3]]]]
    ],
    "slide section": [
      "insertSections": [
        ["section": 0, "slide": "left", "sections": [["engine": "column", "items": 3]]]
      ]
    ],
    "reload section": [
      "reloadSections": [
        [
          "section": 0,
          "value": ["engine": "column", "headers": [["height": 12]], "items": 3],
        ]
      ]
    ],
    "delete section": ["deleteSections": [["section": 0]]],
    "move section": ["moveSections": [["from": 0, "to": 1]]],
  ]

  private static func asked(_ names: [String]) -> JSONValue {
    [
      "snapshot": snapshot, "steps": .array(names.map { steps[$0]! }), "width": 300,
      "bounds": [0, 0, 300, 900], "inset": [0, 0, 0, 0], "anchor": "none",
    ]
  }

  private static func answer(_ service: TestService, _ path: String, _ names: [String]) throws
    -> JSONValue
  {
    let body: JSONValue = ["steps": asked(names)["steps"]!]
    let answer = try service.post(
      text: body.text,
      to: "\(path)/changes?width=300&bounds=0,0,300,900&anchor=none&transition=true")
    try #require([200, 201].contains(answer.status), "\(names) \(answer.text)")
    return try answer.json()["change"]?["transition"] ?? .null
  }

  @Test("Each three steps are as a look at every item has them", arguments: steps.keys.sorted())
  func threeSteps(first: String) throws {
    let service = try TestService()
    let path = try service.path(of: TransitionOrderTests.snapshot)
    for second in TransitionOrderTests.steps.keys.sorted() {
      for third in TransitionOrderTests.steps.keys.sorted() {
        let names = [first, second, third]
        let reply = try #require(ChangeInquiry(TransitionOrderTests.asked(names))).reply
        if reply["errors"] != nil { continue }
        let found = try TransitionOrderTests.answer(service, path, names)
        let expected = try #require(reply["transition"])
        #expect(found.isClose(to: expected, tolerance: 1e-6), "\(names): \(found) \(expected)")
      }
    }
  }

  private enum Side: String { case initial, final }

  /// How opaque a cell is on the side where it is not.
  private func alpha(_ names: [String], _ side: Side, _ section: Int, _ item: Int) throws -> Double?
  {
    let service = try TestService()
    let path = try service.path(of: TransitionOrderTests.snapshot)
    let place: JSONValue = ["section": .number(Double(section)), "item": .number(Double(item))]
    let entry = try TransitionOrderTests.answer(service, path, names).array?.first { entry in
      side == .initial
        ? entry["from"] == nil && entry["to"] == place
        : entry["to"] == nil && entry["from"] == place
    }
    return entry.map { $0[side.rawValue]?["alpha"]?.double ?? 1 }
  }

  @Test("What steps bring is new, and what they replace is not")
  func initial() throws {
    #expect(try alpha(["reload item"], .initial, 0, 1) == 1)
    #expect(try alpha(["insert item", "reload item"], .initial, 0, 1) == 0)
    #expect(try alpha(["reload item", "insert item"], .initial, 0, 1) == 0)
    #expect(try alpha(["reload item", "insert item"], .initial, 0, 2) == 1)
    #expect(
      try alpha(["insert item", "move item", "move back", "reload item"], .initial, 0, 1) == 0)
    #expect(try alpha(["reload section"], .initial, 0, 1) == 1)
    #expect(try alpha(["reload section", "insert item"], .initial, 0, 1) == 0)
    #expect(try alpha(["reload section", "insert item"], .initial, 0, 2) == 1)
    #expect(try alpha(["reload section", "insert item", "reload item"], .initial, 0, 1) == 0)
    #expect(try alpha(["reload section", "reload item"], .initial, 0, 1) == 1)
    #expect(try alpha(["insert item", "reload section"], .initial, 0, 1) == 1)
    for names in [["insert section"], ["insert section", "reload section"]] {
      for item in 0..<3 { #expect(try alpha(names, .initial, 0, item) == 0) }
    }
    #expect(try alpha(["insert section", "reload section", "reload item"], .initial, 0, 1) == 0)
    #expect(try alpha(["slide section", "reload section"], .initial, 0, 1) == 1)
  }

  @Test("What steps take away is gone, and what they replace is not")
  func final() throws {
    #expect(try alpha(["reload item"], .final, 0, 1) == 1)
    #expect(try alpha(["reload item", "delete item"], .final, 0, 1) == 0)
    #expect(try alpha(["delete item", "reload item"], .final, 0, 1) == 0)
    #expect(try alpha(["reload section"], .final, 0, 1) == 1)
    #expect(try alpha(["delete item", "reload section"], .final, 0, 1) == 0)
    #expect(try alpha(["delete item", "reload section"], .final, 0, 2) == 1)
    #expect(try alpha(["move item", "move back", "reload section"], .final, 0, 1) == 1)
    #expect(try alpha(["reload section", "delete item"], .final, 0, 1) == 1)
    for names in [["delete section"], ["reload section", "delete section"]] {
      for item in 0..<4 { #expect(try alpha(names, .final, 0, item) == 0) }
    }
    #expect(try alpha(["insert section", "reload section", "delete section"], .final, 0, 1) == nil)
  }
}
