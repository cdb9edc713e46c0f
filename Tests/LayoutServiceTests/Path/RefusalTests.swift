import Foundation
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Refusals")
struct RefusalTests {
  let test: TestService

  init() throws { test = try TestService(overSocket: true) }

  private func post(_ headers: (String, String)..., body: String = #"{"sections":[]}"#) throws
    -> TestClient.Reply
  {
    try test.request("POST", "/v1/layouts", headers: headers, body: Array(body.utf8))
  }

  // MARK: Bodies

  @Test("A body of JSON alone is accepted")
  func mediaTypes() throws {
    for type in ["application/json; charset=utf-8", "Application/Json"] {
      #expect(try post(("Content-Type", type)).status < 300, "\(type)")
    }
    for type in ["text/plain", ""] {
      let problem = try test.expect(
        post(("Content-Type", type)), 415, "unsupported-media-type", "\(type)")
      #expect(problem["detail"]?.string?.contains("curl --json") == true)
    }
    try test.expect(post(), 415, "unsupported-media-type")
  }

  @Test("With a short body the connection stays open, a long one is refused unread")
  func bodies() throws {
    #expect(try !post(("Content-Type", "text/plain")).closes)
    for (lines, byteCount) in [("", 2_000_000), ("Expect: 100-continue\r\n", 10)] {
      let client = try test.connect()
      client.send(
        "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\n\(lines)"
          + "Content-Length: \(byteCount)\r\n\r\n")
      let answer = try #require(client.answer())
      #expect(answer.status == 415)
      #expect(answer.closes)
    }
  }

  @Test(
    "A body of a coding other than gzip is refused, and so is a list of codings",
    arguments: [
      "", "br", "deflate", "compress", "zstd", "gzipped", "x-gzip2", "x-identity", "*",
      "gzip, gzip", "identity, gzip", "gzip, identity", "gzip,", ",gzip", "gzip;q=1", "identity;",
    ])
  func contentEncoding(coding: String) throws {
    let answer = try post(("Content-Type", "application/json"), ("Content-Encoding", coding))
    let problem = try test.expect(answer, 415, "unsupported-media-type")
    #expect(problem["detail"]?.string?.contains("curl --json") == true)
  }

  @Test("A body without a length is refused")
  func transferEncoding() throws {
    let answer = try test.request(
      "POST", "/v1/layouts",
      headers: [("Content-Type", "application/json"), ("Transfer-Encoding", "chunked")])
    let problem = try test.expect(answer, 411, "length-required")
    let page = try test.get("/problems/length-required").text
    for client in ["curl", "node", "fetch", "http.request", "Go", "bytes.Reader"] {
      #expect(problem["detail"]?.string?.contains(client) == true, "\(client)")
      #expect(page.contains(client), "\(client)")
    }
    try test.expect(test.request("POST", "/v1/layouts"), 411, "length-required")
  }

  @Test("A body larger than allowed is refused, one of just that size is not")
  func largeBody() throws {
    let test = try TestService(server: { $0.bodyBytesMax = 1000 })
    let snapshot = #"{"sections":[]}"#
    let spaces = String(repeating: " ", count: 1000 - snapshot.utf8.count)
    #expect(try test.post(text: snapshot + spaces).status == 201)
    try test.expect(test.post(text: snapshot + spaces + " "), 413, "too-large")
  }

  @Test("A snapshot larger than the store is refused, and nothing of it is kept")
  func largeSnapshot() throws {
    let test = try TestService(limits: { $0.snapshotBytes = 2000 })
    #expect(try test.post(Snapshots.rows(3)).status == 201)
    let sizes = JSONValue.array((0..<500).map { ["height": .number(Double($0) + 0.1)] })
    let answer = try test.post(["sections": [["items": sizes]]], "width=390")
    try test.expect(answer, 413, "too-large")
    #expect(test.service.cache.usage.snapshots == 1)
    #expect(test.service.memo.usage.layouts == 0)
  }

  // MARK: Paths and methods

  @Test(
    "A path that is no call is not found",
    arguments: [
      "//", "/v1", "/v1/", "/v1/layout", "/v2/layouts", "/healthz/", "//healthz", "/Healthz",
      "/openapi.yml", "/v1/layouts/id/nothing", "/v1/layouts/id/elements/",
      "/v1/layouts/id/items/0", "/%76ersion", "/v1/layouts/", "/v1/layouts//elements",
    ])
  func unknownPath(path: String) throws {
    for method in ["GET", "POST", "DELETE", "PUT"] {
      try test.expect(test.request(method, path), 404, "not-found", "\(method) \(path)")
    }
  }

  @Test("An unknown id is answered with 404, and the snapshot has to be posted again")
  func unknownLayout() throws {
    let path = try test.path(of: Snapshots.rows(5))
    let id = path.dropFirst("/v1/layouts/".count)
    for other in [String(id.reversed()), String(repeating: "0", count: 64)] {
      for part in ["", "/elements?width=1&rect=0,0,1,1", "/items/0/0?width=1", "/hit?point=1,1"] {
        let problem = try test.expect(
          test.get("/v1/layouts/\(other)\(part)"), 404, "layout-not-found", "\(other)\(part)")
        #expect(problem["detail"]?.string?.contains("again") == true)
      }
    }
  }

  @Test("A malformed id is refused with 400, not as an unknown layout")
  func malformedID() throws {
    let path = try test.path(of: Snapshots.rows(5))
    let id = path.dropFirst("/v1/layouts/".count)
    for other in [
      "x", String(id.dropLast()), id + "0", "G" + id.dropFirst(), "A" + id.dropFirst(),
      "%20\(id)",
      "%30" + id.dropFirst(), String(repeating: "%C3%A9", count: 32),
    ] {
      for part in ["", "/elements?width=1&rect=0,0,1,1", "/items/0/0?width=1", "/hit?x"] {
        let problem = try test.expect(
          test.get("/v1/layouts/\(other)\(part)", ("If-None-Match", "*")), 400, "bad-parameter",
          "\(other)\(part)")
        #expect(problem["errors"]?[0]["parameter"] == "id")
        #expect(problem["errors"]?[0]["code"] == "bad-syntax")
        #expect(problem["detail"]?.string?.contains("again") == false)
      }
      try test.expect(test.request("DELETE", "/v1/layouts/\(other)"), 400, "bad-parameter")
    }
  }

  @Test("A wrong method is answered with the path's methods")
  func methods() throws {
    let path = try test.path(of: Snapshots.rows(5))
    for (target, allow) in [
      ("/v1/layouts", "POST"), (path, "GET, HEAD, DELETE"), ("\(path)/elements", "GET, HEAD"),
      ("\(path)/special", "GET, HEAD"), ("\(path)/sections", "GET, HEAD"),
      ("\(path)/items/0/0", "GET, HEAD"), ("\(path)/supplementary/header/0/0", "GET, HEAD"),
      ("\(path)/decorations/rowSeparator/0/0", "GET, HEAD"), ("\(path)/hit", "GET, HEAD"),
      ("/healthz", "GET, HEAD"), ("/readyz", "GET, HEAD"), ("/metrics", "GET, HEAD"),
      ("/version", "GET, HEAD"), ("/openapi.yaml", "GET, HEAD"), ("/", "GET, HEAD"),
    ] {
      let allowed = allow.components(separatedBy: ", ")
      for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "QUERY"]
      where !allowed.contains(method) {
        let answer = try test.request(method, target)
        try test.expect(answer, 405, "method-not-allowed", "\(method) \(target)")
        #expect(answer.headers["allow"] == allow, "\(method) \(target)")
      }
    }
    #expect([405, 501].contains(try test.request("BREW", "/v1/layouts").status))
  }

  // MARK: Snapshots

  @Test(
    "What is not JSON, or not one value of it, is refused",
    arguments: [
      "", "{", "{\"sections\":[]}{}",
      String(repeating: "[", count: 17) + String(repeating: "]", count: 17),
    ])
  func badJSON(text: String) throws {
    try test.expect(test.post(text: text), 400, "bad-json", "\(text)")
  }

  // MARK: Snapshots that cannot be laid out at a width

  static let impossible: [(text: String, width: String, code: String)] = [
    (
      #"{"sections":[{"items":1},{"engine":"column","metrics":{"minimumColumnWidth":0.01},"items":3}]}"#,
      "1000", "too-many"
    ),
    (#"{"sections":[{},{"items":9007199254740992}]}"#, "390", "out-of-range"),
    (#"{"sections":[{},{"items":[{"width":1,"height":1e300}]}]}"#, "390", "out-of-range"),
  ]

  @Test("A snapshot that cannot be laid out at a width is refused there", arguments: impossible)
  func impossibleWidth(text: String, width: String, code: String) throws {
    let problem = try test.expect(test.post(text: text, "width=\(width)"), 422, "cannot-lay-out")
    #expect(problem["errors"]?[0]["code"]?.string == code)
    #expect(problem["errors"]?[0]["pointer"]?.string == "/sections/1")
    // Nothing is kept: an id that another service knows is unknown here.
    #expect(test.service.cache.usage == (snapshots: 0, bytes: 0))
    #expect(test.service.memo.usage == (layouts: 0, bytes: 0))
    let elsewhere = try TestService().post(text: text)
    #expect(elsewhere.status == 201)
    let path = try #require(elsewhere.headers["location"])
    try test.expect(test.get(path), 404, "layout-not-found")
    // Without a width it is a good snapshot, and asking for the width later is refused alike.
    #expect(try test.post(text: text).status == 201)
    let usage = test.service.memo.usage
    let later = try test.get("\(path)/sections?width=\(width)")
    #expect(try test.expect(later, 422, "cannot-lay-out")["errors"] == problem["errors"])
    #expect(test.service.memo.usage == usage)
    #expect(try test.get(path).status == 200)
  }

  @Test("A source that cannot be laid out at a width is refused at the place in its tree")
  func impossibleSource() throws {
    let wide = #"{"engine":"column","metrics":{"minimumColumnWidth":0.01},"items":3}"#
    let plain = #"{"source":{"items":1}}"#
    let path = try #require(try test.post(text: plain).headers["location"])
    for (node, pointer) in [
      (wide, "/source"), (#"{"children":[{"items":1},\#(wide)]}"#, "/source/children/1"),
      (#"{"sections":[{"items":1},\#(wide)]}"#, "/source/sections/1"),
      (#"{"headers":[{"height":1e308}]}"#, ""),
    ] {
      let text = #"{"source":\#(node)}"#
      let problem = try test.expect(test.post(text: text, "width=1000"), 422, "cannot-lay-out")
      #expect(problem["errors"]?[0]["pointer"]?.string == pointer)
      let change = #"{"from":\#(plain),"to":\#(text)}"#
      let answer = try test.expect(
        test.post(text: change, to: "\(path)/changes?width=1000"), 422, "cannot-lay-out")
      #expect(answer["errors"]?[0]["pointer"]?.string == "/to\(pointer)")
    }
  }

  @Test("A request that fails keeps nothing, whatever was wrong with it")
  func failuresKeepNothing() throws {
    let known = try TestService().path(of: Snapshots.mixed)
    for query in ["rect=0,0,1,1", "width=390&cursor=abc&rect=0,0,1,1", "height=390", "a=b"] {
      #expect(try test.post(Snapshots.mixed, query).status == 400, "\(query)")
      try test.expect(test.get(known), 404, "layout-not-found", "\(query)")
      #expect(test.service.cache.usage.snapshots == 0, "\(query)")
      #expect(test.service.memo.usage == (layouts: 0, bytes: 0), "\(query)")
    }
  }

  // MARK: Too many special elements

  @Test("Bounds that more pinning elements meet than one answer may have are refused")
  func manySpecial() throws {
    let test = try TestService(limits: { $0.maximumElements = 1500 })
    func headers(_ count: Int) -> JSONValue {
      [
        "globalHeaders": .array(Array(repeating: ["height": 0.01, "pin": true], count: count)),
        "sections": [],
      ]
    }
    for count in [1000, 1001, 1500] {
      let path = try test.path(of: headers(count))
      let answer = try test.json("\(path)/special?bounds=0,0,390,844")
      #expect(answer["special"]?.array?.count == count)
    }
    let path = try test.path(of: headers(1501))
    for target in ["\(path)/special", "\(path)/elements", path] {
      let problem = try test.expect(
        test.get("\(target)?bounds=0,0,390,844"), 400, "bad-parameter", "\(target)")
      #expect(problem["errors"]?[0]["parameter"]?.string == "bounds")
    }
    #expect(try test.get("\(path)/special?bounds=0,900,390,1&inset=-1000,0,0,0").status == 200)
  }

  @Test("A POST whose answer has no room is refused with 503, and keeps nothing")
  func noRoom() throws {
    let test = try TestService(server: { $0.answersInFlightBytesMax = 1024 })
    let refused = try test.post(Snapshots.rows(1000), "width=390&rect=0,0,390,1e9")
    try test.expect(refused, 503, "unavailable")
    #expect(refused.headers["retry-after"] == "1")
    #expect(test.service.cache.usage == (snapshots: 0, bytes: 0))
    #expect(test.service.memo.usage == (layouts: 0, bytes: 0))
    #expect(try test.post(Snapshots.rows(1000), "width=390").status == 201)
  }
}
