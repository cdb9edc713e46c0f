internal import JSONText

extension Problem {
  /// Text of the client as it may stand in a detail: in quotes, at most 64 bytes, nothing in it that could steer a
  /// terminal.
  public static func quoted(_ text: String) -> String {
    let (shown, isWhole) = visible(text, escaping: ["\"", "\\"], byteCountMax: 64)
    return "\"" + shown + (isWhole ? "\"" : "\"…")
  }

  /// A JSON pointer as it may stand in a detail: nothing in it that could steer a terminal.
  static func visible(pointer: String) -> String {
    let (shown, isWhole) = visible(pointer, escaping: [], byteCountMax: 1024)
    return isWhole ? shown : shown + "…"
  }

  /// The beginning of a text, with invisible characters written as numbers. O(room)
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
  /// Whether it can be seen as itself: it is no control, no mark that turns or hides what stands around it, and not
  /// free to mean anything.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}

extension JSONWriter {
  /// Writes a string in quotes; whatever cannot be seen is escaped by its number (RFC 8259 section 7), so that the JSON
  /// is harmless where it is shown, and the string still exact. O(bytes)
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
