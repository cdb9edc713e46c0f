import Oracle
import Testing

@testable import LayoutServiceTestSupport

/// What a change answers beside the layout, against a look at every element.
@Suite("Answers to changes")
struct ChangeAnswerTests {
  @Test(
    "Anchor, bounds and transition are those of a look at every element",
    arguments: seeds(short: 0..<15, all: 0..<60))
  func motion(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let anchor = ["auto", "first", "end", "none"].randomElement(using: &random)!
    var asked = try #require(
      ChangeInquiry(["seed": .number(Double(seed)), "steps": true])
    ).reply
    asked["anchor"] = .string(anchor)
    asked["endThreshold"] = .number(Double(seed % 3))
    let appearScale = [1, 0.25, 0][seed / 3 % 3]
    asked["appearScale"] = .number(appearScale)
    let expected = try #require(ChangeInquiry(asked)).reply
    func list(_ name: String) -> String {
      (asked[name]?.array ?? []).map(\.text).joined(separator: ",")
    }
    let test = try TestService()
    let path = try test.path(of: try #require(asked["snapshot"]))
    let query =
      "\(asked["container"]!.string!)=\(asked["width"]!.text)&bounds=\(list("bounds"))"
      + "&inset=\(list("inset"))&anchor=\(anchor)&endThreshold=\(seed % 3)&transition=true"
      + (appearScale == 1 ? "" : "&appearScale=\(appearScale)")
    let body: JSONValue = ["steps": asked["steps"]!]
    let answer = try test.post(text: body.text, to: "\(path)/changes?\(query)")
    let comment: Comment =
      "seed \(seed) \(asked["snapshot"]!.text) \(body.text) \(query) \(answer.text)"
    try #require([200, 201].contains(answer.status), comment)
    let json = try answer.json()
    let found = json["change"] ?? .null
    let size = expected["contentSize"]!
    let extent = max(size["width"]!.double!, size["height"]!.double!)
    let tolerance = 1e-6 * max(1, extent / 1000)
    for (found, expected) in [
      (json["contentSize"], size), (found["anchor"], expected["anchor"]),
      (found["transition"], expected["transition"]), (found["bounds"], expected["newBounds"]),
      (found["scrollDelta"], expected["scrollDelta"]),
    ] {
      var found = found ?? .null
      if let x = found["x"] {
        found = .array([x] + ["y", "width", "height"].compactMap { found[$0] })
      }
      #expect(
        found.isClose(to: expected ?? .null, tolerance: tolerance),
        "\(found.text) instead of \(expected?.text ?? "-"): \(comment)")
    }
  }
}
