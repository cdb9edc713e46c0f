import HTTPServer
import TestClient
import Testing

/// Goal: time in which the process stands still counts for no time limit.
@Suite("A process that stands still for a while")
struct StandstillTests {
  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let post = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n"

  @Test("A request or stream that had time left before several standstills has it afterwards")
  func timeLeft() throws {
    let limit = Duration.milliseconds(500)
    let test = try TestServer {
      $0.headTimeout = limit
      $0.bodyTimeout = limit
      $0.bodySilence = limit
      $0.idleTimeout = limit
      $0.answerTimeout = limit
    }
    let beginnings = [
      ("", Self.get), ("GET /", String(Self.get.dropFirst(5))), (Self.post, "abcdef"),
      (Self.post + "abc", "def"),
    ]
    let clients = beginnings.map { beginning, end in
      let client = test.connect()
      client.send(beginning)
      return (client, end)
    }
    let (idle, reader, slow) = (test.connect(), test.connect(), test.connect())
    #expect(idle.request("GET", "/")?.status == 200)
    reader.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
    slow.send("GET /")
    let stream = try #require(test.handler.takeStreams(count: 1).first)
    #expect(stream.send(AnswerPiece([UInt8](repeating: 1, count: 20_000_000))))
    #expect(test.soonHas(ConnectionCounts(head: 3, body: 2, stream: 1, idle: 1)))
    for _ in 0..<4 {
      test.server.pass(.seconds(60))
      test.pass(.milliseconds(30))
    }
    #expect(test.server.counters.connectionsTimedOut == ConnectionCounts())
    for (client, end) in clients + [(idle, Self.get)] {
      client.send(end)
      #expect(client.answer()?.status == 200, "\(end)")
    }
    stream.end()
    #expect(reader.head()?.status == 200)
    let isWhole = reader.chunks()?.count == 20_000_000
    #expect(isWhole)
    // The limit has moved by the standstills, and no further.
    test.pass(limit)
    #expect(eventually { test.server.counters.connectionsTimedOut.head == 1 })
    #expect(slow.answer()?.status == 408)
  }
}
