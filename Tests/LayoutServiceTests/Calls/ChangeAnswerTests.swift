import Oracle
import Testing

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
      var asked = made
      asked["anchor"] = .string(anchor)
      asked["endThreshold"] = .number(Double(seed % 3))
      expected = try #require(ChangeInquiry(asked)).reply
      func list(_ name: String) -> String {
        (asked[name]?.array ?? []).map(\.text).joined(separator: ",")
      }
      let test = try TestService()
      let path = try test.path(of: try #require(asked["snapshot"]))
      let query =
        "\(asked["container"]?.string ?? "width")=\(asked["width"]!.text)&bounds=\(list("bounds"))"
        + "&inset=\(list("inset"))&anchor=\(anchor)&endThreshold=\(seed % 3)&transition=true"
      let body: JSONValue = ["steps": asked["steps"]!]
      let answer = try test.post(text: body.text, to: "\(path)/changes?\(query)")
      comment = "seed \(seed) \(asked["snapshot"]!.text) \(body.text) \(query) \(answer.text)"
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

  @Test("Anchor, bounds and transition are those of a look at every element", arguments: 0..<300)
  func motion(seed: Int) throws {
    let inquiry = try Inquiry(seed: seed)
    let (found, expected) = (inquiry.found, inquiry.expected)
    inquiry.expectClose(found["anchor"], expected["anchor"])
    inquiry.expectClose(
      .array(["x", "y", "width", "height"].map { found["bounds"]?[$0] ?? .null }),
      expected["newBounds"])
    inquiry.expectClose(
      .array(["x", "y"].map { found["scrollDelta"]?[$0] ?? .null }), expected["scrollDelta"])
    inquiry.expectClose(found["transition"], expected["transition"])
  }

  @Test("What changed is at least what differs, and seldom more", arguments: [0..<150, 150..<300])
  func changed(seeds: Range<Int>) throws {
    var longer = 0
    for seed in seeds {
      let inquiry = try Inquiry(seed: seed)
      let (found, expected) = (inquiry.found["changed"], inquiry.expected["changed"])
      guard let expected, expected != .null else {
        inquiry.expectClose(found, .null)
        continue
      }
      let tolerance = inquiry.tolerance
      for side in ["before", "after"] {
        let start =
          (found?[side]?["start"]?.double ?? .infinity) - expected[side]!["start"]!.double!
        let end = (found?[side]?["end"]?.double ?? -.infinity) - expected[side]!["end"]!.double!
        #expect(start <= tolerance, inquiry.comment)
        #expect(end >= -tolerance, inquiry.comment)
        if start < -tolerance || end > tolerance { longer += 1 }
      }
    }
    #expect(longer <= seeds.count / 10)
  }
}
