/// One line of the log as bytes, whatever its parts contain: control characters are escaped, and
/// what would make it longer than 4 KiB is cut, so that one write to the descriptor takes it whole.
struct LogLine {
  /// The longest line, its end included.
  static let bytesMax = 4_096

  /// Milliseconds since 1970.
  var time: Int64
  var level: String
  var message: String
  /// In the order to be written.
  var metadata: [(String, String)]

  /// `2025-01-31T12:00:00.000Z info message key="value"`
  func text() -> [UInt8] {
    let end = " …\n"
    var line = BoundedLine(bytesMax: Self.bytesMax - end.utf8.count)
    line.append("\(timestamp) \(level) ")
    line.appendEscaped(message)
    for (key, value) in metadata {
      line.appendWhole { line in
        line.append(" ")
        line.appendEscaped(key)
        line.append("=\"")
        line.appendEscaped(value)
        line.append("\"")
      }
    }
    return line.bytes + Array((line.isCut ? end : "\n").utf8)
  }

  /// `{"time":"…","level":"info","message":"…","metadata":{"key":"value"}}`, with `"cut":true` when
  /// something did not fit.
  func json() -> [UInt8] {
    let (middle, end, cutEnd) = (",\"metadata\":{", "}\n", ",\"cut\":true}\n")
    var line = BoundedLine(bytesMax: Self.bytesMax - "\"\(middle)}\(cutEnd)".utf8.count)
    line.append("{\"time\":\"\(timestamp)\",\"level\":\"\(level)\",\"message\":\"")
    line.appendEscaped(message)
    line.bytes.append(UInt8(ascii: "\""))
    if !metadata.isEmpty {
      line.bytes += Array(middle.utf8)
      line.bytesMax = Self.bytesMax - "}\(cutEnd)".utf8.count
      for (index, (key, value)) in metadata.enumerated() {
        line.appendWhole { line in
          line.append(index == 0 ? "\"" : ",\"")
          line.appendEscaped(key)
          line.append("\":\"")
          line.appendEscaped(value)
          line.append("\"")
        }
      }
      line.bytes.append(UInt8(ascii: "}"))
    }
    return line.bytes + Array((line.isCut ? cutEnd : end).utf8)
  }

  /// The time as RFC 3339 writes it, in UTC.
  var timestamp: String {
    let (seconds, milliseconds) = Self.floorDivision(time, 1_000)
    let (days, second) = Self.floorDivision(seconds, 86_400)
    // The Gregorian calendar counted in years that begin in March, so that the leap day is the
    // last; 719 468 days lie between 0000-03-01 and 1970-01-01, 146 097 in 400 years.
    let (era, day) = Self.floorDivision(days + 719_468, 146_097)
    let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
      + "T\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
      + ".\(padded(milliseconds, 3))Z"
  }

  private static func floorDivision(_ a: Int64, _ b: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = a.quotientAndRemainder(dividingBy: b)
    return rest < 0 ? (quotient - 1, rest + b) : (quotient, rest)
  }
}

/// Bytes that never become more than a bound. After the first cut nothing more is added.
private struct BoundedLine {
  var bytes: [UInt8] = []
  var bytesMax: Int
  private(set) var isCut = false

  init(bytesMax: Int) {
    self.bytesMax = bytesMax
    bytes.reserveCapacity(256)
  }

  /// Appends the text as it is, or cuts.
  mutating func append(_ text: String) {
    guard !isCut, bytes.count + text.utf8.count <= bytesMax else {
      isCut = true
      return
    }
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends the text, escaped as in a JSON string, up to the last character that fits.
  mutating func appendEscaped(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case "\r": append("\\r")
      case "\t": append("\\t")
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: append(String(scalar))
      }
      if isCut { return }
    }
  }

  /// Appends all that the closure appends, or nothing of it.
  mutating func appendWhole(_ body: (inout BoundedLine) -> Void) {
    guard !isCut else { return }
    let count = bytes.count
    body(&self)
    if isCut { bytes.removeLast(bytes.count - count) }
  }
}
