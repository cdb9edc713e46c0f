import HTTPServer
import TestClient
import Testing

/// Goal: a client that goes away in the middle of anything leaves nothing behind.
@Suite struct AbortTests {
  enum End: CaseIterable, Sendable {
    case close, reset, halfClose
  }

  private func leave(_ client: TestClient, by end: End, holding held: inout [TestClient]) {
    switch end {
    case .close: break
    case .reset: client.reset()
    case .halfClose:
      client.finishSending()
      held.append(client)
    }
  }

  @Test(
    "A client that hangs up after any byte of a POST leaves nothing behind", arguments: End.allCases
  )
  func everyByte(end: End) throws {
    let test = try TestServer {
      $0.headTimeout = .seconds(3_600)
      $0.bodyTimeout = .seconds(3_600)
      $0.bodySilence = .seconds(3_600)
      $0.idleTimeout = .seconds(3_600)
    }
    let whole = Array(
      "POST /echo?q HTTP/1.1\r\nHost: a\r\nX: b\r\nContent-Length: 20\r\n\r\n12345678901234567890"
        .utf8)
    var held: [TestClient] = []
    // In one piece, and in two of which the server has read the first.
    for count in 0...whole.count {
      for cut in [0, count / 2] {
        let client = test.connect()
        if cut > 0 {
          client.send(whole[..<cut])
          eventually { client.isRead }
        }
        client.send(whole[cut..<count])
        leave(client, by: end, holding: &held)
      }
    }
    #expect(eventually { test.server.counters.connectionsAccepted == 2 * (whole.count + 1) })
    // The server looks once a second whether an idle client has gone.
    #expect(test.passes { test.server.counters.connectionsOpen == 0 })
    for client in held { #expect(client.everything() != nil) }
    held = []
    #expect(test.isSoonAtRest())
    #expect(test.connect().request("GET", "/")?.status == 200)
    #expect(test.server.counters.connectionsTimedOut.total == 0)
  }

  private static let partial = [
    "", "G", "GET /", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: ",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n12345",
    "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b",
    "GET /zeros?3000000 HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST /refused HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n\r\n12345",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n12345",
  ]

  @Test(
    "Hundreds of clients that leave in the middle leave nothing behind", arguments: End.allCases)
  func crowd(end: End) throws {
    let test = try TestServer()
    let rounds = 40
    for _ in 0..<rounds {
      var held: [TestClient] = []
      for text in Self.partial {
        let client = test.connect()
        client.send(text)
        leave(client, by: end, holding: &held)
      }
    }
    #expect(eventually { test.server.counters.connectionsAccepted == rounds * Self.partial.count })
    #expect(test.isSoonAtRest())
    #expect(test.connect().request("GET", "/")?.status == 200)
  }

  @Test("A server that is stopped while it refuses requests ends")
  func stopWhileRefusing() async throws {
    let malformed = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n".utf8)
    for _ in 0..<30 {
      let test = try TestServer()
      let clients = (0..<40).map { _ in test.connect() }
      async let sent: Void = { for client in clients { client.send(malformed) } }()
      test.server.stop(within: .zero)
      await sent
    }
  }
}
