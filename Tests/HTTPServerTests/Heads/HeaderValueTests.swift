import HTTPServer
import Testing

@Suite struct HeaderValueTests {
  @Test(
    "gzip is accepted where a member or * gives it a weight",
    arguments: [
      ("", false), ("gzip", true), ("GZip", true), ("x-gzip", true), ("*", true),
      ("identity", false), ("br, gzip", true), ("gzip;q=0", false), ("gzip; q=0.000", false),
      ("gzip ;\tQ=0.001", true), ("gzip;q=1", true), ("gzip;q=1.000", true), ("*;q=0", false),
      ("*;q=0, gzip", true), ("gzip;q=0, *", false), ("br;q=1, *;q=0.5", true),
      ("gzip;q=1.5", false), ("gzip;q=", false), ("gzip;q=abc", false), ("gzip;q=-1", false),
      ("gzip;q=0.1234", false), ("gzip;x=1", false), ("gzip;q=1;q=1", false), ("gzipped", false),
      (",,gzip,", true), (";q=1", false), ("gzip;", false), ("gzip, gzip;q=0", true), ("ä", false),
    ] as [(String, Bool)])
  func acceptsGzip(value: String, expected: Bool) {
    #expect(AcceptedCodings(Array(value.utf8).span).accepts(.gzip) == expected)
  }

  @Test(
    "Of the codings in which a body is there, the one of the greatest weight is taken",
    arguments: [
      ("", .identity, .identity), ("gzip, deflate, br, zstd", .brotli, .gzip),
      ("br", .brotli, .identity), ("BR", .brotli, .identity), ("gzip", .gzip, .gzip),
      ("*", .brotli, .gzip), ("br;q=0.5, gzip", .gzip, .gzip),
      ("br;q=0.5, gzip;q=0.499", .brotli, .gzip),
      ("br;q=0.001, gzip;q=0", .brotli, .identity), ("br;q=0, *", .gzip, .gzip),
      ("*;q=0, br", .brotli, .identity), ("br;q=0.9, *", .gzip, .gzip),
      ("br;q=2, gzip;q=0.1", .gzip, .gzip),
      ("identity, br;q=0.9, gzip;q=0.8", .identity, .identity),
      ("identity;q=0.8, br;q=0.9", .brotli, .identity),
      ("identity;q=0", .identity, .identity), ("identity;q=0.5, gzip;q=0.5", .gzip, .gzip),
      ("brotli", .identity, .identity),
    ] as [(String, ContentCoding, ContentCoding)])
  func bestCoding(value: String, ofBoth: ContentCoding, ofGzip: ContentCoding) {
    let accepted = AcceptedCodings(Array(value.utf8).span)
    #expect(accepted.best(hasBrotli: true) == ofBoth)
    #expect(accepted.best(hasBrotli: false) == ofGzip)
  }

  @Test(
    "If-None-Match is compared weakly, member by member",
    arguments: [
      ("\"a\"", .tag(0)), ("W/\"a\"", .tag(0)), ("\"b\"", .none), ("*", .any),
      (" * ", .any), ("\"x\", W/\"a-gzip\"", .tag(1)), ("\"x\",\"a\"", .tag(0)),
      (",, \"a\"", .tag(0)), ("\"x,\\\"a\"", .none), ("a", .none), ("\"a", .none),
      ("", .none),
      ("w/\"a\"", .none), ("W/ \"a\"", .none), ("\"x\" \"a\"", .none), ("*, \"a\"", .none),
      ("\"x\";\"a\"", .none), ("\"a\"b", .tag(0)), ("\"A\"", .none), ("\"\"", .none),
      ("\"x y\", \"a\"", .none), ("\"ä\", \"a\"", .tag(0)), (" \t", .none),
    ] as [(String, EntityTag.Match)])
  func ifNoneMatch(value: String, expected: EntityTag.Match) {
    let tags = ["\"a\"", "\"a-gzip\""].map { Array($0.utf8) }
    #expect(EntityTag.match(ifNoneMatch: Array(value.utf8).span, tags: tags) == expected)
  }

  @Test(
    "JSON is application/json, with charset=utf-8 or alone",
    arguments: [
      ("application/json", true), ("Application/JSON", true),
      ("application/json; charset=utf-8", true), ("application/json;charset=\"UTF-8\"", true),
      (" application/json ;\tCharSet=Utf-8 ", true), ("application/json;", true),
      ("application/json; charset=utf-16", false), ("application/json; charset", false),
      ("application/json; charset=utf-8; charset=utf-8", false), ("application/json; x=y", false),
      ("application/problem+json", false), ("text/json", false), ("", false), (";", false),
      ("application/json, application/json", false), ("application/jsonx", false),
    ] as [(String, Bool)])
  func isJSON(value: String, expected: Bool) {
    #expect(MediaType.isJSON(Array(value.utf8).span) == expected)
  }

  @Test(
    "A bearer token stands alone behind its scheme",
    arguments: [
      (nil, nil), ("", nil), ("Bearer", nil), ("Bearer ", nil), ("Bearer a", "a"),
      ("bearer a", "a"), ("BeArEr a", "a"), ("Bearer   a", "a"), ("  Bearer a\t ", "a"),
      ("Bearer aZ09-._~+/", "aZ09-._~+/"), ("Bearer a=", "a="), ("Bearer a==", "a=="),
      ("Bearer =", nil), ("Bearer a=b", nil), ("Bearer a b", nil), ("Bearer a,", nil),
      ("Bearer a, Bearer b", nil), ("Bearer a, Bearer a", nil), ("Bearer\ta", nil),
      ("Bearer \ta", nil), ("Bearera", nil), ("Beare a", nil), ("Bearers a", nil),
      ("a", nil), ("Basic a", nil), ("Bearer: a", nil), ("Bearer \"a\"", nil), ("Bearer ä", nil),
      ("Bearer a\u{0}", nil), ("Bearer a@", nil), ("Bearer \u{fffd}", nil), ("\"earer a", nil),
    ] as [(String?, String?)])
  func bearerToken(value: String?, expected: String?) {
    #expect(BearerToken.read(authorization: value).map { String(Substring($0)) } == expected)
  }

  @Test(
    "Listen addresses are read, and written back",
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::]:8080", "[::]:8080"), (":0", "0.0.0.0:0"),
      ("[::1]:65535", "[::1]:65535"), ("localhost:80", "localhost:80"), ("8080", nil), ("", nil),
      ("127.0.0.1", nil), ("127.0.0.1:", nil), ("127.0.0.1:65536", nil), ("127.0.0.1:-1", nil),
      ("::1:8080", nil), ("[]:80", nil), ("[::1:80", nil), ("a:+80", nil), ("a b:80", nil),
      ("tcp://10.0.0.1:80", nil), ("a:8 0", nil),
    ] as [(String, String?)])
  func listenAddress(text: String, expected: String?) {
    #expect(ListenAddress(text)?.description == expected)
  }

  @Test(
    "Loopback is 127.0.0.0/8, ::1 and localhost",
    arguments: [
      ("127.0.0.1", true), ("127.255.3.4", true), ("::1", true), ("localhost", true),
      ("LocalHost", true), ("0.0.0.0", false), ("::", false), ("10.0.0.1", false),
      ("128.0.0.1", false), ("127.0.0.256", false), ("127.0.0.example", false),
      ("127.0.0.1.example", false), ("127.example", false), ("127.1", false), ("127", false),
      ("127.0..1", false),
      ("localhost.example", false), ("::ffff:127.0.0.1", false), ("::1:1", false), ("", false),
    ])
  func loopback(host: String, expected: Bool) {
    #expect(ListenAddress(host: host, port: 80).isLoopback == expected)
  }
}
