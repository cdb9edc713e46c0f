/// The media type of a body (RFC 9110 section 8.3.1, docs/rules.md#bodies).
public enum MediaType {
  /// Whether a `Content-Type` value is `application/json`, alone or with `charset=utf-8`, in any case. O(bytes)
  public static func isJSON(_ contentType: Span<UInt8>) -> Bool {
    let mark = contentType.firstIndex(of: UInt8(ascii: ";"))
    guard equals(contentType, ..<mark, "application/json") else { return false }
    var start = mark + 1
    var hasCharset = false
    while start < contentType.count {
      let end = contentType.firstIndex(of: UInt8(ascii: ";"), from: start)
      let range = start..<end
      start = end + 1
      // An empty parameter is allowed: `application/json;`.
      if equals(contentType, range, "") { continue }
      let isCharset =
        equals(contentType, range, "charset=utf-8")
        || equals(contentType, range, "charset=\"utf-8\"")
      guard isCharset, !hasCharset else { return false }
      hasCharset = true
    }
    return true
  }

  /// Whether a part of a value equals a text, ignoring case and surrounding spaces and tabs.
  private static func equals(
    _ value: Span<UInt8>, _ range: some RangeExpression<Int>, _ text: String
  ) -> Bool {
    let part = value.extracting(range)
    return part.extracting(part.trimmedRange).equals(caseless: text)
  }
}
