import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Header lines and codings of answers")
struct AnswerHeaderTests {
  let test: TestService
  let mixed: String

  init() throws {
    test = try TestService(overSocket: true)
    mixed = try test.path(of: Snapshots.mixed)
  }

  @Test("Cache-Status says whether the layout was prepared, where one was needed")
  func cacheStatus() throws {
    func status(_ target: String) throws -> String? {
      try test.get(target).headers["cache-status"]
    }
    #expect(try status("\(mixed)/sections?width=390") == "layoutd; fwd=miss")
    #expect(try status("\(mixed)/sections?width=390") == "layoutd; hit")
    #expect(try status("\(mixed)/special?bounds=0,0,390,844") == "layoutd; hit")
    #expect(try status("\(mixed)/special?bounds=0,0,391,844") == "layoutd; fwd=miss")
    #expect(try status(mixed) == nil)
    #expect(try status("/healthz") == nil)
    #expect(try status("\(mixed)?width=a") == nil)
    #expect(try test.post(["sections": [["items": 1]]]).headers["cache-status"] == nil)
    let posts = try (0..<2).map { _ in
      try test.post(["sections": [["items": 2]]], "width=10").headers["cache-status"]
    }
    #expect(posts == ["layoutd; fwd=miss", "layoutd; hit"])
  }

  @Test("Server-Timing names what happened, and nothing else")
  func serverTiming() throws {
    let query = "width=390&rect=0,0,390,844"
    #expect(try test.post(Snapshots.mixed, query).timed == ["parse", "prepare", "query", "encode"])
    #expect(try test.post(Snapshots.mixed, query).timed == ["parse", "query", "encode"])
    #expect(try test.post(Snapshots.mixed).timed == ["parse", "encode"])
    #expect(try test.get("\(mixed)/special?bounds=0,0,390,844").timed == ["query", "encode"])
    #expect(try test.get("\(mixed)/sections?width=391").timed == ["prepare", "encode"])
    let change = try test.post(
      text: #"{"steps": [{"delete": [{"section": 0, "item": 0}]}]}"#, to: "\(mixed)/changes")
    #expect(change.timed == ["parse", "apply", "encode"])
    let value = try #require(try test.get("\(mixed)?\(query)").headers["server-timing"])
    for entry in value.split(separator: ", ") {
      #expect(entry.wholeMatch(of: /[a-z]+;dur=[0-9]+\.[0-9]{3}/) != nil, "\(entry)")
    }
    #expect(try test.get("/healthz").headers["server-timing"] == nil)
  }

  @Test("Vary stands on every answer with a body, coded or not")
  func vary() throws {
    for headers in [[], [("Accept-Encoding", "gzip")]] {
      for target in [
        mixed, "\(mixed)/elements?width=390&rect=0,0,390,2000", "/healthz", "/nothing",
        "/openapi.yaml", "\(mixed)?a=b",
      ] {
        let answer = try test.request("GET", target, headers: headers)
        #expect(answer.headers["vary"] == "Accept-Encoding", "\(target)")
      }
    }
    #expect(try test.post(Snapshots.mixed).headers["vary"] == "Accept-Encoding")
  }

  @Test("An answer is gzipped when it has more than 1 KiB and the client accepts it")
  func threshold() throws {
    var sizes: Set<Bool> = []
    for limit in 1...20 {
      let target = "\(mixed)/elements?width=390&rect=0,0,390,2000&limit=\(limit)"
      let plain = try test.get(target)
      #expect(plain.headers["content-encoding"] == nil)
      let coded = try test.get(target, ("Accept-Encoding", "gzip"))
      let isLarge = plain.body.count > 1024
      sizes.insert(isLarge)
      #expect(coded.headers["content-encoding"] == (isLarge ? "gzip" : nil))
      #expect(coded.body.count <= plain.body.count)
      let body = isLarge ? try inflated(coded.body) : coded.body
      #expect(body == plain.body)
    }
    #expect(sizes.count == 2)
  }

  @Test("Large answers of every kind are gzipped, and inflate to the plain ones")
  func kinds() throws {
    let gzip = ("Accept-Encoding", "gzip")
    let path = try test.path(of: Snapshots.rows(9000))
    for target in [
      "\(path)/elements?width=390&rect=0,0,390,1e9", "/openapi.yaml",
      "\(mixed)?" + (0..<40).map { "p\($0)=1" }.joined(separator: "&"),
    ] {
      let id = ("X-Request-Id", "the-same")
      let (plain, coded) = (try test.get(target, id), try test.get(target, gzip, id))
      #expect(coded.headers["content-encoding"] == "gzip", "\(target)")
      #expect(try inflated(coded.body) == plain.body, "\(target)")
      #expect(coded.headers["content-type"] == plain.headers["content-type"])
    }
    let body = Array(Snapshots.rows(9000).text.utf8)
    let posted = try test.request(
      "POST", "/v1/layouts?width=390&rect=0,0,390,9000",
      headers: [gzip, ("Content-Type", "application/json")], body: body)
    #expect(posted.headers["content-encoding"] == "gzip")
    #expect(
      try JSONValue(parsing: inflated(posted.body))["elements"]?.array?.count == 205)
  }

  @Test(
    "Accept-Encoding is read as RFC 9110 says",
    arguments: [
      ("gzip", true), ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.5", true), ("*", true),
      ("gzip;q=0", false), ("*;q=0", false), ("br", false), ("identity", false),
      ("gzip;q=0, *", false), ("", false),
    ])
  func acceptEncoding(value: String, isCoded: Bool) throws {
    let answer = try test.get(
      "\(mixed)/elements?width=390&rect=0,0,390,2000", ("Accept-Encoding", value))
    #expect((answer.headers["content-encoding"] == "gzip") == isCoded)
  }
}
