import HTTPServer
import TestClient
import Testing

/// Goal: bytes that were sent in time count, however late the server reads them.
@Suite struct UnreadBytesTests {
  /// Sends the end of a request to a server whose only thread is then held for longer than every deadline.
  private func sendWhileBusy(_ start: String, _ end: String) throws {
    let test = try TestServer {
      $0.threadCount = 1
      $0.headTimeout = .milliseconds(300)
      $0.bodyTimeout = .milliseconds(300)
    }
    let (holder, client) = (test.connect(), test.connect())
    for client in [holder, client] { #expect(client.request("GET", "/")?.status == 200) }
    client.send(start)
    try test.holdThread(by: holder)
    client.send(end)
    // The server looks for the beginnings of heads once a second.
    test.pass(.milliseconds(1_700))
    test.handler.mayGo.store(true, ordering: .sequentiallyConsistent)
    #expect(holder.answer()?.status == 200)
    #expect(client.answer()?.status == 200)
    #expect(client.request("GET", "/")?.status == 200)
    #expect(test.server.counters.connectionsTimedOut == ConnectionCounts())
  }

  @Test("A head that has arrived by its deadline is read")
  func head() throws {
    try sendWhileBusy("", "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  }

  @Test("The end of a head or body that has arrived by its deadline is read")
  func ends() throws {
    for (start, end) in [
      ("GET / HTTP/1.1\r\nHo", "st: a\r\n\r\n"),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc", "def"),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n", "abcdef"),
    ] {
      try sendWhileBusy(start, end)
    }
  }
}
