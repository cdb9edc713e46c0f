import HTTPServer

/// Heads whose lines are not exactly what RFC 9112 says (docs/rules.md#heads), or too many (docs/rules.md#head-limits).
enum RefusedLines {
  static let folding: [RawRequest] = [
    RawRequest("a folded line", lines: "X: b\r\n c\r\n", 400),
    RawRequest("a line folded with a tab", lines: "X: b\r\n\tc\r\n", 400),
    RawRequest("a line folded to nothing", lines: "X: b\r\n \r\n", 400),
    RawRequest("a folded line without a value", lines: "X:\r\n b\r\n", 400),
    RawRequest("a folded last line", "GET / HTTP/1.1\r\nX: b\r\nHost: a\r\n\tc\r\n\r\n", 400),
    RawRequest("a folded first line", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", 400),
    RawRequest("a folded first line, and Host", "GET / HTTP/1.1\r\n X: b\r\nHost: a\r\n\r\n", 400),
    RawRequest("a name made by folding", lines: "X-Ten: e\r\n ant: b\r\n", 400),
    RawRequest("Host made by folding", "GET / HTTP/1.1\r\nHo: a\r\n st\r\n\r\n", 400),
    RawRequest("a folded Host", "GET / HTTP/1.1\r\nHost:\r\n a\r\n\r\n", 400),
    RawRequest(
      "Transfer-Encoding made by folding", method: "POST",
      lines: "Transfer-: chunked\r\n Encoding\r\n\r\n0\r\n", 400, 411),
    RawRequest(
      "Content-Length made by folding", method: "POST",
      lines: "Content-Len: 5\r\n gth\r\n\r\nhello",
      400),
    RawRequest(
      "a folded Transfer-Encoding", method: "POST",
      lines: "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n", 400, 411),
    RawRequest(
      "a folded Content-Length", method: "POST", lines: "Content-Length:\r\n 5\r\n\r\nhello", 400),
    RawRequest(
      "a Content-Length whose digits are folded", method: "POST",
      lines: "Content-Length: 1\r\n 5\r\n\r\nhello", 400),
  ]

  static let separators: [RawRequest] = [
    RawRequest("a NUL in a value", lines: "X: b\0c\r\n", 400),
    RawRequest("a NUL at the end of a value", lines: "X: b\0\r\n", 400),
    RawRequest("a NUL before a value", lines: "X: \0b\r\n", 400),
    RawRequest("a NUL in a name", lines: "X\0Y: b\r\n", 400),
    RawRequest("a NUL at the end of a name", lines: "X\0: b\r\n", 400),
    RawRequest("a NUL in the name Host", "GET / HTTP/1.1\r\nHost\0: a\r\n\r\n", 400),
    RawRequest("a NUL that ends Host", "GET / HTTP/1.1\r\nHost: a\0\r\nX: b\r\n\r\n", 400),
    RawRequest("a NUL in the target", line: "GET /\0a HTTP/1.1", 400),
    RawRequest("a NUL in the method", line: "GE\0T / HTTP/1.1", 400),
    RawRequest("a NUL after the version", line: "GET / HTTP/1.1\0", 400, 505),
    RawRequest("a line of a NUL", lines: "\0\r\n", 400),
    RawRequest("a bare LF after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
    RawRequest("a bare LF after a header line", lines: "X: b\nY: c\r\n", 400),
    RawRequest("a bare LF after Host", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400),
    RawRequest("a bare LF at the end", "GET / HTTP/1.1\r\nHost: a\r\n\n", 400),
    RawRequest("a bare LF after the last line", "GET / HTTP/1.1\r\nHost: a\n\r\n", 400),
    RawRequest("bare LFs throughout", "GET / HTTP/1.1\nHost: a\n\n", 400),
    RawRequest(
      "a length behind a bare LF", method: "POST", lines: "X: b\nContent-Length: 5\r\n\r\nhello",
      400),
    RawRequest("a bare CR after the request line", "GET / HTTP/1.1\rHost: a\r\n\r\n", 400, 505),
    RawRequest("a bare CR in a value", lines: "X: b\rc\r\n", 400),
    RawRequest("a bare CR in a name", lines: "X\rY: b\r\n", 400),
    RawRequest("a bare CR before the line end", lines: "X: b\r\r\n", 400),
    RawRequest("a bare CR between two lines", lines: "X: b\rY: c\r\n", 400),
    RawRequest("a line of a CR", lines: "\r\r\n", 400),
    RawRequest("a CR in the target", line: "GET /\ra HTTP/1.1", 400, 505),
    RawRequest("a CR in the method", line: "GE\rT / HTTP/1.1", 400),
    RawRequest("LF CR for CR LF", "GET / HTTP/1.1\n\rHost: a\n\r\n\r\r\n\r\n", 400),
    RawRequest("DEL in a value", lines: "X: b\u{7f}c\r\n", 400),
    RawRequest("257 spaces before a value", lines: "X:\(repeated(" ", 257))b\r\n", 400),
  ]

  /// Bytes that are not allowed in a value, or in a name.
  static let controls: [RawRequest] = (1...31).filter { ![9, 10, 13].contains($0) }.flatMap {
    code in
    let byte = String(UnicodeScalar(UInt8(code)))
    return [
      RawRequest("the control byte \(code) in a value", lines: "X: b\(byte)c\r\n", 400),
      RawRequest("the control byte \(code) in a name", lines: "X\(byte): b\r\n", 400),
    ]
  }

  static let names: [RawRequest] =
    [
      RawRequest("a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      RawRequest("a tab before the colon", lines: "X\t: b\r\n", 400),
      RawRequest("a name with a space", lines: "X Y: b\r\n", 400),
      RawRequest("an empty name", lines: ": b\r\n", 400),
      RawRequest("a colon alone", lines: ":\r\n", 400),
      RawRequest("a line without a colon", lines: "X\r\n", 400),
      RawRequest("a line without a colon at first", "GET / HTTP/1.1\r\nX\r\nHost: a\r\n\r\n", 400),
      RawRequest("a name beyond ASCII", lines: "X\u{e4}: b\r\n", 400),
      RawRequest("a second request line", lines: "GET / HTTP/1.1\r\n", 400),
    ]
    + "\"(),/;<=>?@[\\]{}".map { RawRequest("\($0) in a name", lines: "X\($0)Y: b\r\n", 400) }
    + [
      "Content_Length: 5", "content_length: 5", "Content_Type: a/b", "Transfer_Encoding: chunked",
      "If_None-Match: *", "Accept_Encoding: gzip", "X_API_Key: a",
      "Content_Encoding: gzip", "If-None_Match: *",
    ].map {
      RawRequest("a disguised name, \($0)", method: "POST", lines: "\($0)\r\n", 400)
    } + disguised

  /// Every header that is read, with underscores.
  static let disguised = HeaderName.allCases.map { $0.text.replacing("-", with: "_") }
    .filter { $0.contains("_") }.flatMap { name in
      [name, name.uppercased(), name.lowercased()].map {
        RawRequest("a header that is read, as \($0)", lines: "\($0): a\r\n", 400)
      }
    }

  static let hosts: [RawRequest] = [
    RawRequest("two equal Host lines", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
    RawRequest("two different Host lines", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    RawRequest("Host lines in two cases", "GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n", 400),
    RawRequest("a second Host that is empty", "GET / HTTP/1.1\r\nHost: a\r\nHost:\r\n\r\n", 400),
    RawRequest("a first Host that is empty", "GET / HTTP/1.1\r\nHost:\r\nHost: a\r\n\r\n", 400),
    RawRequest("three Host lines", lines: "Host: a\r\nX: b\r\nHost: a\r\n", 400),
    RawRequest("two Host lines in 1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    RawRequest("no Host line", "GET / HTTP/1.1\r\nX: a\r\n\r\n", 400),
    RawRequest("no lines at all", "GET / HTTP/1.1\r\n\r\n", 400),
    RawRequest("a Host in the target only", "GET http://a/ HTTP/1.1\r\n\r\n", 400),
    RawRequest("no host name in 1.0", "GET / HTTP/1.0\r\nHost: a b\r\n\r\n", 400),
    RawRequest("a Host beyond ASCII", "GET / HTTP/1.1\r\nHost: \u{e4}\r\n\r\n", 400),
  ]

  static let hostNames: [RawRequest] = [
    "a b/c?d", "a b", "a\tb", "a/", "/", "a?b", "a#b", "user@a", "http://a/", "a\\b", "a\"b",
    "<a>", "{a}", "a|b", "a^b", "`a`", "%", "a%", "a%4", "a%4g", "a%zz", "a:b", "a:80:80", "a::80",
    "a:-1", "a:+1", "a: 80", "a :80", "a:8 0", "a:0x50", "::1", "[", "]", "[]", "[::1", "::1]",
    "[::1]a", "[::1]80", "[::1]:b", "[::1]:80:80", "[:1]", "[1::2::3]", "[1:2:3:4:5:6:7:8:9]",
    "[1:2:3:4:5:6:7]", "[12345::]", "[g::]", "[::1%25eth0]", "[::1.2.3]", "[::1.2.3.256]",
    "[127.0.0.1]", "[[::1]]", "a[::1]", "[::1 ]", "[v.a]", "[v1.]", "[v1]", "[vg.a]", "[v1.a/b]",
    "[\(repeated("1", 300))]",
  ].map { RawRequest("the Host \($0)", "GET / HTTP/1.1\r\nHost: \($0)\r\n\r\n", 400) }

  static let sizes: [RawRequest] = [
    RawRequest("101 header lines", lines: repeated("X: b\r\n", 100), 431),
    RawRequest("1 000 header lines", lines: repeated("X: b\r\n", 1_000), 431),
    RawRequest("6 000 header lines", lines: repeated("X:\r\n", 6_000), 431),
    RawRequest("a long value", lines: "X: \(repeated("a", 16_384))\r\n", 431),
    RawRequest("a long name", lines: "\(repeated("a", 16_384)): b\r\n", 431),
    RawRequest("a head of 16 KiB and a byte", head(ofBytes: 16_385), 431),
    RawRequest("an endless value", lines: "X: \(repeated("a", 200_000))\r\n", 431),
    RawRequest("an endless name", lines: repeated("a", 200_000) + ": b\r\n", 431),
    RawRequest("an endless fold", lines: "X: b\r\n" + repeated(" c\r\n", 50_000), 400, 431),
    RawRequest("endless spaces", lines: "X:\(repeated(" ", 200_000))b\r\n", 400, 431),
  ]

  /// A lawful head of this size, the empty line included.
  static func head(ofBytes count: Int) -> String {
    let start = "GET / HTTP/1.1\r\nHost: a\r\nX: "
    return start + repeated("a", count - start.utf8.count - 4) + "\r\n\r\n"
  }

  static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
}
