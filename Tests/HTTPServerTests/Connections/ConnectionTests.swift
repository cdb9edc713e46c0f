import Glibc
import HTTPServer
import TestClient
import Testing

@Suite struct ConnectionTests {
  @Test("The time of a later head begins with its first bytes, not with the answer before")
  func slowSecondHead() throws {
    let test = try TestServer { $0.headTimeout = .milliseconds(300) }
    let client = test.connect()
    #expect(client.request("GET", "/")?.status == 200)
    usleep(100_000)
    client.send("GET /slow")
    #expect(client.answer()?.status == 408)
    #expect(client.isClosedByServer())
  }

  @Test("A body that takes too long is cut with 408")
  func slowBody() throws {
    let test = try TestServer { $0.bodyTimeout = .milliseconds(300) }
    let client = test.connect()
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc")
    #expect(client.answer()?.status == 408)
    #expect(client.isClosedByServer())
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
    #expect(test.server.counters.connectionsTimedOut.body == 1)
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

  @Test("An idle connection is closed at its deadline")
  func idle() throws {
    let test = try TestServer { $0.idleTimeout = .milliseconds(200) }
    let client = test.connect()
    #expect(client.request("GET", "/")?.status == 200)
    #expect(client.isClosedByServer())
    #expect(test.server.counters.connectionsTimedOut.idle == 1)
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
    #expect(test.server.counters.connectionsOverCap == 1)
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
    #expect(idle.isClosedByServer())
    exchange.respond(Response(status: 200, body: Array("done".utf8)))
    let answer = try #require(busy.answer())
    #expect(answer.text == "done")
    #expect(answer.closes)
    #expect(busy.isClosedByServer())
    test.server.stop(within: .seconds(5))
    #expect(test.server.counters.connectionsOpen == 0)
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
