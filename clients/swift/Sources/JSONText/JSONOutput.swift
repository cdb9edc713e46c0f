/// Appends a finite number as JSON.
///
/// Uses the fewest digits that give the same double when read. Integers up to 2⁵³ have no point or exponent; −0 is
/// written as 0 (docs/rules.md#numbers).
public func appendNumber(_ value: Double, to bytes: inout [UInt8]) {
  if let whole = Int64(exactly: value), whole.magnitude <= 1 << 53 {
    bytes.append(contentsOf: String(whole).utf8)
    return
  }
  // In this range Swift's description is the shortest text without an exponent, and no exponent would be shorter.
  let isPlain = value.magnitude >= 0.001 && value.magnitude < 0x1p53
  let text = isPlain ? value.description : JSONNumberForm(value).text
  bytes.append(contentsOf: text.utf8)
}

/// The digits of a number that is very small, or beyond 2⁵³.
private struct JSONNumberForm {
  private let isNegative: Bool
  /// The fewest digits that give the same double when read: those of Swift's description.
  private let digits: Substring
  /// The power of ten of the first digit.
  private let power: Int

  init(_ value: Double) {
    let parts = value.magnitude.description.split(separator: "e", maxSplits: 1)
    let mantissa = parts[0].split(separator: ".", maxSplits: 1)
    let all = mantissa.joined()
    let significant = all.drop { $0 == "0" }
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    isNegative = value < 0
    power = exponent + mantissa[0].count - 1 - (all.count - significant.count)
    let zeroCount = significant.reversed().prefix { $0 == "0" }.count
    digits = significant.dropLast(zeroCount)
  }

  /// With an exponent if that is shorter than without one. The exponent counts as two digits.
  var text: String {
    let rest = digits.dropFirst()
    let scientific = digits.prefix(1) + (rest.isEmpty ? "" : "." + rest)
    let text: String
    if power >= 0, power < digits.count - 1 {
      text = digits.prefix(power + 1) + "." + digits.dropFirst(power + 1)
    } else if power < 0, digits.count - power <= scientific.count + 3 {
      text = "0." + String(repeating: "0", count: -power - 1) + digits
    } else {
      text = scientific + "e\(power)"
    }
    return isNegative ? "-" + text : text
  }
}

/// Room for text whose greatest length is known. Here it grows like every other array.
public struct JSONRoom: ~Copyable {
  /// The most bytes of a number.
  public static let numberBytesMax = 32

  fileprivate var bytes: [UInt8]

  /// Writes text that needs no escaping.
  public mutating func literal(_ text: StaticString) { appendLiteral(text, to: &bytes) }

  /// Writes a finite number (docs/rules.md#numbers).
  public mutating func number(_ value: Double) { appendNumber(value, to: &bytes) }

  /// Writes an integer.
  public mutating func integer(_ value: Int) { bytes.append(contentsOf: String(value).utf8) }
}

extension JSONWriter {
  /// Writes everything that a function writes, which is at most this number of bytes.
  public mutating func write(atMost count: Int, _ write: (inout JSONRoom) -> Void) {
    var room = JSONRoom(bytes: bytes)
    bytes = []
    write(&room)
    bytes = room.bytes
  }
}

/// Appends text that needs no escaping.
@inlinable
public func appendLiteral(_ text: StaticString, to bytes: inout [UInt8]) {
  unsafe bytes.append(
    contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
}
