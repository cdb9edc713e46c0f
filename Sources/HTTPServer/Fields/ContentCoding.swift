/// Which content codings a client accepts (RFC 9110 section 12.5.3, docs/rules.md#content-coding), and which one it
/// sends.
public enum ContentCoding {
  /// Whether a `Content-Encoding` value says gzip and nothing else. O(bytes)
  public static func isGzip(_ contentEncoding: Span<UInt8>) -> Bool {
    contentEncoding.extracting(contentEncoding.trimmedRange).equals(caseless: "gzip")
  }

  /// Whether an `Accept-Encoding` value accepts gzip: named (as `gzip` or `x-gzip`) or meant by `*`, with a
  /// weight above 0. A malformed member counts as absent. O(bytes)
  public static func acceptsGzip(_ acceptEncoding: Span<UInt8>) -> Bool {
    var named: Bool?
    var others = false
    var start = 0
    while start < acceptEncoding.count {
      let end = acceptEncoding.firstIndex(of: UInt8(ascii: ","), from: start)
      let member = acceptEncoding.extracting(start..<end)
      start = end + 1
      let mark = member.firstIndex(of: UInt8(ascii: ";"))
      guard let isAccepted = isWeightPositive(member.extracting(mark...)) else { continue }
      let coding = member.extracting(member.extracting(..<mark).trimmedRange)
      if coding.equals(caseless: "gzip") || coding.equals(caseless: "x-gzip") {
        named = (named ?? false) || isAccepted
      } else if coding.equals(caseless: "*") {
        others = isAccepted
      }
    }
    return named ?? others
  }

  /// Nil when the parameters, each behind a semicolon, are anything but none or one well-formed weight: `q=0` to
  /// `q=1`, three decimals.
  private static func isWeightPositive(_ parameters: Span<UInt8>) -> Bool? {
    guard parameters.count > 0 else { return true }
    let parameter = parameters.extracting(1...)
    let text = parameter.extracting(parameter.trimmedRange)
    guard (3...7).contains(text.count), text.extracting(..<2).equals(caseless: "q="),
      text.count == 3 || text[3] == UInt8(ascii: ".")
    else { return nil }
    var hasDecimals = false
    for place in min(4, text.count)..<text.count {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place]) else { return nil }
      hasDecimals = hasDecimals || text[place] != UInt8(ascii: "0")
    }
    switch text[2] {
    case UInt8(ascii: "0"): return hasDecimals
    case UInt8(ascii: "1"): return hasDecimals ? nil : true
    default: return nil
    }
  }
}
