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

  @Test(
    "What is set overrides the metrics as the section has them",
    arguments: [
      // A flow's spacing of 10 stays; the width of its items is forgotten.
      (
        #"{"items":[{"width":9,"height":20}]}"#, #"{"engine":"column"}"#,
        #"{"engine":"column","metrics":{"minimumLineSpacing":10,"minimumInteritemSpacing":10},"#
          + #""items":{"count":1,"height":20}}"#
      ),
      // One column is a column's default, two are a waterfall's.
      (
        #"{"engine":"column","items":1}"#, #"{"engine":"waterfall"}"#,
        #"{"engine":"waterfall","metrics":{"minimumLineSpacing":0,"minimumInteritemSpacing":0,"#
          + #""numberOfColumns":1},"items":{"count":1,"height":44}}"#
      ),
      (
        #"{"engine":"column","metrics":{"numberOfColumns":2},"items":1}"#,
        #"{"metrics":{"minimumColumnWidth":100}}"#,
        #"{"engine":"column","metrics":{"minimumColumnWidth":100},"items":{"count":1,"height":44}}"#
      ),
      // The header keeps its colour, a new one has the section's.
      (
        #"{"metrics":{"backgroundColor":"red"},"headers":[{"height":3}],"items":0}"#,
        #"{"metrics":{"backgroundColor":"blue"},"footers":[{"height":4}]}"#,
        #"{"engine":"flow","metrics":{"backgroundColor":"blue"},"#
          + #""headers":[{"height":3,"backgroundColor":"red"}],"items":{"count":0},"#
          + #""footers":[{"height":4}]}"#
      ),
      (
        #"{"metrics":{"backgroundColor":"red"},"items":0}"#,
        #"{"metrics":{"backgroundColor":null}}"#, #"{"engine":"flow","items":{"count":0}}"#
      ),
      // What had no effect is forgotten.
      (
        #"{"engine":"column","metrics":{"separatorThickness":2},"items":1}"#,
        ##"{"metrics":{"separatorColor":"#ccc"}}"##,
        ##"{"engine":"column","metrics":{"separatorColor":"#ccc"},"items":{"count":1,"height":44}}"##
      ),
      // Items keep their sizes; only what they lack is that of the step's metrics.
      (
        #"{"items":1}"#, #"{"metrics":{"itemSize":{"width":99,"height":99}}}"#,
        #"{"engine":"flow","items":{"count":1,"width":50,"height":50}}"#
      ),
      (
        #"{"engine":"mosaic","items":1}"#, #"{"engine":"column","metrics":{"rowHeight":33}}"#,
        #"{"engine":"column","items":{"count":1,"height":33}}"#
      ),
      (
        #"{"engine":"mosaic","items":1}"#, #"{"engine":"column"}"#,
        #"{"engine":"column","items":{"count":1,"height":44}}"#
      ),
      (
        #"{"engine":"mosaic","items":1}"#, #"{"engine":"waterfall"}"#,
        #"{"pointer":"/steps/0/setSections/0","code":"size-missing"}"#
      ),
      (
        #"{"id":"x","items":0}"#, #"{"engine":"mosaic"}"#,
        #"{"id":"x","engine":"mosaic","metrics":{"minimumLineSpacing":10,"#
          + #""minimumInteritemSpacing":10},"items":{"count":0}}"#
      ),
    ])
  func setSection(before: String, set: String, expected: String) throws {
    let members = set.dropFirst()
    let found = try section(
      of: #"{"sections":[\#(before)]}"#, #"{"setSections":[{"section":0,\#(members)]}"#)
    #expect(try found == Self.json(expected), "\(found.text)")
  }

  @Test(
    "An inserted item says each extent that its engine reads",
    arguments: [
      ("column", "{}", "", nil), ("flow", #"{"width":8}"#, "", nil),
      ("waterfall", #"{"width":8}"#, "", nil),
      ("waterfall", #"{"height":8}"#, "", #"[{"height":8}]"#), ("mosaic", "{}", "", "1"),
      ("column", "{}", #"{"rowHeight":12}"#, #"[{"height":12}]"#),
      ("flow", "{}", #"{"itemSize":{"width":80}}"#, #"[{"width":80,"height":50}]"#),
    ] as [(String, String, String, String?)])
  func insertedItem(engine: String, item: String, metrics: String, expected: String?) throws {
    let set = metrics.isEmpty ? "" : #","setSections":[{"section":0,"metrics":\#(metrics)}]"#
    let insert = #"{"insert":[{"section":0,"item":0,"items":[\#(item)]}]\#(set)}"#
    let old = #"{"rowHeight":7,"itemSize":{"width":7,"height":7}}"#
    let found = try section(
      of: #"{"sections":[{"engine":"\#(engine)","metrics":\#(old)}]}"#, insert)
    guard let expected else {
      #expect(found == ["pointer": "/steps/0/insert/0", "code": "size-missing"], "\(found.text)")
      return
    }
    let given = try TestService()
    let path = try given.path(
      of: Self.json(#"{"sections":[{"engine":"\#(engine)","items":\#(expected)}]}"#))
    #expect(try given.json("\(path)/snapshot?section=0") == found, "\(found.text)")
  }
}
