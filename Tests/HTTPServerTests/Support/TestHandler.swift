import Glibc
import HTTPServer
import Synchronization
import TestClient
import Testing

/// Answers by path, and remembers what it was given.
final class TestHandler: RequestHandler {
  struct Memory {
    var suspended: [Exchange] = []
    var streams: [AnswerStream] = []
    /// For each stream that has ended, how many bytes were sent.
    var ended: [Int] = []
    /// How often a stream's client had taken everything.
    var takenCount = 0
    var handled = 0
    var lines: [String] = []
    var refused: [RefusedRequest] = []
    var refusedBytesSent: [Int] = []
  }

  let memory = Mutex(Memory())
  /// Whether a request for `/hold` blocks its thread, and whether it may go on.
  let isHolding = Atomic(false)
  let mayGo = Atomic(false)

  func admit(_ exchange: Exchange) {
    guard exchange.path == "/refused" else { return }
    exchange.respond(
      Response(status: 415, body: Array("refused".utf8), closesConnection: true))
  }

  func handle(_ exchange: Exchange) {
    memory.withLock { $0.handled += 1 }
    switch exchange.path {
    case "/later":
      exchange.suspend()
      memory.withLock { $0.suspended.append(exchange) }
    case "/stream":
      open(exchange)
    case "/hold":
      isHolding.store(true, ordering: .sequentiallyConsistent)
      eventually { mayGo.load(ordering: .sequentiallyConsistent) }
      exchange.respond(Response(status: 200))
    case "/forgotten":
      break
    case "/empty":
      exchange.respond(Response(status: 204))
    case "/known":
      exchange.respond(Response(status: 304, headers: [("ETag", "\"a\"")]))
    case "/lines":
      exchange.respond(Response(status: 200, headers: someLines()))
    case "/zeros":
      let count = exchange.query.flatMap { Int($0) } ?? 40_000_000
      let outcome = exchange.respond(
        Response(
          status: 200, body: [UInt8](repeating: 0, count: count),
          isGzipped: acceptsGzip(exchange)))
      if outcome == .hasNoRoom {
        exchange.respond(Response(status: 503, headers: [("Retry-After", "1")]))
      }
    case "/large":
      let count = exchange.query.flatMap { Int($0) } ?? 1000
      exchange.respond(
        Response(
          status: 200, body: (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) },
          isGzipped: acceptsGzip(exchange)))
    default:
      var response = Response(status: 200, body: echo(exchange))
      response.headers.append("X-Seen", text: seen(exchange))
      exchange.respond(response)
    }
  }

  /// Answers with a stream, and remembers it and its end.
  @discardableResult
  func open(_ exchange: Exchange) -> AnswerStream? {
    let head = Response(status: 200, headers: [("Content-Type", "text/event-stream")])
    let stream = exchange.stream(
      head, whenTaken: { self.memory.withLock { $0.takenCount += 1 } },
      whenEnded: { bytes in self.memory.withLock { $0.ended.append(bytes) } })
    if let stream { memory.withLock { $0.streams.append(stream) } }
    return stream
  }

  /// The streams so far, once there are `count` of them.
  func takeStreams(count: Int) -> [AnswerStream] {
    var taken: [AnswerStream] = []
    eventually {
      memory.withLock {
        taken += $0.streams
        $0.streams = []
      }
      return taken.count >= count
    }
    return taken
  }

  var takenCount: Int { memory.withLock { $0.takenCount } }

  /// For each stream that has ended how many bytes were sent, once there are `count` of them.
  func ended(count: Int) -> [Int] {
    eventually { memory.withLock { $0.ended.count } >= count }
    return memory.withLock { $0.ended }
  }

  func response(to request: RefusedRequest, detail: String) -> Response {
    Response(
      status: request.status,
      headers: [("Content-Type", "application/problem+json"), ("Retry-After", "1")],
      body: Array("\(detail) (\(request.requestID))".utf8))
  }

  func noteRefusal(of request: RefusedRequest, bytesSent: Int) {
    memory.withLock {
      $0.refused.append(request)
      $0.refusedBytesSent.append(bytesSent)
    }
  }

  func log(_ message: String) {
    memory.withLock { $0.lines.append(message) }
  }

  /// The suspended exchanges so far, once there are `count` of them.
  func takeSuspended(count: Int) -> [Exchange] {
    var taken: [Exchange] = []
    eventually {
      memory.withLock {
        taken += $0.suspended
        $0.suspended = []
      }
      return taken.count >= count
    }
    return taken
  }

  /// Two lines that can be sent, and between them three that cannot.
  private func someLines() -> HeaderLines {
    var lines: HeaderLines = [("X-First", "a: b")]
    lines.append("X-Empty", text: "")
    lines.append("X-Forging", text: "a\r\nX-Forged: b")
    lines.append("X-Ended", [UInt8(ascii: "a"), 0].span)
    lines.append("X-Last", text: String(repeating: "c", count: 1000))
    return lines
  }

  private func acceptsGzip(_ exchange: Exchange) -> Bool {
    exchange.request.withHeader(.acceptEncoding) { AcceptedCodings($0).accepts(.gzip) } ?? false
  }

  private func seen(_ exchange: Exchange) -> String {
    "\(exchange.request.method.name) \(exchange.path) \(exchange.query ?? "-") \(exchange.request.bodyByteCount)"
  }

  private func echo(_ exchange: Exchange) -> [UInt8] {
    if let name = exchange.query, exchange.path == "/header" {
      let headers: [String: HeaderName] = ["origin": .origin, "cookie": .cookie, "host": .host]
      return Array((exchange.request.header(headers[name]!) ?? "-").utf8)
    }
    return exchange.request.withBody { body in
      let slackIsZero = body.withUnsafeBytes { bytes in
        (0..<Request.bodySlackBytes).allSatisfy {
          bytes.baseAddress!.load(fromByteOffset: bytes.count + $0, as: UInt8.self) == 0
        }
      }
      precondition(slackIsZero)
      return body.withUnsafeBytes { Array($0) }
    }
  }
}

/// A server on a free port with two threads, whose time stands still until a test passes some.
struct TestServer {
  let handler = TestHandler()
  let server: Server

  init(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws {
    var configuration = ServerConfiguration(listen: ListenAddress("127.0.0.1:0")!)
    configuration.threadCount = 2
    configuration.timeStandsStill = true
    change(&configuration)
    server = try Server(configuration: configuration, handler: handler)
  }

  /// From the loopback address with this last byte.
  func connect(from source: UInt8 = 1) -> TestClient {
    TestClient(port: server.port, from: source)!
  }

  /// Blocks a thread by a request, until `handler.mayGo` is set.
  func holdThread(by client: TestClient) throws {
    client.send("GET /hold HTTP/1.1\r\nHost: a\r\n\r\n")
    try #require(eventually { handler.isHolding.load(ordering: .sequentiallyConsistent) })
  }

  /// Lets time pass, in steps that are no standstill.
  func pass(_ time: Duration) {
    var rest = time
    while rest > .zero {
      server.pass(min(rest, .milliseconds(900)))
      rest -= .milliseconds(900)
    }
  }

  /// Lets time pass in small steps until something is so.
  func passes(until isSo: () -> Bool) -> Bool {
    eventually {
      if isSo() { return true }
      server.pass(.milliseconds(50))
      return isSo()
    }
  }

  /// Descriptors of this process that belong to the server: its listening socket and the server's ends of
  /// connections. Others' come and go, since tests run side by side.
  func descriptorCount() -> Int {
    openDescriptors { port(of: $0, getsockname) == server.port }.count
  }

  /// Whether the open connections soon have these phases.
  func soonHas(_ connections: ConnectionCounts) -> Bool {
    eventually {
      let counters = server.counters
      return counters.connections == connections && counters.connectionsOpen == connections.total
    }
  }

  /// Whether soon nothing is left of any connection: no descriptor but the listening one, no exchange, no byte of a
  /// body or an answer.
  func isSoonAtRest() -> Bool {
    eventually {
      let counters = server.counters
      // Connections that linger end after a while.
      if counters.connectionsOpen == 0 { server.pass(.milliseconds(100)) }
      return counters.connectionsOpen == 0 && counters.connections == ConnectionCounts()
        && counters.requestsInFlight == 0 && counters.exchangesHeld == 0
        && counters.bodiesInFlight == 0 && counters.bodyBytesInFlight == 0
        && counters.answerBytesInFlight == 0 && descriptorCount() == 1
    }
  }
}

extension ConnectionCounts {
  var total: Int { head + body + handling + answer + stream + idle }
}

extension Exchange {
  /// The request target up to the first `?`.
  var path: String { request.withPath { String(decoding: Array($0), as: UTF8.self) } }

  /// What follows that; nil without one.
  var query: String? {
    request.withQuery { String(decoding: Array($0), as: UTF8.self) }
  }
}

extension [UInt8] {
  /// The bytes that a span lends.
  init(_ span: Span<UInt8>) { self = span.indices.map { span[$0] } }
}
