/// Descriptions of common mistakes in JSON: notations of other languages, and omissions in text written by hand.
public enum JSONMistake {
  /// The number of bytes of the text that are examined.
  private static let byteCountMax = 64

  /// Describes the mistake at the place where a text stops being JSON; nil if it is not a common one. O(1)
  public static func name(in text: RawSpan, at offset: Int, _ place: JSONPlace) -> String? {
    guard !place.isInString, offset < text.byteCount else { return nil }
    let start = max(0, offset - min(place.wordByteCount, byteCountMax))
    var bytes: [UInt8] = []
    appendBytes(start..<min(text.byteCount, offset + byteCountMax), of: text, to: &bytes)
    let rest = bytes[(offset - start)...]
    let before = place.wordByteCount > 0 ? place.beforeWord : place.last
    let isObject = place.isInObject == true
    let isKeyDue = isObject && (before == .open || before == .comma)
    let isValueDue = !isKeyDue && before != .value && before != .key
    return character(rest) ?? word(bytes, isKeyDue: isKeyDue, isValueDue: isValueDue)
      ?? punctuation(rest, after: bytes[..<(offset - start)], place)
  }

  /// A character that is not used in JSON.
  private static func character(_ rest: ArraySlice<UInt8>) -> String? {
    let byte = rest.first
    let next = rest.dropFirst().first
    let isSlash = byte == UInt8(ascii: "/")
    if byte == UInt8(ascii: "#") || isSlash && (next == byte || next == UInt8(ascii: "*")) {
      return "a comment; JSON has none"
    }
    let typographic: [[UInt8]] = ["“", "”", "„", "‘", "’", "«", "»"].map { Array($0.utf8) }
    if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
      || typographic.contains(where: { rest.starts(with: $0) })
    {
      return "another quotation mark; strings and keys stand in double quotes (\")"
    }
    return rest.starts(with: Array("\u{A0}".utf8)) ? "a no-break space; JSON has other spaces" : nil
  }

  /// A word or a number in another notation.
  private static func word(_ bytes: [UInt8], isKeyDue: Bool, isValueDue: Bool) -> String? {
    let sign = bytes.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } ?? false
    let unsigned = bytes.dropFirst(sign ? 1 : 0)
    let letters = unsigned.prefix(while: isWordByte)
    let word = String(decoding: letters, as: UTF8.self)
    if isKeyDue {
      let behind = unsigned.dropFirst(letters.count).drop { $0 == 0x20 || (9...13).contains($0) }
      let isKey = !sign && !letters.isEmpty && behind.first == UInt8(ascii: ":")
      return isKey ? "a key without quotes; it stands in double quotes (\")" : nil
    }
    guard isValueDue else { return nil }
    switch word.lowercased() {
    case "nan", "infinity", "inf": return "\(word); JSON has no NaN and no infinity"
    case "undefined": return "undefined; leave the member out"
    case "none", "nil": return "\(word); JSON says null"
    case let lower where literals.contains(Array(lower.utf8)) && word != lower:
      return "\(word); JSON says \(lower)"
    default: break
    }
    if word.lowercased().hasPrefix("0x") { return "a hexadecimal number; JSON has none" }
    if bytes.first == UInt8(ascii: "+") || unsigned.first == UInt8(ascii: ".") {
      return "a number begins with a digit, or with a minus sign and a digit"
    }
    return nil
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  /// A missing or superfluous comma, colon or bracket.
  private static func punctuation(
    _ rest: ArraySlice<UInt8>, after word: ArraySlice<UInt8>, _ place: JSONPlace
  ) -> String? {
    guard let byte = rest.first, let isObject = place.isInObject else { return nil }
    let isBracket = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    switch place.last {
    case .comma where isBracket: return "a comma before the closing bracket; leave it out"
    case .comma where byte == UInt8(ascii: ","), .open where byte == UInt8(ascii: ","):
      return "a comma without anything before it"
    case .colon where isBracket || byte == UInt8(ascii: ","):
      return "a value is missing after the colon"
    case .key: return "a colon is missing after the key"
    case .value where isBracket && isWhole(word), .open where isBracket:
      return isObject ? "a } is missing" : "a ] is missing"
    case .value where word.isEmpty && isStartOfValue(rest): return "a comma is missing"
    case .nothing, .open, .comma, .colon, .value: return nil
    }
  }

  private static let literals = ["true", "false", "null"].map { Array($0.utf8) }

  /// Whether the word is empty, a JSON literal, or ends with a digit.
  private static func isWhole(_ word: ArraySlice<UInt8>) -> Bool {
    guard let last = word.last else { return true }
    return (48...57).contains(last) || literals.contains { word.elementsEqual($0) }
  }

  private static func isStartOfValue(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let byte = rest.first else { return false }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      return true
    default:
      return literals.contains { rest.starts(with: $0) }
    }
  }
}
