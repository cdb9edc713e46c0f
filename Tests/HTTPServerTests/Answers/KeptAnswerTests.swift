import HTTPServer
import Synchronization
import TestClient
import Testing

/// Goal: answers that are sent without the library look like all others.
@Suite struct KeptAnswerTests {
  /// The answer to a request until its connection is closed: a head with the length of a body, and the body's bytes.
  ///
  /// - Parameter isLate: Whether it is answered once its time is over. Others are refused at once.
  private func answer(
    _ test: TestServer, _ request: String, isLate: Bool
  ) throws -> (status: Int, length: Int, body: [UInt8]) {
    let client = test.connect()
    client.send(request)
    if isLate {
      #expect(eventually { client.isRead })
      // The server may not have looked at what it has read yet.
      #expect(test.passes { !client.isQuiet(milliseconds: 10) })
    }
    let head = try #require(client.head())
    let length = try #require(head.headers["content-length"].flatMap { Int($0) })
    return (head.status, length, try #require(client.everything()))
  }

  @Test("HEAD has no body in it, other methods do", arguments: ["HEAD", "GET", "POST"])
  func head(method: String) throws {
    let test = try TestServer {
      $0.bodiesInFlightBytesMax = 100_000
      $0.bodyTimeout = .milliseconds(200)
      $0.headTimeout = .milliseconds(200)
    }
    let start = "\(method) /echo HTTP/1.1\r\nHost: a\r\nContent-Length:"
    let zeros = String(repeating: "0", count: 300_000)
    // The last one leaves no room for an answer's head in the library's memory. The library does not tell the method of
    // those before it.
    let requests = [
      (408, "\(method) /echo HTTP/1.1\r\nHost"), (408, "\r\n\(method) / HTTP/1.1\r\n"),
      (400, "\(start) x\r\n\r\n"), (413, "\(start) 99999999999999999999\r\n\r\n"),
      (408, "\(start) 10\r\n\r\nabc"), (503, "\(start) 5000000\r\n\r\n\(zeros)"),
      (431, "\(start) 3\r\nCookie: \(String(repeating: "a;", count: 452))\r\n\r\nabc"),
    ]
    for (status, request) in requests {
      let answer = try answer(test, request, isLate: status == 408)
      #expect(answer.status == status)
      #expect(answer.length > 0)
      #expect(answer.body.count == (method == "HEAD" ? 0 : answer.length), "\(status)")
    }
    let sent = test.handler.memory.withLock { $0.refusedBytesSent }
    #expect(sent.count == requests.count)
    #expect(sent.allSatisfy { ($0 == 0) == (method == "HEAD") })
  }
}
