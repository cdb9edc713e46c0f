import LayoutCore
import LayoutWire
import Oracle
import Testing

@Suite("Plans for plain lists")
struct PlanAnswerTests {
  private func answer(_ json: String) throws -> JSONValue {
    var meter = WorkMeter.unlimited
    let text = Array(json.utf8) + Array(repeating: 0, count: 64)
    let bytes = try text.withText { (text) throws(DecodingInterrupted) in
      try PlanAnswer.json(
        text.extracting(first: json.utf8.count), depthMax: 16, limits: SnapshotLimits(),
        meter: &meter)
    }
    return try JSONValue(parsing: bytes)
  }

  @Test("A prepend, a delete and a move")
  func example() throws {
    let answer = try answer(
      """
      {"counts": [4], "steps": [{"insert": [{"section": 0, "item": 0, "items": 1}],
       "delete": [{"section": 0, "item": 2}],
       "move": [{"from": {"section": 0, "item": 3}, "to": {"section": 0, "item": 1}}]}]}
      """)
    #expect(
      answer == [
        "counts": [4], "sections": [0],
        "items": [
          [
            ["count": 1], ["count": 1, "section": 0, "item": 3],
            ["count": 2, "section": 0, "item": 0],
          ]
        ],
        "plan": [
          ["remove": ["section": 0, "item": 3]], ["remove": ["section": 0, "item": 2]],
          ["insert": ["section": 0, "item": 0]],
          ["insert": ["section": 0, "item": 1, "from": ["section": 0, "item": 3]]],
        ],
        "traps": [],
      ])
  }

  @Test("Sections that are new, reloaded and moved")
  func sections() throws {
    let answer = try answer(
      """
      {"counts": [1, 2, 3], "steps": [{"insertSections": [{"section": 0, "sections": [{"items": 5}]}],
       "reloadSections": [{"section": 1, "value": {"items": [{"count": 2}]}}],
       "moveSections": [{"from": 2, "to": 1}]}]}
      """)
    #expect(
      answer == [
        "counts": [5, 3, 1, 2], "sections": [nil, 2, 0, 1],
        "items": [
          [["count": 5]], [["count": 3, "section": 2, "item": 0]],
          [["count": 1, "section": 0, "item": 0]], [["count": 2]],
        ],
        "plan": [
          ["remove": ["section": 2]], ["remove": ["section": 1]],
          ["insert": ["section": 0, "count": 5]], ["insert": ["section": 1, "from": 2]],
          ["insert": ["section": 3, "count": 2, "from": 1, "reloaded": true]],
        ],
        "traps": [],
      ])
  }

  @Test("What UIKit stumbles over")
  func traps() throws {
    let reload = try answer(
      """
      {"counts": [4], "steps": [{}, {"delete": [{"section": 0, "item": 1}],
       "move": [{"from": {"section": 0, "item": 0}, "to": {"section": 0, "item": 1}},
        {"from": {"section": 0, "item": 3}, "to": {"section": 0, "item": 0}}],
       "reload": [{"section": 0, "item": 2}]}]}
      """)
    #expect(
      reload["traps"] == [
        [
          "rule": "B12", "pointer": "/steps/1/reload/0", "reload": ["section": 0, "item": 2],
          "uikitInsertsAt": ["section": 0, "item": 1],
        ]
      ])
    let sections = try answer(
      """
      {"counts": [1, 1, 1], "steps": [{"reloadSections": [{"section": 1, "value": {"items": 1}}],
       "moveSections": [{"from": 0, "to": 1}], "delete": [{"section": 0, "item": 0}]}]}
      """)
    #expect(
      sections["traps"] == [
        [
          "rule": "B12", "pointer": "/steps/0/reloadSections/0", "reload": ["section": 1],
          "uikitInsertsAt": ["section": 1],
        ], ["rule": "B13", "pointer": "/steps/0/moveSections/0", "moveSection": 0],
      ])
  }

  @Test("Counts are compared with what is expected")
  func after() throws {
    func body(_ after: String) -> String {
      #"{"counts": [4, 1], "steps": [{"delete": [{"section": 0, "item": 2}]}], "after": \#(after)}"#
    }
    _ = try answer(body("[3, 1]"))
    for (after, expected, facts) in [
      ("[3]", "/after section-count-mismatch", [.number("expected", 2), .number("given", 1)]),
      (
        "[4, 1]", "/after/0 item-count-mismatch",
        [.number("section", 0), .number("expected", 3), .number("given", 4)]
      ),
    ] as [(String, String, [Problem.Issue.Fact])] {
      let stop = #expect(throws: DecodingInterrupted.self) { _ = try answer(body(after)) }
      #expect(issues(stop) == [expected])
      guard case .problem(let problem) = stop else { continue }
      #expect(problem.name == .invalidChange && problem.issues[0].facts == facts)
    }
  }

  @Test(
    "What a plan does not have, and what is too much",
    arguments: [
      (#"{"steps": []}"#, "/counts missing"),
      (#"{"counts": [1], "steps": [{"resize": []}]}"#, "/steps/0/resize unknown-key"),
      (#"{"counts": [1], "steps": [{"setSections": []}]}"#, "/steps/0/setSections unknown-key"),
      (#"{"counts": [1], "steps": [{"set": {}}]}"#, "/steps/0/set unknown-key"),
      (#"{"counts": [600000, 400001], "steps": []}"#, "/counts too-many"),
      (
        #"{"counts": [4], "steps": [{"insert": [{"section": 0, "item": 0, "items": 9007199254740992}]}]}"#,
        "/counts too-many"
      ),
      (
        #"{"counts": [1], "steps": [{"insertSections": [{"section": 0, "sections": [{"engine": "flew"}]}]}]}"#,
        "/steps/0/insertSections/0/sections/0/engine out-of-range"
      ),
      (
        #"{"counts": [1], "steps": [{"reloadSections": [{"section": 0, "value": {"metrics": {"x": 1}}}]}]}"#,
        "/steps/0/reloadSections/0/value/metrics/x unknown-key"
      ),
      (
        #"{"counts": [3], "steps": [{"reload": [{"section": 0, "item": 0, "count": 2, "items": "x"}]}]}"#,
        "/steps/0/reload/0/items wrong-type"
      ),
      (
        #"{"counts": [3], "steps": [{"reload": [{"section": 0, "item": 0, "count": 2, "items": 3}]}]}"#,
        "/steps/0/reload/0 not-allowed"
      ),
      (#"{"counts": [9007199254740992, 9007199254740992], "steps": []}"#, "/counts too-many"),
      (
        #"{"counts": [1], "steps": [{"insert": [{"section": 0, "item": 0, "items": 1000000}]}]}"#,
        "/counts too-many"
      ),
      (
        #"{"counts": [1], "steps": [{"delete": [{"section": 0, "item": 1}]}]}"#,
        "/steps/0/delete/0 item-out-of-range-before"
      ),
    ])
  func refusals(json: String, issue: String) {
    let stop = #expect(throws: DecodingInterrupted.self) { _ = try answer(json) }
    #expect(issues(stop) == [issue])
  }

  @Test("Steps make no more sections than a snapshot may have")
  func sectionLimit() throws {
    var limits = SnapshotLimits()
    limits.sections = 3
    func refusal(of steps: String) -> [String] {
      let json = #"{"counts": [1, 1], "steps": \#(steps)}"#
      var meter = WorkMeter.unlimited
      let text = Array(json.utf8) + Array(repeating: 0, count: 64)
      do throws(DecodingInterrupted) {
        _ = try text.withText { (text) throws(DecodingInterrupted) in
          try PlanAnswer.json(
            text.extracting(first: json.utf8.count), depthMax: 16, limits: limits, meter: &meter)
        }
        return []
      } catch {
        return issues(error)
      }
    }
    let one = #"{"insertSections": [{"section": 0, "sections": [{}]}]}"#
    #expect(refusal(of: "[\(one)]") == [])
    #expect(refusal(of: "[\(one), \(one)]") == ["/steps/1 over-limit"])
    #expect(refusal(of: #"[\#(one), {"deleteSections": [{"section": 0}]}, \#(one)]"#) == [])
  }

  @Test("A plan has room for so many operations")
  func operations() throws {
    let step = """
      {"move": [{"from": {"section": 0, "item": 0}, "to": {"section": 0, "item": 0},
       "count": 1000000}]}
      """
    func body(_ count: Int) -> String {
      let steps = Array(repeating: step, count: count).joined(separator: ",")
      return #"{"counts": [1000000], "steps": [\#(steps)]}"#
    }
    let stop = #expect(throws: DecodingInterrupted.self) { _ = try answer(body(2)) }
    #expect(issues(stop) == ["/steps too-many"])
  }
}
