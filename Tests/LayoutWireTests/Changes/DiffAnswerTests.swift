import JSONText
import LayoutCore
import LayoutWire
import Oracle
import Testing

@Suite("Steps between lists of keys")
struct DiffAnswerTests {
  private func answer(_ json: String) throws -> JSONValue {
    var meter = WorkMeter.unlimited
    return try JSONValue(parsing: bytes(json, &meter))
  }

  private func bytes(_ json: String, _ meter: inout WorkMeter) throws(DecodingInterrupted)
    -> [UInt8]
  {
    let text = Array(json.utf8) + Array(repeating: 0, count: 64)
    return try text.withText { (text) throws(DecodingInterrupted) in
      try DiffAnswer.json(text.extracting(first: json.utf8.count), depthMax: 16, meter: &meter)
    }
  }

  /// Two lists of so many keys that stand the other way around.
  private func reversed(_ count: Int, key: (Int) -> String) -> String {
    let keys = (0..<count).map(key)
    let after = keys.reversed().joined(separator: ",")
    return #"{"before":[\#(keys.joined(separator: ","))],"after":[\#(after)]}"#
  }

  @Test(
    "It ends wherever its steps do: those of one key are taken at a time, by its length",
    arguments: [0, 800])
  func interruption(keyBytes: Int) throws {
    let count = 200
    let prefix = String(repeating: "k", count: keyBytes)
    let json = reversed(count) { keyBytes == 0 ? "\($0)" : "\"\(prefix)\($0)\"" }
    var meter = WorkMeter.unlimited
    let whole = try bytes(json, &meter)
    let needed = meter.units
    // Parsing takes its steps for all of so short a text at once.
    var parsing = WorkMeter.unlimited
    _ = try JSONDocument(parsing: Array(json.utf8), meter: &parsing)
    // A key's place in a table, and its bytes, sixteen at a time.
    let atOnceMax = 10 + keyBytes / 16
    // Each is looked up in a list of its own, and those after in the other one, too.
    #expect(needed > parsing.units + 3 * count * keyBytes / 16)
    #expect(needed > parsing.units + 4 * count * 8)
    for granted in stride(from: parsing.units, to: needed, by: needed / 100) {
      var meter = WorkMeter(portion: granted)
      let stop = #expect(throws: DecodingInterrupted.self) { _ = try bytes(json, &meter) }
      guard case .budgetExceeded? = stop else {
        Issue.record("ended otherwise")
        return
      }
      #expect(meter.units > granted && meter.units <= granted + atOnceMax)
    }
    meter = WorkMeter(portion: needed)
    #expect(try bytes(json, &meter) == whole)
  }

  @Test("Texts are one key where their bytes are equal, and not where they only look alike")
  func spellings() throws {
    #expect(
      try answer(#"{"before": ["\u00e9", "e\u0301", "a"], "after": ["e\u0301", "\u0061"]}"#)
        == ["steps": [["delete": [["section": 0, "item": 0]]]]])
    let long = String(repeating: "e\u{301}\u{316}", count: 100)
    #expect(
      try answer(#"{"before": ["\#(long)a", "\#(long)b"], "after": ["\#(long)b"]}"#)
        == ["steps": [["delete": [["section": 0, "item": 0]]]]])
  }

  @Test("Keys that go, come, move and change")
  func example() throws {
    #expect(
      try answer(#"{"before": ["a", "b"], "after": ["b", "c"]}"#) == [
        "steps": [
          [
            "delete": [["section": 0, "item": 0]],
            "insert": [["section": 0, "item": 1, "items": 1]],
          ]
        ]
      ])
    #expect(try answer(#"{"before": [1, "1"], "after": [1.0, "1"]}"#) == ["steps": []])
    #expect(
      try answer(#"{"before": [1, 2, 3, 4], "after": [3, 4, 1, 2]}"#)["steps"]?[0]["move"] == [
        ["from": ["section": 0, "item": 0], "to": ["section": 0, "item": 2], "count": 2]
      ])
    let changed = try answer(
      #"{"before": [1, 2, 3], "after": [3, 1, 2], "equal": [false, false, true]}"#)
    #expect(
      changed == [
        "steps": [
          [
            "delete": [["section": 0, "item": 2]], "reload": [["section": 0, "item": 0]],
            "insert": [["section": 0, "item": 0, "items": 1]],
          ]
        ]
      ])
  }

  @Test(
    "What is no pair of lists",
    arguments: [
      ("[]", " wrong-type"), (#"{"before": []}"#, "/after missing"),
      (#"{"before": [], "after": [null]}"#, "/after/0 wrong-type"),
      (#"{"before": [], "after": [1], "equal": []}"#, "/equal not-allowed"),
      (#"{"before": [], "after": [1], "equal": [0]}"#, "/equal/0 wrong-type"),
      (#"{"before": [], "after": [], "equals": []}"#, "/equals unknown-key"),
      (#"{"before": [3, 2, 3], "after": []}"#, "/before/2 duplicate-key"),
      (#"{"before": [], "after": ["a", "a"]}"#, "/after/1 duplicate-key"),
    ])
  func refusals(json: String, issue: String) {
    let stop = #expect(throws: DecodingInterrupted.self) { _ = try answer(json) }
    #expect(issues(stop) == [issue])
    guard case .problem(let problem) = stop else { return }
    #expect(problem.name == .invalidDiff)
  }

  @Test("A key that is there twice says where it is first")
  func duplicates() throws {
    let stop = #expect(throws: DecodingInterrupted.self) {
      _ = try answer(#"{"before": [3, 2, 3], "after": []}"#)
    }
    guard case .problem(let problem) = stop else { return }
    #expect(problem.issues[0].facts == [.text("first", "/before/0")])
    let json = try JSONValue(parsing: problem.json())
    #expect(json["errors"]?[0]["first"] == "/before/0")
  }

  @Test("A million keys")
  func million() throws {
    let keys = (0..<1_000_000).map(String.init).joined(separator: ",")
    let answer = try answer(#"{"before": [\#(keys)], "after": [\#(keys)]}"#)
    #expect(answer == ["steps": []])
    let stop = #expect(throws: DecodingInterrupted.self) {
      _ = try self.answer(#"{"before": [\#(keys), -1], "after": []}"#)
    }
    #expect(issues(stop) == ["/before too-many"])
  }
}
