import LayoutCore
import LayoutWire
import Testing

@testable import LayoutService

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
      ("?width=390", "1fd19eb694b2119f"),
      ("?width=390&rect=0,0,390,80&limit=3", "fc7f4bf9c0fa7326"),
      ("?widths=390,744&length=500", "99280cfb2d06389e"),
      ("?bounds=0,100,390,844&inset=47,0,34,0", "c1535ef240010e99"),
      ("?width=390&rect=0,0,390,80&pinning=true", "e968358230f5b906"),
      ("?width=390&rect=0,0,390,80&pinning=false", "399d0b3a236b43f4"),
      ("?width=390&rect=0,0,390,80&special=rest", "bea128fa56946b24"),
      ("/elements?width=390&rect=0,0,390,80", "af5ee408a3efda9b"),
      ("/elements?rect=0,0,390,80&format=rows&width=390", "af5ee408a3efda9b"),
      ("/elements?width=390&rect=0,0,390,80&format=columns", "74e7d110dc98411b"),
      ("/elements?width=390&rect=0,0,390,80&format=svg", "35139bdee5a5d6bc"),
      ("/elements?width=390&rect=0,0,390,80&format=text", "a1431f6b214ef463"),
      ("/special?bounds=0,100,390,844", "0f3ad8ac774702d3"),
      ("/sections?width=390", "dfeca827ceb1902f"),
      ("/sections?width=390&cursor=_wAAAAMAAAAAAAAAADI00aFK-sF2", "829486d91b1cfe95"),
      ("/items/0/3?width=390", "00c29c36fa00c3b8"),
      ("/supplementary/header/0/0?width=390", "700ab2b9bb587bab"),
      ("/supplementary/globalHeader/1?width=390", "f5ffa22b92754ef5"),
      ("/decorations/rowSeparator/0/1?width=390", "876eaed73e6fa062"),
      ("/hit?width=390&point=10,150", "58a8fa1c11ae62f6"),
      ("/hit?width=390&point=10,150&special=rest", "f7cbdf95384884fe"),
    ])
  func goldenTags(target: String, tag: String) throws {
    let answer = try test.get(mixed + target)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["etag"]?.hasPrefix("\"\(tag)") == true, "\(answer.headers)")
  }

  @Test("An entity tag of a horizontal layout is what it was")
  func goldenTagsAcross() throws {
    let path = try test.path(of: Snapshots.horizontal)
    #expect(try test.get("\(path)?height=200").headers["etag"] == "\"59752c219ca248d3\"")
    let several = try test.get("\(path)?heights=200,300").headers["etag"]
    #expect(several?.hasPrefix("\"dba2b050a5ff2bba") == true)
  }

  @Test(
    "A cursor is what it was",
    arguments: [
      ("/elements?width=390&rect=0,0,390,800&limit=3", "AgAAAAEAAAAAAAAAAuLoex5zeBoX"),
      ("?width=390&rect=0,0,390,800&limit=3", "AgAAAAEAAAAAAAAAAuLoex5zeBoX"),
      ("/elements?bounds=0,0,390,800&limit=3", "AgAAAAEAAAAAAAAAAggAuljoudOs"),
      ("/elements?bounds=0,0,390,800&limit=3&inset=1,2,3,4", "AgAAAAEAAAAAAAAAAsnWOSqXoHhd"),
      (
        "/elements?width=400&rect=0,0,390,800&bounds=0,50,390,844&limit=3",
        "AgAAAAEAAAAAAAAAAoxvBdQyYOKz"
      ), ("/sections?width=390&limit=2", "_wAAAAMAAAAAAAAAADI00aFK-sF2"),
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
