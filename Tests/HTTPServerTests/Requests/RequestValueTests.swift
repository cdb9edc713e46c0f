import HTTPServer
import Testing

/// Goal: a request made in the process reads like a received one.
@Suite("A request as a value") struct RequestValueTests {
  @Test(
    "The target is cut at its first question mark",
    arguments: [("/a", "/a", nil), ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"), ("", "", nil)])
  func target(target: String, path: String, query: String?) {
    let request = Request(.get, target)
    #expect(request.method == .get)
    #expect(request.withPath { String(decoding: [UInt8]($0), as: UTF8.self) } == path)
    #expect(request.withQuery { String(decoding: [UInt8]($0), as: UTF8.self) } == query)
  }

  @Test("Header names have no case, and several lines of one name are joined")
  func headers() {
    let request = Request(
      .get, "/", headers: [("Origin", "a"), ("X-Request-Id", "mine"), ("ORIGIN", "b")])
    #expect(request.header(.origin) == "a, b")
    #expect(request.withHeader(.origin) { [UInt8]($0) } == Array("a, b".utf8))
    #expect(request.shortHeader(.origin) == nil)
    #expect(request.shortHeader(.xRequestID)?.description == "mine")
    #expect(request.id.description == "mine")
    #expect(request.header(.host) == nil && !request.hasHeader(.contentLength))
  }

  @Test("A body has its length in the head, and zero bytes behind it", arguments: [0, 1, 1000])
  func body(count: Int) {
    let bytes = [UInt8](repeating: 7, count: count)
    let request = Request(.post, "/a?b", headers: [("Accept", "a")], body: bytes)
    #expect(request.bodyByteCount == count)
    #expect(request.header(.contentLength) == String(count))
    request.withBody { body in
      body.withUnsafeBytes { body in
        #expect(Array(body) == bytes)
        #expect(
          (0..<Request.bodySlackBytes).allSatisfy {
            body.baseAddress!.load(fromByteOffset: count + $0, as: UInt8.self) == 0
          })
      }
    }
  }
}
