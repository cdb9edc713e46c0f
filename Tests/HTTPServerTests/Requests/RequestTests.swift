import HTTPServer
import TestClient
import Testing

@Suite struct RequestTests {
  @Test("A connection is kept alive over many requests")
  func keepAlive() throws {
    let test = try TestServer()
    let client = test.connect()
    for number in 0..<20 {
      let answer = try #require(client.request("GET", "/a%2Fb?n=\(number)&m=?"))
      #expect(answer.status == 200)
      #expect(answer.headers["x-seen"] == "GET /a%2Fb n=\(number)&m=? 0")
      #expect(!answer.closes)
    }
    #expect(test.server.counters.connectionsAccepted == 1)
    #expect(test.server.counters.requestsReceived == 20)
  }

  @Test("A connection is closed when its client asks for it")
  func closing() throws {
    let test = try TestServer()
    let client = test.connect()
    #expect(client.request("GET", "/", headers: "Connection: close\r\n")?.closes == true)
    #expect(client.isClosedByServer())
    let old = test.connect()
    old.send("GET / HTTP/1.0\r\n\r\n")
    #expect(old.answer()?.status == 200)
    #expect(old.isClosedByServer())
  }

  @Test("The last request that a connection may carry closes it")
  func requestsPerConnection() throws {
    let test = try TestServer { $0.requestsPerConnectionMax = 3 }
    let client = test.connect()
    #expect(client.request("GET", "/")?.closes == false)
    #expect(client.request("GET", "/")?.closes == false)
    #expect(client.request("GET", "/")?.closes == true)
    #expect(client.isClosedByServer())
  }

  @Test("A large answer arrives whole")
  func largeAnswer() throws {
    let test = try TestServer()
    let answer = try #require(test.connect().request("GET", "/large?2000000"))
    #expect(answer.body == (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
  }

  @Test("A handler that neither answers nor suspends closes the connection, not the server")
  func forgotten() throws {
    let test = try TestServer()
    let client = test.connect()
    #expect(client.request("GET", "/forgotten") == nil)
    #expect(test.connect().request("GET", "/")?.status == 200)
    #expect(test.handler.memory.withLock { !$0.lines.isEmpty })
  }

  @Test("gzip is sent where it is accepted, and inflates to the same bytes")
  func gzip() throws {
    let test = try TestServer()
    let client = test.connect()
    for count in [1, 1000, 300_000, 1_500_000] {
      let plain = try #require(client.request("GET", "/large?\(count)"))
      #expect(plain.headers["content-encoding"] == nil)
      let accepts = "Accept-Encoding: br, gzip\r\n"
      let coded = try #require(client.request("GET", "/large?\(count)", headers: accepts))
      #expect(coded.headers["content-encoding"] == "gzip")
      #expect(count < 1000 || coded.body.count < count / 2)
      #expect(try inflated(coded.body) == plain.body)
      let head = try #require(client.request("HEAD", "/large?\(count)", headers: accepts))
      #expect(head.headers["content-length"] == String(coded.body.count))
    }
  }
}
