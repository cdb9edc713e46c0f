/// Writes JSON to one growing buffer. The caller must write the parts in a valid order.
public struct JSONWriter: Sendable {
  /// The bytes written so far.
  public var bytes: [UInt8] = []

  /// Creates a writer with memory for `capacity` bytes.
  public init(capacity: Int = 0) {
    bytes.reserveCapacity(capacity)
  }

  /// Writes text that is already JSON, such as punctuation and member names.
  @inlinable
  @inline(__always)
  public mutating func literal(_ text: StaticString) {
    appendLiteral(text, to: &bytes)
  }

  /// Writes one character of punctuation.
  @inlinable
  @inline(__always)
  public mutating func mark(_ mark: Unicode.Scalar) {
    bytes.append(UInt8(ascii: mark))
  }

  /// Writes JSON bytes.
  @inlinable
  @inline(__always)
  public mutating func json(_ json: [UInt8]) {
    bytes.append(contentsOf: json)
  }

  /// Writes a finite number with the fewest digits that give the same double when read (docs/rules.md#numbers).
  public mutating func number(_ value: Double) {
    appendNumber(value, to: &bytes)
  }

  /// Writes an integer.
  public mutating func integer(_ value: Int) {
    write(atMost: JSONRoom.numberBytesMax) { $0.integer(value) }
  }

  /// Writes an array of finite numbers. O(numbers)
  public mutating func array(_ numbers: [Double]) {
    mark("[")
    for (position, number) in numbers.enumerated() {
      if position > 0 { mark(",") }
      self.number(number)
    }
    mark("]")
  }

  /// Writes an array of integers. O(numbers)
  public mutating func array(_ numbers: [Int]) {
    mark("[")
    for (position, number) in numbers.enumerated() {
      if position > 0 { mark(",") }
      integer(number)
    }
    mark("]")
  }

  /// Writes a string in quotes, with JSON's escapes. O(bytes)
  public mutating func string(_ text: String) {
    literal("\"")
    characters(text)
    literal("\"")
  }

  /// Writes a part of a string, with JSON's escapes. O(bytes)
  public mutating func characters(_ text: String) {
    if text.utf8.contains(where: JSONWriter.needsEscape) {
      for byte in text.utf8 { escaped(byte) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Writes a string in quotes, or `null`.
  public mutating func string(_ text: String?) {
    if let text { string(text) } else { literal("null") }
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): literal("\\\"")
    case UInt8(ascii: "\\"): literal("\\\\")
    case 0x08: literal("\\b")
    case 0x09: literal("\\t")
    case 0x0A: literal("\\n")
    case 0x0C: literal("\\f")
    case 0x0D: literal("\\r")
    case 0..<0x20:
      literal("\\u00")
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      bytes.append([UInt8]("0123456789abcdef".utf8)[Int(byte & 15)])
    default: bytes.append(byte)
    }
  }
}
