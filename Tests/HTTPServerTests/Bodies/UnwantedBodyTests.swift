import HTTPServer
import TestClient
import Testing

/// Goal: what a request announces as its body is never read as the next request, whatever its method.
@Suite("Bodies that nobody asked for") struct UnwantedBodyTests {
  private static let inner = "GET /echo HTTP/1.1\r\nHost: a\r\nX-Request-Id: inner\r\n\r\n"

  @Test(
    "A body is taken, or the connection is closed, with every method", arguments: Method.allCases,
    ["/header?cookie", "/empty", "/known", "/refused", "/large?100", "/later", "/stream"])
  func method(method: Method, path: String) throws {
    let test = try TestServer()
    for (expects, splits) in [(false, false), (false, true), (true, false), (true, true)] {
      let client = test.connect()
      let head =
        "\(method.name) \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.inner.utf8.count)\r\n"
        + (expects ? "Expect: 100-continue\r\n" : "") + "\r\n"
      if splits {
        client.send(head)
        client.send(String(Self.inner.prefix(9)))
        client.send(String(Self.inner.dropFirst(9)))
      } else {
        client.send(head + Self.inner)
      }
      client.send("GET /header?cookie HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      if path == "/later" {
        for exchange in test.handler.takeSuspended(count: 1) {
          exchange.respond(Response(status: 200))
        }
      }
      if path == "/stream" {
        for stream in test.handler.takeStreams(count: 1) { stream.end() }
      }
      let all = String(decoding: client.everything() ?? [], as: UTF8.self)
      #expect(all.contains("HTTP/1.1 "), "\(method)")
      #expect(!all.contains("X-Request-Id: inner"), "\(method) \(path) \(all)")
    }
  }
}
