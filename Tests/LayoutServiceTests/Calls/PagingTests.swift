import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Lists are cut by the limit and go on at the cursor")
struct PagingTests {
  let test: TestService
  let mixed: String

  init() throws {
    test = try TestService()
    mixed = try test.path(of: Snapshots.mixed)
  }

  /// All pieces of a list, following `next`; each but the last has as many members as the limit says.
  private func pieces(_ target: String, list: String, limit: Int) throws -> [JSONValue] {
    var all: [JSONValue] = []
    var cursor = ""
    while true {
      let answer = try test.json("\(target)&limit=\(limit)\(cursor)")
      let piece = try #require(answer[list]?.array)
      all += piece
      guard let next = answer["next"]?.string else {
        #expect(answer["next"] == .null)
        #expect(piece.count <= limit)
        return all
      }
      #expect(piece.count == limit)
      let isUnreserved = next.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-._~".utf8.contains($0)
      }
      #expect(isUnreserved, "\(next)")
      cursor = "&cursor=\(next)"
    }
  }

  @Test(
    "Every element comes once, in order, whatever the limit", arguments: [1, 2, 3, 7, 50, 10_000])
  func elements(limit: Int) throws {
    let target = "\(mixed)/elements?width=390&rect=0,100,390,2000"
    let whole = try #require(try test.json(target)["elements"]?.array)
    #expect(whole.count > 30)
    #expect(try pieces(target, list: "elements", limit: limit) == whole)
    #expect(
      try pieces("\(mixed)?width=390&rect=0,100,390,2000", list: "elements", limit: limit) == whole)
    let visible = "\(mixed)/elements?bounds=0,100,390,2000"
    #expect(try pieces(visible, list: "elements", limit: limit) == whole)
  }

  @Test("Every section comes once, in order, whatever the limit", arguments: [1, 3, 4, 5])
  func sections(limit: Int) throws {
    let whole = try #require(try test.json("\(mixed)/sections?width=390")["sections"]?.array)
    #expect(whole.count == 4)
    #expect(
      try pieces("\(mixed)/sections?width=390", list: "sections", limit: limit) == whole)
  }

  @Test("Pieces of POST answers go on, too")
  func posted() throws {
    let first = try test.post(Snapshots.mixed, "width=390&rect=0,0,390,2000&limit=5").json()
    let cursor = try #require(first["next"]?.string)
    let second = try test.post(
      Snapshots.mixed, "width=390&rect=0,0,390,2000&limit=5&cursor=\(cursor)"
    ).json()
    let whole = try #require(
      try test.json("\(mixed)/elements?width=390&rect=0,0,390,2000&limit=10")["elements"]?.array)
    #expect((first["elements"]?.array ?? []) + (second["elements"]?.array ?? []) == whole)
  }

  @Test("Ten thousand elements are one answer, one more is cut")
  func longLists() throws {
    let path = try test.path(of: Snapshots.rows(10_001))
    let answer = try test.json("\(path)/elements?width=10&rect=0,0,10,1e9")
    #expect(answer["elements"]?.array?.count == 10_000)
    let next = try #require(answer["next"]?.string)
    let rest = try test.json("\(path)/elements?width=10&rect=0,0,10,1e9&cursor=\(next)")
    #expect(rest["elements"]?.array?.map { $0["item"]?.int } == [10_000])
    #expect(rest["next"] == .null)
  }

  @Test("A cursor of another query is refused")
  func foreignCursors() throws {
    let target = "\(mixed)/elements?width=390&rect=0,100,390,2000&limit=2"
    let cursor = try #require(try test.json(target)["next"]?.string)
    let sections = try #require(
      try test.json("\(mixed)/sections?width=390&limit=1")["next"]?.string)
    let other = try test.path(of: Snapshots.rows(1000))
    let refused = [
      "\(mixed)/elements?width=391&rect=0,100,390,2000&cursor=\(cursor)",
      "\(mixed)/elements?width=390&rect=0,101,390,2000&cursor=\(cursor)",
      "\(mixed)/elements?width=390&rect=0,100,390,2001&cursor=\(cursor)",
      "\(mixed)/elements?width=390&rect=0,100,390,2000&bounds=0,0,390,844&cursor=\(cursor)",
      "\(other)/elements?width=390&rect=0,100,390,2000&cursor=\(cursor)",
      "\(mixed)/sections?width=390&cursor=\(cursor)",
      "\(mixed)/elements?width=390&rect=0,100,390,2000&cursor=\(sections)",
      "\(mixed)/sections?width=391&cursor=\(sections)",
      "\(other)/sections?width=390&cursor=\(sections)",
    ]
    for target in refused {
      try test.expect(test.get(target), 400, "bad-parameter", "\(target)")
    }
    // The format and the limit are no part of the query.
    for change in ["limit=9", "limit=2&format=columns"] {
      let target = "\(mixed)/elements?width=390&rect=0,100,390,2000&\(change)&cursor=\(cursor)"
      #expect(try test.get(target).status == 200)
    }
  }

  @Test("A cursor is refused where no list is asked for")
  func withoutList() throws {
    let target = "\(mixed)/elements?width=390&rect=0,100,390,2000&limit=2"
    let cursor = try #require(try test.json(target)["next"]?.string)
    for target in [
      "\(mixed)?width=390", "\(mixed)?", "\(mixed)/special?bounds=0,0,390,844",
      "\(mixed)/items/0/0?width=390", "\(mixed)/hit?width=390&point=1,1",
    ] {
      try test.expect(test.get("\(target)&cursor=\(cursor)"), 400, "bad-parameter", "\(target)")
    }
    try test.expect(
      test.post(Snapshots.mixed, "width=390&cursor=\(cursor)"), 400, "bad-parameter")
  }
}
