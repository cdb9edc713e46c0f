/// Text of clients, prepared for drawings.
enum DrawnText {
  /// The greatest number of characters of a text that are shown.
  static let countMax = 32

  /// The text without characters that have effects: control characters, which terminals execute and XML forbids, and
  /// marks that change the direction of the following text. Each is replaced by U+FFFD. Long text is shortened.
  static func readable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(countMax) {
      scalars.append(isReadable(scalar) ? scalar : "\u{FFFD}")
    }
    if text.unicodeScalars.count > countMax { scalars.append("…") }
    return String(scalars)
  }

  private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFFFE...0xFFFF:
      false
    default: true
    }
  }

  /// The first parts that fit, separated by dots.
  ///
  /// - Parameter fits: Whether there is room for a text.
  static func joined(_ parts: [String], fits: (String) -> Bool) -> String? {
    for count in stride(from: parts.count, to: 0, by: -1) {
      let text = parts.prefix(count).joined(separator: " · ")
      if fits(text) { return text }
    }
    return nil
  }
}

extension DrawnText {
  /// The number of terminal columns of a readable text, as far as terminals agree. O(characters)
  static func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // East Asian Wide and Fullwidth (Unicode Standard Annex 11), by blocks.
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
