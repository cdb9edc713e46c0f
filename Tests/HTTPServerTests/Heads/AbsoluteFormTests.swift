import TestClient
import Testing

/// Goal: a target in absolute form is that of its path and query, and its host replaces that of the Host line (RFC 9112
/// section 3.2.2, docs/rules.md#heads).
@Suite struct AbsoluteFormTests {
  private static let targets: [(target: String, path: String, query: String)] = [
    ("http://b/", "/", "-"), ("http://b", "/", "-"), ("http://b?", "/", ""),
    ("http://b?c=d", "/", "c=d"), ("http://b/?c=d", "/", "c=d"), ("http://b/c", "/c", "-"),
    ("http://b/c/d?e=f&g=h", "/c/d", "e=f&g=h"), ("http://b/c?http://d/", "/c", "http://d/"),
    ("http://b/user@c", "/user@c", "-"), ("http://b//c", "//c", "-"),
    ("http://b?c=/d", "/", "c=/d"), ("http://b?user@c", "/", "user@c"),
    ("https://b/c", "/c", "-"), ("HTTPS://b/c", "/c", "-"), ("Http://b/c", "/c", "-"),
    ("http://B.example:8080/c", "/c", "-"), ("http://b:/c", "/c", "-"),
    ("http://127.0.0.1:80/c", "/c", "-"), ("http://[::1]:8080/c?d", "/c", "d"),
    ("http://[::1]?d", "/", "d"), ("http://b%41/c", "/c", "-"),
    ("/http://b/", "/http://b/", "-"), ("//b/c", "//b/c", "-"), ("/c?http://b/", "/c", "http://b/"),
  ]

  @Test("The path and the query are those after the host", arguments: ["1.1", "1.0"])
  func pathAndQuery(version: String) throws {
    let test = try TestServer()
    for (target, path, query) in Self.targets {
      let client = test.connect()
      client.send("GET \(target) HTTP/\(version)\r\nHost: a\r\n\r\n")
      let answer = try #require(client.answer(), "\(target)")
      #expect(answer.status == 200, "\(target)")
      #expect(answer.headers["x-seen"] == "GET \(path) \(query) 0", "\(target)")
    }
  }

  @Test("The host of the target counts, and without one that of the Host line")
  func host() throws {
    let test = try TestServer()
    for (target, host) in [
      ("/", "a:1"), ("http://a:1/", "a:1"), ("http://b/", "b"),
      ("https://b.example:8080/", "b.example:8080"),
      ("http://[::1]:80/", "[::1]:80"),
    ] {
      for lines in ["Host: a:1\r\nOrigin: c\r\n", "Origin: c\r\nhOST:\t a:1 \r\n"] {
        let client = test.connect()
        for (name, value) in [("host", host), ("origin", "c")] {
          client.send("GET \(target)header?\(name) HTTP/1.1\r\n\(lines)\r\n")
          #expect(client.answer()?.text == value, "\(target) \(name)")
        }
      }
    }
  }

  @Test("Bodies and later requests on the connection are those of any other request")
  func stream() throws {
    let test = try TestServer()
    var generator = SeededGenerator(seed: 11)
    let post = "POST http://b/echo?c&d HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
    for _ in 0..<20 {
      let client = test.connect()
      client.sendInPieces(
        Array((post + "GET http://b?e HTTP/1.1\r\nHost: a\r\n\r\n" + post).utf8), using: &generator)
      #expect(client.answer()?.text == "hello")
      #expect(client.answer()?.headers["x-seen"] == "GET / e 0")
      #expect(client.answer()?.headers["x-seen"] == "POST /echo c&d 5")
    }
  }

  @Test("A target of 8 KiB may be in absolute form")
  func longest() throws {
    let test = try TestServer()
    let start = "http://b/"
    let path = String(repeating: "c", count: 8192 - start.utf8.count)
    let client = test.connect()
    client.send("GET \(start)\(path) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.answer()?.status == 200)
  }
}
