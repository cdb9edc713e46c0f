import Glibc
import HTTPServer
import TestClient
import Testing

@Suite struct SuspensionTests {
  @Test("A suspended request is answered from another thread, and its connection stays open")
  func anotherThread() throws {
    let test = try TestServer()
    let client = test.connect()
    for _ in 0..<50 {
      client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
      let exchange = try #require(test.handler.takeSuspended(count: 1).first)
      #expect(!exchange.isAbandoned)
      let body = exchange.request.withBody { body in body.withUnsafeBytes { Array($0) } }
      #expect(
        exchange.respond(Response(status: 200, body: body)) == .sent(bodyBytes: body.count))
      #expect(exchange.respond(Response(status: 500)) == .answeredBefore)
      #expect(client.answer()?.text == "abc")
    }
    #expect(test.server.counters.connectionsAccepted == 1)
    #expect(eventually { test.server.counters.requestsInFlight == 0 })
  }

  @Test("Suspended requests do not delay others")
  func others() throws {
    let test = try TestServer()
    let waiting = (0..<20).map { _ in
      let client = test.connect()
      client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    let exchanges = test.handler.takeSuspended(count: 20)
    #expect(exchanges.count == 20)
    #expect(test.connect().request("GET", "/")?.status == 200)
    for exchange in exchanges { exchange.respond(Response(status: 200)) }
    for client in waiting { #expect(client.answer()?.status == 200) }
  }

  @Test("A client that hangs up is noticed, and an answer to it is harmless")
  func abandoned() throws {
    let test = try TestServer()
    var client: TestClient? = test.connect()
    client?.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    var exchange = try #require(test.handler.takeSuspended(count: 1).first)
    client = nil
    #expect(eventually { exchange.isAbandoned })
    #expect(exchange.respond(Response(status: 200)) == .sent(bodyBytes: 0))
    #expect(eventually { test.server.counters.connectionsOpen == 0 })
    #expect(exchange.request.header(.host) == "a")
    #expect(exchange.request.withBody { $0.byteCount } == 3)
    exchange = try held(by: test)
    #expect(test.connect().request("GET", "/")?.status == 200)
  }

  private func held(by test: TestServer) throws -> Exchange {
    let client = test.connect()
    client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    return try #require(test.handler.takeSuspended(count: 1).first)
  }

  @Test("A released suspended request closes its connection")
  func letGo() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(eventually { test.handler.memory.withLock { $0.suspended.count == 1 } })
    test.handler.memory.withLock { $0.suspended = [] }
    #expect(client.isClosedByServer())
    #expect(test.connect().request("GET", "/")?.status == 200)
  }

  @Test("Stopping cuts suspended requests, and a late answer is harmless")
  func stop() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send("POST /later HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    let exchange = try #require(test.handler.takeSuspended(count: 1).first)
    test.server.stop(within: .milliseconds(50))
    #expect(client.isClosedByServer())
    exchange.respond(Response(status: 200, body: [1, 2, 3]))
    #expect(exchange.request.withBody { $0.byteCount } == 3)
    #expect(exchange.isAbandoned)
  }

  @Test("Answers from many threads to many connections arrive each at its own")
  func many() throws {
    let test = try TestServer()
    let clients = (0..<40).map { _ in test.connect() }
    for round in 0..<10 {
      for (number, client) in clients.enumerated() {
        client.send("GET /later?\(round).\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      }
      let exchanges = test.handler.takeSuspended(count: clients.count)
      try #require(exchanges.count == clients.count)
      for exchange in exchanges.shuffled() {
        startThread {
          exchange.respond(Response(status: 200, body: Array(exchange.query!.utf8)))
        }
      }
      for (number, client) in clients.enumerated() {
        #expect(client.answer()?.text == "\(round).\(number)")
      }
    }
  }
}

final class ThreadBody {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs this on a thread of its own.
func startThread(_ run: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let work = Unmanaged.passRetained(ThreadBody(run)).toOpaque()
  pthread_create(
    &thread, nil,
    { pointer in
      Unmanaged<ThreadBody>.fromOpaque(pointer!).takeRetainedValue().run()
      return nil
    }, work)
  pthread_detach(thread)
}
