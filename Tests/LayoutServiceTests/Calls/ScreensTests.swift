import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("First screens at several container widths")
struct ScreensTests {
  /// In all four directions.
  static let snapshots: [JSONValue] = [false, true].flatMap { isHorizontal in
    var snapshot = isHorizontal ? Snapshots.horizontal : Snapshots.mixed
    let leftToRight = snapshot
    snapshot["layoutDirection"] = "rtl"
    return [leftToRight, snapshot]
  }

  /// Compares a screen of a POST with the answer to its GET, member by member.
  private func expectSame(
    _ screen: JSONValue, _ test: TestService, _ path: String, _ query: String
  ) throws {
    let bounds = try #require(screen["bounds"])
    let edges = ["x", "y", "width", "height"].map { bounds[$0]?.text ?? "" }
    let answer = try test.json("\(path)/elements?bounds=\(edges.joined(separator: ","))\(query)")
    #expect((screen["pinning"] != nil) == query.contains("pinning"))
    for name in ["width", "height", "contentSize", "elements", "next", "special", "pinning"] {
      #expect(screen[name] == answer[name], "\(name): \(path) \(query)")
    }
  }

  @Test(
    "Each screen is what a GET of its bounds answers, in the order of the widths",
    arguments: snapshots)
  func sameAsGet(snapshot: JSONValue) throws {
    let test = try TestService()
    let path = try test.path(of: snapshot)
    let isHorizontal = snapshot["scrollDirection"] == "horizontal"
    let (widths, width) = isHorizontal ? ("heights", "height") : ("widths", "width")
    for (query, length) in [
      ("", 1000.0), ("&limit=3", 1000), ("&format=columns&inset=9,9,9,9", 70),
      ("&pinning=true&limit=3", 1000),
    ] {
      let lengthQuery = length == 1000 ? "" : "&length=70"
      let posted = try test.post(snapshot, "\(widths)=390,744.5,390\(lengthQuery)\(query)").json()
      let screens = try #require(posted["layouts"]?.array)
      #expect(screens.map { $0[width] } == [390, 744.5, 390])
      for screen in screens {
        let bounds = screen["bounds"]
        #expect(bounds?[isHorizontal ? "width" : "height"] == .number(length))
        #expect(bounds?[width] == screen[width])
        try expectSame(screen, test, path, query)
      }
      let keys = ["id", "sectionCount", "itemCount", "scrollDirection", "layouts"]
      #expect(posted.members?.map(\.key) == keys)
      let target = "\(path)?\(widths)=390,744.5,390\(lengthQuery)\(query)"
      let got = try test.get(target)
      #expect(try got.json() == posted)
      let tag = try #require(got.headers["etag"])
      #expect(try test.get(target, ("If-None-Match", tag)).status == 304)
      for other in ["\(target)0", target.replacing("744.5", with: "744"), "\(path)?"] {
        #expect(try test.get(other, ("If-None-Match", tag)).status != 304, "\(other)")
      }
    }
  }

  @Test("The first screen shows the start of the content, also where that is on the right")
  func start() throws {
    let test = try TestService()
    for snapshot in ScreensTests.snapshots {
      let isHorizontal = snapshot["scrollDirection"] == "horizontal"
      let query = isHorizontal ? "heights=390&length=100" : "widths=390&length=100"
      let screen = try #require(try test.post(snapshot, query).json()["layouts"]?[0])
      let size = try #require(screen["contentSize"]?["width"]?.double)
      let isRight = isHorizontal && snapshot["layoutDirection"] == "rtl"
      #expect(screen["bounds"]?["x"]?.double == (isRight ? size - 100 : 0))
      #expect(screen["bounds"]?["y"] == 0)
    }
  }

  @Test("All screens together have no more elements than one answer may, and go on with cursors")
  func limit() throws {
    let test = try TestService(limits: { $0.maximumElements = 10 })
    let path = try test.path(of: Snapshots.rows(8))
    let answer = try test.post(Snapshots.rows(8), "widths=100,200,300").json()
    let screens = try #require(answer["layouts"]?.array)
    #expect(screens.map { $0["elements"]?.array?.count } == [8, 2, 0])
    #expect(screens[0]["next"] == .null)
    for (screen, items) in zip(screens.dropFirst(), [2..<8, 0..<8]) {
      let cursor = try #require(screen["next"]?.string)
      let width = try #require(screen["width"]?.text)
      let rest = try test.json(
        "\(path)/elements?bounds=0,0,\(width),1000&cursor=\(cursor)")["elements"]?.array
      #expect(rest?.compactMap { $0["item"]?.int } == Array(items))
    }
  }

  @Test("Special elements take no room of the lists, and together may be as many, too")
  func specialLimit() throws {
    let test = try TestService(limits: { $0.maximumElements = 20 })
    let snapshot: JSONValue = [
      "globalHeaders": .array((0..<8).map { _ in ["height": 1, "pin": true] }),
      "sections": [["engine": "column", "items": 3]],
    ]
    let answer = try test.post(snapshot, "widths=100,200").json()
    let screens = try #require(answer["layouts"]?.array)
    #expect(screens.map { $0["elements"]?.array?.count } == [3, 3])
    #expect(screens.map { $0["special"]?.array?.count } == [8, 8])
    // So do the pinning records: eight headers and a section of each screen.
    #expect(try test.post(snapshot, "widths=100,200&pinning=true").status == 200)
    let records = try TestService(limits: { $0.maximumElements = 17 })
    let tooMany = try records.expect(
      records.post(snapshot, "widths=100,200&pinning=true"), 400, "bad-parameter")
    #expect(tooMany["errors"]?[0]["parameter"] == "widths")
    let one = try test.post(snapshot, "widths=100,200&limit=1").json()
    #expect(one["layouts"]?.array?.map { $0["elements"]?.array?.count } == [1, 1])
    let problem = try test.expect(
      test.post(snapshot, "widths=100,200,300"), 400, "bad-parameter")
    #expect(problem["errors"]?[0]["parameter"] == "widths")
    #expect(problem["detail"]?.string?.contains("bounds") == false)
    var horizontal = snapshot
    horizontal["scrollDirection"] = "horizontal"
    horizontal["globalHeaders"] = .array((0..<8).map { _ in ["width": 1, "pin": true] })
    let other = try test.expect(
      test.post(horizontal, "heights=100,200,300"), 400, "bad-parameter")
    #expect(other["errors"]?[0]["parameter"] == "heights")
    #expect(other["detail"]?.string?.contains("bounds") == false)
  }

  @Test("A large snapshot has warnings too, whatever the memo keeps", arguments: [0, 1 << 30])
  func large(memoBytes: Int) throws {
    let test = try TestService(limits: { $0.memoBytes = memoBytes })
    let heights = (0..<60_000).map { JSONValue.number(Double($0 % 7 + 1)) }
    let snapshot: JSONValue = [
      "engine": "waterfall", "sections": [["items": ["heights": .array(heights)]]],
    ]
    let answer = try test.post(snapshot, "widths=390,400,410,420&length=30")
    #expect(answer.status == 201)
    let path = try #require(answer.headers["location"])
    let screens = try #require(try answer.json()["layouts"]?.array)
    #expect(screens.count == 4)
    for screen in screens { try expectSame(screen, test, path, "") }
  }

  @Test("Sixteen widths may be asked for, and none beside what says the same")
  func refusals() throws {
    let test = try TestService()
    let widths = (1...16).map { "\($0 * 10)" }.joined(separator: ",")
    let answer = try test.post(Snapshots.mixed, "widths=\(widths)&limit=1")
    #expect(answer.status == 201)
    #expect(try answer.json()["layouts"]?.array?.count == 16)
    for (query, name) in [
      ("widths=\(widths),170", "widths"), ("widths=", "widths"), ("widths=1,", "widths"),
      ("widths=0", "widths"), ("heights=390", "heights"), ("widths=1&width=1", "width"),
      ("widths=1&height=1", "height"), ("widths=1&rect=0,0,1,1", "rect"),
      ("widths=1&bounds=0,0,1,1", "bounds"), ("widths=1&cursor=AA", "cursor"),
      ("length=5", "length"), ("width=5&length=5", "length"), ("widths=1&length=0", "length"),
      ("pinning=true", "pinning"), ("width=1&pinning=true", "pinning"),
    ] {
      let problem = try test.expect(
        test.post(Snapshots.mixed, query), 400, "bad-parameter", "\(query)")
      #expect(problem["errors"]?[0]["parameter"]?.string == name, "\(query)")
    }
    try test.expect(test.post(Snapshots.horizontal, "widths=390"), 400, "bad-parameter")
    let path = try test.path(of: Snapshots.mixed)
    for call in ["/elements", "/special", "/sections", "/items/0/0", "/hit"] {
      try test.expect(test.get("\(path)\(call)?widths=390"), 400, "bad-parameter", "\(call)")
    }
  }

  @Test("A snapshot that one of the widths is too narrow for is not kept")
  func failure() throws {
    let test = try TestService(limits: { $0.snapshot.columns = 5 })
    let snapshot: JSONValue = [
      "sections": [["engine": "column", "metrics": ["minimumColumnWidth": 100], "items": 5]]
    ]
    try test.expect(test.post(snapshot, "widths=300,900"), 422, "cannot-lay-out")
    #expect(try test.post(snapshot, "widths=300").status == 201)
  }
}
