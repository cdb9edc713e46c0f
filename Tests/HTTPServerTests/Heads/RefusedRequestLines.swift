/// Request lines that are not exactly `METHOD SP target SP HTTP/1.x`, with a target in origin or absolute form
/// (docs/rules.md#heads, docs/rules.md#methods).
enum RefusedRequestLines {
  /// Without a target or a method the connection is closed without an answer.
  static let shapes: [RawRequest] = [
    RawRequest("a space before the method", line: " GET / HTTP/1.1"),
    RawRequest("two spaces before the target", line: "GET  / HTTP/1.1", 400),
    RawRequest("two spaces after the target", line: "GET /  HTTP/1.1", 400),
    RawRequest("a space after the version", line: "GET / HTTP/1.1 ", 400, 505),
    RawRequest("a tab before the target", line: "GET\t/ HTTP/1.1", 400),
    RawRequest("a tab after the target", line: "GET /\tHTTP/1.1", 400),
    RawRequest("a method alone", line: "GET"),
    RawRequest("a method and a space", line: "GET ", 400, 505),
    RawRequest("a method and a version", line: "GET HTTP/1.1", 400),
    RawRequest("four words", line: "GET / / HTTP/1.1", 400),
    RawRequest("a target alone", line: "/"),
    RawRequest("a space alone", line: " "),
    RawRequest("an answer", line: "HTTP/1.1 200 OK", 400, 505),
    RawRequest("header lines alone", line: "X: b", 400, 505),
  ]

  static let targets: [RawRequest] =
    [
      RawRequest("a target without a slash", line: "GET a HTTP/1.1", 400),
      RawRequest("the authority form", line: "GET a:80 HTTP/1.1", 400),
      RawRequest("the authority form with CONNECT", line: "CONNECT a:80 HTTP/1.1", 400, 501),
      RawRequest("the asterisk form", line: "OPTIONS * HTTP/1.1", 400),
      RawRequest("an asterisk", line: "GET * HTTP/1.1", 400),
      RawRequest("a query alone", line: "GET ?a HTTP/1.1", 400),
      RawRequest("a backslash", line: "GET \\ HTTP/1.1", 400),
      RawRequest("an encoded slash alone", line: "GET %2f HTTP/1.1", 400),
      RawRequest("%00", line: "GET /%00 HTTP/1.1", 400),
      RawRequest("%00 within", line: "GET /a%00b HTTP/1.1", 400),
      RawRequest("%00 in the query", line: "GET /?a=%00 HTTP/1.1", 400),
      RawRequest("a space in the target", line: "GET /a b HTTP/1.1", 400),
      RawRequest("a space in the query", line: "GET /?a= b HTTP/1.1", 400),
      RawRequest("UTF-8 in the target", line: "GET /\u{c3}\u{a4} HTTP/1.1", 400),
      RawRequest("UTF-8 in the query", line: "GET /?\u{c3}\u{a4} HTTP/1.1", 400),
      RawRequest("a target of 8 KiB and a byte", line: "GET /\(long("a", 8_192)) HTTP/1.1", 414),
      RawRequest("a query of 8 KiB", line: "GET /?\(long("a", 8_191)) HTTP/1.1", 414),
      RawRequest("8 KiB of arguments", line: "GET /?\(long("a&", 4_096)) HTTP/1.1", 414),
      RawRequest("a target of 20 KB", line: "GET /\(long("a", 20_000)) HTTP/1.1", 414),
      RawRequest("an endless target", line: "GET /\(long("a", 200_000)) HTTP/1.1", 414),
      RawRequest("an endless query", line: "GET /?\(long("a=b&", 50_000)) HTTP/1.1", 414),
      RawRequest(
        "an endless target of %00", line: "GET /\(long("%00", 60_000)) HTTP/1.1", 400, 414),
    ]
    + ([1, 8, 11, 12, 31, 127, 128, 255] as [UInt8]).map { code in
      let byte = String(UnicodeScalar(code))
      return RawRequest("the byte \(code) in the target", line: "GET /\(byte) HTTP/1.1", 400)
    }

  /// Targets that are nearly in absolute form.
  static let absoluteTargets: [RawRequest] =
    [
      "http:", "http:/", "http://", "http:///", "http:///a", "http://?a", "http:a", "http:/a/",
      "http://:80/", "http://:/", "http://user@a/", "http://user:word@a/", "http://@a/",
      "http://a@/", "http://a:b/", "http://a:80:80/", "http://a:-1/", "http://a#b", "http://a#b/",
      "http://a\\b/", "http://[::1/", "http://::1/", "http://[g::]/", "http://[]/", "http://a%zz/",
      "http://a\u{e4}/", "http://a\t/", "http://a/%00", "http://a/\u{7f}", "http://a?%00",
      "http//a/", "http:\\\\a/", "ftp://a/", "ws://a/", "httpss://a/", "xhttp://a/",
    ].map { RawRequest("the target \($0)", line: "GET \($0) HTTP/1.1", 400) }
    + [
      RawRequest("an absolute form without Host", "GET http://a/ HTTP/1.1\r\n\r\n", 400),
      RawRequest(
        "an absolute form with two Host lines",
        "GET http://a/ HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400),
      RawRequest(
        "an absolute form with a malformed Host",
        "GET http://a/ HTTP/1.1\r\nHost: user@a\r\n\r\n", 400),
      RawRequest(
        "an absolute form of 8 KiB and a byte",
        line: "GET http://a/\(long("a", 8_192 - 9 + 1)) HTTP/1.1", 414),
    ]

  static let versions: [RawRequest] =
    [
      "HTTP/1.2", "HTTP/1.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9", "HTTP/0.9", "HTTP/0.0", "HTTP/2",
      "HTTP/1", "HTTP/1.", "HTTP/11", "HTTP/1.10", "HTTP/1.01", "HTTP/01.1", "HTTP/1.1.1",
      "HTTP/1.1x", "HTTP/1,1", "HTTP/1 1", "HTTP/-1.1", "HTTP/+1.1", "HTTP/1.-1", "HTTP/a.b",
      "HTTP/",
      "HTTP", "HTTP 1.1", "HTTP/ 1.1", "http/1.1", "Http/1.1", "HTP/1.1", "HTTPS/1.1", "ICY/1.1",
      "x",
      "HTTP/4294967297.1", "HTTP/\u{b9}.1",
    ].map { RawRequest("the version \($0)", line: "GET / \($0)", 400, 505) }
    + [
      RawRequest("no version", line: "GET /", 400),
      RawRequest("a version of 20 KB", line: "GET / HTTP/1.\(long("1", 20_000))", 400, 414, 505),
      RawRequest(
        "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0", 400, 501,
        505),
    ]

  static let methods: [RawRequest] = [
    RawRequest("an unknown method", line: "BREW / HTTP/1.1", 501),
    RawRequest("a method in lower case", line: "get / HTTP/1.1", 501),
    RawRequest("a method in mixed case", line: "Post / HTTP/1.1", 501),
    RawRequest("a method with more behind", line: "GETX / HTTP/1.1", 501),
    RawRequest("a method cut short", line: "GE / HTTP/1.1", 501),
    RawRequest("CONNECT", line: "CONNECT /a HTTP/1.1", 501),
    RawRequest("a method that is no token", line: "G(T / HTTP/1.1", 400),
    RawRequest("a method with a colon", line: "GET: / HTTP/1.1", 400),
    RawRequest("a method beyond ASCII", line: "G\u{cb}T / HTTP/1.1", 400),
    RawRequest("a control byte before the method", line: "\u{1}GET / HTTP/1.1", 400),
    RawRequest("DEL in the method", line: "GE\u{7f}T / HTTP/1.1", 400),
    RawRequest("a method of 1 000 letters", line: "\(long("G", 1_000)) / HTTP/1.1", 400, 501),
    RawRequest("a method of 200 KB", line: "\(long("G", 200_000)) / HTTP/1.1", 400, 414, 431, 501),
  ]

  private static func long(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }
}
