/// A place in a text that is JSON up to there: its line and column, and what stands before it.
public struct JSONPlace {
  /// The token before a place.
  enum Token {
    case nothing, open, comma, colon, key, value
  }

  /// Counted from 1.
  public private(set) var line = 1
  /// Counted from 1, in characters of Unicode.
  public private(set) var column = 1
  /// How many containers are open.
  private(set) var depth = 0
  /// A bit for each of the innermost 64 of them, set for an object; the innermost is the lowest bit.
  private var objects: UInt64 = 0
  private(set) var last = Token.nothing
  /// Whether the place is within a string.
  private(set) var isInString = false
  /// How many bytes of a number or a word end at the place.
  private(set) var wordByteCount = 0
  /// What stands before that number or word.
  private(set) var beforeWord = Token.nothing

  /// Whether the innermost open container is an object; nil if none is open.
  var isInObject: Bool? { depth == 0 ? nil : objects & 1 == 1 }

  private var isEscaped = false
  private var isKey = false

  /// How many bytes are read at a time.
  private static let portion = 16 << 10

  /// The place in front of a byte. O(offset)
  public init(in text: RawSpan, at offset: Int) {
    var bytes: [UInt8] = []
    var start = 0
    while start < offset {
      let end = min(offset, start + JSONPlace.portion)
      bytes.removeAll(keepingCapacity: true)
      appendBytes(start..<end, of: text, to: &bytes)
      for byte in bytes { pass(byte) }
      start = end
    }
  }

  private mutating func pass(_ byte: UInt8) {
    if byte == UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
    if isInString { return passString(byte) }
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
      wordByteCount = 0
    case UInt8(ascii: "\""):
      isKey = objects & 1 == 1 && (last == .open || last == .comma)
      isInString = true
      wordByteCount = 0
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      objects = objects << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
      depth += 1
      pass(.open)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      objects >>= 1
      depth -= 1
      pass(.value)
    case UInt8(ascii: ","): pass(.comma)
    case UInt8(ascii: ":"): pass(.colon)
    default:
      if wordByteCount == 0 { beforeWord = last }
      wordByteCount += 1
      last = .value
    }
  }

  private mutating func pass(_ token: Token) {
    last = token
    wordByteCount = 0
  }

  private mutating func passString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      last = isKey ? .key : .value
    }
  }
}
