import Comparison
import LayoutCore
import Oracle
import Testing

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

  private func change(_ names: [String]) throws -> ChangeUnderTest? {
    let steps = names.map { Self.steps[$0]! }
    guard (try? NaiveChange(parent: Self.snapshot, steps: steps)) != nil else { return nil }
    return try ChangeUnderTest(Self.snapshot, steps, containerWidth: 300)
  }

  @Test("Each three steps are as a look at every item has them", arguments: steps.keys.sorted())
  func threeSteps(first: String) throws {
    var compared = 0
    for second in Self.steps.keys.sorted() {
      for third in Self.steps.keys.sorted() {
        let names = [first, second, third]
        let difference = try change(names)?.differenceOfMotion(
          NaiveRect(x: -1, y: -1, width: 302, height: 902), inset: NaiveInsets(top: 1),
          anchor: "none", endThreshold: 1, compared: &compared)
        #expect(difference == nil, "\(names)")
      }
    }
    #expect(compared > 50)
  }

  /// How opaque a cell is on the side where it is not.
  private func alpha(
    _ names: [String], _ side: KeyPath<Transition, Transition.End>, _ section: Int, _ item: Int
  ) throws -> Double? {
    let bounds = Rect(x: 0, y: 0, width: 300, height: 900)
    var meter = WorkMeter.unlimited
    let transitions = try #require(try change(names)).change.transitions(
      from: bounds, to: bounds, inset: .zero, meter: &meter)
    let cell = Element(kind: .cell, section: section, index: item)
    let found = transitions.first {
      side == \.initial ? $0.from == nil && $0.to == cell : $0.to == nil && $0.from == cell
    }
    return found?[keyPath: side].alpha
  }

  @Test("What steps bring is new, and what they replace is not")
  func initial() throws {
    #expect(try alpha(["reload item"], \.initial, 0, 1) == 1)
    #expect(try alpha(["insert item", "reload item"], \.initial, 0, 1) == 0)
    #expect(try alpha(["reload item", "insert item"], \.initial, 0, 1) == 0)
    #expect(try alpha(["reload item", "insert item"], \.initial, 0, 2) == 1)
    #expect(
      try alpha(["insert item", "move item", "move back", "reload item"], \.initial, 0, 1) == 0)
    #expect(try alpha(["reload section"], \.initial, 0, 1) == 1)
    #expect(try alpha(["reload section", "insert item"], \.initial, 0, 1) == 0)
    #expect(try alpha(["reload section", "insert item"], \.initial, 0, 2) == 1)
    #expect(try alpha(["reload section", "insert item", "reload item"], \.initial, 0, 1) == 0)
    #expect(try alpha(["reload section", "reload item"], \.initial, 0, 1) == 1)
    #expect(try alpha(["insert item", "reload section"], \.initial, 0, 1) == 1)
    for names in [["insert section"], ["insert section", "reload section"]] {
      for item in 0..<3 { #expect(try alpha(names, \.initial, 0, item) == 0) }
    }
    #expect(try alpha(["insert section", "reload section", "reload item"], \.initial, 0, 1) == 0)
    #expect(try alpha(["slide section", "reload section"], \.initial, 0, 1) == 1)
  }

  @Test("What steps take away is gone, and what they replace is not")
  func final() throws {
    #expect(try alpha(["reload item"], \.final, 0, 1) == 1)
    #expect(try alpha(["reload item", "delete item"], \.final, 0, 1) == 0)
    #expect(try alpha(["delete item", "reload item"], \.final, 0, 1) == 0)
    #expect(try alpha(["reload section"], \.final, 0, 1) == 1)
    #expect(try alpha(["delete item", "reload section"], \.final, 0, 1) == 0)
    #expect(try alpha(["delete item", "reload section"], \.final, 0, 2) == 1)
    #expect(try alpha(["move item", "move back", "reload section"], \.final, 0, 1) == 1)
    #expect(try alpha(["reload section", "delete item"], \.final, 0, 1) == 1)
    for names in [["delete section"], ["reload section", "delete section"]] {
      for item in 0..<4 { #expect(try alpha(names, \.final, 0, item) == 0) }
    }
    #expect(
      try alpha(["insert section", "reload section", "delete section"], \.final, 0, 1) == nil)
  }

  @Test(
    "A section that has slid in counts as such as long as it is there",
    arguments: [
      #"{"reloadSections":[{"section":1,"value":{"items":9}}]}"#,
      #"{"reloadSections":[{"section":1,"value":{"items":9}},{"section":2,"value":{}}]}"#,
      #"{"reloadSections":[{"section":1,"value":{"items":30}}]},"#
        + #"{"reloadSections":[{"section":1,"value":{"items":9}}]}"#,
      #"{"reloadSections":[{"section":1,"value":{"items":9}}]},"#
        + #"{"moveSections":[{"from":1,"to":3}]}"#,
      #"{"moveSections":[{"from":2,"to":0}]},"#
        + #"{"reloadSections":[{"section":0,"value":{"items":9}}]}"#,
      #"{"setSections":[{"section":1,"metrics":{"minimumLineSpacing":3}}]}"#,
      #"{"delete":[{"section":1,"item":0}],"#
        + #""insert":[{"section":1,"item":0,"items":[{"width":9,"height":9}]}]}"#,
      #"{"insertSections":[{"section":0,"sections":[{"items":4}],"slide":"left"}]},"#
        + #"{"reloadSections":[{"section":0,"value":{}},{"section":2,"value":{"items":9}}]}"#,
      #"{"deleteSections":[{"section":1}]},"#
        + #"{"insertSections":[{"section":1,"sections":[{"items":4}]}]}"#,
      #"{"deleteSections":[{"section":1,"count":2}]}"#,
    ])
  func slid(later: String) throws {
    let steps = try JSONValue(
      parsing: #"[{"insertSections":[{"section":1,"sections":[{"items":12},{"items":8}],"#
        + #""slide":"right"}]},\#(later)]"#)
    let test = try ChangeUnderTest(
      ["engine": "column", "sections": [["items": 20], ["items": 20]]], steps.array!,
      containerWidth: 300)
    var compared = 0
    for (place, anchor) in [(0.3, "none"), (500.3, "none"), (500.3, "auto"), (40.3, "first")] {
      let difference = test.differenceOfMotion(
        NaiveRect(x: -1, y: place, width: 302, height: 400), inset: NaiveInsets(top: 1),
        anchor: anchor, endThreshold: 1, compared: &compared)
      #expect(difference == nil)
    }
    #expect(compared > 1)
  }
}
