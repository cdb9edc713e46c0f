import HTTPServer
import TestClient
import Testing

@Suite("Phases of connections")
struct ConnectionStateTests {
  /// A server with deadlines that these tests do not reach.
  private func patient() throws -> TestServer {
    try TestServer {
      $0.headTimeout = .seconds(300)
      $0.bodyTimeout = .seconds(300)
      $0.answerTimeout = .seconds(300)
      $0.idleTimeout = .seconds(300)
    }
  }

  @Test("An open connection counts for its phase, from accept to close")
  func oneAfterTheOther() throws {
    let test = try patient()
    let client = test.connect()
    #expect(test.soonHas(ConnectionCounts(head: 1)))
    client.send("POST /later HTTP/1.1\r\nHost: a\r\n")
    #expect(eventually { client.isRead })
    #expect(test.soonHas(ConnectionCounts(head: 1)))
    client.send("Content-Length: 6\r\n\r\nabc")
    #expect(test.soonHas(ConnectionCounts(body: 1)))
    client.send("def")
    let exchange = try #require(test.handler.takeSuspended(count: 1).first)
    #expect(test.soonHas(ConnectionCounts(handling: 1)))
    // More than the sockets buffer while the client reads nothing.
    exchange.respond(Response(status: 200, body: [UInt8](repeating: 0, count: 40_000_000)))
    #expect(test.soonHas(ConnectionCounts(answer: 1)))
    #expect(client.answer()?.body.count == 40_000_000)
    #expect(test.soonHas(ConnectionCounts(idle: 1)))
    // The server looks for the beginnings of heads once a second.
    client.send("GET /")
    #expect(test.passes { test.server.counters.connections == ConnectionCounts(head: 1) })
    client.reset()
    #expect(test.soonHas(ConnectionCounts()))
  }

  @Test("Connections count by phase, and a lost one no longer counts")
  func sideBySide() throws {
    let test = try patient()
    var clients: [TestClient] = []
    func open(_ text: String, _ count: Int, _ connections: ConnectionCounts) {
      for _ in 0..<count {
        clients.append(test.connect())
        clients.last?.send(text)
      }
      #expect(test.soonHas(connections))
    }
    open("GET /", 5, ConnectionCounts(head: 5))
    open(
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", 4,
      ConnectionCounts(head: 5, body: 4))
    open(
      "GET /later HTTP/1.1\r\nHost: a\r\n\r\n", 3, ConnectionCounts(head: 5, body: 4, handling: 3))
    open(
      "GET /zeros HTTP/1.1\r\nHost: a\r\n\r\n", 2,
      ConnectionCounts(head: 5, body: 4, handling: 3, answer: 2))
    open(
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 1,
      ConnectionCounts(head: 5, body: 4, handling: 3, answer: 2, idle: 1))
    for client in clients { client.reset() }
    let suspended = test.handler.takeSuspended(count: 3)
    #expect(suspended.count == 3)
    for exchange in suspended { exchange.respond(Response(status: 200)) }
    #expect(test.soonHas(ConnectionCounts()))
  }

  @Test("A missed deadline counts for the phase of its connection")
  func late() throws {
    let short = Duration.milliseconds(100)
    for (text, expected, change) in [
      ("GET /", ConnectionCounts(head: 2), { $0.headTimeout = short }),
      (
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc", ConnectionCounts(body: 2),
        { $0.bodyTimeout = short }
      ),
      (
        "GET /zeros HTTP/1.1\r\nHost: a\r\n\r\n", ConnectionCounts(answer: 2),
        { $0.answerTimeout = short }
      ),
      (
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n", ConnectionCounts(idle: 2),
        { $0.idleTimeout = short }
      ),
    ] as [(String, ConnectionCounts, (inout ServerConfiguration) -> Void)] {
      let test = try TestServer(change)
      let clients = [test.connect(), test.connect()]
      for client in clients { client.send(text) }
      #expect(test.soonHas(expected))
      #expect(test.passes { test.server.counters.connectionsTimedOut == expected })
      #expect(test.soonHas(ConnectionCounts()))
    }
  }

  @Test("A body is in flight from its first byte until nobody holds it")
  func bodies() throws {
    let test = try patient()
    let announced = test.connect()
    announced.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n")
    #expect(test.soonHas(ConnectionCounts(body: 1)))
    #expect(test.server.counters.bodiesInFlight == 0)
    announced.send("abc")
    #expect(eventually { test.server.counters.bodiesInFlight == 1 })
    let lost = test.connect()
    lost.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc")
    #expect(eventually { test.server.counters.bodiesInFlight == 2 })
    lost.reset()
    #expect(eventually { test.server.counters.bodiesInFlight == 1 })
    announced.send("def")
    var exchange = test.handler.takeSuspended(count: 1).first
    #expect(test.server.counters.bodiesInFlight == 1)
    exchange?.respond(Response(status: 200))
    #expect(announced.answer()?.status == 200)
    #expect(test.server.counters.bodiesInFlight == 1)
    exchange = nil
    #expect(eventually { test.server.counters.bodiesInFlight == 0 })
    #expect(test.connect().request("POST", "/empty", body: [])?.status == 204)
    #expect(test.server.counters.bodiesInFlight == 0)
  }
}
