/// The notation of numbers with a unit in flags and variables.
enum Quantity {
  private static let byteUnits = [
    ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
  ]

  /// Parses bytes: an integer, alone or followed by `KiB`, `MiB`, `GiB` or `TiB`; nil for other texts.
  static func bytes(_ text: String) -> Int? {
    for (suffix, unit) in byteUnits where text.hasSuffix(suffix) {
      guard let number = count(String(text.dropLast(suffix.count))) else { return nil }
      let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit)
      return isTooLarge ? nil : bytes
    }
    return count(text)
  }

  /// Parses an integer in decimal digits; nil for other texts.
  static func count(_ text: String) -> Int? {
    guard text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// Parses a time: seconds as a decimal number, alone or followed by `s`, or milliseconds followed by `ms`; nil for
  /// other texts. Rounded to milliseconds.
  static func duration(_ text: String) -> Duration? {
    let milliseconds =
      if text.hasSuffix("ms") {
        decimal(text.dropLast(2))
      } else {
        decimal(text.hasSuffix("s") ? text.dropLast() : text[...]).map { $0 * 1_000 }
      }
    return milliseconds.flatMap { Int64(exactly: $0.rounded()) }.map { .milliseconds($0) }
  }

  /// A time as a number.
  static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  private static func decimal(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    return Double(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// The shortest text that ``bytes(_:)`` parses to the same number.
  static func text(bytes: Int) -> String {
    for (suffix, unit) in byteUnits where bytes != 0 && bytes % unit == 0 {
      return "\(bytes / unit)\(suffix)"
    }
    return String(bytes)
  }

  /// Bytes for people: rounded up in the largest unit that gives a number above 9.
  static func roundText(bytes: Int) -> String {
    for (suffix, unit) in byteUnits where bytes / 10 >= unit {
      return "\(bytes / unit + (bytes % unit == 0 ? 0 : 1))\(suffix)"
    }
    return text(bytes: bytes)
  }

  /// The shortest text that ``duration(_:)`` parses to the same time, in whole milliseconds.
  static func text(duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds)s" : "\(seconds * 1_000 + milliseconds)ms"
  }
}
