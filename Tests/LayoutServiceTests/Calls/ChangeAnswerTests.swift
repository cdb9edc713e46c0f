import Oracle
import Testing

@testable import LayoutServiceTestSupport

/// What a change answers beside the layout, against a look at every element.
@Suite("Answers to changes")
struct ChangeAnswerTests {
  /// A change of a random layout, asked of the service and of the oracle.
  private struct Inquiry {
    let expected: JSONValue
    let found: JSONValue
    let comment: Comment
    let tolerance: Double

    init(seed: Int) throws {
      let made = try #require(
        ChangeInquiry(["seed": .number(Double(seed)), "steps": true])
      ).reply
      var random = SplitMix64(seed: UInt64(seed))
      let anchor = ["auto", "first", "end", "none"].randomElement(using: &random)!
      try self.init("seed \(seed)", made, anchor: anchor, endThreshold: seed % 3)
    }

    /// - Parameter made: The snapshot, the steps and the place, as an inquiry has them.
    init(_ name: String, _ made: JSONValue, anchor: String, endThreshold: Int = 1) throws {
      var asked = made
      asked["anchor"] = .string(anchor)
      asked["endThreshold"] = .number(Double(endThreshold))
      expected = try #require(ChangeInquiry(asked)).reply
      func list(_ name: String) -> String {
        (asked[name]?.array ?? []).map(\.text).joined(separator: ",")
      }
      let test = try TestService()
      let path = try test.path(of: try #require(asked["snapshot"]))
      let query =
        "\(asked["container"]?.string ?? "width")=\(asked["width"]!.text)&bounds=\(list("bounds"))"
        + "&inset=\(list("inset"))&anchor=\(anchor)&endThreshold=\(endThreshold)&transition=true"
      let body: JSONValue = ["steps": asked["steps"]!]
      let answer = try test.post(text: body.text, to: "\(path)/changes?\(query)")
      comment = "\(name) \(asked["snapshot"]!.text) \(body.text) \(query) \(answer.text)"
      try #require([200, 201].contains(answer.status), comment)
      let json = try answer.json()
      found = json["change"] ?? .null
      let size = expected["contentSize"]
      let extent = max(size?["width"]?.double ?? 0, size?["height"]?.double ?? 0)
      tolerance = 1e-6 * max(1, extent / 1000)
      expectClose(json["contentSize"], size)
    }

    func expectClose(_ found: JSONValue?, _ expected: JSONValue?) {
      #expect(
        (found ?? .null).isClose(to: expected ?? .null, tolerance: tolerance),
        "\(found?.text ?? "-") instead of \(expected?.text ?? "-"): \(comment)")
    }
  }

  @Test(
    "Anchor, bounds and transition are those of a look at every element",
    arguments: seeds(short: 0..<75, all: 0..<300))
  func motion(seed: Int) throws { expectMotion(try Inquiry(seed: seed)) }

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
    for (place, anchor) in [(0, "none"), (500, "none"), (500, "auto"), (40, "first")] {
      let steps = #"""
        {"insertSections":[{"section":1,"sections":[{"items":12},{"items":8}],
        "slide":"right"}]},\#(later)
        """#
      let json = #"""
        {"width":300,"bounds":[0,\#(place),300,400],"inset":[0,0,0,0],"steps":[\#(steps)],
        "snapshot":{"engine":"column",
        "metrics":{"numberOfColumns":1,"itemSize":{"width":50,"height":44}},
        "sections":[{"items":20},{"items":20}]}}
        """#
      expectMotion(
        try Inquiry("after sliding", try JSONValue(parsing: Array(json.utf8)), anchor: anchor))
    }
  }

  private func expectMotion(_ inquiry: Inquiry) {
    let (found, expected) = (inquiry.found, inquiry.expected)
    inquiry.expectClose(found["anchor"], expected["anchor"])
    inquiry.expectClose(
      .array(["x", "y", "width", "height"].map { found["bounds"]?[$0] ?? .null }),
      expected["newBounds"])
    inquiry.expectClose(
      .array(["x", "y"].map { found["scrollDelta"]?[$0] ?? .null }), expected["scrollDelta"])
    inquiry.expectClose(found["transition"], expected["transition"])
  }
}
