/// A place in a text that is JSON before it: its line and column, and the token before it.
public struct JSONPlace {
  /// The token before a place.
  enum Token {
    case nothing, open, comma, colon, key, value
  }

  /// Starts at 1.
  public private(set) var line = 1
  /// Starts at 1, in Unicode characters.
  public private(set) var column = 1
  /// The number of open containers.
  private(set) var depth = 0
  /// A bit for each of the innermost 64 open containers: 1 for an object. The lowest bit is the innermost container.
  private var objects: UInt64 = 0
  private(set) var last = Token.nothing
  /// Whether the place is in a string.
  private(set) var isInString = false
  /// The number of bytes before the place that belong to a number or a word.
  private(set) var wordByteCount = 0
  /// The token before that number or word.
  private(set) var beforeWord = Token.nothing

  /// Whether the innermost open container is an object; nil if none is open.
  var isInObject: Bool? { depth == 0 ? nil : objects & 1 == 1 }

  private var isEscaped = false
  private var isKey = false

  /// The number of bytes read at once.
  private static let portion = 16 << 10

  /// The place before the byte at `offset`. O(offset)
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
