import HTTPServer
import TestClient
import Testing

@Suite struct BodyTests {
  @Test("A body arrives whole, with zeroed slack behind it")
  func whole() throws {
    let test = try TestServer()
    let client = test.connect()
    for count in [0, 1, 63, 16 * 1024, 16 * 1024 + 1, 1_000_000] {
      let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
      let answer = try #require(client.request("POST", "/echo", body: body))
      #expect(answer.status == 200)
      #expect(answer.body == body)
      #expect(!answer.closes)
    }
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
  }

  @Test("A body that arrives in pieces is the same body")
  func pieces() throws {
    let test = try TestServer()
    var generator = SeededGenerator(seed: 11)
    let client = test.connect()
    for _ in 0..<30 {
      let count = Int.random(in: 1...40_000, using: &generator)
      let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 131 >> 3) }
      let head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n"
      client.sendInPieces(Array(head.utf8) + body, using: &generator)
      #expect(client.answer()?.body == body)
    }
  }

  @Test("A body on any method is read and leaves the connection in order")
  func anyMethod() throws {
    let test = try TestServer()
    let client = test.connect()
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
      let answer = try #require(client.request(method, "/x", body: Array("hello".utf8)))
      #expect(answer.headers["x-seen"] == "\(method) /x - 5")
      #expect(!answer.closes)
    }
  }

  @Test("Expect: 100-continue is answered with 100, or refused without the body")
  func expectContinue() throws {
    let test = try TestServer()
    let client = test.connect()
    let head = "HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
    client.send("POST /echo \(head)")
    #expect(client.head()?.status == 100)
    client.send("hello")
    #expect(client.answer()?.text == "hello")
    client.send("POST /refused \(head)")
    #expect(client.head()?.status == 415)
  }

  @Test(
    "A request that expects 100 Continue for no body is answered, and so is the one behind it",
    arguments: ["GET", "DELETE", "HEAD", "POST"], ["", "Content-Length: 0\r\n"])
  func expectContinueForNothing(method: String, length: String) throws {
    let test = try TestServer()
    let client = test.connect()
    let request =
      "\(method) /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\(length)\r\n"
    let rest = "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    client.send(request + request + rest)
    for _ in 0..<2 {
      #expect(client.answer(to: method)?.headers["x-seen"] == "\(method) /echo - 0")
    }
    #expect(client.answer()?.headers["x-seen"] == "GET /next - 0")
    #expect(client.isClosedByServer())
    #expect(test.handler.memory.withLock { $0.handled } == 3)
  }

  @Test("A request behind a body that expected 100 Continue is answered, too")
  func expectContinueAndNext() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send(
      "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello"
        + "GET /next HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.answer()?.text == "hello")
    #expect(client.answer()?.headers["x-seen"] == "GET /next - 0")
  }

  @Test("The handler refuses a large body without reading it")
  func largeRefusal() throws {
    let test = try TestServer()
    let client = test.connect()
    client.send("POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n")
    let answer = try #require(client.answer())
    #expect(answer.status == 415)
    #expect(answer.closes)
  }

  @Test(
    "A refusal reaches a client that goes on sending", arguments: [200_000, 2_000_000, 20_000_000])
  func refusalWhileSending(count: Int) throws {
    let test = try TestServer { $0.bodyBytesMax = 100_000 }
    let client = test.connect()
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
    client.send([UInt8](repeating: 1, count: min(count, 1_500_000)))
    let answer = try #require(client.answer())
    #expect(answer.status == 413)
    #expect(answer.closes)
    #expect(test.connect().request("GET", "/")?.status == 200)
  }

  @Test(
    "Bodies beyond the room for all of them are refused with 503", arguments: [200_000, 5_000_000])
  func budget(count: Int) throws {
    let test = try TestServer { $0.bodiesInFlightBytesMax = 100_000 }
    let client = test.connect()
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
    client.send([UInt8](repeating: 1, count: min(count, 300_000)))
    let answer = try #require(client.answer())
    #expect(answer.status == 503)
    #expect(answer.headers["retry-after"] == "1")
    #expect(answer.closes)
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
    let fits = [UInt8](repeating: 2, count: 40_000)
    #expect(test.connect().request("POST", "/echo", body: fits)?.body == fits)
  }

  @Test("A declared length takes no memory, and a lost body gives all of its memory back")
  func declaredOnly() throws {
    let test = try TestServer { $0.bodiesInFlightBytesMax = 100_000 }
    do {
      let client = test.connect()
      client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 60000000\r\n\r\n1234567")
      #expect(eventually { test.server.counters.bodyBytesInFlight == 7 })
      #expect(test.connect().request("POST", "/echo", body: [1, 2])?.body == [1, 2])
    }
    #expect(eventually { test.server.counters.bodyBytesInFlight == 0 })
    #expect(eventually { test.server.counters.requestsInFlight == 0 })
  }
}
