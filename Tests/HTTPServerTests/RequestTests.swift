import HTTPServer
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

  @Test("A body arrives whole, with zeroed slack behind it")
  func body() throws {
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
}
