import HTTPServer
import LayoutService

/// The bytes of one line of the log, at most 4 KiB, on the stack. The line is written with a single call.
///
/// Text that does not fit is omitted, and the line is marked as cut. Nothing here allocates.
struct BoundedLine: ~Copyable {
  /// The greatest length of a line, including its end.
  static let bytesMax = 4_096

  private var storage = InlineArray<4_096, UInt8>(repeating: 0)
  /// The number of bytes.
  private(set) var count = 0
  /// Whether something was omitted.
  private(set) var isCut = false
  /// Whether a part to be appended as a whole did not fit.
  private var isOver = false
  /// The end of the room for everything but the end of the line.
  private var limit = BoundedLine.bytesMax

  /// Reserves bytes for the end of the line.
  mutating func keepRoom(forEnd bytes: Int) {
    limit -= bytes
  }

  /// Appends the bytes unchanged, or omits them.
  mutating func append(_ bytes: [UInt8]) {
    switch bytes.count {
    case 0: break
    case 1: if makeRoom(1, before: limit) { put(bytes[0]) }
    default: append(bytes.span)
    }
  }

  /// Appends the text unchanged, or omits it.
  mutating func append(_ text: String) {
    append(text.utf8.span)
  }

  /// Appends a part of the end for which room was reserved.
  mutating func appendEnd(_ bytes: [UInt8]) {
    limit += bytes.count
    append(bytes)
  }

  /// Appends a part of the end for which room was reserved.
  mutating func appendEnd(_ text: String) {
    limit += text.utf8.count
    append(text)
  }

  /// Appends the text, escaped as in a JSON string, up to the last character that fits.
  ///
  /// - Parameter bytesMax: The greatest number of bytes to append.
  mutating func appendEscaped(_ text: String, bytesMax: Int = BoundedLine.bytesMax) {
    let end = count + bytesMax
    if appendPlain(text.utf8.span, before: end) { return }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{80}"..."\u{9f}", "\u{2028}", "\u{2029}":
        guard makeRoom(6, before: end) else { return }
        putCode(scalar.value)
      case "\u{80}"...:
        let bytes = scalar.utf8
        guard makeRoom(bytes.count, before: end) else { return }
        for byte in bytes { put(byte) }
      default:
        guard appendEscaped(UInt8(scalar.value), before: end) else { return }
      }
    }
  }

  /// Appends the text, escaped as in a JSON string. Each byte beyond ASCII counts as a character.
  ///
  /// - Parameter bytesMax: The greatest number of bytes to append.
  mutating func appendEscaped(_ text: ShortText, bytesMax: Int = BoundedLine.bytesMax) {
    let end = count + bytesMax
    text.withBytes { bytes in
      if appendPlain(bytes, before: end) { return }
      for index in bytes.indices {
        guard appendEscaped(bytes[index], before: end) else { return }
      }
    }
  }

  /// Appends the number in decimal digits, padded with zeros to a width, or omits it.
  mutating func append(_ number: Int, width: Int = 1) {
    if width == 1, 0..<10 ~= number {
      if makeRoom(1, before: limit) { put(BoundedLine.digit(number)) }
      return
    }
    var rest = number.magnitude
    var (padded, greatest) = (1, UInt(9))
    while padded < width || rest > greatest && padded < 19 {
      padded += 1
      greatest = greatest &* 10 &+ 9
    }
    guard makeRoom(padded + (number < 0 ? 1 : 0), before: limit) else { return }
    if number < 0 { put(UInt8(ascii: "-")) }
    for place in (count..<count + padded).reversed() {
      storage[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += padded
  }

  /// Appends a number of at least 0, given in thousandths, with three decimals. What does not fit is omitted.
  mutating func append(thousandths: Int) {
    append(thousandths / 1_000)
    guard makeRoom(4, before: limit) else { return }
    let rest = thousandths % 1_000
    putPair(".", rest / 10, at: count)
    storage[count + 3] = BoundedLine.digit(rest % 10)
    count += 4
  }

  /// Appends the time in the format of RFC 3339.
  mutating func append(_ time: CalendarTime) {
    append(time.year, width: 4)
    guard makeRoom(20, before: limit) else { return }
    let start = count
    putPair("-", time.month, at: start)
    putPair("-", time.day, at: start + 3)
    putPair("T", time.hour, at: start + 6)
    putPair(":", time.minute, at: start + 9)
    putPair(":", time.second, at: start + 12)
    putPair(".", time.millisecond / 10, at: start + 15)
    storage[start + 18] = BoundedLine.digit(time.millisecond % 10)
    storage[start + 19] = UInt8(ascii: "Z")
    count = start + 20
  }

  /// Appends everything that the closure appends, or nothing if some of it does not fit.
  ///
  /// - Returns: Whether it fitted.
  @discardableResult
  mutating func appendWhole(_ body: (inout BoundedLine) -> Void) -> Bool {
    let start = count
    isOver = false
    body(&self)
    if isOver { count = start }
    return !isOver
  }

  /// Calls the closure with the bytes. It is mutating because otherwise the whole storage would be copied first.
  mutating func withBytes(_ body: (Span<UInt8>) -> Void) {
    body(storage.span.extracting(0..<count))
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    if bytes.isEmpty { return }
    guard makeRoom(bytes.count, before: limit) else { return }
    var room = storage.mutableSpan
    OperatingSystem.copy(bytes, to: &room, at: count)
    count += bytes.count
  }

  /// Appends the text if nothing in it needs escaping and all of it fits, which is the usual case.
  private mutating func appendPlain(_ bytes: Span<UInt8>, before end: Int) -> Bool {
    guard count + bytes.count <= min(end, limit) else { return false }
    // The highest bit marks a byte that needs escaping: beyond ASCII, U+007F, a control character, a quote, a
    // backslash. Without branches, so that the compiler tests several bytes at once.
    var escapes: UInt8 = 0
    for index in bytes.indices {
      let byte = bytes[index]
      escapes |=
        byte | (byte &+ 1) | (byte &- 0x20) | ((byte ^ UInt8(ascii: "\"")) &- 1)
        | ((byte ^ UInt8(ascii: "\\")) &- 1)
    }
    guard escapes < 0x80 else { return false }
    append(bytes)
    return true
  }

  /// Appends a character up to U+00FF. Returns false if it does not fit.
  private mutating func appendEscaped(_ character: UInt8, before end: Int) -> Bool {
    switch character {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
      UInt8(ascii: "\t"):
      guard makeRoom(2, before: end) else { return false }
      put(UInt8(ascii: "\\"))
      put(BoundedLine.letter(character))
    case 0x20..<0x7f:
      guard makeRoom(1, before: end) else { return false }
      put(character)
    default:
      guard makeRoom(6, before: end) else { return false }
      putCode(UInt32(character))
    }
    return true
  }

  /// Whether this number of bytes fits into the line and before `end`.
  private mutating func makeRoom(_ bytes: Int, before end: Int) -> Bool {
    if count + bytes <= min(end, limit) { return true }
    isCut = true
    isOver = isOver || count + bytes > limit
    return false
  }

  /// The byte after the backslash, for a character with a short escape.
  private static func letter(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "\n"): UInt8(ascii: "n")
    case UInt8(ascii: "\r"): UInt8(ascii: "r")
    case UInt8(ascii: "\t"): UInt8(ascii: "t")
    default: character
    }
  }

  private mutating func put(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  /// Writes a character and a number from 0 to 99.
  @inline(__always)
  private mutating func putPair(_ character: Unicode.Scalar, _ number: Int, at place: Int) {
    storage[place] = UInt8(ascii: character)
    storage[place + 1] = BoundedLine.digit(number / 10)
    storage[place + 2] = BoundedLine.digit(number % 10)
  }

  private static func digit(_ number: Int) -> UInt8 {
    UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)
  }

  /// Appends the character as `\u` and four hexadecimal digits.
  private mutating func putCode(_ value: UInt32) {
    put(UInt8(ascii: "\\"))
    put(UInt8(ascii: "u"))
    for shift in stride(from: UInt32(12), through: 0, by: -4) {
      let digit = UInt8(value >> shift & 15)
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
