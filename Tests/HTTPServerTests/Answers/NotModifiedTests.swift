import HTTPServer
import TestClient
import Testing

@Suite("Answers without a body") struct NotModifiedTests {
  @Test(
    "304 and 204 have no length, and the connection stays open",
    arguments: [("/known", 304), ("/empty", 204)], ["GET", "HEAD"])
  func length(_ row: (path: String, status: Int), method: String) throws {
    let test = try TestServer()
    let client = test.connect()
    for _ in 0..<3 {
      let answer = try #require(client.request(method, row.path))
      #expect(answer.status == row.status)
      let framing = ["content-length", "transfer-encoding", "connection", "removed-length"]
      for name in framing { #expect(answer.headers[name] == nil, "\(name)") }
    }
    // What follows is another answer, whole.
    #expect(client.request("GET", "/large?100")?.body.count == 100)
  }

  @Test("The headers that are read have the names of the C side, each once")
  func names() {
    let names = HeaderName.allCases.map { $0.text.lowercased() }
    #expect(Set(names).count == names.count)
    for header in HeaderName.allCases {
      let folded = header.text.lowercased().replacing("-", with: "")
      #expect("\(header)".lowercased() == folded)
    }
  }
}
