/// The credentials of the scheme `Bearer` (RFC 6750 section 2.1, RFC 9110 section 11.4).
public enum BearerToken {
  /// The token of an `Authorization` value: `Bearer` in any case, one or more spaces, then letters, digits and
  /// `-._~+/`, with `=` only at the end. Nil for other values, and if the header is absent.
  ///
  /// Several lines are not a token either, because they are joined with `, `.
  public static func read(authorization: String?) -> Substring.UTF8View? {
    guard let authorization else { return nil }
    let value = trimmed(authorization[...].utf8)
    let scheme = value.prefix { $0 != 0x20 }
    guard scheme.elementsEqual("bearer".utf8, by: { $0 | 0x20 == $1 }) else { return nil }
    let token = value[scheme.endIndex...].drop { $0 == 0x20 }
    let characters = token.prefix(while: isCharacter)
    guard !characters.isEmpty,
      token[characters.endIndex...].allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    return token
  }

  /// Removes spaces and tabs around a text.
  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text = text.dropFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text = text.dropLast() }
    return text
  }

  private static func isCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default: false
    }
  }
}
