import HTTPServer
import TestClient
import Testing

/// Goal: a head that breaks RFC 9112 is refused before the handler sees it, and only its own connection is closed.
@Suite struct HeadTests {
  private static let refused: [(String, [RawRequest])] = [
    ("folding", RefusedLines.folding), ("separators", RefusedLines.separators),
    ("control bytes", RefusedLines.controls), ("names", RefusedLines.names),
    ("Host", RefusedLines.hosts), ("host names", RefusedLines.hostNames),
    ("sizes", RefusedLines.sizes),
    ("shapes", RefusedRequestLines.shapes), ("targets", RefusedRequestLines.targets),
    ("absolute targets", RefusedRequestLines.absoluteTargets),
    ("versions", RefusedRequestLines.versions), ("methods", RefusedRequestLines.methods),
    ("Content-Length", RefusedLengths.contentLengths), ("huge lengths", RefusedLengths.huge),
    ("two lengths", RefusedLengths.duplicates),
    ("Transfer-Encoding", RefusedLengths.transferEncodings), ("both", RefusedLengths.both),
  ]

  @Test(
    "A malformed or oversized head gets one answer at most, and only its connection is closed",
    arguments: refused)
  func refusals(subject: String, requests: [RawRequest]) throws {
    let test = try TestServer()
    var generator = SeededGenerator(seed: 3)
    // A server that took the request for a shorter one would answer what follows in the stream.
    let lawful = Array("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    for request in requests {
      for (form, bytes, isCut) in [
        ("alone", request.bytes, false), ("in pieces", request.bytes, true),
        ("before another", request.bytes + lawful, false),
        ("before another, in pieces", request.bytes + lawful, true),
        ("as HEAD", request.bytesAsHEAD, false),
      ] {
        let name = "\(request.name), \(form)"
        let client = test.connect()
        if isCut {
          client.sendInPieces(bytes, using: &generator)
        } else {
          client.send(bytes)
        }
        let received = try #require(client.everything(), "\(name)")
        let isHead = bytes.starts(with: "HEAD ".utf8)
        let problem = Self.problem(with: received, for: request, isHead: isHead)
        #expect(
          problem == nil, "\(name): \(problem!): \(String(decoding: received, as: UTF8.self))")
      }
      let next = try #require(test.connect().request("GET", "/next"), "after \(request.name)")
      #expect(next.status == 200)
    }
    #expect(test.handler.memory.withLock { $0.handled } == requests.count)
    #expect(test.isSoonAtRest())
  }

  /// What is wrong with these bytes as the one answer, the last on its connection.
  private static func problem(
    with received: [UInt8], for request: RawRequest, isHead: Bool
  ) -> String? {
    if request.statuses.isEmpty { return received.isEmpty ? nil : "an answer" }
    let text = String(decoding: received, as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard let statusLine = lines.first, statusLine.hasPrefix("HTTP/1.1 "),
      let status = Int(statusLine.dropFirst(9).prefix(3))
    else { return "no answer" }
    if lines.dropFirst().contains(where: { $0.hasPrefix("HTTP/1.") }) { return "two answers" }
    if !request.statuses.contains(status) { return "status \(status)" }
    guard let empty = lines.firstIndex(of: "") else { return "no end of the head" }
    let head = lines[..<empty]
    if !head.contains("Connection: close") { return "not closed" }
    let lengths = head.filter { $0.hasPrefix("Content-Length: ") }
    guard lengths.count == 1, let length = Int(lengths[0].dropFirst(16)) else { return "no length" }
    let body = received.count - head.reduce(2) { $0 + $1.utf8.count + 2 }
    // The library answers a request line that does not end, and does not know its method.
    let isEndless = request.name.hasPrefix("an endless") && status == 414
    return body == (isHead && !isEndless ? 0 : length) ? nil : "another body than announced"
  }

  @Test("Cookies have room or are refused, once")
  func cookies() throws {
    let test = try TestServer()
    let pairs = ([1, 100, 300, 700, 3000] + Array(stride(from: 430, through: 490, by: 3)))
      .map { ($0, String(repeating: "a;", count: $0)) }
    let values = [100, 8000, 12_000, 14_000, 15_000, 15_800, 16_000, 16_200, 16_224]
      .map { ($0, "a=" + String(repeating: "b", count: $0)) }
    for (size, cookie) in pairs + values {
      let client = test.connect()
      client.send(
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nCookie: \(cookie)\r\n\r\n")
      let text = String(decoding: try #require(client.everything()), as: UTF8.self)
      #expect(text.split(separator: "HTTP/1.").count == 1, "\(size)")
      let status = text.dropFirst(9).prefix(3)
      #expect(status == "200" || status == "431", "\(size)")
      if size <= 300 || size == 8000 { #expect(status == "200", "\(size)") }
      if size == 700 || size == 3000 || size == 16_224 { #expect(status == "431", "\(size)") }
    }
    #expect(test.isSoonAtRest())
  }

  @Test("A length that nobody can read is refused once, also among many unfinished heads")
  func lengthAmongUnfinishedHeads() throws {
    let test = try TestServer { $0.threadCount = 1 }
    let start = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: "
    let refused = ["x", "", "99999999999999999999999"].map { length in
      let client = test.connect()
      client.send("\(start)\(length)\r\n")
      return client
    }
    let unfinished = (0..<50).map { _ in
      let client = test.connect()
      client.send("\(start)5\r\n")
      return client
    }
    #expect(eventually { test.server.counters.exchangesHeld == 53 })
    // The oldest first: newer ones that are as bad are not mistaken for it.
    for (client, status) in zip(refused, [400, 400, 413]) {
      client.send("\r\n")
      let text = String(decoding: try #require(client.everything()), as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 \(status) "))
      #expect(text.split(separator: "HTTP/1.").count == 1)
    }
    for client in unfinished {
      client.send("\r\nhello")
      #expect(client.answer()?.text == "hello")
    }
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
    let refused = test.handler.memory.withLock { $0.refused }
    #expect(refused.map(\.refusal) == [.malformed])
  }

  static let accepted: [RawRequest] = [
    RawRequest("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", 200),
    RawRequest("no space after the colon", "GET / HTTP/1.1\r\nHost:a\r\n\r\n", 200),
    RawRequest("white space around a value", "GET / HTTP/1.1\r\nHost: \t a \t\r\n\r\n", 200),
    RawRequest("an empty value", "GET / HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n", 200),
    RawRequest("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 200),
    RawRequest("a value beyond ASCII", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{e4}\r\n\r\n", 200),
    RawRequest("names in any case", "GET / HTTP/1.1\r\nhOST: a\r\ncontent-LENGTH: 0\r\n\r\n", 200),
    RawRequest("cookies", "GET / HTTP/1.1\r\nHost: a\r\nCookie: a=b; c=\"d\"\r\nX: y\r\n\r\n", 200),
    RawRequest(
      "an unknown header with an underscore", "GET / HTTP/1.1\r\nHost: a\r\nX_Y: b\r\n\r\n", 200),
    RawRequest("an empty line before the request", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    RawRequest("a query with separators", "GET /?a=b&c&&d=%41+= HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    RawRequest("every lawful method", "OPTIONS /a HTTP/1.1\r\nHost: a\r\n\r\n", 200),
    RawRequest(
      "100 header lines",
      "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: b\r\n", count: 99) + "\r\n", 200),
    RawRequest(
      "a target of 8 KiB",
      "GET /" + String(repeating: "a", count: 8191) + " HTTP/1.1\r\nHost: a\r\n\r\n",
      200),
    RawRequest(
      "a head of nearly 16 KiB in 100 lines",
      "GET / HTTP/1.1\r\nHost: a\r\n"
        + String(repeating: "X: " + String(repeating: "b", count: 159) + "\r\n", count: 99)
        + "\r\n",
      200),
    RawRequest(
      "an Expect that means nothing", "GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 200),
  ]

  static let hosts = [
    "a", "A.example", "a.example.", "layoutd_1.internal", "-", "_", "~a", "a:80", "a:", ":80",
    "127.0.0.1",
    "127.0.0.1:8080", "1.2.3", "999.1.1.1", "[::1]", "[::1]:8080", "[::]:", "[2001:DB8::a:1]:1",
    "[1:2:3:4:5:6:7:8]", "[::ffff:1.2.3.4]", "[64:ff9b::1.2.3.4]:80", "[v1.a:b]:80",
    "[vF.~!$&'()*+,;=:]", "b%C3%BCcher.example", "%41", "a!$&'()*+,;=b",
    "xn--bcher-kva.example:443",
    "a \t", String(repeating: "a", count: 8_000),
  ].map { RawRequest("the Host \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", 200) }

  @Test("Lawful heads are accepted")
  func acceptance() throws {
    let test = try TestServer()
    for row in Self.accepted + Self.hosts {
      let client = test.connect()
      client.send(row.bytes)
      let answer = try #require(client.answer(), "\(row.name)")
      #expect(row.statuses.contains(answer.status), "\(row.name): \(answer.status) \(answer.text)")
    }
  }

  @Test("A header is found in any case, and its lines are joined")
  func headers() throws {
    let test = try TestServer()
    let client = test.connect()
    let lines = "ORIGIN: a\r\nX: y\r\norigin: b;q=1\r\n"
    #expect(client.request("GET", "/header?origin", headers: lines)?.text == "a, b;q=1")
    #expect(client.request("GET", "/header?cookie", headers: lines)?.text == "-")
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
