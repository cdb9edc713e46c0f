import HTTPServer
import Synchronization
import TestClient
import Testing

@Suite struct ConnectionTests {
  @Test("The time of a later head begins with its first bytes, not with the answer before")
  func slowSecondHead() throws {
    let test = try TestServer { $0.headTimeout = .seconds(60) }
    let client = test.connect()
    #expect(client.request("GET", "/")?.status == 200)
    #expect(test.soonHas(ConnectionCounts(idle: 1)))
    test.pass(.seconds(50))
    client.send("GET /slow")
    #expect(test.passes { test.server.counters.connections == ConnectionCounts(head: 1) })
    test.pass(.seconds(20))
    #expect(test.soonHas(ConnectionCounts(head: 1)))
    #expect(test.passes { test.server.counters.connectionsTimedOut.head == 1 })
    #expect(client.answer()?.status == 408)
    #expect(client.isClosedByServer())
  }

  @Test("Nothing stays of a request with more arguments than the library has room for")
  func manyArguments() throws {
    let test = try TestServer()
    let query = String(repeating: "a&", count: 600)
    for _ in 0..<50 {
      test.connect().send("GET /x?\(query)\(String(repeating: "b", count: 20000)) HTTP/1.1\r\n")
    }
    #expect(eventually { test.server.counters.connectionsAccepted == 50 })
    #expect(eventually { test.server.counters.connectionsOpen == 0 })
    #expect(eventually { test.server.counters.exchangesHeld == 0 })
    // A target within the limit is answered, however many arguments it has.
    let many = String(repeating: "a&", count: 3900)
    let answer = test.connect().request("GET", "/x?\(many)")
    #expect(answer?.headers["x-seen"] == "GET /x \(many) 0")
  }

  @Test("A client that sends a body and its end at once is closed after its answer")
  func endWithBody() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
    client.finishSending()
    #expect(client.answer()?.status == 200)
    #expect(client.isClosedByServer())
  }

  @Test("Over the cap a connection gets 503 at once, and room comes back")
  func cap() throws {
    let test = try TestServer { $0.connectionsMax = 2 }
    var held: [TestClient] = [test.connect(), test.connect()]
    for client in held { #expect(client.request("GET", "/")?.status == 200) }
    let third = test.connect()
    third.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    let answer = try #require(third.answer())
    #expect(answer.status == 503)
    #expect(answer.headers["retry-after"] == "1")
    #expect(third.isClosedByServer())
    #expect(test.server.connectionsMax == 2)
    #expect(test.server.counters.connectionsOverCap == 1)
    // HEAD has no body in its answer, if the request is there when the connection is refused.
    #expect(
      eventually {
        let client = test.connect()
        client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
        return client.everything()?.suffix(4) == Array("\r\n\r\n".utf8)[...]
      })
    #expect(test.server.counters.connectionsWithoutDescriptor == 0)
    // It counts in no phase.
    #expect(test.soonHas(ConnectionCounts(idle: 2)))
    held.removeLast()
    #expect(eventually { test.server.counters.connectionsOpen == 1 })
    #expect(test.connect().request("GET", "/")?.status == 200)
  }

  @Test("A drain refuses connects, closes idle connections, and finishes what is in flight")
  func drain() throws {
    let test = try TestServer()
    let idle = test.connect()
    #expect(idle.request("GET", "/")?.status == 200)
    let busy = test.connect()
    busy.send("GET /later HTTP/1.1\r\nHost: a\r\n\r\n")
    let exchange = try #require(test.handler.takeSuspended(count: 1).first)
    test.server.beginDrain()
    #expect(eventually { TestClient(port: test.server.port) == nil })
    #expect(test.soonHas(ConnectionCounts(handling: 1, idle: 1)))
    #expect(test.passes { test.server.counters.connectionsOpen == 1 })
    #expect(idle.isClosedByServer())
    exchange.respond(Response(status: 200, body: Array("done".utf8)))
    let answer = try #require(busy.answer())
    #expect(answer.text == "done")
    #expect(answer.closes)
    #expect(busy.isClosedByServer())
    test.server.stop(within: .seconds(60))
    #expect(test.server.counters.connectionsOpen == 0)
  }

  @Test("Under load a drain answers every request, and tells each connection of its end")
  func drainUnderLoad() throws {
    let test = try TestServer()
    let load = Load()
    for _ in 0..<6 { startThread { [port = test.server.port] in load.ask(port) } }
    #expect(eventually { load.begun.load(ordering: .relaxed) == 6 })
    test.server.beginDrain()
    #expect(eventually { load.ended.load(ordering: .relaxed) == 6 })
    #expect(load.unanswered.load(ordering: .relaxed) == 0)
    test.server.stop(within: .seconds(60))
  }

  /// Clients that ask the same again and again, until the server says that it closes.
  private final class Load: Sendable {
    let begun = Atomic(0)
    let ended = Atomic(0)
    let unanswered = Atomic(0)

    func ask(_ port: Int) {
      let client = TestClient(port: port)
      for count in 0... {
        guard let answer = client?.request("GET", "/"), answer.status == 200 else {
          unanswered.add(1, ordering: .relaxed)
          break
        }
        if count == 0 { begun.add(1, ordering: .relaxed) }
        if answer.closes { break }
      }
      ended.add(1, ordering: .relaxed)
    }
  }

  @Test("Stopping twice, or releasing without stopping, ends the server once")
  func stop() throws {
    let test = try TestServer()
    #expect(test.connect().request("GET", "/")?.status == 200)
    test.server.stop(within: .milliseconds(10))
    test.server.stop(within: .milliseconds(10))
    #expect(TestClient(port: test.server.port) == nil)
    let port = try TestServer().server.port
    #expect(TestClient(port: port) == nil)
  }

  @Test("A failed start says why")
  func start() throws {
    let test = try TestServer()
    let taken = ListenAddress(host: "127.0.0.1", port: UInt16(test.server.port))
    #expect(throws: ServerError.addressInUse(taken)) {
      _ = try TestServer { $0.listen = taken }
    }
    let foreign = ListenAddress(host: "192.0.2.1", port: 0)
    do {
      _ = try TestServer { $0.listen = foreign }
      Issue.record("listens on a foreign address")
    } catch ServerError.badAddress(let address, _) {
      #expect(address == foreign)
    }
  }

  @Test("The library is the version that the server knows")
  func version() { #expect(Server.libraryVersion == "0.9.75") }

  @Test("The address can be read back")
  func address() throws {
    let test = try TestServer()
    #expect(test.server.port > 0)
    #expect(test.server.address == "127.0.0.1:\(test.server.port)")
    let six = try TestServer { $0.listen = ListenAddress("[::]:0")! }
    #expect(six.server.address == "[::]:\(six.server.port)")
    #expect(six.connect().request("GET", "/")?.status == 200)
  }
}
