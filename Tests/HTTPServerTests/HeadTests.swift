import HTTPServer
import TestClient
import Testing

/// Goal: whatever head is not exactly what RFC 9112 says is refused before the handler sees it, and costs its
/// own connection only.
@Suite struct HeadTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var head: String
    var statuses: [Int]

    init(_ name: String, _ head: String, _ statuses: Int...) {
      self.name = name
      self.head = head
      self.statuses = statuses
    }

    var testDescription: String { name }
  }

  static let refused: [Row] = [
    Row("a folded line", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", 400),
    Row("a folded last line", "GET / HTTP/1.1\r\nX: b\r\nHost: a\r\n\tc\r\n\r\n", 400),
    Row("a name made by folding", "GET / HTTP/1.1\r\nHost: a\r\nX-Ten: e\r\n ant: b\r\n\r\n", 400),
    Row(
      "Transfer-Encoding made by folding",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-: chunked\r\n Encoding\r\n\r\n0\r\n\r\n", 400, 411),
    Row(
      "Content-Length made by folding",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Len: 5\r\n gth\r\n\r\nhello", 400),
    Row("a NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n", 400),
    Row("a NUL in a name", "GET / HTTP/1.1\r\nHost: a\r\nX\0Y: b\r\n\r\n", 400),
    Row("a NUL in the target", "GET /\0a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("a NUL in the method", "GE\0T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("%00 in the target", "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("a bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
    Row("a bare LF after a header line", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400),
    Row("a bare LF at the end", "GET / HTTP/1.1\r\nHost: a\r\n\n", 400),
    Row("bare LFs throughout", "GET / HTTP/1.1\nHost: a\n\n", 400),
    Row("a bare CR in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n", 400),
    Row("a control byte in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{1}c\r\n\r\n", 400),
    Row("DEL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\u{7f}c\r\n\r\n", 400),
    Row("a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    Row("a name with a space", "GET / HTTP/1.1\r\nHost: a\r\nX Y: b\r\n\r\n", 400),
    Row("an empty name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400),
    Row("a line without a colon", "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", 400),
    Row("a disguised name", "POST / HTTP/1.1\r\nHost: a\r\nContent_Length: 5\r\n\r\n", 400),
    Row("two Host lines", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    Row("two Host lines in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    Row("no Host line", "GET / HTTP/1.1\r\nX: a\r\n\r\n", 400),
    Row("no lines at all", "GET / HTTP/1.1\r\n\r\n", 400),
    Row("spaces before the target", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("spaces after the target", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("a space after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400),
    Row("an umlaut in the target", "GET /ä HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("a target without a slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
    Row("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    Row("HTTP/0.9", "GET / HTTP/0.9\r\n\r\n", 505),
    Row("a version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", 400),
    Row("no version", "GET /\r\nHost: a\r\n\r\n", 400),
    Row("an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    Row("a method in lower case", "get / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    Row("CONNECT", "CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    Row("a method that is no token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Row(
      "chunked", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    Row("another coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n", 400, 411),
    Row(
      "Transfer-Encoding beside Content-Length",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400),
    Row(
      "two Content-Length lines",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
    Row("a negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    Row("a signed length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na", 400),
    Row("an empty length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n", 400),
    Row("a list of lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na", 400),
    Row(
      "a length of many digits",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
    Row(
      "a length over the limit",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n",
      413),
    Row(
      "101 header lines",
      "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: b\r\n", count: 100) + "\r\n", 431),
    Row(
      "a long target",
      "GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1\r\nHost: a\r\n\r\n",
      414),
    Row(
      "a long head",
      "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 16384) + "\r\n\r\n", 431),
    Row(
      "an endless target", "GET /" + String(repeating: "a", count: 200_000) + " HTTP/1.1\r\n\r\n",
      414
    ),
    Row(
      "an endless head",
      "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 200_000) + "\r\n\r\n", 431),
  ]

  @Test("Malformed and oversized heads are refused, and only their connection is closed")
  func refusals() throws {
    let test = try TestServer()
    for row in Self.refused {
      let client = test.connect()
      client.send(row.head)
      let answer = try #require(client.answer(), "\(row.name)")
      #expect(row.statuses.contains(answer.status), "\(row.name): \(answer.status)")
      #expect(answer.closes, "\(row.name)")
      let next = try #require(test.connect().request("GET", "/next"), "after \(row.name)")
      #expect(next.status == 200)
    }
    #expect(test.handler.memory.withLock { $0.handled } == Self.refused.count)
  }

  @Test("A refusal has the handler's body")
  func refusalBody() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n")
    let answer = try #require(client.answer())
    #expect(answer.headers["content-type"] == "application/problem+json")
    #expect(answer.text.contains("Host"))
    #expect(client.isClosedByServer())
    #expect(test.server.counters.requestsRefused == 1)
  }

  static let accepted: [Row] = [
    Row("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", 200),
    Row("no space after the colon", "GET / HTTP/1.1\r\nHost:a\r\n\r\n", 200),
    Row("white space around a value", "GET / HTTP/1.1\r\nHost: \t a \t\r\n\r\n", 200),
    Row("an empty value", "GET / HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n", 200),
    Row("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 200),
    Row("a value beyond ASCII", "GET / HTTP/1.1\r\nHost: a\r\nX: ä\r\n\r\n", 200),
    Row("names in any case", "GET / HTTP/1.1\r\nhOST: a\r\ncontent-LENGTH: 0\r\n\r\n", 200),
    Row("cookies", "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=\"d\"\r\nX: y\r\n\r\n", 200),
    Row("an unknown header with an underscore", "GET / HTTP/1.1\r\nHost: a\r\nX_Y: b\r\n\r\n", 200),
    Row("an empty line before the request", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Row("a query with separators", "GET /?a=b&c&&d=%41+= HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Row("every lawful method", "OPTIONS /a HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    Row(
      "100 header lines",
      "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: b\r\n", count: 99) + "\r\n", 200),
    Row(
      "a target of 8 KiB",
      "GET /" + String(repeating: "a", count: 8191) + " HTTP/1.1\r\nHost: a\r\n\r\n",
      200),
    Row(
      "a head of nearly 16 KiB in 100 lines",
      "GET / HTTP/1.1\r\nHost: a\r\n"
        + String(repeating: "X: " + String(repeating: "b", count: 159) + "\r\n", count: 99)
        + "\r\n",
      200),
    Row("an Expect that means nothing", "GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 200),
  ]

  @Test("Lawful heads are accepted")
  func acceptance() throws {
    let test = try TestServer()
    for row in Self.accepted {
      let client = test.connect()
      client.send(row.head)
      let answer = try #require(client.answer(), "\(row.name)")
      #expect(row.statuses.contains(answer.status), "\(row.name): \(answer.status) \(answer.text)")
    }
  }

  @Test("A header is found in any case, and its lines are joined")
  func headers() throws {
    let test = try TestServer()
    let client = test.connect()
    let lines = "ACCEPT: a\r\nX: y\r\naccept: b;q=1\r\n"
    #expect(client.request("GET", "/header?Accept", headers: lines)?.text == "a, b;q=1")
    #expect(client.request("GET", "/header?accep", headers: lines)?.text == "-")
  }

  @Test("Heads that arrive in pieces are the same heads")
  func pieces() throws {
    let test = try TestServer()
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<30 {
      let lines = (0..<Int.random(in: 0...40, using: &generator)).map { number in
        let count = Int.random(in: 0...90, using: &generator)
        return "X-\(number): " + String(repeating: "v", count: count) + "\r\n"
      }
      let head = "GET /pieces?q HTTP/1.1\r\nHost: a\r\n" + lines.joined() + "\r\n"
      let client = test.connect()
      // The second request follows in the same stream, cut anywhere.
      client.sendInPieces(Array((head + head).utf8), using: &generator)
      for _ in 0..<2 {
        #expect(client.answer()?.headers["x-seen"] == "GET /pieces q 0")
      }
    }
  }
}
