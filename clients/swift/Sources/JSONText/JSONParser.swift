internal import LayoutCore

/// Parses a text into the words and strings of a `JSONDocument`, without recursion.
struct JSONParser {
  private(set) var tape: [UInt64] = []
  private(set) var strings: [UInt8] = []
  private let text: SpanArray<UInt8>
  private let depthMax: Int
  private var place = 0
  /// The open containers: their start on the tape, and the number of their values so far.
  private var open: [(index: Int, isObject: Bool, count: Int)] = []
  private var expected = Expectation.value

  /// What is allowed next.
  private enum Expectation {
    case value, valueOrEnd, key, keyOrEnd, commaOrEnd, nothing
  }

  init(_ text: [UInt8], depthMax: Int) {
    self.text = SpanArray(text)
    self.depthMax = depthMax
    tape.reserveCapacity(text.count / 3)
  }

  /// Parses the whole text. Returns its first error; nil if there is none. O(bytes)
  mutating func parse() -> JSONSyntaxError? {
    do throws(JSONSyntaxError) {
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONSyntaxError(.byteOrderMark, at: 0) }
      while true {
        skipSpace()
        guard let byte = current else { break }
        // Indices on the tape have 32 bits.
        if tape.count > Int(UInt32.max) - 4 { throw JSONSyntaxError(.memory, at: nil) }
        try step(byte)
      }
      if expected != .nothing { throw fault(.unexpectedEnd) }
      return nil
    } catch {
      return error
    }
  }

  // MARK: Tokens

  private var current: UInt8? { place < text.count ? text[place] : nil }

  private func fault(_ kind: JSONSyntaxError.Kind) -> JSONSyntaxError {
    JSONSyntaxError(kind, at: place)
  }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      place += 1
    }
  }

  private mutating func step(_ byte: UInt8) throws(JSONSyntaxError) {
    switch expected {
    case .value: try value(byte)
    case .valueOrEnd: if byte == UInt8(ascii: "]") { close() } else { try value(byte) }
    case .key: try key(byte)
    case .keyOrEnd: if byte == UInt8(ascii: "}") { close() } else { try key(byte) }
    case .commaOrEnd: try commaOrEnd(byte)
    case .nothing: throw fault(.trailingContent)
    }
  }

  private mutating func value(_ byte: UInt8) throws(JSONSyntaxError) {
    switch byte {
    case UInt8(ascii: "{"): return try begin(isObject: true)
    case UInt8(ascii: "["): return try begin(isObject: false)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true", .yes)
    case UInt8(ascii: "f"): try literal("false", .no)
    case UInt8(ascii: "n"): try literal("null", .null)
    default: try number()
    }
    afterValue()
  }

  private mutating func afterValue() {
    if open.isEmpty {
      expected = .nothing
    } else {
      open[open.count - 1].count += 1
      expected = .commaOrEnd
    }
  }

  private mutating func begin(isObject: Bool) throws(JSONSyntaxError) {
    if open.count >= depthMax { throw fault(.depth) }
    open.append((tape.count, isObject, 0))
    append(isObject ? .object : .array, 0)
    expected = isObject ? .keyOrEnd : .valueOrEnd
    place += 1
  }

  private mutating func close() {
    let container = open.removeLast()
    let count = UInt64(min(container.count, JSONDocument.countMax))
    tape[container.index] |= count << 32 | UInt64(tape.count)
    place += 1
    afterValue()
  }

  private mutating func commaOrEnd(_ byte: UInt8) throws(JSONSyntaxError) {
    let isObject = open[open.count - 1].isObject
    if byte == UInt8(ascii: ",") {
      place += 1
      expected = isObject ? .key : .value
    } else if byte == UInt8(ascii: isObject ? "}" : "]") {
      close()
    } else {
      throw fault(.unexpectedByte)
    }
  }

  private mutating func key(_ byte: UInt8) throws(JSONSyntaxError) {
    guard byte == UInt8(ascii: "\"") else { throw fault(.unexpectedByte) }
    try string()
    skipSpace()
    guard let colon = current else { throw fault(.unexpectedEnd) }
    guard colon == UInt8(ascii: ":") else { throw fault(.unexpectedByte) }
    place += 1
    expected = .value
  }

  private mutating func append(_ kind: JSONDocument.Kind, _ rest: UInt64) {
    tape.append(UInt64(kind.rawValue) << 56 | rest)
  }

  private mutating func literal(
    _ word: String, _ kind: JSONDocument.Kind
  ) throws(JSONSyntaxError) {
    for expected in word.utf8 {
      guard let byte = current else { throw fault(.unexpectedEnd) }
      guard byte == expected else { throw fault(.unexpectedByte) }
      place += 1
    }
    append(kind, 0)
  }

  // MARK: Numbers

  private mutating func number() throws(JSONSyntaxError) {
    let start = place
    var isWhole = true
    if current == UInt8(ascii: "-") { place += 1 }
    guard let first = current, isDigit(first) else {
      throw fault(current == nil ? .unexpectedEnd : place == start ? .unexpectedByte : .number)
    }
    if first == UInt8(ascii: "0") {
      place += 1
      if let next = current, isDigit(next) { throw fault(.number) }
    } else {
      skipDigits()
    }
    if current == UInt8(ascii: ".") {
      isWhole = false
      place += 1
      try digits()
    }
    if let mark = current, mark | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      place += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { place += 1 }
      try digits()
    }
    if isWhole, appendInteger(start..<place) { return }
    guard let number = jsonNumber(text.span.extracting(start..<place), mayBeInfinite: true),
      number.isFinite
    else { throw JSONSyntaxError(.numberRange, at: start) }
    append(.double, 0)
    tape.append(number.bitPattern)
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private mutating func skipDigits() {
    while let byte = current, isDigit(byte) { place += 1 }
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = place
    skipDigits()
    if place == start { throw fault(current == nil ? .unexpectedEnd : .number) }
  }

  /// Appends an integer if it fits into 64 bits.
  private mutating func appendInteger(_ range: Range<Int>) -> Bool {
    let isNegative = text[range.lowerBound] == UInt8(ascii: "-")
    var magnitude: UInt64 = 0
    for byte in text[range].dropFirst(isNegative ? 1 : 0) {
      let (product, isBeyond) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooMuch) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      if isBeyond || isTooMuch { return false }
      magnitude = sum
    }
    if magnitude > UInt64(Int64.max) {
      if isNegative { return false }
      append(.unsigned, 0)
      tape.append(magnitude)
    } else {
      let number = Int64(magnitude)
      append(.signed, 0)
      tape.append(UInt64(bitPattern: isNegative ? -number : number))
    }
    return true
  }

  // MARK: Strings

  private mutating func string() throws(JSONSyntaxError) {
    append(.string, UInt64(strings.count))
    let head = strings.count
    strings.append(contentsOf: [0, 0, 0, 0])
    place += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") {
        try escape()
      } else if byte < 0x20 {
        throw fault(.controlCharacter)
      } else if byte < 0x80 {
        strings.append(byte)
        place += 1
      } else {
        try character(byte)
      }
    }
    if current == nil { throw fault(.unexpectedEnd) }
    place += 1
    guard let count = UInt32(exactly: strings.count - head - 4) else {
      throw JSONSyntaxError(.memory, at: nil)
    }
    for byte in 0..<4 { strings[head + byte] = UInt8(truncatingIfNeeded: count >> (24 - 8 * byte)) }
  }

  /// Parses one character of two to four bytes (Unicode, table 3-7).
  private mutating func character(_ lead: UInt8) throws(JSONSyntaxError) {
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    guard (0xC2...0xF4).contains(lead), text.count - place >= length,
      (lowest...highest).contains(text[place + 1]),
      text[(place + 2)..<(place + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw fault(.utf8) }
    strings.append(contentsOf: text[place..<place + length])
    place += length
  }

  private mutating func escape() throws(JSONSyntaxError) {
    let start = place
    place += 1
    guard let byte = current else { throw fault(.unexpectedEnd) }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): strings.append(byte)
    case UInt8(ascii: "b"): strings.append(0x08)
    case UInt8(ascii: "f"): strings.append(0x0C)
    case UInt8(ascii: "n"): strings.append(0x0A)
    case UInt8(ascii: "r"): strings.append(0x0D)
    case UInt8(ascii: "t"): strings.append(0x09)
    case UInt8(ascii: "u"):
      if let scalar = scalar() {
        strings.append(contentsOf: Character(scalar).utf8)
      } else {
        throw JSONSyntaxError(.escape, at: start)
      }
    default: throw JSONSyntaxError(.escape, at: start)
    }
  }

  /// Parses the character of one escape, or of a pair of them; nil if it is invalid.
  private mutating func scalar() -> Unicode.Scalar? {
    guard let high = codeUnit() else { return nil }
    guard (0xD800...0xDBFF).contains(high) else { return Unicode.Scalar(high) }
    guard text.count - place >= 2, text[place] == UInt8(ascii: "\\"),
      text[place + 1] == UInt8(ascii: "u")
    else { return nil }
    place += 2
    guard let low = codeUnit(), (0xDC00...0xDFFF).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  /// Parses four hexadecimal digits.
  private mutating func codeUnit() -> UInt32? {
    guard text.count - place >= 4 else { return nil }
    var unit: UInt32 = 0
    for byte in text[place..<place + 4] {
      let lower = byte | 0x20
      if isDigit(byte) {
        unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
      } else if (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(lower) {
        unit = unit << 4 | UInt32(lower - UInt8(ascii: "a") + 10)
      } else {
        return nil
      }
    }
    place += 4
    return unit
  }
}
