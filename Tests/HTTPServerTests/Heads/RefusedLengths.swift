/// Every misuse of Content-Length and Transfer-Encoding (docs/rules.md#heads, docs/rules.md#bodies).
enum RefusedLengths {
  /// Each is followed by a body that some reading of its head would expect.
  static let contentLengths: [RawRequest] =
    [
      "", " ", "\t", "+3", "-3", "-0", "+0", "0x3", "3x", "x3", "x", "3.0", "3.", ".3", "3e0",
      "3,3", "3, 3",
      "3,", ",3", "3;3", "3 3", "3\t3", "\"3\"", "'3'", "(3)", "3\0", "0 0", "3\u{b}", "\u{b}3",
      "\u{b3}",
      "0x", "1_0", "1'0", "3\u{1}", "NaN", "inf",
    ].map {
      RawRequest(
        "Content-Length: \($0.debugDescription)", method: "POST",
        lines: "Content-Length: \($0)\r\n\r\nabc", 400)
    }
    + [
      RawRequest("GET with Content-Length: x", lines: "Content-Length: x\r\n", 400),
      RawRequest("HEAD with no length", method: "HEAD", lines: "Content-Length:\r\n", 400),
      RawRequest(
        "a malformed length in 1.0", "POST / HTTP/1.0\r\nContent-Length: 3 3\r\n\r\nabc", 400),
      RawRequest(
        "a space before the colon of a length", method: "POST",
        lines: "Content-Length : 3\r\n\r\nabc",
        400),
      RawRequest(
        "a tab before the colon of a length", method: "POST",
        lines: "Content-Length\t: 3\r\n\r\nabc", 400),
      RawRequest(
        "a malformed length that asks to go on", method: "POST",
        lines: "Expect: 100-continue\r\nContent-Length: x\r\n\r\nabc", 400),
    ]

  static let huge: [RawRequest] =
    [
      "99999999999", "9223372036854775807", "9223372036854775808", "18446744073709551614",
      "18446744073709551615", "18446744073709551616", "18446744073709551619",
      "99999999999999999999999",
      "36893488147419103235", "67108865",
    ].flatMap { number in
      ["POST", "GET"].map {
        RawRequest(
          "\($0) with Content-Length: \(number)", method: $0,
          lines: "Content-Length: \(number)\r\n\r\nabc", 413)
      }
    }
    + [
      RawRequest(
        "a length of 1 000 digits", method: "POST",
        lines: "Content-Length: \(String(repeating: "9", count: 1_000))\r\n\r\nabc", 413)
    ]

  static let duplicates: [RawRequest] =
    [
      ("equal", "Content-Length: 3\r\nContent-Length: 3"),
      ("different", "Content-Length: 3\r\nContent-Length: 4"),
      ("apart", "Content-Length: 3\r\nX: b\r\nContent-Length: 3"),
      ("in two cases", "Content-Length: 3\r\ncontent-length: 3"),
      ("three", "Content-Length: 3\r\nContent-Length: 3\r\nContent-Length: 3"),
      ("the second empty", "Content-Length: 3\r\nContent-Length:"),
      ("the first empty", "Content-Length:\r\nContent-Length: 3"),
      ("the second malformed", "Content-Length: 3\r\nContent-Length: x"),
      ("the first malformed", "Content-Length: x\r\nContent-Length: 3"),
      ("none of them with bytes", "Content-Length: 0\r\nContent-Length: 0"),
    ].flatMap { name, lines in
      ["POST", "GET"].map {
        RawRequest(
          "\($0) with two lengths, \(name)", method: $0, lines: "\(lines)\r\n\r\nabc", 400)
      }
    }

  static let transferEncodings: [RawRequest] =
    [
      "chunked", "Chunked", "CHUNKED", "chunked ", "\tchunked", "identity", "x", "", "gzip",
      "chunked, chunked",
      "chunked,chunked", "gzip, chunked", "chunked, gzip", "chunked, identity", "identity, chunked",
      "chunked;q=1",
      "xchunked", "\"chunked\"", "chunked,", ",chunked", "chunke", "c h u n k e d", "chunked\u{b}",
      "\u{b}chunked",
      "chunked\0",
    ].map {
      RawRequest(
        "Transfer-Encoding: \($0.debugDescription)", method: "POST",
        lines: "Transfer-Encoding: \($0)\r\n\r\n0\r\n", 400, 411)
    }
    + ["GET", "HEAD", "DELETE", "OPTIONS"].map {
      RawRequest(
        "\($0) with Transfer-Encoding", method: $0,
        lines: "Transfer-Encoding: chunked\r\n\r\n0\r\n", 411)
    }
    + [
      ("twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
      ("twice, the second identity", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"),
      ("twice, the first identity", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked"),
      ("in lower case", "transfer-encoding: chunked"),
      ("before its colon a space", "Transfer-Encoding : chunked"),
      ("behind a bare LF", "X: b\nTransfer-Encoding: chunked"),
      ("behind a bare CR", "X: b\rTransfer-Encoding: chunked"),
      ("with Expect", "Expect: 100-continue\r\nTransfer-Encoding: chunked"),
    ].map { name, lines in
      RawRequest(
        "Transfer-Encoding, \(name)", method: "POST", lines: "\(lines)\r\n\r\n0\r\n", 400, 411)
    }
    + [
      RawRequest(
        "Transfer-Encoding in 1.0",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
      RawRequest(
        "chunks without an end", method: "POST", lines: "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
        411),
      RawRequest(
        "a chunk of 2⁶⁴ bytes", method: "POST",
        lines: "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\nab", 411),
      RawRequest(
        "chunks that end in bare LFs", method: "POST",
        lines: "Transfer-Encoding: chunked\r\n\r\n1\na\n0\n\n", 411),
    ]

  static let both: [RawRequest] = ["chunked", "identity", "x", ""].flatMap { coding in
    ["3", "0", "x", ""].flatMap { length in
      let lines = ["Transfer-Encoding: \(coding)\r\n", "Content-Length: \(length)\r\n"]
      return [lines, lines.reversed()].map { lines in
        RawRequest(
          "both, \(coding.debugDescription) and \(length.debugDescription)", method: "POST",
          lines: "\(lines.joined())\r\n0\r\n", 400)
      }
    }
  }
}
