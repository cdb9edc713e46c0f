/// Functions shared by the parsers of header values.
extension Span<UInt8> {
  /// The index of the first such byte at or after `start`; `count` if there is none. O(bytes)
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int {
    var place = start
    while place < count, self[place] != byte { place += 1 }
    return place
  }

  /// The range without spaces and tabs at both ends. O(bytes)
  var trimmedRange: Range<Int> {
    var start = 0
    var end = count
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while start < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  /// Whether the bytes equal a text, ignoring case. The text must be in lower case. O(bytes)
  func equals(caseless text: String) -> Bool {
    let bytes = text.utf8.span
    guard count == bytes.count else { return false }
    for place in indices {
      let byte = self[place]
      let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if (isUpperCase ? byte | 0x20 : byte) != bytes[place] { return false }
    }
    return true
  }
}
