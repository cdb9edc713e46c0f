import HTTPServer
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Pages of other origins")
struct CrossOriginTests {
  private static let page = "https://app.example"
  private let test: TestService

  init() throws {
    test = try TestService(
      origins: try #require(AllowedOrigins("\(Self.page), http://127.0.0.1:3000")))
  }

  private func names(_ list: String?) -> Set<String> {
    Set((list ?? "").split(separator: ",").map { $0.drop { $0 == " " }.lowercased() })
  }

  @Test("Without the setting no answer has CORS lines, and OPTIONS is refused")
  func off() throws {
    let test = try TestService()
    let answer = try test.get("/version", ("Origin", Self.page))
    #expect(answer.headers["access-control-allow-origin"] == nil)
    #expect(names(answer.headers["vary"]) == ["accept-encoding"])
    let preflight = try test.request(
      "OPTIONS", "/v1/layouts",
      headers: [("Origin", Self.page), ("Access-Control-Request-Method", "POST")])
    try test.expect(preflight, 405, "method-not-allowed")
  }

  @Test("A page of any origin may import the client, and nothing else")
  func client() throws {
    for origins in [.none, try #require(AllowedOrigins(Self.page))] {
      // Those of the build are there only if script/bundles ran before it.
      let test = try TestService(origins: origins, madeFiles: MadeFiles { _ in [1] })
      let first = try test.get("/client/index.js", ("Origin", "https://other.example"))
      let tag = try #require(first.headers["etag"])
      let again = try test.get(
        "/client/index.js", ("Origin", Self.page), ("If-None-Match", tag))
      #expect([first.status, again.status] == [200, 304])
      for answer in [first, again] {
        #expect(answer.headers["access-control-allow-origin"] == "*")
        #expect(answer.headers["timing-allow-origin"] == "*")
      }
      let page = try test.get("/", ("Origin", "https://other.example"))
      #expect(page.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test(
    "A page of a listed origin may read every answer and its headers",
    arguments: [page, "http://127.0.0.1:3000"])
  func allowed(origin: String) throws {
    let path = try test.path(of: Snapshots.mixed)
    let first = try test.get("\(path)?width=390", ("Origin", origin))
    let tag = try #require(first.headers["etag"])
    let answers = try [
      first, test.get("\(path)?width=390", ("Origin", origin), ("If-None-Match", tag)),
      test.get("\(path)?width=390", ("Origin", origin), ("If-None-Match", "*")),
      test.get("/nowhere", ("Origin", origin)), test.get("/healthz", ("Origin", origin)),
      test.request("HEAD", path, headers: [("Origin", origin)]),
      test.request("DELETE", path, headers: [("Origin", origin)]),
      test.request("POST", "/v1/layouts", headers: [("Origin", origin)], body: [1]),
    ]
    #expect(answers.map(\.status) == [200, 304, 304, 404, 200, 200, 204, 415])
    for answer in answers {
      #expect(answer.headers["access-control-allow-origin"] == origin)
      #expect(answer.headers["timing-allow-origin"] == origin)
      #expect(
        names(answer.headers["access-control-expose-headers"]) == [
          "etag", "location", "layoutd-near", "cache-status", "server-timing", "retry-after",
          "x-request-id",
          "deprecation", "sunset",
        ])
      #expect(names(answer.headers["vary"]).contains("origin"))
    }
    #expect(names(first.headers["vary"]) == ["accept-encoding", "origin"])
  }

  @Test(
    "Any other origin, and none, is told nothing, but caches are",
    arguments: [
      "https://app.example.evil", "https://app.example:8443", "http://app.example",
      "HTTPS://APP.EXAMPLE", "null", "*", "", "https://app.example, http://127.0.0.1:3000",
    ])
  func others(origin: String) throws {
    let answers = try [test.get("/version", ("Origin", origin)), test.get("/version")]
    for answer in answers {
      #expect(answer.status == 200)
      #expect(answer.headers["access-control-allow-origin"] == nil)
      #expect(answer.headers["access-control-expose-headers"] == nil)
      #expect(names(answer.headers["vary"]) == ["accept-encoding", "origin"])
    }
    let preflight = try test.request(
      "OPTIONS", "/v1/layouts",
      headers: [("Origin", origin), ("Access-Control-Request-Method", "POST")])
    #expect(preflight.status == 405)
    #expect(preflight.headers["access-control-allow-origin"] == nil)
  }

  @Test("A preflight request is answered with the path's methods, and may be cached")
  func preflight() throws {
    let id = String(repeating: "0", count: 64)
    for (path, methods) in [
      ("/v1/layouts", ["post"]), ("/v1/layouts/\(id)", ["get", "head", "delete"]),
      ("/v1/documents/a", ["get", "head", "put", "delete"]),
      ("/v1/documents/a/changes", ["get", "head", "post"]),
      ("/v1/layouts/\(id)/special?width=1", ["get", "head"]), ("/openapi.yaml", ["get", "head"]),
      ("/v1/documents/feed", ["get", "head", "put", "delete"]),
    ] {
      let answer = try test.request(
        "OPTIONS", path,
        headers: [
          ("Origin", Self.page), ("Access-Control-Request-Method", "POST"),
          ("Access-Control-Request-Headers", "authorization,content-type"),
        ])
      #expect(answer.status == 204)
      #expect(answer.headers["access-control-allow-origin"] == Self.page)
      #expect(names(answer.headers["access-control-allow-methods"]) == Set(methods))
      #expect(
        names(answer.headers["access-control-allow-headers"]) == [
          "authorization", "content-encoding", "content-type", "if-match", "if-none-match",
          "last-event-id", "layoutd-near", "x-request-id", "traceparent",
        ])
      #expect(answer.headers["access-control-max-age"] == "86400")
      #expect(names(answer.headers["vary"]).contains("origin"))
      #expect(answer.body.isEmpty)
    }
    let plain = try test.request("OPTIONS", "/v1/layouts", headers: [("Origin", Self.page)])
    #expect(plain.status == 405)
    let nowhere = try test.request(
      "OPTIONS", "/nowhere",
      headers: [("Origin", Self.page), ("Access-Control-Request-Method", "GET")])
    #expect(nowhere.status == 404)
  }

  @Test("A page may read refusals of the HTTP layer once the head is read")
  func refusedByServer() throws {
    for (line, status) in [("Transfer-Encoding: chunked", 411), ("Content-Length: 99999999", 413)] {
      let client = try test.connect()
      client.send(
        "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nOrigin: \(Self.page)\r\n"
          + "Content-Type: application/json\r\n\(line)\r\n\r\n")
      let answer = try #require(client.answer())
      #expect(answer.status == status)
      #expect(answer.headers["access-control-allow-origin"] == Self.page)
      #expect(answer.headers["vary"] == "Origin")
    }

    // A browser sends one Origin line; with two no page may read the answer.
    let client = try test.connect()
    client.send(
      "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nOrigin: \(Self.page)\r\nOrigin: https://other.example\r\n"
        + "Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n")
    let answer = try #require(client.answer())
    #expect(answer.status == 413)
    #expect(answer.headers["access-control-allow-origin"] == nil)
  }

  @Test(
    "Origins are read as browsers write them",
    arguments: [
      "https://a", "https://a.example,http://b.example:8080", "http://[::1]:3000",
      "https://[2001:db8::1]", " https://a , http://b",
    ])
  func readable(text: String) throws {
    let origins = try #require(AllowedOrigins(text))
    #expect(AllowedOrigins(origins.description) == origins)
    #expect(
      origins.contains(text.split(separator: ",").first.map { String($0.filter { $0 != " " }) }))
  }

  @Test(
    "What no browser would send is no origin",
    arguments: [
      "*", "null", "a.example", "https://", "https://a/", "https://a/b", "https://A.example",
      "https://a:443", "http://a:80", "https://a:", "https://a:0", "https://a:65536",
      "https://a:01",
      "https://a b", "ftp://a", "https://a,,https://b", "https://a,https://a", ",", "https://[]",
      "https://[::1", "https://user@a", "https://[g]",
      (0...64).map { "https://a\($0)" }.joined(separator: ","),
    ])
  func unreadable(text: String) {
    #expect(AllowedOrigins(text) == nil)
  }
}
