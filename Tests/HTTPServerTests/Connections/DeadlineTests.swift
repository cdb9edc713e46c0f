import Glibc
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
    for client in clients {
      #expect(client.answer()?.status == 408)
      #expect(client.isClosedByServer())
    }
    #expect(test.server.counters.connectionsTimedOut.total == clients.count)
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
    // Far longer than the deadline, unless the server closes.
    for _ in 0..<1_000 where test.server.counters.connectionsTimedOut.total == 0 {
      client.send("a")
      usleep(10_000)
    }
    #expect(test.server.counters.connectionsTimedOut.total == 1)
    #expect(eventually { test.server.counters.connectionsOpen == 0 })
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
  }

  @Test("Received bytes give a body more time, announced ones do not")
  func bodyRate() throws {
    let test = try hasty {
      $0.bodyBytesPerSecondMin = 1
      $0.idleTimeout = .seconds(1)
    }
    let patient = test.connect()
    patient.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n")
    patient.send([UInt8](repeating: 1, count: 1_000))
    let idle = test.connect()
    idle.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 60000000\r\n\r\n1")
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
    for beginning in ["", "1", String(repeating: "1", count: 100_000)] {
      let client = test.connect()
      client.send(
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100001\r\n\r\n\(beginning)")
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
      $0.bodySilence = .seconds(2)
    }
    let client = test.connect()
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n")
    // Together longer than the allowed silence.
    for _ in 0..<12 {
      usleep(200_000)
      client.send([1])
    }
    #expect(client.answer()?.body.count == 12)
  }

  @Test("Answers that are read too slowly or never are cut")
  func slowReaders() throws {
    let test = try hasty()
    let clients = (0..<5).map { _ in test.connect() }
    for client in clients { client.send("GET /zeros HTTP/1.1\r\nHost: a\r\n\r\n") }
    #expect(eventually { test.server.counters.connectionsTimedOut.total == clients.count })
    #expect(test.isSoonAtRest())
    #expect(test.connect().request("GET", "/")?.status == 200)
  }

  @Test(
    "The beginning of a head is timed as a head, also when it came along with the request before")
  func trailingHead() throws {
    let test = try hasty()
    for head in [
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc",
    ] {
      let client = test.connect()
      client.send(head + head + "GET /slow")
      #expect(client.answer()?.status == 200)
      #expect(client.answer()?.status == 200)
      #expect(client.answer()?.status == 408)
      #expect(client.isClosedByServer())
    }
  }

  @Test("Silence between requests has the idle deadline, not that of a head")
  func idle() throws {
    let test = try hasty { $0.headTimeout = .milliseconds(100) }
    let client = test.connect()
    for _ in 0..<2 {
      #expect(client.request("POST", "/echo", body: [1, 2, 3])?.body == [1, 2, 3])
      // The server looks for the beginnings of heads once a second.
      #expect(client.isQuiet(milliseconds: 1_500))
    }
    #expect(test.server.counters.connectionsTimedOut.total == 0)
  }
}
