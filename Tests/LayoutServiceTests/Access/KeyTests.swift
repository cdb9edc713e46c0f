import ContentHash
import HTTPServer
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Access with API keys")
struct KeyTests {
  let test: TestService
  let ring: APIKeyRing

  init() throws {
    ring = APIKeyRing(try Self.keys([("reader", "read", "r-key"), ("writer", "write", "w-key")]))
    test = try TestService(overSocket: true, keys: ring)
  }

  /// Keys as a file lists them, of (name, permission, key).
  private static func keys(_ keys: [(String, String, String)]) throws -> APIKeys {
    let lines = keys.map { name, permission, key in
      "\(Digest(of: Array(key.utf8).span).hexadecimal) \(name) \(permission)\n"
    }
    return try APIKeys(file: Array(lines.joined().utf8))
  }

  private func bearer(_ key: String) -> (String, String) { ("Authorization", "Bearer \(key)") }

  private func post(_ key: String) throws -> TestClient.Reply {
    try test.request(
      "POST", "/v1/layouts", headers: [bearer(key), ("Content-Type", "application/json")],
      body: Array(#"{"sections":[{"items":3}]}"#.utf8))
  }

  @Test("Without a key, and with a wrong one, the answer is the same 401")
  func unauthorized() throws {
    let paths = [
      "/v1/layouts/\(String(repeating: "0", count: 64))", "/nowhere", "/version", "/metrics",
    ]
    for path in paths {
      let answers = try [
        test.get(path), test.get(path, bearer("nobody")), test.get(path, bearer("")),
        test.get(path, ("Authorization", "Basic r-key")),
        test.get(path, bearer("r-key"), bearer("r-key")),
      ]
      for answer in answers {
        try test.expect(answer, 401, "unauthorized")
        #expect(answer.headers["www-authenticate"] == #"Bearer realm="layoutd""#)
        #expect(!answer.closes)
        var (headers, first) = (answer.lastingHeaders, answers[0].lastingHeaders)
        for name in ["content-length"] { (headers[name], first[name]) = (nil, nil) }
        #expect(headers == first)
        let (problem, other) = (try answer.json(), try answers[0].json())
        for member in ["type", "title", "status", "detail"] {
          #expect(problem[member] == other[member])
        }
      }
    }
  }

  @Test("Who lacks a right is told so, and nothing is done")
  func forbidden() throws {
    let id = try #require(try post("w-key").json()["id"]?.string)
    let path = "/v1/layouts/\(id)"
    let refused = try test.request("DELETE", path, headers: [bearer("r-key")])
    try test.expect(refused, 403, "forbidden")
    #expect(
      refused.headers["www-authenticate"]
        == #"Bearer realm="layoutd", error="insufficient_scope""#)
    #expect(try test.get(path, bearer("r-key")).status == 200)
    #expect(try test.get("/nowhere", bearer("r-key")).status == 404)
    #expect(try test.request("PUT", path, headers: [bearer("r-key")]).status == 405)
  }

  @Test(
    "Who may not write is told before any byte of the body is read",
    arguments: [1, 1000, 60_000_000])
  func unreadBody(byteCount: Int) throws {
    for (key, status) in [("nobody", 401), ("r-key", 403)] {
      let client = try test.connect()
      client.send(
        "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(key)\r\n"
          + "Content-Type: application/json\r\nContent-Length: \(byteCount)\r\n\r\n")
      let answer = try #require(client.answer())
      #expect(answer.status == status)
      #expect(answer.closes)
    }
    #expect(test.server.counters.bodyBytesInFlight == 0)
  }

  @Test("Without a key a large body is refused unread, without the limit")
  func largeBody() throws {
    let test = try TestService(server: { $0.bodyBytesMax = 1_000 }, keys: ring)
    for byteCount in [1_001, 1_000_000, 99_999_999] {
      let client = try test.connect()
      client.send(
        "POST /v1/layouts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(byteCount)\r\n\r\n")
      // What has to be read first is never sent.
      client.finishSending()
      #expect(client.answer()?.status == 401, "\(byteCount)")
    }
  }

  @Test(
    "Without a key no body is held, also where none is needed",
    arguments: ["/healthz", "/readyz", "/openapi.yaml", "/docs", "/"], [1, 1_000, 60_000_000])
  func openBody(path: String, byteCount: Int) throws {
    for (method, status) in [("GET", 200), ("HEAD", 200), ("POST", 405)] {
      let client = try test.connect()
      client.send("\(method) \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(byteCount)\r\n\r\n")
      // What has to be read first is never sent.
      client.finishSending()
      let answer = try #require(client.answer(to: method))
      #expect(answer.status == status)
      #expect(answer.closes)
    }
    #expect(test.server.counters.bodyBytesInFlight == 0)
  }

  @Test("A preflight request needs no key, with or without a body")
  func preflight() throws {
    let page = "https://app.example"
    let test = try TestService(keys: ring, origins: try #require(AllowedOrigins(page)))
    func ask(_ body: [UInt8]?, origin: String = page) throws -> TestClient.Reply {
      try test.request(
        "OPTIONS", "/v1/layouts",
        headers: [("Origin", origin), ("Access-Control-Request-Method", "POST")], body: body)
    }
    let plain = try ask(nil)
    #expect(plain.status == 204)
    for count in [0, 1, 5000, 200_000] {
      let body = [UInt8](repeating: 0, count: count)
      let answer = try ask(body)
      #expect(answer.status == 204)
      #expect(answer.body.isEmpty)
      for name in plain.headers.keys where name.hasPrefix("access-control-") {
        #expect(answer.headers[name] == plain.headers[name])
      }
      try test.expect(ask(body, origin: "https://other.example"), 401, "unauthorized")
    }
    #expect(test.server.counters.bodyBytesInFlight == 0)
  }

  @Test("With keys shared caches keep nothing")
  func caches() throws {
    let id = try #require(try post("w-key").json()["id"]?.string)
    let answer = try test.get("/v1/layouts/\(id)?width=390", bearer("r-key"))
    #expect(answer.headers["cache-control"] == "private, max-age=31536000, immutable")
    let tag = try #require(answer.headers["etag"])
    let path = "/v1/layouts/\(id)?width=390"
    let unchanged = try test.get(path, bearer("r-key"), ("If-None-Match", tag))
    #expect(unchanged.status == 304)
    #expect(unchanged.headers["cache-control"] == "private, max-age=31536000, immutable")
    #expect(try test.get(path, ("If-None-Match", tag)).status == 401)
  }

  @Test("Without keys shared caches keep nothing if they may not")
  func noSharedCaches() throws {
    let test = try TestService(allowsSharedCaches: false)
    let id = try #require(try test.post(text: #"{"sections":[]}"#).json()["id"]?.string)
    let answer = try test.get("/v1/layouts/\(id)?width=390")
    #expect(answer.headers["cache-control"] == "private, max-age=31536000, immutable")
  }

  @Test("The log has the key's name, metrics have the reason")
  func told() throws {
    let seen = try test.get("/version", bearer("w-key"))
    #expect(try test.record(of: seen.headers["x-request-id"]).keyName == "writer")
    let refused = try test.get("/version", bearer("nobody"))
    #expect(try test.record(of: refused.headers["x-request-id"]).keyName == nil)
    try test.expect(post("r-key"), 403, "forbidden")
    let samples = Exposition(test.service.metrics.exposition()).samples
    #expect(samples[#"layoutd_requests_refused_total{reason="unauthorized"}"#] == 1)
    #expect(samples[#"layoutd_requests_refused_total{reason="forbidden"}"#] == 1)
  }
}
