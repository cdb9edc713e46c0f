import HTTPServer
import TestClient
import Testing

/// Goal: a client that is slow or silent is cut off in the end, and nothing of it stays.
@Suite struct DeadlineTests {
  private func hasty(_ change: (inout ServerConfiguration) -> Void = { _ in }) throws -> TestServer
  {
    try TestServer {
      $0.headTimeout = .milliseconds(200)
      $0.bodyTimeout = .milliseconds(200)
      $0.answerTimeout = .milliseconds(200)
      change(&$0)
    }
  }

  static let beginnings = [
    "", "\r\n", "G", "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: a\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX", "GET / HTTP/1.1\r\nHost: a\r\n\r",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n123456789", "\u{16}\u{3}\u{1}",
  ]

  @Test("An unfinished request is answered with 408 and closed", arguments: beginnings)
  func silence(beginning: String) throws {
    let test = try hasty()
    let clients = (0..<20).map { _ in test.connect() }
    for client in clients { client.send(beginning) }
    #expect(test.passes { test.server.counters.connectionsTimedOut.total == clients.count })
    for client in clients {
      #expect(client.answer()?.status == 408)
      #expect(client.isClosedByServer())
    }
    #expect(test.handler.memory.withLock { $0.handled } == 0)
    #expect(test.isSoonAtRest())
  }

  @Test(
    "A byte now and then does not prolong a request",
    arguments: [
      "GET / HTTP/1.1\r\nX: ", "GET /", "X",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
    ])
  func drip(beginning: String) throws {
    let test = try hasty()
    let client = test.connect()
    client.send(beginning)
    #expect(eventually { client.isRead })
    // A server that took each byte for progress would wait for ever.
    for _ in 0..<21 {
      client.send("a")
      eventually { client.isRead }
      test.pass(.milliseconds(10))
    }
    #expect(test.server.counters.connectionsTimedOut.total == 1)
    #expect(eventually { test.server.counters.connectionsOpen == 0 })
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
  }

  @Test("Received bytes give a body more time, announced ones do not")
  func bodyRate() throws {
    let test = try hasty { $0.bodyBytesPerSecondMin = 1 }
    let patient = test.connect()
    patient.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n")
    patient.send([UInt8](repeating: 1, count: 1_000))
    let idle = test.connect()
    idle.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 60000000\r\n\r\n1")
    #expect(eventually { test.server.counters.bodyBytesInFlight == 1_001 })
    // The body of one byte has a second more.
    test.pass(.milliseconds(1_300))
    #expect(idle.answer()?.status == 408)
    patient.send([1])
    #expect(patient.answer()?.body.count == 1_001)
  }

  @Test("A body that stops arriving is refused, whatever time its bytes have added")
  func silenceWithinBody() throws {
    let test = try hasty {
      $0.bodyTimeout = .seconds(300)
      $0.bodyBytesPerSecondMin = 1
      $0.bodySilence = .milliseconds(200)
    }
    for (number, beginning) in ["", "1", String(repeating: "1", count: 100_000)].enumerated() {
      let client = test.connect()
      client.send(
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\n\(beginning)")
      #expect(test.passes { test.server.counters.connectionsTimedOut.body == number + 1 })
      #expect(client.answer()?.status == 408)
      #expect(client.isClosedByServer())
    }
    #expect(test.server.counters.connectionsTimedOut.body == 3)
    let refused = test.handler.memory.withLock { $0.refused.map(\.refusal) }
    #expect(refused == [.bodySilence, .bodySilence, .bodySilence])
    #expect(test.isSoonAtRest())
  }

  @Test("A body that keeps arriving is not refused for pauses between its bytes")
  func slowBodyGoesOn() throws {
    let test = try hasty {
      $0.bodyTimeout = .seconds(300)
      $0.bodySilence = .milliseconds(500)
    }
    let client = test.connect()
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 13\r\n\r\n")
    #expect(test.soonHas(ConnectionCounts(body: 1)))
    // Together longer than the allowed silence.
    for count in 1...12 {
      test.pass(.milliseconds(200))
      client.send([1])
      #expect(eventually { test.server.counters.bodyBytesInFlight == count })
    }
    client.send([1])
    #expect(client.answer()?.body.count == 13)
  }

  @Test("Answers that are read too slowly or never are cut")
  func slowReaders() throws {
    let test = try hasty()
    let clients = (0..<5).map { _ in test.connect() }
    for client in clients { client.send("GET /zeros HTTP/1.1\r\nHost: a\r\n\r\n") }
    #expect(test.soonHas(ConnectionCounts(answer: clients.count)))
    #expect(test.passes { test.server.counters.connectionsTimedOut.answer == clients.count })
    #expect(test.isSoonAtRest())
    // The system keeps nothing of an answer that is cut: otherwise megabytes would come before the end.
    for client in clients { #expect(client.everything() == nil) }
    #expect(test.connect().request("GET", "/")?.status == 200)
  }

  @Test(
    "The beginning of a head is timed as a head, also when it came along with the request before")
  func trailingHead() throws {
    let test = try hasty()
    for (number, head) in [
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
    ].enumerated() {
      let client = test.connect()
      client.send(head + head + "GET /slow")
      #expect(client.answer()?.status == 200)
      #expect(client.answer()?.status == 200)
      #expect(test.passes { test.server.counters.connectionsTimedOut.head == number + 1 })
      #expect(client.answer()?.status == 408)
      #expect(client.isClosedByServer())
    }
  }

  @Test("A head that begins before the end of the idle time has its own time, however short it is")
  func headAfterSilence() throws {
    let test = try hasty {
      $0.idleTimeout = .seconds(60)
      $0.headTimeout = .seconds(3)
    }
    let client = test.connect()
    func beginHead() {
      // So many that an empty line for each would be longer than what comes of the head.
      for _ in 0..<10 { #expect(client.request("GET", "/")?.status == 200) }
      #expect(test.soonHas(ConnectionCounts(idle: 1)))
      test.pass(.milliseconds(59_800))
      client.send("GET / HTTP")
      #expect(eventually { client.isRead })
      test.pass(.milliseconds(900))
      #expect(test.server.counters.connections == ConnectionCounts(head: 1))
    }
    beginHead()
    client.send("/1.1\r\nHost: a\r\n\r\n")
    #expect(client.answer()?.status == 200)
    beginHead()
    // A drain does not cut it off, either.
    test.server.beginDrain()
    #expect(test.passes { test.server.counters.connectionsTimedOut.head == 1 })
    #expect(client.answer()?.status == 408)
    #expect(client.isClosedByServer())
    #expect(test.server.counters.connectionsTimedOut.total == 1)
  }

  @Test("Silence between requests has the idle deadline, not that of a head")
  func idle() throws {
    let test = try hasty { $0.headTimeout = .milliseconds(100) }
    let client = test.connect()
    for _ in 0..<3 {
      #expect(client.request("POST", "/echo", body: [1, 2, 3])?.body == [1, 2, 3])
      #expect(test.soonHas(ConnectionCounts(idle: 1)))
      // The server looks for the beginnings of heads once a second.
      test.pass(.milliseconds(1_500))
    }
    #expect(test.server.counters.connectionsTimedOut.total == 0)
  }
}
