internal import JSONText

extension Problem {
  /// Text of the client for use in a detail: in quotes, at most 64 bytes, and with nothing that could control a
  /// terminal.
  public static func quoted(_ text: String) -> String {
    let (shown, isWhole) = visible(text, escaping: ["\"", "\\"], byteCountMax: 64)
    return "\"" + shown + (isWhole ? "\"" : "\"…")
  }

  /// A JSON pointer for use in a detail, with nothing that could control a terminal.
  static func visible(pointer: String) -> String {
    let (shown, isWhole) = visible(pointer, escaping: [], byteCountMax: 1024)
    return isWhole ? shown : shown + "…"
  }

  /// The beginning of a text, with invisible characters written as numbers. O(byteCountMax)
  private static func visible(
    _ text: String, escaping marks: [Unicode.Scalar], byteCountMax: Int
  ) -> (text: String, isWhole: Bool) {
    var shown = ""
    for scalar in text.unicodeScalars {
      var next = scalar.isVisible ? "" : "\\u{" + String(scalar.value, radix: 16) + "}"
      if next.isEmpty {
        next = marks.contains(scalar) ? "\\" + String(scalar) : String(scalar)
      }
      guard shown.utf8.count + next.utf8.count <= byteCountMax else { return (shown, false) }
      shown += next
    }
    return (shown, true)
  }
}

extension Unicode.Scalar {
  /// Whether the character is visible and has a fixed meaning: it is not a control, does not turn or hide the text
  /// around it, and is not for private use.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension JSONWriter {
  /// Writes a string in quotes, with everything invisible escaped by its number (RFC 8259 section 7): the JSON is
  /// harmless when it is shown, and the string is still exact. O(bytes)
  mutating func visibleString(_ text: String) {
    literal("\"")
    if text.utf8.allSatisfy({ $0 < 0x7F }) {
      characters(text)
    } else {
      for scalar in text.unicodeScalars { visible(scalar) }
    }
    literal("\"")
  }

  private mutating func visible(_ scalar: Unicode.Scalar) {
    // Controls below 0x20 have escapes of their own.
    if scalar.value < 0x20 || scalar.isVisible { return characters(String(scalar)) }
    for unit in String(scalar).utf16 {
      literal("\\u")
      for shift in [12, 8, 4, 0] as [UInt16] {
        characters(String(unit >> shift & 15, radix: 16))
      }
    }
  }
}
