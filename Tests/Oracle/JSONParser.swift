/// The error in a text that is not JSON, and its byte offset.
public struct JSONParsingError: Error, Equatable, CustomStringConvertible {
  public let offset: Int
  public let reason: String

  public var description: String { "\(reason) at byte \(offset)" }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259), strictly: duplicate keys, invalid UTF-8 and anything after the
  /// value are errors. It recurses, so it is for texts of moderate depth.
  public init(parsing text: String) throws {
    try self.init(parsing: text.utf8)
  }

  /// Reads one JSON text from its bytes, such as `Data` or `[UInt8]`.
  public init(parsing bytes: some Sequence<UInt8>) throws {
    var parser = JSONParser(bytes: Array(bytes))
    self = try parser.document()
  }
}

private struct JSONParser {
  let bytes: [UInt8]
  var offset = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func failure(_ reason: String) -> JSONParsingError {
    JSONParsingError(offset: offset, reason: reason)
  }

  mutating func document() throws -> JSONValue {
    let result = try value()
    skipWhiteSpace()
    guard next == nil else { throw failure("something after the value") }
    return result
  }

  mutating func skipWhiteSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { offset += 1 }
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  mutating func value() throws -> JSONValue {
    skipWhiteSpace()
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  mutating func word(_ text: String, _ value: JSONValue) throws -> JSONValue {
    guard bytes[offset...].starts(with: text.utf8) else { throw failure("an unknown word") }
    offset += text.utf8.count
    return value
  }

  mutating func object() throws -> JSONValue {
    offset += 1
    var members: [JSONValue.Member] = []
    var keys: Set<String> = []
    skipWhiteSpace()
    if take(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipWhiteSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a key is expected") }
      let key = try string()
      guard keys.insert(key).inserted else { throw failure("a duplicate key") }
      skipWhiteSpace()
      guard take(UInt8(ascii: ":")) else { throw failure("a colon is expected") }
      members.append(JSONValue.Member(key, try value()))
      skipWhiteSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure("a comma or a brace is expected") }
    return .object(members)
  }

  mutating func array() throws -> JSONValue {
    offset += 1
    var elements: [JSONValue] = []
    skipWhiteSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      elements.append(try value())
      skipWhiteSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure("a comma or a bracket is expected") }
    return .array(elements)
  }

  mutating func digits() throws {
    guard let byte = next, isDigit(byte) else { throw failure("a digit is expected") }
    while let byte = next, isDigit(byte) { offset += 1 }
  }

  func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  mutating func number() throws -> Double {
    let start = offset
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "-")) { _ = take(UInt8(ascii: "+")) }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw failure("a number beyond a double")
    }
    return number
  }

  mutating func string() throws -> String {
    offset += 1
    var units: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw failure("a control character in a string") }
      offset += 1
      if byte == UInt8(ascii: "\\") {
        units.append(contentsOf: String(try escape()).utf8)
      } else {
        units.append(byte)
      }
    }
    guard take(UInt8(ascii: "\"")) else { throw failure("a string without an end") }
    guard let result = String(validating: units, as: UTF8.self) else {
      throw failure("invalid UTF-8 in the string before")
    }
    return result
  }

  mutating func escape() throws -> Character {
    guard let byte = next else { throw failure("an escape without an end") }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw failure("an unknown escape")
    }
  }

  mutating func unicodeEscape() throws -> Character {
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), take(UInt8(ascii: "\\")) {
      guard take(UInt8(ascii: "u")) else { throw failure("half a surrogate pair") }
      units.append(try codeUnit())
    }
    guard let text = String(validating: units, as: UTF16.self), text.unicodeScalars.count == 1
    else { throw failure("half a surrogate pair") }
    return Character(text)
  }

  mutating func codeUnit() throws -> UInt16 {
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    guard text.utf8.count == 4, text.allSatisfy(\.isHexDigit), let unit = UInt16(text, radix: 16)
    else { throw failure("four hexadecimal digits are expected") }
    offset += 4
    return unit
  }
}
