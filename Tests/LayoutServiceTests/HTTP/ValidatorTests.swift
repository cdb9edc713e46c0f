import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Caching of answers")
struct ValidatorTests {
  let test: TestService
  let mixed: String
  let large: String

  init() throws {
    test = try TestService(overSocket: true)
    mixed = try test.path(of: Snapshots.mixed)
    large = "\(mixed)/elements?width=390&rect=0,0,390,2000"
  }

  private func tag(_ target: String, _ headers: (String, String)...) throws -> String {
    try #require(try test.request("GET", target, headers: headers).headers["etag"], "\(target)")
  }

  /// Every call that answers a layout or a part of one, with and without bounds.
  private var targets: (lasting: [String], scrolling: [String]) {
    let parts = [
      "", "/elements", "/sections", "/items/0/0", "/supplementary/header/0/0",
      "/supplementary/globalHeader/0", "/decorations/rowSeparator/0/1",
    ]
    let lasting = parts.map { "\(mixed)\($0)?width=390&rect=0,0,390,844" }
    let scrolling = (parts + ["/special"]).map { "\(mixed)\($0)?bounds=0,0,390,844" }
    return (
      lasting + [
        mixed, "\(mixed)/hit?width=390&point=1,1", "\(mixed)/snapshot",
        "\(mixed)/snapshot?section=1",
      ],
      scrolling + ["\(mixed)/hit?point=1,1&bounds=0,0,390,844"]
    )
  }

  @Test(
    "Answers that never change may be cached forever, those of a scroll position for a minute, others not"
  )
  func cacheControl() throws {
    for target in targets.lasting {
      let answer = try test.get(target)
      #expect(answer.status == 200, "\(target)")
      #expect(answer.headers["cache-control"] == "public, max-age=31536000, immutable", "\(target)")
    }
    for target in targets.scrolling {
      let answer = try test.get(target)
      #expect(answer.status == 200, "\(target)")
      #expect(answer.headers["cache-control"] == "private, max-age=60", "\(target)")
    }
    for target in [
      "/healthz", "/readyz", "/metrics", "/version", "/nothing", mixed + "?a",
    ] {
      let answer = try test.get(target)
      #expect(answer.headers["cache-control"] == "no-store", "\(target)")
      #expect(answer.headers["etag"] == nil, "\(target)")
    }
    let posted = try test.post(Snapshots.mixed, "width=390")
    #expect(posted.headers["cache-control"] == "no-store")
    #expect(posted.headers["etag"] == nil)
  }

  @Test("Tags are strong, the same for the same question, and another for any other")
  func tags() throws {
    var seen: Set<String> = []
    let further = [
      "\(mixed)/elements?width=391&rect=0,0,390,844",
      "\(mixed)/elements?width=390&rect=0,1,390,844",
      "\(mixed)/elements?width=390&rect=0,0,390,844&limit=3",
      "\(mixed)/elements?width=390&rect=0,0,390,844&format=columns",
      "\(mixed)/special?bounds=0,0,390,844&inset=1,0,0,0", "\(mixed)/items/0/1?width=390",
      "\(mixed)/items/1/0?width=390", "\(mixed)/hit?width=390&point=1,2",
    ]
    for target in targets.lasting + targets.scrolling + further {
      let tag = try tag(target)
      #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 10)
      #expect(seen.insert(tag).inserted, "\(target)")
      #expect(try self.tag(target) == tag)
    }
    // Another service gives the same answer, and so the same tag.
    let other = try TestService()
    #expect(try other.path(of: Snapshots.mixed) == mixed)
    #expect(try other.get(large).headers["etag"] == tag(large))
  }

  @Test("A request with the answer's entity tag is answered with 304")
  func notModified() throws {
    let gzip = ("Accept-Encoding", "gzip")
    let (identity, coded) = (try tag(large), try tag(large, gzip))
    for (value, headers, expected) in [
      (identity, [], identity), ("W/\(identity)", [], identity),
      ("\"a\", \(identity)", [], identity), ("\"a,b\" , W/\"c\",\(identity)", [], identity),
      ("*", [], identity), (coded, [gzip], coded), ("W/\(coded)", [gzip], coded),
      ("*", [gzip], coded),
      // The client accepts gzip and has the other coding, which is valid, too.
      (identity, [gzip], identity),
    ] as [(String, [(String, String)], String)] {
      for method in ["GET", "HEAD"] {
        let answer = try test.request(
          method, large, headers: headers + [("If-None-Match", value)])
        #expect(answer.status == 304, "\(value)")
        #expect(answer.body.isEmpty)
        #expect(answer.headers["etag"] == expected, "\(value)")
        #expect(answer.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(answer.headers["vary"] == "Accept-Encoding")
        #expect(answer.headers["cache-status"] == nil)
      }
    }
    let scrolling = "\(mixed)/special?bounds=0,0,390,844"
    let answer = try test.get(scrolling, ("If-None-Match", try tag(scrolling)))
    #expect(answer.status == 304)
    #expect(answer.headers["cache-control"] == "private, max-age=60")
  }

  @Test("A request with another tag gets the answer")
  func modified() throws {
    let (identity, coded) = (try tag(large), try tag(large, ("Accept-Encoding", "gzip")))
    for value in [
      "\"wrong\"", "W/\"wrong\"", identity.dropLast() + "x\"", String(identity.dropFirst()),
      "w/\(identity)", "", coded,
    ] {
      #expect(try test.get(large, ("If-None-Match", String(value))).status == 200, "\(value)")
    }
    let foreign = try tag("\(mixed)/elements?width=391&rect=0,0,390,2000")
    #expect(try test.get(large, ("If-None-Match", foreign)).status == 200)
    #expect(try test.get("/version", ("If-None-Match", "\"a\"")).status == 200)
    #expect(try test.get("/version", ("If-None-Match", "*")).status == 304)
  }

  @Test("The entity tag of a deleted layout is still answered with 304")
  func forgotten() throws {
    let tag = try tag(large)
    #expect(try test.request("DELETE", mixed).status == 204)
    #expect(try test.get(large, ("If-None-Match", tag)).status == 304)
    try test.expect(test.get(large, ("If-None-Match", "\"wrong\"")), 404, "layout-not-found")
    try test.expect(test.get(large, ("If-None-Match", "*")), 404, "layout-not-found")
  }

  @Test("A wrong request is refused, whatever entity tag it has")
  func wrongQuestions() throws {
    try test.expect(
      test.get("\(mixed)/elements?width=390", ("If-None-Match", "*")), 400, "bad-parameter")
    try test.expect(
      test.get("\(mixed)/items/9/9?width=390", ("If-None-Match", "*")), 404, "not-found")
  }

  @Test("HEAD has the header lines of GET, its length included, and no body")
  func head() throws {
    for target in targets.lasting + targets.scrolling + [
      large, "/healthz", "/version", "/openapi.yaml", "/docs", "/nothing", "\(mixed)?a=b",
      "\(mixed)/items/9/9?width=390",
    ] {
      for headers in [[], [("Accept-Encoding", "gzip")]] {
        let got = try test.request("GET", target, headers: headers)
        let head = try test.request("HEAD", target, headers: headers)
        #expect(head.status == got.status, "\(target)")
        #expect(head.lastingHeaders == got.lastingHeaders, "\(target)")
        #expect(head.headers["content-length"] == "\(got.body.count)", "\(target)")
        #expect(head.body.isEmpty)
      }
    }
  }
}
