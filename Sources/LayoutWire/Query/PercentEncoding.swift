/// The decoded bytes of percent-encoded text; nil if a `%` is not followed by two hexadecimal digits, or the bytes are
/// not UTF-8. A `+` stays a `+`.
func percentDecoded(_ text: Span<UInt8>) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count)
  var place = 0
  while place < text.count {
    if text[place] != UInt8(ascii: "%") {
      bytes.append(text[place])
      place += 1
      continue
    }
    guard place + 2 < text.count, let high = hexadecimalDigit(text[place + 1]),
      let low = hexadecimalDigit(text[place + 2])
    else { return nil }
    bytes.append(high << 4 | low)
    place += 3
  }
  return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
}

private func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

extension Span<UInt8> {
  /// The percent-decoded text; nil if it is malformed.
  public var decodedText: String? {
    percentDecoded(self).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first place of a byte from `start` on; the end if there is none.
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    var place = start
    while place < count, self[place] != byte { place += 1 }
    return place
  }

  /// Whether the text differs when decoded, or is not ASCII.
  var isPercentEncoded: Bool {
    var isPercentEncoded = false
    for place in indices where self[place] == UInt8(ascii: "%") || self[place] >= 0x80 {
      isPercentEncoded = true
    }
    return isPercentEncoded
  }

  /// The bytes as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: indices.map { self[$0] }, as: UTF8.self) }

  /// The bytes as a text that may be a word; empty if they are longer than any word. O(1)
  public var word: String { count <= KeyAdvice.wordBytesMax ? text : "" }
}
