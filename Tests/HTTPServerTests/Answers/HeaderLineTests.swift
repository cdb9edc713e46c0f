import HTTPServer
import TestClient
import Testing

/// Goal: the lines of an answer are sent as they were given, and no value begins another line.
@Suite struct HeaderLineTests {
  /// The lines of an answer behind its `Date`, up to its end.
  private func lines(_ path: String) throws -> [String] {
    let test = try TestServer()
    let client = test.connect()
    // The connection of a client of HTTP/1.0 is closed behind the answer.
    client.send("GET \(path) HTTP/1.0\r\nX-Request-Id: mine\r\n\r\n")
    let text = String(decoding: try #require(client.everything()), as: UTF8.self)
    return text.split(separator: "\r\n", omittingEmptySubsequences: false).dropFirst(2).map {
      String($0)
    }
  }

  @Test("The lines of an answer arrive in order, each as one line")
  func order() throws {
    let expected = [
      "Connection: close", "X-Request-Id: mine", "X-First: a: b",
      "X-Last: \(String(repeating: "c", count: 1000))", "Content-Length: 0", "", "",
    ]
    #expect(try lines("/lines") == expected)
  }

  @Test("An answer without lines has the request's id")
  func none() throws {
    #expect(try lines("/empty") == ["Connection: close", "X-Request-Id: mine", "", ""])
  }
}
