import Oracle
import Testing

@testable import LayoutServiceTestSupport

/// What sections are after a step (docs/rules.md#inserted-and-reloaded-sections, docs/rules.md#set-sections) and what
/// sizes items have (docs/rules.md#sizes-after-a-step), as the snapshot says it that the service answers.
@Suite("Sections and sizes after a step")
struct NewSectionTests {
  private static func json(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8))
  }

  /// The first section after a step of a snapshot, or the pointer and the code of the first error.
  private func section(of snapshot: String, _ step: String) throws -> JSONValue {
    let test = try TestService()
    let path = try test.path(of: Self.json(snapshot))
    let answer = try test.post(text: #"{"steps":[\#(step)]}"#, to: "\(path)/changes").json()
    if let error = answer["errors"]?.array?.first {
      return ["pointer": error["pointer"] ?? .null, "code": error["code"] ?? .null]
    }
    let id = try #require(answer["id"]?.string)
    return try test.json("/v1/layouts/\(id)/snapshot?section=0")
  }

  private static let whole = #"""
    {"engine":"column","metrics":{"rowHeight":70,"itemSize":{"width":9},"minimumLineSpacing":4,
    "backgroundColor":"red"},"sections":[{"id":"old","items":2,"headers":[{"height":30}]}]}
    """#

  @Test(
    "An inserted or reloaded section inherits nothing, and leaves open what a snapshot may",
    arguments: [
      (#"{"items":3}"#, #"{"engine":"flow","items":{"count":3,"width":50,"height":50}}"#),
      ("{}", #"{"engine":"flow","items":{"count":0}}"#),
      (#"{"engine":"column","items":3}"#, #"{"engine":"column","items":{"count":3,"height":44}}"#),
      (
        #"{"engine":"column","metrics":{"rowHeight":61},"items":3}"#,
        #"{"engine":"column","items":{"count":3,"height":61}}"#
      ),
      (
        #"{"metrics":{"itemSize":{"width":80}},"items":[{}]}"#,
        #"{"engine":"flow","items":{"count":1,"width":80,"height":50}}"#
      ),
      (
        #"{"id":"new","engine":"waterfall","items":[{"height":3}]}"#,
        #"{"id":"new","engine":"waterfall","items":{"count":1,"height":3}}"#
      ),
      (#"{"engine":"waterfall","items":3}"#, #"{"pointer":"/items","code":"missing"}"#),
      (
        #"{"engine":"waterfall","items":[{"width":5}]}"#,
        #"{"pointer":"/items/0/height","code":"missing"}"#
      ),
      (#"{"engine":"mosaic","items":3}"#, #"{"engine":"mosaic","items":{"count":3}}"#),
      (#"{"headers":[{}]}"#, #"{"pointer":"/headers/0/height","code":"missing"}"#),
      (
        #"{"headers":[{"height":20}]}"#,
        #"{"engine":"flow","headers":[{"height":20}],"items":{"count":0}}"#
      ),
    ])
  func newSection(value: String, expected: String) throws {
    for (step, place) in [
      (#"{"reloadSections":[{"section":0,"value":\#(value)}]}"#, "/reloadSections/0/value"),
      (
        #"{"insertSections":[{"section":0,"sections":[\#(value)]}]}"#,
        "/insertSections/0/sections/0"
      ),
    ] {
      var expected = try Self.json(expected)
      if let pointer = expected["pointer"]?.string {
        expected["pointer"] = .string("/steps/0\(place)\(pointer)")
      }
      let found = try section(of: Self.whole, step)
      #expect(found == expected, "\(found.text)")
    }
  }
}
