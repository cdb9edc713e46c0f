import HTTPServer
import TestClient
import Testing

/// Goal: clients that do not read their answers cannot fill the memory, and hinder nobody but those who ask for
/// much.
@Suite struct AnswerBudgetTests {
  /// Far more than the sockets buffer.
  private static let large = 40_000_000

  private func serverWithRoomForOne() throws -> TestServer {
    try TestServer { $0.answersInFlightBytesMax = Self.large }
  }

  /// A client whose answer takes all the room.
  private func slowReader(of test: TestServer) throws -> TestClient {
    let reader = test.connect()
    reader.send("GET /zeros?\(Self.large) HTTP/1.1\r\nHost: a\r\n\r\n")
    try #require(eventually { test.server.counters.answerBytesInFlight == Self.large })
    return reader
  }

  @Test("Beyond the room for answers a client gets 503, and its connection stays open")
  func refusal() throws {
    let test = try serverWithRoomForOne()
    let reader = try slowReader(of: test)
    let client = test.connect()
    for target in ["/zeros?16385", "/zeros?1000000"] {
      let answer = try #require(client.request("GET", target))
      #expect(answer.status == 503)
      #expect(answer.headers["retry-after"] == "1")
      #expect(!answer.closes)
    }
    // The reader's own answer is whole.
    #expect(reader.answer()?.body.count == Self.large)
  }

  @Test(
    "Room that an answer waits with is nobody else's, and free once the client has it or has gone")
  func reserved() throws {
    let test = try TestServer { $0.answersInFlightBytesMax = 100_000 }
    func later() throws -> (client: TestClient, exchange: Exchange) {
      let client = test.connect()
      client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      return (client, try #require(test.handler.takeSuspended(count: 1).first))
    }
    func zeros(_ count: Int) -> Response {
      Response(status: 200, body: [UInt8](repeating: 0, count: count))
    }
    let (client, exchange) = try later()
    let other = try later()
    #expect(exchange.reserveRoom(forBodyOf: 60_000))
    #expect(!other.exchange.reserveRoom(forBodyOf: 60_000))
    // In place of what was reserved before; what is too much changes nothing.
    #expect(exchange.reserveRoom(forBodyOf: 80_000))
    #expect(!exchange.reserveRoom(forBodyOf: 100_001))
    #expect(test.server.counters.answerBytesInFlight == 80_000)
    #expect(exchange.hasRoom(forBodyOf: 100_000) && !exchange.hasRoom(forBodyOf: 100_001))
    #expect(other.exchange.hasRoom(forBodyOf: 20_000) && !other.exchange.hasRoom(forBodyOf: 20_001))
    #expect(other.exchange.respond(zeros(20_001)) == .hasNoRoom)
    // What is reserved is a part of the answer's room, or too much for it.
    #expect(exchange.respond(zeros(90_000)) == .sent(bodyBytes: 90_000))
    #expect(client.answer()?.body.count == 90_000)
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    #expect(other.exchange.reserveRoom(forBodyOf: 70_000))
    #expect(other.exchange.respond(zeros(3)) == .sent(bodyBytes: 3))
    #expect(other.client.answer()?.body.count == 3)
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    var gone: Exchange? = try later().exchange
    #expect(gone?.reserveRoom(forBodyOf: 50_000) == true)
    #expect(test.server.counters.answerBytesInFlight == 50_000)
    gone = nil
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
  }

  @Test("Answers up to 16 KiB are never refused")
  func smallAnswers() throws {
    let test = try serverWithRoomForOne()
    let reader = try slowReader(of: test)
    let client = test.connect()
    for count in [0, 1, 16384] {
      #expect(client.request("GET", "/zeros?\(count)")?.body.count == count)
    }
    #expect(client.request("POST", "/echo", body: [1, 2, 3])?.body == [1, 2, 3])
    withExtendedLifetime(reader) {}
  }

  @Test("Room is free again when clients have read their answers or have gone")
  func room() throws {
    let test = try serverWithRoomForOne()
    let client = test.connect()
    for _ in 0..<3 {
      do { _ = try slowReader(of: test) }
      #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
      let answer = try #require(client.request("GET", "/zeros?\(Self.large)"))
      #expect(answer.body.count == Self.large)
      #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    }
  }

  @Test("A compressed answer is charged what it takes")
  func compressed() throws {
    let test = try serverWithRoomForOne()
    let accepts = "Accept-Encoding: gzip\r\n"
    let client = test.connect()
    for count in [1, 20_000, Self.large] {
      let answer = try #require(
        client.request("GET", "/zeros?\(count)", headers: accepts))
      #expect(answer.headers["content-encoding"] == "gzip")
    }
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    // Small answers are sent, however little room there is.
    let reader = try slowReader(of: test)
    #expect(client.request("GET", "/zeros?1000000", headers: accepts)?.status == 200)
    #expect(client.request("GET", "/zeros?\(Self.large)", headers: accepts)?.status == 503)
    withExtendedLifetime(reader) {}
  }

  @Test("An answer that its client never reads gives its room back")
  func untaken() throws {
    let test = try serverWithRoomForOne()
    let body = [UInt8](repeating: 0, count: Self.large)
    // Answered after the client has gone.
    for _ in 0..<2 {
      do { test.connect().send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n") }
      let exchange = try #require(test.handler.takeSuspended(count: 1).first)
      #expect(eventually { exchange.isAbandoned })
      exchange.respond(Response(status: 200, body: body))
    }
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    // Asked for without its body.
    #expect(test.connect().request("HEAD", "/zeros?\(Self.large)")?.status == 200)
    #expect(eventually { test.server.counters.answerBytesInFlight == 0 })
    // Cut by a reset.
    try slowReader(of: test).reset()
    #expect(test.isSoonAtRest())
  }

  @Test("Stopping gives back the room of answers that are being sent")
  func stop() throws {
    let test = try serverWithRoomForOne()
    let reader = try slowReader(of: test)
    test.server.stop(within: .milliseconds(10))
    #expect(test.server.counters.answerBytesInFlight == 0)
    withExtendedLifetime(reader) {}
  }

  @Test("Refusals go on to close the connection while the server drains")
  func drain() throws {
    let test = try serverWithRoomForOne()
    let reader = try slowReader(of: test)
    let client = test.connect()
    client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    let exchange = try #require(test.handler.takeSuspended(count: 1).first)
    test.server.beginDrain()
    let large = Response(status: 200, body: [UInt8](repeating: 0, count: 20_000))
    #expect(exchange.respond(large) == .hasNoRoom)
    #expect(exchange.respond(Response(status: 503)) == .sent(bodyBytes: 0))
    let answer = try #require(client.answer())
    #expect(answer.status == 503)
    #expect(answer.closes)
    #expect(client.isClosedByServer())
    withExtendedLifetime(reader) {}
  }
}
