import HTTPServer
import TestClient
import Testing

@Suite("Ids of requests")
struct RequestIDTests {
  private func id(_ client: TestClient, _ lines: String, _ target: String = "/") -> String? {
    client.request("GET", target, headers: lines)?.headers["x-request-id"]
  }

  @Test(
    "A well-formed id of the client is taken",
    arguments: ["a", "A.b_c-9", String(repeating: "x", count: 64)])
  func taken(id given: String) throws {
    let test = try TestServer()
    let client = test.connect()
    #expect(id(client, "X-Request-Id: \(given)\r\n") == given)
    #expect(id(client, "x-request-id:\t\(given) \r\n", "/empty") == given)
  }

  @Test(
    "In place of any other one is made",
    arguments: [
      "", "X-Request-Id:\r\n", "X-Request-Id: a b\r\n", "X-Request-Id: a/b\r\n",
      "X-Request-Id: \u{e4}\r\n", "X-Request-Id: \(String(repeating: "x", count: 65))\r\n",
      "X-Request-Id: a\r\nX-Request-Id: a\r\n",
    ])
  func made(lines: String) throws {
    let test = try TestServer()
    let client = test.connect()
    let made = try #require(id(client, lines))
    #expect(made.utf8.count == 32)
    #expect(made.allSatisfy { $0.isHexDigit && !$0.isUppercase })
  }

  @Test("No two requests have one made id")
  func distinct() throws {
    let (first, second) = (try TestServer(), try TestServer())
    var ids: Set<String> = []
    for client in [first.connect(), first.connect(), second.connect()] {
      for _ in 0..<200 { ids.insert(try #require(id(client, ""))) }
    }
    #expect(ids.count == 600)
  }

  /// A request that the server refuses itself.
  struct Refused: Sendable {
    let bytes: String
    let status: Int
    let refusal: Refusal

    init(_ lines: String, _ status: Int, _ refusal: Refusal) {
      bytes = lines + "X-Request-Id: r\r\n\r\n"
      self.status = status
      self.refusal = refusal
    }
  }

  static let refused = [
    Refused("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n", 400, .malformed),
    Refused("GET / HTTP/1.1\r\nHost: a\r\n b\r\n", 400, .malformed),
    Refused("BREW / HTTP/1.1\r\nHost: a\r\n", 501, .method),
    Refused("GET / HTTP/1.2\r\nHost: a\r\n", 505, .version),
    Refused(
      "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: a\r\n", 414, .targetSize),
    Refused(
      "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: 101), 431,
      .headerLines),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n", 411, .lengthMissing),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n", 413, .bodySize),
    // Answered without the library.
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n", 400, .malformed),
    Refused(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(String(repeating: "9", count: 40))\r\n", 413,
      .bodySize),
  ]

  @Test("A refused request keeps its id", arguments: refused)
  func refusal(request: Refused) throws {
    let test = try TestServer()
    let client = test.connect()
    client.send(request.bytes)
    let answer = try #require(client.answer())
    #expect(answer.status == request.status)
    #expect(answer.headers["x-request-id"] == "r")
    #expect(answer.text.hasSuffix("(r)"))
    let told = test.handler.memory.withLock { $0.refused }
    #expect(told.map(\.requestID.description) == ["r"])
    #expect(told.map(\.refusal) == [request.refusal])
    #expect(told.map(\.status) == [request.status])
  }

  @Test("The refusal of a slow client has its request's id, once the head has arrived")
  func timeouts() throws {
    let test = try TestServer {
      $0.headTimeout = .milliseconds(300)
      $0.bodyTimeout = .milliseconds(300)
    }
    let (head, body) = (test.connect(), test.connect())
    head.send("GET / HTTP/1.1\r\nX-Request-Id: r\r\n")
    body.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nX-Request-Id: r-7\r\n\r\n")
    #expect(test.passes { test.server.counters.connectionsTimedOut.total == 2 })
    let headAnswer = try #require(head.answer())
    let bodyAnswer = try #require(body.answer())
    #expect(headAnswer.status == 408)
    #expect(headAnswer.headers["x-request-id"]?.utf8.count == 32)
    #expect(bodyAnswer.status == 408)
    #expect(bodyAnswer.headers["x-request-id"] == "r-7")
    #expect(bodyAnswer.text.hasSuffix("(r-7)"))
    let refused = test.handler.memory.withLock { $0.refused }
    #expect(Set(refused.map(\.refusal)) == [.headTimeout, .bodyTimeout])
    #expect(refused.first { $0.refusal == .bodyTimeout }?.path == "/slow")
    #expect(refused.first { $0.refusal == .headTimeout }?.path == nil)
  }

  @Test("Over the cap each connection is refused with an id of its own")
  func cap() throws {
    let test = try TestServer { $0.connectionsMax = 1 }
    let held = test.connect()
    #expect(held.request("GET", "/")?.status == 200)
    var ids: Set<String> = []
    for _ in 0..<5 {
      let client = test.connect()
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = try #require(client.answer())
      #expect(answer.status == 503)
      ids.insert(try #require(answer.headers["x-request-id"]))
    }
    #expect(ids.count == 5)
    let refused = test.handler.memory.withLock { $0.refused }
    #expect(refused.map(\.refusal) == Array(repeating: .connections, count: 5))
    #expect(Set(refused.map(\.requestID.description)) == ids)
  }
}
