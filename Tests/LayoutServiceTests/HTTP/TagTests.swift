import LayoutCore
import LayoutWire
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

/// Clients and caches keep entity tags and cursors, so they must be those of the release before.
@Suite("Contents of entity tags and cursors")
struct TagTests {
  let test: TestService
  let mixed: String

  init() throws {
    test = try TestService()
    mixed = try test.path(of: Snapshots.mixed)
  }

  @Test(
    "An entity tag is what it was",
    arguments: [
      ("?width=390", "0f1b6ecca67f681b"),
      ("/elements?width=390&rect=0,0,390,80", "522138cc0f09e8cd"),
      ("/elements?width=390&rect=0,0,390,80&format=columns", "b39950923238130c"),
      ("/special?bounds=0,100,390,844", "a88dbbea0ed2b6d3"),
      ("/sections?width=390", "f455cf984cebe72c"),
      ("/hit?width=390&point=10,150&special=rest", "0a08a54a1c2a0832"),
    ])
  func goldenTags(target: String, tag: String) throws {
    let answer = try test.get(mixed + target)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["etag"]?.hasPrefix("\"\(tag)") == true, "\(answer.headers)")
  }

  @Test(
    "A cursor is what it was",
    arguments: [
      ("/elements?width=390&rect=0,0,390,800&limit=3", "AgAAAAEAAAAAAAAAAg0Uve0aW89S"),
      ("/elements?bounds=0,0,390,800&limit=3", "AgAAAAEAAAAAAAAAApNaIZLEtqGq"),
      ("/sections?width=390&limit=2", "_wAAAAMAAAAAAAAAAC1WHxFe5Bs6"),
    ])
  func goldenCursors(target: String, cursor: String) throws {
    #expect(try test.json(mixed + target)["next"]?.string == cursor)
  }

  /// Values that differ, for each parameter.
  private func values(of name: QueryParameters.Name) -> [String] {
    switch name.form {
    case .extent: ["390", "391"]
    case .extents: ["390", "390,744", "744,390"]
    case .area: ["0,0,390,80", "1,0,390,80", "0,1,390,80", "0,0,391,80", "0,0,390,81"]
    case .insets: ["1,0,0,0", "0,1,0,0", "0,0,1,0", "0,0,0,1"]
    case .point: ["1,2", "2,1"]
    case .limit: ["1", "2"]
    case .format: ["columns", "svg", "text"]
    case .flag: ["true"]
    case .special: ["rest"]
    case .cursor: ["abc", "abd"]
    case .anchor: ["none", "auto", "first", "end", "0,1", "1,0"]
    case .distance: ["0", "2"]
    case .layout:
      [String(repeating: "0", count: 64), String(repeating: "0", count: 63) + "a"]
    case .progress: ["0", "0.5"]
    case .section, .revision: ["0", "1"]
    case .seconds: ["0.5", "30"]
    case .prefix: ["a", "b"]
    case .path: ["0,1", "1,0"]
    case .position: ["start", "center", "end", "nearest"]
    case .snap: ["nearest"]
    case .keep: ["first", "end", "0,1", "1,0"]
    case .lengths: ["0", "0.5"]
    case .scale: ["0.5", "2"]
    case .fields: ["frame", "frame,alpha"]
    case .pixels: ["1", "2"]
    }
  }

  @Test(
    "Each value of each parameter makes a tag of its own", arguments: QueryParameters.Name.allCases)
  func eachParameter(name: QueryParameters.Name) throws {
    let queries = [""] + values(of: name).map { "\(name.text)=\($0)" }
    let tags = try queries.map { query in
      var tag = QueryTag()
      let parameters = try QueryParameters(query, allowed: [name])
      for name in QueryParameters.Name.allCases { tag.combine(parameters[name], of: name.form) }
      return tag
    }
    #expect(Set(tags).count == queries.count)
  }
}
